"""Paths that stay below their root, in whatever moment links are exchanged (L113, F30)."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from pathlib import Path

import pytest

from workspace_app.engine.rooted import OutsideError, PathRoot, PrivateError, Root

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="makes links as Unix does")
EACH = pytest.mark.parametrize("kind", [Root, PathRoot])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "root"
    (made / "sub").mkdir(parents=True)
    (made / "sub" / "file").write_text("inside")
    (tmp_path / "secret").write_text("outside")
    (made / "to_file").symlink_to("sub/file")
    (made / "absolute").symlink_to(made / "sub")
    (made / "sub" / "back").symlink_to("../sub/../to_file")
    (made / "out").symlink_to("../secret")
    (made / "far").symlink_to(tmp_path)
    (made / ".git").mkdir()
    (made / ".git" / "config").write_text("private")
    (made / "git").symlink_to(".git")
    return made


@EACH
@pytest.mark.parametrize("path", ["sub/file", "./sub//file", "sub/../sub/file", "to_file", "absolute/file", "sub/back"])
def test_what_lies_inside_is_read_through_links_too(folder: Path, kind: type[Root], path: str) -> None:
    assert kind(folder).read(path, 100) == b"inside"


@EACH
@pytest.mark.parametrize(
    "path", ["../secret", "out", "far/secret", "sub/../../secret", "/etc/passwd", "absolute/../../secret"]
)
def test_what_lies_outside_is_not(folder: Path, kind: type[Root], path: str) -> None:
    with pytest.raises(OutsideError):
        kind(folder).read(path, 100)


@EACH
@pytest.mark.parametrize("path", [".git/config", ".GIT/config", "git/config", "sub/../.git/config"])
def test_git_s_own_folder_is_private(folder: Path, kind: type[Root], path: str) -> None:
    with pytest.raises((PrivateError, FileNotFoundError)):
        kind(folder).read(path, 100)


@EACH
@pytest.mark.parametrize(
    "name", [".git", ".Git", ".g\u200cit", "git~1", "GIT~2", ".git ", ".git.", ".git::$INDEX_ALLOCATION", "sub/.GIT"]
)
def test_git_s_own_folder_is_not_made_under_any_of_its_names(folder: Path, kind: type[Root], name: str) -> None:
    with pytest.raises(PrivateError):
        kind(folder).write(f"{name}/hooks/post-commit", b"x")
    with pytest.raises(PrivateError):
        kind(folder).write(name, b"x")


@EACH
def test_files_are_listed_without_links_and_git(folder: Path, kind: type[Root]) -> None:
    assert [entry.path for entry in kind(folder).files()] == ["sub/file"]
    with pytest.raises(OutsideError):
        list(kind(folder).files("far"))
    with pytest.raises(NotADirectoryError):
        list(kind(folder).files("sub/file"))


@EACH
def test_too_large_is_said_with_the_size(folder: Path, kind: type[Root]) -> None:
    with pytest.raises(OverflowError) as caught:
        kind(folder).read("sub/file", 3)
    assert caught.value.args == (6,)


@EACH
def test_a_file_is_written_whole_with_its_folders(folder: Path, kind: type[Root]) -> None:
    root = kind(folder)
    root.write("new/deep/file", b"one")
    root.write("new/deep/file", b"two")
    assert root.read("new/deep/file", 10) == b"two"
    assert [entry.path for entry in root.files("new")] == ["new/deep/file"]


@pytest.mark.parametrize("path", ["../new", "far/new", "absolute/new", "git/new", ".git/new", "", "sub", "sub/.."])
def test_nothing_is_written_through_a_link_or_outside(folder: Path, path: str) -> None:
    before = sorted(folder.parent.rglob("*"))
    with pytest.raises(OSError):  # noqa: PT011 - which of them, the system decides
        Root(folder).write(path, b"x")
    assert sorted(folder.parent.rglob("*")) == before


def test_a_link_at_the_place_of_a_file_is_replaced_not_followed(folder: Path) -> None:
    Root(folder).write("out", b"mine")
    assert (folder.parent / "secret").read_text() == "outside"
    assert (folder / "out").read_text() == "mine"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="exchanges as Linux can")
def test_a_race_of_links_reveals_and_changes_nothing_outside(folder: Path) -> None:
    """A folder and a link to the outside are exchanged as fast as can be."""
    (folder.parent / "file").write_text("outside")
    place, link = folder / "place", folder / "link"
    place.mkdir()
    (place / "file").write_text("inside")
    link.symlink_to(folder.parent)
    stop = threading.Event()
    libc = ctypes.CDLL(None)

    def exchange() -> None:
        while not stop.is_set():
            libc.renameat2(-100, os.fsencode(place), -100, os.fsencode(link), 2)

    racer = threading.Thread(target=exchange)
    racer.start()
    seen = set()
    try:
        for _ in range(3000):
            try:
                seen.add(Root(folder).read("place/file", 100))
                Root(folder).write("place/new", b"x")
            except OSError as error:
                seen.add(type(error).__name__.encode())
    finally:
        stop.set()
        racer.join()
    assert seen >= {b"inside", b"OutsideError"}
    assert b"outside" not in seen
    assert not (folder.parent / "new").exists()
