"""What references in a text stand for, read at the moment of sending (R16, R49, R90-R93)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from spaces import check_relative
from spaces.errors import SpaceError
from workspace_app.domain import references
from workspace_app.domain.errors import NotFound, WorkspaceError
from workspace_app.domain.prompts import Insert, insert_section, text_of
from workspace_app.domain.records import Json, Version, Work
from workspace_app.domain.references import Reference
from workspace_app.engine.in_space import in_space
from workspace_app.store.queries import Queries


@dataclass(frozen=True)
class Expanded:
    """A text with its references read.

    Args:
        text: the text itself, each reference replaced by its name.
        inserts: what they stand for, as prompts carry it.
        missing: for each that is broken, what is wrong, in a sentence.
        record: what a conversation remembers of its inputs (R65).
        found: for each reference that was read, its place in `inserts`.
    """

    text: str
    inserts: tuple[Insert, ...]
    missing: tuple[str, ...]
    record: tuple[Mapping[str, Json], ...]
    found: Mapping[str, Insert]

    @property
    def whole(self) -> str:
        """The text with all that it refers to, in one piece."""
        return "\n\n".join([self.text, *map(insert_section, self.inserts)])


async def expand(ask: Queries, text: str) -> Expanded:
    """Read what the references in a text stand for."""
    found: dict[str, Insert] = {}
    missing: list[str] = []
    record: list[Mapping[str, Json]] = []
    for reference in references.find(text):
        try:
            insert, about = await _read(ask, reference)
        except (WorkspaceError, SpaceError) as error:
            missing.append(f"“{reference.title}” cannot be inserted: {error}")
            continue
        found[reference.token] = insert
        record.append(about)
    shown = references.replace(text, lambda reference: _name(reference, found.get(reference.token)))
    return Expanded(shown, tuple(found.values()), tuple(missing), tuple(record), found)


async def expand_whole(ask: Queries, text: str) -> str:
    """The text with all that it refers to, for an answer or a note.

    Raises:
        WorkspaceError: a reference is broken; nothing was sent.
    """
    expanded = await expand(ask, text)
    if expanded.missing:
        raise WorkspaceError(" ".join(expanded.missing))
    return expanded.whole


def _name(reference: Reference, insert: Insert | None) -> str:
    return f"“{reference.title}”" if insert is None else f"“{reference.title}” ({insert.path})"


async def _read(ask: Queries, reference: Reference) -> tuple[Insert, Mapping[str, Json]]:
    if reference.kind == "work":
        return await _read_work(ask, reference)
    if reference.kind == "file":
        return await _read_file(ask, reference)
    if reference.kind == "plan":
        task = ask.task(reference.target)
        body = json.dumps(task.plan, ensure_ascii=False, indent=2).encode()
        return _insert(reference, f"{task.folder}/plan.json", "", body), {
            "path": f"plan:{task.id}",
            "commit": None,
            "title": reference.title,
        }
    if reference.kind == "feedback":
        step = ask.step(reference.target)
        body = "\n".join(f"- {message.text}" for message in ask.feedback(step.id)).encode()
        about = {"path": f"feedback:{step.id}", "commit": None, "title": reference.title}
        return _insert(reference, f"feedback in step {step.n}, {step.title}", "", body), about
    said = [message for message in ask.messages(reference.target) if message.kind in ("text", "answer", "summary")]
    if not said:
        raise NotFound("This conversation is gone, or nothing was said in it.")
    body = "\n\n".join(f"{message.source}: {message.text}" for message in said).encode()
    about = {"path": f"conversation:{reference.target}", "commit": None, "title": reference.title}
    return _insert(reference, reference.title, "", body), about


async def _read_work(ask: Queries, reference: Reference) -> tuple[Insert, Mapping[str, Json]]:
    id_, _, number = reference.target.partition("@")
    work = ask.work(id_)
    version = _version(ask, work, number)
    if version.commit is None:
        raise NotFound("its version is not in git yet.")
    commit = version.commit
    folder = ask.project(ask.task(work.task).project).folder
    body = bytes(await in_space(folder, lambda space: space.read(work.path, commit)))
    about = {"path": work.path, "commit": commit, "title": work.title, "size": len(body), "version": version.n}
    return _insert(reference, work.path, commit[:7], body), about


def _version(ask: Queries, work: Work, number: str) -> Version:
    if not number:
        return work.approved or work.newest
    for version in ask.versions(work.id):
        if str(version.n) == number:
            return version
    raise NotFound(f"it has no version {number}.")


async def _read_file(ask: Queries, reference: Reference) -> tuple[Insert, Mapping[str, Json]]:
    project, _, path = reference.target.partition("/")
    check_relative(path)
    body = bytes(await in_space(ask.project(project).folder, lambda space: space.read(path)))
    return _insert(reference, path, "", body), {
        "path": path,
        "commit": None,
        "title": reference.title,
        "size": len(body),
    }


def _insert(reference: Reference, path: str, version: str, body: bytes) -> Insert:
    text = text_of(body, whole=reference.how == "full") if reference.how != "path" else None
    return Insert("Reference", path, version, text, len(body))


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
