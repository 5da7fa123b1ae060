"""A step whose assistant uses a tool server: allowed, killed in the middle of a call, and going on."""

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from tests.engine.driver import Driver, submit
from tests.engine.mcp.test_servers import SMALL, written
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.status import Status
from workspace_app.engine.mcp import McpError


def step(*tools: str) -> dict[str, object]:
    team = {"assistants": [{"name": "bot", "tools": list(tools)}]}
    return {"id": "s", "step_task": "Look at the repository", "kind": "agent", "require_inputs": "none", "team": team}


async def results(drive: Driver, task: str) -> list[tuple[str, bool]]:
    found = [item.data["results"] for item in drive.messages(task, 1) if item.kind == "tool_result"]
    return [(one["text"], one["is_error"]) for batch in found for one in batch]


@pytest.fixture
async def served(drive: Driver) -> Driver:
    """The desk with two servers, git from an ordinary package among them."""
    servers = {
        "git": {"command": sys.executable, "args": ["-m", "mcp_server_git"]},
        "small": {"command": sys.executable, "args": [SMALL]},
        "broken": {"command": sys.executable, "args": ["-c", "import sys; sys.exit('no licence')"]},
    }
    await drive.desk.add_mcp_servers({"mcpServers": servers})
    return drive


async def test_a_real_server_is_used_in_a_step_once_the_person_allows_it(served: Driver, server: ScriptedModel) -> None:
    def look(request: dict[str, object]) -> dict[str, object]:
        assert "git__git_status" in [tool["function"]["name"] for tool in request["tools"]]  # type: ignore[index, attr-defined]
        return {"tools": [("git__git_log", {"repo_path": str(served.project_folder(task)), "max_count": 1})]}

    server.script("m", [look, submit("Report", "All is well.")])
    task = await served.planned([step("mcp:git")], approve="none")
    question = await served.asked(task)
    assert question.data["calls"][0]["name"] == "git__git_log"
    assert question.data["calls"][0]["pattern"] == str(served.project_folder(task))
    await served.desk.answer(question.id, "approve")
    assert (await served.rested(task)).status is Status.DONE
    text, is_error = (await results(served, task))[0]
    assert "Commit:" in text
    assert not is_error


async def test_a_server_killed_in_the_middle_of_a_call_gives_a_clear_error_and_the_step_goes_on(
    served: Driver, server: ScriptedModel, tmp_path: Path
) -> None:
    await served.desk.allow_tool("small__*")
    waiting = {"tools": [("small__wait", {"file": str(tmp_path / "pid")})]}
    server.script("m", [waiting, {"tools": [("small__add", {"a": 2, "b": 3})]}, submit("Sum", "5")])
    task = await served.planned([step("mcp:small/wait", "mcp:small/add")])
    os.kill(await written(tmp_path / "pid"), signal.SIGKILL)
    assert (await served.rested(task)).status is Status.DONE
    lost, added = (await results(served, task))[:2]
    assert lost[1]
    assert "“small” ended during the call" in lost[0]
    assert added == ("5", False)


async def test_a_server_is_told_that_a_step_was_stopped_in_the_middle_of_a_call(
    served: Driver, server: ScriptedModel, tmp_path: Path
) -> None:
    await served.desk.allow_tool("small__*")
    server.script("m", [{"tools": [("small__wait", {"file": str(tmp_path / "pid")})]}])
    task = await served.planned([step("mcp:small/wait")])
    await written(tmp_path / "pid")
    await served.desk.stop(task, now=True)
    await written(tmp_path / "pid.cancelled")


async def test_pictures_are_kept_in_the_steps_folder_and_the_model_is_told_where(
    served: Driver, server: ScriptedModel
) -> None:
    await served.desk.allow_tool("small__*")
    server.script("m", [{"tools": [("small__picture", {})]}, submit("Seen", "A pixel.")])
    task = await served.planned([step("mcp:small")])
    await served.rested(task)
    text, _ = (await results(served, task))[0]
    path = text.removesuffix("]").rpartition("kept as ")[2]
    assert (served.project_folder(task) / path).read_bytes().startswith(b"\x89PNG")


async def test_a_server_that_does_not_start_is_the_steps_error_with_its_reason(
    served: Driver, server: ScriptedModel
) -> None:
    task = await served.planned([step("mcp:broken")])
    row = await served.rested(task)
    assert row.status is Status.ERROR
    assert "“broken” did not start" in row.waits_for
    assert "no licence" in row.waits_for
    assert not server.requests


async def test_what_is_known_to_be_wrong_with_a_plans_tools_is_said_before_it_is_approved(served: Driver) -> None:
    desk = served.desk
    project = (await desk.new_project("Checked"))["id"]
    task = (await desk.new_task("Do it", project=project, plan={"title": "T", "steps": [step("mcp:small")]}))["id"]

    async def said(*tools: str) -> list[str]:
        found = await desk.check_plan({"title": "T", "steps": [step(*tools)]}, task)
        return [problem["message"] for problem in found["problems"]]

    assert await said("mcp:small", "mcp:small/nope", "mcp:broken", "read_file") == []  # nothing has been started
    with pytest.raises(McpError):
        await desk.mcp_tools("broken")
    await desk.mcp_tools("small")
    assert await said("mcp:small", "mcp:small/add") == []
    (tool,), (health,), (missing,), (plain,) = [
        await said(name) for name in ("mcp:small/nope", "mcp:broken", "mcp:other/x", "read_files")
    ]
    assert "“small” has no tool “nope”. It has: add, " in tool
    assert "“broken” failed: " in health
    assert "no licence" in health
    assert "There is no tool server “other”" in missing
    assert 'There is no tool "read_files". There are: read_file' in plain
    other = await desk.new_task("Do it", project=project, plan={"title": "T", "steps": [step("mcp:broken")]})
    assert (await served.asked(other["id"])).data["problems"] == [], "it is tried again when it is used"
    await desk.switch_mcp_server("small", False)
    assert "“small” is switched off" in (await said("mcp:small"))[0]


async def test_the_desk_tells_servers_their_health_and_tools_and_tries_them_out(served: Driver) -> None:
    desk = served.desk
    found = {one["name"]: one for one in (await desk.mcp_servers())["servers"]}
    assert (found["git"]["source"], found["git"]["state"]) == ("yours", "idle")
    tools = {tool["name"]: tool for tool in await desk.mcp_tools("small")}
    assert tools["add"]["schema"]["required"] == ["a", "b"]
    assert await desk.try_mcp_tool("small", "add", {"a": 1, "b": 2}) == {"ok": True, "text": "3"}
    failed = await desk.try_mcp_tool("small", "fail", {"why": "the moon"})
    assert not failed["ok"]
    assert "the moon" in failed["text"]
    with pytest.raises(McpError):
        await desk.mcp_tools("broken")
    found = {one["name"]: one for one in (await desk.mcp_servers())["servers"]}
    assert found["small"]["state"] == "ready"
    assert (found["broken"]["state"], "no licence" in found["broken"]["detail"]) == ("failed", True)
    await desk.switch_mcp_server("small", False)
    with pytest.raises(McpError, match="switched off"):
        await desk.mcp_tools("small")
    await desk.remove_mcp_server("small")
    assert "small" not in [one["name"] for one in (await desk.mcp_servers())["servers"]]


async def test_a_projects_servers_are_offered_and_start_only_once_accepted(served: Driver, tmp_path: Path) -> None:
    desk = served.desk
    project = (await desk.new_project("Theirs"))["id"]
    folder = Path(served.ask.project(project).folder)
    mark = tmp_path / "mark"
    wicked = {"command": sys.executable, "args": ["-c", f"open({str(mark)!r}, 'w')"]}
    (folder / ".mcp.json").write_text(json.dumps({"mcpServers": {"theirs": wicked}}), encoding="utf-8")
    shown = await desk.mcp_servers(project)
    assert not shown["offer"]["accepted"]
    with pytest.raises(McpError, match="has not been accepted"):
        await desk.mcp_tools("theirs", project)
    assert not mark.exists()
    await desk.accept_mcp(project, shown["offer"]["fingerprint"])
    with pytest.raises(McpError, match="did not start"):
        await desk.mcp_tools("theirs", project)
    assert mark.exists()
    with pytest.raises(McpError, match="There is no tool server “theirs”"):
        await desk.mcp_tools("theirs")
