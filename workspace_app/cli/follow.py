"""`run`: following one task. Events only wake it up; what it tells is read from the store, so it is durable and complete."""

import queue
from collections.abc import Callable
from pathlib import Path

from workspace_app.cli import shapes
from workspace_app.cli.session import Session
from workspace_app.desk.outgoing import RESYNC
from workspace_app.desk.rpc import EngineLost
from workspace_app.domain.events import Event
from workspace_app.domain.records import Work
from workspace_app.domain.status import ACTIVE, Status

LOOK_SECONDS = 0.5

Tell = Callable[[shapes.Shape], None]


class Inflow:
    """The events of a session from now on; None when the engine is lost."""

    def __init__(self, session: Session) -> None:
        self._queue: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
        session.client.on_lost = lambda: self._queue.put(None)
        session.client.subscribe(self._queue.put)

    def next(self) -> Event | None:
        """The next event; None if there was none for a while.

        Raises:
            EngineLost: the engine ended.
        """
        try:
            event = self._queue.get(timeout=LOOK_SECONDS)
        except queue.Empty:
            return None
        if event is None:
            raise EngineLost(
                "The engine ended while the task ran. What it had saved is kept: look with 'show', go on with 'resume'."
            )
        return event


class Follower:
    """Tells what becomes of a task, each thing once.

    Args:
        session: the engine and store.
        task: the task's id.
        tell: takes one event at a time, as in `shapes`.
    """

    def __init__(self, session: Session, task: str, tell: Tell) -> None:
        self._queries = session.queries
        self._task = task
        self._tell = tell
        self._folder = self._queries.project(self._queries.task(task).project).folder
        self._owners: dict[str, str] = {}
        self._statuses: dict[int | None, str] = {}
        self._seqs: dict[str, int] = {}
        self._versions: set[str] = set()
        self._questions: set[str] = set()

    def follow(self, inflow: Inflow) -> Status:
        """Tell everything until the task is done, waits or fails; the status that it ended with.

        Raises:
            EngineLost: the engine ended.
        """
        self._tell(shapes.task_event(self._queries.task(self._task), self._queries))
        while True:
            event = inflow.next()
            if event:
                self._take(event)
            if (event is None or event.kind in ("task", "work")) and (status := self._ended()):
                self._tell(shapes.end_event(self._task, status.value))
                return status

    def _take(self, event: Event) -> None:
        if event == RESYNC:
            self._catch_up()
        elif not self._concerns(event):
            return
        elif event.kind in ("task", "step") and event.status:
            self._status(None if event.kind == "task" else event.step, event.status)
        elif event.kind == "message" and event.conversation:
            self._messages(event.conversation)
        elif event.kind == "work":
            self._work(self._queries.work(event.id))
        elif event.kind == "question":
            self._question(event.id)

    def _concerns(self, event: Event) -> bool:
        if event.task or not event.conversation:
            return event.task == self._task
        if event.conversation not in self._owners:
            self._owners[event.conversation] = self._queries.conversation(event.conversation).task
        return self._owners[event.conversation] == self._task

    def _ended(self) -> Status | None:
        """The status in which the task came to rest, once all that belongs to it has been told."""
        status = self._queries.task(self._task).status
        if status in ACTIVE or not self._settled():
            return None
        self._catch_up()
        return status if self._queries.task(self._task).status == status else None

    def _settled(self) -> bool:
        """Whether each version is committed, or says why it cannot be yet: one that is about to be belongs before the end."""
        works = self._queries.works(self._task)
        return all(
            version.commit or version.sha256 or version.pending
            for work in works
            for version in self._queries.versions(work.id)
        )

    def _catch_up(self) -> None:
        for step in self._queries.steps(self._task):
            for conversation in self._queries.conversations(step.id):
                self._messages(conversation.id)
        for work in self._queries.works(self._task):
            self._work(work, uncommitted=True)
        for question in self._queries.open_questions(self._task):
            self._question(question.id)
        for step in self._queries.steps(self._task):
            self._status(step.n, step.status.value)
        self._status(None, self._queries.task(self._task).status.value)

    def _status(self, step: int | None, status: str) -> None:
        if self._statuses.get(step) != status:
            self._statuses[step] = status
            self._tell(shapes.status_event(self._task, step, status))

    def _messages(self, conversation: str) -> None:
        for message in self._queries.messages(conversation, after=self._seqs.get(conversation, 0)):
            self._seqs[conversation] = message.seq
            self._tell(shapes.message_event(message))

    def _work(self, work: Work, uncommitted: bool = False) -> None:
        for version in reversed(self._queries.versions(work.id)):
            if version.id not in self._versions and (version.commit or uncommitted):
                self._versions.add(version.id)
                self._tell(shapes.work_event(work, version, self._folder))

    def _question(self, question: str) -> None:
        if question not in self._questions:
            self._questions.add(question)
            self._tell(shapes.question_event(self._queries.question(question)))


def new_task(
    session: Session, text: str, project: str | None, model: str | None, approve: str, context: list[str]
) -> str:
    """Make the task that `run` asks for; its id.

    Args:
        session: the engine and store.
        text: what to do.
        project: the project's folder, which becomes one if it is none; None for the default.
        model: name of a model slot, None for the default.
        approve: "all", "plan" or "none".
        context: paths of files.
    """
    place = _project(session, project) if project else None
    files = [str(Path(file).expanduser().resolve()) for file in context]
    made = session.call("new_task", text=text, project=place, model=model, approve=approve, context=files)
    return str(made["id"])


def _project(session: Session, given: str) -> str:
    folder = Path(given).expanduser().resolve()
    for project in session.queries.projects():
        if Path(project.folder).resolve() == folder:
            return project.id
    return str(session.call("new_project", title=folder.name, folder=str(folder))["id"])
