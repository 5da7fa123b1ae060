"""Texts that the person is writing into works and has not saved: kept on disk, so that they outlive the window."""

import json
import logging
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot

log = logging.getLogger(__name__)

KEEP_MS = 1000
"""How long after the last key a text is kept."""


@dataclass(frozen=True)
class EditDraft:
    """A text that is not saved.

    Args:
        base: number of the version that it began with.
    """

    base: int
    text: str


class EditDrafts(QObject):
    """One text for each work, in `drafts/` of the data folder.

    Args:
        home: the data folder.
    """

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = home / "drafts"
        self._waiting: dict[str, EditDraft] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(KEEP_MS)
        self._timer.timeout.connect(self.flush)

    def get(self, work: str) -> EditDraft | None:
        """The unsaved text of a work."""
        if work in self._waiting:
            return self._waiting[work]
        try:
            kept = json.loads(self._file(work).read_text(encoding="utf-8"))
            return EditDraft(int(kept["base"]), str(kept["text"]))
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError):
            # The work itself is whole: it must not be out of reach for a file that a disk has damaged.
            log.warning("The unsaved text in %s cannot be read", self._file(work), exc_info=True)
            return None

    def keep(self, work: str, draft: EditDraft) -> None:
        """Keep a text soon."""
        self._waiting[work] = draft
        self._timer.start()

    def drop(self, work: str) -> None:
        """Forget the text of a work: it is saved, or not wanted."""
        self._waiting.pop(work, None)
        self._file(work).unlink(missing_ok=True)

    @Slot()
    def flush(self) -> None:
        """Write what waits now."""
        self._timer.stop()
        waiting, self._waiting = self._waiting, {}
        for work, draft in waiting.items():
            self._folder.mkdir(parents=True, exist_ok=True)
            aside = self._file(work).with_suffix(".new")
            aside.write_text(json.dumps(asdict(draft), ensure_ascii=False), encoding="utf-8")
            aside.replace(self._file(work))

    def _file(self, work: str) -> Path:
        return self._folder / f"{work}.json"
