"""Calls into a project's space, off the event loop, with errors that the person can read."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from spaces import Space
from spaces.errors import SpaceError
from workspace_app.domain.errors import WorkspaceError

T = TypeVar("T")


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
