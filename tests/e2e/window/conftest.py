"""Whole windows on a screen of their own, each with a data folder and an engine of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.program import Program
from tests.e2e.window.screen import virtual_screen
from tests.e2e.window.window import Window
from tests.support.scripted_model import ScriptedModel

Open = Callable[..., Window]


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    with virtual_screen() as name:
        yield name


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "home", tmp_path / "person")
    yield program
    program.close()


@pytest.fixture
def server() -> Iterator[ScriptedModel]:
    """A model server that says what the test has written for it."""
    with ScriptedModel() as model:
        yield model


@pytest.fixture
def open_window(program: Program, display: str) -> Iterator[Open]:
    """Opens windows on the home; at the end none is left, and none has had anything to complain about."""
    opened: list[Window] = []

    def open_one(**environment: str) -> Window:
        opened.append(Window(program, display, **environment))
        return opened[-1]

    yield open_one
    for window in opened:
        if window.process.poll() is None:
            window.kill()
    complaints = {window.complaints() for window in opened} - {""}
    assert not complaints, "\n".join(complaints)
