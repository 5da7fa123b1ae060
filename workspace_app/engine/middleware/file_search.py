"""Finding files, for an assistant (L109-L115)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autogen_core.tools import BaseTool
from pydantic import BaseModel, ConfigDict, Field

from workspace_app.engine.middleware.base import Middleware, MiddlewareError, Run
from workspace_app.engine.place import Place
from workspace_app.engine.rooted import inner
from workspace_app.engine.tools.file_search import GlobSearch, GrepSearch, Searched


class FileSearchSettings(BaseModel):
    """What is searched, and how."""

    model_config = ConfigDict(extra="forbid")

    root_path: str = Field(
        "",
        title="Folder",
        description='Relative to the project folder ("." is all of it); empty for the folder of the task.',
    )
    use_ripgrep: bool = Field(
        True, title="Use ripgrep if it is installed", description="It is faster, and finds the same."
    )
    max_file_size_mb: float = Field(10, gt=0, title="Largest file in MB", description="Larger ones are not searched.")


class FileSearch(Middleware[FileSearchSettings]):
    """Lets the assistant find files by name and by content."""

    Settings = FileSearchSettings

    def tools(self, run: Run) -> Sequence[BaseTool[Any, Any]]:
        searched = Searched(self._root(run.place), self.settings.use_ripgrep, self.settings.max_file_size_mb)
        return [GlobSearch(searched), GrepSearch(searched)]

    def _root(self, place: Place) -> Path:
        if not self.settings.root_path:
            return place.folder
        try:
            return inner(place.space, self.settings.root_path)
        except PermissionError as error:
            raise MiddlewareError(
                f'The folder to search "{self.settings.root_path}" is outside of the project folder, or git\'s: name one in it by its relative path.'
            ) from error
