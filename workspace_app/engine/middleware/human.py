"""The person looks at chosen tool calls before they are made (L37-L48)."""

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from workspace_app.domain.permissions import fits, subjects
from workspace_app.domain.records import Json
from workspace_app.engine.middleware import approval
from workspace_app.engine.middleware.approval import Gated
from workspace_app.engine.middleware.base import Middleware, Run, ToolAnswer, ToolCall, ToolRequest, Update

Decision = Literal["approve", "edit", "reject", "respond"]
USUAL: tuple[Decision, ...] = ("approve", "edit", "reject")


class Gate(BaseModel):
    """How one tool is asked about."""

    model_config = ConfigDict(extra="forbid")

    allowed_decisions: list[Decision] = Field(
        default=list(USUAL), min_length=1, title="Decisions", description="What you may decide about a call."
    )
    description: str = Field(
        default="", title="What is asked", description="Shown in place of the tool and its arguments."
    )
    args_schema: dict[str, Any] | None = Field(
        default=None, title="Schema of the arguments", description="JSON schema that edited arguments must fit."
    )
    when: str = Field(
        default="",
        title="Only when",
        description="Ask only about calls whose command, path or address looks like this, such as docs/** or https://*.org/*.",
    )


class HumanSettings(BaseModel):
    """Which tools are asked about, and how."""

    model_config = ConfigDict(extra="forbid")

    interrupt_on: dict[str, bool | Gate] = Field(
        default_factory=dict,
        title="Tools",
        description="You are asked before these are used; others are used as far as they are permitted.",
    )
    description_prefix: str = Field(
        "Tool execution requires approval", title="Begins with", description="What a question begins with."
    )
    one_by_one: bool = Field(
        False, title="One question for each call", description="Instead of one question for all calls of a message."
    )


class HumanInTheLoop(Middleware[HumanSettings]):
    """Asks you before chosen tools are used; you approve, edit, reject or answer yourself.

    One question holds all gated calls of a message, in their order; nothing of that message runs before it is answered (L38, L41).
    """

    Settings = HumanSettings
    asks = True

    async def after_model(self, run: Run) -> Update | None:
        """Ask about the gated calls that nobody has answered yet (L47)."""
        gated = [self._gated(call) for call in run.open_calls if self._asks_about(call)]
        if not gated:
            return None
        groups = [[one] for one in gated] if self.settings.one_by_one else [gated]
        found = Update()
        for group in groups:
            question = approval.ask(group, run)
            answer = run.answer(question.key)
            if answer is None:
                raise question
            made = await approval.update(group, answer, question.data, run)
            state = {"edited": {**found.state.get("edited", {}), **made.state.get("edited", {})}}
            found = Update(state, results={**found.results, **made.results}, calls={**found.calls, **made.calls})
        return found

    async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        """Tell the model when its call was replaced."""
        return approval.noticed(request, await call(request), run.state.get("edited", {}))

    @classmethod
    def check_answer(cls, data: Json, answer: Json) -> None:
        """Refuse decisions that do not fit the calls (L39, L40, L43)."""
        approval.decisions(data, answer)

    def _asks_about(self, call: ToolRequest) -> bool:
        gate = self.settings.interrupt_on.get(call.name, False)
        if isinstance(gate, bool):
            return gate
        return not gate.when or any(fits(gate.when, subject) for subject in subjects(call.arguments or {}))

    def _gated(self, call: ToolRequest) -> Gated:
        gate = self.settings.interrupt_on[call.name]
        gate = gate if isinstance(gate, Gate) else Gate()
        arguments = json.dumps(call.arguments, ensure_ascii=False, indent=2)
        shown = f"{self.settings.description_prefix}\n\nTool: {call.name}\nArgs: {arguments}"
        more = {"schema": gate.args_schema, "same_tool": self.settings.one_by_one}
        return Gated(call, gate.description or shown, tuple(gate.allowed_decisions), more)
