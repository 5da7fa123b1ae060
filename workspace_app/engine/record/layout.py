"""The names, and the JSON, of the record that a space keeps of its tasks (docs/space-format.md)."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from spaces import FileChange
from spaces.errors import SpaceError
from spaces.files import read_file
from workspace_app.domain.errors import WorkspaceError
from workspace_app.store.recorded import BadRecord, Record

FORMAT = 1
TASKS = "tasks"
PROJECT_FILE = f"{TASKS}/project.json"
TASK_FILE, STEP_FILE, CONVERSATION_FILE, PLAN_FILE = "task.json", "step.json", "conversation.json", "plan.json"
MESSAGES, REQUESTS, TOOL_CALLS = "messages", "requests", "tool_calls"
WORKS = 100
"""So many works are in a step's own file, and in each file of further ones."""
LARGEST_FILE = 256_000_000
LARGEST_LINE = 64_000_000
"""Bytes; what is longer is not read."""
COMMIT_BYTES = 16_000_000

_STEP = re.compile(r"step_(\d{1,6})")
_CONVERSATION = re.compile(r"conversation_(\d{1,6})")
_WORKS = re.compile(r"works_(\d{6,9})\.json")
_SERIES = re.compile(rf"({MESSAGES}|{REQUESTS}|{TOOL_CALLS})_(\d{{6,9}})\.jsonl")


class NewerFormat(WorkspaceError):
    """A record that a newer version of this program made."""


def series_file(name: str, first: int, suffix: str = ".jsonl") -> str:
    """The file that holds the lines of a series from the `first` (counted from 1) on."""
    return f"{name}_{first:06}{suffix}"


@dataclass(frozen=True)
class TaskFolder:
    """A task's folder, as far as its record goes. No link is followed.

    Args:
        space: the project's folder.
        path: of the task's folder in it, posix.
    """

    space: Path
    path: str

    def read(self, name: str) -> bytes | None:
        """The bytes of a file of the record, None if there is none.

        Raises:
            BadRecord: a link, a folder or too large a file is in its place.
        """
        return read_bytes(self.space, f"{self.path}/{name}")

    def steps(self) -> dict[int, str]:
        """The steps' folders, relative to this one, by number."""
        return self._folders("", _STEP)

    def conversations(self, step: str) -> dict[int, str]:
        """The folders of a step's conversations, relative to this one, by number."""
        return self._folders(f"{step}/conversations", _CONVERSATION)

    def series(self, conversation: str, name: str) -> dict[int, str]:
        """The files of one of a conversation's series, relative to this folder, by the number of their first line."""
        found = {}
        for path in self._entries(conversation):
            if (match := _SERIES.fullmatch(path.name)) and match[1] == name:
                found[int(match[2])] = f"{conversation}/{path.name}"
        return dict(sorted(found.items()))

    def works(self, step: str) -> dict[int, str]:
        """The files with a step's further works, relative to this folder, by the number of their first work."""
        found = {int(match[1]): path for path in self._entries(step) if (match := _WORKS.fullmatch(path.name))}
        return {first: f"{step}/{path.name}" for first, path in sorted(found.items())}

    def digest(self) -> str | None:
        """A value that changes whenever any file of the record is written; None if there is no record."""
        lines = []
        for name in self._files():
            path = self.space / self.path / name
            if path.is_file() and not path.is_symlink():
                state = path.stat()
                lines.append(f"{name}\0{state.st_size}\0{state.st_mtime_ns}")
        return hashlib.sha256("\n".join(lines).encode()).hexdigest() if lines else None

    def _files(self) -> Iterator[str]:
        yield TASK_FILE
        for step in self.steps().values():
            yield f"{step}/{STEP_FILE}"
            yield from self.works(step).values()
            for conversation in self.conversations(step).values():
                yield f"{conversation}/{CONVERSATION_FILE}"
                for name in (MESSAGES, REQUESTS, TOOL_CALLS):
                    yield from self.series(conversation, name).values()

    def _folders(self, under: str, pattern: re.Pattern[str]) -> dict[int, str]:
        found = {}
        for path in self._entries(under):
            if (match := pattern.fullmatch(path.name)) and path.is_dir() and not path.is_symlink():
                found[int(match[1])] = f"{under}/{path.name}".lstrip("/")
        return dict(sorted(found.items()))

    def _entries(self, under: str) -> list[Path]:
        place = self.space / self.path / under
        try:
            return list(place.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return []


def task_folders(space: Path) -> list[TaskFolder]:
    """The folders of a space that have a task's record."""
    try:
        found = sorted((space / TASKS).iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    folders = [path for path in found if path.is_dir() and not path.is_symlink()]
    return [TaskFolder(space, f"{TASKS}/{path.name}") for path in folders if (path / TASK_FILE).is_file()]


def check_tasks(folders: Iterable[TaskFolder]) -> None:
    """Refuse a space if a newer program wrote the record of any of these tasks; what is damaged is told when it is read.

    Raises:
        NewerFormat: it did.
    """
    for folder in folders:
        with suppress(BadRecord):
            check_format(parse(folder.read(TASK_FILE) or b""), f"{folder.path}/{TASK_FILE}")


def read_bytes(space: Path, path: str) -> bytes | None:
    """The bytes of a file of a space, None if there is none.

    Raises:
        BadRecord: it cannot be read, or is too large to be a record.
    """
    try:
        place = space / path
        if place.is_file() and place.stat().st_size > LARGEST_FILE:
            raise BadRecord(f"it is larger than {LARGEST_FILE // 1_000_000} MB")
        return read_file(space, path)
    except (SpaceError, OSError) as error:
        raise BadRecord(f"it cannot be read: {error}") from error


def batches(changes: Iterable[FileChange]) -> Iterator[list[FileChange]]:
    """Changes for one commit after the other, so that what is large need not be in memory whole."""
    batch: list[FileChange] = []
    size = 0
    for change in changes:
        batch.append(change)
        size += len(change.content or b"")
        if size > COMMIT_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def document(record: Record) -> bytes:
    """A record as a file of its own: one value a line, so that a diff shows what changed."""
    return _encoded(record, indent=2)


def line(record: Record) -> bytes:
    """A record as one line of a series."""
    return _encoded(record, indent=None)


def parse(body: bytes) -> Any:
    """The JSON value that a file or line holds.

    Raises:
        BadRecord: it is not JSON, is nested too deeply, or has numbers that JSON does not know.
    """
    try:
        return json.loads(body.decode("utf-8-sig"), parse_constant=_refuse, parse_float=_finite)
    except UnicodeDecodeError:
        raise BadRecord("it is not text in UTF-8") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        raise BadRecord(f"it is not JSON ({error.msg}, {where})") from None
    except RecursionError:
        raise BadRecord("it is nested too deeply") from None
    except ValueError:
        raise BadRecord("it has a number that is too long") from None


def check_format(record: Any, path: str) -> None:
    """Refuse the record of a newer program, of which nothing may be lost by reading half of it.

    Raises:
        NewerFormat: it is one.
    """
    made = record.get("format") if isinstance(record, dict) else None
    if isinstance(made, int) and made > FORMAT:
        raise NewerFormat(
            f"{path} was written by a newer version of this program (format {made}; this one knows {FORMAT}). "
            "Update the program, then try again. Nothing was changed."
        )


def _encoded(record: Record, indent: int | None) -> bytes:
    try:
        return json.dumps(record, ensure_ascii=False, indent=indent).encode() + b"\n"
    except UnicodeEncodeError:
        # Half of a character that a model cut in two can be written as an escape only.
        return json.dumps(record, indent=indent).encode() + b"\n"


def _refuse(constant: str) -> NoReturn:
    raise BadRecord(f"it has the number {constant}, which is none")


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise BadRecord(f"it has the number {text[:20]}, which is too large")
    return value
