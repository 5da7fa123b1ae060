"""Files that the person adds as context: how large they are, and how they will reach the assistants (R93)."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData

from workspace_app.domain.prompts import LARGE
from workspace_app.ui.phrases import size_of

_LOOK = 4096


@dataclass(frozen=True)
class ContextFile:
    """A file and what will become of it.

    Args:
        path: absolute.
        pasted: whether its whole text goes into the prompt; otherwise only its name does.
        why: why it is not pasted, in a sentence; empty if it is.
    """

    path: str
    name: str
    size: int
    pasted: bool
    why: str

    def words(self) -> str:
        """Name and size, and a hint when it is only named."""
        text = f"{self.name} · {size_of(self.size)}"
        return (
            text
            if self.pasted
            else QCoreApplication.translate("ContextFiles", "{file} · by name only").format(file=text)
        )


def look_at(path: str) -> ContextFile:
    """What is to be known about a file before it is added.

    Raises:
        OSError: it cannot be read.
    """
    file = Path(path)
    size = file.stat().st_size
    with file.open("rb") as opened:
        beginning = opened.read(_LOOK)
    why = ""
    if size > LARGE:
        text = QCoreApplication.translate(
            "ContextFiles", "Larger than {size}: assistants get its name and read it with a tool."
        )
        why = text.format(size=size_of(LARGE))
    elif b"\0" in beginning:
        why = QCoreApplication.translate("ContextFiles", "Not a text: assistants get its name and open it with a tool.")
    return ContextFile(str(file), file.name, size, not why, why)


def split_readable(paths: Iterable[str]) -> tuple[list[ContextFile], str]:
    """The files among `paths` that can be added, and a sentence about those that cannot."""
    good: list[ContextFile] = []
    bad: list[str] = []
    for path in paths:
        try:
            good.append(look_at(path))
        except OSError as error:
            bad.append(f"{Path(path).name} ({error.strerror})")
    if not bad:
        return good, ""
    sentence = QCoreApplication.translate("ContextFiles", "These cannot be added: {names}. Add files, not folders.")
    return good, sentence.format(names=", ".join(bad))


def local_files(data: QMimeData) -> list[str]:
    """The files that are being dragged or pasted, if all are on this machine."""
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
