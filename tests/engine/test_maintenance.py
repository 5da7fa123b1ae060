"""Repositories are tidied up when nothing runs."""

import pytest

from spaces import maintenance
from tests.engine.driver import Driver, submit
from tests.spaces.conftest import Person
from tests.support.scripted_model import ScriptedModel


async def test_a_repository_is_tidied_up_once_it_is_due_and_its_works_read_as_before(
    drive: Driver, server: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.script("m", [submit("Note", "one")])
    task = await drive.planned([{"id": "a", "step_task": "Write.", "kind": "agent"}])
    await drive.rested(task)
    await drive.desk._records.flush()
    assert await drive.desk._maintenance.tidy() == []
    monkeypatch.setattr(maintenance, "PACKS", -1)
    assert await drive.desk._maintenance.tidy() == [drive.ask.task(task).project]
    assert "count: 0\n" in Person(drive.project_folder(task)).git("count-objects", "-v")
    (work,) = drive.ask.works(task, 1)
    assert (await drive.desk.read_work(work.id, work.newest.id))["text"] == "one"
    assert (await drive.desk.doctor())["problems"] == []
