"""A real window process, seen and driven from outside as a person does: by what it shows, with mouse and keys."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tests.e2e.program import Program


@dataclass(frozen=True)
class Item:
    """One thing on the screen, as a screen reader finds it; `rect` is the part of it that is in view."""

    role: str
    name: str
    value: str
    help: str
    rect: list[int]
    window: str
    focused: bool
    disabled: bool
    checked: bool
    selected: bool
    expanded: bool

    @property
    def centre(self) -> list[int]:
        x, y, width, height = self.rect
        return [x + width // 2, y + height // 2]

    @property
    def label(self) -> str:
        """Its name without the key or number in brackets after it."""
        return re.sub(r"\s*\([^()]*\)$", "", self.name)

    @property
    def text(self) -> str:
        """Its name and what it holds."""
        return f"{self.name}\n{self.value}"

    def fits(self, what: str, role: str) -> bool:
        """Whether a person who looks for this means it: a control by its name, anything else by words in it."""
        if role in CONTROLS:
            return self.role == role and what in (self.label, self.name)
        return role in ("", self.role) and what in self.text


PATIENCE = 30.0
"""Seconds that something may take to come into view on a busy machine."""
CONTROLS = ("Button", "ButtonMenu", "CheckBox", "MenuItem", "PageTab")


class WindowGone(Exception):
    """The window process has ended."""


class Window:
    """The window of a data folder, in a process of its own.

    Args:
        program: knows the data folder and the environment.
        display: the screen to open it on.
        environment: variables of this window alone.
    """

    def __init__(self, program: Program, display: str, **environment: str) -> None:
        self.program = program
        mine = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "PYTHONUNBUFFERED": "1"} | environment
        self._said = (program.home.parent / "window.err").open("a")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.window.driven", str(program.home)],
            env=program.environment | mine,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            encoding="utf-8",
        )

    # what is on the screen

    def items(self) -> list[Item]:
        """Everything in view."""
        return [Item(**item) for item in self._ask("on_screen")]

    def found(self, what: str, role: str = "") -> list[Item]:
        """What is in view with this text."""
        return [item for item in self.items() if item.fits(what, role)]

    def shows(self, what: str, role: str = "") -> bool:
        """Whether something with this text is in view."""
        return bool(self.found(what, role))

    def see(self, what: str, role: str = "") -> Item:
        """Wait until this is in view; the last of those that are, as dialogs come last."""
        return self.wait(lambda: self.found(what, role), f"{role} {what!r} does not come into view")[-1]

    def see_enabled(self, what: str, role: str = "Button") -> Item:
        """Wait until this can be used."""
        found = self.wait(
            lambda: [item for item in self.found(what, role) if not item.disabled], f"{what!r} stays disabled"
        )
        return found[-1]

    def gone(self, what: str, role: str = "") -> None:
        """Wait until nothing of this is in view."""
        self.wait(lambda: not self.found(what, role), f"{what!r} stays in view")

    def wait(self, met: Callable[[], Any], trouble: str) -> Any:
        """Wait until something is so; else fail with what is on the screen."""
        deadline = time.monotonic() + PATIENCE
        while not (value := met()):
            if time.monotonic() > deadline:
                raise AssertionError(f"{trouble}. On the screen:\n{self.told()}\n{self.complaints()}")
            time.sleep(0.05)
        return value

    def focused(self) -> Item:
        """What has the keyboard, as soon as something has it."""
        return self.wait(lambda: [item for item in self.items() if item.focused], "Nothing has the keyboard")[-1]

    def told(self) -> str:
        """All of the screen in words, for messages of failing tests."""
        lines = [
            f"{item.role:14} {item.name!r} {item.value[:80]!r} {item.rect}"
            for item in self.items()
            if item.text.strip()
        ]
        return "\n".join(lines)

    # what a person does

    def click(self, what: str, role: str = "Button") -> None:
        """Click something as soon as it can be clicked and no longer moves, as a layout does in its last moments."""
        item = self.see_enabled(what, role)
        while (again := self.see_enabled(what, role)).rect != item.rect:
            item = again
        x, y = item.centre
        self._ask("click", x=x, y=y)

    def drag(self, start: list[int], end: list[int]) -> None:
        """Drag from one place to another."""
        self._ask("drag", start=start, end=end)

    def press(self, *keys: str) -> None:
        """Press keys one after another, such as "Ctrl+Return"."""
        for key in keys:
            self.wait(partial(self._ask, "press", keys=key), "No window has the keyboard")

    def type(self, text: str) -> None:
        """Type a text where the keyboard is."""
        self.wait(partial(self._ask, "write", text=text), "No window has the keyboard")

    def tab_to(self, what: str, role: str = "", limit: int = 60) -> Item:
        """Press Tab until something with this text has the keyboard."""
        passed: list[str] = []
        while len(passed) < limit:
            item = self.focused()
            if item.fits(what, role):
                return item
            passed.append(f"{item.role} {item.name!r}")
            self.press("Tab")
        raise AssertionError(f"Tab does not reach {what!r}, only {passed}. On the screen:\n{self.told()}")

    def choose_file(self, path: Path) -> None:
        """Name a file in the file dialog. The first Enter may only close its completions."""
        self.see("File name:", "EditableText")
        self.type(str(path))
        self.wait(self._dialog_accepted, "The file dialog does not close")

    def _dialog_accepted(self) -> bool:
        self.press("Return")
        return not self.shows("File name:")

    def resize(self, width: int, height: int) -> None:
        """Give the window a size, and wait until it has it."""
        self._ask("resize", width=width, height=height)
        self.wait(lambda: self._size() == [width, height], f"The window does not become {width}x{height}")

    def settle(self) -> None:
        """Wait until nothing on the screen changes any more."""
        self.wait(lambda: self.items() == self.items(), "The window does not come to rest")

    def shot(self, path: Path) -> None:
        """Keep a picture of the window, once it has come to rest."""
        self.settle()
        path.parent.mkdir(parents=True, exist_ok=True)
        assert self._ask("shot", path=str(path)), f"{path} cannot be written"

    # its end

    def close(self) -> int:
        """Close it by its key, and wait for its end; its exit code."""
        self.press("Ctrl+Q")
        return self.ended()

    def ended(self) -> int:
        """Wait until the process has ended; its exit code."""
        code = self.process.wait(60)
        self._shut()
        return code

    def kill(self) -> None:
        """End the process as a crash does."""
        self.process.kill()
        self.process.wait()
        self._shut()

    def _shut(self) -> None:
        for stream in (self.process.stdin, self.process.stdout, self._said):
            if stream is not None:
                stream.close()

    def complaints(self) -> str:
        """What any window of this home wrote to stderr, and what its log has of unexpected errors."""
        said = (self.program.home.parent / "window.err").read_text()
        log = self.program.home / "logs" / "window.log"
        kept = log.read_text() if log.exists() else ""
        return said + "\n".join(line for line in kept.splitlines() if re.search(r"ERROR|CRITICAL|WARNING", line))

    def _size(self) -> list[int]:
        return max((item.rect for item in self.items() if item.role == "Window"), key=lambda rect: rect[2])[2:]

    def _ask(self, verb: str, **arguments: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps({"verb": verb, **arguments}) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise WindowGone from None
        line = self.process.stdout.readline()
        if not line:
            raise WindowGone(self.complaints())
        answer = json.loads(line)
        assert answer is not None, self.complaints()
        return answer
