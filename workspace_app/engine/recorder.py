"""Keeps every message of one run before anyone else sees it (R84), and the text that is under way."""

from collections.abc import Callable

from sqlalchemy import Connection

from workspace_app.domain.events import Event
from workspace_app.engine.context import Said
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.place import Place
from workspace_app.store import changes
from workspace_app.store.changes import NewMessage


class Closed(Exception):
    """The run was stopped: nothing more of it is kept."""


class Recorder:
    """Writes a conversation's messages for one attempt, and reads them back as what has been said.

    Args:
        place: the run.
        attempt: the attempt that holds the lease.
    """

    def __init__(self, ledger: Ledger, place: Place, attempt: int) -> None:
        assert place.conversation is not None
        self._ledger = ledger
        self.place = place
        self.conversation = place.conversation.id
        self.attempt = attempt
        self._said: list[Said] = []
        self._last = 0
        self._closed = False
        self._partial: dict[str, list[str]] = {}
        self._leading: list[NewMessage] = []

    def said(self) -> list[Said]:
        """All that has been said until now, notes of the person included."""
        for row in self._ledger.ask.spoken(self.conversation, after=self._last):
            self._said.append(Said(row.source, row.kind, row.text, row.final, row.data, row.raw))
            self._last = row.seq
        return self._said

    def has_notes(self) -> bool:
        """Whether the person has said something that nobody heard yet."""
        return bool(self._ledger.ask.notes(self.conversation))

    async def hear(self, *, final: bool = False) -> list[str]:
        """Take what the person said meanwhile into the conversation; returns the texts (R39).

        Args:
            final: it is the person's turn.

        Raises:
            Closed: the run was stopped.
        """
        if self._closed:
            raise Closed
        if not self.has_notes():
            return []
        return await self._ledger.hear_notes(self.conversation, self.attempt, final=final)

    async def keep(self, message: NewMessage) -> None:
        """Store a message; durable when this returns.

        Raises:
            Closed: the run was stopped.
            LeaseLost: another attempt runs this conversation.
        """
        if self._closed:
            raise Closed
        if message.files or (self._leading and message.kind != "notice"):
            await self.keep_with(lambda c: (message, self._append_with_files(c, message)))
        else:
            await self._ledger.say(self.conversation, message, self.attempt)
        if message.kind in ("text", "tool_call", "error"):
            self._partial.pop(message.source, None)

    def lead(self, message: NewMessage) -> None:
        """Store a message together with the next one that is no notice: a thought is never there without what it led to (L45)."""
        self._leading.append(message)

    def _append_with_files(self, connection: Connection, message: NewMessage) -> int:
        """Append a message and queue its pictures for the step's folder."""
        for name, body in message.files.items():
            changes.put_file(
                connection,
                project=self.place.project.id,
                path=f"{self.place.task.folder}/step_{self.place.step.n}/images/{name}",
                body=body,
                author=message.source,
                author_kind="assistant",
                subject=f"Step {self.place.step.n}: picture",
                trailers=self.place.trailers(message.id),
            )
        return changes.append(connection, self.conversation, message, self.attempt)

    async def keep_with(self, change: Callable[[Connection], tuple[NewMessage, int]]) -> None:
        """Store a message together with what belongs to it; `change` appends it and returns it with its seq.

        Raises:
            Closed: the run was stopped.
        """
        if self._closed:
            raise Closed
        leading, self._leading = self._leading, []

        def all_of(connection: Connection) -> list[tuple[NewMessage, int]]:
            before = [(one, changes.append(connection, self.conversation, one, self.attempt)) for one in leading]
            return [*before, change(connection)]

        for message, seq in await self._ledger.change(all_of):
            self._partial.pop(message.source, None)
            self._ledger.tell_message(self.conversation, message, seq)

    def stream(self, source: str, text: str) -> None:
        """Pass on a piece of a message under way."""
        if self._closed or not text:
            return
        pieces = self._partial.setdefault(source, [])
        restart = not pieces
        pieces.append(text)
        self._ledger.hub.delta(
            Event(
                "delta",
                self.conversation,
                task=self.place.task.id,
                conversation=self.conversation,
                source=source,
                text=text,
                restart=restart,
            )
        )

    def drop_stream(self, source: str) -> None:
        """Forget the text under way of a speaker, because it is said anew."""
        self._partial.pop(source, None)

    async def keep_partial(self) -> None:
        """Store what had come of messages under way, marked as partial (R44)."""
        waiting, self._partial = self._partial, {}
        for source, pieces in waiting.items():
            text = "".join(pieces)
            if text.strip():
                message = NewMessage(source=source, kind="text", text=text, data={"partial": True})
                await self._ledger.say(self.conversation, message, self.attempt)

    def close(self) -> None:
        """Keep nothing more of what the team says."""
        self._closed = True
