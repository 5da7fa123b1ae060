"""A repository that has grown is packed without anything being lost, while others write."""

import os
import shutil
import sys
import threading
from pathlib import Path

import pytest

from spaces import Space, maintenance
from spaces.errors import SpaceError
from tests.spaces.conftest import Person, Save

KILLED = """#!/bin/sh
# Runs git, and kills it and all that it started as soon as something in the repository changes.
case "$1" in
{command}) ;;
*) exec {git} "$@" ;;
esac
before=$(ls -lR "{folder}")
setsid {git} "$@" &
git=$!
while kill -0 $git 2>/dev/null; do
    if [ "$(ls -lR "{folder}")" != "$before" ]; then
        kill -9 -$git
        wait $git
        exit 137
    fi
done
wait $git
exit 137
"""
"""A git that is killed in the middle of one command."""


def _counted(person: Person) -> dict[str, int]:
    lines = person.git("count-objects", "-v").splitlines()
    return {key: int(value) for key, value in (line.split(": ") for line in lines) if value.isdigit()}


def test_what_is_loose_is_packed_and_nothing_is_thrown_away(space: Space, person: Person, save: Save) -> None:
    commits = {f"w{number}": save(f"{number % 20}.md", f"text {number}", f"w{number}").commit for number in range(60)}
    stray = person.git("hash-object", "-w", "0.md").strip()
    lost = person.git("commit-tree", "-m", "nobody names this", f"{commits['w3']}^{{tree}}").strip()
    maintenance.tidy(space.folder)
    counted = _counted(person)
    assert (counted["count"], counted["packs"]) == (0, 1)
    assert person.git("cat-file", "-t", stray).strip() == "blob"
    assert person.git("cat-file", "-t", lost).strip() == "commit"
    assert all(space.committed(ident) == commit for ident, commit in commits.items())
    assert [version.size for version in space.history("0.md")] == [7, 7, 6]
    assert space.check() == []


def test_it_is_due_when_there_is_much_that_is_loose(space: Space) -> None:
    assert not maintenance.is_due(space.folder)
    some = space.folder / ".git/objects/17"
    some.mkdir()
    for number in range(5):
        (some / str(number)).touch()
    assert maintenance.is_due(space.folder)
    assert not maintenance.is_due(space.folder / "nowhere")


def test_saving_goes_on_meanwhile(space: Space, save: Save) -> None:
    stop = threading.Event()
    failed: list[Exception] = []

    def tidy() -> None:
        while not stop.is_set():
            try:
                maintenance.tidy(space.folder)
            except Exception as error:
                failed.append(error)

    thread = threading.Thread(target=tidy)
    save("a.md", "start", "start")
    thread.start()
    try:
        for number in range(25):
            save("a.md", f"text {number}", f"w{number}")
    finally:
        stop.set()
        thread.join()
    assert failed == []
    assert len(space.history("a.md")) == 26
    assert space.check() == []


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize("command", ["repack", "pack-refs", "commit-graph"])
def test_git_that_is_killed_in_its_middle_leaves_a_repository_that_is_whole(
    space: Space, person: Person, save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """The first thing that the command writes ends it, as kill -9 does."""
    commits = {f"w{number}": save(f"{number % 20}.md", f"text {number}", f"w{number}").commit for number in range(25)}
    git = shutil.which("git")
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(KILLED.format(command=command, git=git, folder=space.folder / ".git"))
    program.chmod(0o755)
    with monkeypatch.context() as patch:
        patch.setenv("PATH", str(program.parent), prepend=os.pathsep)
        with pytest.raises(SpaceError):
            maintenance.tidy(space.folder)
    assert "error" not in person.git("fsck", "--full", "--strict")
    assert all(space.committed(ident) == commit for ident, commit in commits.items())
    assert [version.size for version in space.history("0.md")] == [7, 6]
    for left in [*(space.folder / ".git").rglob("*.lock"), *space.folder.glob(".git/packed-refs.new")]:
        os.utime(left, (0, 0))  # It is some time ago.
    save("0.md", "after", "after")
    maintenance.tidy(space.folder)
    assert _counted(person)["count"] == 0
    space.repair()
    assert space.check() == []
