"""Commits works w0, w1, ... to a space for ever, printing each number once it is saved; made to be killed."""

import sys
from itertools import count
from pathlib import Path

from spaces import Author, FileChange, Space


def change(number: int) -> FileChange:
    return FileChange(f"step_1/works/{number % 3}.md", f"text {number}\n".encode() * 50)


def main(folder: Path, start: int) -> None:
    space = Space.open(folder)
    space.finish()
    for number in count(start):
        space.commit(
            [change(number)], author=Author("Writer", "assistant"), subject="s", trailers={}, ident=f"w{number}"
        )
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
