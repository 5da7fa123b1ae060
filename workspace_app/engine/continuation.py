"""Going on from a message: a new conversation that begins with the messages up to there (R85-R89)."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row

from workspace_app.domain.descent import read_at
from workspace_app.domain.errors import NotFound
from workspace_app.domain.events import Event
from workspace_app.domain.plan import Plan
from workspace_app.domain.records import Json, Message
from workspace_app.engine.context import PERSON, Said, next_speaker
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.place import Place
from workspace_app.engine.references import Expanded
from workspace_app.engine.teams import speakers_of
from workspace_app.store import changes
from workspace_app.store.changes import NewMessage


def whole(said: Sequence[Row[Any]], seq: int) -> int:
    """The seq of the last message to keep so that no tool call stands without its result, if it ever got one (R87).

    A work that was handed in stays with the message that tells of it, which ends its maker's turn.

    Args:
        said: the conversation's messages, from the first.
        seq: the last message that the person wants to keep.

    Raises:
        NotFound: there is no such message.
    """
    if not 1 <= seq <= len(said):
        raise NotFound(f"This conversation has messages 1 to {len(said)}.")
    waiting: dict[str, bool] = {}
    for row in said[:seq]:
        if row.kind == "tool_call":
            waiting[row.source] = True
        elif row.kind == "tool_result":
            waiting.pop(row.source, None)
    for row in said[seq:]:
        if not waiting:
            break
        if row.kind == "tool_result" and waiting.pop(row.source, None):
            seq = row.seq
        elif row.source in waiting:
            break
    following = said[seq] if seq < len(said) else None
    if following is not None and following.kind == "summary" and said[seq - 1].source == following.source:
        seq = following.seq
    return seq


async def copy(
    ledger: Ledger,
    place: Place,
    seq: int,
    words: Expanded | None,
    model: str | None,
    models: Mapping[str, str] | None = None,
) -> str:
    """A new conversation of the place's step with messages 1..`seq` of the place's conversation; returns its id.

    Args:
        words: what the person says next, if anything.
        model: a slot for the new run; None for the old one's.
        models: which slot stands in for which in it (L27); None for the old one's.
    """
    old = place.conversation
    assert old is not None
    messages = ledger.ask.messages(old.id, limit=seq)
    rows = ledger.ask.spoken(old.id)[:seq]
    said = [Said(row.source, row.kind, row.text, row.final, row.data, row.raw) for row in rows]

    def change(c: Connection) -> tuple[str, int]:
        new = changes.add_conversation(
            c,
            project=place.project.id,
            task=place.task.id,
            step=place.step.id,
            prompt=old.prompt,
            step_task=old.step_task,
            inputs=_read_until(old.inputs, messages),
            team=old.team,
            model=model or old.model,
            models=old.models if models is None else models,
        )
        last = 0
        for message, row in zip(messages, rows, strict=True):
            data = {**message.data, "from": {"conversation": old.id, "seq": message.seq}}
            copied = NewMessage(
                source=message.source,
                kind=message.kind,
                text=message.text,
                final=message.final,
                data=data,
                raw=row.raw,
                request=message.request,
                input_tokens=message.input_tokens,
                output_tokens=message.output_tokens,
            )
            last = changes.append(c, new, copied)
        if seq == old.messages:
            changes.move_notes(c, old.id, new)
        if words is not None:
            final = _is_persons_turn(old.team, said)
            answer = NewMessage(source=PERSON, kind="answer", text=words.whole, final=final, data=words.data)
            last = changes.append(c, new, answer)
            changes.comments_sent(c, words.comments)
            changes.add_inputs(c, new, words.record)
        return new, last

    new, last = await ledger.change(change)
    ledger.publish(*_events(place, new, last))
    return new


def _read_until(inputs: Sequence[Mapping[str, Json]], messages: Sequence[Message]) -> list[Mapping[str, Json]]:
    """The inputs that these messages could have been made from."""
    until = messages[-1].created_at if messages else None
    return [each for each in inputs if (at := read_at(each)) is None or (until is not None and at <= until)]


def _is_persons_turn(team: Any, said: Sequence[Said]) -> bool:
    """Whether the person's words end a turn of theirs, or are a note in somebody else's (R85: the next speaker stays the right one)."""
    if not team:
        return True
    step = Plan.from_json({"steps": [{"step_task": "x", "kind": "agent", "team": dict(team)}]}).steps[0]
    assert step.team is not None
    speakers = speakers_of(step.team)
    if PERSON not in speakers:
        return bool(said) and said[-1].final
    return speakers[next_speaker(speakers, said)] == PERSON


def _events(place: Place, conversation: str, last: int) -> list[Event]:
    about: dict[str, Any] = {"project": place.project.id, "task": place.task.id, "step": place.step.n}
    first = Event("conversation", conversation, conversation=conversation, status="queued", **about)
    said = [Event("message", f"{conversation}:{seq}", conversation=conversation, seq=seq) for seq in range(1, last + 1)]
    return [first, *said]
