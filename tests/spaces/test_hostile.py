"""A stranger's repository must run nothing of its own."""

import os
import subprocess
from pathlib import Path

import pytest

from spaces import FileChange, Space, SpaceError
from tests.spaces.conftest import WRITER, Person

HOOKS = (
    "reference-transaction", "post-index-change", "pre-commit", "post-commit", "commit-msg", "prepare-commit-msg",
    "post-checkout", "pre-auto-gc", "post-rewrite", "fsmonitor-watchman", "update", "post-update",
)  # fmt: skip


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    place = tmp_path / "marks"
    place.mkdir()
    return place


@pytest.fixture
def hostile(tmp_path: Path, marks: Path) -> Person:
    """A repository whose every setting that can name a program names one that leaves a mark."""
    person = Person(tmp_path / "hostile")
    person.folder.mkdir()
    person.git("init", "-q", "-b", "main")
    person.write("a.md", "one\n")
    person.write("b.md", "missing\n")
    person.commit_all()
    person.write(".gitattributes", "* filter=evil diff=evil merge=evil text=auto eol=crlf\n")
    person.commit_all()

    def program(name: str) -> str:
        script = tmp_path / f"{name}.sh"
        script.write_text(f"#!/bin/sh\ntouch '{marks}/{name}'\ncat\nexit 0\n")
        script.chmod(0o755)
        return str(script)

    (tmp_path / "hooks").mkdir()
    for folder in (tmp_path / "hooks", person.folder / ".git/hooks"):
        folder.mkdir(exist_ok=True)
        for hook in HOOKS:
            (folder / hook).write_text(f"#!/bin/sh\ntouch '{marks}/hook-{hook}'\n")
            (folder / hook).chmod(0o755)
    settings = {
        "core.hooksPath": str(tmp_path / "hooks"), "core.fsmonitor": program("fsmonitor"),
        "filter.evil.clean": program("clean"), "filter.evil.smudge": program("smudge"),
        "filter.evil.process": program("process"), "filter.evil.required": "false",
        "diff.evil.textconv": program("textconv"), "diff.evil.command": program("diff-command"),
        "diff.external": program("diff-external"), "merge.evil.driver": program("merge"),
        "core.sshCommand": program("ssh"), "core.editor": program("editor"), "core.pager": program("pager"),
        "core.askPass": program("askpass"), "core.gitProxy": program("proxy"), "credential.helper": program("helper"),
        "sequence.editor": program("sequence"), "gpg.program": program("gpg"), "commit.gpgSign": "true",
        "log.showSignature": "true", "pager.log": program("pager-log"), "trailer.Work-Id.command": program("trailer"),
        "core.alternateRefsCommand": program("alternate"), "uploadpack.packObjectsHook": program("pack"),
        "hook.evil.command": program("hook-command"), "hook.evil.event": "reference-transaction",
        "core.attributesFile": str(person.folder / ".gitattributes"), "core.worktree": str(tmp_path / "elsewhere"),
        "alias.log": f"!{program('alias-log')}", "alias.fast-import": f"!{program('alias-import')}",
        "core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::{program('transport')}", "remote.origin.uploadpack": program("uploadpack"),
        "protocol.ext.allow": "always", "protocol.allow": "always", "include.path": str(tmp_path / "included"),
        "core.autocrlf": "true", "log.follow": "true", "color.ui": "always", "format.pretty": "oneline",
        "trailer.separators": "#", "diff.noprefix": "true", "i18n.logOutputEncoding": "UTF-16",
    }  # fmt: skip
    person.write(".gitattributes", "* filter=evil diff=evil merge=evil text=auto working-tree-encoding=UTF-16\n")
    (tmp_path / "included").write_text(f'[alias]\n\tupdate-ref = "!{program("included")}"\n')
    (tmp_path / "elsewhere").mkdir()
    for key, value in settings.items():
        subprocess.run(["git", "config", "--file", ".git/config", key, value], cwd=person.folder, check=True)
    return person


def test_the_trap_works(hostile: Person, marks: Path) -> None:
    """The person's own git does run these programs, so the next test can fail."""
    environment = {**os.environ, "GIT_WORK_TREE": str(hostile.folder)}
    for command in ("status", "log -p -1", "diff", "add a.md", "commit -a -m x", "cat-file -p HEAD~1:b.md"):
        (hostile.folder / "a.md").write_text(command)
        subprocess.run(["git", *command.split()], cwd=hostile.folder, env=environment, capture_output=True, check=False)
    found = {path.name for path in marks.iterdir()}
    assert {"fsmonitor", "hook-post-index-change", "process", "diff-command", "textconv"} <= found


def test_nothing_of_a_hostile_repository_is_run(hostile: Person, marks: Path, tmp_path: Path) -> None:
    space = Space.create(hostile.folder)
    space = Space.open(hostile.folder)
    change = FileChange("a.md", b"two\r\n")
    first = space.commit([change], author=WRITER, subject="s", trailers={"Step": "1"}, ident="w1")
    (space.folder / "a.md").write_bytes(b"mine\r\n")
    second = space.commit([FileChange("a.md", b"three\n")], author=WRITER, subject="s", trailers={}, ident="w2")
    (space.folder / "a.md").write_bytes(b"mine again\n")
    assert space.changed_by_person(space.files()) == [".gitattributes", "a.md"]
    space.keep_person_edits(["a.md"], subject="s", trailers={})
    oldest = space.history("a.md")[-1].commit
    assert "+two" in space.diff("a.md", oldest, first.commit)
    assert "+mine again" in space.diff("a.md", first.commit, None)
    space.restore("a.md", first.commit, author=WRITER, ident="w3")
    assert space.history("a.md")[0].trailers == {"Restores": first.commit, "Work-Id": "w3"}
    assert space.refresh_index()
    assert second.conflicts == ("a (conflict 1).md",)
    assert space.read("a.md") == b"two\r\n"
    blob = hostile.git("-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null", "rev-parse", "HEAD:b.md").strip()
    (space.folder / ".git/objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(SpaceError):
        space.read("b.md", oldest)
    space.check()
    assert [path.name for path in marks.iterdir()] == []
    assert list((tmp_path / "elsewhere").iterdir()) == []
