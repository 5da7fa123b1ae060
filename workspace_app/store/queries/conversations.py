"""Reading conversations and what was said in them."""

from datetime import datetime
from operator import attrgetter
from typing import Any

from sqlalchemy import Row, select

from workspace_app.domain.records import Conversation, Message, Note
from workspace_app.domain.status import Status
from workspace_app.store import rows
from workspace_app.store import tables as t
from workspace_app.store.queries.base import Reading, Scope, grouped


class ConversationQueries(Reading):
    """Conversations, their messages, and the notes that nobody heard yet."""

    def conversations(self, step: str) -> list[Conversation]:
        """The runs of a step, first to last (R47)."""
        query = select(t.conversations).where(t.conversations.c.step_id == step).order_by(t.conversations.c.n)
        return [rows.conversation_of(row) for row in self._all(query)]

    def runs_of(self, scope: Scope) -> dict[str, list[Row[Any]]]:
        """The runs of the steps of many tasks, first to last, by step id: rows of id, n, status and step_id."""
        columns = [t.conversations.c[name] for name in ("id", "n", "status", "step_id")]
        query = scope.limit(select(*columns).join(t.steps, t.steps.c.id == t.conversations.c.step_id))
        return grouped(self._all(query.order_by(t.conversations.c.n)), attrgetter("step_id"))

    def edited_tasks(self, task: str) -> dict[int, Conversation]:
        """For each step whose task was edited for a run, by its number, the newest such run (R59)."""
        query = (
            select(t.conversations, t.steps.c.n.label("step_n"))
            .join(t.steps, t.steps.c.id == t.conversations.c.step_id)
            .where(t.conversations.c.task_id == task, t.conversations.c.step_task.is_not(None))
        )
        return {row.step_n: rows.conversation_of(row) for row in self._all(query.order_by(t.conversations.c.n))}

    def conversation(self, conversation: str) -> Conversation:
        """One conversation."""
        query = select(t.conversations).where(t.conversations.c.id == conversation)
        return rows.conversation_of(self._one(query, f"conversation {conversation}"))

    def running(self) -> list[Conversation]:
        """Conversations whose status says that they run."""
        query = select(t.conversations).where(t.conversations.c.status.in_([Status.RUNNING, Status.QUEUED]))
        return [rows.conversation_of(row) for row in self._all(query)]

    def messages(self, conversation: str, after: int = 0, limit: int | None = None) -> list[Message]:
        """Messages with seq > `after`, in order, at most `limit`."""
        query = select(*rows.MESSAGE).where(t.messages.c.conversation_id == conversation, t.messages.c.seq > after)
        return [rows.message_of(row) for row in self._all(query.order_by(t.messages.c.seq).limit(limit))]

    def messages_before(self, conversation: str, before: int, limit: int) -> list[Message]:
        """The last `limit` messages with seq < `before`, in order: a page upward."""
        query = select(*rows.MESSAGE).where(t.messages.c.conversation_id == conversation, t.messages.c.seq < before)
        return [
            rows.message_of(row) for row in reversed(self._all(query.order_by(t.messages.c.seq.desc()).limit(limit)))
        ]

    def notes(self, conversation: str) -> list[Note]:
        """What the person said in a conversation and nobody heard yet, oldest first."""
        query = select(t.notes).where(t.notes.c.conversation_id == conversation).order_by(t.notes.c.id)
        return [rows.note_of(row) for row in self._all(query)]

    def note(self, note: str) -> Note:
        """One note that nobody heard yet."""
        return rows.note_of(self._one(select(t.notes).where(t.notes.c.id == note), f"note {note} that waits"))

    def message(self, message: str) -> Message:
        """One message by its id."""
        return rows.message_of(self._one(select(*rows.MESSAGE).where(t.messages.c.id == message), f"message {message}"))

    def replan_hints(self, task: str) -> list[tuple[int, Message]]:
        """What assistants said about the plan of a task, each with the number of the step, oldest first (R67)."""
        query = (
            select(*rows.MESSAGE, t.steps.c.n)
            .join(t.conversations, t.conversations.c.id == t.messages.c.conversation_id)
            .join(t.steps, t.steps.c.id == t.conversations.c.step_id)
            .where(t.steps.c.task_id == task, t.messages.c.kind == "notice")
            .where(
                t.messages.c.data["replan"].as_string().is_not(None), t.messages.c.data["from"].as_string().is_(None)
            )
        )
        return [(row.n, rows.message_of(row)) for row in self._all(query.order_by(t.messages.c.created_at))]

    def last_told(self, conversation: str) -> datetime | None:
        """When the person, or the prompt, last said something in a conversation; None if nobody has."""
        told = (t.messages.c.conversation_id == conversation) & t.messages.c.source.in_(("user", "task"))
        found = self._all(select(t.messages.c.created_at).where(told).order_by(t.messages.c.seq.desc()).limit(1))
        return found[0].created_at if found else None

    def spoken(self, conversation: str, after: int = 0) -> list[Row[Any]]:
        """Messages with seq > `after` with AutoGen's own dumps, as rows: what a run is built from."""
        columns = [t.messages.c[name] for name in ("seq", "source", "kind", "text", "final", "data", "raw")]
        query = select(*columns).where(t.messages.c.conversation_id == conversation, t.messages.c.seq > after)
        return self._all(query.order_by(t.messages.c.seq))

    def find_messages(self, conversation: str, text: str) -> list[int]:
        """The seq of each message of a conversation that contains `text`, whatever its case."""
        query = select(t.messages.c.seq).where(
            t.messages.c.conversation_id == conversation, t.messages.c.text.icontains(text, autoescape=True)
        )
        return [row.seq for row in self._all(query.order_by(t.messages.c.seq))]

    def feedback(self, step: str) -> list[Message]:
        """What the person said in a step's conversations, in order (R43)."""
        query = (
            select(*rows.MESSAGE)
            .join(t.conversations, t.conversations.c.id == t.messages.c.conversation_id)
            .where(t.conversations.c.step_id == step, t.messages.c.source == "user")
        )
        return [rows.message_of(row) for row in self._all(query.order_by(t.messages.c.id))]
