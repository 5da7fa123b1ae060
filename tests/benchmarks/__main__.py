"""`make bench`: ours and a yardstick side by side, in a folder of its own that is removed at the end."""

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.benchmarks import large_project, middleware, parallel, saving, window
from tests.benchmarks.measure import HEAD, Row

PARTS: Sequence[tuple[str, Callable[[Path], list[Row]]]] = (
    ("saving", saving.rows),
    ("large_project", large_project.rows),
    ("parallel", parallel.rows),
    ("middleware", middleware.rows),
    ("window", window.rows),
)


def main() -> None:
    """Measure everything, one part after the other."""
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    sys.stdout.write(f"{HEAD}\n")
    with tempfile.TemporaryDirectory(prefix="workspace-bench-") as folder:
        for name, part in PARTS:
            home = Path(folder, name)
            home.mkdir()
            for row in part(home):
                sys.stdout.write(f"{row}\n")
                sys.stdout.flush()


main()
