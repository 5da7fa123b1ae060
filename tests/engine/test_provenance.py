"""Where a version came from and what was made from it, at exact versions, through tasks and projects (R65, R90, R91)."""

from pathlib import Path
from typing import Any

import pytest

from tests.engine.driver import Driver, submit
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.errors import NotFound
from workspace_app.domain.references import Reference
from workspace_app.domain.status import Status

AGENT: dict[str, Any] = {"id": "a", "title": "Write", "step_task": "Write.", "kind": "agent"}
REVIEW: dict[str, Any] = {**AGENT, "kind": "review"}


def named(picture: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The nodes by title and version."""
    return {f"{node['title']} {node.get('n', '')}".strip(): node for node in picture["nodes"]}


def arrows(picture: dict[str, Any]) -> set[tuple[str, str]]:
    """The edges by title and version."""
    names = {node["id"]: name for name, node in named(picture).items()}
    return {(names[a], names[b]) for a, b in picture["edges"]}


async def test_r65_a_version_tells_its_inputs_its_run_and_what_came_of_it_across_projects(
    drive: Driver, server: ScriptedModel, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("facts", encoding="utf-8")
    server.script("m", [submit("A", "a1"), submit("B", "b1"), submit("C", "c1")])
    task = await drive.planned([{**REVIEW, "require_inputs": "none"}, {**AGENT, "id": "b"}], context=[str(notes)])
    await drive.desk.answer((await drive.asked(task)).id, "approve")
    await drive.rested(task)
    (first,), (second,) = drive.ask.works(task, 1), drive.ask.works(task, 2)
    project = (await drive.desk.new_project("Elsewhere"))["id"]
    text = f"Use {Reference('B', 'work', f'{second.id}@1').token}."
    other = await drive.planned([{**AGENT, "step_task": text, "require_inputs": "none"}], project=project)
    assert (await drive.rested(other)).status is Status.DONE

    picture = await drive.desk.provenance(second.id)
    assert arrows(picture) == {("notes.md", "A 1"), ("notes.md", "B 1"), ("A 1", "B 1"), ("B 1", "C 1")}
    found = named(picture)
    assert found["A 1"]["approved_at"] is not None
    assert found["B 1"]["run"]["model"] in (None, "m")
    assert found["B 1"]["run"]["input_tokens"] > 0
    assert found["C 1"]["project_title"] == "Elsewhere"
    assert found["A 1"]["commit"] == first.newest.commit

    # The context file as it was then, although it has changed since.
    file = drive.project_folder(task) / found["notes.md"]["path"]
    file.write_text("other facts", encoding="utf-8")
    shown = await drive.desk.file_at(
        found["notes.md"]["project"], found["notes.md"]["path"], found["notes.md"]["commit"]
    )
    assert Path(shown["path"]).read_text(encoding="utf-8") == "facts"
    made = await drive.desk.made_from(str(file))
    assert {name for name in named(made)} == {"notes.md", "A 1", "B 1", "C 1"}
    with pytest.raises(NotFound, match="No step has read"):
        await drive.desk.made_from(str(drive.project_folder(task) / drive.ask.task(task).folder / "plan.json"))


async def test_r65_versions_of_one_work_follow_one_another_and_a_copy_of_each_can_be_shown(
    drive: Driver, server: ScriptedModel
) -> None:
    server.script("m", [submit("A", "a1"), submit("A", "a2")])
    task = await drive.planned([REVIEW])
    await drive.desk.answer((await drive.asked(task)).id, "changes", text="more")
    await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    await drive.desk.save_work(work.id, "a by hand")
    picture = await drive.desk.provenance(work.id)
    assert arrows(picture) == {("A 1", "A 2"), ("A 2", "A 3")}
    assert (named(picture)["A 3"]["author_kind"], named(picture)["A 3"]["run"]) == ("user", None)
    old = drive.ask.versions(work.id)[-1]
    shown = await drive.desk.version_file(old.id)
    assert Path(shown["path"]).read_text(encoding="utf-8") == "a1"
    assert Path(shown["path"]).name == Path(work.path).name


async def test_r65_a_deleted_task_is_still_told(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("A", "a1"), submit("B", "b1")])
    task = await drive.planned([AGENT])
    await drive.rested(task)
    (work,) = drive.ask.works(task, 1)
    other = await drive.planned([{**AGENT, "require_inputs": [f"work:{work.path}"]}])
    await drive.rested(other)
    (made,) = drive.ask.works(other, 1)
    await drive.desk.delete_task(task)
    picture = await drive.desk.provenance(made.id)
    assert [(node["title"], node["gone"]) for node in picture["nodes"]] == [("B", False), ("A", True)]
