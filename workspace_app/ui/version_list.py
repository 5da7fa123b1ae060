"""The versions of a work, newest first."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from workspace_app.domain.records import Version
from workspace_app.ui.small_widgets import button
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint
from workspace_app.ui.work_words import AUTHOR_ICONS, version_line

_MOST_ROWS = 6
_ROW = 30


class VersionList(QWidget):
    """A list of versions, with what can be done with the chosen one.

    Signals:
        chosen: show this version; carries its number.
        restore_requested: make the shown version the newest again.
        start_requested: run the step again from the shown version; carries its id.
    """

    chosen = Signal(int)
    restore_requested = Signal()
    start_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown = ""
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Versions"))
        self.list.setIconSize(QSize(16, 16))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._restyle()
        self.list.currentItemChanged.connect(self._tell)
        self.restore = button(
            self.tr("Restore this version"),
            tip=self.tr("Saves its text as a new version; nothing is lost"),
            parent=self,
        )
        Tint(theme, self.restore, "restart")
        self.restore.clicked.connect(self.restore_requested)
        self.start = button(
            self.tr("Start from this version…"),
            tip=self.tr("Runs the step again in a new conversation that goes on from it; you edit the prompt first"),
            parent=self,
        )
        Tint(theme, self.start, "play")
        self.start.clicked.connect(self._start)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.restore)
        row.addWidget(self.start)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.list)
        layout.addLayout(row)

    def show_versions(self, versions: Sequence[Version], shown: int) -> None:
        """Show versions (newest first), with number `shown` chosen; sends no signal."""
        blocked = self.list.blockSignals(True)
        self.list.clear()
        for version in versions:
            item = QListWidgetItem(
                self._theme.icon(AUTHOR_ICONS.get(version.author_kind, "document"), "muted"),
                self._words(version),
                self.list,
            )
            item.setData(0x0100, version.n)
            if version.n == shown:
                self.list.setCurrentItem(item)
        self.list.blockSignals(blocked)
        self.list.setFixedHeight(min(len(versions), _MOST_ROWS) * _ROW + 4)
        self._shown = next((version.id for version in versions if version.n == shown), "")
        newest = versions[0].n if versions else 0
        self.restore.setEnabled(shown != newest)
        if shown == newest:
            self.restore.setToolTip(self.tr("This is the newest version"))

    def _words(self, version: Version) -> str:
        words = self.tr("Version {number}").format(number=version.n) + "  ·  " + version_line(version)
        return f"{words}  ·  " + self.tr("approved") if version.approved else words

    @Slot()
    def _start(self) -> None:
        self.start_requested.emit(self._shown)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._restyle()

    def _restyle(self) -> None:
        sheet = "QListWidget { background: transparent; border: 0; outline: 0; } QListWidget::item { padding: 4px 6px; border-radius: 6px; }"
        chosen = f"QListWidget::item:selected {{ background: {self._theme.hex('selected')}; color: {self._theme.hex('text')}; }}"
        self.list.setStyleSheet(sheet + chosen)

    @Slot(QListWidgetItem, QListWidgetItem)
    def _tell(self, item: QListWidgetItem | None, _before: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(0x0100))
