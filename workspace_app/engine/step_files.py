"""The readable record of a task in its folder: the plan and each conversation, committed when something comes to an end (R6, R42)."""

import json
from typing import Any

from sqlalchemy import Connection

from workspace_app.domain.records import Conversation, Message, Task
from workspace_app.domain.status import Status
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.place import Place
from workspace_app.store import changes

PLAN_FILE = "plan.json"


def plan_record(ledger: Ledger, task: Task) -> dict[str, Any]:
    """The plan as the folder keeps it: as approved, with each step's status and works."""
    steps = {row.key: row for row in ledger.ask.steps(task.id) if row.n}
    works: dict[str, list[dict[str, Any]]] = {}
    for work in ledger.ask.works(task.id):
        version = work.approved or work.newest
        about = {"path": work.path, "title": work.title, "version": version.n, "commit": version.commit}
        works.setdefault(work.step, []).append(about)
    plan = dict(task.plan or {"title": task.title, "steps": []})
    plan["steps"] = [
        {**spec, "status": row.status, "works": works.get(row.id, [])}
        for spec in plan["steps"]
        if (row := steps.get(spec["id"])) is not None
    ]
    finished = all(row.status is Status.DONE for row in steps.values())
    return {**plan, "task": task.text, "status": Status.DONE if finished else Status.RUNNING}


def transcript(messages: list[Message]) -> bytes:
    """A conversation as JSON lines, one a message."""
    return b"".join(
        json.dumps(
            {
                "seq": message.seq,
                "id": message.id,
                "source": message.source,
                "kind": message.kind,
                "text": message.text,
                "final": message.final,
                "created_at": message.created_at.isoformat(),
                "data": message.data,
            },
            ensure_ascii=False,
        ).encode()
        + b"\n"
        for message in messages
    )


async def write_plan(ledger: Ledger, place: Place, why: str) -> None:
    """Queue the plan file for a commit."""
    body = (
        json.dumps(plan_record(ledger, ledger.ask.task(place.task.id)), ensure_ascii=False, indent=2).encode() + b"\n"
    )
    await _put(ledger, place, f"{place.task.folder}/{PLAN_FILE}", body, f"Plan: {why}")


async def write_transcript(ledger: Ledger, place: Place, conversation: Conversation) -> None:
    """Queue a conversation's transcript for a commit."""
    path = f"{place.task.folder}/step_{place.step.n}/conversations/conversation_{conversation.n}.jsonl"
    body = transcript(ledger.ask.messages(conversation.id))
    await _put(ledger, place, path, body, f"Step {place.step.n}: conversation {conversation.n}")


async def _put(ledger: Ledger, place: Place, path: str, body: bytes, subject: str) -> None:
    about: dict[str, Any] = {
        "author": "Workspace",
        "author_kind": "app",
        "subject": subject,
        "trailers": place.trailers(),
    }

    def change(connection: Connection) -> None:
        changes.put_file(connection, project=place.project.id, path=path, body=body, **about)

    await ledger.change(change)
