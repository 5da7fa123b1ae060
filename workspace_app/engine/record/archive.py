"""One task as one file: a zip archive of its folder, with its record, and every version of its works."""

import json
import re
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

from spaces import Author, FileChange, Space, check_relative
from spaces.errors import UnsafeName
from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.record import layout
from workspace_app.engine.record.stranger import without_leave
from workspace_app.store import recorded
from workspace_app.store.ids import new_id
from workspace_app.store.recorded import BadRecord, values_of

MANIFEST, TASK, VERSIONS = "manifest.json", "task/", "versions/"
KIND = "workspace-task"
LARGEST = 4_000_000_000
MOST_FILES = 200_000
LARGE = 50_000_000
"""Bytes from which on a file that is packed to next to nothing is taken for a trap: it would fill the memory."""
_DENSEST = 200
_UUID = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_OWN_ID = re.compile(rb'"id": "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"')
_COMMIT = re.compile(rb"\b[0-9a-f]{40}\b")


class BadArchive(WorkspaceError):
    """A file that is no task, is damaged, or is made to do harm."""


@dataclass(frozen=True)
class OldVersion:
    """A version of a work in an archive: what its commit is made of."""

    id: str
    path: str
    commit: str | None
    author: str
    author_kind: Any
    created_at: Any


def pack(space: Space, folder: str, about: Mapping[str, Any], versions: Iterable[OldVersion], file: Path) -> None:
    """Write the folder of a task, and the bytes of its versions, into one file.

    Args:
        folder: the task's, relative to the space.
        about: what the manifest says of the task.

    Raises:
        OSError: the file cannot be written.
    """
    unfinished = file.with_name(f"{file.name}.part")
    try:
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
            manifest = {"format": layout.FORMAT, "kind": KIND, "folder": folder, **about}
            archive.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=2) + "\n")
            for path in space.files(folder):
                archive.writestr(TASK + path.removeprefix(f"{folder}/"), space.read(path))
            for version in versions:
                archive.writestr(VERSIONS + version.id, space.read(version.path, version.commit))
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


class Archive:
    """An archive that somebody gave us: nothing in it is believed before it is looked at."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._zip = archive
        self._names = {info.filename for info in archive.infolist() if not info.is_dir()}

    @classmethod
    def open(cls, file: Path) -> Self:
        """The archive in a file.

        Raises:
            BadArchive: it is no task, or has links, paths that leave the folder, or too much in it.
            NewerFormat: a newer program wrote it.
        """
        try:
            archive = cls(zipfile.ZipFile(file))
        except (zipfile.BadZipFile, OSError, NotImplementedError) as error:
            raise BadArchive(f"{file.name} cannot be read as an exported task: {error}.") from error
        try:
            archive._check(file.name)
        except BaseException:
            archive.close()
            raise
        return archive

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()

    def read(self, name: str) -> bytes:
        """The bytes of one member.

        Raises:
            BadArchive: it is not there, or is damaged.
        """
        try:
            return self._zip.read(name)
        except (KeyError, zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, EOFError) as error:
            raise BadArchive(f"{name} in the exported task cannot be read: {error}.") from error
        except Exception as error:
            # The decompressors have errors of their own (zlib.error, lzma.LZMAError).
            raise BadArchive(f"{name} in the exported task is damaged: {error}.") from error

    @property
    def manifest(self) -> dict[str, Any]:
        """What it says of itself."""
        found: dict[str, Any] = layout.parse(self.read(MANIFEST))
        return found

    def files(self) -> list[str]:
        """The paths of the task's files, relative to its folder."""
        return sorted(name.removeprefix(TASK) for name in self._names if name.startswith(TASK))

    def versions(self) -> list[OldVersion]:
        """The versions of the works whose bytes are in the archive, oldest first; what cannot be read is left out."""
        found = []
        for name in self.files():
            if re.fullmatch(r"step_\d+/(step|works_\d{6,9})\.json", name):
                found += list(self._versions(name))
        return sorted(found, key=lambda version: (version.created_at, version.id))

    def _versions(self, name: str) -> Iterator[OldVersion]:
        try:
            step = layout.parse(self.read(TASK + name))
        except BadRecord:
            return
        for work in (step.get("works") if isinstance(step, dict) else None) or []:
            for record in (work.get("versions") if isinstance(work, dict) else None) or []:
                try:
                    values = values_of(recorded.VERSION, record)
                except BadRecord:
                    continue
                if VERSIONS + values["id"] in self._names:
                    names = ("id", "commit", "author", "author_kind", "created_at")
                    yield OldVersion(path=str(work.get("path")), **{key: values[key] for key in names})

    def _check(self, name: str) -> None:
        infos = self._zip.infolist()
        if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > LARGEST:
            raise BadArchive(f"{name} holds more than a task can: it is not imported.")
        if len({info.filename for info in infos}) < len(infos):
            raise BadArchive(f"{name} names the same file twice: it is not imported.")
        for info in infos:
            mode = info.external_attr >> 16
            if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
                raise BadArchive(f"{name} holds a link or a device ({info.filename}): it is not imported.")
            if info.file_size > max(LARGE, info.compress_size * _DENSEST):
                raise BadArchive(
                    f"{name} holds a file that is packed too well to be one ({info.filename}): it is not imported."
                )
            try:
                check_relative(info.filename.rstrip("/"))
            except UnsafeName as error:
                raise BadArchive(f"{name} is not imported: {error}") from error
        try:
            manifest = self.manifest
        except (BadArchive, BadRecord) as error:
            raise BadArchive(f"{name} is not a task that was exported: {error}") from error
        layout.check_format(manifest, name)
        if not isinstance(manifest, dict) or manifest.get("kind") != KIND or TASK + layout.TASK_FILE not in self._names:
            raise BadArchive(f"{name} is not a task that was exported.")


def unpack(
    archive: Archive,
    space: Space,
    folder: str,
    *,
    again: bool,
    trailers: Mapping[str, str],
    tell: Callable[[str], None],
) -> None:
    """Commit an archive's task into a space: its works version by version, then everything else.

    Args:
        folder: where the task's folder comes to be, relative to the space.
        again: the store has this task already, so that this one gets ids of its own.
        trailers: of the commits.
        tell: called with what had to be left out.

    Raises:
        BadArchive: a part of it cannot be read.
        SpaceError: the space cannot be written now.
    """
    old = str(archive.manifest.get("folder"))
    bodies = {name: without_leave(name, archive.read(TASK + name)) for name in archive.files() if _is_record(name)}
    ids = _new_ids(bodies.values()) if again else {}
    commits: dict[bytes, bytes] = {}
    for version in archive.versions():
        path = version.path.removeprefix(f"{old}/")
        try:
            check_relative(path)
        except UnsafeName as error:
            tell(f"A version is left out: {error}")
            continue
        change = FileChange(f"{folder}/{path}", archive.read(VERSIONS + version.id))
        author = Author(version.author, version.author_kind)
        ident = ids.get(version.id.encode(), version.id.encode()).decode()
        made = space.commit([change], author=author, subject=f"Import {path}", trailers=trailers, ident=ident)
        if version.commit:
            commits[version.commit.encode()] = made.commit.encode()
    if layout.PLAN_FILE in bodies:
        before, after = f'"path": "{old}/'.encode(), f'"path": "{folder}/'.encode()
        bodies[layout.PLAN_FILE] = bodies[layout.PLAN_FILE].replace(before, after)
    for batch in layout.batches(_others(archive, folder, bodies, ids, commits)):
        space.commit(
            batch, author=Author("Workspace", "app"), subject=f"Import {folder}", trailers=trailers, ident=new_id()
        )


def _others(
    archive: Archive,
    folder: str,
    bodies: Mapping[str, bytes],
    ids: Mapping[bytes, bytes],
    commits: Mapping[bytes, bytes],
) -> Iterator[FileChange]:
    for name in archive.files():
        body = bodies.get(name)
        if body is None:
            body = archive.read(TASK + name)
        else:
            body = _UUID.sub(lambda found: ids.get(found[0], found[0]), body)
            body = _COMMIT.sub(lambda found: commits.get(found[0], found[0]), body)
        yield FileChange(f"{folder}/{name}", body)


def _is_record(name: str) -> bool:
    return name.endswith((".json", ".jsonl")) and "/works/" not in name and not name.startswith("context/")


def _new_ids(bodies: Iterable[bytes]) -> dict[bytes, bytes]:
    """A new id for each that the records give; those that sort by time still do."""
    old = {found for body in bodies for found in _OWN_ID.findall(body)}
    return {id_: _like(id_.decode()).encode() for id_ in old}


def _like(id_: str) -> str:
    fresh = str(uuid4())
    return id_[:19] + fresh[19:] if id_[14] == "7" else fresh
