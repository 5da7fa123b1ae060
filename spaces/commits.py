"""One commit as one `git fast-import` stream: the exact bytes of the files named, and nothing else of the folder."""

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from spaces.errors import SpaceError
from spaces.git import Git

AuthorKind = Literal["user", "assistant", "function", "app"]
HOST = "workspace.local"
WORK_ID = "Work-Id"
PLAIN = "100644"


@dataclass(frozen=True)
class Author:
    """Who made something; in git the identity `Name <kind@workspace.local>`."""

    name: str
    kind: AuthorKind


PERSON = Author("User", "user")


@dataclass(frozen=True)
class FileChange:
    """`content` for the file at `path` (relative to the repository's root, posix); None deletes it."""

    path: str
    content: bytes | None


@dataclass(frozen=True)
class Draft:
    """A commit to be made; `text` is its message."""

    changes: Sequence[FileChange]
    author: Author
    text: bytes


@dataclass(frozen=True)
class Entry:
    """A file in a tree: its mode as git writes it, and the id of its blob."""

    mode: str
    blob: str


def entries(git: Git, tree: str | None, paths: Sequence[str]) -> dict[str, Entry]:
    """What `tree` (a commit; None is the empty one) has at `paths`."""
    if tree is None or not paths:
        return {}
    # A command line has room for some paths only; past that the whole tree is read.
    known = listed(git, tree, paths if sum(map(len, paths)) < 8_000 else ())
    return {path: known[path] for path in paths if path in known}


def listed(git: Git, tree: str | None, paths: Sequence[str] = ()) -> dict[str, Entry]:
    """All that `tree` (a commit; None is the empty one) has, or what it has at and below `paths`."""
    if tree is None:
        return {}
    out = git.run("ls-tree", "-r", "-z", "--full-tree", tree, "--", *paths)
    found = (line.split("\t", 1) for line in out.decode(errors="surrogateescape").split("\0") if line)
    return {path: Entry(*head.split()[::2]) for head, path in found}


def message(subject: str, trailers: Mapping[str, str]) -> bytes:
    """A commit message: one line of `subject`, then `trailers`, each on one line. ValueError for a bad trailer name."""
    lines = [_one_line(subject) or "Change", ""]
    for key, value in trailers.items():
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", key):
            raise ValueError(f"{key!r} is not a name for a trailer")
        lines.append(f"{key}: {_one_line(value)}")
    return ("\n".join(lines).rstrip("\n") + "\n").encode("utf-8", "replace")


def write_commits(git: Git, branch: str, tip: str | None, drafts: Sequence[Draft], before: Mapping[str, Entry]) -> str:
    """Adds the drafts to `branch`, all or none, and returns the last commit. BranchMoved if it is no longer at `tip`.

    `before` is what `tip` has at the paths of the drafts.
    """
    start = f"from {tip}\n".encode() if tip else b""
    parts = []
    for draft in drafts:
        parts += [_head(branch, draft), start, *(_file(change, before.get(change.path)) for change in draft.changes)]
        start = b""
    # "done": a stream that breaks off because this process died must not become a commit.
    stream = b"".join([*parts, b"get-mark :1\ndone\n"])
    try:
        return git.run("fast-import", "--quiet", "--done", "--date-format=raw", input=stream).decode().strip()
    except SpaceError:
        for report in git.dir.glob("fast_import_crash_*"):
            report.unlink()
        raise


def tree_commit(
    git: Git, ours: str, theirs: str, changes: Mapping[str, Entry | bytes | None], before: Mapping[str, Entry]
) -> str:
    """A commit of the app with the parents `ours` and `theirs`, which is on no branch: `ours` with these changes.

    Args:
        changes: for each path an entry that git has, a new text, or None to remove it.
        before: what `ours` has.
    """
    place = f"refs/app/merge-{theirs}"
    draft = Draft((), Author("Workspace", "app"), message(f"Join what others did ({theirs[:8]})", {}))
    parts = [_head(place, draft), f"from {ours}\nmerge {theirs}\n".encode()]
    for path, change in changes.items():
        if isinstance(change, Entry):
            parts.append(f"M {change.mode} {change.blob} ".encode() + _quoted(path) + b"\n")
        else:
            parts.append(_file(FileChange(path, change), before.get(path)))
    stream = b"".join([*parts, b"get-mark :1\ndone\n"])
    commit = git.run("fast-import", "--quiet", "--done", "--force", "--date-format=raw", input=stream).decode().strip()
    # Whoever asked for it gives it a place that stays; until then nothing else takes it away.
    git.run("update-ref", "-d", place)
    return commit


def mode_of(before: Entry | None) -> str:
    """The mode of a file that replaces `before`: an executable stays one, everything else is a plain file."""
    return before.mode if before and before.mode.startswith("100") else PLAIN


def _head(branch: str, draft: Draft) -> bytes:
    now = f"{int(time.time())} {time.strftime('%z')}"
    name = re.sub(r"[<>]", "", _one_line(draft.author.name)) or draft.author.kind
    author = f"author {name} <{draft.author.kind}@{HOST}> {now}\n".encode("utf-8", "replace")
    committer = f"committer Workspace <app@{HOST}> {now}\n".encode()
    return f"commit {branch}\nmark :1\n".encode() + author + committer + _data(draft.text)


def _file(change: FileChange, before: Entry | None) -> bytes:
    path = _quoted(change.path)
    if change.content is None:
        return b"D " + path + b"\n"
    return b"M " + mode_of(before).encode() + b" inline " + path + b"\n" + _data(change.content)


def _quoted(path: str) -> bytes:
    return b'"' + path.encode(errors="surrogateescape").replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'


def _data(content: bytes) -> bytes:
    return b"data %d\n" % len(content) + content + b"\n"


def _one_line(text: str) -> str:
    return " ".join(re.sub(r"[\x00-\x20\x7f\x85\u2028\u2029]+", " ", text).split())
