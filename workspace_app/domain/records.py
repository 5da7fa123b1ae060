"""What the store remembers, as plain values: what queries return and screens show."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from workspace_app.domain.status import Status

Json = Any
"""A value that `json.dumps` takes: the shape is documented where it is used."""


@dataclass(frozen=True)
class Defaults:
    """What new tasks of a project begin with (R71).

    Args:
        context: absolute paths of files.
        planner: the middleware of their planners, as assistants have it in a plan.
    """

    text: str = ""
    context: tuple[str, ...] = ()
    planner: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class Project:
    """The top level (R1): one folder, one repository, many tasks.

    Args:
        folder: absolute path of the project space.
        store_redacted: what a step's PII middleware redacts is kept redacted, too; else only what is sent is (F28).
    """

    id: str
    title: str
    folder: str
    created_at: datetime
    defaults: Defaults = Defaults()
    store_redacted: bool = False


@dataclass(frozen=True)
class Origin:
    """Where a task was branched from (R72)."""

    task: str
    step: int | None
    conversation: str | None
    seq: int | None


@dataclass(frozen=True)
class Task:
    """Something to get done.

    Args:
        text: the task as the person wrote it.
        folder: the task space, relative to the project folder, posix.
        plan: the approved plan, or the newest draft while planning, as JSON; None before the first draft.
        approved: whether the plan has been approved.
        step: number of the step that it is at (0 = planning), of `steps` steps.
        waits_for: in words, what it waits for or what went wrong; empty otherwise.
        model: name of the model slot that it was started with, None for the default.
        approve: "none", "plan" or "all": what is approved without asking (`run --approve`).
    """

    id: str
    project: str
    title: str
    text: str
    folder: str
    status: Status
    plan: Mapping[str, Json] | None
    approved: bool
    step: int
    steps: int
    step_title: str
    waits_for: str
    model: str | None
    approve: str
    origin: Origin | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class Step:
    """One entry of a task's plan; n is 0 for planning itself (R13).

    Args:
        key: the step's id in the plan file; stable when the order changes (R24).
        spec: the step as in the plan file.
    """

    id: str
    task: str
    n: int
    key: str
    title: str
    kind: str
    status: Status
    spec: Mapping[str, Json]
    error: str
    started_at: datetime | None
    ended_at: datetime | None


@dataclass(frozen=True)
class Conversation:
    """The n-th run of a step (R46), n from 1.

    Args:
        prompt: the initial prompt, exactly as it was sent.
        step_task: the step's task as the person edited it for this run, None if it is the plan's (R59).
        inputs: what was read, exactly (R65): [{"path", "commit", "title", "size"}], with "at", a time, where the person put it in later.
        team: the team that ran, as in a plan's `team`; None for steps without one.
        model: name of the model slot for assistants that name none, None for the default.
        models: which slot stands in for which, by name, in this run alone (L27).
        messages: how many there are; seq runs from 1 to this.
        input_tokens, output_tokens: summed over all model calls.
    """

    id: str
    step: str
    task: str
    n: int
    status: Status
    prompt: str
    inputs: tuple[Mapping[str, Json], ...]
    team: Mapping[str, Json] | None
    model: str | None
    messages: int
    input_tokens: int
    output_tokens: int
    error: str
    started_at: datetime
    ended_at: datetime | None
    step_task: str | None = None
    models: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Message:
    """One thing said or done in a conversation, append-only (R84, R89).

    Args:
        seq: counts from 1 without a gap.
        source: an assistant's name, "user" for the person, "task" for the initial prompt, "workspace" for the app.
        kind: task, text, thought, tool_call, tool_result, question, answer, notice, error, summary, handoff or image.
        final: whether it ends its speaker's turn.
        data: for kind tool_call {"calls": [{"id","name","arguments"}]}, for tool_result {"results":
            [{"id","name","text","is_error"}]}, "written": the text as the person wrote it, with its references, if `text` has them
            expanded (R48), "pictures": [{"path","commit"}] that it refers to, "images": names of an assistant's own pictures, for delivered works {"works": [{"id","path","title","version"}]}, for a model's failure {"failure": its kind, "slot": which was asked}, "partial": True for
            text that was cut by a stop, "cut": True when the length limit cut it, "sent": True for app text that models see.
        request: id of the recorded request that produced it, None if no model did.
        model: the provider's name of the model that really answered it (L27), "" if none did.
    """

    id: str
    conversation: str
    seq: int
    source: str
    kind: str
    text: str
    final: bool
    created_at: datetime
    input_tokens: int | None
    output_tokens: int | None
    data: Mapping[str, Json]
    request: str | None
    model: str = ""


@dataclass(frozen=True)
class Note:
    """Something that the person said and nobody heard yet; its message will have the same id (R39).

    Args:
        written: the text with its references unread.
    """

    id: str
    conversation: str
    text: str
    written: str
    created_at: datetime


@dataclass(frozen=True)
class Version:
    """One saved state of a work: one commit.

    Args:
        n: counts from 1 for each work.
        commit: None while the commit is still to be made (see the outbox).
        author_kind: user, assistant or function (R10).
        pending: why the commit is not made yet, in words; empty otherwise.
        approved_by: the person who approved it, None if nobody did or it was not noted.
        sha256: of the bytes of a large file while they are not in git, which then has no commit of it; None otherwise.
    """

    id: str
    work: str
    n: int
    commit: str | None
    author: str
    author_kind: str
    conversation: str | None
    message: str | None
    size: int
    approved: bool
    pending: str
    created_at: datetime
    approved_by: str | None = None
    sha256: str | None = None


@dataclass(frozen=True)
class Work:
    """A document that a step yields (R7).

    Args:
        path: relative to the project folder, posix.
        stale: made from an input that has a newer approved version (R60).
        newest: its newest version.
        approved: its newest approved version, if any.
    """

    id: str
    task: str
    step: str
    step_n: int
    path: str
    title: str
    stale: bool
    newest: Version
    approved: Version | None


@dataclass(frozen=True)
class Question:
    """Something that waits for the person (R83).

    Args:
        kind: see `domain.questions.QuestionKind`.
        answers: the actions it takes, see `domain.questions.Action`.
        data: {"works": [work ids], "options": [..] for CHOOSE, "plan": {...}, "missing": [..], "call": {...}} as the kind needs.
    """

    id: str
    project: str
    task: str
    step: str
    step_n: int
    conversation: str | None
    kind: str
    text: str
    answers: tuple[str, ...]
    data: Mapping[str, Json]
    asked_at: datetime
    answered_at: datetime | None
