"""A record that is damaged, made by hand or hostile: each fault is named with its file, and the rest is read."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.engine.driver import Driver, driving
from tests.engine.record.whole import clone, rows
from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.record.layout import NewerFormat

TASK = "tasks/Do it"
TALK = "step_1/conversations/conversation_1/messages_000001.jsonl"
Damage = Callable[[Path], None]


@pytest.fixture
def damaged(recorded: Path, tmp_path: Path) -> Callable[[Damage], Any]:
    """Clones a recorded project, damages its task's folder and rebuilds; gives the report and the new home."""

    async def rebuild(damage: Damage) -> tuple[dict[str, Any], Path]:
        copy = clone(recorded / "project", tmp_path / "copy")
        damage(copy / TASK)
        async with driving(tmp_path / "other") as drive:
            report = await drive.desk.rebuild(str(copy))
        return report, tmp_path / "other"

    return rebuild


def edited(name: str, change: Callable[[Any], None]) -> Damage:
    """Damage by changing a JSON file."""

    def damage(task: Path) -> None:
        record = json.loads((task / name).read_text(encoding="utf-8"))
        change(record)
        (task / name).write_text(json.dumps(record), encoding="utf-8")

    return damage


def lined(change: Callable[[list[bytes]], None]) -> Damage:
    """Damage by changing the lines of the messages of step 1."""

    def damage(task: Path) -> None:
        lines = (task / TALK).read_bytes().splitlines()
        change(lines)
        (task / TALK).write_bytes(b"\n".join(lines) + b"\n")

    return damage


def message(lines: list[bytes], number: int, **values: Any) -> None:
    """Change keys of a message."""
    lines[number] = json.dumps(json.loads(lines[number]) | values).encode()


def cut(lines: list[bytes]) -> None:
    lines[-1] = lines[-1][: len(lines[-1]) // 2]


def cut_within(lines: list[bytes]) -> None:
    lines[1] = lines[1][:40]


def dropped(lines: list[bytes]) -> None:
    del lines[1]


def doubled(lines: list[bytes]) -> None:
    lines.insert(2, lines[1])


def conflicted(lines: list[bytes]) -> None:
    lines[2:2] = [b"<<<<<<< HEAD", b"=======", b">>>>>>> theirs"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (cut, r"line \d+ cannot be read: it is not JSON"),
        (cut_within, "line 2 cannot be read: it is not JSON"),
        (dropped, "what comes before message 3 and after message 1 is missing"),
        (doubled, "message 2 is there twice"),
        (conflicted, "line 3 cannot be read: it is not JSON"),
        (
            lambda lines: message(lines, 1, seq=1_000_000_000),
            "message 1000000000 comes after message 1; it is left out",
        ),
        (lambda lines: message(lines, 1, seq=1e9), "“seq” is not a whole number"),
        (lambda lines: message(lines, 1, seq=-1), "“seq” is not what it should be"),
        (lambda lines: message(lines, 1, seq=10**30), "“seq” is not a whole number"),
        (lambda lines: message(lines, 1, id="../../etc/passwd"), "“id” is not what it should be"),
        (lambda lines: message(lines, 1, text=["not", "text"]), "“text” is not what it should be"),
        (lambda lines: message(lines, 1, text="\ud800"), "“text” is not what it should be"),
        (lambda lines: message(lines, 1, data={"works": [{"id": 1}]}), "“data” is not what it should be"),
        (lambda lines: message(lines, 1, created_at="yesterday"), "“created_at” is not a time with a zone"),
        (lambda lines: lines.__setitem__(1, b"[" * 100_000), "line 2 cannot be read: it is nested too deeply"),
        (lambda lines: lines.__setitem__(1, b'{"seq": NaN}'), "the number NaN, which is none"),
        (lambda lines: lines.__setitem__(1, b'{"seq": 1e999}'), "the number 1e999, which is too large"),
        (lambda lines: lines.__setitem__(1, b'{"seq": ' + b"9" * 5000 + b"}"), "a number that is too long"),
        (lambda lines: lines.__setitem__(1, b"\xff\xfe"), "it is not text in UTF-8"),
        (lambda lines: lines.__setitem__(1, b"null"), "it is not an object"),
    ],
)
async def test_a_damaged_line_is_named_and_the_other_messages_keep_their_numbers(
    damaged: Callable[[Damage], Any], change: Callable[[list[bytes]], None], says: str, recorded: Path
) -> None:
    report, home = await damaged(lined(change))
    assert any(TALK in problem for problem in report["problems"]), report
    assert re.search(says, " ".join(report["problems"])), report
    before, after = rows(recorded / "home"), rows(home)
    assert {table: len(found) for table, found in after.items() if table != "messages"} == {
        table: len(found) for table, found in before.items() if table != "messages"
    }
    for conversation in after["conversations"]:
        numbers = sorted(row["seq"] for row in after["messages"] if row["conversation_id"] == conversation["id"])
        assert numbers == list(range(1, conversation["messages"] + 1))
    same = [row for row in after["messages"] if row in before["messages"]]
    assert len(same) >= len(before["messages"]) - 2


@pytest.mark.parametrize(
    ("damage", "says", "lost"),
    [
        (edited("step_1/step.json", lambda r: r.update(status="asleep")), "“status” is not what it should be", "steps"),
        (edited("step_1/step.json", lambda r: r.update(spec={"team": 3})), "“spec” is not what it should be", "steps"),
        (
            edited("step_1/step.json", lambda r: r["works"][0].update(path="../../x")),
            "has an empty, “.” or “..” part",
            "works",
        ),
        (edited("step_1/step.json", lambda r: r["works"][0].update(path="/etc/passwd")), "inside the folder", "works"),
        (
            edited("step_1/step.json", lambda r: r["works"][0].update(path="other/x.md")),
            "is not in the task's folder",
            "works",
        ),
        (
            edited("step_1/step.json", lambda r: r["works"][0].update(path=f"{TASK}/.git/config")),
            "belongs to git",
            "works",
        ),
        (edited("step_1/step.json", lambda r: r.update(works={"a": 1})), "its works are not a list", "works"),
        (
            edited("step_1/step.json", lambda r: r["works"].append(r["works"][0])),
            "is there twice among the works",
            None,
        ),
        (
            edited("step_1/step.json", lambda r: r["works"][0]["versions"][0].update(commit="--exec=x")),
            "“commit” is not what it should be",
            "versions",
        ),
        (edited("step_2/step.json", lambda r: r["questions"].append(7)), "it is not an object", None),
        (
            edited("step_2/step.json", lambda r: r["works"][0]["comments"][0].update(version_id="nowhere")),
            "what it names is not there",
            "comments",
        ),
        (lambda task: (task / "step_1/step.json").unlink(), "step_1/step.json: it is not there", "steps"),
        (lambda task: (task / "step_1/step.json").write_bytes(b"{"), "step_1/step.json: it is not JSON", "steps"),
        (lambda task: (task / "step_1/step.json").write_bytes(b""), "step_1/step.json: it is not JSON", "steps"),
    ],
)
async def test_a_bad_record_is_named_and_the_rest_is_read(
    damaged: Callable[[Damage], Any], damage: Damage, says: str, lost: str | None, recorded: Path
) -> None:
    report, home = await damaged(damage)
    assert re.search(says, " ".join(report["problems"])), report
    before, after = rows(recorded / "home"), rows(home)
    assert after["tasks"] == before["tasks"]
    if lost is not None:
        assert 0 < len(after[lost]) < len(before[lost]) or lost == "comments"
    assert [row for row in before["works"] if "step_2" in row["path"]] == [
        row for row in after["works"] if "step_2" in row["path"]
    ]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
async def test_a_link_in_the_record_is_not_followed(damaged: Callable[[Damage], Any], tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text('{"id": "s"}', encoding="utf-8")

    def damage(task: Path) -> None:
        (task / "step_1/step.json").unlink()
        (task / "step_1/step.json").symlink_to(secret)
        (task / "step_2").rename(task / "kept")
        (task / "step_2").symlink_to(task / "kept")

    report, home = await damaged(damage)
    assert any("step_1/step.json" in problem and "link" in problem for problem in report["problems"]), report
    assert [row["n"] for row in rows(home)["steps"]] == [0]


async def test_a_huge_file_is_not_read(damaged: Callable[[Damage], Any]) -> None:
    def damage(task: Path) -> None:
        with (task / "step_1/step.json").open("r+b") as file:
            file.truncate(3_000_000_000)

    report, _ = await damaged(damage)
    assert any("it is larger than" in problem for problem in report["problems"]), report


async def test_a_record_of_a_newer_program_is_refused_whole(damaged: Callable[[Damage], Any], tmp_path: Path) -> None:
    with pytest.raises(NewerFormat, match="newer version of this program"):
        await damaged(edited("task.json", lambda record: record.update(format=2)))
    assert rows(tmp_path / "other")["projects"] == []
    edited("../project.json", lambda record: record.update(format=2))(tmp_path / "copy" / TASK)
    async with driving(tmp_path / "other") as drive:
        with pytest.raises(NewerFormat, match="Update the program"):
            await drive.desk.rebuild(str(tmp_path / "copy"))
    assert rows(tmp_path / "other")["projects"] == []


async def test_a_project_without_its_own_file_takes_the_name_of_its_folder(damaged: Callable[[Damage], Any]) -> None:
    report, home = await damaged(lambda task: (task.parent / "project.json").write_bytes(b"[1"))
    assert (report["title"], report["tasks"]) == ("copy", 1)
    assert "The project gets the name of its folder" in " ".join(report["problems"])
    assert len(rows(home)["messages"]) > 5


async def test_a_folder_without_a_record_is_refused(drive: Driver, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(WorkspaceError, match="There is no record of tasks"):
        await drive.desk.rebuild(str(tmp_path / "empty"))
    assert drive.ask.projects() == []


async def test_a_second_copy_of_a_project_is_refused(drive: Driver, recorded: Path, tmp_path: Path) -> None:
    """Two folders of one project would write over each other's state."""
    first, second = clone(recorded / "project", tmp_path / "1"), clone(recorded / "project", tmp_path / "2")
    await drive.desk.rebuild(str(first))
    with pytest.raises(WorkspaceError, match="This is a copy of the project “Trial”, which is at"):
        await drive.desk.rebuild(str(second))
    first.rename(tmp_path / "gone")
    await drive.desk.rebuild(str(second))
    assert [project.folder for project in drive.ask.projects()] == [str(second)]
