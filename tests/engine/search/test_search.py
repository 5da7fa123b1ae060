"""What glob_search and grep_search find (L109-L115)."""

from __future__ import annotations

import os
import re
import shutil
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from workspace_app.engine.search.files import Search, expand_braces, loosened, search

RIPGREP = shutil.which("rg")
BOTH = pytest.mark.parametrize("ripgrep", [None, RIPGREP], ids=["python", "ripgrep"])


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    for age, (name, content) in enumerate(
        {
            "new.py": b"pass\n",
            "a.py": b"#!/usr/bin/python\nimport os\r\nimport sys\n",
            "sub/b.md": "市場 needle\n".encode(),
            "sub/deep/c.txt": b"needle -x\nneedle",
            ".hidden/d.txt": b"needle\n",
            "binary.bin": b"needle\0needle\n",
            "latin.txt": b"needle \xff\n",
            "large.txt": b"needle\n" * 400,
            ".git/config": b"needle\n",
            ".gitignore": b"sub\n",
        }.items()
    ):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        os.utime(file, (1_000_000 - age, 1_000_000 - age))
    return folder


def ask(root: Path, pattern: str, **more: object) -> list[str]:
    return search(Search(str(root), pattern, **more)).split("\n")  # type: ignore[arg-type]


def test_l110_l114_paths_are_virtual_and_the_newest_come_first(root: Path) -> None:
    assert ask(root, "**/*.py") == ["/new.py", "/a.py"]
    assert ask(root, "*.py") == ["/new.py", "/a.py"]
    assert ask(root, "**/*.{md,txt}", path="/sub") == ["/sub/b.md", "/sub/deep/c.txt"]
    assert ask(root, "deep/*", path="/sub/") == ["/sub/deep/c.txt"]
    assert ask(root, "/sub/*") == ["/sub/b.md"]
    assert ask(root, "*.none") == ["No files found"]


@BOTH
def test_l110_the_three_ways_to_answer(root: Path, ripgrep: str | None) -> None:
    assert ask(root, "^import", mode="content", ripgrep=ripgrep) == ["/a.py:2:import os", "/a.py:3:import sys"]
    assert ask(root, "os$", mode="content", ripgrep=ripgrep) == ["/a.py:2:import os"]
    assert ask(root, "import", mode="count", ripgrep=ripgrep) == ["/a.py:2"]
    assert ask(root, "needle", mode="files_with_matches", include="*.{md,txt}", largest=1000, ripgrep=ripgrep) == [
        "/.hidden/d.txt",
        "/sub/b.md",
        "/sub/deep/c.txt",
    ]


@BOTH
def test_l111_a_pattern_may_begin_with_a_dash(root: Path, ripgrep: str | None) -> None:
    assert ask(root, "-x", mode="content", ripgrep=ripgrep) == ["/sub/deep/c.txt:1:needle -x"]


def test_l111_a_ripgrep_that_fails_changes_nothing(root: Path, tmp_path: Path) -> None:
    broken = tmp_path / "rg"
    broken.write_text("#!/bin/sh\nexit 2\n")
    broken.chmod(0o755)
    for ripgrep in (str(broken), str(tmp_path / "none")):
        assert ask(root, "import os", mode="content", ripgrep=ripgrep) == ["/a.py:2:import os"]


@BOTH
def test_l112_large_and_binary_files_are_skipped(root: Path, ripgrep: str | None) -> None:
    found = ask(root, "needle", mode="files_with_matches", largest=1000, ripgrep=ripgrep)
    assert not {"/large.txt", "/binary.bin", "/latin.txt"} & set(found)
    assert "/large.txt" in ask(root, "needle", mode="files_with_matches", ripgrep=ripgrep)


@pytest.mark.parametrize("include", ["*.{}", "{", "a}", "", "a\nb", "{a,{b}"])
def test_l110_an_invalid_pattern_of_names_is_told(root: Path, include: str) -> None:
    assert ask(root, "x", mode="content", include=include) == ["Invalid include pattern"]


def test_l110_an_invalid_expression_is_told(root: Path) -> None:
    (answer,) = ask(root, "(", mode="content")
    assert answer.startswith("Invalid regex pattern: ")


def test_names_with_line_ends_stay_on_their_line(root: Path) -> None:
    (root / "two\nlines.log").write_text("needle")
    assert ask(root, "*.log") == ["/two\\x0alines.log"]
    assert ask(root, "needle", mode="content", include="*.log") == ["/two\\x0alines.log:1:needle"]


def test_braces_stand_for_every_choice() -> None:
    assert sorted(expand_braces("{a,b}{1,2}") or []) == ["a1", "a2", "b1", "b2"]
    assert expand_braces("{a,{b,c}}") is not None
    assert expand_braces("{a,b}" * 20) is None


LETTERS = st.sampled_from([*"abAB09 _-.\t", "市", "é", "²", "\x1c", "\r", "\n", "\0", "ſ", "\ufeff"])
PIECES = st.sampled_from(
    [
        *"abAB0 ._市é²",
        r"\w",
        r"\d",
        r"\s",
        r"\S",
        r"\b",
        r"\W",
        r"\B",
        "^",
        "$",
        ".",
        "[a-b]",
        "[^a]",
        "(?:ab)",
        "(a|b)",
        r"\.",
        r"\-",
        "(?i)",
    ]
)
ENDS = st.sampled_from(["", "", "", "*", "+", "?", "{2}", "*?", "|"])


@pytest.mark.skipif(RIPGREP is None, reason="ripgrep is not installed")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(texts=["\r-"], pattern=".-")
@example(texts=["a\r\nb"], pattern="a$")
@given(
    texts=st.lists(st.text(LETTERS, max_size=30), min_size=1, max_size=4),
    pattern=st.lists(st.tuples(PIECES, ENDS).map("".join), min_size=1, max_size=4).map("".join),
)
def test_l111_ripgrep_and_python_find_the_same(tmp_path: Path, texts: list[str], pattern: str) -> None:
    folder = tmp_path / "files"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"{number}.txt").write_bytes(text.encode())
    wanted = Search(str(folder), pattern, mode="content")
    assert search(wanted) == search(replace(wanted, ripgrep=RIPGREP))


@given(
    line=st.text(LETTERS, max_size=20), pattern=st.lists(st.tuples(PIECES, ENDS).map("".join), min_size=1).map("".join)
)
def test_l111_a_loosened_pattern_is_one_that_python_knows_too(line: str, pattern: str) -> None:
    loose = loosened(pattern)
    if loose is None or "\\p" in loose:
        return
    try:
        with warnings.catch_warnings(action="ignore"):
            strict, loose_too = re.compile(pattern), re.compile(loose)
    except re.error:
        return
    if strict.search(line):
        assert loose_too.search(line)
