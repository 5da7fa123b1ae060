"""Calls into a project's space, off the event loop, with errors that the person can read."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from spaces import Space
from spaces.errors import SpaceError
from spaces.git import person_name
from workspace_app.domain.errors import WorkspaceError

T = TypeVar("T")

log = logging.getLogger(__name__)


async def in_space(folder: str | Path, do: Callable[[Space], T]) -> T:
    """What `do` returns for the space at `folder`.

    Raises:
        WorkspaceError: the folder, its repository or the file cannot be used; the sentence says why.
    """
    try:
        return await asyncio.to_thread(lambda: do(Space.open(Path(folder))))
    except SpaceError as error:
        raise WorkspaceError(str(error)) from error
    except OSError as error:
        raise WorkspaceError(f"{error.filename or folder} cannot be used: {error.strerror}.") from error


async def persons_name(folder: str | Path) -> str:
    """How the person at this machine is called in a record: as in their git, else "You"."""
    try:
        return await asyncio.to_thread(person_name, Path(folder)) or "You"
    except (SpaceError, OSError):
        return "You"


def file_at_commit(space: Space, path: str) -> tuple[bytes, str | None]:
    """The bytes of a file as it lies in the folder and the commit that has them (R65); what the person changed is committed first.

    Raises:
        SpaceError, OSError: there is no such file.
    """
    body = space.read(path)
    try:
        space.keep_person_edits([path], subject="Changes by the person", trailers={})
        newest = space.newest(path)
    except SpaceError as error:
        log.info("%s is used as it lies in the folder, which cannot be committed now: %s", path, error)
        return body, None
    return (body, newest.commit) if newest and space.read(path, newest.commit) == body else (body, None)
