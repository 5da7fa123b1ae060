"""The first minutes: the sample project, from the welcome page to approved works, by clicks alone and by keys alone."""

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.program import Program
from tests.e2e.window.conftest import Open
from tests.e2e.window.folder import commits

TITLE = "Turn the field notes into a short report"


def the_task(program: Program) -> dict[str, Any]:
    """The only task, as the command line tells it."""
    (task,) = program.read("tasks")
    return dict(program.read("show", task["id"]))


def test_sample_project_by_clicks(program: Program, open_window: Open) -> None:
    window = open_window()
    window.see("Welcome to Workspace")
    window.see("the Practice model, which is not an AI")
    window.click("Try the sample project")
    window.see(TITLE)
    window.click("Approve plan")
    for step in (1, 2, 3):
        window.see(f"Review what step {step} made")
        window.click("Approve")
    window.see("Done", "StaticText")
    task = the_task(program)
    assert (task["title"], task["status"]) == (TITLE, "done")
    works = [work for step in task["steps"][1:] for work in step["works"]]
    assert [work["approved"] for work in works] == [True, True, True]

    # The works: in the panel, as files, and in git.
    window.click("Works and files", "CheckBox")
    window.see("Version 1 of 1", "CheckBox")
    summary = Path(works[-1]["path"]).read_text(encoding="utf-8")
    heading = summary.splitlines()[0].strip("# ")
    window.see(heading, "StaticText")
    assert [len(commits(Path(work["path"]))) for work in works] == [1, 1, 1]

    window.click("Dashboard", "CheckBox")
    window.see(TITLE)
    assert window.close() == 0


def test_sample_project_by_keys(program: Program, open_window: Open) -> None:
    window = open_window()
    window.tab_to("Try the sample project")
    window.press("Space")
    window.see_enabled("Approve plan")
    window.tab_to("Step 1")
    window.press("Ctrl+Return")
    window.see("Review what step 1 made")
    # The keyboard is where the next step is answered, without a search for it.
    window.wait(lambda: window.focused().name == "Request changes…", "The keyboard is lost")
    window.press("Ctrl+Return")
    window.see("Review what step 2 made")
    steps = the_task(program)["steps"]
    assert [step["status"] for step in steps] == ["done", "done", "waiting", "queued"]
    assert [work["approved"] for work in steps[1]["works"]] == [True]
    assert window.close() == 0


@pytest.mark.parametrize("keys", ["Ctrl+N", "Ctrl+I", "Ctrl+D", "Ctrl+,", "Ctrl+P", "Ctrl+Shift+N", "Ctrl+Shift+F"])
def test_what_is_pressed_before_the_engine_is_there(open_window: Open, keys: str) -> None:
    window = open_window()
    window.press(keys)
    window.type("Bees")
    window.see("Starting the engine")
    window.gone("Starting the engine")
    assert not window.shows("Something went wrong")


def test_a_task_that_is_typed_before_the_engine_is_there(program: Program, open_window: Open) -> None:
    window = open_window()
    window.press("Ctrl+N")
    window.type("Count the bees")
    window.press("Ctrl+Return")
    window.see_enabled("Approve plan")
    assert the_task(program)["status"] == "waiting"
