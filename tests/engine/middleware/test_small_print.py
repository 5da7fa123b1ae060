"""What the behaviours say in passing, and no scenario shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from autogen_core.tools import FunctionTool

from tests.engine.middleware.harness import Bench, call, fails
from tests.support.scripted_model import ScriptedModel
from workspace_app.engine.middleware.base import Middleware, ModelAnswer, ModelCall, ModelRequest, NoSettings, Run

OFFERED = [
    "PII", "ModelCallLimit", "ToolCallLimit", "Summarization", "ContextEditing", "ToolSelector", "ModelFallback", "ModelRetry",
    "ToolRetry", "HumanInTheLoop", "TodoList", "Shell", "FileSearch", "ToolEmulator",
]  # fmt: skip


async def test_l122_the_default_order_is_that_of_the_list(bench: Bench) -> None:
    offered = [one["type"] for one in await bench.driver.desk.middleware()]
    assert [name for name in offered if name in OFFERED] == OFFERED


@pytest.mark.parametrize("hook", ["before_model", "wrap_model_call", "wrap_tool_call"])
def test_l6_a_class_whose_hook_is_not_async_is_refused_when_it_is_made(hook: str) -> None:
    with pytest.raises(NotImplementedError, match=f'Wrong.{hook} is awaited: write "async def"'):
        type("Wrong", (Middleware,), {hook: lambda *_given: None})


async def test_l12_after_a_tool_that_returns_directly_after_agent_still_runs(bench: Bench) -> None:
    class Last(Middleware[NoSettings]):
        """Writes down that the turn ended."""

        async def after_agent(self, run: Run) -> None:
            bench.log.append("after_agent")

    result = await bench.run([call("rd", x=1)], [Last])
    assert result.log == ["model", "tool rd", "after_agent"]


async def test_l59_parallel_calls_are_retried_each_by_itself(bench: Bench) -> None:
    tried: list[int] = []

    async def flaky(x: int) -> str:
        tried.append(x)
        if tried.count(x) < x:
            raise ConnectionError(f"{x} fails")
        return f"flaky{x}"

    bench.tools.append(FunctionTool(flaky, "It fails at first.", name="flaky"))
    calls = call(("flaky", {"x": 1}), ("flaky", {"x": 2}), ("flaky", {"x": 3}))
    result = await bench.run([calls, "done"], [("ToolRetry", {"max_retries": 2, "jitter": False})])
    assert result.messages[2:5] == ["T#1 flaky1", "T#2 flaky2", "T#3 flaky3"]
    assert sorted(tried) == [1, 2, 2, 3, 3, 3]
    assert sorted(bench.delays) == [1.0, 1.0, 2.0]


async def test_l63_the_fallback_gets_the_same_request_without_marks_for_the_first_providers_cache(
    bench: Bench, server: ScriptedModel
) -> None:
    class Marks(Middleware[NoSettings]):
        """Asks with settings, one of which only one provider knows."""

        async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
            return await call(request.override(settings={"temperature": 0.5, "prompt_cache_key": "mine"}))

    server.script("p", [fails()])
    server.script("f", ["f ok"])
    result = await bench.run([], [Marks, ("ModelFallback", {"models": ["f"]})], model="p")
    first, second = result.requests
    assert first.pop("prompt_cache_key") == "mine"
    assert {**first, "model": ""} == {**second, "model": ""}
    assert second["temperature"] == 0.5


async def test_l113_s38_a_search_reveals_nothing_outside_of_its_root(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("outside")
    await bench.run(["done"])  # makes the project
    folder = bench.driver.project_folder(bench.task)
    (folder / "inside.txt").write_text("inside")
    (folder / "file.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "out").symlink_to(tmp_path)
    patterns = ["../*.txt", "../../*.txt", "~/*.txt", f"{tmp_path}/*.txt", "out/*.txt", "**/*.txt", "*.txt"]
    asked: list[Any] = [call("glob_search", pattern=pattern) for pattern in patterns]
    asked += [call("grep_search", pattern="outside", path=path) for path in ("/", "/..", "/out", str(tmp_path), "~")]
    result = await bench.run([*asked, "done"], [("FileSearch", {"root_path": "."})])
    said = [line for line in result.messages if line.startswith("T#")]
    assert len(said) == len(asked)
    assert not [line for line in said if "secret" in line or ":outside" in line or "/file.txt" in line]
    assert said[len(patterns) - 1].endswith("/inside.txt"), "nothing was found at all"


@pytest.mark.parametrize(
    ("command", "says"), [("printf abc", "abc"), ("cat", "<no output>"), ("exit 3", "Exit code: 3")]
)
async def test_l106_s40_commands_without_an_end_or_input_do_not_hang(bench: Bench, command: str, says: str) -> None:
    await bench.driver.desk.allow_tool("shell")
    result = await bench.run([call("shell", command=command), "done"], ["Shell"])
    assert says in result.messages[2]
    assert result.status == "waiting"


async def test_l24_s2_a_plan_can_give_neither_an_address_nor_a_key(bench: Bench) -> None:
    planted = {"base_url": "http://127.0.0.1:9/v1", "api_key": "planted", "key_env": "HOME", "model_provider": "ollama"}
    result = await bench.run(["done"], **planted)
    assert result.messages == ["H hi", "AI done"]
    (request,) = result.requests
    assert request["model"] == "m"
    assert "planted" not in str(request)
