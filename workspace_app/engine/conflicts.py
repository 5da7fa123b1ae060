"""A file that the person changed while somebody else's version of it was on its way: both are kept, and the person is asked (R41)."""

import asyncio
from typing import cast

from sqlalchemy import Connection, select

from spaces import Author, AuthorKind, FileChange, Newest, Space
from workspace_app.domain.errors import NotAllowed, WorkspaceError
from workspace_app.domain.questions import QuestionKind
from workspace_app.domain.records import Question
from workspace_app.engine.in_space import in_space
from workspace_app.engine.ledger import Ledger
from workspace_app.store import changes
from workspace_app.store import tables as t
from workspace_app.store.ids import new_id
from workspace_app.store.queries import Queries

MINE, THEIRS, BOTH = "mine", "theirs", "both"


def unheard(ask: Queries, version: str) -> bool:
    """Whether the file holds a change of the person that the maker of this version has not been told of.

    A change is told by what the person says or hands on after it: until then a new version would silently drop it.
    """
    new = ask.version(version)
    committed = (other for other in ask.versions(new.work) if other.commit is not None and other.id != version)
    there = next(committed, None)
    if there is None or there.author_kind != "user" or there.conversation is not None:
        return False
    if there.n > new.n:
        # It was made while this version waited to be committed.
        return True
    if new.author_kind == "user" or new.conversation is None:
        return False
    heard = ask.last_told(new.conversation)
    return heard is None or there.created_at > heard


def ask(connection: Connection, version: str, mine: Newest, beside: str, why: str = "") -> str:
    """Keep the person's text as a version of the work and `version`, which lies beside it, as a work; returns the question's id.

    Args:
        mine: the commit of the person's text, at the work's own path.
        beside: where `version` was written instead, relative to the project folder.
        why: what happened, in a sentence; empty for a change on disk while the other version was written.
    """
    work = connection.execute(select(t.works).join(t.versions).where(t.versions.c.id == version)).one()
    happened = f"You changed “{work.title}” while another version of it was written."
    copy = changes.version_beside(connection, version, beside)
    here = select(t.versions.c.id).where(t.versions.c.work_id == work.id, t.versions.c.commit == mine.commit)
    my_version = connection.execute(here).scalar() or changes.add_committed_version(
        connection, project=work.project_id, work=work.id, commit=mine.commit, author="You", size=mine.size
    )
    text = f"{why or happened} Both are kept: which one stays?"
    sides = {"copy": copy, "mine": my_version, "theirs": version, "copy_path": beside, "options": [MINE, THEIRS, BOTH]}
    return changes.ask_about_file(connection, work.id, QuestionKind.CONFLICT, text, sides)


async def settle(ledger: Ledger, lock: asyncio.Lock, question: Question, choice: str) -> None:
    """Carry out what the person chose. Whatever it is, every text stays among the versions.

    Args:
        lock: held by whoever writes to the project's repository.
        choice: MINE: the other text becomes the version before the person's; THEIRS: it becomes the newest version;
            BOTH: it stays a work of its own.

    Raises:
        WorkspaceError: the person changed the file again at that very moment, or the folder cannot be used.
    """
    if choice == BOTH:
        return
    data, folder = question.data, ledger.ask.project(question.project).folder
    theirs = ledger.ask.version(data["theirs"])
    if theirs.work == data["work"]:
        raise NotAllowed("This has been settled already.")
    path, copy = str(data["path"]), ledger.ask.work(data["copy"]).path
    author, subject = Author(theirs.author, cast(AuthorKind, theirs.author_kind)), f"Settle two versions of {path}"

    versions = ledger.ask.versions(data["work"])
    replaced = versions[0].author_kind != "user"
    chosen = next(version for version in versions if version.author_kind == "user")

    def keep_mine(space: Space) -> tuple[str, Newest | None]:
        old = FileChange(copy, space.read(copy, theirs.commit))
        commit, last = space.supersede(path, old, author=author, subject=subject, ident=new_id())
        if replaced:
            # Somebody else's newer version took the place of the person's text while the question waited.
            mine = [FileChange(path, space.read(path, chosen.commit))]
            result = space.commit(mine, author=Author("You", "user"), subject=subject, trailers={}, ident=new_id())
            if path in result.conflicts:
                raise WorkspaceError(
                    f"You changed {path} again just now: that text stays. Look at it, then choose again."
                )
            last = result.commit
        return commit, Newest(last, len(space.read(path, last)))

    def take_theirs(space: Space) -> tuple[str, Newest | None]:
        both = [FileChange(path, space.read(copy, theirs.commit)), FileChange(copy, None)]
        result = space.commit(both, author=author, subject=subject, trailers={}, ident=new_id())
        if path in result.conflicts or set(result.conflicts) - {copy}:
            raise WorkspaceError(
                f"You changed {path} again just now. Nothing was replaced: look at it, then choose again."
            )
        return result.commit, None

    async with lock:
        commit, mine = await in_space(folder, keep_mine if choice == MINE else take_theirs)

        def change(c: Connection) -> None:
            changes.version_back(c, theirs.id, data["work"], commit)
            if mine is not None:
                about = {"project": question.project, "work": data["work"], "author": "You"}
                changes.add_committed_version(c, commit=mine.commit, size=mine.size, **about)

        await ledger.change(change)
