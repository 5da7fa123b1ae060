"""Works out of what an assistant says: a message and the works in it are kept together or not at all (DESIGN 4)."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from autogen_agentchat.messages import ToolCallSummaryMessage
from autogen_core import FunctionCall
from sqlalchemy import Connection

from workspace_app.domain.delivery import find_works, join_pieces
from workspace_app.domain.records import Json, Work
from workspace_app.engine.conversion import stored
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.place import Place
from workspace_app.engine.recorder import Recorder
from workspace_app.engine.structured.answers import VALUE
from workspace_app.engine.works import Works, version_id
from workspace_app.store import changes
from workspace_app.store.changes import NewMessage, NewVersion

SHOWN_CHARACTERS = 100_000
"""How much of a work the other members of a team see in the message that hands it in; the file has all."""


class Deliveries:
    """Keeps the messages by which the assistants of one run hand in works."""

    def __init__(self, ledger: Ledger, works: Works, place: Place) -> None:
        self._ledger, self._works, self._place = ledger, works, place

    async def keep_text(self, recorder: Recorder, message: NewMessage, speaker: str) -> None:
        """Keep a text that ends a turn, and the works in its fenced blocks (`work TITLE`), pieces of a cut answer joined (R36)."""
        found = {work.title.casefold(): work for work in find_works(self._whole(recorder, message, speaker))}
        bodies = [(work.title, work.content.encode()) for work in found.values()]
        await self._keep(recorder, message, self._versions(bodies, message.id, speaker, "assistant"))

    async def keep_summary(
        self, recorder: Recorder, message: ToolCallSummaryMessage, calls: Sequence[FunctionCall], speaker: str
    ) -> None:
        """Keep the message that ends a turn in which works were handed in by tool; the team reads the works in it."""
        assert self._place.conversation is not None
        works, texts = [], []
        for call in calls:
            version = self._ledger.ask.version(version_id(self._place.conversation.id, call.id))
            work = self._ledger.ask.work(version.work)
            works.append(_about(work, version.n))
            content = str(json.loads(call.arguments).get("content") or "")[:SHOWN_CHARACTERS]
            texts.append(f"Handed in “{work.title}” ({work.path}, version {version.n}).\n\n{content}".strip())
        summary = stored(message, source=speaker, final=True, request=None)
        await recorder.keep(replace(summary, text="\n\n".join(texts), data={"works": works}))

    async def keep_results(self, recorder: Recorder, message: ToolCallSummaryMessage, speaker: str) -> bool:
        """Keep the results of a function executor's calls as works (R31); False if every call failed."""
        good = [result for result in message.results if not result.is_error]
        bodies = [(self._place.step.title, result.content.encode()) for result in good[-1:]]
        summary = stored(message, source=speaker, final=bool(good), request=None)
        await self._keep(recorder, summary, self._versions(bodies, message.id, speaker, "function"))
        return bool(good)

    async def keep_value(self, recorder: Recorder, message: ToolCallSummaryMessage, value: Json, speaker: str) -> None:
        """Keep the value that a turn came to by a tool as a work, with the message that ends the turn (L36)."""
        summary = stored(message, source=speaker, final=True, request=None)
        text = f"```json\n{_as_text(value)}\n```"
        await self.keep_text_value(recorder, replace(summary, text=text, data={VALUE: value}), speaker)

    async def keep_text_value(self, recorder: Recorder, message: NewMessage, speaker: str) -> None:
        """Keep a message that ends a turn, and the value in it as a work named after the step (L36)."""
        bodies = [(self._place.step.title, _as_text(message.data[VALUE]).encode())]
        await self._keep(recorder, message, self._versions(bodies, message.id, speaker, "assistant", ".json"))

    def _whole(self, recorder: Recorder, message: NewMessage, speaker: str) -> str:
        pieces: list[str] = []
        for item in recorder.said():
            if item.source == speaker and item.kind == "text":
                pieces = [*pieces, item.text] if item.data.get("cut") else []
        return join_pieces([*pieces, message.text])

    def _versions(
        self, bodies: Sequence[tuple[str, bytes]], message: str, author: str, author_kind: str, extension: str = ".md"
    ) -> list[NewVersion]:
        assert self._place.conversation is not None
        versions: list[NewVersion] = []
        for number, (title, body) in enumerate(bodies):
            id_ = version_id(self._place.conversation.id, f"{message}/{number}")
            taken = [version.path for version in versions]
            made: dict[str, Any] = {
                "author": author,
                "author_kind": author_kind,
                "id": id_,
                "message": message,
                "extension": extension,
                "taken": taken,
            }
            versions.append(self._works.prepare(self._place, title, body, **made))
        return versions

    async def _keep(self, recorder: Recorder, message: NewMessage, versions: Sequence[NewVersion]) -> None:
        if not versions:
            await recorder.keep(message)
            return

        def change(connection: Connection) -> tuple[NewMessage, int]:
            works = []
            for version in versions:
                work = self._works.insert(connection, self._place, version)
                number = changes.version_number(connection, version.id)
                works.append({"id": work, "path": version.path, "title": version.title, "version": number})
            full = replace(message, data={**message.data, "works": works})
            return full, changes.append(connection, recorder.conversation, full, recorder.attempt)

        await recorder.keep_with(change)
        await self._works.committed(self._place)


def _as_text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _about(work: Work, number: int) -> dict[str, Json]:
    return {"id": work.id, "path": work.path, "title": work.title, "version": number}
