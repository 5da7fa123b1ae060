import threading
from pathlib import Path

import pytest

from spaces import BusyRepository, FileChange, Space
from tests.spaces.conftest import WRITER, Person, Save


def test_a_changed_file_is_kept_and_the_new_text_goes_beside_it(space: Space, person: Person, save: Save) -> None:
    first = save("a.md", "one", "w1").commit
    person.write("a.md", "mine")
    result = save("a.md", "two", "w2")
    assert result.conflicts == ("a (conflict 1).md",)
    assert space.read("a.md") == b"mine"
    assert space.read("a (conflict 1).md") == b"two"
    mine, one = space.history("a.md")
    assert (mine.author_kind, space.read("a.md", mine.commit)) == ("user", b"mine")
    assert one.commit == first
    assert "Work-Id" not in mine.trailers
    assert [version.commit for version in space.history("a (conflict 1).md")] == [result.commit]
    assert person.git("status", "--porcelain") == ""
    assert save("a.md", "two", "w2") == result


def test_conflict_copies_are_numbered(space: Space, person: Person, save: Save) -> None:
    person.write("a (conflict 1).md", "a file of that name")
    for number in range(2, 4):
        person.write("a.md", f"mine {number}")
        assert save("a.md", f"text {number}", f"w{number}").conflicts == (f"a (conflict {number}).md",)


def test_a_file_that_the_person_made_is_not_replaced(space: Space, person: Person, save: Save) -> None:
    person.write("a.md", "mine")
    assert save("a.md", "one", "w1").conflicts == ("a (conflict 1).md",)
    assert space.read("a.md") == b"mine"


def test_a_changed_file_is_not_deleted(space: Space, person: Person, save: Save) -> None:
    save("a.md", "one", "w1")
    person.write("a.md", "mine")
    assert save("a.md", None, "w2").conflicts == ("a.md",)
    assert space.read("a.md") == b"mine"
    assert space.history("a.md")[0].author_kind == "user"


def test_a_text_that_is_there_already_is_no_conflict(space: Space, person: Person, save: Save) -> None:
    person.write("a.md", "one")
    assert save("a.md", "one", "w1").conflicts == ()
    assert [version.author_kind for version in space.history("a.md")] == ["assistant"]


def test_edits_elsewhere_are_neither_lost_nor_mixed_in(space: Space, person: Person, save: Save) -> None:
    save("a.md", "one", "w1")
    person.write("staged.md", "staged")
    person.git("add", "staged.md")
    person.write("loose.md", "loose")
    save("b.md", "two", "w2")
    assert person.git("status", "--porcelain") == "A  staged.md\n?? loose.md\n"
    assert person.git("show", "--format=", "--name-only", "HEAD") == "b.md\n"
    person.git("commit", "-q", "-m", "mine")
    assert person.git("show", "--format=", "--name-only", "HEAD") == "staged.md\n"


def test_the_person_s_commit_keeps_the_app_s_files(space: Space, person: Person, save: Save) -> None:
    save("a.md", "one", "w1")
    person.write("mine.md", "mine")
    person.commit_all()
    save("b.md", "two", "w2")
    person.write("mine.md", "mine 2")
    person.git("commit", "-q", "-a", "-m", "mine again")
    assert person.git("ls-tree", "--name-only", "HEAD").split() == ["a.md", "b.md", "mine.md"]


def test_edits_are_noticed_and_kept_as_the_person_s_own(space: Space, person: Person, save: Save) -> None:
    for name in "abc":
        save(f"{name}.md", name, f"w{name}")
    person.write("a.md", "mine")
    (space.folder / "b.md").unlink()
    person.write("new?.md", "new")
    assert space.changed_by_person(["a.md", "b.md", "c.md", "new?.md"]) == ["a.md", "b.md"]
    paths = ["a.md", "b.md", "c.md", "new?.md"]
    commit = space.keep_person_edits(paths, subject="Edited", trailers={"Step": "s1"})
    assert commit is not None
    assert person.git("show", "--format=%ae %s", "--name-status", commit).split() == [
        "user@workspace.local", "Edited", "M", "a.md", "D", "b.md", "A", "new?.md"
    ]  # fmt: skip
    assert space.changed_by_person(paths) == []
    assert space.keep_person_edits(paths, subject="Edited", trailers={}) is None
    assert person.git("status", "--porcelain") == ""


def test_saving_without_a_change_is_no_edit(space: Space, person: Person, save: Save) -> None:
    save("a.md", "one", "w1")
    person.write("a.md", "one")
    assert space.changed_by_person(["a.md"]) == []


def test_a_hard_reset_keeps_works_reachable(space: Space, person: Person, save: Save) -> None:
    save("a.md", "one", "w1")
    second = save("a.md", "two", "w2").commit
    person.git("reset", "-q", "--hard", "HEAD~1")
    person.git("reflog", "expire", "--expire=now", "--all")
    person.git("gc", "-q", "--prune=now")
    assert space.read("a.md", second) == b"two"
    save("a.md", "three", "w3")
    assert space.read("a.md") == b"three"


def test_a_person_commits_all_the_time(space: Space, person: Person, save: Save) -> None:
    """The branch moves between reading and committing; nobody's commit is lost, no work is committed twice."""
    save("app.md", "start", "start")
    saves = threading.Semaphore(0)
    made: list[str] = []

    def commit() -> None:
        for _ in range(30):
            saves.acquire()
            head = person.git("rev-parse", "HEAD").strip()
            commit = person.git("commit-tree", "-p", head, "-m", "mine", f"{head}^{{tree}}").strip()
            person.git("update-ref", "refs/heads/main", commit, head, check=False)
            made.append(commit)

    thread = threading.Thread(target=commit)
    thread.start()
    try:
        for number in range(15):
            saves.release(2)
            save("app.md", f"text {number}", f"w{number}")
    finally:
        saves.release(30)
        thread.join()
    idents = person.git("log", "--format=%(trailers:key=Work-Id,valueonly,separator=)").split()
    assert sorted(idents) == sorted([f"w{number}" for number in range(15)] + ["start"])
    assert set(made) & set(person.git("rev-list", "HEAD").split())
    assert space.check() == []
    assert space.read("app.md") == b"text 14"


def _merge(person: Person) -> None:
    person.git("merge", "--no-commit", "--no-ff", "side")


def _rebase(person: Person) -> None:
    person.git("rebase", "--exec", "false", "HEAD~1", check=False)


def _bisect(person: Person) -> None:
    person.git("bisect", "start")


def _cherry_pick(person: Person) -> None:
    person.git("cherry-pick", "conflicting", check=False)


def _detach(person: Person) -> None:
    person.git("checkout", "-q", "--detach")


def _switch(person: Person) -> None:
    person.git("checkout", "-q", "side")


@pytest.mark.parametrize("begin", [_merge, _rebase, _bisect, _cherry_pick, _detach, _switch])
def test_works_are_held_while_the_person_is_in_the_middle_of_something(
    space: Space, person: Person, save: Save, begin: object
) -> None:
    save("a.md", "one", "w1")
    for branch, name in (("side", "side.md"), ("conflicting", "a.md")):
        person.git("checkout", "-q", "-b", branch, "main")
        person.write(name, branch)
        person.commit_all()
    person.git("checkout", "-q", "main")
    save("a.md", "two", "w2")
    assert callable(begin)
    begin(person)
    before = person.git("status", "--porcelain")
    with pytest.raises(BusyRepository):
        save("b.md", "three", "w3")
    with pytest.raises(BusyRepository):
        space.keep_person_edits(["a.md"], subject="s", trailers={})
    assert person.git("status", "--porcelain") == before
    for ending in ("merge", "rebase", "cherry-pick"):
        person.git(ending, "--abort", check=False)
    person.git("bisect", "reset", check=False)
    person.git("checkout", "-q", "main")
    save("b.md", "three", "w3")
    assert space.read("b.md") == b"three"


def test_a_renamed_branch_is_followed(space: Space, person: Person, save: Save) -> None:
    save("a.md", "one", "w1")
    person.git("branch", "-m", "main", "trunk")
    save("a.md", "two", "w2")
    assert person.git("rev-list", "--count", "trunk").strip() == "2"
    assert Space.open(space.folder).read("a.md") == b"two"


def test_the_branch_is_remembered(space: Space, person: Person, save: Save) -> None:
    save("a.md", "one", "w1")
    person.git("checkout", "-q", "-b", "side")
    reopened = Space.open(space.folder)
    with pytest.raises(BusyRepository, match="main"):
        reopened.commit([FileChange("b.md", b"b")], author=WRITER, subject="s", trailers={}, ident="w2")
    Space.create(space.folder).commit([FileChange("b.md", b"b")], author=WRITER, subject="s", trailers={}, ident="w2")
    assert person.git("rev-list", "--count", "side").strip() == "2"


def test_a_locked_index_is_told_later(space: Space, person: Person, save: Save) -> None:
    save("a.md", "one", "w1")
    lock = space.folder / ".git/index.lock"
    lock.touch()
    save("b.md", "two", "w2")
    person.write("a.md", "mine")
    space.keep_person_edits(["a.md"], subject="s", trailers={})
    assert space.read("b.md") == b"two"
    assert not space.refresh_index()
    assert any("index.lock" in problem for problem in space.check())
    lock.unlink()
    assert any("w2" in problem for problem in space.check())
    assert Space.open(space.folder).refresh_index()
    assert person.git("status", "--porcelain") == ""
    assert space.check() == []


def test_a_text_written_into_a_file_just_replaced_is_not_lost(space: Space, save: Save) -> None:
    """An editor that had the file open writes into it after the app has put a new version in its place."""
    save("a.md", "one", "w1")
    with Path(space.folder / "a.md").open("r+") as editor:
        save("a.md", "two", "w2")
        editor.write("mine, late")
    save("b.md", "three", "w3")
    assert space.read("a.md") == b"two"
    (problem,) = space.check()
    kept = Path(problem.split("“")[1].split("”")[0])
    assert "a.md" in kept.name
    assert kept.read_text() == "mine, late"


def test_racing_with_an_editor(space: Space, person: Person, save: Save) -> None:
    """Whatever the person saves while the app writes the same file can be found afterwards, and so can the app's text."""
    save("a.md", "start", "start")
    for number in range(30):
        go = threading.Event()
        ready, mine = space.folder / ".tmp", f"mine {number}".encode()

        def edit(at_once: bool, ready: Path = ready, mine: bytes = mine, go: threading.Event = go) -> None:
            ready.write_bytes(mine)
            if not at_once:
                go.wait()
            ready.replace(space.folder / "a.md")

        thread = threading.Thread(target=edit, args=(number % 3 == 0,))
        thread.start()
        go.set()
        save("a.md", f"app {number}", f"w{number}")
        thread.join()
        committed = {space.read(version.path, version.commit) for version in space.history("a.md")}
        assert mine in committed | {space.read("a.md")}
        found = committed | {space.read(path) for path in space.files()}
        assert f"app {number}".encode() in found
    assert space.check() == []


def test_a_file_on_its_way_to_another_name_is_never_kept_as_a_deletion(
    space: Space, person: Person, save: Save
) -> None:
    """A deletion and an addition in two commits would be no move, and the versions under the old name could not be read."""
    saved = save("a.md", "one", "w1").commit
    assert saved is not None
    here, there, done = space.folder / "a.md", space.folder / "b.md", threading.Event()

    def move() -> None:
        while not done.wait(0.003):
            here.rename(there)
            done.wait(0.003)
            there.rename(here)

    thread = threading.Thread(target=move)
    thread.start()
    try:
        kept = [space.keep_edits({"a.md": saved}) for _ in range(60)]
    finally:
        done.set()
        thread.join()
    assert kept == [{}] * 60
    assert person.git("rev-parse", "HEAD").strip() == saved
