"""What a command works with: the engine's verbs, the store to read, and things found by what a person types."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, Table, or_, select

from workspace_app.desk.client import DeskClient
from workspace_app.desk.host import hosted
from workspace_app.domain.errors import NotFound, WorkspaceError
from workspace_app.domain.records import Project, Step, Task
from workspace_app.home import make_home
from workspace_app.log import log_to_file
from workspace_app.store import tables as t
from workspace_app.store.database import open_reader
from workspace_app.store.queries import Queries


@contextmanager
def attached(home: Path, daemon: bool) -> Iterator["Session"]:
    """A session with the engine of `home`.

    Args:
        home: the data folder.
        daemon: whether the engine is a process of its own, attached to or started; else it lives in this process, as long as the block.

    Raises:
        WorkspaceError: the engine cannot be attached to, started or, without `daemon`, another one has the folder.
    """
    if not daemon:
        make_home(home)
        # What an engine logs is for its file, not for the person's terminal.
        log_to_file(home)
    with nullcontext() if daemon else hosted(home):
        client = DeskClient(home)
        client.connect()
        # Only now: whoever started the engine first brought the store up to date.
        store = open_reader(home)
        try:
            session = Session(home, client, store, Queries(store))
            session.lend_keys()
            yield session
        finally:
            client.close()
            store.dispose()


@dataclass(frozen=True)
class Session:
    """One command's engine and store.

    An id may be given by a unique beginning or end of it (ids that were made together begin alike).
    """

    home: Path
    client: DeskClient
    store: Engine
    queries: Queries

    def call(self, verb: str, **arguments: Any) -> Any:
        """Call a verb of the desk.

        Raises:
            WorkspaceError: it failed, in a sentence for the person.
        """
        return self.client.call(verb, **arguments)

    def lend_keys(self) -> None:
        """Give the engine the keys that it uses and this command's environment has: it may have been started without them."""
        names = os.environ.keys() & self.call("variables")
        if names:
            self.call("lend_keys", values={name: os.environ[name] for name in names})

    def task(self, given: str) -> Task:
        """The task with this title or id.

        Raises:
            WorkspaceError: there is none, or several.
        """
        titled = [task for task in self.queries.tasks() if given in (task.id, task.title)]
        if len(titled) > 1:
            ids = ", ".join(task.id for task in titled)
            raise WorkspaceError(f"Several tasks are called {given!r}: give one of their ids ({ids}).")
        return titled[0] if titled else self.queries.task(self._id(t.tasks, given, "task"))

    def project(self, given: str) -> Project:
        """The project with this title, folder or id.

        Raises:
            WorkspaceError: there is none, or several.
        """
        folder = str(Path(given).expanduser().resolve())
        found = [
            project
            for project in self.queries.projects()
            if given in (project.id, project.title) or project.folder == folder
        ]
        if len(found) > 1:
            ids = ", ".join(project.id for project in found)
            raise WorkspaceError(f"Several projects are called {given!r}: give one of their ids ({ids}).")
        return found[0] if found else self.queries.project(self._id(t.projects, given, "project"))

    def step(self, task: Task, given: str) -> Step:
        """The step with this number or, in the plan, this id.

        Raises:
            NotFound: there is none.
        """
        for step in self.queries.steps(task.id):
            if given in (str(step.n), step.key):
                return step
        raise NotFound(f"The task {task.title!r} has no step {given}.")

    def conversation(self, given: str) -> str:
        """The full id of a conversation.

        Raises:
            WorkspaceError: there is none, or several.
        """
        return self._id(t.conversations, given, "conversation")

    def message(self, given: str) -> str:
        """The full id of a message, which may be given as CONVERSATION:SEQ too.

        Raises:
            WorkspaceError: there is none, or several.
        """
        if ":" not in given:
            return self._id(t.messages, given, "message")
        conversation, seq = self.place(given)
        found = self.queries.messages(conversation, after=seq - 1, limit=1)
        if not found or found[0].seq != seq:
            raise NotFound(f"There is no message {given!r}.")
        return found[0].id

    def place(self, given: str) -> tuple[str, int]:
        """A conversation's full id and the seq, from CONVERSATION:SEQ.

        Raises:
            WorkspaceError: it is not of that form, or there is no such conversation.
        """
        conversation, _, seq = given.rpartition(":")
        if not conversation or not seq.isdecimal():
            raise WorkspaceError(f"{given!r} names no message: write CONVERSATION:SEQ, such as 1f2e3d4c:5.")
        return self.conversation(conversation), int(seq)

    def version(self, task: Task, given: str) -> str:
        """The id of the version that PATH@VERSION names: a work of the task's project, and a version's number or commit.

        Raises:
            WorkspaceError: it is not of that form, or there is none.
        """
        path, _, which = given.rpartition("@")
        if not path or not which:
            raise WorkspaceError(f"{given!r} names no version: write PATH@VERSION, such as step_1/works/note.md@2.")
        project = Path(self.queries.project(task.project).folder)
        places = {project / path, project / task.folder / path, Path(path).expanduser().absolute()}
        for work in self.queries.project_works(task.project):
            if project / work.path in places:
                versions = self.queries.versions(work.id)
                numbered = [version for version in versions if str(version.n) == which]
                found = numbered or [
                    version for version in versions if version.commit and version.commit.startswith(which)
                ]
                if len(found) == 1:
                    return found[0].id
                raise NotFound(f"{work.path} has no version {which}.")
        raise NotFound(f"There is no work {path} in this project.")

    def question(self, given: str) -> str:
        """The full id of a question.

        Raises:
            WorkspaceError: there is none, or several.
        """
        return self._id(t.questions, given, "question")

    def _id(self, table: Table, given: str, what: str) -> str:
        column = table.c.id
        part = or_(column.startswith(given, autoescape=True), column.endswith(given, autoescape=True))
        with self.store.connect() as connection:
            found = (
                [row.id for row in connection.execute(select(column).where(part).order_by(column).limit(2))]
                if given
                else []
            )
        if len(found) > 1 and given not in found:
            raise WorkspaceError(f"{given!r} fits more than one {what}: give more of its id.")
        if not found:
            raise NotFound(f"There is no {what} {given!r}.")
        return given if given in found else str(found[0])
