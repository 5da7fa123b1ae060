"""What stops a task, and how the window shows it and goes on: closing (R96), a killed engine (R78), an error (R82)."""

import threading
import time
from collections.abc import Iterator

import pytest

from tests.e2e.program import Program, until
from tests.e2e.window.conftest import Open
from tests.e2e.window.scripted import KEY, SLOT, add_slot, work
from tests.e2e.window.window import Window
from tests.support.scripted_model import Reply, ScriptedModel

PLAN = '{"title": "Bees", "steps": [{"title": "Count", "step_task": "Count the bees.", "kind": "agent"}]}'


@pytest.fixture
def at_work(program: Program, server: ScriptedModel, open_window: Open) -> Iterator[Window]:
    """A window on the dashboard, with a task whose model does not answer."""
    add_slot(program, server)
    server.script(SLOT, [PLAN, Reply(hang=True)])
    window = open_window(**KEY)
    window.press("Ctrl+D")
    with program.start("run", "Count the bees", "--approve", "all", **KEY) as command:
        window.see("Bees, Running", "ListItem")
        window.see("Step 1 of 1: Count")
        server.wait_for_requests(2, timeout=60)
        yield window
        command.kill()
        command.communicate()


def status(program: Program) -> str:
    (task,) = program.read("tasks")
    return str(task["status"])


def test_closing_can_be_taken_back_or_pause_everything(
    at_work: Window, program: Program, server: ScriptedModel, open_window: Open
) -> None:
    window = at_work
    window.press("Ctrl+Q")
    window.see("One task is still at work.")
    window.press("Escape")
    window.gone("One task is still at work.")
    assert window.process.poll() is None
    assert status(program) == "running"

    window.press("Ctrl+Q")
    window.click("Pause everything")
    assert window.ended() == 0
    assert status(program) == "paused"

    server.script(SLOT, [work("Count", "There are 40.")])
    window = open_window(**KEY)
    window.see("Paused  1", "CheckBox")
    open_the_task(window)
    window.click("Resume")
    window.see("Work: Count", "Border")
    window.see("Done", "StaticText")
    assert status(program) == "done"
    assert window.close() == 0


def test_a_killed_engine_leaves_an_interrupted_task_that_goes_on(
    at_work: Window, program: Program, server: ScriptedModel
) -> None:
    window = at_work
    engine = program.engine()
    program.kill()
    window.see("Bees, Interrupted", "ListItem")
    window.see("Interrupted  1", "CheckBox")
    until(lambda: program.engine() != engine)
    server.script(SLOT, [work("Count", "There are 40.")])
    open_the_task(window)
    window.see("Interrupted.", "StaticText")
    window.click("Resume")
    window.see("Work: Count", "Border")
    window.see("Done", "StaticText")
    assert status(program) == "done"
    assert window.close() == 0


def test_an_error_says_why_and_is_tried_again(at_work: Window, program: Program, server: ScriptedModel) -> None:
    window = at_work
    (task,) = program.read("tasks")
    server.script(SLOT, [Reply(status=401, text="bad key")])
    assert program.run("stop", task["id"], "--now")[0] == 0
    window.see("Bees, Interrupted", "ListItem")
    open_the_task(window)
    window.click("Resume")
    window.see("It failed", "StaticText")
    window.press("Ctrl+D")
    window.see("Bees, Error", "ListItem")
    server.script(SLOT, [work("Count", "There are 40.")])
    open_the_task(window)
    window.click("Retry")
    window.see("Work: Count", "Border")
    window.see("Done", "StaticText")
    assert status(program) == "done"
    assert window.close() == 0


def test_stopping_after_a_message_that_does_not_end_says_so_and_can_be_made_now(
    at_work: Window, program: Program, server: ScriptedModel
) -> None:
    window = at_work
    open_the_task(window)
    window.press("Escape")
    window.see("Stopping after this message…")
    window.see_enabled("Stop now")
    assert status(program) == "running"
    window.press("Escape")
    began = time.monotonic()
    window.see("Interrupted.", "StaticText")
    print(f"stopped {time.monotonic() - began:.1f} s after Stop now")
    assert status(program) == "interrupted"
    assert not window.shows("Stopping")
    assert window.close() == 0


def test_stopping_after_a_message_stops_once_it_has_come(
    at_work: Window, program: Program, server: ScriptedModel
) -> None:
    window = at_work
    (task,) = program.read("tasks")
    assert program.run("stop", task["id"], "--now")[0] == 0
    window.see("Bees, Interrupted", "ListItem")
    held = threading.Event()

    def answer(_request: dict[str, object]) -> Reply:
        held.wait()
        return Reply(text="There may be 40.")

    server.script(SLOT, [answer])
    open_the_task(window)
    seen = len(server.requests)
    window.click("Resume")
    server.wait_for_requests(seen + 1, timeout=60)
    window.see("Running", "StaticText")
    window.press("Escape")
    window.see("Stopping after this message…")
    held.set()
    window.see("There may be 40.", "StaticText")
    window.gone("Stopping after this message…")
    assert status(program) in ("interrupted", "waiting")
    assert len(server.requests) == seen + 1
    assert window.close() == 0


def open_the_task(window: Window) -> None:
    window.press("Ctrl+P")
    window.type("Bees")
    window.press("Return")
    window.see("Prepared", "StaticText")
