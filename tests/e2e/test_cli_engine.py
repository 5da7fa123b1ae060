"""The life of the engine process, as commands start, share and leave it."""

import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.program import PATIENCE, ROOT, Program, until
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.desk.launch import HELD, REFUSED
from workspace_app.store.database import store_path


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "home", tmp_path / "person")
    yield program
    program.close()


def engine(program: Program, *words: str) -> tuple[int, str]:
    """Run an engine process to its end: exit code and errors."""
    command = [sys.executable, "-m", "workspace_app.engine_process", *words]
    done = subprocess.run(
        command,
        env=program.environment,
        cwd=ROOT,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stderr


def test_it_ends_by_itself_when_there_is_nothing_to_do(program: Program) -> None:
    assert engine(program, "--idle-seconds", "0.1") == (0, "")
    assert not program.held()
    assert not (program.home / "engine.json").exists()


def test_a_second_one_ends_at_once_with_a_code_of_its_own(program: Program) -> None:
    program.read("tasks")
    first = program.engine()
    code, said = engine(program)
    assert (code, said.startswith("Another engine is running on ")) == (HELD, True)
    assert program.engine() == first
    assert program.read("tasks") == []


def test_a_store_of_a_newer_program_is_refused_in_its_own_words(program: Program) -> None:
    program.read("tasks")
    program.close()
    with sqlite3.connect(store_path(program.home)) as store:
        store.execute("UPDATE alembic_version SET version_num = 'from_the_future'")
    store.close()
    assert engine(program)[0] == REFUSED
    code, out, err = program.run("tasks")
    assert (code, out) == (1, "")
    assert err.startswith(f"The workspace in {program.home} was made by a newer version of this program.")
    assert err.count("\n") == 1


@pytest.mark.parametrize("left", ["", "{", '{"address": "/no/such/socket", "token": "t", "pid": 1, "version": "0"}'])
def test_what_an_engine_left_behind_is_no_hindrance(program: Program, left: str) -> None:
    program.home.mkdir()
    (program.home / "engine.json").write_text(left)
    assert program.read("tasks") == []


def test_the_death_of_the_command_that_started_it_is_nothing_to_it(program: Program) -> None:
    with ScriptedModel() as model:
        model.script("never", lambda _: Reply(hang=True))
        slot = (
            "slow",
            "--provider",
            "openai",
            "--model",
            "never",
            "--base-url",
            f"{model.url}/v1",
            "--key-env",
            "SLOW_KEY",
        )
        # The engine is started by a command that does not have the key; the one that has it lends it.
        assert program.run("models", "add", *slot)[0] == 0
        with program.start("run", "Do it", "--model", "slow", SLOW_KEY="sk-lent-by-the-test") as running:
            model.wait_for_requests(1, timeout=PATIENCE)
            running.kill()
        assert program.held()
        (task,) = program.read("tasks")
        assert task["status"] == "planning"
        assert program.run("stop", task["id"], "--now")[0] == 0
        until(lambda: program.read("show", task["id"])["status"] == "interrupted")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes")
def test_what_it_keeps_is_for_this_user_alone(program: Program) -> None:
    program.read("tasks")
    modes = {name: stat.S_IMODE((program.home / name).stat().st_mode) for name in (".", "logs", "engine.json")}
    assert modes == {".": 0o700, "logs": 0o700, "engine.json": 0o600}
