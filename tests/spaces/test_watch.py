import contextlib
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from spaces.watch import FolderWatch
from tests.spaces.conftest import Person

# watchdog warns when it sees a folder twice that was made while it looked.
pytestmark = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")

Changes = queue.Queue[list[str]]


@pytest.fixture
def changes() -> Changes:
    return queue.Queue()


@pytest.fixture
def watch(tmp_path: Path, changes: Changes) -> Iterator[FolderWatch]:
    before = set(threading.enumerate())
    (tmp_path / "old.md").write_text("old")
    watch = FolderWatch(tmp_path, changes.put)
    yield watch
    watch.stop()
    assert set(threading.enumerate()) <= before


def _wait_for(changes: Changes, *paths: str) -> set[str]:
    """Everything that is told until all of `paths` have been."""
    told: set[str] = set()
    while not set(paths) <= told:
        told |= set(changes.get(timeout=60))
    return told


@pytest.mark.usefixtures("watch")
def test_changes_are_told(tmp_path: Path, changes: Changes) -> None:
    (tmp_path / "a.md").write_text("one")
    assert _wait_for(changes, "a.md") == {"a.md"}
    (tmp_path / "空 間/deep").mkdir(parents=True)
    (tmp_path / "空 間/deep/b.md").write_text("two")
    _wait_for(changes, "空 間/deep/b.md")
    (tmp_path / "b.md").write_text("three")
    (tmp_path / "b.md").replace(tmp_path / "old.md")
    assert "b.md" not in _wait_for(changes, "old.md")
    (tmp_path / "old.md").unlink()
    _wait_for(changes, "old.md")


@pytest.mark.usefixtures("watch")
def test_a_folder_that_moves_is_looked_through(tmp_path: Path, changes: Changes) -> None:
    outside = tmp_path.with_name(f"{tmp_path.name}-outside")
    (outside / "sub").mkdir(parents=True)
    (outside / "sub/a.md").write_text("one")
    outside.rename(tmp_path / "inside")
    _wait_for(changes, "inside/sub/a.md")
    (tmp_path / "inside").rename(outside)
    _wait_for(changes, "inside/sub/a.md")


@pytest.mark.usefixtures("watch")
def test_git_itself_and_reading_are_not_told(tmp_path: Path, changes: Changes) -> None:
    person = Person(tmp_path)
    person.git("init", "-q")
    person.commit_all()
    person.git("status")
    (tmp_path / "old.md").read_text()
    (tmp_path / "last.md").write_text("last")
    assert _wait_for(changes, "last.md") == {"last.md"}


def test_a_rescan_finds_only_what_changed(tmp_path: Path, changes: Changes, watch: FolderWatch) -> None:
    (tmp_path / "a.md").write_text("one")
    _wait_for(changes, "a.md")
    watch.rescan()
    (tmp_path / "b.md").write_text("two")
    assert _wait_for(changes, "b.md") == {"b.md"}
    assert not watch.polling


def test_stopping_from_the_callback(tmp_path: Path) -> None:
    stopped = threading.Event()

    def stop(_: list[str]) -> None:
        own.stop()
        stopped.set()

    own = FolderWatch(tmp_path, stop)
    (tmp_path / "a.md").write_text("one")
    assert stopped.wait(60)
    own.stop()


@contextlib.contextmanager
def _watching(folder: Path, *before: str) -> Iterator[subprocess.Popen[str]]:
    """A process that watches `folder` and prints what changed."""
    command = [*before, sys.executable, "-m", "tests.spaces.watching", str(folder)]
    root, pipe = Path(__file__).parents[2], subprocess.PIPE
    with subprocess.Popen(command, cwd=root, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as watcher:
        yield watcher
        watcher.communicate("")
    assert watcher.returncode == 0


def _read_until(watcher: subprocess.Popen[str], word: str) -> None:
    assert watcher.stdout is not None
    assert watcher.stderr is not None
    told: list[str] = []
    while word not in told:
        line = watcher.stdout.readline()
        assert line, watcher.stderr.read()
        told = line.split()


@pytest.mark.skipif(sys.platform != "linux", reason="the queue of inotify")
def test_events_that_the_system_dropped_are_made_up_for(tmp_path: Path) -> None:
    """A stopped process reads no events; its queue overflows, and the last change is among those dropped."""
    limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    with _watching(tmp_path) as watcher:
        _read_until(watcher, "watching")
        watcher.send_signal(signal.SIGSTOP)
        with (tmp_path / "a").open("wb", buffering=0) as one, (tmp_path / "b").open("wb", buffering=0) as other:
            for _ in range(limit):
                one.write(b"1")
                other.write(b"2")
        (tmp_path / "last.md").write_text("last")
        watcher.send_signal(signal.SIGCONT)
        _read_until(watcher, "last.md")


def test_new_folders_are_no_reason_to_talk(tmp_path: Path) -> None:
    with _watching(tmp_path) as watcher:
        _read_until(watcher, "watching")
        for n in range(20):
            (tmp_path / f"{n}/sub/deep").mkdir(parents=True)
        (tmp_path / "19/sub/deep/last.md").write_text("last")
        _read_until(watcher, "19/sub/deep/last.md")
        _, said = watcher.communicate("")
    assert said == ""


@pytest.mark.parametrize("limit", ["max_inotify_watches", "max_inotify_instances"])
def test_where_the_system_has_no_watches_left_the_folder_is_polled(tmp_path: Path, limit: str) -> None:
    none = ("unshare", "-r", "sh", "-c", f'echo 0 > /proc/sys/user/{limit} && exec "$@"', "sh")
    if sys.platform != "linux" or subprocess.run([*none, "true"], capture_output=True, check=False).returncode:
        pytest.skip("needs a user namespace with limits of its own")
    (tmp_path / "folder").mkdir()
    with _watching(tmp_path, *none) as watcher:
        _read_until(watcher, "polling")
        (tmp_path / "folder/a.md").write_text("one")
        _read_until(watcher, "folder/a.md")
