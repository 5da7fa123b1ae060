"""A store with two projects, three tasks and a little of everything, for what only reads."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from tests.support.stores import lay_store
from workspace_app.domain.status import Status
from workspace_app.store import changes
from workspace_app.store.changes import NewMessage, NewVersion
from workspace_app.store.database import open_writer


@dataclass(frozen=True)
class Filled:
    """The ids of what is in it."""

    project: str
    task: str
    conversation: str
    request_message: str
    work: str
    question: str


def fill(home: Path) -> Filled:
    """Make the store of `home`."""
    lay_store(home)
    engine = open_writer(home)
    with engine.begin() as connection:
        filled = _fill(connection, home)
    engine.dispose()
    return filled


def _fill(c: Connection, home: Path) -> Filled:
    other = changes.add_project(c, "Other", str(home / "other"))
    for folder in ("twin-1", "twin-2"):
        changes.add_task(c, project=other, title="Twin", text="Twin", folder=folder)
    project = changes.add_project(c, "Notes", str(home / "notes"))
    origin = {"task": "t0", "step": 2, "conversation": "c0", "seq": 4}
    task = changes.add_task(c, project=project, title="市場 note", text="Write it", folder="market", origin=origin)
    spec = {"step_task": "Collect all", "kind": "agent", "extra": 1}
    step = changes.add_step(
        c, project=project, task=task, n=1, key="s1", title="Collect", kind="agent", spec=spec, status=Status.QUEUED
    )
    conversation = changes.add_conversation(c, project=project, task=task, step=step, prompt="Collect all")
    changes.append(c, conversation, NewMessage("task", "task", "Collect all\nof it"))
    changes.start_request(
        c,
        id="r1",
        conversation=conversation,
        source="writer",
        slot="writer",
        model="practice",
        messages=[{"role": "user", "content": "Collect all"}],
        tools=[],
        options={"temperature": 0},
    )
    call = NewMessage(
        "writer", "tool_call", "search()", request="r1", input_tokens=7, output_tokens=2, data={"calls": []}
    )
    changes.append(c, conversation, call)
    changes.append(c, conversation, NewMessage("writer", "text", "Found 100 % of it.", final=True))
    trailers = {"Step": "1"}
    version = NewVersion(
        None, "market/step_1/works/a.md", "A", b"# A", "writer", "assistant", "Step 1", trailers, id="v1"
    )
    work = changes.save_version(c, project=project, task=task, step=step, version=version)
    changes.file_committed(c, "v1", "a" * 40)
    changes.approve_versions(c, ["v1"], "You")
    for status in (Status.RUNNING, Status.WAITING):
        changes.set_conversation(c, conversation, status=status)
        changes.set_step(c, step, status=status)
        changes.set_task(c, task, status=status, waits_for="you to review")
    question = changes.ask(
        c,
        project=project,
        task=task,
        step=step,
        conversation=conversation,
        kind="review",
        text="Is it good?",
        answers=["approve", "changes"],
        data={"works": [work]},
    )
    return Filled(project, task, conversation, call.id, work, question)
