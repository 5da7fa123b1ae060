"""Tools that a model plays instead of running them (L120, L121)."""

from __future__ import annotations

import json

from autogen_core.models import UserMessage
from pydantic import BaseModel, ConfigDict, Field

from workspace_app.engine import submit, suggest
from workspace_app.engine.middleware.base import Middleware, ModelRequest, Run, ToolAnswer, ToolCall, ToolRequest
from workspace_app.store.emulated import EVENT

_REAL = (submit.NAME, suggest.NAME)
"""The app's own tools do nothing outside; what is handed in after a made-up result says so itself."""


class ToolEmulatorSettings(BaseModel):
    """Which tools are played, and by whom."""

    model_config = ConfigDict(extra="forbid")

    tools: list[str] | None = Field(None, title="Tools", description="Names of the tools; empty for all.")
    model: str | None = Field(None, title="Model", description="Name of a model slot; empty for the assistant's own.")
    temperature: float = Field(1.0, ge=0, le=2, title="Temperature", description="How much the results vary.")


class ToolEmulator(Middleware[ToolEmulatorSettings]):
    """Does not run tools, but has a model make up what they would have given: a dry run.

    Results are marked as made up, and so are the works that are handed in after one.
    """

    Settings = ToolEmulatorSettings

    async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        """A made-up result; what cannot be called, and tools that are not to be played, go on."""
        chosen = self.settings.tools is None or request.name in self.settings.tools
        if not chosen or request.name in _REAL or request.tool is None or request.arguments is None:
            return await call(request)
        asked = ModelRequest(
            slot=self.settings.model or run.slot,
            system="",
            messages=(UserMessage(content=_question(request, request.tool.description), source="user"),),
            settings={"temperature": self.settings.temperature},
        )
        answer = await run.ask_model(asked, prepared=True)
        text = f"“{request.name}” was not run: its result is made up by a model."
        await run.tell(EVENT, text, tool=request.name, call=request.id)
        return ToolAnswer(answer.text, data={"emulated": True})


def _question(request: ToolRequest, description: str) -> str:
    return "\n".join(
        [
            "You are emulating a tool call for testing purposes.",
            "",
            f"Tool: {request.name}",
            f"Description: {description}",
            f"Arguments: {json.dumps(request.arguments, ensure_ascii=False)}",
            "",
            "Make up what this tool would realistically give for these arguments.",
            "Return ONLY the tool's output, without explanation or introduction.",
        ]
    )
