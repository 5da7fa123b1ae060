"""Finding the files that come with the program: icons, translations, presets, the sample project."""

from pathlib import Path

_PACKAGE = Path(__file__).parent
_INSTALLED = _PACKAGE / "_assets"
FOLDER = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent / "assets"
"""An installed program carries the folder inside its package; a checkout has it beside the package."""


def path(name: str) -> Path:
    """Where the file `name` (relative, posix) is.

    Raises:
        FileNotFoundError: the program has no such file.
    """
    found = FOLDER / name
    if not found.exists():
        raise FileNotFoundError(f"The program's file {name} is missing: install it again.")
    return found
