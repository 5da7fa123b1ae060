"""Runs in a namespace of its own, on a disk of 1 MB that fills up and then may not be written; prints what happened."""

import subprocess
import sys
from pathlib import Path

from spaces import Author, DiskFull, FileChange, Space, Unwritable

WRITER = Author("Writer", "assistant")


def attempt(space: Space, size: int, ident: str) -> str:
    try:
        space.commit([FileChange("a.md", b"x" * size)], author=WRITER, subject="s", trailers={}, ident=ident)
    except (DiskFull, Unwritable) as error:
        return type(error).__name__
    return "saved"


def state(space: Space) -> str:
    return f"{len(space.read('a.md'))} {len(space.files())} {space.check()}"


def report(*words: str) -> None:
    sys.stdout.write(" ".join(words) + "\n")


def main(disk: Path) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", disk], check=True)
    space = Space.create(disk / "s")
    report("first", attempt(space, 10, "w1"))
    with (disk / "ballast").open("wb", buffering=0) as ballast:
        for size in (65_536, 4_096):
            try:
                while ballast.write(bytes(size)) == size:
                    pass
            except OSError:
                continue
    report("full", attempt(space, 300_000, "w2"), state(space))
    # Room for the commit, which packs well, but not for the file itself.
    (disk / "ballast").write_bytes(bytes(700_000))
    report("tight", attempt(space, 300_000, "w2"), f"{len(space.read('a.md'))} {len(space.files())}")
    changed = space.changed_by_person(space.files())
    report("not-mine", str(changed), str(space.keep_person_edits(["a.md"], subject="s", trailers={})))
    (disk / "ballast").unlink()
    report("room", attempt(space, 300_000, "w2"), state(space))
    report("again", attempt(space, 300_000, "w2"), str(len(space.history("a.md"))))
    subprocess.run(["mount", "-o", "remount,bind,ro", disk], check=True)
    report("read-only", attempt(space, 10, "w3"), state(space))
    try:
        Space.create(disk / "other")
    except Unwritable:
        report("refused")
    subprocess.run(["mount", "-o", "remount,bind,rw", disk], check=True)
    report("writable", attempt(space, 10, "w3"), state(space))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
