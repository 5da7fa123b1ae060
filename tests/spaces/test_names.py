import re
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spaces import UnsafeName, check_relative, safe_name, work_path
from spaces.names import check_inside, conflict_copy

WHEN = datetime(2024, 11, 11, 9, 31)
ANY_TEXT = st.text(st.characters(), max_size=400)


@given(ANY_TEXT, st.sampled_from([".md", "", ".png", ".tar.gz", "/../x", ".m\0d", "." * 300]))
def test_every_title_gives_a_name_that_is_legal_everywhere(title: str, extension: str) -> None:
    name = safe_name(title, extension)
    assert str(check_relative(name)) == name
    assert "/" not in name
    assert 0 < len(name.encode()) <= 255


@given(ANY_TEXT, st.integers(40, 255))
def test_a_name_keeps_to_its_length_and_its_extension(title: str, limit: int) -> None:
    name = safe_name(title, ".md", limit)
    assert len(name.encode()) <= limit
    assert name.endswith(".md")
    assert name != ".md"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("市場摘要 🚀 v2", "市場摘要 🚀 v2.md"),
        ('a/b\\c:d*e?f"g<h>i|j', "a_b_c_d_e_f_g_h_i_j.md"),
        ("CON", "_CON.md"),
        ("com1.notes", "_com1.notes.md"),
        (".git", "git.md"),
        ("../../etc/passwd", "_.._etc_passwd.md"),
        ("report.md", "report.md"),
        ("", "untitled.md"),
        (" . ", "untitled.md"),
        ("two\nlines", "two lines.md"),
        ("👩\u200d🔬", "👩\u200d🔬.md"),
    ],
)
def test_titles_as_people_write_them(title: str, name: str) -> None:
    assert safe_name(title) == name


def test_a_long_chinese_title_is_cut_between_characters() -> None:
    name = safe_name("報" * 300)
    assert len(name.encode()) in range(250, 256)
    assert set(name.removesuffix(".md")) == {"報"}


@given(st.lists(ANY_TEXT, max_size=8))
def test_works_of_one_minute_never_share_a_path(titles: list[str]) -> None:
    taken: list[str] = []
    for title in titles + titles:
        taken.append(work_path(2, title, WHEN, taken))
    assert len({path.casefold() for path in taken}) == len(taken)
    for path in taken:
        assert re.fullmatch(r"step_\d+/works/work_\d{8}_\d{4}_.+", path, re.DOTALL)
        assert len(Path(path).name.encode()) <= 255
        check_relative(path)


def test_the_path_scheme_of_works() -> None:
    assert work_path(2, "Title", WHEN, []) == "step_2/works/work_20241111_0931_Title.md"
    assert work_path(2, "Title", WHEN, ["step_2/works/work_20241111_0931_title.md"]).endswith("_Title_2.md")


@given(st.text(st.characters(exclude_characters="/\\\0"), min_size=1, max_size=300))
def test_a_conflict_copy_fits_beside_any_name(name: str) -> None:
    copy = conflict_copy(f"a/{name.encode(errors='replace')[:255].decode(errors='ignore') or 'x'}", 3)
    assert copy.startswith("a/")
    assert "(conflict 3)" in copy
    assert len(copy.encode()) <= 257


HOSTILE = [
    "", "/", "/etc/passwd", "../x", "a/../../x", "a/..", ".", "a/./b", "a//b", "a/", "C:/x", "c:x", "\\\\host\\x", "a\\b",
    ".git", ".git/config", "a/.git/hooks/x", ".GIT/config", ".Git", ".git.", ".git ", ".git . .", "GIT~1/config", "git~2",
    ".g\u200cit/config", ".git\u200b", "\ufeff.git/x", ".git::$INDEX_ALLOCATION/config", "a\0b", "a\nb", "a\x7fb", "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("path", HOSTILE)
def test_no_path_leaves_the_folder_or_reaches_into_git(path: str) -> None:
    with pytest.raises(UnsafeName):
        check_inside(path)
    with pytest.raises(UnsafeName):
        check_relative(path)


@pytest.mark.parametrize(
    "path", ["aux", "a/nul.txt", "COM¹", "x?.md", "a:b/c", "dot.", "space ", "b" * 256, "a\u2028b"]
)
def test_new_names_keep_the_rules_of_every_system(path: str) -> None:
    with pytest.raises(UnsafeName):
        check_relative(path)


@pytest.mark.parametrize(
    "path", ["a.md", "-rf", "空 間/文件 🚀.md", ".gitignore", "git", ".github/x", "con1/a", "a/b/c.tar.gz"]
)
def test_ordinary_paths_pass(path: str) -> None:
    assert str(check_relative(path)) == path
