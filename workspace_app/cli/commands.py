"""What each command does: from a session and its arguments to the JSON that it prints."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from workspace_app.cli import shapes
from workspace_app.cli.session import Session
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.questions import Action
from workspace_app.domain.records import Task
from workspace_app.store.queries import Scope


def projects(session: Session, _: Namespace) -> Any:
    """All projects."""
    return [shapes.project(row, session.queries) for row in session.queries.projects()]


def tasks(session: Session, arguments: Namespace) -> Any:
    """The tasks of one project or all."""
    project = session.project(arguments.project).id if arguments.project else None
    rows = session.queries.tasks(project)
    parts = shapes.Parts.read(session.queries, Scope(project=project))
    return [shapes.task(row, parts) for row in rows]


def inbox(session: Session, _: Namespace) -> Any:
    """What waits for the person."""
    titles = {row.id: row.title for row in session.queries.tasks()}
    return [shapes.question(row) | {"task_title": titles.get(row.task, "")} for row in session.queries.inbox()]


def show(session: Session, arguments: Namespace) -> Any:
    """One task."""
    task = session.task(arguments.task)
    return shapes.task(task, shapes.Parts.read(session.queries, Scope(task=task.id)))


def messages(session: Session, arguments: Namespace) -> Any:
    """Every message of a conversation."""
    return [shapes.message(row) for row in session.queries.messages(session.conversation(arguments.conversation))]


def request(session: Session, arguments: Namespace) -> Any:
    """The request that produced a message."""
    message = session.queries.message(session.message(arguments.message))
    if message.request is None:
        raise WorkspaceError("No model was asked for this message, so there is no request.")
    return shapes.request(session.queries.request(message.request))


def works(session: Session, arguments: Namespace) -> Any:
    """The works of a task or step."""
    task = session.task(arguments.task)
    step = session.step(task, arguments.step).n if arguments.step is not None else None
    folder = session.queries.project(task.project).folder
    return [shapes.work(row, folder) for row in session.queries.works(task.id, step)]


def history(session: Session, arguments: Namespace) -> Any:
    """The versions of a file."""
    return session.call("history", path=_path(arguments.path))


def diff(session: Session, arguments: Namespace) -> Any:
    """What differs between two versions."""
    return session.call("diff", path=_path(arguments.path), a=arguments.a, b=arguments.b)


def restore(session: Session, arguments: Namespace) -> Any:
    """An old version as a new one."""
    return session.call("restore", path=_path(arguments.path), version=arguments.version)


def answer(session: Session, arguments: Namespace) -> Any:
    """The person's answer to a question."""
    question = session.queries.question(session.question(arguments.question))
    session.call("answer", question=question.id, **_answer(arguments))
    return {"question": question.id} | _status(session, question.task)


def _answer(arguments: Namespace) -> dict[str, Any]:
    if arguments.approve:
        return {"action": Action.APPROVE.value}
    if arguments.choose:
        return {"action": Action.CHOOSE.value, "choices": arguments.choose}
    if arguments.file:
        return {"action": Action.FILE.value, "file": _file(arguments.file)}
    action, text = next(
        (name, text) for name in ("changes", "text", "reject") if (text := getattr(arguments, name)) is not None
    )
    return {"action": action, "text": text}


def pause(session: Session, arguments: Namespace) -> Any:
    """Pause a task."""
    task = session.task(arguments.task)
    session.call("pause", task=task.id, now=arguments.now)
    return _status(session, task.id)


def resume(session: Session, arguments: Namespace) -> Any:
    """Let a task go on."""
    task = session.task(arguments.task)
    session.call("resume", task=task.id)
    return _status(session, task.id)


def stop(session: Session, arguments: Namespace) -> Any:
    """Stop a task."""
    task = session.task(arguments.task)
    session.call("stop", task=task.id, now=arguments.now)
    return _status(session, task.id)


def rerun(session: Session, arguments: Namespace) -> Any:
    """A new conversation of a step."""
    task, step = _step(session, arguments)
    prompt = _read(arguments.prompt) if arguments.prompt else None
    start_from = session.version(task, arguments.start_from) if arguments.start_from else None
    return session.call("rerun", task=task.id, step=step, prompt=prompt, start_from=start_from, **_models(arguments))


def submit(session: Session, arguments: Namespace) -> Any:
    """The person's own file as a step's work."""
    task, step = _step(session, arguments)
    session.call("submit", task=task.id, step=step, file=_file(arguments.file))
    return _status(session, task.id)


def continue_(session: Session, arguments: Namespace) -> Any:
    """A new conversation from a message on."""
    conversation = session.conversation(arguments.conversation)
    return session.call(
        "continue_from", conversation=conversation, seq=arguments.at, text=arguments.text, **_models(arguments)
    )


def branch(session: Session, arguments: Namespace) -> Any:
    """A new task from a task."""
    conversation, seq = session.place(arguments.at) if arguments.at else (None, None)
    task = session.task(arguments.task).id
    return session.call(
        "branch", task=task, conversation=conversation, seq=seq, text=arguments.text, origin=not arguments.no_origin
    )


def rebuild(session: Session, arguments: Namespace) -> Any:
    """Rows of the store from a space folder."""
    return session.call("rebuild", folder=_file(arguments.folder))


def export(session: Session, arguments: Namespace) -> Any:
    """A task as one file."""
    return session.call("export_task", task=session.task(arguments.task).id, file=_file(arguments.file))


def import_(session: Session, arguments: Namespace) -> Any:
    """A task from one file."""
    project = session.project(arguments.project).id if arguments.project else None
    return session.call("import_task", file=_file(arguments.file), project=project)


def search(session: Session, arguments: Namespace) -> Any:
    """Messages, works and tasks with a text."""
    project = session.project(arguments.project).id if arguments.project else None
    return [shapes.hit(row) for row in session.queries.search(arguments.text, project)]


def doctor(session: Session, arguments: Namespace) -> Any:
    """What is wrong, and repaired."""
    return session.call("doctor", repair=arguments.repair)


def list_models(session: Session, _: Namespace) -> Any:
    """The model slots."""
    return session.call("models")


def add_model(session: Session, arguments: Namespace) -> Any:
    """A new or changed model slot."""
    slot = {"name": arguments.name, "provider": arguments.provider, "model": arguments.model}
    return session.call("add_model", **slot, base_url=arguments.base_url, key_env=arguments.key_env)


def remove_model(session: Session, arguments: Namespace) -> Any:
    """One model slot less."""
    session.call("remove_model", name=arguments.name)
    return {"name": arguments.name}


def test_model(session: Session, arguments: Namespace) -> Any:
    """Whether a model slot answers."""
    return session.call("test_model", name=arguments.name)


def _step(session: Session, arguments: Namespace) -> tuple[Task, int]:
    task = session.task(arguments.task)
    return task, session.step(task, arguments.step).n


def _models(arguments: Namespace) -> dict[str, Any]:
    """What the options --model say: SLOT=OTHER stands in for a slot, a name alone is for assistants that name none (L25)."""
    given = [text.partition("=") for text in arguments.model or ()]
    alone = [name for name, equals, _ in given if not equals]
    if len(alone) > 1:
        raise WorkspaceError(
            f"Several models are given for one run ({', '.join(alone)}): write SLOT=OTHER to say where."
        )
    instead = {slot.strip(): other.strip() for slot, equals, other in given if equals}
    return {"model": alone[0] if alone else None, "models": instead or None}


def _status(session: Session, task: str) -> shapes.Shape:
    row = session.queries.task(task)
    return {"task": row.id, "title": row.title, "status": row.status.value}


def _file(given: str) -> str:
    return str(Path(given).expanduser().resolve())


def _path(given: str) -> str:
    """A path as the desk takes it: absolute if it is there as given, else as given, to be looked for in the spaces."""
    path = Path(given).expanduser()
    return str(path.absolute()) if path.exists() else given


def _read(given: str) -> str:
    try:
        return Path(given).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WorkspaceError(f"The file {given} cannot be read as text: {error}.") from error
