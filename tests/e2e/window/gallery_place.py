"""Where pictures are made: a window and its engine on an empty data folder, in one look and one language."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.program import Program
from tests.e2e.window.scripted import KEY
from tests.e2e.window.window import Window
from tests.support.scripted_model import ScriptedModel

SIZES = {"large": (1280, 800), "small": (900, 600)}


@dataclass(frozen=True)
class Place:
    """One window.

    Args:
        folder: the pictures go there.
        theme: "light" or "dark".
        language: "en" or "zh_TW".
    """

    folder: Path
    theme: str
    language: str
    program: Program
    server: ScriptedModel
    window: Window

    def shoot(self, stage: str) -> None:
        """Keep this state in both sizes."""
        for size in reversed(SIZES):
            self.window.resize(*SIZES[size])
            self.shoot_dialog(stage, size)

    def shoot_dialog(self, stage: str, size: str = "large") -> None:
        """Keep this state with a dialog, which has a size of its own."""
        self.window.shot(self.folder / f"{stage}_{self.language}_{self.theme}_{size}.png")


@contextmanager
def place(folder: Path, display: str, theme: str, language: str) -> Iterator[Place]:
    """An empty data folder with a window on it."""
    with tempfile.TemporaryDirectory() as scratch, ScriptedModel() as server:
        program = Program(Path(scratch) / "home", Path(scratch) / "person")
        program.home.mkdir()
        (program.home / "window.ini").write_text(f"[General]\ntheme={theme}\nlanguage={language}\n")
        window = Window(program, display, **KEY)
        try:
            yield Place(folder, theme, language, program, server, window)
        finally:
            window.kill()
            program.close()
