"""Tools that find files by name and by content (L109-L115)."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

from autogen_core import CancellationToken
from autogen_core.tools import BaseTool
from pydantic import BaseModel, Field

from workspace_app.engine.functions.base import FunctionFailed
from workspace_app.engine.functions.processes import run_process
from workspace_app.engine.search.files import Search
from workspace_app.engine.tools.reach import Reach

TIME = 30.0  # seconds that a search may take (L111)
_MOST = 2_000_000  # bytes of an answer that are kept
_MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Searched:
    """What is searched, and how: the root is a folder, whose path is `/` to the model."""

    root: Path
    use_ripgrep: bool = True
    max_file_size_mb: float = 10


class GlobArguments(BaseModel):
    pattern: str = Field(description="Pattern of paths, such as **/*.py; ** is any number of folders")
    path: str = Field("/", description="Folder to search; / is the root")


class GrepArguments(BaseModel):
    pattern: str = Field(description="Regular expression to look for, line by line")
    path: str = Field("/", description="Folder to search; / is the root")
    include: str | None = Field(None, description="Only files whose name matches, such as *.md or *.{py,md}")
    output_mode: Literal["files_with_matches", "content", "count"] = Field(
        "files_with_matches",
        description="What is answered: paths, matching lines with their numbers, or how many there are",
    )


class GlobSearch(BaseTool[GlobArguments, Any]):
    """Finds files by name, the newest first."""

    reach: ClassVar[Reach] = "inside"

    def __init__(self, searched: Searched) -> None:
        super().__init__(GlobArguments, str, "glob_search", "Find files by a pattern of their paths, the newest first.")
        self._searched = searched

    async def run(self, args: GlobArguments, cancellation_token: CancellationToken) -> str:
        return await _search(Search(str(self._searched.root), args.pattern, args.path))


class GrepSearch(BaseTool[GrepArguments, Any]):
    """Finds files by what is in them."""

    reach: ClassVar[Reach] = "inside"

    def __init__(self, searched: Searched) -> None:
        super().__init__(GrepArguments, str, "grep_search", "Find a regular expression in the files.")
        self._searched = searched

    async def run(self, args: GrepArguments, cancellation_token: CancellationToken) -> str:
        return await _search(
            Search(
                root=str(self._searched.root),
                pattern=args.pattern,
                path=args.path,
                include=args.include,
                mode=args.output_mode,
                largest=int(self._searched.max_file_size_mb * _MEGABYTE),
                ripgrep=shutil.which("rg") if self._searched.use_ripgrep else None,
            )
        )


async def _search(wanted: Search) -> str:
    """Search in a process of its own: a pattern may take for ever, and a large folder is no reason to hold up the rest."""
    command = [sys.executable, "-I", "-m", "workspace_app.engine.search.process"]
    request = json.dumps(asdict(wanted)).encode()
    done = await run_process(command, stdin=request, timeout=TIME, limit=_MOST)
    if done.timed_out:
        raise FunctionFailed(
            f"The search took more than {TIME:.0f} seconds: search a smaller folder, or for something simpler."
        )
    if done.exit_code != 0:
        raise FunctionFailed(f"The search failed: {done.stderr.text.strip()[-500:] or f'exit code {done.exit_code}'}.")
    return done.stdout.text
