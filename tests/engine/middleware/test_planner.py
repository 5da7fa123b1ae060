"""The planner is an assistant, too: its middleware is the project's (L94, L124)."""

import pytest

from tests.engine.driver import Driver, plan_reply
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.domain.status import Status
from workspace_app.engine.middleware.base import MiddlewareError

STEP = {"id": "s", "step_task": "Do it.", "kind": "agent"}


async def test_l124_the_planner_has_the_middleware_of_its_project(drive: Driver, server: ScriptedModel) -> None:
    project = (await drive.desk.new_project("One"))["id"]
    retry = {"type": "ModelRetry", "settings": {"initial_delay": 0}}
    await drive.desk.set_planner(project, [retry])
    await drive.desk.set_project_defaults(project, text="Always in English.")
    assert drive.ask.project(project).defaults.planner == (retry,)
    server.script("m", [Reply(status=500), plan_reply([STEP])])
    task = (await drive.desk.new_task("Plan it", project=project, model="m"))["id"]
    assert (await drive.asked(task)).kind == "plan"
    events = [item.data["event"] for item in drive.messages(task, 0) if "event" in item.data]
    assert events == ["retried"]


async def test_l94_the_planner_is_sent_no_personal_data_if_its_project_says_so(
    drive: Driver, server: ScriptedModel
) -> None:
    project = (await drive.desk.new_project("One"))["id"]
    await drive.desk.set_planner(project, [{"type": "PII", "settings": {"type": "email"}}])
    server.script("m", [plan_reply([STEP])])
    task = (await drive.desk.new_task("Write to jane@example.org", project=project, model="m"))["id"]
    await drive.asked(task)
    (request,) = server.requests_for("m")
    assert "jane@example.org" not in str(request.body)
    assert "[REDACTED_EMAIL]" in str(request.body)


async def test_l124_a_planner_of_another_project_has_none(drive: Driver, server: ScriptedModel) -> None:
    await drive.desk.set_planner(
        (await drive.desk.new_project("One"))["id"], [{"type": "ModelRetry", "settings": {"initial_delay": 0}}]
    )
    other = (await drive.desk.new_project("Two"))["id"]
    server.script("m", [Reply(status=500)])
    task = (await drive.desk.new_task("Plan it", project=other, model="m"))["id"]
    assert (await drive.rested(task)).status is Status.ERROR


async def test_r27_what_is_added_to_the_planners_system_prompt_is_told_with_its_source(
    drive: Driver, server: ScriptedModel
) -> None:
    """R28: it is what is sent."""
    project = (await drive.desk.new_project("One"))["id"]
    todo = [{"type": "TodoList"}]
    tried = await drive.desk.planner_prompts(project, todo)
    assert [(part["assistant"], part["source"]) for part in tried] == [
        ("planner", "Workspace"),
        ("planner", "TodoList"),
    ]
    await drive.desk.set_planner(project, todo)
    server.script("m", [plan_reply([STEP])])
    task = (await drive.desk.new_task("Plan it", project=project, model="m"))["id"]
    await drive.asked(task)
    told = await drive.desk.system_prompts(task, 0)
    assert told == tried
    (request,) = server.requests_for("m")
    sent = request.body["messages"][0]["content"]
    assert sent == "\n\n".join(part["text"] for part in told)


async def test_middleware_that_cannot_be_used_is_refused(drive: Driver) -> None:
    project = (await drive.desk.new_project("One"))["id"]
    with pytest.raises(MiddlewareError, match="There is no middleware"):
        await drive.desk.set_planner(project, [{"type": "Nothing"}])
    assert drive.ask.project(project).defaults.planner == ()
