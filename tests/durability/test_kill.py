"""Engines killed with SIGKILL at random moments: what was told is kept, and the end is as if nothing had happened (R64, R84)."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.durability.checksums import reply, without_moments
from tests.support.scripted_model import ScriptedModel
from workspace_app.store.database import open_reader
from workspace_app.store.queries import Queries

ROOT = Path(__file__).parents[2]
RUNNER = "tests.durability.runner"


@pytest.fixture
def server() -> Iterator[ScriptedModel]:
    with ScriptedModel() as model:
        model.script("m", reply)
        yield model


def life(
    home: Path, server: ScriptedModel, lines: int | None, module: str = RUNNER, later: float = 0.0
) -> tuple[list[str], bool]:
    """Run the engine; kill it `later` seconds after it has told `lines` lines. What it told, and whether it came to its end."""
    command = [sys.executable, "-m", module, str(home), server.url]
    environment = {**os.environ, "WORKSPACE_TEST_KEY": "test-key"}
    told: list[str] = []
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdout is not None
        for line in engine.stdout:
            told.append(line.strip())
            if len(told) == lines:
                time.sleep(later)
                engine.kill()
        errors = engine.stderr.read() if engine.stderr else ""
    assert engine.returncode in (0, -9), errors
    return told, engine.returncode == 0


def transcript(home: Path) -> list[tuple[str, ...]]:
    """All that was said in a home, without ids and times."""
    ask = Queries(open_reader(home))
    found = []
    for step in ask.steps(ask.tasks()[0].id):
        for conversation in ask.conversations(step.id):
            messages = ask.messages(conversation.id)
            assert [message.seq for message in messages] == list(range(1, len(messages) + 1))
            found += [(message.source, message.kind, without_moments(message.text)) for message in messages]
    for work in ask.works(ask.tasks()[0].id):
        found += [(work.title, str(version.n), str(version.size)) for version in ask.versions(work.id)]
    ask.close()
    return found


def check_killed(tmp_path: Path, server: ScriptedModel, kills: int, seed: int) -> None:
    """Kill `kills` times at random lines, then let it end, and compare with a run that was left alone."""
    whole, ended = life(tmp_path / "whole", server, None)
    assert ended
    expected = transcript(tmp_path / "whole")
    random_ = random.Random(seed)
    done = 0
    number = 0
    while done < kills:
        home = tmp_path / f"killed{number}"
        number += 1
        told: list[str] = []
        ended = False
        while not ended:
            lines, ended = life(home, server, random_.randint(1, max(2, len(whole) // 6)) if done < kills else None)
            told += lines
            done += not ended
        assert transcript(home) == expected
        check_told(home, told)


def check_told(home: Path, told: list[str]) -> None:
    """What was told is in the store, and git's objects are whole."""
    ask = Queries(open_reader(home))
    for line in told:
        kind, _, id_ = line.partition(" ")
        if kind == "message":
            ask.message(id_)
        elif kind == "work":
            ask.work(id_)
    (project,) = ask.projects()
    assert not ask.outbox()
    checked = subprocess.run(
        ["git", "fsck", "--strict"], cwd=project.folder, capture_output=True, text=True, check=True
    )
    assert "missing" not in checked.stdout + checked.stderr
    ask.close()


def test_killed_engines_lose_and_repeat_nothing(tmp_path: Path, server: ScriptedModel) -> None:
    check_killed(tmp_path, server, kills=5, seed=1)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_two_hundred_kills(tmp_path: Path, server: ScriptedModel) -> None:
    check_killed(tmp_path, server, kills=200, seed=2)
