"""Two people share a project by way of a repository that both reach."""

import os
import subprocess
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from spaces import FileChange, Space, SpaceError
from spaces.merge import Join
from spaces.remote import Behind, Cancelled, Progress, RemoteError, Transfer, check_address
from spaces.shared import SharedSpace
from tests.spaces.conftest import WRITER, Person


def keep_both(path: str, base: bytes | None, ours: bytes, theirs: bytes) -> bytes | None:
    return None


class Side:
    """One of the two people: a folder, what the app does in it, and their own git."""

    def __init__(self, folder: Path) -> None:
        self.space, self.person, self.shared = Space.create(folder), Person(folder), SharedSpace(folder)
        self._number = 0

    def save(self, path: str, text: str) -> None:
        self._number += 1
        ident = f"{self.space.folder.name}-{self._number}"
        self.space.commit([FileChange(path, text.encode())], author=WRITER, subject=path, trailers={}, ident=ident)

    def push(self) -> None:
        self.shared.push(Transfer())

    def pull(self, join: Join = keep_both) -> dict[str, str]:
        theirs = self.shared.fetch(Transfer())
        assert theirs is not None
        beside = dict(self.space.take_in(theirs, join).beside)
        assert self.space.check() == []
        return beside

    def files(self) -> dict[str, str]:
        return {path: self.space.read(path).decode() for path in self.space.files()}


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    place = tmp_path / "their server.git"
    subprocess.run(["git", "init", "-q", "--bare", str(place)], check=True)
    return place


@pytest.fixture
def ann(tmp_path: Path, remote: Path) -> Side:
    side = Side(tmp_path / "ann")
    side.shared.set_address(str(remote))
    side.save("a.md", "one")
    side.push()
    return side


@pytest.fixture
def ben(tmp_path: Path, remote: Path, ann: Side) -> Side:
    subprocess.run(["git", "clone", "-q", "-b", "main", str(remote), str(tmp_path / "ben")], check=True)
    return Side(tmp_path / "ben")


def test_what_one_pushes_the_other_pulls(ann: Side, ben: Side) -> None:
    ann.save("b 空.md", "two")
    ann.save("a.md", "one, again")
    ann.push()
    assert ben.pull() == {}
    assert ben.files() == {"a.md": "one, again", "b 空.md": "two"}
    assert ben.person.git("status", "--porcelain") == ""
    assert ben.person.git("rev-parse", "main") == ann.person.git("rev-parse", "main")
    assert [version.author for version in ben.space.history("a.md")] == [WRITER.name, WRITER.name]
    apart = ben.shared.apart()
    assert (apart.ahead, apart.behind) == (0, 0)


def test_both_go_on_and_come_together(ann: Side, ben: Side) -> None:
    ann.save("ann.md", "by ann")
    ben.save("ben.md", "by ben")
    ben.person.write("loose.md", "not saved by anybody")
    ann.push()
    with pytest.raises(Behind, match="pull them first"):
        ben.push()
    assert ben.pull() == {}
    ben.push()
    assert ann.pull() == {}
    both = {"a.md": "one", "ann.md": "by ann", "ben.md": "by ben"}
    assert ann.files() == both
    assert ben.files() == {**both, "loose.md": "not saved by anybody"}
    assert ben.person.git("status", "--porcelain") == "?? loose.md\n"
    assert ann.person.git("rev-parse", "main") == ben.person.git("rev-parse", "main")


def test_a_text_that_both_changed_is_kept_twice(ann: Side, ben: Side) -> None:
    ann.save("a.md", "by ann")
    ann.push()
    ben.person.write("a.md", "by ben, not even committed")
    assert ben.pull() == {"a.md": "a (conflict 1).md"}
    assert ben.files() == {"a.md": "by ben, not even committed", "a (conflict 1).md": "by ann"}
    assert ben.person.git("status", "--porcelain") == ""
    ben.push()
    assert ann.pull() == {}
    assert ann.files() == ben.files()


def test_a_kind_of_file_that_goes_together_is_joined(ann: Side, ben: Side) -> None:
    ann.save("log.jsonl", "1\n")
    ann.push()
    ben.pull()
    ann.save("log.jsonl", "1\n2\n")
    ann.push()
    ben.save("log.jsonl", "1\n3\n")

    def join(path: str, base: bytes | None, ours: bytes, theirs: bytes) -> bytes | None:
        assert (path, base, ours, theirs) == ("log.jsonl", b"1\n", b"1\n3\n", b"1\n2\n")
        return b"1\n2\n3\n"

    assert ben.pull(join) == {}
    assert ben.space.read("log.jsonl") == b"1\n2\n3\n"


def test_a_deletion_holds_only_where_nobody_changed_the_file(ann: Side, ben: Side) -> None:
    for name in ("b.md", "c.md"):
        ann.save(name, "text")
    ann.push()
    ben.pull()
    for name in ("b.md", "c.md"):
        (ann.space.folder / name).unlink()
    ann.space.keep_person_edits(["b.md", "c.md"], subject="gone", trailers={})
    ann.push()
    ben.save("c.md", "changed")
    assert ben.pull() == {}
    assert ben.files() == {"a.md": "one", "c.md": "changed"}


def test_a_file_on_one_side_and_a_folder_on_the_other_change_nothing(ann: Side, ben: Side) -> None:
    ann.save("x/inside.md", "text")
    ann.push()
    ben.save("x", "a file")
    tip = ben.person.git("rev-parse", "main")
    with pytest.raises(SpaceError, match="a file on one side and a folder on the other"):
        ben.pull()
    assert ben.files() == {"a.md": "one", "x": "a file"}
    assert ben.person.git("rev-parse", "main") == tip


def test_a_pull_that_was_cut_after_the_branch_moved_is_finished(ann: Side, ben: Side) -> None:
    """As after a crash: the branch is at their commit, the folder still has the old files."""
    ann.save("a.md", "two")
    ann.save("deep/b.md", "new")
    ann.push()
    theirs = ben.shared.fetch(Transfer())
    old = ben.person.git("rev-parse", "main").strip()
    assert theirs is not None
    ben.space._ledger.note_pulled(old, theirs)
    reopened = Space.open(ben.space.folder)
    assert reopened.changed_by_person(["a.md", "deep/b.md"]) == []
    reopened.finish()
    assert ben.files() == {"a.md": "two", "deep/b.md": "new"}
    assert ben.person.git("status", "--porcelain") == ""


def test_links_that_others_push_are_not_followed_or_made(ann: Side, ben: Side, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (ann.space.folder / "link.md").symlink_to(tmp_path / "secret")
    (ann.space.folder / "folder").symlink_to(tmp_path)
    ann.person.commit_all()
    ann.save("b.md", "two")
    ann.push()
    assert ben.pull() == {}
    assert ben.files() == {"a.md": "one", "b.md": "two"}
    assert not (ben.space.folder / "link.md").is_symlink()
    assert (tmp_path / "secret").read_text() == "secret"


def test_another_project_s_repository_is_refused(ann: Side, tmp_path: Path) -> None:
    other = Side(tmp_path / "other")
    other.save("z.md", "another project")
    other.shared.set_address(ann.shared.address)
    with pytest.raises(SpaceError, match="nothing in common"):
        other.pull()
    assert other.files() == {"z.md": "another project"}


def test_an_empty_folder_takes_all_there_is(ann: Side, tmp_path: Path) -> None:
    fresh = Side(tmp_path / "fresh")
    fresh.shared.set_address(ann.shared.address)
    assert fresh.pull() == {}
    assert fresh.files() == {"a.md": "one"}
    assert fresh.person.git("status", "--porcelain") == ""


def test_what_goes_wrong_is_said_in_plain_words(ann: Side, tmp_path: Path) -> None:
    ann.shared.set_address(str(tmp_path / "nowhere"))
    with pytest.raises(RemoteError, match="There is no repository at"):
        ann.push()
    ann.shared.set_address("http://127.0.0.1:9/project.git")
    with pytest.raises(RemoteError, match="could not be reached"):
        ann.push()
    ann.shared.set_address("")
    with pytest.raises(SpaceError, match="its address is not set"):
        ann.push()


def test_a_server_that_wants_a_password_is_not_waited_for(ann: Side) -> None:
    class Locked(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="x"')
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Locked)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        ann.shared.set_address(f"http://user:pass@127.0.0.1:{server.server_port}/p.git")
        with pytest.raises(RemoteError, match="did not let you in") as caught:
            ann.push()
        assert "pass" not in str(caught.value)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("address", ["ext::sh -c true", "--upload-pack=touch x", "", "fd::3", "gopher://x/y"])
def test_an_address_that_would_run_something_is_refused(ann: Side, address: str) -> None:
    with pytest.raises(RemoteError):
        check_address(address)
    ann.person.git("config", "remote.origin.url", address or "ext::x")
    with pytest.raises(RemoteError):
        ann.push()


def test_nothing_that_the_repository_s_own_settings_name_is_run(ann: Side, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch '{mark}'\nexit 1\n")
    script.chmod(0o755)
    hooks = ann.space.folder / ".git/hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("pre-push", "reference-transaction", "post-merge"):
        (hooks / name).write_text(script.read_text())
        (hooks / name).chmod(0o755)
    for key in (
        "core.sshCommand",
        "remote.origin.uploadpack",
        "remote.origin.receivepack",
        "credential.helper",
        "core.fsmonitor",
    ):
        ann.person.git("config", key, str(script))
    ann.save("b.md", "two")
    ann.push()
    ann.pull()
    assert not mark.exists()


def test_progress_is_told_and_a_transfer_can_be_ended(ann: Side) -> None:
    for number in range(300):
        ann.person.write(f"many/{number}.bin", os.urandom(2000).hex())
    ann.person.commit_all()
    told: list[Progress] = []
    ann.shared.push(Transfer(told.append))
    assert {step.percent for step in told} >= {100}
    ann.save("b.md", "two")
    transfer = Transfer()
    transfer.cancel()
    with pytest.raises(Cancelled):
        ann.shared.push(transfer)
    assert ann.shared.apart().ahead == 1
