"""A message until it is on disk, and a work until it is in git."""

import asyncio
import itertools
import sqlite3
import subprocess
from pathlib import Path

from spaces import Space
from tests.benchmarks.measure import Row, clocked, compare
from tests.ui.talk import Talk
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.outbox import Outbox
from workspace_app.store import changes
from workspace_app.store.changes import NewMessage, NewVersion

TEXT = "A line of a message, about as long as such lines are.\n" * 20


class Saving:
    """A store with a running conversation, and a repository, in `home`; the yardstick's own beside them."""

    def __init__(self, home: Path) -> None:
        talk = Talk(home)
        self.project, self.task, self.step, self.conversation = talk.project, talk.task, talk.step, talk.first
        talk.close()
        Space.create(home / "space")
        self._numbers = itertools.count(1)
        self._runner = asyncio.Runner()
        self._ledger = Ledger(home)
        self._outbox = Outbox(self._ledger)
        self._raw = _raw_store(home / "raw.sqlite3")
        self._repository = _repository(home / "plain")

    def close(self) -> None:
        """Close the stores."""
        self._ledger.close()
        self._runner.close()
        self._raw.close()

    def message(self) -> float:
        """Append a message as an assistant does."""
        return clocked(
            lambda: self._runner.run(self._ledger.say(self.conversation, NewMessage("writer", "text", TEXT)))
        )

    def raw_message(self) -> float:
        """Insert one row and commit, with the same promise: on disk when it returns."""

        def insert() -> None:
            with self._raw:
                self._raw.execute("insert into messages (source, text) values (?, ?)", ("writer", TEXT))

        return clocked(insert)

    def work(self) -> float:
        """Save a work: its rows and bytes in the store, then the commit and the file."""
        return clocked(lambda: self._runner.run(self._save(next(self._numbers))))

    def plain_work(self) -> float:
        """Write a file, `git add` and `git commit`, each object fsynced."""
        name = f"work_{next(self._numbers)}.md"

        def save() -> None:
            (self._repository / name).write_text(TEXT)
            _git(self._repository, "add", name)
            _git(self._repository, "commit", "-q", "-m", "A work", "--", name)

        return clocked(save)

    async def _save(self, number: int) -> None:
        path = f"a-task/step_1/works/work_{number}.md"
        version = NewVersion(None, path, f"Work {number}", TEXT.encode(), "writer", "assistant", "A work", {})
        where = {"project": self.project, "task": self.task, "step": self.step}
        await self._ledger.change(lambda c: changes.save_version(c, **where, version=version))
        await self._outbox.flush(self.project)


def rows(home: Path) -> list[Row]:
    """Both comparisons."""
    saving = Saving(home)
    try:
        return [
            compare("save a message (1 KB)", saving.message, "one SQLite insert, fsynced", saving.raw_message, 200),
            compare("save a work (1 KB)", saving.work, "write, git add, git commit, fsynced", saving.plain_work, 40),
        ]
    finally:
        saving.close()


def _raw_store(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"pragma {pragma}")
    connection.execute("create table messages (id integer primary key, source text, text text)")
    return connection


def _repository(folder: Path) -> Path:
    folder.mkdir()
    _git(folder, "init", "-q")
    return folder


def _git(folder: Path, *words: str) -> None:
    # The same promise as ours: on disk when it returns.
    settings = ("user.name=Somebody", "user.email=somebody@example.org", "core.fsync=all")
    options = [word for setting in settings for word in ("-c", setting)]
    subprocess.run(["git", *options, *words], cwd=folder, check=True, stdin=subprocess.DEVNULL)
