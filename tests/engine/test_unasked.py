"""A plan that a model wrote runs no program before the person has seen which, whatever they said beforehand."""

import json
from pathlib import Path
from typing import Any

from tests.engine.driver import Driver
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain import plan as plans
from workspace_app.engine import unasked


def _function(name: str, **arguments: Any) -> dict[str, Any]:
    return {"id": "s", "step_task": "x", "kind": "function", "function": {"name": name, "arguments": arguments}}


def _shell(**settings: Any) -> dict[str, Any]:
    team = {"assistants": [{"name": "bot", "middleware": [{"type": "Shell", "settings": settings}]}]}
    return {"id": "s", "step_task": "x", "kind": "agent", "team": team}


async def test_a_plan_with_a_command_is_asked_about_though_plans_were_approved_beforehand(
    drive: Driver, server: ScriptedModel
) -> None:
    plan = {"title": "P", "steps": [_function("run_command", command=["touch", "made"])]}
    server.script(None, [json.dumps(plan)])
    task = (await drive.desk.new_task("Do it", approve="all", model="m"))["id"]
    question = await drive.asked(task)
    assert question.kind == "plan"
    assert 'step 1 runs `run_command` with `{"command": ["touch", "made"]}`' in question.text
    made = drive.ask.project(drive.ask.task(task).project).folder + "/made"
    assert not Path(made).exists()
    await drive.desk.answer(question.id, "approve")
    assert (await drive.rested(task)).status == "done"
    assert Path(made).exists()


async def test_what_a_plan_does_of_its_own_accord(drive: Driver, server: ScriptedModel) -> None:
    task = drive.ask.task(
        (await drive.desk.new_task("x", plan={"title": "P", "steps": [_function("copy_works")]}))["id"]
    )

    def acts(step: dict[str, Any]) -> list[str]:
        return unasked.acts(drive.ask, task, plans.Plan.from_json({"title": "P", "steps": [step]}))

    for harmless in (_function("copy_works"), _function("document_to_markdown"), _shell(), _shell(command_timeout=5)):
        assert acts(harmless) == []
    for acting, words in (
        (_function("run_command", command="ls"), "run_command"),
        (_function("web_fetch", url="https://example.org"), "https://example.org"),
        (_function("somebody_s_own"), "somebody_s_own"),
        (_shell(startup_commands=["touch x"]), "touch x"),
        (_shell(shutdown_commands=["touch x"]), "touch x"),
        (_shell(shell_command="touch x"), "touch x"),
        (_shell(confined=False), "not kept in its folder"),
        (_function("run_command", command="echo `[x](y)`"), '`` {"command": "echo `[x](y)`"} ``'),
        (_shell(workspace="."), "writes in `.`"),
    ):
        (said,) = acts(acting)
        assert said.startswith("step 1 ")
        assert words in said
    await drive.desk.allow_tool("run_command", "ls")
    assert acts(_function("run_command", command="ls")) == []
    assert acts(_function("run_command", command="ls; rm x"))


async def test_a_function_that_is_never_allowed_is_not_run(drive: Driver, server: ScriptedModel) -> None:
    await drive.desk.allow_tool("run_command", "touch *", verdict="never")
    task = await drive.planned([_function("run_command", command="ls && touch made")])
    row = await drive.rested(task)
    assert row.status == "error"
    assert "never allow" in row.waits_for
    assert not Path(f"{drive.ask.project(row.project).folder}/made").exists()
