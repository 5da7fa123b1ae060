"""Changes of works, their versions, and the files that wait in the outbox to be committed."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from workspace_app.store import tables as t
from workspace_app.store.changes.base import Values, now
from workspace_app.store.ids import new_id


@dataclass(frozen=True)
class NewVersion:
    """A state of a work to be saved: its row and its bytes go in one transaction (DESIGN 4).

    Args:
        work: id of the work that this is a new version of, None for a new work at `path`.
        path: relative to the project folder, posix.
    """

    work: str | None
    path: str
    title: str
    body: bytes
    author: str
    author_kind: str
    subject: str
    trailers: Values
    conversation: str | None = None
    message: str | None = None
    id: str = field(default_factory=new_id)


def save_version(connection: Connection, *, project: str, task: str, step: str, version: NewVersion) -> str:
    """A new version with its bytes in the outbox; returns the work's id. Saving the same version id again changes nothing."""
    known = connection.execute(select(t.versions.c.work_id).where(t.versions.c.id == version.id)).scalar()
    if known is not None:
        return str(known)
    work = version.work
    if work is None:
        work = new_id()
        row = {"path": version.path, "title": version.title, "created_at": now()}
        connection.execute(insert(t.works).values(id=work, project_id=project, task_id=task, step_id=step, **row))
    connection.execute(
        insert(t.versions).values(
            id=version.id,
            project_id=project,
            work_id=work,
            n=_last_version(connection, work) + 1,
            author=version.author,
            author_kind=version.author_kind,
            conversation_id=version.conversation,
            message_id=version.message,
            size=len(version.body),
            created_at=now(),
        )
    )
    put_file(
        connection,
        project=project,
        path=version.path,
        body=version.body,
        author=version.author,
        author_kind=version.author_kind,
        subject=version.subject,
        trailers=version.trailers,
        version=version.id,
        id=version.id,
    )
    return work


def version_number(connection: Connection, version: str) -> int:
    """The number of a version that was just saved."""
    return int(connection.execute(select(t.versions.c.n).where(t.versions.c.id == version)).scalar_one())


def put_file(
    connection: Connection,
    *,
    project: str,
    path: str,
    body: bytes | None,
    author: str,
    author_kind: str,
    subject: str,
    trailers: Values,
    version: str | None = None,
    id: str | None = None,
) -> str:
    """Queue a file of the app's own (plan, record, work) to be committed; returns the row's id. `body` None deletes the file."""
    id_ = id or new_id()
    values = {"author": author, "author_kind": author_kind, "subject": subject, "trailers": dict(trailers)}
    connection.execute(
        insert(t.outbox).values(
            id=id_, project_id=project, version_id=version, path=path, body=body, created_at=now(), **values
        )
    )
    return id_


def file_committed(connection: Connection, id: str, commit: str) -> None:
    """A queued file is in git and on disk: remember the commit and drop the bytes."""
    connection.execute(update(t.versions).where(t.versions.c.id == id).values(commit=commit))
    connection.execute(delete(t.outbox).where(t.outbox.c.id == id))


def file_outside(connection: Connection, id: str, sha256: str) -> None:
    """A queued file is on disk and stays out of git, for now: remember which bytes it has and drop them here."""
    connection.execute(update(t.versions).where(t.versions.c.id == id).values(sha256=sha256))
    connection.execute(delete(t.outbox).where(t.outbox.c.id == id))


def file_beside(connection: Connection, id: str, path: str) -> None:
    """A queued version of a work goes to `path` instead, as a work of its own: what lies at its place must not be replaced."""
    version_beside(connection, id, path)
    connection.execute(update(t.outbox).where(t.outbox.c.id == id).values(path=path))


def add_committed_version(
    connection: Connection,
    *,
    project: str,
    work: str,
    commit: str | None,
    author: str,
    size: int,
    sha256: str | None = None,
) -> str:
    """A version that is in git already, or (commit None) is known by its SHA-256 only: the person's own edit; returns its id."""
    values = {
        "n": _last_version(connection, work) + 1,
        "commit": commit,
        "sha256": sha256,
        "author": author,
        "author_kind": "user",
        "size": size,
        "created_at": now(),
    }
    id_ = new_id()
    connection.execute(insert(t.versions).values(id=id_, project_id=project, work_id=work, **values))
    return id_


def set_version(connection: Connection, version: str, **values: Any) -> None:
    """Change columns of a version."""
    connection.execute(update(t.versions).where(t.versions.c.id == version).values(**values))


def version_at(connection: Connection, work: str, commit: str) -> str | None:
    """The version of a work that a commit made, if there is one."""
    query = select(t.versions.c.id).where(t.versions.c.work_id == work, t.versions.c.commit == commit)
    return connection.execute(query.limit(1)).scalar()


def move_work(connection: Connection, work: str, path: str) -> None:
    """The person moved the file of a work."""
    connection.execute(update(t.works).where(t.works.c.id == work).values(path=path))


def version_beside(connection: Connection, version: str, path: str) -> str:
    """A version was written beside its work, at `path`, because the person had changed the file: it becomes a work of its own.

    Returns:
        The id of that work.
    """
    row = connection.execute(select(t.works).join(t.versions).where(t.versions.c.id == version)).one()
    work = new_id()
    same = {"project_id": row.project_id, "task_id": row.task_id, "step_id": row.step_id, "created_at": now()}
    connection.execute(insert(t.works).values(id=work, path=path, title=f"{row.title} (conflict)", **same))
    connection.execute(update(t.versions).where(t.versions.c.id == version).values(work_id=work, n=1))
    return work


def version_back(connection: Connection, version: str, work: str, commit: str) -> None:
    """A version that lay beside its work becomes the work's newest, at `commit`; the work that it was meanwhile goes if nothing is left of it."""
    beside = connection.execute(select(t.versions.c.work_id).where(t.versions.c.id == version)).scalar_one()
    moved = {"work_id": work, "n": _last_version(connection, work) + 1, "commit": commit}
    connection.execute(update(t.versions).where(t.versions.c.id == version).values(**moved))
    if not _last_version(connection, beside):
        connection.execute(update(t.comments).where(t.comments.c.work_id == beside).values(work_id=work))
        _ask_about(connection, beside, work)
        connection.execute(delete(t.works).where(t.works.c.id == beside))


def _ask_about(connection: Connection, old: str, work: str) -> None:
    """Open questions about the work `old` are about `work` from now on."""
    query = select(t.questions.c.id, t.questions.c.data).join(t.works, t.works.c.task_id == t.questions.c.task_id)
    for row in connection.execute(query.where(t.works.c.id == old, t.questions.c.answered_at.is_(None))).all():
        named = row.data.get("works", ())
        if old in named:
            works = list(dict.fromkeys(work if each == old else each for each in named))
            change = update(t.questions).where(t.questions.c.id == row.id)
            connection.execute(change.values(data={**row.data, "works": works}))


def _last_version(connection: Connection, work: str) -> int:
    query = select(t.versions.c.n).where(t.versions.c.work_id == work).order_by(t.versions.c.n.desc())
    return connection.execute(query.limit(1)).scalar() or 0


def file_failed(connection: Connection, id: str, error: str) -> None:
    """A queued file could not be committed yet; say why."""
    connection.execute(update(t.outbox).where(t.outbox.c.id == id).values(error=error))


def approve_versions(connection: Connection, versions: Sequence[str], by: str) -> None:
    """Mark exactly these versions as approved by a person of this name (R41)."""
    approved = {"approved_at": now(), "approved_by": by}
    connection.execute(update(t.versions).where(t.versions.c.id.in_(versions)).values(approved))


def mark_stale(connection: Connection, works: Collection[str]) -> list[str]:
    """Mark exactly these works as made from an older version of an input (R60); returns those whose mark changed."""
    marked = set(connection.execute(select(t.works.c.id).where(t.works.c.stale)).scalars())
    for work in (changed := sorted(marked ^ set(works))):
        connection.execute(update(t.works).where(t.works.c.id == work).values(stale=work in works))
    return changed


def keep_work(connection: Connection, work: str, at: datetime | None) -> None:
    """A work is still good although an input was newer at that time; None takes it back (R60)."""
    connection.execute(update(t.works).where(t.works.c.id == work).values(kept_at=at))
