"""A thousand model calls with every middleware in the default order, next to the same run with none (L122)."""

import asyncio
import os
import time
from pathlib import Path
from typing import Any

from tests.benchmarks.measure import Row
from tests.engine.driver import Driver, driving
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.engine.middleware import registry

TASKS, CALLS = 20, 50
"""Turns, and model calls in each: every one but the last calls a tool."""
TOOLS = ["list_files", "write_todos", "shell", "glob_search", "grep_search", "web_search"]
SETTINGS: dict[str, dict[str, Any]] = {
    "PII": {"type": "email"},
    "ModelCallLimit": {"run_limit": 1000},
    "ToolCallLimit": {"run_limit": 1000},
    "ModelFallback": {"models": ["m2"]},
    "HumanInTheLoop": {"interrupt_on": {"other_tool": True}},
    "ToolSelector": {"always_include": TOOLS},
    "ToolEmulator": {"tools": []},
    "WebSearch": {"url": "http://127.0.0.1:9/?q={query}"},
}
"""What is needed to be there without answering in anybody's place."""
ABSENT = ("TaskMemory", "Snapshot", "LastMessages", "ResultCache")
"""The other strategies for the context, of which an assistant has one, and what would make no calls."""


def rows(home: Path) -> list[Row]:
    """The comparison: seconds of one call."""
    os.environ["WORKSPACE_TEST_KEY"] = "test-key"
    with ScriptedModel() as server:
        server.script(None, _answer)
        return [asyncio.run(_measure(home, server))]


def _answer(request: dict[str, Any]) -> Reply:
    """Lists the files until it has asked often enough."""
    done = sum(message["role"] == "tool" for message in request["messages"])
    return Reply(tools=[("list_files", {})]) if done < CALLS - 1 else Reply(text="Done.")


async def _measure(home: Path, server: ScriptedModel) -> Row:
    listed = [{"type": name, "settings": SETTINGS.get(name, {})} for name in registry.MODULES if name not in ABSENT]
    ours, theirs = [], []
    async with driving(home, server) as driver:
        await _turn(driver, listed)
        for _ in range(TASKS):
            theirs.append(await _turn(driver, []))
            ours.append(await _turn(driver, listed))
    return Row(f"a model call and a tool, {len(listed)} middlewares", "without middleware", ours, theirs)


async def _turn(driver: Driver, listed: list[dict[str, Any]]) -> float:
    """Seconds of one call of a turn."""
    member = {"name": "bot", "tools": ["list_files"], "middleware": listed, "max_rounds": CALLS + 1}
    step = {"id": "s", "title": "List", "step_task": "List.", "kind": "agent", "team": {"assistants": [member]}}
    start = time.perf_counter()
    await driver.asked(await driver.planned([step]))
    return (time.perf_counter() - start) / CALLS
