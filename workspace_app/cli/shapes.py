"""The JSON shapes of the command line. Keys are only ever added: scripts depend on them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Row

from workspace_app.domain.records import Message, Project, Question, Step, Task, Version, Work
from workspace_app.store.queries import Hit, Queries, Request, Scope

Shape = dict[str, Any]


def project(row: Project, queries: Queries) -> Shape:
    """A project, with how many tasks it has."""
    tasks = sum(queries.counts(row.id).values())
    return {
        "id": row.id,
        "title": row.title,
        "path": row.folder,
        "tasks": tasks,
        "created_at": row.created_at.isoformat(),
    }


def task_path(row: Task, queries: Queries) -> str:
    """The absolute path of the task's folder."""
    return str(Path(queries.project(row.project).folder, row.folder))


@dataclass(frozen=True)
class Parts:
    """What the shapes of tasks are made of, read at once however many they are.

    Args:
        folders: of projects, by their ids.
        steps: by the id of their task.
        runs, works: by the id of their step.
    """

    folders: Mapping[str, str]
    steps: Mapping[str, Sequence[Step]]
    runs: Mapping[str, Sequence[Row[Any]]]
    works: Mapping[str, Sequence[Work]]

    @classmethod
    def read(cls, queries: Queries, scope: Scope) -> "Parts":
        """Read those of the tasks in a scope."""
        folders = {project.id: project.folder for project in queries.projects()}
        return cls(folders, queries.steps_of(scope), queries.runs_of(scope), queries.works_of(scope))


def task(row: Task, parts: Parts) -> Shape:
    """A task with its steps, their conversations and works."""
    return {
        "id": row.id,
        "title": row.title,
        "status": row.status.value,
        "project": row.project,
        "path": str(Path(parts.folders[row.project], row.folder)),
        "origin": asdict(row.origin) if row.origin else None,
        "text": row.text,
        "waits_for": row.waits_for,
        "created_at": row.created_at.isoformat(),
        "updated_at": row.updated_at.isoformat(),
        "steps": [step(each, row, parts) for each in parts.steps.get(row.id, ())],
    }


def step(row: Step, of: Task, parts: Parts) -> Shape:
    """A step: `id` is the one that it has in the plan."""
    folder = parts.folders[of.project]
    return {
        "n": row.n,
        "id": row.key,
        "title": row.title,
        "step_task": row.spec.get("step_task", of.text if row.n == 0 else ""),
        "kind": row.kind,
        "status": row.status.value,
        "error": row.error,
        "conversations": [{"id": each.id, "n": each.n, "status": each.status} for each in parts.runs.get(row.id, ())],
        "works": [work(each, folder) for each in parts.works.get(row.id, ())],
    }


def work(row: Work, folder: str) -> Shape:
    """A work at its newest version; `folder` is the project's."""
    return {
        "id": row.id,
        "step": row.step_n,
        "title": row.title,
        "path": str(Path(folder, row.path)),
        "commit": row.newest.commit,
        "sha256": row.newest.sha256,
        "author": row.newest.author,
        "author_kind": row.newest.author_kind,
        "version": row.newest.n,
        "size": row.newest.size,
        "approved": row.newest.approved,
        "stale": row.stale,
        "pending": row.newest.pending,
    }


def message(row: Message) -> Shape:
    """A message as stored."""
    counted = row.input_tokens is not None or row.output_tokens is not None
    return {
        "id": row.id,
        "conversation": row.conversation,
        "seq": row.seq,
        "source": row.source,
        "kind": row.kind,
        "text": row.text,
        "created_at": row.created_at.isoformat(),
        "usage": {"input": row.input_tokens or 0, "output": row.output_tokens or 0} if counted else None,
        "data": dict(row.data),
    }


def question(row: Question) -> Shape:
    """What waits for the person; `answers` are the options of `answer` that it takes."""
    return {
        "id": row.id,
        "task": row.task,
        "step": row.step_n,
        "conversation": row.conversation,
        "kind": row.kind,
        "text": row.text,
        "answers": list(row.answers),
        "asked_at": row.asked_at.isoformat(),
        "data": dict(row.data),
    }


def request(row: Request) -> Shape:
    """The exact recorded request."""
    return asdict(row)


def hit(row: Hit) -> Shape:
    """Something that was found."""
    return asdict(row)


def task_event(row: Task, queries: Queries) -> Shape:
    """The first line of `run`."""
    return {"event": "task", "id": row.id, "title": row.title, "project": row.project, "path": task_path(row, queries)}


def status_event(task_id: str, step_n: int | None, status: str) -> Shape:
    """A task (step None) or step changed its status."""
    return {"event": "status", "task": task_id, "step": step_n, "status": status}


def message_event(row: Message) -> Shape:
    """A message was stored."""
    keys = ("conversation", "seq", "id", "source", "kind", "text")
    return {"event": "message"} | {key: getattr(row, key) for key in keys}


def work_event(row: Work, version: Version, folder: str) -> Shape:
    """A version of a work was saved; `folder` is the project's."""
    path = str(Path(folder, row.path))
    return {
        "event": "work",
        "task": row.task,
        "step": row.step_n,
        "path": path,
        "commit": version.commit,
        "author": version.author,
    }


def question_event(row: Question) -> Shape:
    """A question was asked."""
    keys = ("id", "task", "step", "kind", "text", "answers")
    shape = question(row)
    return {"event": "question"} | {key: shape[key] for key in keys}


def end_event(task_id: str, status: str) -> Shape:
    """The last line of `run`."""
    return {"event": "end", "task": task_id, "status": status}
