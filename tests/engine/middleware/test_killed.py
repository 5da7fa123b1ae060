"""An engine that is killed around a tool call that the person approved: it is not asked about twice, and has its effect once."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.driver import Driver
from tests.engine.middleware.killed import POINTS, fatal
from tests.support.scripted_model import ScriptedModel
from workspace_app.desk.desk import Desk


@pytest.mark.parametrize("point", POINTS)
async def test_l45_a_kill_around_an_approved_call_repeats_neither_question_nor_effect(
    tmp_path: Path, server: ScriptedModel, point: str
) -> None:
    home = tmp_path / "home"
    effects = home / "effects.txt"
    server.script(None, [{"tools": [("act", {"x": 7})]}, "done"])
    command = [sys.executable, "-m", "tests.engine.middleware.killed", str(home), server.url, point]
    assert subprocess.run(command, check=False, timeout=60).returncode == -signal.SIGKILL
    done_before = effects.read_text().split() if effects.exists() else []
    assert done_before == ([] if point == "before the call" else ["7"])
    own = fatal(effects)
    desk = await Desk.open(home, own=lambda _project: own)
    driver = Driver(desk, home)
    try:
        (task,) = driver.ask.tasks()
        assert task.status == "interrupted"
        await desk.resume(task.id)
        question = await driver.asked(task.id)
        if point == "in the call":
            assert question.kind == "tool"
            assert question.data["options"] == ["run again", "mark as failed"]
            assert effects.read_text().split() == ["7"], "nothing is run again unasked"
            await desk.answer(question.id, "choose", choices=["mark as failed"])
            question = await driver.asked(task.id)
        assert question.kind == "ask"
        assert question.text == "done"
        assert effects.read_text().split() == ["7"]
        (result,) = [item for item in driver.messages(task.id, 1) if item.kind == "tool_result"]
        assert ("did 7" in result.text) is (point != "in the call")
    finally:
        await desk.close()
        driver.ask.close()
