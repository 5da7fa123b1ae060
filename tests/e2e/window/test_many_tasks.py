"""Five tasks at once with slow models, three of them from command lines; the window is closed or killed meanwhile."""

import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.e2e.program import Program
from tests.e2e.window.conftest import Open
from tests.e2e.window.scripted import KEY, SLOT, add_slot, plan, work
from tests.e2e.window.window import Window
from tests.support.scripted_model import Reply, ScriptedModel

IN_WINDOW = ("Count the bees", "Count the trees")
BY_COMMAND = ("Count the stars", "Count the cars", "Count the bars")
TITLES = (*IN_WINDOW, *BY_COMMAND)


class SlowAssistants:
    """A planner that answers at once, and assistants that all work until the test lets them go."""

    def __init__(self, server: ScriptedModel) -> None:
        self.at_work: dict[str, float] = {}
        self.done: dict[str, float] = {}
        self._go_on = threading.Event()
        server.script(SLOT, self._answer)

    def _answer(self, request: dict[str, object]) -> Reply:
        said = str(request["messages"])
        title = next(title for title in TITLES if title in said)
        if "submit_work" not in str(request.get("tools")):
            step = {"title": title, "step_task": title, "kind": "agent"}
            return Reply(text=plan(title, step))
        self.at_work[title] = time.monotonic()
        self._go_on.wait()
        self.done[title] = time.monotonic()
        return Reply(**work(title, f"# {title}\n\nThere are 40.\n"))

    def let_go(self) -> None:
        """Let all assistants deliver."""
        self._go_on.set()

    def all_at_work(self) -> bool:
        """Whether each of the five tasks has an assistant at work, and none has been done yet."""
        return len(self.at_work) == len(TITLES) and not self.done


@pytest.fixture
def slow(program: Program, server: ScriptedModel) -> Iterator[SlowAssistants]:
    add_slot(program, server)
    slow = SlowAssistants(server)
    yield slow
    slow.let_go()


@contextmanager
def commands(program: Program) -> "Iterator[list[subprocess.Popen[str]]]":
    """Three `workspace-app run` at once."""
    running = [program.start("run", text, "--approve", "all", **KEY) for text in BY_COMMAND]
    try:
        yield running
    finally:
        for process in running:
            process.kill()
            process.communicate()


def begin_in_window(window: Window, text: str) -> None:
    """A new task that runs without asking, by keys."""
    window.press("Ctrl+N")
    window.see("What do you want to get done?", "EditableText")
    window.type(text)
    if window.shows("Ask me at every work", "ComboBox"):
        window.click("Ask me at every work", "ComboBox")
        window.press("End", "Return")
    window.see("Run all without asking", "ComboBox")
    window.press("Ctrl+Return")
    window.see(text, "StaticText")


def five_at_work(window: Window, slow: SlowAssistants) -> None:
    """All five run, and the dashboard that was open before the commands began shows each of them."""
    window.wait(slow.all_at_work, "Not all five are at work")
    for title in TITLES:
        window.see(f"{title}, Running", "ListItem")
    window.see("Running  5", "CheckBox")


def is_usable(window: Window) -> None:
    """What is typed is seen, and what is found is opened."""
    window.click("Find a task", "EditableText")
    window.type("stars")
    window.see("stars", "EditableText")
    window.wait(lambda: len(window.found("Count the", "TreeItem")) == 1, "The list does not follow the search")
    window.press("Ctrl+A", "Backspace")
    window.press("Ctrl+I")
    window.see("Nothing waits for you")


def all_done(window: Window) -> None:
    window.press("Ctrl+D")
    window.see("Done  5", "CheckBox")
    for title in TITLES:
        window.see(f"{title}, Done", "ListItem")


def test_five_at_once_and_live(program: Program, open_window: Open, slow: SlowAssistants) -> None:
    window = open_window(**KEY)
    for text in IN_WINDOW:
        begin_in_window(window, text)
    window.press("Ctrl+D")
    began = time.monotonic()
    with commands(program) as running:
        five_at_work(window, slow)
        is_usable(window)
        released = time.monotonic()
        slow.let_go()
        all_done(window)
        took = time.monotonic() - released
        assert [process.wait(60) for process in running] == [0, 0, 0]
    assert max(slow.at_work.values()) < min(slow.done.values())
    slowest = released - min(slow.at_work.values()) + took
    print(
        f"five at once: {time.monotonic() - began:.1f} s in all; the slowest alone {slowest:.1f} s; all done {took:.1f} s after the models"
    )
    assert {task["status"] for task in program.read("tasks")} == {"done"}


@pytest.mark.parametrize("end", ["closed", "killed"])
def test_the_work_goes_on_without_the_window(
    program: Program, open_window: Open, slow: SlowAssistants, end: str
) -> None:
    window = open_window(**KEY)
    for text in IN_WINDOW:
        begin_in_window(window, text)
    window.press("Ctrl+D")
    with commands(program):
        five_at_work(window, slow)
        if end == "closed":
            window.press("Ctrl+Q")
            window.see("5 tasks are still at work.")
            window.click("Keep working in the background")
            assert window.ended() == 0
        else:
            window.kill()
        engine = program.engine()
        slow.let_go()
        window = open_window()
        all_done(window)
        assert program.engine() == engine
    window.press("Ctrl+P")
    window.type(TITLES[0])
    window.press("Return")
    window.see(f"Work: {TITLES[0]}", "Border")
    assert window.close() == 0
