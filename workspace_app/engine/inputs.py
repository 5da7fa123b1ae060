"""What a step reads when it starts: context files and works of earlier steps, at exact versions (R11, R61-R63, R65)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from spaces import Space
from spaces.errors import SpaceError
from workspace_app.domain import plan as plans
from workspace_app.domain.errors import NotFound
from workspace_app.domain.records import Json, Project, Task, Version, Work
from workspace_app.domain.references import Reference
from workspace_app.domain.status import Status
from workspace_app.engine.functions import InputWork
from workspace_app.engine.in_space import file_at_commit, in_space
from workspace_app.engine.large_files import read_version
from workspace_app.store.queries import Queries


@dataclass(frozen=True)
class Inputs:
    """What was found.

    Args:
        missing: for each required input that is not there, what it is, in words.
        works: the required works, with their bytes.
        references: context and works, at exact versions, as the prompt refers to them.
        record: what the conversation remembers (R65).
    """

    missing: tuple[str, ...]
    works: tuple[InputWork, ...]
    references: tuple[Reference, ...]
    record: tuple[Mapping[str, Json], ...]


async def gather(ask: Queries, project: Project, task: Task, step: plans.Step | None) -> Inputs:
    """Read a step's inputs from the space, just when it starts; step None is planning, which reads the context only."""
    context = ask.task_context(task.id)
    wanted, missing = _wanted(ask, project, task, step) if step is not None else ([], [])
    return await in_space(project.folder, lambda space: _read(space, project.id, context, wanted, missing))


def _wanted(
    ask: Queries, project: Project, task: Task, step: plans.Step
) -> tuple[list[tuple[Work, Version]], list[str]]:
    assert task.plan is not None
    plan = plans.Plan.from_json(task.plan)
    numbers = {row.key: row.n for row in ask.steps(task.id)}
    wanted: list[tuple[Work, Version]] = []
    missing: list[str] = []
    for name in plans.inputs_of(plan, step):
        found = (
            _reference(ask, project, name) if name.startswith(plans.WORK_PREFIX) else _of_step(ask, task, numbers, name)
        )
        wanted += found
        if not found:
            missing.append(_describe(plan, name))
    return wanted, missing


def current_works(ask: Queries, task: str, n: int) -> list[Work]:
    """The works of a step's newest run that has any (R46); a document of the person's own outside of any run counts too."""
    works = ask.works(task, n)
    made_in = {work.id: ask.versions(work.id)[-1].conversation for work in works}
    runs = [run.id for run in ask.conversations(ask.step_n(task, n).id) if run.id in made_in.values()]
    return [work for work in works if made_in[work.id] is None or made_in[work.id] == runs[-1]]


def in_place_of(ask: Queries, work: Work) -> Work:
    """The work that stands where this one stood: itself, or the one that a later run of its step made (R46, R90)."""
    works = current_works(ask, work.task, work.step_n)
    if any(other.id == work.id for other in works):
        return work
    return min(works, key=lambda other: other.title.casefold() != work.title.casefold(), default=work)


def _of_step(ask: Queries, task: Task, numbers: Mapping[str, int], key: str) -> list[tuple[Work, Version]]:
    """An earlier step's works: the newest approved version of each, or the newest if none needed approval."""
    works = current_works(ask, task.id, numbers[key]) if key in numbers else []
    approved = [(work, work.approved) for work in works if work.approved is not None]
    return approved or [(work, work.newest) for work in works]


def _reference(ask: Queries, project: Project, name: str) -> list[tuple[Work, Version]]:
    path, _, number = name.removeprefix(plans.WORK_PREFIX).partition("@")
    try:
        work = ask.work_at(project.id, path)
    except NotFound:
        return []
    if not number:
        work = in_place_of(ask, work)
        finished = ask.step(work.step).status is Status.DONE
        version = work.approved or (work.newest if finished else None)
        return [(work, version)] if version else []
    return [(work, version) for version in ask.versions(work.id) if number in (str(version.n), version.commit)]


def _describe(plan: plans.Plan, name: str) -> str:
    if name.startswith(plans.WORK_PREFIX):
        return f"the work {name.removeprefix(plans.WORK_PREFIX)}"
    place = plan.index(name)
    return f"a work of step {place + 1}, “{plan.steps[place].title}”"


def _read(
    space: Space, project: str, context: Sequence[str], wanted: Sequence[tuple[Work, Version]], missing: Sequence[str]
) -> Inputs:
    lost = list(missing)
    works: list[InputWork] = []
    references: list[Reference] = []
    record: list[Mapping[str, Json]] = []
    for path in context:
        try:
            body, commit = file_at_commit(space, path)
        except (SpaceError, OSError):
            lost.append(f"the context file {path}")
            continue
        references.append(Reference(Path(path).name, "file", f"{project}/{path}"))
        about = {"path": path, "project": project, "commit": commit}
        record.append({**about, "title": Path(path).name, "size": len(body)})
    for work, version in wanted:
        try:
            if not (version.commit or version.sha256) or not (space.folder / work.path).exists():
                raise FileNotFoundError(work.path)
            body = read_version(space, work.path, version)
        except (SpaceError, OSError):
            lost.append(f"the work {work.path}")
            continue
        works.append(InputWork(work.path, version.commit or version.sha256 or "", body))
        references.append(Reference(work.title, "work", f"{work.id}@{version.n}"))
        about = {"path": work.path, "commit": version.commit, "id": version.id}
        record.append({**about, "title": work.title, "size": len(body), "version": version.n})
    return Inputs(tuple(lost), tuple(works), tuple(references), tuple(record))
