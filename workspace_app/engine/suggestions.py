"""What can be inserted into a text, for the person to choose from (R49, R90, R91)."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from workspace_app.domain.references import Reference
from workspace_app.store.queries import Queries


def suggestions(
    ask: Queries, files: Mapping[str, Sequence[str]], text: str, project: str | None, task: str | None
) -> list[dict[str, Any]]:
    """What `@` and a typed text can insert, nearest first (R49, R90, R91).

    Args:
        files: the files of the project's own folder, by project id (R4).
        project, task: where the person is.
    """
    found: list[tuple[int, dict[str, Any]]] = []
    for owner in ask.projects():
        near = 0 if owner.id == project else 2
        tasks = {row.id: row for row in ask.tasks(owner.id)}
        for work in ask.project_works(owner.id):
            if work.task in tasks and work.step_n:
                detail = f"{tasks[work.task].title} · step {work.step_n} · version {work.newest.n}"
                reference = Reference(work.title, "work", work.id)
                found.append(
                    (
                        near + (work.task != task),
                        _suggestion(reference, _of(owner.title, detail, near), work.newest.size),
                    )
                )
        for row in tasks.values():
            for path in ask.task_context(row.id):
                reference = Reference(PurePosixPath(path).name, "file", f"{owner.id}/{path}")
                found.append(
                    (
                        near + (row.id != task),
                        _suggestion(reference, _of(owner.title, f"{row.title} · context", near), None),
                    )
                )
            if row.plan is not None:
                reference = Reference(f"Plan: {row.title}", "plan", row.id)
                found.append((near + (row.id != task), _suggestion(reference, _of(owner.title, "plan", near), None)))
        for path in files.get(owner.id, ()):
            reference = Reference(PurePosixPath(path).name, "file", f"{owner.id}/{path}")
            found.append((near + 1, _suggestion(reference, _of(owner.title, path, near), None)))
    if task is not None:
        found += [(0, item) for item in [*_runs(ask, task), *_feedback(ask, task)]]
    wanted = text.casefold().split()
    fitting = [
        item for item in found if all(word in f"{item[1]['title']} {item[1]['detail']}".casefold() for word in wanted)
    ]
    return [item for _, item in sorted(fitting, key=lambda entry: entry[0])]


def _feedback(ask: Queries, task: str) -> list[dict[str, Any]]:
    """What the person said in each step (R43)."""
    said = [(step, ask.feedback(step.id)) for step in ask.steps(task)]
    return [
        _suggestion(
            Reference(f"Feedback in step {step.n}", "feedback", step.id), f"{step.title} · {len(messages)}", None
        )
        for step, messages in said
        if messages
    ]


def _runs(ask: Queries, task: str) -> list[dict[str, Any]]:
    return [
        _suggestion(
            Reference(f"Step {step.n}, run {run.n}", "conversation", run.id),
            f"{step.title} · {run.messages} messages",
            None,
        )
        for step in ask.steps(task)
        for run in ask.conversations(step.id)
    ]


def _suggestion(reference: Reference, detail: str, size: int | None) -> dict[str, Any]:
    return {"kind": reference.kind, "title": reference.title, "detail": detail, "token": reference.token, "size": size}


def _of(project: str, detail: str, near: int) -> str:
    return detail if near == 0 else f"{project} · {detail}"
