"""What may stand in a list of middleware, and where it comes from (L2, L6-L8, L13, L14, L18, L122)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.engine.middleware.harness import Bench, call
from tests.engine.middleware.test_order import S1, logs
from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.middleware import functions, order, registry
from workspace_app.engine.middleware.base import (
    HOOKS,
    LIST_HOOKS,
    Middleware,
    ModelAnswer,
    ModelCall,
    ModelRequest,
    NoSettings,
    Run,
    ToolAnswer,
    ToolCall,
    ToolRequest,
)
from workspace_app.engine.middleware.own import FILE

HOOK_FILE = '''
from workspace_app.engine.middleware.base import Artificial, Update
from workspace_app.engine.middleware.functions import before_agent

@before_agent
def greets(run):
    """Says something first."""
    return Update(messages=[Artificial("by the way", role="user")], state={"greeted": True})
'''


async def test_l2_middleware_brings_tools_and_they_are_beside_the_given_ones(bench: Bench) -> None:
    extra = bench.tool("extra")

    class Brings(Middleware[NoSettings]):
        """Brings a tool."""

        def tools(self, run: Run) -> list[Any]:
            return [extra]

    result = await bench.run([call("extra", x=1), "done"], [Brings], tools=["list_files"])
    offered = [tool["function"]["name"] for tool in result.requests[0]["tools"]]
    assert {"extra", "list_files", "a", "submit_work"} <= set(offered)
    assert result.messages[2] == "T#1 extra1"


async def test_l2_two_tools_of_one_name_are_refused(bench: Bench) -> None:
    second = bench.tool("a")

    class Brings(Middleware[NoSettings]):
        """Brings a tool that is there already."""

        def tools(self, run: Run) -> list[Any]:
            return [second]

    result = await bench.run([], [Brings])
    assert result.status == "error"
    assert "two tools called “a”" in result.cause


def test_l6_only_overridden_hooks_are_hooks() -> None:
    class One(Middleware[NoSettings]):
        """One hook."""

        async def before_model(self, run: Run) -> None:
            """Nothing."""

    assert order.hooks_of(One) == ["before_model"]


@pytest.mark.parametrize("decorator", [functions.wrap_model_call, functions.wrap_tool_call])
def test_l6_a_wrapper_that_is_not_async_is_refused(decorator: Any) -> None:
    def wraps(run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        raise AssertionError

    with pytest.raises(NotImplementedError, match="async def"):
        decorator(wraps)


async def test_l7_each_hook_has_a_form_of_one_function(bench: Bench) -> None:
    def made(hook: str) -> Any:
        async def around(run: Run, request: Any, inner: Any) -> Any:
            bench.log.append(hook)
            return await inner(request)

        def plain(run: Run, *given: Any) -> None:
            bench.log.append(hook)

        return getattr(functions, hook)(around if hook.startswith("wrap") else plain, name=f"my_{hook}")

    result = await bench.run([call("a", x=1), "done"], [made(hook) for hook in HOOKS])
    assert set(HOOKS) <= set(result.log)


async def test_l7_a_function_gives_the_system_prompt(bench: Bench) -> None:
    @functions.dynamic_prompt
    def prompts(run: Run, request: ModelRequest) -> str:
        return f"{request.system} Messages: {len(request.messages)}."

    result = await bench.run(["done"], [prompts], system="You are a bot.")
    assert result.requests[0]["messages"][0]["content"] == "You are a bot. Messages: 1."


async def test_l7_a_projects_own_file_runs_when_the_person_trusts_it_and_not_before(bench: Bench) -> None:
    """Off by default, and off again when the file changes: a pulled folder runs no code."""
    desk = bench.driver.desk
    await bench.run(["done"])
    project = bench.driver.ask.task(bench.task).project
    file = Path(bench.driver.ask.project(project).folder) / FILE
    file.parent.mkdir(exist_ok=True)
    file.write_text(HOOK_FILE, encoding="utf-8")
    offer = await desk.own_middleware(project)
    assert (offer["trusted"], offer["names"], offer["text"]) == (False, [], HOOK_FILE)
    assert desk._hooks.of(bench.driver.ask.project(project)) == {}
    with pytest.raises(WorkspaceError, match="has changed"):
        await desk.trust_middleware(project, "0" * 64)
    await desk.trust_middleware(project, offer["fingerprint"])
    assert (await desk.own_middleware(project))["names"] == ["greets"]
    greets = desk._hooks.of(bench.driver.ask.project(project))["greets"]
    result = await bench.run(["fine"], [greets])
    assert result.messages == ["H hi", "H by the way", "AI fine"]
    assert result.state["greets"] == {"greeted": True}
    file.write_text(HOOK_FILE + "\nopen('/nowhere/at/all', 'w')\n", encoding="utf-8")
    assert (await desk.own_middleware(project))["trusted"] is False
    with pytest.raises(WorkspaceError, match="fails with"):
        await desk.trust_middleware(project, (await desk.own_middleware(project))["fingerprint"])


async def test_l8_two_of_one_name_are_refused_and_two_for_different_things_are_not(bench: Bench) -> None:
    limit = {"type": "ToolCallLimit", "settings": {"run_limit": 1}}
    of_search = {"type": "ToolCallLimit", "settings": {"run_limit": 1, "tool_name": "search"}}
    assert registry.faults([limit, of_search]) == []
    (fault,) = registry.faults([limit, of_search, limit])
    assert fault.startswith("Please remove duplicate middleware instances.")
    assert registry.faults([limit, {**limit, "on": False}]) == []
    step = {"id": "s", "title": "S", "step_task": "x", "kind": "agent"}
    step["team"] = {"assistants": [{"name": "bot", "middleware": [limit, limit]}]}  # type: ignore[assignment]
    task = (await bench.driver.desk.new_task("Do it", plan={"title": "T", "steps": [step]}, model="m"))["id"]
    question = await bench.driver.asked(task)
    (problem,) = question.data["problems"]
    assert "remove duplicate middleware" in problem["message"]
    assert problem["field"] == "team.assistants.0.middleware"


def test_an_unknown_type_is_refused_by_naming_those_that_exist() -> None:
    (fault,) = registry.faults([{"type": "Nope"}])
    assert "ModelCallLimit" in fault


async def test_l13_s8_a_tool_that_does_not_exist_is_told_and_the_loop_goes_on(bench: Bench) -> None:
    """L13."""
    result = await bench.run([call("nope", x=1), "done"])
    assert result.messages[2].startswith("T#1! Error: nope is not a valid tool, try one of [a, b, ")
    assert result.messages[-1] == "AI done"


@pytest.mark.parametrize("arguments", [{"x": "many"}, {}, '{"x": '])
async def test_l14_s8_arguments_that_do_not_fit_are_told_and_the_loop_goes_on(bench: Bench, arguments: Any) -> None:
    """L14."""
    result = await bench.run([call(("a", arguments)), "done"])
    assert result.messages[2].startswith("T#1! Error invoking tool 'a' with kwargs ")
    assert result.messages[2].endswith("Please fix the error and try again.")
    assert result.messages[-1] == "AI done"
    assert "tool a" not in result.log


class Offers(Middleware[NoSettings]):
    """Offers a tool that is not registered."""

    async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        schema: Any = {"name": "late", "description": "Late.", "parameters": {"type": "object", "properties": {}}}
        return await call(request.override(tools=(*request.tools, schema)))


class RunsLate(Middleware[NoSettings]):
    """Runs the tool that is not registered."""

    async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        return ToolAnswer("better late") if request.name == "late" else await call(request)


async def test_l18_a_tool_that_a_wrapper_offers_needs_somebody_who_runs_it(bench: Bench) -> None:
    result = await bench.run([], [Offers])
    assert result.status == "error"
    assert "late" in result.cause
    assert "a, b, rd, boom" in result.cause


async def test_l18_with_somebody_who_runs_it_it_is_a_tool(bench: Bench) -> None:
    result = await bench.run([call("late"), "done"], [Offers, RunsLate])
    assert result.messages == ["H hi", "AI late()#1", "T#1 better late", "AI done"]


async def test_l122_the_picture_of_the_order_is_the_trace_of_a_run(bench: Bench) -> None:
    """Drawn without running anything; S1 and all hooks of two middlewares."""
    drawn = order.trace([logs(name, [], LIST_HOOKS)(NoSettings()) for name in ("M1", "M2")])
    assert drawn == [line.replace("tool a", "tool") for line in S1]
    everything = [logs(name, bench.log, HOOKS) for name in ("M1", "M2")]
    result = await bench.run([call("a", x=1), "done"], everything)
    assert order.trace([one(NoSettings()) for one in everything]) == [
        line.replace("tool a", "tool") for line in result.log
    ]


async def test_l122_the_types_are_offered_in_the_default_order_with_help_and_form(bench: Bench) -> None:
    known = await bench.driver.desk.middleware()
    names = [entry["type"] for entry in known if not entry["everywhere"]]
    default = [
        *("PII", "ModelCallLimit", "ToolCallLimit", "Summarization", "ContextEditing", "ToolSelector", "ModelFallback"),
        *("ModelRetry", "ToolRetry", "HumanInTheLoop", "TodoList", "Shell", "FileSearch", "ToolEmulator"),
    ]
    assert [name for name in names if name in default] == [name for name in default if name in names]
    for entry in known:
        assert entry["help"].endswith("."), entry["type"]
        assert entry["settings"]["type"] == "object"
        assert set(entry["hooks"]) <= set(HOOKS)


async def test_l122_a_list_is_looked_at_before_it_is_used(bench: Bench) -> None:
    desk = bench.driver.desk
    listed = [{"type": "ModelFallback", "settings": {"models": ["m2"]}}, {"type": "ModelRetry"}]
    seen = await desk.hook_order(listed)
    assert seen["problems"] == []
    assert len(seen["warnings"]) == 1
    wraps = [line for line in seen["trace"] if "wrap_model_call" in line or line == "model"][:6]
    assert wraps == [
        "TooLong.wrap_model_call in",
        "ModelFallback.wrap_model_call in",
        "ModelRetry.wrap_model_call in",
        "model",
        "ModelRetry.wrap_model_call out",
        "ModelFallback.wrap_model_call out",
    ]
    assert (await desk.hook_order([{"type": "Nope"}]))["problems"]


async def test_r28_what_middleware_adds_to_the_system_prompt_is_told_with_its_source(bench: Bench) -> None:
    """R27: nothing else is in it."""

    class Polite(Middleware[NoSettings]):
        """Adds a wish."""

        @property
        def prompt(self) -> str:
            return "Be polite."

    result = await bench.run(["done"], [Polite], system="You are a bot.")
    assert result.requests[0]["messages"][0]["content"] == "You are a bot.\n\nBe polite."
    assert await bench.driver.desk.system_prompts(bench.task, 1) == [
        {"assistant": "bot", "source": "", "text": "You are a bot."},
        {"assistant": "bot", "source": "Polite", "text": "Be polite."},
    ]
