"""What changed between any two versions, in the way that suits them: text, table, image, or only their sizes."""

from functools import partial
from pathlib import Path
from typing import Any, get_args

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from workspace_app.ui.background import Background
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.compared import Compared, compare
from workspace_app.ui.diff_sides import DiffSides
from workspace_app.ui.diff_view import DiffView, diff_summary
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.image_pair import ImagePair, Way
from workspace_app.ui.phrases import size_of
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.table_diff_view import TableDiffView
from workspace_app.ui.theme import Theme
from workspace_app.ui.work_words import type_name


class ChangesView(QWidget):
    """Compares two versions, by their ids, or two files.

    Signals:
        shown: other changes are shown.
    """

    shown = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._asked = 0
        self._files: dict[str, Path] = {}
        self.compared: Compared | None = None
        self._background = Background(self)
        self.summary = label("", "muted", self)
        self.diff, self.sides = DiffView(theme, self), DiffSides(theme, self)
        self.table, self.images = TableDiffView(theme, self), ImagePair(theme, self)
        self._sentence = label("", "muted", self)
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.ways = {
            "unified": self._way(self.tr("One below the other")),
            "sides": self._way(self.tr("Side by side")),
            "table": self._way(self.tr("As a table")),
            "beside": self._way(self.tr("Images side by side")),
            "swipe": self._way(self.tr("Swipe")),
            "onion": self._way(self.tr("Shine through")),
        }
        self._lay_out()

    def show_versions(self, old: str, new: str) -> None:
        """Compare two versions, by their ids."""
        self._begin()
        for version in {old, new}:
            done, failed = partial(self._take_file, self._asked, version, old, new), partial(self._fail, self._asked)
            self._bridge.call("version_file", version=version, done=done, failed=failed)

    def show_files(self, old: Path, new: Path) -> None:
        """Compare two files."""
        self._begin()
        self._background.read("compare", partial(_compare, old, new), partial(self._take, self._asked))

    def way(self) -> str:
        """How the changes are shown, "" if they cannot be."""
        return next((name for name, chip in self.ways.items() if chip.isChecked() and chip.isVisibleTo(self)), "")

    # inside

    def _begin(self) -> None:
        self._asked += 1
        self._files = {}

    def _take_file(self, asked: int, version: str, old: str, new: str, found: dict[str, Any]) -> None:
        if asked == self._asked:
            self._files[version] = Path(found["path"])
            if {old, new} <= set(self._files):
                self.show_files(self._files[old], self._files[new])

    def _fail(self, asked: int, sentence: str) -> None:
        if asked == self._asked:
            self._say(sentence)

    def _take(self, asked: int, found: Compared | str) -> None:
        if asked != self._asked:
            return
        if isinstance(found, str):
            self._say(found)
            return
        self.compared = found
        possible = _ways(found)
        for name, chip in self.ways.items():
            chip.setVisible(name in possible and len(possible) > 1)
        if found.lines is not None:
            self.diff.show_lines(found.lines)
            self.sides.show_lines(found.lines)
        if found.table is not None:
            self.table.show_diff(found.table)
        if found.images:
            self.images.show_images(found.old, found.new)
        self.summary.setText(self._words(found))
        chosen = next((name for name in possible if self.ways[name].isChecked()), possible[0] if possible else "")
        if found.same or not chosen:
            self._pages.setCurrentWidget(self._sentence)
        else:
            self.ways[chosen].setChecked(True)
            self._show(chosen)
        self.shown.emit()

    def _say(self, sentence: str) -> None:
        self.compared = None
        self.summary.setText("")
        self._sentence.setText(sentence)
        self._pages.setCurrentWidget(self._sentence)
        for chip in self.ways.values():
            chip.hide()
        self.shown.emit()

    def _words(self, found: Compared) -> str:
        if found.same:
            self._sentence.setText(self.tr("Both are the same."))
            return ""
        if found.lines is not None:
            return "" if found.table is not None else diff_summary(found.lines)
        sizes = self.tr("{old_type}, {old_size} → {new_type}, {new_size}").format(
            old_type=type_name(found.old.name),
            old_size=size_of(found.old_size),
            new_type=type_name(found.new.name),
            new_size=size_of(found.new_size),
        )
        self._sentence.setText(self.tr("These versions differ, and are no texts that can be compared."))
        return sizes

    @Slot(QObject)
    def _choose(self, chip: QObject) -> None:
        self._show(next(name for name, other in self.ways.items() if other is chip))

    def _show(self, way: str) -> None:
        pages = {"unified": self.diff, "sides": self.sides, "table": self.table}
        page = pages.get(way, self.images)
        for name in get_args(Way):
            if way == name:
                self.images.set_way(name)
        self._pages.setCurrentWidget(page)

    def _way(self, text: str) -> QPushButton:
        chip = button(text, "chip", parent=self)
        chip.setCheckable(True)
        chip.setAutoDefault(False)
        chip.hide()
        return chip

    def _lay_out(self) -> None:
        self._group = QButtonGroup(self)
        above = QWidget(self)
        head = FlowLayout(above, 6)
        for chip in self.ways.values():
            self._group.addButton(chip)
            head.addWidget(chip)
        self._group.buttonClicked.connect(self._choose)
        head.addWidget(self.summary)
        self._pages = QStackedLayout()
        for page in (self._sentence, self.diff, self.sides, self.table, self.images):
            self._pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(above)
        layout.addLayout(self._pages, 1)


def _compare(old: Path, new: Path) -> Compared | str:
    try:
        return compare(old, new)
    except OSError as error:
        return f"{error.filename}: {error.strerror}"


def _ways(found: Compared) -> list[str]:
    """How two versions can be shown, the best way first."""
    ways = ["table"] if found.table is not None else []
    ways += ["beside", "swipe", "onion"] if found.images else []
    return [*ways, *(["unified", "sides"] if found.lines is not None else [])]
