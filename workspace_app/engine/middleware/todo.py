"""A list of its own, for an assistant to keep track (L85-L88)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from autogen_core import CancellationToken
from autogen_core.tools import BaseTool
from pydantic import BaseModel, ConfigDict, Field

from workspace_app.engine.middleware.base import Middleware, Run, ToolAnswer, ToolCall, ToolRequest, Update
from workspace_app.engine.tools.reach import Reach
from workspace_app.store.todos import STATE_KEY

NAME = "write_todos"
DESCRIPTION = (
    "Replace your to-do list: give all of its entries, not only those that change. Use it for work of three steps or more, or when you are"
    " given several things to do; for anything less, just do it. Mark an entry in_progress before you begin it and completed as soon as it is"
    " done, not several at the end. Take out what is no longer needed, and add what you find on the way."
)
PROMPT = (
    "You have a to-do list, written with the tool `write_todos`. Use it for longer work, so that you forget nothing and the person sees how far"
    " you are; do not use it for what takes a few simple steps. Keep it up to date while you work: change the list as soon as something is"
    " done or turns out otherwise. Call the tool once at a time, never several times in one message."
)
PARALLEL = (
    "Error: The `write_todos` tool should never be called multiple times in parallel."
    " Please call it only once per model invocation to update the todo list."
)


class Todo(BaseModel):
    """One entry of the list."""

    content: str = Field(description="What is to be done, in a few words.")
    status: Literal["pending", "in_progress", "completed"] = Field(description="How far it is.")


class Todos(BaseModel):
    """What `write_todos` takes."""

    todos: list[Todo] = Field(description="The whole list, in order.")


class WriteTodos(BaseTool[Todos, Any]):
    """Tells what the new list is; the middleware remembers it."""

    reach: Reach = "inside"

    def __init__(self, description: str) -> None:
        super().__init__(Todos, str, NAME, description)

    async def run(self, args: Todos, cancellation_token: CancellationToken) -> str:
        return f"Updated todo list to {[todo.model_dump() for todo in args.todos]}"


class TodoListSettings(BaseModel):
    """What the model reads about its list."""

    model_config = ConfigDict(extra="forbid")

    system_prompt: str = Field(PROMPT, title="Text", description="Is put after the assistant's system text.")
    tool_description: str = Field(
        DESCRIPTION, title="Description of the tool", description="What the model reads about it."
    )


class TodoList(Middleware[TodoListSettings]):
    """Gives the assistant a to-do list of its own, which is shown beside the conversation.

    It is neither the plan nor the status of its steps (F23). It is kept with the messages, so it is at each of them what it was then.
    """

    Settings = TodoListSettings

    @property
    def prompt(self) -> str:
        return self.settings.system_prompt

    def tools(self, run: Run) -> Sequence[BaseTool[Any, Any]]:
        return [WriteTodos(self.settings.tool_description)]

    async def after_model(self, run: Run) -> Update | None:
        """Refuse several lists at once: none of them is the one that was meant (L86)."""
        calls = [call for call in (run.answered.calls if run.answered else ()) if call.name == NAME]
        if len(calls) < 2:
            return None
        return Update(results={call.id: ToolAnswer(PARALLEL, is_error=True) for call in calls})

    async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        """Remember the list that the tool took."""
        answer = await call(request)
        if request.name != NAME or answer.is_error:
            return answer
        todos = Todos.model_validate(dict(request.arguments or {}))
        return answer.remember(self, **{STATE_KEY: todos.model_dump()["todos"]})
