"""A fresh `git clone` on another machine gives the same tasks, by the command line alone."""

import json
import subprocess
import zipfile
from pathlib import Path
from typing import Any

from tests.e2e.program import Program

TASK = "Summarize the notes, then list the open questions, then write a short note about both."


def told(program: Program, folder: Path) -> Any:
    """All that the command line tells of every task, with the project's folder left out."""
    tasks = program.read("tasks")
    runs = [run["id"] for task in tasks for step in task["steps"] for run in step["conversations"]]
    works = {task["id"]: program.read("works", task["id"]) for task in tasks}
    found = {
        "tasks": [program.read("show", task["id"]) for task in tasks],
        "messages": [program.read("messages", run) for run in runs],
        "works": works,
        "history": [program.read("history", work["path"]) for each in works.values() for work in each],
    }
    return json.loads(json.dumps(found, ensure_ascii=False).replace(str(folder), "."))


def test_a_fresh_clone_shows_the_same(tmp_path: Path) -> None:
    """`show`, `messages`, `works` and `history` give the same JSON, with the same ids; rebuilding again changes nothing."""
    folder, copy, notes = tmp_path / "project 專案", tmp_path / "copy", tmp_path / "notes.md"
    notes.write_text("# Notes\n\nThe market grew by 4 % in 2023. Who buys most is open.\n", encoding="utf-8")
    first = Program(tmp_path / "home", tmp_path / "person")
    what = ("run", TASK, "--project", str(folder), "--context", str(notes), "--approve", "all", "--no-daemon")
    assert first.run(*what)[0] == 0
    assert first.run("run", "Another task", "--project", str(folder), "--no-daemon")[0] == 0
    before = told(first, folder)
    first.close()
    subprocess.run(["git", "clone", "-q", str(folder), str(copy)], check=True)

    other = Program(tmp_path / "other", tmp_path / "person")
    report = other.read("rebuild", str(copy))
    assert (report["tasks"], report["problems"], report["kept"]) == (2, [], [])
    assert report["new"] > 20
    assert told(other, copy) == before
    again = other.read("rebuild", str(copy))
    assert (again["new"], again["newer"], again["kept"], again["problems"]) == (0, 0, [], [])
    assert told(other, copy) == before

    file = tmp_path / "task.zip"
    task = before["tasks"][0]["id"]
    assert other.read("export", task, str(file))["size"] == file.stat().st_size
    assert zipfile.ZipFile(file).testzip() is None
    code, _, error = other.run("export", task, str(file))
    assert (code, "There is a file" in error) == (1, True)
    made = other.read("import", str(file))
    assert made["task"] != task
    assert other.read("show", made["task"])["title"] == before["tasks"][0]["title"]
    code, _, error = other.run("rebuild", str(tmp_path / "person"))
    assert (code, "There is no record of tasks" in error) == (1, True)
    other.close()
