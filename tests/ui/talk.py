"""A task with one running step, for looking at its conversation without an engine."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection

from tests.support.stores import lay_store
from workspace_app.domain.events import Event
from workspace_app.domain.records import Conversation
from workspace_app.domain.status import Status
from workspace_app.store import changes
from workspace_app.store.database import Writer, open_reader, open_writer
from workspace_app.store.queries import Queries

T = TypeVar("T")


class Talk:
    """Writes to the store as the engine does, and gives the events about it."""

    def __init__(self, home: Path) -> None:
        lay_store(home)
        self._writer = Writer(open_writer(home))
        self.queries = Queries(open_reader(home))
        self.project = self.do(lambda c: changes.add_project(c, "Project", str(home / "space")))
        self.task = self.do(
            lambda c: changes.add_task(
                c, project=self.project, title="A task", text="Do it", folder="a-task", model=None
            )
        )
        self.step = self.do(
            lambda c: changes.add_step(
                c,
                project=self.project,
                task=self.task,
                n=1,
                key="s1",
                title="Write",
                kind="review",
                spec={},
                status=Status.QUEUED,
            )
        )
        self.first = self.conversation()

    def close(self) -> None:
        """Close both connections."""
        self._writer.close()
        self.queries.close()

    def do(self, change: Callable[[Connection], T]) -> T:
        """Make one change."""
        return self._writer.submit(change).result()

    def conversation(self) -> str:
        """Another running run of the step."""
        id_ = self.do(
            lambda c: changes.add_conversation(c, project=self.project, task=self.task, step=self.step, prompt="p")
        )
        self.do(lambda c: changes.set_conversation(c, id_, status=Status.RUNNING))
        return id_

    def row(self, conversation: str | None = None) -> Conversation:
        """The conversation as it is in the store."""
        return self.queries.conversation(conversation or self.first)

    def say(
        self,
        text: str,
        *,
        source: str = "writer",
        kind: str = "text",
        data: Mapping[str, Any] | None = None,
        to: str | None = None,
        **more: Any,
    ) -> Event:
        """Append a message; returns the event that the engine would send."""
        where = to or self.first
        message = changes.NewMessage(source, kind, text, data=data or {}, **more)
        seq = self.do(lambda c: changes.append(c, where, message))
        return Event("message", message.id, task=self.task, conversation=where, seq=seq, source=source)

    def say_many(self, count: int, *, to: str | None = None) -> None:
        """Append `count` messages of two speakers, each with its number in its text."""
        where = to or self.first

        def change(connection: Connection) -> None:
            start = int(
                connection.exec_driver_sql("select messages from conversations where id = ?", (where,)).scalar_one()
            )
            for number in range(start + 1, start + count + 1):
                text = f"Message number {number}.\n\n" + "Some **words** more. " * (number % 7)
                changes.append(connection, where, changes.NewMessage(("writer", "critic")[number % 2], "text", text))

        self.do(change)

    def delta(self, text: str, *, source: str = "writer", restart: bool = False, to: str | None = None) -> Event:
        """The event of a piece of a message under way."""
        where = to or self.first
        return Event("delta", where, conversation=where, source=source, text=text, restart=restart)

    def call_tools(self, calls: Sequence[Mapping[str, Any]], results: Sequence[Mapping[str, Any]]) -> None:
        """Append a message of tool calls and, if there are any, the one of their results."""
        self.say("", kind="tool_call", data={"calls": list(calls)})
        if results:
            self.say("", kind="tool_result", data={"results": list(results)})
