"""Verbs about what the person said and nobody heard yet (R39)."""

from typing import Any

from sqlalchemy import Connection

from workspace_app.desk.steering import SteeringVerbs
from workspace_app.domain.errors import NotAllowed, NotFound, WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.records import Note
from workspace_app.engine import references
from workspace_app.engine.references import Expanded
from workspace_app.store import changes

_HEARD = "This note is not waiting any more: it has been heard or taken back. Say what is different in a new one."


class NoteVerbs(SteeringVerbs):
    """A note waits in a row of its own, and becomes a message when the run takes it: until then it can be changed."""

    async def edit_note(self, note: str, text: str) -> dict[str, Any]:
        """Change a note that nobody heard yet.

        Raises:
            NotAllowed: it has been heard.
        """
        if not text.strip():
            raise WorkspaceError("The note is empty. Remove it if it is not needed.")
        conversation = self._waiting(note).conversation
        words = await references.expand_whole(self._ask, text)
        if not await self._ledger.change(lambda c: changes.set_note(c, note, words.whole, words.written, words.record)):
            raise NotAllowed(_HEARD)
        self._tell_notes(conversation)
        return {}

    async def remove_note(self, note: str) -> dict[str, Any]:
        """Take back a note that nobody heard yet.

        Raises:
            NotAllowed: it has been heard.
        """
        conversation = self._waiting(note).conversation
        if not await self._ledger.change(lambda c: changes.delete_note(c, note)):
            raise NotAllowed(_HEARD)
        self._tell_notes(conversation)
        return {}

    async def send_now(self, conversation: str) -> dict[str, Any]:
        """Stop what is being said, keep it, and go on at once: the notes that wait are heard first."""
        task = self._ask.conversation(conversation).task
        await self.stop(task, now=True)
        await self.resume(task)
        return {}

    async def _hold(self, conversation: str, words: Expanded) -> str:
        def change(c: Connection) -> str:
            changes.comments_sent(c, words.comments)
            return changes.add_note(c, conversation, words.whole, words.written, words.record)

        note = await self._ledger.change(change)
        self._tell_notes(conversation)
        return note

    def _waiting(self, note: str) -> Note:
        try:
            return self._ask.note(note)
        except NotFound as error:
            raise NotAllowed(_HEARD) from error

    def _tell_notes(self, conversation: str) -> None:
        row = self._ask.conversation(conversation)
        self._ledger.publish(
            Event("conversation", conversation, task=row.task, conversation=conversation, status=row.status)
        )
