"""Each option of an agent has a setting that works (L1); the cache and the trace are in test_cache.py."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from tests.engine.middleware.harness import Bench, call
from tests.engine.middleware.test_structured import ROME, W1
from workspace_app.domain.status import Status
from workspace_app.engine.middleware import functions, registry
from workspace_app.engine.middleware.base import Middleware, ModelAnswer, ModelCall, ModelRequest, Run, Update


class Context(BaseModel):
    """What holds for a whole run."""

    model_config = ConfigDict(extra="forbid")
    customer: str


class Memory(BaseModel):
    """What is remembered."""

    model_config = ConfigDict(extra="forbid")
    visits: int = 0


class Knows(Middleware[Context]):
    """Puts what holds for the run into the prompt, and counts."""

    Settings = Context
    State = Memory

    async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        answer = await call(request.override(system=f"{request.system} For {self.settings.customer}."))
        return answer.remember(self, visits=run.state.get("visits", 0) + 1)


async def test_l1_each_option_of_an_agent_is_a_setting_with_an_effect(bench: Bench) -> None:
    """One assistant that has them all, stopped at its breakpoints and over a restart."""
    bench._own |= {"Knows": Knows}
    listed = [{"type": "Knows", "settings": {"customer": "Ann"}}, {"type": "GivenTools"}, {"type": "Recall"}]
    member: dict[str, Any] = {
        "name": "Weather-woman",
        "model": "m2",
        "system": "You know the weather.",
        "tools": ["list_files"],
        "middleware": [*listed, {"type": "ResultCache"}],
        "breakpoints": ["before_tools", "after_tools"],
    }
    await bench.run(["The weather of Rome is a matter for itself."])  # a conversation that can be recalled
    bench.step = {"output_schema": W1}
    await bench.start({"assistants": [member]}, [call("a", x=1)], "The weather of Rome")
    result = await bench.result()
    assert (result.status, bench.log.count("tool a")) == ("paused", 0)  # interrupt_before
    await bench.restart()
    result = await bench.resume()
    assert (result.status, bench.log.count("tool a")) == ("paused", 1)  # interrupt_after, checkpointer
    result = await bench.resume([call("W1", **ROME)])
    result = await bench.resume() if result.status == "paused" else result
    result = await bench.resume() if result.status == "paused" else result
    assert result.status == Status.DONE
    request = result.requests[-1]
    assert request["model"] == "m2"  # model
    system = request["messages"][0]["content"]
    assert system == "You know the weather. For Ann."  # system prompt, context schema, middleware
    assert "is a matter for itself" in str(request["messages"][1:])  # store
    offered = [tool["function"]["name"] for tool in request["tools"]]
    assert {"list_files", "a", "W1"} <= set(offered)  # tools
    assert result.stored[-1].data["structured"] == ROME  # response format
    said = [item for item in result.stored if item.kind in ("tool_call", "tool_result")]
    assert {item.source for item in said} == {"Weather-woman"}  # name
    states = [item.data["state"]["Knows"] for item in result.stored if "Knows" in item.data.get("state", {})]
    assert states[-1] == {"visits": 2}  # state schema


def test_l1_context_that_does_not_fit_is_a_fault_of_the_plan() -> None:
    (fault,) = registry.faults([{"type": "Knows", "settings": {"customers": 3}}], {"Knows": Knows})
    assert "customer: Field required" in fault


@pytest.mark.parametrize("at", ["hook", "wrapper", "tool"])
async def test_l1_l7_state_that_does_not_fit_ends_the_step_and_what_was_said_is_kept(bench: Bench, at: str) -> None:
    if at == "hook":

        @functions.after_model(state=Memory)
        def forgets(run: Run) -> Update:
            """Remembers what it may not."""
            return Update(state={"visits": "often"})

    elif at == "wrapper":

        @functions.wrap_model_call(state=Memory)
        async def forgets(run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
            """Remembers what it may not."""
            return (await call(request)).override(state={"forgets": {"visit": 1}})

    else:

        @functions.wrap_tool_call(state=Memory)
        async def forgets(run: Run, request: Any, call: Any) -> Any:
            """Remembers what it may not."""
            return (await call(request)).override(state={"forgets": {"visit": 1}})

    result = await bench.run([call("a", x=1), "done"], [forgets])
    assert result.status == Status.ERROR
    assert "forgets is to remember what its State does not allow" in result.cause
    assert result.log == ["model"] + ["tool a"] * (at == "tool")
