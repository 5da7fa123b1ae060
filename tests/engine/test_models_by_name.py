"""Models that a plan names by provider (L23), and what its text cannot say about them (L24)."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engine.driver import Driver, submit
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.errors import NotFound, WorkspaceError
from workspace_app.domain.status import Status
from workspace_app.engine.model_slots import ModelSlots
from workspace_app.engine.models.clients import make_client
from workspace_app.engine.models.errors import ModelError
from workspace_app.engine.models.slots import ModelSlot


def step(model: str, **more: Any) -> dict[str, Any]:
    team = {"assistants": [{"name": "writer", "model": model, **more}], **more}
    return {"id": "s", "title": "Note", "step_task": "Write it.", "kind": "agent", "team": team, **more}


async def requested(drive: Driver, task: str) -> tuple[str, str]:
    """Slot and model of the last recorded request of the first step."""
    request = next(row.request for row in reversed(drive.messages(task, 1)) if row.request)
    row = drive.ask.request(request)
    return row.slot, row.model


async def test_l23_a_plan_names_a_provider_whose_key_is_set_up(
    drive: Driver, server: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The variables are the provider's own SDK's; no slot is needed, and the recorded request tells the model (L27)."""
    monkeypatch.setenv("OPENAI_API_KEY", "usual-key")
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
    server.script(None, [submit("Note", "text")])
    task = await drive.planned([step("openai:gpt-5-mini")])
    assert (await drive.rested(task)).status is Status.DONE
    assert server.requests[-1].model == "gpt-5-mini"
    assert await requested(drive, task) == ("openai:gpt-5-mini", "gpt-5-mini")


async def test_l23_a_provider_that_is_not_set_up_gives_way_to_the_tasks_model(
    drive: Driver, server: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    server.script(None, [submit("Note", "text")])
    task = await drive.planned([step("openai:gpt-5-mini")])
    assert (await drive.rested(task)).status is Status.DONE
    assert await requested(drive, task) == ("m", "m")
    with pytest.raises(NotFound, match="openai is not set up: put its key into OPENAI_API_KEY"):
        await drive.desk.rerun(task, 1, model="openai:gpt-5-mini")


def test_l23_a_named_model_has_the_address_and_key_of_the_persons_own_slot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZURE_TEST_KEY", "azure-key")
    models, address = ModelSlots(tmp_path), "https://ours.example"
    models.add(ModelSlot("ours", "azure", "big", address, "AZURE_TEST_KEY", {"temperature": 0, "api_version": "2025"}))
    assert models.get("azure:small") == ModelSlot(
        "azure:small", "azure", "small", address, "AZURE_TEST_KEY", {"api_version": "2025"}
    )
    models.remove("ours")
    with pytest.raises(NotFound, match="azure is not set up: add one of its models"):
        models.get("azure:small")


async def test_l23_a_slots_provider_is_told_by_its_models_name(drive: Driver) -> None:
    added = await drive.desk.add_model("writer", None, "openai:gpt-5-mini")
    assert added == {"name": "writer", "provider": "openai", "model": "gpt-5-mini"}
    assert (await drive.desk.add_model("reader", None, "claude-haiku-4-5"))["provider"] == "anthropic"
    with pytest.raises(WorkspaceError, match="“my-model” does not tell which provider"):
        await drive.desk.add_model("other", None, "my-model")
    assert "other" not in [row["name"] for row in await drive.desk.models()]


def test_l23_a_missing_package_is_named_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("autogen_ext.models.anthropic")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(ModelError, match="“anthropic”, which is missing or broken: install it with `pip install anth"):
        make_client(ModelSlot("writer", "anthropic", "claude-haiku-4-5"), "key")


async def test_l23_a_later_clients_key_is_lent_to_an_engine_that_runs_already(
    drive: Driver, server: ScriptedModel, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing has to be set up for it, and it is nowhere but in the engine's memory."""
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "")
    monkeypatch.setenv("UNASKED_KEY", "own")
    assert {"OPENAI_API_KEY", "ANTHROPIC_API_KEY"} <= set(await drive.desk.variables())
    with pytest.raises(NotFound, match="openai is not set up"):
        await drive.desk.find_model("openai:gpt-5-mini")
    await drive.desk.lend_keys({"OPENAI_API_KEY": "lent-key-0123456789", "UNASKED_KEY": "taken"})
    assert os.environ["UNASKED_KEY"] == "own"
    assert await drive.desk.find_model(" gpt-5-mini ") == {"name": "openai:gpt-5-mini"}
    server.script(None, [submit("Note", "text")])
    task = await drive.planned([step("openai:gpt-5-mini")])
    assert (await drive.rested(task)).status is Status.DONE
    assert await requested(drive, task) == ("openai:gpt-5-mini", "gpt-5-mini")
    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not any(b"lent-key-0123456789" in body for body in files)


async def test_s2_a_run_chooses_its_models_by_name_and_sets_neither_key_nor_address(
    drive: Driver, server: ScriptedModel
) -> None:
    """L24: what is not the name of a slot is refused before anything runs, and a slot that nobody names is left alone."""
    server.script(None, [submit("Note", "text"), submit("Note", "text")])
    task = await drive.planned([step("m")])
    await drive.rested(task)
    for models in ({"m": {"api_key": "stolen", "base_url": "http://thief.example"}}, {"m": ["m2"]}):
        with pytest.raises(WorkspaceError, match="only choose its models by their names") as refused:
            await drive.desk.rerun(task, 1, models=models)  # type: ignore[arg-type]
        assert "stolen" not in str(refused.value)
    assert len(drive.ask.conversations(drive.ask.step_n(task, 1).id)) == 1
    await drive.desk.rerun(task, 1, models={"m_api_key": "m2", "base_url": "m2"})
    await drive.rested(task)
    assert [request.model for request in server.requests] == ["m", "m"]


async def test_l24_a_plans_text_sets_neither_key_nor_address(drive: Driver, server: ScriptedModel) -> None:
    """They are kept in the plan as what they are, unknown words, and nothing is sent where they point."""
    with ScriptedModel() as thief:
        words = {"api_key": "stolen-key", "base_url": f"{thief.url}/v1", "key_env": "HOME", "model_provider": "openai"}
        server.script(None, [submit("Note", "text")])
        task = await drive.planned([step("m", **words, options=words)])
        assert (await drive.rested(task)).status is Status.DONE
        assert thief.requests == []
    assert len(server.requests) == 1
    assert await requested(drive, task) == ("m", "m")
    plan = drive.ask.task(task).plan
    assert plan is not None
    assert {key: plan["steps"][0][key] for key in words} == words
    slot = next(row for row in await drive.desk.models() if row["name"] == "m")
    assert (slot["base_url"], slot["key_env"]) == (f"{server.url}/v1", "WORKSPACE_TEST_KEY")
