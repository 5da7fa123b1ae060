"""What plain git says of the folder, whatever the program tells."""

import subprocess
from pathlib import Path


def commits(file: Path) -> list[str]:
    """Subjects of the commits of a file, newest first."""
    command = ["git", "log", "--follow", "--format=%s", "--", file.name]
    return subprocess.check_output(command, cwd=file.parent, text=True).splitlines()
