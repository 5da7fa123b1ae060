"""Many tasks save works into one project while the person edits and commits in the same folder (acceptance of DESIGN 4)."""

import asyncio
import re
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.engine.driver import Driver, submit
from tests.spaces.conftest import Person
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.status import Status

WORKS = 3


def write(request: dict[str, Any]) -> Any:
    """An assistant that hands in three documents, one call after the other, each with a text of its own."""
    said = str(request["messages"])
    (task,) = set(re.findall(r"number (\d+)x", said))
    made = said.count("'role': 'tool'")
    return submit(f"Note {made}", f"text {made} of task {task}", more=made < WORKS - 1)


class Busy(threading.Thread):
    """The person: edits and commits files of their own, stages some without committing, again and again."""

    def __init__(self, folder: Path) -> None:
        super().__init__(name="person")
        self._person, self._stopped, self.saved = Person(folder), threading.Event(), 0

    def run(self) -> None:
        while not self._stopped.wait(0.4):
            self._person.write(f"my files/{self.saved}.md", f"mine {self.saved}")
            self._person.git("add", "my files", check=False)
            # The app may hold the index for a moment; the next round commits what this one could not.
            self._person.git("commit", "-q", "-m", f"mine {self.saved}", "--", "my files", check=False)
            self.saved += 1

    def stop(self) -> None:
        self._stopped.set()
        self.join()


def commits(folder: Path) -> list[tuple[str, str, list[str]]]:
    """Author's address, work and paths of each commit but merges."""
    form = "%x01%ae%x00%(trailers:key=Work-Id,valueonly,separator=)%x00"
    out = Person(folder).git("log", "--no-merges", f"--format={form}", "--name-only", "-z")
    found = [block.split("\0") for block in out.split("\1")[1:]]
    return [(email, work, [path.strip() for path in paths if path.strip()]) for email, work, *paths in found]


@pytest.mark.parametrize("count", [5, pytest.param(20, marks=pytest.mark.long)])
async def test_many_tasks_and_a_person_lose_nothing_and_mix_nothing(
    drive: Driver, server: ScriptedModel, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr("tests.engine.driver.PATIENCE", 150)
    server.script("m", write)
    project = (await drive.desk.new_project("Crowded"))["id"]
    folder = Path(drive.ask.project(project).folder)
    person = Busy(folder)
    person.start()
    try:
        made = [
            drive.planned([{"id": "a", "step_task": f"Write number {n}x.", "kind": "agent"}], project=project)
            for n in range(count)
        ]
        tasks = await asyncio.gather(*made)
        for task in tasks:
            assert (await drive.rested(task)).status is Status.DONE, drive.ask.task(task).waits_for
    finally:
        await asyncio.to_thread(person.stop)
    await drive.desk._records.flush()
    Person(folder).git("add", "-A")
    Person(folder).git("commit", "-q", "-m", "the rest of mine", check=False)

    versions = {}
    for n, task in enumerate(tasks):
        works = drive.ask.works(task, 1)
        assert [(folder / work.path).read_text() for work in works] == [f"text {k} of task {n}" for k in range(WORKS)]
        for work in works:
            (version,) = drive.ask.versions(work.id)
            assert (version.commit is not None, version.author_kind) == (True, "assistant")
            versions[version.id] = work.path
    assert [(folder / f"my files/{n}.md").read_text() for n in range(person.saved)] == [
        f"mine {n}" for n in range(person.saved)
    ]
    told = {work: paths for _, work, paths in commits(folder) if work in versions}
    assert told == {version: [path] for version, path in versions.items()}
    for email, _, paths in commits(folder):
        own = {path for path in paths if path.startswith("my files/")}
        assert own == (set(paths) if email == "pat@example.org" else set())
    assert (await drive.desk.doctor(repair=True))["problems"] == []
    await drive.sound(folder)
    assert Person(folder).git("fsck", "--strict", "--no-dangling") == ""
