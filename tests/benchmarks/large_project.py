"""A project with ten thousand works: saving, listing, history and changes of one of them, beside git doing the same."""

import asyncio
import itertools
import subprocess
from pathlib import Path

from sqlalchemy import insert

from spaces import Space
from spaces.maintenance import tidy
from tests.benchmarks.measure import Row, clocked, compare
from tests.ui.talk import Talk
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.outbox import Outbox
from workspace_app.engine.person_edits import PersonEdits
from workspace_app.store import changes
from workspace_app.store import tables as t
from workspace_app.store.changes import NewVersion

WORKS, STEPS = 10_000, 500
TEXT = "A line of a work, about as long as such lines are.\n" * 20


class Large:
    """A project with its works in the store and in git, some twenty in each step; and git alone on a copy of it."""

    def __init__(self, home: Path) -> None:
        talk = Talk(home)
        self.project, self.task, self.step = talk.project, talk.task, talk.step
        talk.close()
        self.space = Space.create(home / "space")
        self._ledger, self._runner = Ledger(home), asyncio.Runner()
        self._outbox = Outbox(self._ledger)
        self._edits = PersonEdits(self._ledger, self._outbox)
        self._numbers = itertools.count()
        self._fill()
        tidy(self.space.folder)
        self.plain = home / "plain"
        _git(home, "clone", "-q", str(self.space.folder), str(self.plain))

    def close(self) -> None:
        """Close the store."""
        self._ledger.close()
        self._runner.close()

    def save(self) -> float:
        """Save one more work."""
        return clocked(lambda: self._runner.run(self._save(f"a/step_1/works/new_{next(self._numbers)}.md")))

    def git_save(self) -> float:
        """Write, add and commit one more file, fsynced."""
        name = f"new_{next(self._numbers)}.md"

        def save() -> None:
            (self.plain / name).write_text(TEXT)
            _git(self.plain, "add", name)
            _git(self.plain, "commit", "-q", "-m", "A work", "--", name)

        return clocked(save)

    def works(self) -> float:
        """List the works of one step."""
        return clocked(lambda: self._ledger.ask.works(self.task, self._step(next(self._numbers))))

    def git_works(self) -> float:
        """List the files of one folder."""
        return clocked(lambda: _git(self.plain, "ls-files", f"a/step_{next(self._numbers) % STEPS}/works"))

    def history(self) -> float:
        """The versions of one work."""
        work = self._ledger.ask.work_at(self.project, _path(next(self._numbers) % WORKS))
        known = {str(version.commit) for version in self._ledger.ask.versions(work.id)}
        return clocked(lambda: self.space.history(work.path, known))

    def git_history(self) -> float:
        """The commits of one file."""
        return clocked(lambda: _git(self.plain, "log", "--follow", "--", _path(next(self._numbers) % WORKS)))

    def difference(self) -> float:
        """What the newest version of a work changed."""
        return clocked(lambda: self.space.diff(_path(0), f"{self.first}", None))

    def git_difference(self) -> float:
        """The same by git."""
        return clocked(lambda: _git(self.plain, "diff", self.first, "--", _path(0)))

    def notice(self) -> float:
        """Make a version of an edit by the person."""
        number = next(self._numbers)
        work = self._ledger.ask.work_at(self.project, _path(number % WORKS))
        (self.space.folder / work.path).write_text(f"edited {number}")
        project = self._ledger.ask.project(self.project)
        return clocked(lambda: self._runner.run(self._edits.keep(project, [work])))

    def git_notice(self) -> float:
        """Find and commit an edit."""
        number = next(self._numbers)
        (self.plain / _path(number % WORKS)).write_text(f"edited {number}")
        return clocked(lambda: _git(self.plain, "commit", "-q", "-a", "-m", "Mine"))

    async def _save(self, path: str) -> None:
        version = NewVersion(None, path, path, TEXT.encode(), "writer", "assistant", "A work", {})
        where = {"project": self.project, "task": self.task, "step": self.step}
        await self._ledger.change(lambda c: changes.save_version(c, **where, version=version))
        await self._outbox.flush(self.project)

    def _step(self, number: int) -> int:
        return number % STEPS + 100

    def _fill(self) -> None:
        """The works as so many commits, by one stream; their rows; and the refs that the app keeps of them."""
        stream = []
        for number in range(WORKS):
            text = f"{number}\n{TEXT}".encode()
            head = (
                f"commit refs/heads/main\nmark :{number + 1}\ncommitter w <assistant@workspace.local> {number} +0000\n"
            )
            note = f"A work\n\nWork-Id: w{number}\n"
            body = f"data {len(note)}\n{note}\nM 100644 inline {_path(number)}\ndata {len(text)}\n"
            stream.append(head.encode() + body.encode() + text + b"\n")
        marks = self.space.folder / ".git" / "marks"
        command = ["git", "fast-import", "--quiet", f"--export-marks={marks}"]
        subprocess.run(command, cwd=self.space.folder, input=b"".join(stream), check=True)
        commits = dict(line.split() for line in marks.read_text().splitlines())
        self.first = commits[":1"]
        refs = "".join(f"update refs/app/works/w{number} {commits[f':{number + 1}']}\n" for number in range(WORKS))
        refs += f"update refs/app/seen {commits[f':{WORKS}']}\n"
        _git(self.space.folder, "update-ref", "--stdin", input=refs)
        _git(self.space.folder, "reset", "-q", "--hard")
        self._runner.run(self._ledger.change(lambda c: self._rows(c, commits)))

    def _rows(self, connection: object, commits: dict[str, str]) -> None:
        where = {"project_id": self.project, "created_at": changes.now()}
        steps = [
            {"id": f"s{n}", "task_id": self.task, "n": self._step(n), "key": f"k{n}", "title": "S", "kind": "agent", "status": "done", "spec": {}}
            for n in range(STEPS)
        ]  # fmt: skip
        works = [
            {"id": f"w{n}", "task_id": self.task, "step_id": f"s{n % STEPS}", "path": _path(n), "title": f"Work {n}", **where}
            for n in range(WORKS)
        ]  # fmt: skip
        versions = [
            {"id": f"v{n}", "work_id": f"w{n}", "n": 1, "commit": commits[f":{n + 1}"], "author": "writer", "author_kind": "assistant", "size": 1000, **where}
            for n in range(WORKS)
        ]  # fmt: skip
        for table, rows in (
            (t.steps, [{**row, "project_id": self.project} for row in steps]),
            (t.works, works),
            (t.versions, versions),
        ):
            connection.execute(insert(table), rows)  # type: ignore[attr-defined]


def rows(home: Path) -> list[Row]:
    """Each beside git."""
    large = Large(home)
    try:
        return [
            compare("save one of 10,000 works", large.save, "write, git add, git commit, fsynced", large.git_save, 30),
            compare("list a step's works", large.works, "git ls-files of a folder", large.git_works, 30),
            compare("history of a work", large.history, "git log --follow", large.git_history, 20),
            compare("changes of a work", large.difference, "git diff", large.git_difference, 20),
            compare("notice an edit", large.notice, "git commit -a, fsynced", large.git_notice, 20),
        ]
    finally:
        large.close()


def _path(number: int) -> str:
    return f"a/step_{number % STEPS}/works/work_{number}.md"


def _git(folder: Path, *words: str, input: str | None = None) -> None:
    settings = ("user.name=Somebody", "user.email=somebody@example.org", "core.fsync=all")
    options = [word for setting in settings for word in ("-c", setting)]
    subprocess.run(["git", *options, *words], cwd=folder, check=True, input=input or "", text=True, capture_output=True)
