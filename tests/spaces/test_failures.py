import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from spaces import BusyRepository, CommitResult, Space, SpaceError
from tests.spaces.conftest import Person, Save


def test_a_missing_git_is_said_to_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SpaceError, match="install it"):
        Space.create(tmp_path / "s")


def test_a_stale_lock_of_the_branch_is_removed_and_a_fresh_one_respected(space: Space, save: Save) -> None:
    save("a.md", "one", "w1")
    lock = space.folder / ".git/refs/heads/main.lock"
    lock.touch()
    with pytest.raises(BusyRepository, match=r"main\.lock"):
        save("a.md", "two", "w2")
    assert space.read("a.md") == b"one"
    assert any("main.lock" in problem for problem in space.check())
    hour_ago = time.time() - 3600
    os.utime(lock, (hour_ago, hour_ago))
    save("a.md", "two", "w2")
    assert space.read("a.md") == b"two"
    assert space.check() == []


def test_a_commit_whose_refs_were_not_written_is_found_again(space: Space, person: Person, save: Save) -> None:
    """As after a crash between the commit and its refs."""
    first = save("a.md", "one", "w1").commit
    second = save("a.md", "two", "w2").commit
    person.git("update-ref", "-d", "refs/app/works/w2")
    person.git("update-ref", "refs/app/seen", first)
    person.write("a.md", "one")
    reopened = Space.open(space.folder)
    assert reopened.committed("w2") == second
    assert reopened.changed_by_person(["a.md"]) == []
    reopened.finish()
    assert reopened.read("a.md") == b"two"
    assert person.git("rev-list", "--count", "HEAD").strip() == "2"


def test_an_edit_made_before_a_crash_was_mended_is_kept(space: Space, person: Person, save: Save) -> None:
    """The work was committed, the app died, the person saved the same file, and only then the app starts again."""
    first = save("a.md", "one", "w1").commit
    second = save("a.md", "two", "w2").commit
    person.git("update-ref", "-d", "refs/app/works/w2")
    person.git("update-ref", "refs/app/seen", first)
    person.write("a.md", "mine")
    for _ in range(2):
        Space.open(space.folder).finish()
        assert {path: space.read(path) for path in space.files()} == {"a.md": b"mine", "a (conflict 1).md": b"two"}
    assert save("a.md", "two", "w2") == CommitResult(second, ("a (conflict 1).md",))
    assert [version.author_kind for version in space.history("a.md")] == ["user", "assistant", "assistant"]
    (copy,) = space.history("a (conflict 1).md")
    assert (copy.author, copy.trailers["Step"]) == ("Writer 写手", "s1")
    assert person.git("status", "--porcelain") == ""
    assert space.check() == []


def test_a_full_and_an_unwritable_disk(tmp_path: Path) -> None:
    probe = subprocess.run(
        ["unshare", "-rm", "mount", "-t", "tmpfs", "none", str(tmp_path)], capture_output=True, check=False
    )
    if probe.returncode:
        pytest.skip("needs the right to mount a small disk in a namespace of its own")
    command = ["unshare", "-rm", sys.executable, "-m", "tests.spaces.in_small_disk", str(tmp_path)]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "first saved",
        "full DiskFull 10 1 []",
        "tight DiskFull 10 1",
        "not-mine [] None",
        "room saved 300000 1 []",
        "again saved 2",
        "read-only Unwritable 300000 1 []",
        "refused",
        "writable saved 10 1 []",
    ], done.stderr


def test_a_stale_lock_of_an_app_ref_is_removed_wherever_it_is_met(space: Space, person: Person, save: Save) -> None:
    first = save("a.md", "one", "w1").commit
    second = save("a.md", "two", "w2").commit
    person.git("update-ref", "-d", "refs/app/works/w2")
    person.git("update-ref", "refs/app/seen", first)
    lock = space.folder / ".git/refs/app/works/w2.lock"
    lock.touch()
    with pytest.raises(BusyRepository, match=r"w2\.lock"):
        space.finish()
    assert any("w2.lock" in problem for problem in space.check())
    hour_ago = time.time() - 3600
    os.utime(lock, (hour_ago, hour_ago))
    space.finish()
    assert space.committed("w2") == second
    assert space.check() == []
