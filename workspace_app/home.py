"""The data folder: where the store, the settings and the logs are."""

import os
from pathlib import Path

from platformdirs import user_data_path

from workspace_app.domain.errors import WorkspaceError

VARIABLE = "WORKSPACE_HOME"


def find_home(given: str | None = None) -> Path:
    """The data folder as an absolute path: `given`, else the variable WORKSPACE_HOME, else the system's place for user data."""
    chosen = given or os.environ.get(VARIABLE)
    home = Path(chosen).expanduser() if chosen else user_data_path("workspace-app", appauthor=False)
    return home.resolve()


def make_home(home: Path) -> None:
    """Make the data folder and its folder for logs, for this user alone.

    Raises:
        WorkspaceError: it cannot be made.
    """
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        logs(home).mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise WorkspaceError(
            f"The data folder {home} cannot be used: {error.strerror}. Choose another with --home."
        ) from error


def logs(home: Path) -> Path:
    """The folder of the log files."""
    return home / "logs"
