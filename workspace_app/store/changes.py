"""Every change of the store, as a function of a connection, to be given to `database.Writer.submit`.

Counters that the dashboard reads are kept on the rows here, so that no list has to count.
"""

import hashlib
import json
import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from workspace_app.domain.errors import NotAllowed
from workspace_app.domain.status import Status, move
from workspace_app.store import redaction
from workspace_app.store import tables as t
from workspace_app.store.ids import new_id

Values = Mapping[str, Any]


class LeaseLost(NotAllowed):
    """Another attempt runs this conversation now; what this one says is not kept."""


@dataclass(frozen=True)
class NewMessage:
    """A message to append; see `domain.records.Message`.

    Args:
        raw: AutoGen's own dump.
        files: bytes of pictures by file name; they go into the step's folder, not into the store.
    """

    source: str
    kind: str
    text: str
    final: bool = False
    data: Values = field(default_factory=dict)
    raw: Values | None = None
    request: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)
    id: str = field(default_factory=new_id)


@dataclass(frozen=True)
class NewVersion:
    """A state of a work to be saved: its row and its bytes go in one transaction (DESIGN 4).

    Args:
        work: id of the work that this is a new version of, None for a new work at `path`.
        path: relative to the project folder, posix.
    """

    work: str | None
    path: str
    title: str
    body: bytes
    author: str
    author_kind: str
    subject: str
    trailers: Values
    conversation: str | None = None
    message: str | None = None
    id: str = field(default_factory=new_id)


def now() -> datetime:
    """The present moment, aware."""
    return datetime.now(UTC)


# projects and tasks


def add_project(connection: Connection, title: str, folder: str) -> str:
    """A new project; returns its id."""
    id_ = new_id()
    connection.execute(insert(t.projects).values(id=id_, title=title, folder=folder, created_at=now()))
    return id_


def set_project(connection: Connection, project: str, **values: Any) -> None:
    """Change columns of a project."""
    connection.execute(update(t.projects).where(t.projects.c.id == project).values(**values))


def forget_project(connection: Connection, project: str) -> None:
    """Remove a project from the store; its folder is not touched."""
    connection.execute(delete(t.projects).where(t.projects.c.id == project))


def add_task(connection: Connection, *, project: str, title: str, text: str, folder: str, **values: Any) -> str:
    """A new task in planning, with its step 0 (R13); returns its id."""
    id_, at = new_id(), now()
    connection.execute(
        insert(t.tasks).values(
            id=id_,
            project_id=project,
            title=title,
            text=text,
            folder=folder,
            status=Status.PLANNING,
            step_title="Plan",
            created_at=at,
            updated_at=at,
            **values,
        )
    )
    add_step(
        connection,
        project=project,
        task=id_,
        n=0,
        key="plan",
        title="Plan",
        kind="planning",
        spec={},
        status=Status.QUEUED,
    )
    return id_


def set_task(connection: Connection, task: str, **values: Any) -> None:
    """Change columns of a task; a status goes through the table of moves."""
    if "status" in values:
        old = connection.execute(select(t.tasks.c.status).where(t.tasks.c.id == task)).scalar_one()
        values["status"] = move(Status(old), Status(values["status"]))
    connection.execute(update(t.tasks).where(t.tasks.c.id == task).values(updated_at=now(), **values))


def add_step(
    connection: Connection,
    *,
    project: str,
    task: str,
    n: int,
    key: str,
    title: str,
    kind: str,
    spec: Values,
    status: Status,
) -> str:
    """A new step; returns its id."""
    id_ = new_id()
    values = {"n": n, "key": key, "title": title, "kind": kind, "spec": spec, "status": status}
    connection.execute(insert(t.steps).values(id=id_, project_id=project, task_id=task, **values))
    return id_


def set_step(connection: Connection, step: str, **values: Any) -> None:
    """Change columns of a step; a status goes through the table of moves."""
    if "status" in values:
        old = connection.execute(select(t.steps.c.status).where(t.steps.c.id == step)).scalar_one()
        values["status"] = move(Status(old), Status(values["status"]))
    connection.execute(update(t.steps).where(t.steps.c.id == step).values(**values))


def finish_step(connection: Connection, step: str, conversation: str | None) -> None:
    """A step, and the run that did it, are done."""
    set_step(connection, step, status=Status.DONE, error="", ended_at=now())
    if conversation is not None:
        set_conversation(connection, conversation, status=Status.DONE, error="", ended_at=now())


# conversations and messages


def add_conversation(
    connection: Connection,
    *,
    project: str,
    task: str,
    step: str,
    prompt: str,
    step_task: str | None = None,
    inputs: Sequence[Values] = (),
    team: Values | None = None,
    model: str | None = None,
    models: Mapping[str, str] | None = None,
) -> str:
    """A new run of a step, queued, with no messages; returns its id. See `domain.records.Conversation`."""
    last = connection.execute(
        select(t.conversations.c.n)
        .where(t.conversations.c.step_id == step)
        .order_by(t.conversations.c.n.desc())
        .limit(1)
    ).scalar()
    id_ = new_id()
    values = {
        "prompt": redaction.cleaned(connection, project, team, "input", prompt),
        "step_task": redaction.cleaned(connection, project, team, "input", step_task),
        "inputs": list(inputs),
        "team": team,
        "model": model,
        "models": dict(models) if models else None,
        "n": (last or 0) + 1,
    }
    connection.execute(
        insert(t.conversations).values(
            id=id_, project_id=project, task_id=task, step_id=step, status=Status.QUEUED, started_at=now(), **values
        )
    )
    return id_


def set_conversation(connection: Connection, conversation: str, **values: Any) -> None:
    """Change columns of a conversation; a status goes through the table of moves."""
    if "status" in values:
        old = connection.execute(
            select(t.conversations.c.status).where(t.conversations.c.id == conversation)
        ).scalar_one()
        values["status"] = move(Status(old), Status(values["status"]))
    connection.execute(update(t.conversations).where(t.conversations.c.id == conversation).values(**values))


def claim(connection: Connection, conversation: str, seconds: float) -> int:
    """Take the lease of a conversation for a new attempt, whose number is returned (DESIGN 5)."""
    row = connection.execute(select(t.conversations.c.attempt).where(t.conversations.c.id == conversation)).one()
    set_conversation(connection, conversation, attempt=row.attempt + 1, lease_until=now() + timedelta(seconds=seconds))
    return int(row.attempt) + 1


def renew(connection: Connection, conversation: str, attempt: int, seconds: float) -> bool:
    """Keep the lease for `seconds` more; False if another attempt has it."""
    found = connection.execute(
        update(t.conversations)
        .where(t.conversations.c.id == conversation, t.conversations.c.attempt == attempt)
        .values(lease_until=now() + timedelta(seconds=seconds))
    )
    return found.rowcount == 1


def append(connection: Connection, conversation: str, message: NewMessage, attempt: int | None = None) -> int:
    """Append a message; returns its seq. Appending the same id again changes nothing.

    Args:
        attempt: the attempt that says it; None for the person and the app, who need no lease.

    Raises:
        LeaseLost: another attempt holds the lease.
    """
    row = connection.execute(select(t.conversations).where(t.conversations.c.id == conversation)).one()
    if attempt is not None and row.attempt != attempt:
        raise LeaseLost("Another run of this conversation has taken over.")
    known = connection.execute(select(t.messages.c.seq).where(t.messages.c.id == message.id)).scalar()
    if known is not None:
        return int(known)
    seq = int(row.messages) + 1
    said = {"text": message.text, "data": dict(message.data), "raw": message.raw}
    part = redaction.part_of(message.source, message.kind)
    connection.execute(
        insert(t.messages).values(
            id=message.id,
            project_id=row.project_id,
            conversation_id=conversation,
            seq=seq,
            source=message.source,
            kind=message.kind,
            final=message.final,
            created_at=now(),
            input_tokens=message.input_tokens,
            output_tokens=message.output_tokens,
            request_id=message.request,
            **redaction.cleaned(connection, row.project_id, row.team, part, said),
        )
    )
    connection.execute(update(t.conversations).where(t.conversations.c.id == conversation).values(messages=seq))
    return seq


def add_inputs(connection: Connection, conversation: str, inputs: Sequence[Values]) -> None:
    """A conversation reads more than it began with, from now on: each entry gets the time as "at" (R65).

    Args:
        inputs: as in `domain.records.Conversation`; what is there already is not named twice.
    """
    if not inputs:
        return
    own = t.conversations.c.id == conversation
    known = list(connection.execute(select(t.conversations.c.inputs).where(own)).scalar_one())
    names = {(each["path"], each.get("commit")) for each in known}
    at = now().isoformat()
    new = [{**each, "at": at} for each in inputs if (each["path"], each.get("commit")) not in names]
    connection.execute(update(t.conversations).where(own).values(inputs=[*known, *new]))


# notes that nobody heard yet


def add_note(connection: Connection, conversation: str, text: str, written: str, inputs: Sequence[Values] = ()) -> str:
    """Hold a note until the conversation's run takes it; returns its id, which its message will have.

    Args:
        inputs: what the note refers to; see `add_inputs`.
    """
    project = connection.execute(
        select(t.conversations.c.project_id).where(t.conversations.c.id == conversation)
    ).scalar_one()
    id_ = new_id()
    values = {"id": id_, "project_id": project, "conversation_id": conversation, "created_at": now()}
    said = redaction.cleaned_in(connection, conversation, "input", {"text": text, "written": written})
    connection.execute(insert(t.notes).values(**values, **said, inputs=list(inputs)))
    return id_


def set_note(connection: Connection, note: str, text: str, written: str, inputs: Sequence[Values] = ()) -> bool:
    """Change a note; False if it has been heard already."""
    conversation = connection.execute(select(t.notes.c.conversation_id).where(t.notes.c.id == note)).scalar()
    said = redaction.cleaned_in(connection, conversation, "input", {"text": text, "written": written})
    found = connection.execute(update(t.notes).where(t.notes.c.id == note).values(**said, inputs=list(inputs)))
    return found.rowcount == 1


def delete_note(connection: Connection, note: str) -> bool:
    """Take a note back; False if it has been heard already."""
    return connection.execute(delete(t.notes).where(t.notes.c.id == note)).rowcount == 1


def move_notes(connection: Connection, conversation: str, to: str) -> None:
    """Hold the notes of a conversation for the one that goes on in its place."""
    connection.execute(update(t.notes).where(t.notes.c.conversation_id == conversation).values(conversation_id=to))


def hear_notes(
    connection: Connection, conversation: str, attempt: int | None = None, *, final: bool = False
) -> list[tuple[NewMessage, int]]:
    """Make messages of the notes that wait in a conversation; returns them with their seq.

    Args:
        final: the last one ends the person's turn.

    Raises:
        LeaseLost: another attempt holds the lease.
    """
    query = select(t.notes).where(t.notes.c.conversation_id == conversation).order_by(t.notes.c.id)
    found = connection.execute(query).all()
    heard: list[tuple[NewMessage, int]] = []
    for row in found:
        data = {"written": row.written} if row.written != row.text else {}
        last = final and row.id == found[-1].id
        message = NewMessage(source="user", kind="text", text=row.text, final=last, data=data, id=row.id)
        heard.append((message, append(connection, conversation, message, attempt)))
        add_inputs(connection, conversation, row.inputs)
        delete_note(connection, row.id)
    return heard


# recorded requests and tool calls


def start_request(
    connection: Connection,
    *,
    id: str,
    conversation: str,
    source: str,
    slot: str,
    model: str,
    messages: Sequence[Values],
    tools: Sequence[Values],
    options: Values,
    provider: str = "",
) -> None:
    """Record a request before it is sent. Equal parts are kept once, so a long chat grows by its new messages only."""
    project = connection.execute(
        select(t.conversations.c.project_id).where(t.conversations.c.id == conversation)
    ).scalar_one()
    parts = {"messages": [_blob(connection, message) for message in messages], "tools": _blob(connection, list(tools))}
    values = {
        "source": source,
        "slot": slot,
        "provider": provider,
        "model": model,
        "parts": parts,
        "options": dict(options),
        "started_at": now(),
    }
    connection.execute(insert(t.requests).values(id=id, project_id=project, conversation_id=conversation, **values))


def end_request(
    connection: Connection,
    id: str,
    *,
    finish: str | None = None,
    error: str | None = None,
    input_tokens: int | None = None,
    output_tokens: int | None = None,
    money: float | None = None,
) -> None:
    """Record what became of a request, how long it took, what it cost (US dollars; None: unknown), and count its tokens into its conversation."""
    at = now()
    started = connection.execute(select(t.requests.c.started_at).where(t.requests.c.id == id)).scalar_one()
    usage: Values = {"input_tokens": input_tokens, "output_tokens": output_tokens, "money": money}
    usage = {**usage, "seconds": (at - started).total_seconds()}
    connection.execute(
        update(t.requests).where(t.requests.c.id == id).values(ended_at=at, finish=finish, error=error, **usage)
    )
    owner = select(t.requests.c.conversation_id).where(t.requests.c.id == id).scalar_subquery()
    connection.execute(
        update(t.conversations)
        .where(t.conversations.c.id == owner)
        .values(
            input_tokens=t.conversations.c.input_tokens + (input_tokens or 0),
            output_tokens=t.conversations.c.output_tokens + (output_tokens or 0),
        )
    )


def _blob(connection: Connection, value: Any) -> str:
    body = json.dumps(value, ensure_ascii=False, sort_keys=True).encode()
    hash_ = hashlib.sha256(body).hexdigest()
    connection.execute(upsert(t.blobs).values(hash=hash_, body=zlib.compress(body, 1)).on_conflict_do_nothing())
    return hash_


def start_tool_call(connection: Connection, conversation: str, call_id: str, name: str, arguments: Any) -> None:
    """Record that a tool call starts, so that a crash in its middle is known afterwards."""
    project = connection.execute(
        select(t.conversations.c.project_id).where(t.conversations.c.id == conversation)
    ).scalar_one()
    values = {
        "name": name,
        "arguments": redaction.cleaned_in(connection, conversation, "call", arguments),
        "started_at": now(),
        "ended_at": None,
        "result": None,
        "is_error": None,
    }
    row = upsert(t.tool_calls).values(conversation_id=conversation, call_id=call_id, project_id=project, **values)
    connection.execute(row.on_conflict_do_update(index_elements=["conversation_id", "call_id"], set_=values))


def end_tool_call(
    connection: Connection,
    conversation: str,
    call_id: str,
    result: str,
    is_error: bool,
    seconds: float | None = None,
) -> None:
    """Record the result of a tool call that was started, and how long it ran if it was this engine that ran it."""
    result = redaction.cleaned_in(connection, conversation, "result", result)
    connection.execute(
        update(t.tool_calls)
        .where(t.tool_calls.c.conversation_id == conversation, t.tool_calls.c.call_id == call_id)
        .values(result=result, is_error=is_error, ended_at=now(), seconds=seconds)
    )


def forget_tool_call(connection: Connection, conversation: str, call_id: str) -> None:
    """Let a tool call be run again."""
    connection.execute(
        delete(t.tool_calls).where(t.tool_calls.c.conversation_id == conversation, t.tool_calls.c.call_id == call_id)
    )


# works and files


def save_version(connection: Connection, *, project: str, task: str, step: str, version: NewVersion) -> str:
    """A new version with its bytes in the outbox; returns the work's id. Saving the same version id again changes nothing."""
    known = connection.execute(select(t.versions.c.work_id).where(t.versions.c.id == version.id)).scalar()
    if known is not None:
        return str(known)
    work = version.work
    if work is None:
        work = new_id()
        row = {"path": version.path, "title": version.title, "created_at": now()}
        connection.execute(insert(t.works).values(id=work, project_id=project, task_id=task, step_id=step, **row))
    connection.execute(
        insert(t.versions).values(
            id=version.id,
            project_id=project,
            work_id=work,
            n=_last_version(connection, work) + 1,
            author=version.author,
            author_kind=version.author_kind,
            conversation_id=version.conversation,
            message_id=version.message,
            size=len(version.body),
            created_at=now(),
        )
    )
    put_file(
        connection,
        project=project,
        path=version.path,
        body=version.body,
        author=version.author,
        author_kind=version.author_kind,
        subject=version.subject,
        trailers=version.trailers,
        version=version.id,
        id=version.id,
    )
    return work


def version_number(connection: Connection, version: str) -> int:
    """The number of a version that was just saved."""
    return int(connection.execute(select(t.versions.c.n).where(t.versions.c.id == version)).scalar_one())


def put_file(
    connection: Connection,
    *,
    project: str,
    path: str,
    body: bytes | None,
    author: str,
    author_kind: str,
    subject: str,
    trailers: Values,
    version: str | None = None,
    id: str | None = None,
) -> str:
    """Queue a file of the app's own (plan, record, work) to be committed; returns the row's id. `body` None deletes the file."""
    id_ = id or new_id()
    values = {"author": author, "author_kind": author_kind, "subject": subject, "trailers": dict(trailers)}
    connection.execute(
        insert(t.outbox).values(
            id=id_, project_id=project, version_id=version, path=path, body=body, created_at=now(), **values
        )
    )
    return id_


def file_committed(connection: Connection, id: str, commit: str) -> None:
    """A queued file is in git and on disk: remember the commit and drop the bytes."""
    connection.execute(update(t.versions).where(t.versions.c.id == id).values(commit=commit))
    connection.execute(delete(t.outbox).where(t.outbox.c.id == id))


def file_outside(connection: Connection, id: str, sha256: str) -> None:
    """A queued file is on disk and stays out of git, for now: remember which bytes it has and drop them here."""
    connection.execute(update(t.versions).where(t.versions.c.id == id).values(sha256=sha256))
    connection.execute(delete(t.outbox).where(t.outbox.c.id == id))


def file_beside(connection: Connection, id: str, path: str) -> None:
    """A queued version of a work goes to `path` instead, as a work of its own: what lies at its place must not be replaced."""
    version_beside(connection, id, path)
    connection.execute(update(t.outbox).where(t.outbox.c.id == id).values(path=path))


def add_committed_version(
    connection: Connection,
    *,
    project: str,
    work: str,
    commit: str | None,
    author: str,
    size: int,
    sha256: str | None = None,
) -> str:
    """A version that is in git already, or (commit None) is known by its SHA-256 only: the person's own edit; returns its id."""
    values = {
        "n": _last_version(connection, work) + 1,
        "commit": commit,
        "sha256": sha256,
        "author": author,
        "author_kind": "user",
        "size": size,
        "created_at": now(),
    }
    id_ = new_id()
    connection.execute(insert(t.versions).values(id=id_, project_id=project, work_id=work, **values))
    return id_


def set_version(connection: Connection, version: str, **values: Any) -> None:
    """Change columns of a version."""
    connection.execute(update(t.versions).where(t.versions.c.id == version).values(**values))


def version_at(connection: Connection, work: str, commit: str) -> str | None:
    """The version of a work that a commit made, if there is one."""
    query = select(t.versions.c.id).where(t.versions.c.work_id == work, t.versions.c.commit == commit)
    return connection.execute(query.limit(1)).scalar()


def move_work(connection: Connection, work: str, path: str) -> None:
    """The person moved the file of a work."""
    connection.execute(update(t.works).where(t.works.c.id == work).values(path=path))


def version_beside(connection: Connection, version: str, path: str) -> str:
    """A version was written beside its work, at `path`, because the person had changed the file: it becomes a work of its own.

    Returns:
        The id of that work.
    """
    row = connection.execute(select(t.works).join(t.versions).where(t.versions.c.id == version)).one()
    work = new_id()
    same = {"project_id": row.project_id, "task_id": row.task_id, "step_id": row.step_id, "created_at": now()}
    connection.execute(insert(t.works).values(id=work, path=path, title=f"{row.title} (conflict)", **same))
    connection.execute(update(t.versions).where(t.versions.c.id == version).values(work_id=work, n=1))
    return work


def version_back(connection: Connection, version: str, work: str, commit: str) -> None:
    """A version that lay beside its work becomes the work's newest, at `commit`; the work that it was meanwhile goes if nothing is left of it."""
    beside = connection.execute(select(t.versions.c.work_id).where(t.versions.c.id == version)).scalar_one()
    moved = {"work_id": work, "n": _last_version(connection, work) + 1, "commit": commit}
    connection.execute(update(t.versions).where(t.versions.c.id == version).values(**moved))
    if not _last_version(connection, beside):
        connection.execute(update(t.comments).where(t.comments.c.work_id == beside).values(work_id=work))
        _ask_about(connection, beside, work)
        connection.execute(delete(t.works).where(t.works.c.id == beside))


def _ask_about(connection: Connection, old: str, work: str) -> None:
    """Open questions about the work `old` are about `work` from now on."""
    query = select(t.questions.c.id, t.questions.c.data).join(t.works, t.works.c.task_id == t.questions.c.task_id)
    for row in connection.execute(query.where(t.works.c.id == old, t.questions.c.answered_at.is_(None))).all():
        named = row.data.get("works", ())
        if old in named:
            works = list(dict.fromkeys(work if each == old else each for each in named))
            change = update(t.questions).where(t.questions.c.id == row.id)
            connection.execute(change.values(data={**row.data, "works": works}))


def _last_version(connection: Connection, work: str) -> int:
    query = select(t.versions.c.n).where(t.versions.c.work_id == work).order_by(t.versions.c.n.desc())
    return connection.execute(query.limit(1)).scalar() or 0


def file_failed(connection: Connection, id: str, error: str) -> None:
    """A queued file could not be committed yet; say why."""
    connection.execute(update(t.outbox).where(t.outbox.c.id == id).values(error=error))


def approve_versions(connection: Connection, versions: Sequence[str], by: str) -> None:
    """Mark exactly these versions as approved by a person of this name (R41)."""
    approved = {"approved_at": now(), "approved_by": by}
    connection.execute(update(t.versions).where(t.versions.c.id.in_(versions)).values(approved))


def mark_stale(connection: Connection, works: Collection[str]) -> list[str]:
    """Mark exactly these works as made from an older version of an input (R60); returns those whose mark changed."""
    marked = set(connection.execute(select(t.works.c.id).where(t.works.c.stale)).scalars())
    for work in (changed := sorted(marked ^ set(works))):
        connection.execute(update(t.works).where(t.works.c.id == work).values(stale=work in works))
    return changed


def keep_work(connection: Connection, work: str, at: datetime | None) -> None:
    """A work is still good although an input was newer at that time; None takes it back (R60)."""
    connection.execute(update(t.works).where(t.works.c.id == work).values(kept_at=at))


# steps that are lined up to run again


def line_up(connection: Connection, steps: Sequence[str], batch: str) -> None:
    """Put steps into a line, in this order, and out of any other."""
    connection.execute(delete(t.reruns).where(t.reruns.c.step_id.in_(steps)))
    for n, step in enumerate(steps):
        project = connection.execute(select(t.steps.c.project_id).where(t.steps.c.id == step)).scalar_one()
        connection.execute(insert(t.reruns).values(id=new_id(), project_id=project, step_id=step, batch=batch, n=n))


def leave_line(connection: Connection, step: str) -> None:
    """A step is lined up no more."""
    connection.execute(delete(t.reruns).where(t.reruns.c.step_id == step))


def drop_line(connection: Connection, step: str) -> None:
    """Nothing of the line that a step is in is lined up any more."""
    batch = select(t.reruns.c.batch).where(t.reruns.c.step_id == step)
    connection.execute(delete(t.reruns).where(t.reruns.c.batch.in_(batch.scalar_subquery())))


# comments


def add_comment(
    connection: Connection,
    *,
    project: str,
    work: str,
    version: str,
    start: int,
    end: int,
    quote: str,
    text: str,
    author: str,
) -> str:
    """A comment on a passage of a version; returns its id."""
    id_ = new_id()
    passage = {"start": start, "end": end, "quote": quote}
    about = {"project_id": project, "work_id": work, "version_id": version, "author": author, "created_at": now()}
    connection.execute(insert(t.comments).values(id=id_, text=text, **passage, **about))
    return id_


def set_comment(connection: Connection, comment: str, **values: Any) -> None:
    """Change columns of a comment."""
    connection.execute(update(t.comments).where(t.comments.c.id == comment).values(**values))


def comments_sent(connection: Connection, comments: Sequence[str]) -> None:
    """The comments went to an assistant: the next version answers them."""
    connection.execute(update(t.comments).where(t.comments.c.id.in_(comments)).values(sent_at=now()))


def delete_comment(connection: Connection, comment: str) -> None:
    """Remove a comment."""
    connection.execute(delete(t.comments).where(t.comments.c.id == comment))


# questions


def ask(
    connection: Connection,
    *,
    project: str,
    task: str,
    step: str,
    conversation: str | None,
    kind: str,
    text: str,
    answers: Sequence[str],
    data: Values | None = None,
) -> str:
    """A question that waits for the person; returns its id."""
    id_ = new_id()
    about = redaction.cleaned_in(connection, conversation, "call", {"text": text, "data": dict(data or {})})
    values = {"kind": kind, "answers": list(answers), "asked_at": now(), **about}
    connection.execute(
        insert(t.questions).values(
            id=id_, project_id=project, task_id=task, step_id=step, conversation_id=conversation, **values
        )
    )
    return id_


def close_question(connection: Connection, question: str, answer: Values) -> None:
    """Mark a question as answered.

    Raises:
        NotAllowed: it has been answered before.
    """
    conversation = connection.execute(
        select(t.questions.c.conversation_id).where(t.questions.c.id == question)
    ).scalar()
    said = redaction.cleaned_in(connection, conversation, "input", dict(answer))
    found = connection.execute(
        update(t.questions)
        .where(t.questions.c.id == question, t.questions.c.answered_at.is_(None))
        .values(answered_at=now(), answer=said)
    )
    if found.rowcount != 1:
        raise NotAllowed("This question has been answered already.")
