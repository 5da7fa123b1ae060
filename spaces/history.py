"""The versions of a file, read from git's log."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import get_args

from spaces.commits import HOST, Author, AuthorKind
from spaces.git import Git, compare

_FORMAT = "%x00".join(("%H", "%an", "%ae", "%aI", "%s", "%(trailers:only,unfold)"))
_AUTHOR = "%x00".join(("%an", "%ae", "%s", "%(trailers:only,unfold)"))
_FIELDS = 6


@dataclass(frozen=True)
class Version:
    """One saved state of a file.

    `path` is the name that it had then, `author_kind` is "user" for a commit made outside the app, `size` is in
    bytes; a version that is a deletion has `deleted` set and size 0.
    """

    commit: str
    path: str
    author: str
    author_kind: AuthorKind
    when: datetime
    subject: str
    trailers: dict[str, str]
    size: int
    deleted: bool = False


def versions(git: Git, tip: str, path: str, *, follow: bool = True) -> list[Version]:
    """The versions of `path` that `tip` knows, newest first, through renames but not into what it was copied from (R9).

    Args:
        follow: also under earlier names, for which git must look at every commit.
    """
    options = ("-M", "--raw", "-z", "--no-abbrev", "--diff-merges=first-parent", *(("--follow",) if follow else ()))
    plain = ("--no-ext-diff", "--no-textconv", "--no-color", "--no-notes", "--no-mailmap", "--encoding=UTF-8")
    out = git.run("log", *options, *plain, f"--format={_FORMAT}", tip, "--", path)
    rows = list(_rows(out.decode(errors="replace").split("\0")))
    sizes = _sizes(git, [blob for _, blob, _ in rows])
    return [_version(fields, name, blob, size) for (fields, blob, name), size in zip(rows, sizes, strict=True)]


def author_of(git: Git, commit: str) -> tuple[Author, str, dict[str, str]]:
    """Who made a commit, its subject and its trailers."""
    name, email, subject, trailers = git.text("log", "-1", f"--format={_AUTHOR}", commit).split("\0")
    return Author(name, _kind(email)), subject, _pairs(trailers)


def unified(path: str, old: bytes, new: bytes) -> str:
    """A unified diff of two states of `path`; "" if they are equal, a sentence if either is binary."""
    if old == new:
        return ""
    if b"\0" in old or b"\0" in new:
        return f"“{path}” is binary: {len(old):,} bytes before, {len(new):,} bytes after."
    with tempfile.TemporaryDirectory() as scratch:
        hunks = compare(old, new, Path(scratch))
    return f"--- a/{path}\n+++ b/{path}\n{hunks}"


def _rows(tokens: list[str]) -> Iterator[tuple[list[str], str, str]]:
    """The fields of each commit with the blob and the name that the file has in it."""
    at = 0
    while at + _FIELDS < len(tokens):
        fields, raw = tokens[at : at + _FIELDS], tokens[at + _FIELDS]
        status = raw.split()[4] if raw.lstrip().startswith(":") else ""
        if not status:
            at += _FIELDS
            continue
        names = 2 if status[0] in "RC" else 1
        yield fields, raw.split()[3], tokens[at + _FIELDS + names]
        if status[0] == "C":
            return
        at += _FIELDS + 1 + names


def _sizes(git: Git, blobs: list[str]) -> list[int]:
    out = git.run("cat-file", "--batch-check=%(objectsize)", input="".join(f"{blob}\n" for blob in blobs).encode())
    return [int(line) if line.isdigit() else 0 for line in out.decode().splitlines()]


def _version(fields: list[str], path: str, blob: str, size: int) -> Version:
    commit, name, email, when, subject, trailers = fields
    gone = not blob.strip("0")
    moment = datetime.fromisoformat(when)
    return Version(commit, path, name, _kind(email), moment, subject, _pairs(trailers), size, gone)


def _kind(email: str) -> AuthorKind:
    kinds: dict[str, AuthorKind] = {f"{kind}@{HOST}": kind for kind in get_args(AuthorKind)}
    return kinds.get(email, "user")


def _pairs(trailers: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in trailers.splitlines() if ": " in line)
