"""Asks the engine about the references of a field, a moment after each change, and shows what it says on the chips."""

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Slot

from workspace_app.domain.references import Reference
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.chip_object import ChipState
from workspace_app.ui.chip_text import ChipText
from workspace_app.ui.phrases import size_of

_WAIT_MS = 250


class ChipCheck(QObject):
    """Keeps the chips of a field true."""

    def __init__(self, bridge: Bridge, field: ChipText) -> None:
        super().__init__(field)
        self._bridge, self._field = bridge, field
        self._asked = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self._ask)
        field.textChanged.connect(self._changed)
        self._changed()

    @Slot()
    def _changed(self) -> None:
        if self._field.chips():
            self._timer.start()

    @Slot()
    def _ask(self) -> None:
        text = " ".join(sorted({chip.reference.token for chip in self._field.chips()}))
        if text and text != self._asked:
            self._asked = text
            self._bridge.call("expand", text=text, done=partial(self._take, text), failed=self._failed)

    def _take(self, asked: str, result: dict[str, Any]) -> None:
        if asked != self._asked:
            return
        known = {entry["token"]: entry for entry in result["references"]}
        missing = list(result["missing"])
        chips = {chip.reference.token: chip.reference for chip in self._field.chips()}
        self._field.show_states(
            {token: self._state(reference, known.get(token), missing) for token, reference in chips.items()}
        )

    def _failed(self, _sentence: str) -> None:
        self._asked = ""

    def _state(self, reference: Reference, entry: dict[str, Any] | None, missing: list[str]) -> ChipState:
        if entry is None:
            why = next((sentence for sentence in missing if reference.title in sentence), "")
            return ChipState("broken", why or self.tr("It cannot be found any more."))
        size, path = size_of(entry["size"]), entry["path"]
        if entry["included"]:
            return ChipState("included", self.tr("{0} · {1}, its text is sent").format(path, size))
        if reference.how == "path":
            return ChipState("named", self.tr("{0} · {1}, only the path is sent").format(path, size))
        words = self.tr("{0} · {1}: too large to paste, or not text. Only the path is sent; click to change that.")
        return ChipState("named", words.format(path, size))
