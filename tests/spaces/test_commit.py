from pathlib import Path

import pytest

from spaces import Author, FileChange, Space, SpaceError, UnsafeName
from tests.spaces.conftest import WRITER, Person, Save


def test_a_commit_names_its_author_and_its_trailers(space: Space, person: Person) -> None:
    trailers = {"Step": "s2", "Conversation": "c1\nWork-Id: forged", "Message": "m 9"}
    result = space.commit(
        [FileChange("step_1/works/a.md", b"text")], author=WRITER, subject="One\nline", trailers=trailers, ident="w1"
    )
    log = person.git("log", "-1", "--format=%H|%an|%ae|%s|%(trailers:only,unfold,separator=;)")
    expected = "Writer 写手|assistant@workspace.local|One line|Step: s2;Conversation: c1 Work-Id: forged;Message: m 9;Work-Id: w1"
    assert log.strip() == f"{result.commit}|{expected}"
    assert space.committed("w1") == result.commit
    assert space.committed("w2") is None


def test_repeating_an_ident_changes_nothing(space: Space, person: Person, save: Save) -> None:
    first = save("a.md", "one", "w1")
    second = save("a.md", "two", "w2")
    person.write("a.md", "mine")
    assert save("a.md", "one", "w1") == first
    assert save("a.md", "two", "w2") == second
    assert space.read("a.md") == b"mine"
    assert person.git("rev-list", "--count", "HEAD").strip() == "2"


@pytest.mark.parametrize(
    "content", [b"", b"\r\nlines\r\n\n", bytes(range(256)) * 50, "空間".encode("gbk"), b"a" * 2_000_000]
)
def test_bytes_are_kept_exactly(space: Space, person: Person, save: Save, content: bytes) -> None:
    person.git("config", "core.autocrlf", "true")
    person.write(".gitattributes", "* text eol=crlf\n")
    commit = save("context/空 間.bin", content, "w1").commit
    assert (space.folder / "context/空 間.bin").read_bytes() == content
    assert space.read("context/空 間.bin", commit) == content
    assert space.changed_by_person(["context/空 間.bin"]) == []


def test_names_with_quotes_spaces_and_dashes(space: Space, person: Person, save: Save) -> None:
    paths = ["-rf/--all.md", "it's/a 'b'.md", "目錄 one/📄 文件.md", " lead/x.md"]
    for number, path in enumerate(paths):
        save(path, f"text {number}", f"w{number}")
    assert space.files() == sorted(paths)
    assert space.files("目錄 one") == ["目錄 one/📄 文件.md"]
    assert person.git("status", "--porcelain") == ""
    assert person.git("ls-tree", "-r", "-z", "--name-only", "HEAD").rstrip("\0").split("\0") == sorted(paths)


def test_several_changes_are_one_commit(space: Space, person: Person, save: Save) -> None:
    save("old.md", "old", "w1")
    changes = [FileChange("old.md", None), FileChange("new/a.md", b"a"), FileChange("new/b.md", b"b")]
    space.commit(changes, author=Author("count", "function"), subject="Move", trailers={}, ident="w2")
    assert space.files() == ["new/a.md", "new/b.md"]
    assert person.git("rev-list", "--count", "HEAD").strip() == "2"
    assert person.git("status", "--porcelain") == ""


def test_an_executable_file_stays_one(space: Space, person: Person, save: Save) -> None:
    person.write("run.sh", "echo 1\n").chmod(0o755)
    person.commit_all()
    save("run.sh", "echo 2\n", "w1")
    assert (space.folder / "run.sh").stat().st_mode & 0o111
    assert person.git("status", "--porcelain") == ""


def test_no_user_name_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USER", "LOGNAME", "EMAIL", "GIT_AUTHOR_NAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    space = Space.create(tmp_path / "s")
    space.commit([FileChange("a.md", b"a")], author=WRITER, subject="s", trailers={}, ident="w1")
    assert space.history("a.md")[0].author == "Writer 写手"
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("path", ["../x.md", ".git/config", "a/.GIT/hooks/x", "/etc/x", "aux.md", "a?.md", "x\n.md"])
def test_unsafe_paths_are_refused_before_anything_is_written(space: Space, path: str) -> None:
    with pytest.raises(UnsafeName):
        space.commit([FileChange(path, b"x")], author=WRITER, subject="s", trailers={}, ident="w1")
    assert space.committed("w1") is None
    assert space.files() == []


def test_links_and_nested_repositories_are_refused(space: Space, person: Person, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("secret")
    (space.folder / "link").symlink_to(outside)
    (space.folder / "file.md").symlink_to(outside / "secret.txt")
    (space.folder / "nested").mkdir()
    Person(space.folder / "nested").git("init", "-q")
    for path in ("link/x.md", "file.md", "nested/x.md"):
        with pytest.raises(UnsafeName):
            space.commit([FileChange(path, b"x")], author=WRITER, subject="s", trailers={}, ident="w1")
    for path in ("link/secret.txt", "file.md"):
        with pytest.raises(UnsafeName):
            space.read(path)
    assert space.files() == []
    assert space.changed_by_person(["link/secret.txt", "file.md", "nested/x.md"]) == []
    assert [path.name for path in outside.iterdir()] == ["secret.txt"]


@pytest.mark.parametrize("ident", ["", "a b", "../x", "-x", "a/b", "x" * 200, "a.lock"])
def test_an_ident_must_fit_a_ref(space: Space, ident: str) -> None:
    with pytest.raises(ValueError, match="ident"):
        space.commit([FileChange("a.md", b"x")], author=WRITER, subject="s", trailers={}, ident=ident)


def test_adopting_a_folder_touches_nothing_of_the_person(tmp_path: Path) -> None:
    person = Person(tmp_path)
    person.git("init", "-q", "-b", "trunk")
    person.write("notes.md", "mine")
    person.commit_all()
    person.write("notes.md", "mine, edited")
    person.write("new.md", "not committed")
    before = person.git("status", "--porcelain")
    space = Space.create(tmp_path)
    space.commit([FileChange("step_1/works/a.md", b"a")], author=WRITER, subject="s", trailers={}, ident="w1")
    assert person.git("status", "--porcelain") == before
    assert person.git("log", "--format=%an", "trunk").split() == ["Writer", "写手", "Pat"]
    assert Space.open(tmp_path).committed("w1") == space.committed("w1")


def test_a_half_made_repository_is_repaired(tmp_path: Path) -> None:
    (tmp_path / "s/.git/objects").mkdir(parents=True)
    with pytest.raises(SpaceError, match="history"):
        Space.open(tmp_path / "s")
    assert Space.create(tmp_path / "s").check() == []


def test_a_space_that_is_gone_says_so(space: Space, tmp_path: Path) -> None:
    space.folder.rename(tmp_path / "moved")
    with pytest.raises(SpaceError, match="not there"):
        Space.open(space.folder)
    with pytest.raises(SpaceError, match="not there"):
        space.committed("w1")
    assert Space.open(tmp_path / "moved").check() == []


def test_folders_that_cannot_be_spaces(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked/.git").write_text("gitdir: ../elsewhere")
    for place in (tmp_path / "file", tmp_path / "linked", tmp_path / "x/.git/y"):
        with pytest.raises(SpaceError):
            Space.create(place)
