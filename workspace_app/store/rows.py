"""Rows as the values that they stand for, and the selections that carry what those values need."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, select

from workspace_app.domain.records import (
    Conversation,
    Defaults,
    Message,
    Note,
    Origin,
    Project,
    Question,
    Step,
    Task,
    Version,
    Work,
)
from workspace_app.domain.status import Status
from workspace_app.store import tables as t

_ANSWERED = select(t.requests.c.model).where(t.requests.c.id == t.messages.c.request_id).scalar_subquery()
MESSAGE = [*(column for column in t.messages.c if column.name != "raw"), _ANSWERED.label("model")]
VERSION = [*t.versions.c, func.coalesce(t.outbox.c.error, "").label("pending")]
VERSION_FROM = t.versions.outerjoin(t.outbox, t.outbox.c.version_id == t.versions.c.id)
WORKS = select(t.works, t.steps.c.n.label("step_n")).join(t.steps, t.steps.c.id == t.works.c.step_id)
QUESTIONS = (
    select(t.questions, t.steps.c.n.label("step_n"))
    .join(t.steps, t.steps.c.id == t.questions.c.step_id)
    .join(t.tasks, t.tasks.c.id == t.questions.c.task_id)
)


COMMENTS = (
    select(t.comments, t.versions.c.n.label("version_n"), t.works.c.step_id)
    .join(t.versions, t.versions.c.id == t.comments.c.version_id)
    .join(t.works, t.works.c.id == t.comments.c.work_id)
)


def project_of(row: Row[Any]) -> Project:
    """A project."""
    kept = row.defaults
    defaults = Defaults(kept.get("text", ""), tuple(kept.get("context", ())), tuple(kept.get("planner", ())))
    return Project(row.id, row.title, row.folder, row.created_at, defaults, row.store_redacted)


def task_of(row: Row[Any]) -> Task:
    """A task."""
    return Task(
        id=row.id,
        project=row.project_id,
        title=row.title,
        text=row.text,
        folder=row.folder,
        status=Status(row.status),
        plan=row.plan,
        approved=row.approved,
        step=row.step,
        steps=row.steps,
        step_title=row.step_title,
        waits_for=row.waits_for,
        model=row.model,
        approve=row.approve,
        origin=Origin(**row.origin) if row.origin else None,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def step_of(row: Row[Any]) -> Step:
    """A step."""
    return Step(
        id=row.id,
        task=row.task_id,
        n=row.n,
        key=row.key,
        title=row.title,
        kind=row.kind,
        status=Status(row.status),
        spec=row.spec,
        error=row.error,
        started_at=row.started_at,
        ended_at=row.ended_at,
    )


def conversation_of(row: Row[Any]) -> Conversation:
    """A conversation."""
    return Conversation(
        id=row.id,
        step=row.step_id,
        task=row.task_id,
        n=row.n,
        status=Status(row.status),
        prompt=row.prompt,
        inputs=tuple(row.inputs),
        team=row.team,
        model=row.model,
        models=row.models or {},
        messages=row.messages,
        input_tokens=row.input_tokens,
        output_tokens=row.output_tokens,
        error=row.error,
        started_at=row.started_at,
        ended_at=row.ended_at,
        step_task=row.step_task,
    )


def message_of(row: Row[Any]) -> Message:
    """A message."""
    return Message(
        id=row.id,
        conversation=row.conversation_id,
        seq=row.seq,
        source=row.source,
        kind=row.kind,
        text=row.text,
        final=row.final,
        created_at=row.created_at,
        input_tokens=row.input_tokens,
        output_tokens=row.output_tokens,
        data=row.data,
        request=row.request_id,
        model=row.model or "",
    )


def note_of(row: Row[Any]) -> Note:
    """A note that nobody heard yet."""
    return Note(row.id, row.conversation_id, row.text, row.written, row.created_at)


def version_of(row: Row[Any]) -> Version:
    """A version; the row carries why it is pending."""
    return Version(
        id=row.id,
        work=row.work_id,
        n=row.n,
        commit=row.commit,
        author=row.author,
        author_kind=row.author_kind,
        conversation=row.conversation_id,
        message=row.message_id,
        size=row.size,
        approved=row.approved_at is not None,
        pending=row.pending,
        created_at=row.created_at,
        approved_by=row.approved_by,
        sha256=row.sha256,
    )


def newest_versions(connection: Connection, works: Sequence[str], *, approved: bool = False) -> dict[str, Version]:
    """The newest version, or newest approved one, of each of some hundred works, by work id; a work that has none is left out."""
    other = t.versions.alias()
    newest = select(func.max(other.c.n)).where(other.c.work_id == t.versions.c.work_id)
    if approved:
        newest = newest.where(other.c.approved_at.is_not(None))
    query = select(*VERSION).select_from(VERSION_FROM).where(t.versions.c.work_id.in_(works))
    found = connection.execute(query.where(t.versions.c.n == newest.scalar_subquery()))
    return {row.work_id: version_of(row) for row in found}


def work_of(row: Row[Any], newest: Version, approved: Version | None) -> Work:
    """A work with its newest and its newest approved version."""
    return Work(
        id=row.id,
        task=row.task_id,
        step=row.step_id,
        step_n=row.step_n,
        path=row.path,
        title=row.title,
        stale=row.stale,
        newest=newest,
        approved=approved,
    )


def question_of(row: Row[Any]) -> Question:
    """A question; the row carries its step's number."""
    return Question(
        id=row.id,
        project=row.project_id,
        task=row.task_id,
        step=row.step_id,
        step_n=row.step_n,
        conversation=row.conversation_id,
        kind=row.kind,
        text=row.text,
        answers=tuple(row.answers),
        data=row.data,
        asked_at=row.asked_at,
        answered_at=row.answered_at,
    )
