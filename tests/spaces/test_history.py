import pytest

from spaces import Author, FileChange, Space, SpaceError
from tests.spaces.conftest import Person, Save

BEN = Author("Ben", "user")


def test_history_is_what_git_log_follow_shows(space: Space, person: Person, save: Save) -> None:
    save("a.md", "one\n" * 20, "w1")
    person.git("mv", "a.md", "b.md")
    person.git("commit", "-q", "-m", "rename")
    save("b.md", "one\n" * 20 + "two\n", "w2")
    save("other.md", "x", "w3")
    found = space.history("b.md")
    assert [version.commit for version in found] == person.git("log", "--follow", "--format=%H", "--", "b.md").split()
    assert [version.path for version in found] == ["b.md", "b.md", "a.md"]
    assert [version.author_kind for version in found] == ["assistant", "user", "assistant"]
    assert [version.size for version in found] == [84, 80, 80]
    assert found[2].trailers == {"Step": "s1", "Work-Id": "w1"}
    assert found[0].when.tzinfo is not None
    assert found[1].author == "Pat"


def test_a_work_like_another_has_a_history_of_its_own(space: Space, save: Save) -> None:
    save("a.md", "one\n" * 20, "w1")
    second = save("b.md", "one\n" * 20, "w2").commit
    assert [version.commit for version in space.history("b.md")] == [second]


def test_a_deletion_is_a_version_without_content(space: Space, save: Save) -> None:
    first = save("a.md", "one", "w1").commit
    second = save("a.md", None, "w2").commit
    gone, kept = space.history("a.md")
    assert (gone.commit, gone.deleted, gone.size) == (second, True, 0)
    assert (kept.commit, kept.deleted, kept.size) == (first, False, 3)
    with pytest.raises(SpaceError, match=r"no “a\.md”"):
        space.read("a.md", second)


def test_history_of_what_is_not_there_is_empty(space: Space, save: Save) -> None:
    assert space.history("a.md") == []
    save("b.md", "b", "w1")
    assert space.history("a.md") == []


def test_merges_are_followed(space: Space, person: Person, save: Save) -> None:
    save("a.md", "one\n", "w1")
    person.git("checkout", "-q", "-b", "side")
    person.write("a.md", "one\nside\n")
    side = person.commit_all("side")
    person.git("checkout", "-q", "main")
    save("b.md", "b", "w2")
    person.git("merge", "-q", "--no-edit", "side")
    assert side in [version.commit for version in space.history("a.md")]


def test_diffs(space: Space, person: Person, save: Save) -> None:
    first = save("空 a.md", "一\n二\n三\n", "w1").commit
    second = save("空 a.md", "一\n2\n三\n", "w2").commit
    assert space.diff("空 a.md", first, second).splitlines() == [
        "--- a/空 a.md", "+++ b/空 a.md", "@@ -1,3 +1,3 @@", " 一", "-二", "+2", " 三"
    ]  # fmt: skip
    assert space.diff("空 a.md", first, first) == ""
    person.write("空 a.md", "一\n2\n三\n四\n")
    assert "+四" in space.diff("空 a.md", second, None)


def test_a_binary_diff_is_a_sentence(space: Space, save: Save) -> None:
    first = save("a.png", b"\x89PNG\0one", "w1").commit
    second = save("a.png", b"\x89PNG\0three", "w2").commit
    assert space.diff("a.png", first, second) == "“a.png” is binary: 8 bytes before, 10 bytes after."


def test_reading_an_earlier_name(space: Space, person: Person, save: Save) -> None:
    first = save("a.md", "one\n" * 20, "w1").commit
    person.git("mv", "a.md", "b.md")
    person.git("commit", "-q", "-m", "rename")
    assert space.read("b.md", first[:10]) == b"one\n" * 20
    with pytest.raises(SpaceError, match=r"no “a\.md”"):
        space.read("a.md")


@pytest.mark.parametrize("version", ["0" * 40, "nothing", "--all", "HEAD:a.md", "-x"])
def test_a_version_that_is_none_is_said_to_be_none(space: Space, save: Save, version: str) -> None:
    save("a.md", "a", "w1")
    with pytest.raises(SpaceError, match="no version"):
        space.read("a.md", version)


def test_restoring_is_a_new_version(space: Space, person: Person, save: Save) -> None:
    first = save("a.md", "one", "w1").commit
    save("a.md", "two", "w2")
    before = person.git("rev-list", "HEAD").split()
    result = space.restore("a.md", first, author=BEN, ident="w3")
    assert space.read("a.md") == b"one"
    assert person.git("rev-list", "HEAD").split() == [result.commit, *before]
    assert space.history("a.md")[0].trailers == {"Restores": first, "Work-Id": "w3"}
    assert space.history("a.md")[0].author == "Ben"


def test_restoring_brings_back_a_file_that_was_removed_by_hand(space: Space, save: Save) -> None:
    first = save("a.md", "one", "w1").commit
    (space.folder / "a.md").unlink()
    space.restore("a.md", first, author=BEN, ident="w2")
    assert space.read("a.md") == b"one"


def test_check_finds_a_missing_object(space: Space, person: Person, save: Save) -> None:
    save("a.md", "one", "w1")
    assert space.check() == []
    blob = person.git("rev-parse", "HEAD:a.md").strip()
    (space.folder / ".git/objects" / blob[:2] / blob[2:]).unlink()
    assert any(blob in problem for problem in space.check())


def test_a_deleted_task_folder_gives_readable_errors(space: Space, save: Save) -> None:
    save("task/context/a.md", "a", "w1")
    (space.folder / "task/context/a.md").unlink()
    (space.folder / "task/context").rmdir()
    (space.folder / "task").rmdir()
    with pytest.raises(SpaceError, match=r"no “task/context/a\.md”"):
        space.read("task/context/a.md")
    assert space.files("task") == []


def test_sha256_repositories(tmp_path_factory: pytest.TempPathFactory) -> None:
    person = Person(tmp_path_factory.mktemp("sha256"))
    person.git("init", "-q", "-b", "main", "--object-format=sha256")
    space = Space.create(person.folder)
    for number, content in enumerate((b"one", b"two", None)):
        space.commit([FileChange("a.md", content)], author=BEN, subject="s", trailers={}, ident=f"w{number}")
    assert [version.size for version in space.history("a.md")] == [0, 3, 3]
    assert person.git("status", "--porcelain") == ""
