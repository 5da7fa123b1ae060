"""The observe-think-act hooks as plain functions of a project's own file (T32-T37)."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.engine.middleware.harness import Bench, call
from workspace_app.engine.middleware import functions
from workspace_app.engine.middleware.base import (
    OBSERVE_HOOKS,
    Artificial,
    Middleware,
    ModelCall,
    ModelRequest,
    Run,
    ToolAnswer,
    ToolCall,
    ToolRequest,
    Update,
)
from workspace_app.engine.middleware.own import FILE

LOG: list[tuple[str, str, tuple[str, ...]]] = []
HOOK_FILE = """
from tests.engine.middleware.test_hooks import LOG
from workspace_app.engine.middleware import functions

def note(name, run, *given):
    LOG.append((name, run.place.task.text, tuple(type(one).__name__ for one in given)))

for hook in ("pre_run", "pre_observe", "post_think", "post_act"):
    def sync(run, *given, hook=hook):
        note(hook, run, *given)
    globals()["my_" + hook] = getattr(functions, hook)(sync, name="my_" + hook)

for hook in ("post_run", "post_observe", "pre_think", "pre_act"):
    async def later(run, *given, hook=hook):
        note(hook, run, *given)
    globals()["my_" + hook] = getattr(functions, hook)(later, name="my_" + hook)
"""


async def of_file(bench: Bench, text: str) -> dict[str, Any]:
    """The middleware of a hooks file in the project's folder, trusted by the person."""
    desk = bench.driver.desk
    project = bench.driver.ask.project((await desk.new_project("Own"))["id"])
    file = Path(project.folder) / FILE
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    await desk.trust_middleware(project.id, (await desk.own_middleware(project.id))["fingerprint"])
    return {name: one for name, one in desk._hooks.of(project).items() if isinstance(one, type)}


async def test_t32_t33_eight_kinds_of_plain_functions_are_called_with_what_they_are_about(bench: Bench) -> None:
    LOG.clear()
    own = await of_file(bench, HOOK_FILE)
    assert set(own) == {f"my_{hook}" for hook in OBSERVE_HOOKS}
    await bench.run([call("a", x=1), "done"], list(own.values()))
    think = [
        ("pre_observe", ()),
        ("post_observe", ()),
        ("pre_think", ("ModelRequest",)),
        ("post_think", ("ModelAnswer",)),
    ]
    act = [("pre_act", ("ToolRequest",)), ("post_act", ("ToolRequest", "ToolAnswer"))]
    assert [(name, given) for name, _, given in LOG] == [("pre_run", ()), *think, *act, *think, ("post_run", ())]
    assert {task for _, task, _ in LOG} == {bench.driver.ask.task(bench.task).text}


async def test_t32_the_example_of_the_page_about_hooks_works(bench: Bench) -> None:
    page = Path(__file__).parents[3] / "docs" / "hooks.md"
    example = page.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    own = await of_file(bench, example)
    result = await bench.run([call("write_note", x=1)], list(own.values()))
    assert result.messages[:2] == ["H hi", f"H {getpass.getuser()} asks."]
    assert result.events == [("greets", "greeted")]
    assert "This assistant only reads." in result.cause


async def test_t33_several_of_one_kind_run_in_the_order_of_the_list_sync_or_not(bench: Bench) -> None:
    ran: list[str] = []

    @functions.pre_act
    def first(run: Run, request: ToolRequest) -> ToolRequest:
        ran.append("first")
        return request.override(arguments={"x": 7})

    @functions.pre_act
    async def second(run: Run, request: ToolRequest) -> None:
        ran.append(f"second {request.arguments}")

    result = await bench.run([call("a", x=1), "done"], [first, second])
    assert ran == ["first", "second {'x': 7}"]
    assert result.messages == ["H hi", "AI a(1)#1", "T#1 a7", "AI done"]


@pytest.mark.parametrize("hook", OBSERVE_HOOKS)
async def test_t33_an_exception_of_each_kind_ends_the_step_with_its_words(bench: Bench, hook: str) -> None:
    def vetoes(run: Run, *given: Any) -> None:
        raise PermissionError("not today")

    made = getattr(functions, hook)(vetoes)
    result = await bench.run([call("a", x=1), "done"], [made])
    assert result.status == "error"
    assert "not today" in result.cause
    assert ("tool a" in result.log) is (hook in ("post_act", "post_run"))


async def test_t36_observe_act_should_act_and_done_are_an_assistants_own(bench: Bench) -> None:
    """The doors for them; see docs/hooks.md."""
    done: list[str] = []

    class Own(Middleware[Any]):
        """Observes, acts and ends in its own way."""

        can_jump_to: ClassVar = {"after_model": ("end",)}

        async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> Any:
            seen = [message.model_copy(update={"content": "as I see it"}) for message in request.messages[:1]]
            return await call(request.override(messages=(*seen, *request.messages[1:])))

        async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
            return ToolAnswer("done my way")

        async def after_model(self, run: Run) -> Update | None:
            should_act = all(one.name == "a" for one in run.open_calls)
            return None if should_act else Update(messages=[Artificial("I do not act.")], jump="end")

        async def after_agent(self, run: Run) -> None:
            done.append("done")

    result = await bench.run([call("a", x=1), call("b", x=2)], [Own])
    assert result.messages[1:3] == ["AI a(1)#1", "T#1 done my way"]
    assert result.messages[3] == "AI b(2)#2"
    assert "was not run, because the turn was ended" in result.messages[4]
    assert result.messages[5] == "AI I do not act."
    assert {line for line in result.log if line.startswith("tool")} == set()
    assert result.requests[0]["messages"][0]["content"] == "as I see it"
    assert done == ["done"]


async def test_t37_a_hook_knows_who_asks_and_the_trace_under_which_the_log_is_kept(bench: Bench) -> None:
    seen: list[tuple[str, str]] = []

    @functions.pre_run
    async def looks(run: Run) -> None:
        seen.append((run.user, run.trace))
        await run.tell("looked", "It was looked at.")

    result = await bench.run(["done"], [looks])
    ((user, trace),) = seen
    assert user == getpass.getuser()
    assert [item.text for item in bench.driver.ask.messages(trace) if item.data.get("event") == "looked"] == [
        "It was looked at."
    ]
    assert {item.conversation for item in result.stored} == {trace}
