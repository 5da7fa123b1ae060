"""The search itself: patterns, and what is found, as the lines that a model reads (L110-L115)."""

import os
import re
import subprocess
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from workspace_app.engine.rooted import Entry, Root, root_of, shown

NO_FILES, NO_MATCHES = "No files found", "No matches found"
_LONGEST_LINE = 1000  # characters of a line that are shown
_RIPGREP_TIME = 15  # seconds
_MOST_BRACES = 1000  # patterns that braces may stand for


@dataclass(frozen=True)
class Search:
    """What is looked for, and where.

    Args:
        path: the folder to search, virtual: `/` is the root.
        include: for a search by content, a pattern of file names, such as `*.{py,md}`.
        mode: files_with_matches, content or count; for a search by name, None.
        largest: bytes; larger files are not searched.
        ripgrep: where the program is; None to do without.
    """

    root: str
    pattern: str
    path: str = "/"
    include: str | None = None
    mode: str | None = None
    largest: int = 10_000_000
    ripgrep: str | None = None


def search(wanted: Search) -> str:
    """What was found, one result a line, or a sentence that says that there is nothing or what is wrong."""
    return _glob(wanted) if wanted.mode is None else _grep(wanted, wanted.mode)


def _glob(wanted: Search) -> str:
    """Paths that match, the newest first (L114)."""
    expanded = expand_braces(wanted.pattern)
    if expanded is None or _leaves(wanted.pattern):
        return NO_FILES
    tests = [_glob_test(pattern.lstrip("/")) for pattern in expanded]
    base = wanted.path.strip("/")
    found = [
        entry
        for entry in _entries(root_of(Path(wanted.root)), wanted.path)
        if any(test(entry.path[len(base) + 1 if base else 0 :]) for test in tests)
    ]
    found.sort(key=lambda entry: (-entry.changed, entry.path))
    return "\n".join(f"/{shown(entry.path)}" for entry in found) or NO_FILES


def _grep(wanted: Search, mode: str) -> str:
    try:
        with warnings.catch_warnings(action="ignore"):
            pattern = re.compile(wanted.pattern)
    except (re.error, RecursionError, OverflowError) as error:
        return f"Invalid regex pattern: {error}"
    includes = expand_braces(wanted.include) if wanted.include is not None else ["*"]
    if not includes or any(character in (wanted.include or "") for character in "\0\n\r"):
        return "Invalid include pattern"
    root = root_of(Path(wanted.root))
    candidates = _candidates(wanted, root)
    lines: list[str] = []
    for entry in _entries(root, wanted.path):
        name = entry.path.rpartition("/")[2]
        if candidates is not None and entry.path not in candidates:
            continue
        if any(fnmatchcase(name, include) for include in includes):
            lines += _found_in(root, entry, pattern, mode, wanted.largest)
    return "\n".join(lines) or NO_MATCHES


def _found_in(root: Root, entry: Entry, pattern: re.Pattern[str], mode: str, largest: int) -> list[str]:
    hits = [(number, line) for number, line in _lines(root, entry, largest) if pattern.search(line)]
    if not hits:
        return []
    path = f"/{shown(entry.path)}"
    if mode == "content":
        return [f"{path}:{number}:{line[:_LONGEST_LINE]}" for number, line in hits]
    return [f"{path}:{len(hits)}"] if mode == "count" else [path]


def _lines(root: Root, entry: Entry, largest: int) -> Iterator[tuple[int, str]]:
    """The numbered lines of a file; none if it is too large, binary, or gone (L112)."""
    if entry.size > largest:
        return
    try:
        text = root.read(entry.path, largest).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError, OverflowError):
        return
    if "\0" in text:
        return
    for number, line in enumerate(text.removesuffix("\n").split("\n") if text else (), 1):
        yield number, line.removesuffix("\r")


def _entries(root: Root, path: str) -> Iterable[Entry]:
    """The files below a virtual path; none if it leads out (L113)."""
    if _leaves(path):
        return []
    try:
        return list(root.files(path.strip("/")))
    except (OSError, ValueError):
        return []


def _leaves(path: str) -> bool:
    return path.startswith("~") or "\0" in path or ".." in path.split("/")


def expand_braces(pattern: str) -> list[str] | None:
    """The patterns that one with braces stands for, such as `*.{py,md}`; None if its braces are empty, open or too many."""
    done: list[str] = []
    waiting = [pattern]
    while waiting:
        if len(done) + len(waiting) > _MOST_BRACES:
            return None
        one = waiting.pop()
        inner = re.search(r"\{([^{}]*)\}", one)
        if inner is None:
            if "{" in one or "}" in one or not one:
                return None
            done.append(one)
        elif not inner[1]:
            return None
        else:
            waiting += [one[: inner.start()] + choice + one[inner.end() :] for choice in reversed(inner[1].split(","))]
    return done


def _glob_test(pattern: str) -> Callable[[str], bool]:
    """Whether a path matches: `*` and `?` within one name, `**` any number of folders."""
    parts = [part for part in pattern.split("/") if part not in ("", ".")]

    def matches(path: str) -> bool:
        return _match(path.split("/"), parts)

    return matches


def _match(names: list[str], parts: list[str]) -> bool:
    """Whether names match the parts of a pattern, in time of one times the other."""
    reached = {0}
    for part in parts:
        if part == "**":
            reached = set(range(min(reached), len(names) + 1)) if reached else reached
        else:
            reached = {at + 1 for at in reached if at < len(names) and fnmatchcase(names[at], part)}
    return len(names) in reached


def _candidates(wanted: Search, root: Root) -> set[str] | None:
    """The files in which ripgrep finds something; None if it cannot be asked, and all files have to be read.

    It only narrows down what is read: what is shown was read through the root, and matched by Python.
    """
    loose = loosened(wanted.pattern)
    if wanted.ripgrep is None or loose is None or _leaves(wanted.path):
        return None
    command = [
        wanted.ripgrep,
        "--no-config",
        "--files-with-matches",
        "--null",
        "--no-ignore",
        "--hidden",
        "--no-messages",
    ]
    command += ["--text", f"--max-filesize={wanted.largest}", "--", loose, f"./{wanted.path.strip('/')}"]
    try:
        done = subprocess.run(
            command, cwd=root.folder, stdin=-3, stdout=-1, stderr=-3, timeout=_RIPGREP_TIME, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    if done.returncode > 1:
        return None
    return {os.fsdecode(path).removeprefix("./") for path in done.stdout.split(b"\0") if path}


_SAME = r"[^\\\[\](){}?*+|^$.]|\\[\\\[\](){}?*+|^$./-]"  # what stands for itself in Python and in ripgrep
_TOKEN = re.compile(
    rf"(?P<same>{_SAME}|[.^$|()]|[*+?]\??|\{{\d+(?:,\d*)?\}}\??|\(\?:)"
    r"|(?P<class>\[\^?[^\[\]\\&~^-](?:-[^\[\]\\&~^-])?(?:[^\[\]\\&~^-](?:-[^\[\]\\&~^-])?)*\])"
    r"|(?P<escape>\\[wdsSbB])"
)
_LOOSER = {
    r"\w": r"[\w\pN\pM]",
    r"\d": r"\pN",
    r"\s": r"[\s\x1c-\x1f]",
    r"\S": r"[^\n]",
    r"\b": "",
    r"\B": "",
    # A line's last \r is no part of it here; any other is, which is why ripgrep is not told of CRLF.
    "$": r"(?:\r?$)",
}


def loosened(pattern: str) -> str | None:
    """A pattern for ripgrep that matches every line that `pattern` does in Python, and maybe more; None if there is none.

    The two differ in what letters and spaces are, and in much of the rest: only what both know is handed on.
    """
    at, loose = 0, ""
    while at < len(pattern):
        token = _TOKEN.match(pattern, at)
        if token is None:
            return None
        loose += _LOOSER.get(token[0], token[0])
        at = token.end()
    return loose or None
