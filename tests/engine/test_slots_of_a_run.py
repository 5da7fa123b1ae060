"""One run may put other models in the place of those that the plan names, each by itself (L25-L27)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.driver import Driver, driving, submit
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.status import Status

TEAM = {"assistants": [{"name": "planner", "model": "planner_model"}, {"name": "writer", "model": "writer_model"}]}
STEP = {"id": "s", "title": "Note", "step_task": "Write it.", "kind": "agent", "team": TEAM}


async def slots(drive: Driver, server: ScriptedModel, *names: str) -> None:
    for name in names:
        url = f"{server.url}/v1"
        await drive.desk.add_model(name, "openai", f"id-of-{name}", base_url=url, key_env="WORKSPACE_TEST_KEY")


async def asked(drive: Driver, task: str, run: int = -1) -> list[tuple[str, str]]:
    """Slot and model of each recorded request of a run, by its answers."""
    requests = [message.request for message in drive.messages(task, 1, run) if message.request]
    return [(row.slot, row.model) for row in map(drive.ask.request, requests)]


def answers(server: ScriptedModel) -> None:
    """One turn of each assistant, whichever models they are."""
    server.script(None, ["I would write it.", submit("Note", "text")])


async def task_of(drive: Driver, server: ScriptedModel) -> str:
    await slots(drive, server, "planner_model", "writer_model", "cheap", "strong")
    answers(server)
    task = await drive.planned([STEP])
    await drive.rested(task)
    return task


async def test_l25_two_slots_are_overridden_independently_for_one_run(drive: Driver, server: ScriptedModel) -> None:
    """L27: the recorded request names the model that really answered; the next run is the plan's again."""
    task = await task_of(drive, server)
    own = [("planner_model", "id-of-planner_model"), ("writer_model", "id-of-writer_model")]
    assert await asked(drive, task) == own
    for models, expected in [
        ({"writer_model": "strong"}, [own[0], ("strong", "id-of-strong")]),
        ({"planner_model": "cheap", "writer_model": "strong"}, [("cheap", "id-of-cheap"), ("strong", "id-of-strong")]),
        ({"planner_model": "writer_model", "writer_model": "planner_model"}, own[::-1]),
        (None, own),
    ]:
        answers(server)
        await drive.desk.rerun(task, 1, models=models)
        assert (await drive.rested(task)).status is Status.DONE
        assert await asked(drive, task) == expected
    assert [request.model for request in server.requests][-2:] == ["id-of-planner_model", "id-of-writer_model"]


async def test_l27_what_stands_in_outlives_a_restart_and_goes_on_with_the_conversation(
    tmp_path: Any, server: ScriptedModel
) -> None:
    async with driving(tmp_path / "home", server) as drive:
        task = await task_of(drive, server)
        server.script(None, ["I would.", {"status": 500}])
        await drive.desk.rerun(task, 1, models={"writer_model": "strong"})
        assert (await drive.rested(task)).status is Status.ERROR
        conversation = drive.ask.conversations(drive.ask.step_n(task, 1).id)[-1]
        assert conversation.models == {"writer_model": "strong"}
    async with driving(tmp_path / "home", server) as drive:
        server.script(None, [submit("Note", "text")])
        await drive.desk.resume(task)
        assert (await drive.rested(task)).status is Status.DONE
        assert server.requests[-1].model == "id-of-strong"
        server.script(None, [submit("Note", "text")])
        await drive.desk.continue_from(conversation.id, 2)
        assert (await drive.rested(task)).status is Status.DONE
        assert server.requests[-1].model == "id-of-strong"
        server.script(None, [submit("Note", "text")])
        await drive.desk.continue_from(conversation.id, 2, models={"writer_model": "cheap"})
        assert (await drive.rested(task)).status is Status.DONE
        assert server.requests[-1].model == "id-of-cheap"


async def test_l27_a_slot_that_is_not_there_is_refused_before_anything_runs(
    drive: Driver, server: ScriptedModel
) -> None:
    task = await task_of(drive, server)
    for values in ({"models": {"writer_model": "stronger"}}, {"model": "stronger"}):
        with pytest.raises(WorkspaceError, match="There is no model “stronger”"):
            await drive.desk.rerun(task, 1, **values)
    assert len(drive.ask.conversations(drive.ask.step_n(task, 1).id)) == 1


async def test_l27_a_slot_that_is_gone_may_be_stood_in_for(drive: Driver, server: ScriptedModel) -> None:
    task = await task_of(drive, server)
    await drive.desk.remove_model("writer_model")
    answers(server)
    await drive.desk.rerun(task, 1, models={"writer_model": "strong"})
    assert (await drive.rested(task)).status is Status.DONE
    assert (await asked(drive, task))[-1] == ("strong", "id-of-strong")
