"""Any message is a place to go on from, without a mouse: run again, comment, compare, start from older, branch, survive.

Each test begins with a task whose step 1 has a work under review; all else is done in the window, by keys alone.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.program import Program, until
from tests.e2e.window.conftest import Open
from tests.e2e.window.scripted import KEY, SLOT, add_slot, plan, work
from tests.e2e.window.window import Window
from tests.support.scripted_model import Reply, ScriptedModel

SHOTS = Path(__file__).parent / "shots"
FIRST = "# Facts\n\n40 bees live here.\n\n3 left in May.\n\nThe keeper is old.\n"
SECOND = "# Facts\n\n40 bees live here, says the keeper.\n\n3 left in May.\n\nThe keeper is old.\n"
THIRD = "# Facts\n\n41 bees live here.\n\n4 left in June.\n\nThe keeper is young.\n"
PLAN = plan("Bees", {"id": "facts", "title": "Facts", "step_task": "List the facts.", "kind": "review"})


class Keyboard:
    """A task on the screen, and hands that have no mouse."""

    def __init__(self, program: Program, window: Window, server: ScriptedModel) -> None:
        self.program, self.window, self.server = program, window, server

    def shot(self, name: str) -> None:
        """Keep a picture."""
        self.window.shot(SHOTS / f"by_keyboard_{name}.png")

    def command(self, name: str) -> None:
        """Do an action by its name, as Ctrl+K finds it."""
        self.window.press("Ctrl+K")
        self.window.see("What do you want to do?", "EditableText")
        self.window.type(name)
        self.window.wait(lambda: self._is_chosen(name), f"Ctrl+K does not find {name!r}")
        self.window.press("Return")
        self.window.gone("What do you want to do?")

    def _is_chosen(self, name: str) -> bool:
        found = self.window.found(name, "ListItem")
        return any(item.selected and item.name.startswith(name) for item in found)

    def go_to(self, part: str, role: str = "") -> None:
        """Go round by F6 until the keyboard is at something that is called like this."""
        passed: list[str] = []
        while not self.window.focused().fits(part, role):
            passed.append(self.window.focused().name)
            assert len(passed) < 12, f"F6 does not reach {part!r}, only {passed}"
            self.window.press("F6")

    def step(self) -> dict[str, Any]:
        """Step 1 of the first task, as the command line tells it."""
        task = next(row for row in self.program.read("tasks") if row["title"] == "Bees")
        return dict(self.program.read("show", task["id"])["steps"][1])

    def runs(self) -> list[dict[str, Any]]:
        """Its conversations, the oldest first."""
        return list(self.step()["conversations"])

    def said(self) -> dict[str, list[str]]:
        """Every message of every run."""
        runs = [str(run["id"]) for run in self.runs()]
        return {run: [str(message["text"]) for message in self.program.read("messages", run)] for run in runs}

    def asked(self) -> str:
        """The newest request to the model, as it came over the wire."""
        return str(self.server.requests[-1].body["messages"])


@pytest.fixture
def keyboard(program: Program, server: ScriptedModel, open_window: Open) -> Keyboard:
    add_slot(program, server)
    server.script(SLOT, [PLAN, work("Facts", FIRST)])
    window = open_window(**KEY)
    window.press("Ctrl+N")
    window.see("What do you want to get done?", "EditableText")
    window.type("Tell me about the bees")
    window.press("Ctrl+Return")
    window.see_enabled("Approve plan")
    window.press("Ctrl+Return")
    window.see("Review what step 1 made")
    return Keyboard(program, window, server)


def test_all_of_it_by_keys(keyboard: Keyboard) -> None:
    run_again_with_another_prompt(keyboard)
    revise_by_three_comments(keyboard)
    compare_two_runs(keyboard)
    start_from_an_older_work(keyboard)
    before = keyboard.said()
    branch_at_a_message(keyboard)
    resume_after_a_kill(keyboard)
    after = keyboard.said()
    assert {run: after[run] for run in before} == before
    assert keyboard.window.close() == 0


def run_again_with_another_prompt(keyboard: Keyboard) -> None:
    window = keyboard.window
    keyboard.server.script(SLOT, [work("Facts", SECOND)])
    keyboard.command("Run this step again")
    window.see("Run step 1 again")
    window.press("Ctrl+End")
    window.type(" Say who counted.")
    keyboard.shot("1_prompt")
    window.press("Ctrl+Return")
    window.gone("Run step 1 again", "StaticText")
    window.see("Run 2  ·  Waiting for you", "ComboBox")
    assert "Say who counted." in keyboard.asked()
    assert [run["n"] for run in keyboard.runs()] == [1, 2]


def revise_by_three_comments(keyboard: Keyboard) -> None:
    """A range is selected with Shift and the arrow keys; Ctrl+Alt+M comments on it."""
    window = keyboard.window
    keyboard.command("Works and files")
    keyboard.go_to("Works of this step", "List")
    window.see("says the keeper", "StaticText")
    window.press("Alt+T")
    window.tab_to("40 bees live here, says the keeper", "EditableText")
    window.press("Ctrl+Home", "Down", "Down")
    for number, words in enumerate(("Count again.", "Which month?", "How old?"), start=1):
        window.press("Home", "Shift+End", "Ctrl+Alt+M")
        window.see("What should be different here?", "EditableText")
        window.type(words)
        window.press("Ctrl+Return")
        window.see(f"Comments ({number})", "CheckBox")
        window.press("Home", "Down", "Down")
    keyboard.shot("2_comments")
    keyboard.server.script(SLOT, [work("Facts", THIRD)])
    window.press("Ctrl+Alt+R")
    window.see("Run 3  ·  Waiting for you", "ComboBox")
    asked = keyboard.asked()
    for part in ("40 bees live here, says the keeper.", "Count again.", "3 left in May.", "Which month?", "How old?"):
        assert part in asked
    assert len(keyboard.runs()) == 3


def compare_two_runs(keyboard: Keyboard) -> None:
    window = keyboard.window
    keyboard.command("Compare works of two runs")
    window.see("Run 3  ·  Facts, version 1", "ComboBox")
    window.see("Run 2  ·  Facts, version 1", "ComboBox")
    window.tab_to("Run 2", "ComboBox")
    window.press("Down")
    window.see("Run 1  ·  Facts, version 1", "ComboBox")
    window.press("Alt+C")
    window.see("The keeper is young.", "EditableText")
    keyboard.shot("3_compared")
    window.press("Escape")
    window.gone("Run 3  ·  Facts, version 1", "ComboBox")


def start_from_an_older_work(keyboard: Keyboard) -> None:
    window = keyboard.window
    keyboard.go_to("Works of this step", "List")
    window.press("Home")
    window.see("40 bees live here.", "EditableText")
    keyboard.server.script(SLOT, [work("Facts", SECOND)])
    keyboard.command("Start from this version")
    window.see("Start from “Facts”, version 1")
    window.press("Ctrl+Return")
    window.see("Run 4  ·  Waiting for you", "ComboBox")
    assert "40 bees live here.\\n" in keyboard.asked() or "40 bees live here.\n" in keyboard.asked()
    assert len(keyboard.runs()) == 4


def branch_at_a_message(keyboard: Keyboard) -> None:
    window = keyboard.window
    keyboard.command("Works and files")
    keyboard.go_to("Message from")
    window.press("Alt+Up", "Alt+Up", "Alt+Up")
    keyboard.shot("4_message")
    keyboard.server.script(SLOT, [plan("Wasps", {"title": "Count", "step_task": "Count the wasps.", "kind": "agent"})])
    keyboard.command("Branch a new task at this message")
    window.see("Branch “Bees” at message 1")
    window.type("Now the wasps")
    window.see_enabled("Branch")
    window.press("Ctrl+Return")
    window.see_enabled("Approve plan")
    window.see("from “Bees”, step 1, message 1", "Button")
    keyboard.command("Tree of branches")
    window.see("Each line leads from a task")
    keyboard.shot("5_tree")
    window.press("Left", "Return")
    window.see("Bees", "StaticText")
    window.see("Interrupted.", "StaticText")


def resume_after_a_kill(keyboard: Keyboard) -> None:
    window = keyboard.window
    engine = keyboard.program.engine()
    keyboard.server.script(SLOT, [Reply(hang=True)])
    seen = len(keyboard.server.requests)
    keyboard.command("Run this step again")
    window.see("Run step 1 again")
    window.press("Ctrl+Return")
    keyboard.server.wait_for_requests(seen + 1, timeout=60)
    keyboard.program.kill()
    until(lambda: keyboard.program.engine() != engine)
    window.see("Interrupted.", "StaticText")
    keyboard.shot("6_interrupted")
    keyboard.server.script(SLOT, [work("Facts", THIRD)])
    keyboard.command("Resume")
    window.see("Run 5  ·  Waiting for you", "ComboBox")
    assert len(keyboard.runs()) == 5
