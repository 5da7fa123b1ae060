"""Reading the store. Windows and command lines use it on a read-only engine, the engine process on its own."""

import json
import zlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Row, Select, func, select

from workspace_app.domain.comments import Comment
from workspace_app.domain.descent import Descent
from workspace_app.domain.errors import NotFound
from workspace_app.domain.questions import ASIDE
from workspace_app.domain.records import Conversation, Message, Note, Project, Question, Step, Task, Version, Work
from workspace_app.domain.status import Status
from workspace_app.store import rows
from workspace_app.store import tables as t
from workspace_app.store.descent import is_read, read_descent
from workspace_app.store.search import excerpt, searches

_AT_ONCE = 500  # values that one query names
_Found = TypeVar("_Found")


@dataclass(frozen=True)
class Request:
    """A recorded request: exactly what was given to a model client, and what became of it.

    Args:
        messages: as AutoGen's model messages dump, in order.
        tools: the tool schemas offered.
        options: extra arguments of the call.
    """

    id: str
    conversation: str
    source: str
    slot: str
    model: str
    messages: Sequence[Mapping[str, Any]]
    tools: Sequence[Mapping[str, Any]]
    options: Mapping[str, Any]
    finish: str | None
    error: str | None
    input_tokens: int | None
    output_tokens: int | None


@dataclass(frozen=True)
class ToolCall:
    """A tool call that was started; `result` is None while it has none (it runs, or was cut by a crash)."""

    id: str
    name: str
    result: str | None
    is_error: bool


@dataclass(frozen=True)
class Hit:
    """Something that `search` found."""

    kind: str
    id: str
    project: str
    task: str
    title: str
    excerpt: str


@dataclass(frozen=True)
class Scope:
    """The tasks that a reading of many is about: one, those of a project, or (neither given) all."""

    project: str | None = None
    task: str | None = None

    def limit(self, query: Select[Any]) -> Select[Any]:
        """A query that selects from the steps, for the steps of these tasks only."""
        if self.project is not None:
            query = query.where(t.steps.c.project_id == self.project)
        return query if self.task is None else query.where(t.steps.c.task_id == self.task)


class Queries:
    """What can be asked of the store.

    Args:
        engine: a reader (`database.open_reader`), or the writer's own in the engine process.

    Raises:
        NotFound: from each method that takes an id, when there is no such thing.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def connect(self) -> Connection:
        """A connection of the caller's own, for what the queries below do not select."""
        return self._engine.connect()

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()

    def read(self, reading: Callable[[Connection], _Found]) -> _Found:
        """What a reading of a subject's own module (`permissions`, `spending`) finds."""
        with self._engine.connect() as connection:
            return reading(connection)

    # projects and tasks

    def projects(self) -> list[Project]:
        """All projects, oldest first."""
        return [rows.project_of(row) for row in self._all(select(t.projects).order_by(t.projects.c.id))]

    def project(self, project: str) -> Project:
        """One project."""
        return rows.project_of(self._one(select(t.projects).where(t.projects.c.id == project), f"project {project}"))

    def tasks(self, project: str | None = None) -> list[Task]:
        """The tasks of one project, or of all, newest change first."""
        query = (
            select(t.tasks)
            .where(t.tasks.c.deleted_at.is_(None))
            .order_by(t.tasks.c.updated_at.desc(), t.tasks.c.id.desc())
        )
        if project is not None:
            query = query.where(t.tasks.c.project_id == project)
        return [rows.task_of(row) for row in self._all(query)]

    def task(self, task: str) -> Task:
        """One task."""
        return rows.task_of(
            self._one(select(t.tasks).where(t.tasks.c.id == task, t.tasks.c.deleted_at.is_(None)), f"task {task}")
        )

    def task_context(self, task: str) -> list[str]:
        """The task's context files, relative to the project folder."""
        row = self._one(select(t.tasks.c.context).where(t.tasks.c.id == task), f"task {task}")
        return list(row.context)

    def task_folders(self, project: str) -> set[str]:
        """Every task folder that the project has ever used, deleted tasks too."""
        return {row.folder for row in self._all(select(t.tasks.c.folder).where(t.tasks.c.project_id == project))}

    def counts(self, project: str | None = None) -> dict[Status, int]:
        """How many tasks are in each status (R78)."""
        query = (
            select(t.tasks.c.status, func.count().label("number"))
            .where(t.tasks.c.deleted_at.is_(None))
            .group_by(t.tasks.c.status)
        )
        if project is not None:
            query = query.where(t.tasks.c.project_id == project)
        found = {Status(row.status): int(row.number) for row in self._all(query)}
        return {status: found.get(status, 0) for status in Status}

    # steps and conversations

    def steps(self, task: str) -> list[Step]:
        """The task's steps in order; step 0 is planning."""
        return [
            rows.step_of(row)
            for row in self._all(select(t.steps).where(t.steps.c.task_id == task).order_by(t.steps.c.n))
        ]

    def step(self, step: str) -> Step:
        """One step by its id."""
        return rows.step_of(self._one(select(t.steps).where(t.steps.c.id == step), f"step {step}"))

    def step_n(self, task: str, n: int) -> Step:
        """One step by its number."""
        return rows.step_of(self._one(select(t.steps).where(t.steps.c.task_id == task, t.steps.c.n == n), f"step {n}"))

    def conversations(self, step: str) -> list[Conversation]:
        """The runs of a step, first to last (R47)."""
        query = select(t.conversations).where(t.conversations.c.step_id == step).order_by(t.conversations.c.n)
        return [rows.conversation_of(row) for row in self._all(query)]

    def steps_of(self, scope: Scope) -> dict[str, list[Step]]:
        """The steps of many tasks in order, by task id."""
        query = scope.limit(select(t.steps)).order_by(t.steps.c.n)
        return _grouped([rows.step_of(row) for row in self._all(query)], attrgetter("task"))

    def runs_of(self, scope: Scope) -> dict[str, list[Row[Any]]]:
        """The runs of the steps of many tasks, first to last, by step id: rows of id, n, status and step_id."""
        columns = [t.conversations.c[name] for name in ("id", "n", "status", "step_id")]
        query = scope.limit(select(*columns).join(t.steps, t.steps.c.id == t.conversations.c.step_id))
        return _grouped(self._all(query.order_by(t.conversations.c.n)), attrgetter("step_id"))

    def edited_tasks(self, task: str) -> dict[int, Conversation]:
        """For each step whose task was edited for a run, by its number, the newest such run (R59)."""
        query = (
            select(t.conversations, t.steps.c.n.label("step_n"))
            .join(t.steps, t.steps.c.id == t.conversations.c.step_id)
            .where(t.conversations.c.task_id == task, t.conversations.c.step_task.is_not(None))
        )
        return {row.step_n: rows.conversation_of(row) for row in self._all(query.order_by(t.conversations.c.n))}

    def conversation(self, conversation: str) -> Conversation:
        """One conversation."""
        query = select(t.conversations).where(t.conversations.c.id == conversation)
        return rows.conversation_of(self._one(query, f"conversation {conversation}"))

    def running(self) -> list[Conversation]:
        """Conversations whose status says that they run."""
        query = select(t.conversations).where(t.conversations.c.status.in_([Status.RUNNING, Status.QUEUED]))
        return [rows.conversation_of(row) for row in self._all(query)]

    # messages

    def messages(self, conversation: str, after: int = 0, limit: int | None = None) -> list[Message]:
        """Messages with seq > `after`, in order, at most `limit`."""
        query = select(*rows.MESSAGE).where(t.messages.c.conversation_id == conversation, t.messages.c.seq > after)
        return [rows.message_of(row) for row in self._all(query.order_by(t.messages.c.seq).limit(limit))]

    def messages_before(self, conversation: str, before: int, limit: int) -> list[Message]:
        """The last `limit` messages with seq < `before`, in order: a page upward."""
        query = select(*rows.MESSAGE).where(t.messages.c.conversation_id == conversation, t.messages.c.seq < before)
        return [
            rows.message_of(row) for row in reversed(self._all(query.order_by(t.messages.c.seq.desc()).limit(limit)))
        ]

    def notes(self, conversation: str) -> list[Note]:
        """What the person said in a conversation and nobody heard yet, oldest first."""
        query = select(t.notes).where(t.notes.c.conversation_id == conversation).order_by(t.notes.c.id)
        return [rows.note_of(row) for row in self._all(query)]

    def note(self, note: str) -> Note:
        """One note that nobody heard yet."""
        return rows.note_of(self._one(select(t.notes).where(t.notes.c.id == note), f"note {note} that waits"))

    def message(self, message: str) -> Message:
        """One message by its id."""
        return rows.message_of(self._one(select(*rows.MESSAGE).where(t.messages.c.id == message), f"message {message}"))

    def replan_hints(self, task: str) -> list[tuple[int, Message]]:
        """What assistants said about the plan of a task, each with the number of the step, oldest first (R67)."""
        query = (
            select(*rows.MESSAGE, t.steps.c.n)
            .join(t.conversations, t.conversations.c.id == t.messages.c.conversation_id)
            .join(t.steps, t.steps.c.id == t.conversations.c.step_id)
            .where(t.steps.c.task_id == task, t.messages.c.kind == "notice")
            .where(
                t.messages.c.data["replan"].as_string().is_not(None), t.messages.c.data["from"].as_string().is_(None)
            )
        )
        return [(row.n, rows.message_of(row)) for row in self._all(query.order_by(t.messages.c.created_at))]

    def raw_message(self, message: str) -> Mapping[str, Any] | None:
        """AutoGen's own dump of a message; None for the app's and the person's."""
        row = self._one(select(t.messages.c.raw).where(t.messages.c.id == message), f"message {message}")
        return row.raw  # type: ignore[no-any-return]

    def last_told(self, conversation: str) -> datetime | None:
        """When the person, or the prompt, last said something in a conversation; None if nobody has."""
        told = (t.messages.c.conversation_id == conversation) & t.messages.c.source.in_(("user", "task"))
        found = self._all(select(t.messages.c.created_at).where(told).order_by(t.messages.c.seq.desc()).limit(1))
        return found[0].created_at if found else None

    def spoken(self, conversation: str, after: int = 0) -> list[Row[Any]]:
        """Messages with seq > `after` with AutoGen's own dumps, as rows: what a run is built from."""
        columns = [t.messages.c[name] for name in ("seq", "source", "kind", "text", "final", "data", "raw")]
        query = select(*columns).where(t.messages.c.conversation_id == conversation, t.messages.c.seq > after)
        return self._all(query.order_by(t.messages.c.seq))

    def find_messages(self, conversation: str, text: str) -> list[int]:
        """The seq of each message of a conversation that contains `text`, whatever its case."""
        query = select(t.messages.c.seq).where(
            t.messages.c.conversation_id == conversation, t.messages.c.text.icontains(text, autoescape=True)
        )
        return [row.seq for row in self._all(query.order_by(t.messages.c.seq))]

    def tool_call(self, conversation: str, call: str) -> ToolCall | None:
        """The tool call of this id, if it was started in a conversation."""
        of_call = t.tool_calls.c.conversation_id == conversation, t.tool_calls.c.call_id == call
        found = self._all(select(t.tool_calls).where(*of_call))
        return ToolCall(call, found[0].name, found[0].result, bool(found[0].is_error)) if found else None

    def tool_calls(self, conversation: str) -> dict[str, ToolCall]:
        """The tool calls that were started in a conversation, by call id."""
        found = self._all(select(t.tool_calls).where(t.tool_calls.c.conversation_id == conversation))
        return {row.call_id: ToolCall(row.call_id, row.name, row.result, bool(row.is_error)) for row in found}

    def request(self, request: str) -> Request:
        """A recorded request, put together again from its parts."""
        row = self._one(select(t.requests).where(t.requests.c.id == request), f"request {request}")
        if not row.parts:
            raise NotFound("The exact text of this request is only on the machine that sent it.")
        hashes = [*row.parts["messages"], row.parts["tools"]]
        found: dict[str, Any] = {}
        for start in range(0, len(hashes), _AT_ONCE):
            query = select(t.blobs).where(t.blobs.c.hash.in_(hashes[start : start + _AT_ONCE]))
            found |= {blob.hash: json.loads(zlib.decompress(blob.body)) for blob in self._all(query)}
        return Request(
            id=row.id,
            conversation=row.conversation_id,
            source=row.source,
            slot=row.slot,
            model=row.model,
            messages=[found[hash_] for hash_ in row.parts["messages"]],
            tools=found[row.parts["tools"]],
            options=row.options,
            finish=row.finish,
            error=row.error,
            input_tokens=row.input_tokens,
            output_tokens=row.output_tokens,
        )

    # works

    def works(self, task: str, step: int | None = None) -> list[Work]:
        """The works of a task, or of one of its steps, by step and time."""
        query = rows.WORKS.where(t.works.c.task_id == task).order_by(t.steps.c.n, t.works.c.id)
        if step is not None:
            query = query.where(t.steps.c.n == step)
        return self._works(query)

    def works_of(self, scope: Scope) -> dict[str, list[Work]]:
        """The works of the steps of many tasks by time, by step id."""
        return _grouped(self._works(scope.limit(rows.WORKS).order_by(t.works.c.id)), attrgetter("step"))

    def project_works(self, project: str) -> list[Work]:
        """The works of every task of a project, newest first."""
        return self._works(rows.WORKS.where(t.works.c.project_id == project).order_by(t.works.c.id.desc()))

    def work(self, work: str) -> Work:
        """One work by its id."""
        return self._first_work(rows.WORKS.where(t.works.c.id == work), f"work {work}")

    def work_at(self, project: str, path: str) -> Work:
        """The work at a path relative to the project folder."""
        return self._first_work(
            rows.WORKS.where(t.works.c.project_id == project, t.works.c.path == path), f"work {path}"
        )

    def work_paths(self, project: str) -> set[str]:
        """Every path that a work of the project has taken."""
        return {row.path for row in self._all(select(t.works.c.path).where(t.works.c.project_id == project))}

    def versions(self, work: str) -> list[Version]:
        """The versions of a work, newest first."""
        query = select(*rows.VERSION).select_from(rows.VERSION_FROM).where(t.versions.c.work_id == work)
        return [rows.version_of(row) for row in self._all(query.order_by(t.versions.c.n.desc()))]

    def version(self, version: str) -> Version:
        """One version by its id."""
        query = select(*rows.VERSION).select_from(rows.VERSION_FROM).where(t.versions.c.id == version)
        return rows.version_of(self._one(query, f"version {version}"))

    def descent(self) -> Descent:
        """Which version of every project was made from which; some 100 ms with 10,000 works, so not for the event loop."""
        with self._engine.connect() as connection:
            return read_descent(connection)

    def are_read(self, steps: Collection[str]) -> bool:
        """Whether any run has read a version of a work of these steps: only then can a newer one put something out of date."""
        with self._engine.connect() as connection:
            return is_read(connection, steps)

    def stale_works(self) -> dict[str, int]:
        """How many works of each task are out of date, of those that have any (R60)."""
        query = select(t.works.c.task_id, func.count().label("number")).where(t.works.c.stale)
        return {row.task_id: int(row.number) for row in self._all(query.group_by(t.works.c.task_id))}

    def lined_up(self) -> list[Row[Any]]:
        """The steps that are to run again, in order: rows of step_id and batch, those of a batch one after the other."""
        columns = (t.reruns.c.step_id, t.reruns.c.batch)
        return self._all(select(*columns).order_by(t.reruns.c.batch, t.reruns.c.n))

    # comments

    def comments(self, work: str) -> list[Comment]:
        """The comments on a work, in the order of their passages."""
        query = rows.COMMENTS.where(t.comments.c.work_id == work).order_by(
            t.versions.c.n, t.comments.c.start, t.comments.c.id
        )
        return [self._comment(row) for row in self._all(query)]

    def answered_comments(self, work: str) -> list[Comment]:
        """The comments on other works of its step that a version of this work answers (R54)."""
        step = select(t.works.c.step_id).where(t.works.c.id == work).scalar_subquery()
        others = rows.COMMENTS.where(t.works.c.step_id == step, t.works.c.id != work, t.comments.c.sent_at.is_not(None))
        made = {version.id for version in self.versions(work)}
        found = [self._comment(row) for row in self._all(others.order_by(t.comments.c.start, t.comments.c.id))]
        return [comment for comment in found if comment.answer in made]

    def comment(self, comment: str) -> Comment:
        """One comment."""
        return self._comment(self._one(rows.COMMENTS.where(t.comments.c.id == comment), f"comment {comment}"))

    def _comment(self, row: Row[Any]) -> Comment:
        answer = None
        if row.sent_at is not None:
            # A revision in a new run makes a work of its own (F24), so any later version of the step answers.
            made = select(t.versions.c.n, t.versions.c.id).join(t.works, t.works.c.id == t.versions.c.work_id)
            later = made.where(t.works.c.step_id == row.step_id, t.versions.c.created_at > row.sent_at)
            found = self._all(
                later.where(t.versions.c.author_kind != "user").order_by(t.versions.c.created_at).limit(1)
            )
            answer = found[0] if found else None
        return Comment(
            id=row.id,
            work=row.work_id,
            version_id=row.version_id,
            version=row.version_n,
            start=row.start,
            end=row.end,
            quote=row.quote,
            text=row.text,
            author=row.author,
            sent=row.sent_at is not None,
            answered_in=answer.n if answer else None,
            answer=answer.id if answer else None,
            resolved=row.resolved_at is not None,
            created_at=row.created_at,
        )

    # questions

    def inbox(self, project: str | None = None) -> list[Question]:
        """What waits for the person, oldest first (R83)."""
        query = rows.QUESTIONS.where(t.questions.c.answered_at.is_(None), t.tasks.c.deleted_at.is_(None)).order_by(
            t.questions.c.id
        )
        if project is not None:
            query = query.where(t.questions.c.project_id == project)
        return [rows.question_of(row) for row in self._all(query)]

    def question(self, question: str) -> Question:
        """One question, answered or not."""
        return rows.question_of(self._one(rows.QUESTIONS.where(t.questions.c.id == question), f"question {question}"))

    def open_questions(self, task: str) -> list[Question]:
        """The questions that hold a task up, oldest first; those about a file alone are in `file_questions`."""
        return [question for question in self._open(task) if question.kind not in ASIDE]

    def file_questions(self, task: str) -> list[Question]:
        """The open questions about files of a task, which it does not wait for, oldest first."""
        return [question for question in self._open(task) if question.kind in ASIDE]

    def _open(self, task: str) -> list[Question]:
        query = rows.QUESTIONS.where(t.questions.c.task_id == task, t.questions.c.answered_at.is_(None))
        return [rows.question_of(row) for row in self._all(query.order_by(t.questions.c.id))]

    def conversation_question(self, conversation: str) -> Question | None:
        """The open question of a conversation, if it has one."""
        query = rows.QUESTIONS.where(t.questions.c.conversation_id == conversation, t.questions.c.answered_at.is_(None))
        found = self._all(query.order_by(t.questions.c.id.desc()).limit(1))
        return rows.question_of(found[0]) if found else None

    def feedback(self, step: str) -> list[Message]:
        """What the person said in a step's conversations, in order (R43)."""
        query = (
            select(*rows.MESSAGE)
            .join(t.conversations, t.conversations.c.id == t.messages.c.conversation_id)
            .where(t.conversations.c.step_id == step, t.messages.c.source == "user")
        )
        return [rows.message_of(row) for row in self._all(query.order_by(t.messages.c.id))]

    # the outbox

    def outbox(self, project: str | None = None) -> list[Row[Any]]:
        """Files that are still to be committed, oldest first, without their bytes."""
        columns = [column for column in t.outbox.c if column.name != "body"]
        query = select(*columns).order_by(t.outbox.c.id)
        if project is not None:
            query = query.where(t.outbox.c.project_id == project)
        return self._all(query)

    def outbox_body(self, id_: str) -> bytes | None:
        """The bytes of an outbox row; None deletes the file."""
        return self._one(select(t.outbox.c.body).where(t.outbox.c.id == id_), "outbox row").body  # type: ignore[no-any-return]

    def pending_body(self, version: str) -> bytes | None:
        """The bytes of a version that is not committed yet; None once it is."""
        found = self._all(select(t.outbox.c.body).where(t.outbox.c.version_id == version))
        return found[0].body if found else None

    # search

    def search(self, text: str, project: str | None = None, limit: int = 100) -> list[Hit]:
        """Tasks, works and messages that contain `text`, newest first."""
        hits: list[Hit] = []
        for query in searches(text):
            if project is not None:
                query = query.where(t.tasks.c.project_id == project)
            found = self._all(query.where(t.tasks.c.deleted_at.is_(None)).limit(limit - len(hits)))
            hits += [
                Hit(row.kind, row.id, row.project_id, row.task_id, row.title, excerpt(row.body, text)) for row in found
            ]
            if len(hits) >= limit:
                break
        return hits

    # inside

    def _all(self, query: Select[Any]) -> list[Row[Any]]:
        with self._engine.connect() as connection:
            return list(connection.execute(query))

    def _one(self, query: Select[Any], what: str) -> Row[Any]:
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        if row is None:
            raise NotFound(f"There is no {what}.")
        return row

    def _first_work(self, query: Select[Any], what: str) -> Work:
        found = self._works(query)
        if not found:
            raise NotFound(f"There is no {what}.")
        return found[0]

    def _works(self, query: Select[Any]) -> list[Work]:
        newest: dict[str, Version] = {}
        approved: dict[str, Version] = {}
        with self._engine.connect() as connection:
            found = list(connection.execute(query))
            for start in range(0, len(found), _AT_ONCE):
                ids = [row.id for row in found[start : start + _AT_ONCE]]
                newest |= rows.newest_versions(connection, ids)
                approved |= rows.newest_versions(connection, ids, approved=True)
        return [rows.work_of(row, newest[row.id], approved.get(row.id)) for row in found]


def _grouped(found: Iterable[_Found], key: Callable[[_Found], str]) -> dict[str, list[_Found]]:
    groups: dict[str, list[_Found]] = {}
    for each in found:
        groups.setdefault(key(each), []).append(each)
    return groups
