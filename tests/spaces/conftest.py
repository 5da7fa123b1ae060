import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from spaces import Author, CommitResult, FileChange, Space

WRITER = Author("Writer 写手", "assistant")


class Person:
    """Somebody who uses git in the same folder, with their own settings."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def git(self, *args: str, check: bool = True) -> str:
        settings = ("-c", "user.name=Pat", "-c", "user.email=pat@example.org", "-c", "core.quotePath=false")
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(
            ["git", *settings, *args], cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0 or not check, done.stderr
        return done.stdout

    def write(self, path: str, text: str) -> Path:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())
        return place

    def commit_all(self, subject: str = "mine") -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", subject)
        return self.git("rev-parse", "HEAD").strip()


Save = Callable[..., CommitResult]


@pytest.fixture
def space(tmp_path: Path) -> Space:
    return Space.create(tmp_path / "My 空間 folder")


@pytest.fixture
def person(space: Space) -> Person:
    return Person(space.folder)


@pytest.fixture
def save(space: Space) -> Save:
    """Commits one text as the assistant: save(path, text, ident)."""

    def commit(path: str, text: str | bytes | None, ident: str) -> CommitResult:
        content = text.encode() if isinstance(text, str) else text
        change = FileChange(path, content)
        return space.commit([change], author=WRITER, subject=f"Save {path}", trailers={"Step": "s1"}, ident=ident)

    return commit
