"""Files too large to go into the history unasked: they lie in the folder, and the person is asked, once for each (R9).

Until the answer, and after "keep it out", a version has no commit: its size and SHA-256 are known, its bytes are in the folder alone.
"""

import asyncio
import hashlib
import json
from pathlib import Path
from typing import cast

from sqlalchemy import Connection, select

from spaces import Author, AuthorKind, FileChange, Space
from spaces.errors import SpaceError
from spaces.files import locate, size_of
from spaces.large import LARGEST, keep_anyway, kept_anyway, leave_out
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.questions import QuestionKind
from workspace_app.domain.records import Question, Version
from workspace_app.engine.in_space import in_space
from workspace_app.engine.ledger import Ledger
from workspace_app.store import changes
from workspace_app.store import tables as t

OUT, IN = "out", "in"
LARGEST_BODY = 500_000_000
"""Bytes of a document that can be handed in at all: it is held in memory, and in the store until it is in the folder."""
_MB = 1_000_000
_FILE = "limits.json"


def limit(home: Path) -> int:
    """Bytes from which a file needs the person's consent, as set for a data folder."""
    file = home / _FILE
    try:
        found = json.loads(file.read_text(encoding="utf-8"))["largest_file"]
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return LARGEST
    return found if isinstance(found, int) and 0 < found <= LARGEST_BODY else LARGEST


def set_limit(home: Path, megabytes: int) -> None:
    """Set it.

    Raises:
        WorkspaceError: it is not between 1 and 500 MB.
    """
    if not 1 <= megabytes <= LARGEST_BODY // _MB:
        raise WorkspaceError(f"Give a number of megabytes from 1 to {LARGEST_BODY // _MB}.")
    (home / _FILE).write_text(json.dumps({"largest_file": megabytes * _MB}), encoding="utf-8")


def needs_consent(folder: Path, path: str, size: int, limit: int) -> bool:
    """Whether a file of `size` bytes at `path` may not go into the history before the person has said so."""
    if size <= limit:
        if size > LARGEST:
            keep_anyway(folder, path)
        return False
    return path not in kept_anyway(folder)


def read_version(space: Space, path: str, version: Version) -> bytes:
    """The bytes of a version that is not waiting to be saved.

    Raises:
        SpaceError: they are not there (any more).
    """
    if version.sha256 is None:
        return space.read(path, version.commit)
    file = locate(space.folder, path)
    body = file.read_bytes() if size_of(space.folder, path) == version.size else b""
    if hashlib.sha256(body).hexdigest() != version.sha256:
        raise SpaceError(
            f"Version {version.n} of “{path}” was kept out of the history, and its file has changed since."
        )
    return body


def ask(connection: Connection, work: str, size: int) -> str | None:
    """Ask what becomes of a work's large file, unless it was asked before; returns the question's id.

    Args:
        size: of the file, in bytes.
    """
    row = connection.execute(select(t.works).where(t.works.c.id == work)).one()
    asked = select(t.questions.c.data).where(
        t.questions.c.task_id == row.task_id, t.questions.c.kind == QuestionKind.LARGE
    )
    if any(data.get("work") == work for data in connection.execute(asked).scalars()):
        return None
    text = f"“{row.title}” has {size // _MB} MB. The history keeps every version whole and for ever: should this file be in it?"
    about = {"works": [work], "size": size, "options": [OUT, IN]}
    return changes.ask_about_file(connection, work, QuestionKind.LARGE, text, about)


async def settle(ledger: Ledger, lock: asyncio.Lock, question: Question, choice: str) -> None:
    """Carry out what the person chose; the file itself stays as it is.

    Args:
        lock: held by whoever writes to the project's repository.
        choice: OUT: its versions stay out of git; IN: the newest one, and all that come, go into it.

    Raises:
        WorkspaceError: the folder cannot be used now.
    """
    folder = ledger.ask.project(question.project).folder
    async with lock:
        work = ledger.ask.work(question.data["work"])
        if choice == OUT:
            await in_space(folder, lambda space: leave_out(space.folder, work.path))
            return
        commit = await in_space(folder, lambda space: _let_in(space, work.path, work.newest))
        if commit is not None:
            await ledger.change(lambda c: changes.set_version(c, work.newest.id, commit=commit, sha256=None))


def _let_in(space: Space, path: str, version: Version) -> str | None:
    keep_anyway(space.folder, path)
    if version.sha256 is None:
        return None
    change = FileChange(path, read_version(space, path, version))
    author = Author(version.author, cast(AuthorKind, version.author_kind))
    subject = f"Keep {path} in the history, although it is large"
    return space.commit([change], author=author, subject=subject, trailers={}, ident=version.id).commit
