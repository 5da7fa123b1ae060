"""Engines killed with SIGKILL at random moments: what was told is kept, and the end is as if nothing had happened (R64, R84)."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

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


def transcript(home: Path) -> dict[str, list[tuple[str, ...]]]:
    """What was said in a home, without ids and times, and its works."""
    ask = Queries(open_reader(home))
    found = []
    for step in ask.steps(ask.tasks()[0].id):
        for conversation in ask.conversations(step.id):
            messages = ask.messages(conversation.id)
            assert [message.seq for message in messages] == list(range(1, len(messages) + 1))
            found += [(message.source, message.kind, without_moments(message.text)) for message in messages]
    works = [
        (work.title, str(version.n), str(version.size))
        for work in ask.works(ask.tasks()[0].id)
        for version in ask.versions(work.id)
    ]
    ask.close()
    return {"said": found, "works": works}


def check_killed(
    tmp_path: Path,
    server: ScriptedModel,
    outcome: Callable[[Path], Mapping[str, Any]],
    *,
    kills: int,
    seed: int,
    module: str = RUNNER,
    most: float = 1 / 6,
    later: float = 0.0,
) -> Mapping[str, Any]:
    """Kill `kills` times at random lines, then let it end, and compare with a run that was left alone.

    Args:
        outcome: what a home has come to.
        most: the longest that a life is, as a share of the lines that are told in all.
        later: the longest, in seconds, that it lives on after the last line.

    Returns:
        The outcome that both have.
    """
    whole, ended = life(tmp_path / "whole", server, None, module)
    assert ended
    expected = outcome(tmp_path / "whole")
    random_ = random.Random(seed)
    done = number = 0
    while done < kills:
        home = tmp_path / f"killed{number}"
        number += 1
        told: list[str] = []
        ended = False
        while not ended:
            until = random_.randint(1, max(2, int(len(whole) * most))) if done < kills else None
            lines, ended = life(home, server, until, module, random_.uniform(0.0, later))
            told += lines
            done += not ended
        found = outcome(home)
        for what in expected:
            assert found[what] == expected[what], what
        check_told(home, told)
    return expected


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
    check_killed(tmp_path, server, transcript, kills=5, seed=1)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_two_hundred_kills(tmp_path: Path, server: ScriptedModel) -> None:
    check_killed(tmp_path, server, transcript, kills=200, seed=2)
