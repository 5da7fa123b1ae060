"""A person's way through the window, from a typed task to approved works."""

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.program import Program
from tests.e2e.window.conftest import Open
from tests.e2e.window.folder import commits
from tests.e2e.window.scripted import KEY, SLOT, add_slot, plan, work
from tests.e2e.window.window import Window
from tests.support.scripted_model import ScriptedModel

SHOTS = Path(__file__).parent / "shots"
DRAFT = plan(
    "Bees and money",
    {"id": "facts", "title": "Facts", "step_task": "List the facts of the notes."},
    {"id": "outline", "title": "Outline", "step_task": "Write an outline.", "kind": "agent"},
    {"id": "report", "title": "Report", "step_task": "Write the report.", "kind": "agent"},
)
FIRST = "# Facts\n\n- 40 bees live here\n- 3 left in May\n\n| month | bees |\n|---|---|\n| May | 37 |\n"
SECOND = FIRST.replace("40 bees live here", "40 bees live here, says the keeper")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.md"
    path.write_text("# Bees\nThe hive has 40 bees. In May 3 left.\n", encoding="utf-8")
    return path


class Job:
    """The one task of the test, on the screen and in the store."""

    def __init__(self, program: Program, window: Window) -> None:
        self.program, self.window = program, window

    def task(self) -> dict[str, Any]:
        """What the command line shows of it."""
        (task,) = self.program.read("tasks")
        return dict(self.program.read("show", task["id"]))

    def statuses(self) -> list[str]:
        """The task's status, and each step's."""
        task = self.task()
        return [task["status"], *(step["status"] for step in task["steps"])]

    def open_work(self, step: int) -> Path:
        """The only work of a step."""
        (made,) = self.task()["steps"][step]["works"]
        return Path(made["path"])

    def shot(self, name: str) -> None:
        """Keep a picture."""
        self.window.shot(SHOTS / f"main_job_{name}.png")


def test_from_a_typed_task_to_approved_works(
    program: Program, open_window: Open, server: ScriptedModel, notes: Path
) -> None:
    add_slot(program, server)
    window = open_window(**KEY)
    job = Job(program, window)
    server.script(SLOT, [DRAFT])
    begin(job, notes)
    edit_the_plan(job)
    server.script(SLOT, [work("Facts", FIRST)])
    approve_the_plan(job)
    server.script(SLOT, [work("Facts", SECOND)])
    send_back_with_feedback(job)
    look_at_both_versions(job)
    server.script(SLOT, [work("Gaps", "Nobody counted the queens.")])
    approve_the_second_version(job)
    server.script(SLOT, ["How long may the outline be?"])
    approve_by_keys(job)
    server.script(SLOT, [work("Outline", "1. Bees\n2. Money"), work("Report", "# Report\n\nAll is well.")])
    answer_in_place(job)
    open_the_last_work(job)
    assert window.close() == 0
    assert [request.model for request in server.requests] == [SLOT] * 7


def begin(job: Job, notes: Path) -> None:
    window = job.window
    window.press("Ctrl+N")
    window.see("What do you want to get done?", "EditableText")
    window.type("Write a report on the bees: what do they cost? 蜜蜂的報告")
    window.click("Add files…")
    window.choose_file(notes)
    window.see("notes.md", "Border")
    window.see(SLOT, "ComboBox")
    job.shot("1_new_task")
    window.press("Ctrl+Return")
    window.see("Here is a first draft.")
    window.see_enabled("Approve plan")
    window.see("蜜蜂的報告")
    for title in ("Step 1: Facts", "Step 2: Outline", "Step 3: Report"):
        window.see(title, "Border")
    task = job.task()
    assert (task["status"], len(task["steps"])) == ("waiting", 1)
    assert [path.name for path in (Path(task["path"]) / "context").iterdir()] == ["notes.md"]


def edit_the_plan(job: Job) -> None:
    """A step is added by clicks and typing, and moved by the mouse; the order of the others moves by a key."""
    window = job.window
    window.click("Add a step here (place 4)")
    window.see("What to do", "EditableText")
    window.type("List what is missing in the facts.")
    window.click("Title", "EditableText")
    window.press("Ctrl+A")
    window.type("Gaps")
    window.see("Step 4: Gaps", "Border")
    window.press("Escape")
    handle = window.see("Step 4: Gaps", "Border")
    above = window.see("Step 3: Report", "Border")
    x, y, *_ = handle.rect
    window.drag([x + 16, y + 24], [x + 16, above.rect[1] + 8])
    window.see("Step 3: Gaps", "Border")
    window.press("Alt+Up")
    window.see("Step 2: Gaps", "Border")
    window.see("Step 4: Report", "Border")
    window.see("Edited by you, kept as a draft")
    job.shot("2_plan_edited")


def approve_the_plan(job: Job) -> None:
    job.window.press("Ctrl+Return")
    job.window.see("Review what step 1 made")
    task = job.task()
    assert [step["title"] for step in task["steps"]] == ["Plan", "Facts", "Gaps", "Outline", "Report"]
    assert task["steps"][2]["step_task"] == "List what is missing in the facts."
    assert job.statuses() == ["waiting", "done", "waiting", "queued", "queued", "queued"]
    assert job.open_work(1).read_text(encoding="utf-8") == FIRST
    job.shot("3_review")


def send_back_with_feedback(job: Job) -> None:
    window = job.window
    window.click("Request changes…", "EditableText")
    window.type("Say who counted. I approve of the rest.")
    window.press("Return")
    window.see("Version 2 by assistant")
    window.see("Review “Facts” (version 2).")
    assert job.statuses()[:3] == ["waiting", "done", "waiting"]
    assert job.open_work(1).read_text(encoding="utf-8") == SECOND
    assert len(commits(job.open_work(1))) == 2


def look_at_both_versions(job: Job) -> None:
    window = job.window
    window.click("Facts (version 2)")
    window.see("Version 2 of 2", "CheckBox")
    window.see("40 bees live here, says the keeper", "StaticText")
    job.shot("4_work")
    window.press("Alt+Left")
    window.see("Version 1 of 2", "CheckBox")
    window.gone("40 bees live here, says the keeper", "StaticText")
    window.press("Alt+Right")
    window.see("Version 2 of 2", "CheckBox")
    window.click("Changes", "CheckBox")
    window.see("Compared with version 1", "ComboBox")
    window.see("says the keeper", "EditableText")
    job.shot("5_changes")
    window.click("Changes", "CheckBox")
    window.gone("Compared with version 1")
    window.click("Works and files", "CheckBox")
    window.gone("Version 2 of 2", "CheckBox")


def approve_the_second_version(job: Job) -> None:
    job.window.click("Approve")
    job.window.see("Review what step 2 made")
    (made,) = job.task()["steps"][1]["works"]
    assert made["approved"]
    assert job.statuses() == ["waiting", "done", "done", "waiting", "queued", "queued"]


def approve_by_keys(job: Job) -> None:
    window = job.window
    window.tab_to("Approve", "Button")
    window.press("Ctrl+Return")
    window.see("Step 3 has a question for you")
    window.see("How long may the outline be?")
    assert job.statuses() == ["waiting", "done", "done", "done", "waiting", "queued"]
    assert job.task()["steps"][3]["works"] == []
    job.shot("6_question")


def answer_in_place(job: Job) -> None:
    window = job.window
    window.click("Answer…", "EditableText")
    window.type("One page at most.")
    window.press("Return")
    window.wait(lambda: job.task()["status"] == "done", "The task is not done")
    assert job.statuses() == ["done"] * 6
    assert job.open_work(3).read_text(encoding="utf-8") == "1. Bees\n2. Money"


def open_the_last_work(job: Job) -> None:
    window = job.window
    window.see("Work: Report", "Border")
    window.click("Open")
    window.see("All is well.", "StaticText")
    window.see("Done", "StaticText")
    job.shot("7_done")
    window.press("Ctrl+D")
    window.see("Dashboard", "StaticText")
    window.see("Done  1", "CheckBox")
