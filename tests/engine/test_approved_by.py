"""Who approved a version is kept with it, and told with where it came from (R41, R65)."""

import subprocess
from typing import Any

from tests.engine.driver import Driver, submit
from tests.support.scripted_model import ScriptedModel

REVIEW: dict[str, Any] = {"id": "r", "step_task": "Write.", "kind": "review"}


async def test_r65_the_name_in_the_persons_git_is_who_approved(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Note", "one")])
    task = await drive.planned([REVIEW])
    question = await drive.asked(task)
    subprocess.run(["git", "config", "user.name", "Pat 派"], cwd=drive.project_folder(task), check=True)
    await drive.desk.answer(question.id, "approve")
    (work,) = drive.ask.works(task, 1)
    assert work.newest.approved_by == "Pat 派"
    (node,) = (await drive.desk.provenance(work.id))["nodes"]
    assert node["approved_by"] == "Pat 派"


async def test_r65_without_a_name_it_is_you(drive: Driver, server: ScriptedModel, monkeypatch: Any) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    server.script("m", [submit("Note", "one")])
    task = await drive.planned([REVIEW])
    await drive.desk.answer((await drive.asked(task)).id, "approve")
    (work,) = drive.ask.works(task, 1)
    assert work.newest.approved_by == "You"
