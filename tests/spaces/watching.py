"""Watches a folder until its input ends, printing what changed; made to be stopped and continued."""

import sys
from pathlib import Path

from spaces.watch import FolderWatch


def show(paths: list[str]) -> None:
    sys.stdout.write(" ".join(paths) + "\n")
    sys.stdout.flush()


def main(folder: Path) -> None:
    watch = FolderWatch(folder, show)
    show(["polling" if watch.polling else "watching"])
    sys.stdin.read()
    watch.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
