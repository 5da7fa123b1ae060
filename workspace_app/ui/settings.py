"""The settings page: models, prices, permissions, tool servers, looks and keys, and where the data is."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QIntValidator, QShowEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QScrollArea, QSpinBox, QVBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import LabelledField, ProblemLabel
from workspace_app.ui.mcp_page import McpPage
from workspace_app.ui.model_settings import ModelSettings
from workspace_app.ui.permissions_page import PermissionsPage
from workspace_app.ui.preferences import Preferences
from workspace_app.ui.prices_page import PricesPage
from workspace_app.ui.small_widgets import ElidedLabel, button, label
from workspace_app.ui.theme import Theme

_MEASURE = 760


class Settings(QWidget):
    """One page with everything that can be set."""

    theme_changed = Signal()
    """Another look was chosen; it is in use already."""
    send_key_changed = Signal(str)
    """"enter" or "ctrl+enter" was chosen."""

    def __init__(self, bridge: Bridge, theme: Theme, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme, self._preferences = bridge, theme, preferences
        self.models = ModelSettings(bridge, theme, self)
        self.prices = PricesPage(bridge, theme, self)
        self.permissions = PermissionsPage(bridge, theme, self)
        self.servers = McpPage(bridge, theme, self)
        column = QVBoxLayout()
        column.setContentsMargins(32, 24, 32, 32)
        column.setSpacing(12)
        column.addWidget(label(self.tr("Settings"), "title", self))
        column.addSpacing(4)
        column.addWidget(label(self.tr("Models"), "heading", self))
        column.addWidget(self.models)
        self._add_line(column)
        column.addWidget(label(self.tr("Prices"), "heading", self))
        column.addWidget(self.prices)
        self._add_line(column)
        column.addWidget(label(self.tr("What assistants may do without asking"), "heading", self))
        column.addWidget(self.permissions)
        self._add_line(column)
        column.addWidget(label(self.tr("Tool servers (MCP)"), "heading", self))
        column.addWidget(self.servers)
        self._add_line(column)
        column.addWidget(label(self.tr("Appearance and keys"), "heading", self))
        self._add_choices(column)
        self._add_line(column)
        column.addWidget(label(self.tr("Data"), "heading", self))
        self._add_data(column, bridge.home)
        column.addStretch(1)
        self._fill(column)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        for page in (self.models, self.prices, self.permissions, self.servers):
            page.reload()
        self._bridge.call("file_limit", done=self._show_limit, failed=self.problem.show_problem)

    def _add_choices(self, column: QVBoxLayout) -> None:
        self.look = self._choice(
            {"system": self.tr("As the system"), "light": self.tr("Light"), "dark": self.tr("Dark")},
            self._preferences.theme,
        )
        self.language = self._choice(
            {"system": self.tr("As the system"), "en": "English", "zh_TW": "繁體中文"}, self._preferences.language
        )
        self.send_key = self._choice(
            {
                "enter": self.tr("Enter sends, Shift+Enter begins a line"),
                "ctrl+enter": self.tr("Ctrl+Enter sends, Enter begins a line"),
            },
            self._preferences.send_key,
        )
        self.look.currentIndexChanged.connect(self._look_chosen)
        self.language.currentIndexChanged.connect(self._language_chosen)
        self.send_key.currentIndexChanged.connect(self._send_key_chosen)
        column.addWidget(LabelledField(self.tr("Look"), self.look, parent=self))
        hint = self.tr("Takes effect when the window is opened the next time.")
        column.addWidget(LabelledField(self.tr("Language"), self.language, hint, self))
        column.addWidget(LabelledField(self.tr("Sending a message"), self.send_key, parent=self))
        self.long = QLineEdit(str(self._preferences.long_conversation), self)
        self.long.setValidator(QIntValidator(1000, 10_000_000, self.long))
        self.long.setMaximumWidth(400)
        self.long.textEdited.connect(self._long_chosen)
        hint = self.tr("Tokens read for one answer; from there on you are offered to continue in a new conversation.")
        column.addWidget(LabelledField(self.tr("A conversation is long from"), self.long, hint, self))
        self.largest_file = QSpinBox(self)
        self.largest_file.setRange(1, 500)
        self.largest_file.setSuffix(self.tr(" MB"))
        self.largest_file.setMaximumWidth(400)
        self.largest_file.setKeyboardTracking(False)
        self.largest_file.setEnabled(False)
        self.largest_file.valueChanged.connect(self._largest_file_chosen)
        hint = self.tr("The history keeps every version for ever. Larger files are asked about before they go into it.")
        column.addWidget(LabelledField(self.tr("A file is large from"), self.largest_file, hint, self))

    def _choice(self, words: dict[str, str], chosen: str) -> QComboBox:
        box = QComboBox(self)
        for value, word in words.items():
            box.addItem(word, value)
        box.setCurrentIndex(box.findData(chosen))
        box.setMaximumWidth(400)
        return box

    def _add_data(self, column: QVBoxLayout, home: Path) -> None:
        row = QHBoxLayout()
        path = ElidedLabel(str(home), self)
        path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row.addWidget(path, 1)
        open_ = button(self.tr("Open folder"), parent=self)
        open_.clicked.connect(self._open_home)
        self.check_button = button(
            self.tr("Check everything"),
            tip=self.tr("Checks the store and every project folder; changes nothing"),
            parent=self,
        )
        self.check_button.clicked.connect(self._check)
        row.addWidget(open_)
        row.addWidget(self.check_button)
        column.addLayout(row)
        self.checked = label("", "muted", self)
        self.checked.setWordWrap(True)
        self.checked.hide()
        self.problem = ProblemLabel(self)
        column.addWidget(self.checked)
        column.addWidget(self.problem)

    def _add_line(self, column: QVBoxLayout) -> None:
        line = QFrame(self)
        line.setProperty("kind", "line")
        column.addSpacing(12)
        column.addWidget(line)
        column.addSpacing(8)

    def _fill(self, column: QVBoxLayout) -> None:
        inside = QWidget(self)
        inside.setLayout(column)
        inside.setMaximumWidth(_MEASURE)
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(inside, 20)
        row.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setWidget(holder)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        area.viewport().setAutoFillBackground(False)
        holder.setAutoFillBackground(False)

    @Slot()
    def _look_chosen(self) -> None:
        self._preferences.theme = self.look.currentData()
        self._theme.set_mode(self._preferences.theme)
        self.theme_changed.emit()

    @Slot()
    def _language_chosen(self) -> None:
        self._preferences.language = self.language.currentData()

    @Slot()
    def _send_key_chosen(self) -> None:
        self._preferences.send_key = self.send_key.currentData()
        self.send_key_changed.emit(self._preferences.send_key)

    @Slot(str)
    def _long_chosen(self, tokens: str) -> None:
        if self.long.hasAcceptableInput():
            self._preferences.long_conversation = int(tokens)

    @Slot(object)
    def _show_limit(self, result: dict[str, Any]) -> None:
        with QSignalBlocker(self.largest_file):
            self.largest_file.setValue(result["megabytes"])
        self.largest_file.setEnabled(True)

    @Slot(int)
    def _largest_file_chosen(self, megabytes: int) -> None:
        self._bridge.call("set_file_limit", failed=self.problem.show_problem, megabytes=megabytes)

    @Slot()
    def _open_home(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._bridge.home)))

    @Slot()
    def _check(self) -> None:
        self.check_button.setEnabled(False)
        self.problem.show_problem("")
        self._bridge.call("doctor", done=self._checked, failed=self._check_failed)

    @Slot(object)
    def _checked(self, result: dict[str, Any]) -> None:
        self.check_button.setEnabled(True)
        problems = result["problems"]
        self.checked.setText(self.tr("Everything is in order.") if not problems else "")
        self.checked.setVisible(not problems)
        self.problem.show_problem("\n".join(str(problem) for problem in problems))

    @Slot(str)
    def _check_failed(self, sentence: str) -> None:
        self.check_button.setEnabled(True)
        self.problem.show_problem(sentence)
