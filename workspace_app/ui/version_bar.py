"""One line that says which version is shown, with the way to the others and to what changed."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.domain.records import Version
from workspace_app.ui.small_widgets import ElidedLabel, IconButton, button
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint
from workspace_app.ui.work_words import version_line


class VersionBar(QWidget):
    """Older, newer, the list of versions, and the changes against another version.

    Signals:
        stepped: -1 for the next older version, 1 for the next newer.
        list_toggled: show or hide the list of versions.
        diff_toggled: show the changes, or the version itself.
        compared: compare with this version; carries its number.
    """

    stepped = Signal(int)
    list_toggled = Signal(bool)
    diff_toggled = Signal(bool)
    compared = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.older = IconButton(theme, "chevron_left", self.tr("Older version (Alt+Left)"), self)
        self.newer = IconButton(theme, "chevron_right", self.tr("Newer version (Alt+Right)"), self)
        self.which = button("", "quiet", self.tr("Show all versions"), self)
        self.which.setCheckable(True)
        self.about = ElidedLabel("", self)
        self.about.setProperty("kind", "muted")
        self.changes = button(self.tr("Changes"), "quiet", self.tr("Show what changed (Alt+C)"), self)
        Tint(theme, self.changes, "diff")
        self.changes.setCheckable(True)
        self.base = QComboBox(self)
        self.base.setAccessibleName(self.tr("Compare with"))
        self.base.hide()
        self._lay_out()
        self.older.clicked.connect(self._go_older)
        self.newer.clicked.connect(self._go_newer)
        self.which.toggled.connect(self.list_toggled)
        self.changes.toggled.connect(self._toggle_diff)
        self.base.activated.connect(self._compare)

    def show_version(self, versions: list[Version], shown: int, base: int | None) -> None:
        """Show which of `versions` (newest first) is shown, by number, and with which other it is compared."""
        numbers = [version.n for version in versions]
        place = numbers.index(shown)
        self.older.setEnabled(place < len(numbers) - 1)
        self.newer.setEnabled(place > 0)
        self.which.setText(self.tr("Version {number} of {count}").format(number=shown, count=numbers[0]))
        self.about.set_full_text(version_line(versions[place]))
        self.changes.setEnabled(len(versions) > 1)
        self.changes.setToolTip(
            self.tr("Show what changed (Alt+C)") if len(versions) > 1 else self.tr("There is only one version")
        )
        blocked = self.base.blockSignals(True)
        self.base.clear()
        for number in numbers:
            if number != shown:
                self.base.addItem(self.tr("Compared with version {number}").format(number=number), number)
        self.base.setCurrentIndex(self.base.findData(base))
        self.base.blockSignals(blocked)

    def set_diff(self, on: bool) -> None:
        """Show the button as pressed or not, without a signal."""
        blocked = self.changes.blockSignals(True)
        self.changes.setChecked(on)
        self.changes.blockSignals(blocked)
        self.base.setVisible(on)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(2)
        for widget in (self.older, self.which, self.newer):
            row.addWidget(widget)
        row.addSpacing(6)
        row.addWidget(self.about, 1)
        row.addWidget(self.changes)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(self.base, 0, Qt.AlignmentFlag.AlignLeft)

    @Slot()
    def _go_older(self) -> None:
        self.stepped.emit(-1)

    @Slot()
    def _go_newer(self) -> None:
        self.stepped.emit(1)

    @Slot(bool)
    def _toggle_diff(self, on: bool) -> None:
        self.base.setVisible(on)
        self.diff_toggled.emit(on)

    @Slot(int)
    def _compare(self, index: int) -> None:
        self.compared.emit(self.base.itemData(index))
