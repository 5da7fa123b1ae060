"""The bytes and texts of versions of works, and where comments on one version are in another."""

from collections.abc import Sequence

from workspace_app.domain.comments import Comment, locate
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Version, Work
from workspace_app.engine.in_space import in_space
from workspace_app.engine.large_files import read_version
from workspace_app.store.queries import Queries

Placed = list[tuple[Comment, tuple[int, int] | None]]


async def body_of(ask: Queries, work: Work, version: Version) -> bytes:
    """The bytes of a version, from git or, while it is not there yet, from the outbox."""
    waiting = ask.pending_body(version.id)
    if waiting is not None:
        return waiting
    folder = ask.project(ask.task(work.task).project).folder
    return bytes(await in_space(folder, lambda space: read_version(space, work.path, version)))


async def text_of_version(ask: Queries, work: Work, version: Version) -> str:
    """The text of a version that can be commented on.

    Raises:
        WorkspaceError: it is not text.
    """
    body = await body_of(ask, work, version)
    if b"\0" in body[:8000]:
        raise WorkspaceError(f"{work.path} is not text and cannot be commented on.")
    return body.decode("utf-8-sig", errors="replace")


async def placed(ask: Queries, work: Work, shown: Version, text: str, comments: Sequence[Comment]) -> Placed:
    """Each comment with where its passage is in `text`, that of the version `shown`; None if it is gone (R54)."""
    texts = {shown.id: text}
    for id_ in {comment.version_id for comment in comments} - {shown.id}:
        version = ask.version(id_)
        texts[id_] = await text_of_version(ask, work if version.work == work.id else ask.work(version.work), version)
    return [
        (
            comment,
            (comment.start, comment.end)
            if comment.version_id == shown.id
            else locate(comment.quote, comment.start, texts[comment.version_id], text),
        )
        for comment in comments
    ]
