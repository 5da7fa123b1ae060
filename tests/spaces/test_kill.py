import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from spaces import Author, Space
from tests.spaces.conftest import Person
from tests.spaces.killed_writer import change

ROUNDS = 15


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()] if listed.exists() else []


def _run_and_kill(folder: Path, start: int, wait: float, *, with_git: bool) -> int:
    """Starts a writer at `start`, kills it some time after its first work; returns how many works it acknowledged."""
    command = [sys.executable, "-m", "tests.spaces.killed_writer", str(folder), str(start)]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stderr is not None
        lines = [writer.stdout.readline()]
        time.sleep(wait)
        writer.send_signal(signal.SIGSTOP)
        for child in _children(writer.pid) if with_git else []:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        writer.kill()
        lines += writer.stdout.readlines()
        assert writer.stderr.read() == ""
    return sum(line.endswith("\n") for line in lines)


def _age_locks(folder: Path) -> None:
    """A minute passes."""
    for lock in folder.glob(".git/**/*.lock"):
        with contextlib.suppress(FileNotFoundError):
            os.utime(lock, (time.time() - 90,) * 2)


def test_a_writer_killed_at_any_moment_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "空間 s"
    Space.create(folder)
    dice = random.Random(20241111)
    saved = 0
    for number in range(ROUNDS):
        saved += _run_and_kill(folder, saved, dice.uniform(0, 0.15), with_git=number % 2 == 1)
        _age_locks(folder)
    (folder / ".git/index.lock").unlink(missing_ok=True)
    space, person = Space.open(folder), Person(folder)
    space.finish()
    works = [change(saved)]
    space.commit(works, author=Author("Writer", "assistant"), subject="s", trailers={}, ident=f"w{saved}")
    assert space.refresh_index()
    assert saved >= ROUNDS
    idents = person.git("log", "--reverse", "--format=%(trailers:key=Work-Id,valueonly,separator=)").split()
    assert idents == [f"w{number}" for number in range(saved + 1)]
    assert space.check() == []
    assert person.git("status", "--porcelain") == ""
    newest = {change(number).path: change(number).content for number in range(saved + 1)}
    assert {path: space.read(path) for path in space.files()} == newest
