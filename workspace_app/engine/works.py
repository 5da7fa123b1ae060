"""Saving works: which path, which version, and the commit (R7-R10, F24)."""

from collections.abc import Collection
from datetime import datetime
from pathlib import PurePosixPath
from uuid import NAMESPACE_OID, uuid5

from sqlalchemy import Connection

from spaces.names import work_path
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Version, Work
from workspace_app.engine.large_files import LARGEST_BODY
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.outbox import Outbox
from workspace_app.engine.place import Place
from workspace_app.store import changes
from workspace_app.store.changes import NewVersion
from workspace_app.store.emulated import is_emulated

DRY_RUN = " (dry run)"
"""Ends the title of a work that may rest on made-up results of tools (L121)."""


def version_id(conversation: str, cause: str) -> str:
    """The id of the version that a tool call or message makes: the same cause makes the same version, once."""
    return str(uuid5(NAMESPACE_OID, f"{conversation}/{cause}"))


class Works:
    """Makes versions of works for the runs and for the person."""

    def __init__(self, ledger: Ledger, outbox: Outbox) -> None:
        self._ledger = ledger
        self._outbox = outbox

    def prepare(
        self,
        place: Place,
        title: str,
        body: bytes,
        *,
        author: str,
        author_kind: str,
        id: str,
        extension: str = ".md",
        message: str | None = None,
        replaces: Work | None = None,
        taken: Collection[str] = (),
    ) -> NewVersion:
        """A document as a version of a work of the place's step, ready to be saved.

        Args:
            title: as its maker calls it; the same title in the same conversation is the same work (F24).
            author_kind: user, assistant or function.
            id: of the version; saving the same id again changes nothing.
            extension: with its dot, used if the title has none that is known.
            replaces: the work that this is a new version of, whatever the title.
            taken: paths that are about to be used.

        Raises:
            WorkspaceError: it is too large to be handed in; see `large_files` for what is large only.
        """
        if len(body) > LARGEST_BODY:
            raise WorkspaceError(
                f"“{title}” is larger than {LARGEST_BODY // 1_000_000} MB: hand in a smaller one, or leave it in the folder and hand in a note about it."
            )
        title, extension = _split(title, extension)
        if author_kind != "user" and not replaces and not title.endswith(DRY_RUN) and self._is_dry(place):
            title += DRY_RUN
        known = replaces or self._same(place, title)
        path = known.path if known else self._path(place, title, extension, taken)
        run = f", conversation {place.conversation.n}" if place.conversation else ""
        return NewVersion(
            id=id,
            work=known.id if known else None,
            path=path,
            title=known.title if known else title,
            body=body,
            author=author,
            author_kind=author_kind,
            subject=f"Step {place.step.n}{run}: {PurePosixPath(path).name}",
            trailers=place.trailers(message),
            conversation=place.conversation.id if place.conversation else None,
            message=message,
        )

    async def save(self, place: Place, version: NewVersion) -> tuple[Work, Version]:
        """Save a version; it is in the store when this returns, and in git soon (see `committed`)."""
        work = await self._ledger.change(lambda c: self.insert(c, place, version))
        return self._ledger.ask.work(work), self._ledger.ask.version(version.id)

    def insert(self, connection: Connection, place: Place, version: NewVersion) -> str:
        """As `save`, within a larger change: a message and the works in it are kept together or not at all."""
        where = {"project": place.project.id, "task": place.task.id, "step": place.step.id}
        return changes.save_version(connection, **where, version=version)

    async def committed(self, place: Place) -> None:
        """Return when git has what was saved, or the rows say why not."""
        await self._outbox.flush(place.project.id)

    def _is_dry(self, place: Place) -> bool:
        """Whether what the place's assistants hand in now may rest on results that a model made up."""
        made_in = place.conversation
        emulated = made_in is not None and self._ledger.ask.read(lambda c: is_emulated(c, made_in.id))
        return bool(place.step.spec.get("dry_run")) or emulated

    def _same(self, place: Place, title: str) -> Work | None:
        """The work with this title that this conversation has made before."""
        conversation = place.conversation.id if place.conversation else None
        for work in self._ledger.ask.works(place.task.id, place.step.n):
            if work.title.casefold() == title.casefold():
                made_in = {version.conversation for version in self._ledger.ask.versions(work.id)}
                if conversation in made_in if conversation else made_in == {None}:
                    return work
        return None

    def _path(self, place: Place, title: str, extension: str, also: Collection[str]) -> str:
        prefix = f"{place.task.folder}/"
        paths = {*self._ledger.ask.work_paths(place.project.id), *also}
        taken = {path.removeprefix(prefix) for path in paths if path.startswith(prefix)}
        return prefix + work_path(place.step.n, title, datetime.now().astimezone(), taken, extension)


_KNOWN = frozenset(
    [
        ".md",
        ".txt",
        ".csv",
        ".json",
        ".html",
        ".xml",
        ".yaml",
        ".toml",
        ".py",
        ".js",
        ".ts",
        ".css",
        ".sql",
        ".svg",
        ".png",
        ".jpg",
        ".pdf",
        ".docx",
        ".xlsx",
        ".tex",
    ]
)


def _split(title: str, extension: str) -> tuple[str, str]:
    title = " ".join(title.split()) or "Work"
    found = PurePosixPath(title).suffix.lower()
    if found in _KNOWN and len(title) > len(found):
        return title[: -len(found)], found
    return title, extension
