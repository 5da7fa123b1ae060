from pathlib import Path

import pytest

from spaces.files import blob_id
from spaces.replace import put, replace_by_link

SHA1 = "0" * 40


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    place = tmp_path / "scratch"
    place.mkdir()
    return place


def test_a_new_file_never_replaces_one(tmp_path: Path, scratch: Path) -> None:
    target = tmp_path / "deep/er/a.md"
    assert put(target, b"one", None, scratch)
    assert not put(target, b"two", None, scratch)
    assert target.read_bytes() == b"one"
    assert list(scratch.iterdir()) == []


def test_only_the_known_text_is_replaced(tmp_path: Path, scratch: Path) -> None:
    target = tmp_path / "a.md"
    target.write_bytes(b"one")
    assert not put(target, b"two", blob_id(b"other", SHA1), scratch)
    assert target.read_bytes() == b"one"
    assert put(target, b"two", blob_id(b"one", SHA1), scratch)
    assert target.read_bytes() == b"two"
    assert [path.read_bytes() for path in scratch.iterdir()] == [b"one"]


def test_only_the_known_text_is_taken_away(tmp_path: Path, scratch: Path) -> None:
    target = tmp_path / "a.md"
    target.write_bytes(b"one")
    assert not put(target, None, blob_id(b"other", SHA1), scratch)
    assert target.read_bytes() == b"one"
    assert put(target, None, blob_id(b"one", SHA1), scratch)
    assert not target.exists()
    assert put(target, None, blob_id(b"one", SHA1), scratch)


def test_a_file_that_is_gone_is_written_again(tmp_path: Path, scratch: Path) -> None:
    assert put(tmp_path / "a.md", b"two", blob_id(b"one", SHA1), scratch)
    assert (tmp_path / "a.md").read_bytes() == b"two"


@pytest.mark.parametrize(("found", "replaced"), [(b"one", True), (b"mine", False)])
def test_where_names_cannot_be_exchanged(tmp_path: Path, scratch: Path, found: bytes, replaced: bool) -> None:
    target, new = tmp_path / "a.md", scratch / "new"
    target.write_bytes(found)
    new.write_bytes(b"two")
    assert replace_by_link(new, target, blob_id(b"one", SHA1)) is replaced
    assert target.read_bytes() == (b"two" if replaced else b"mine")
    assert new.read_bytes() == (b"one" if replaced else b"two")
    assert [path.name for path in scratch.iterdir()] == ["new"]
