"""One line that unfolds: a thought, or a tool call with its result."""

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QFontDatabase, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy, QVBoxLayout, QWidget

from workspace_app.ui.phrases import size_of
from workspace_app.ui.small_widgets import label
from workspace_app.ui.text_dialog import ShowAllButton
from workspace_app.ui.theme import Theme

LINE_HEIGHT = 28
SHOWN = 3000
"""Characters of a result that are shown in place; the rest opens in a window of its own."""


class FoldLine(QAbstractButton):
    """A checkable line: chevron, icon, what it is (shortened to fit) and how it ended; checked means unfolded."""

    def __init__(self, theme: Theme, icon: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icon = theme, icon
        self._ending, self._ending_color = "", "muted"
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def ending(self) -> str:
        """How it ended, in words."""
        return self._ending

    def set_ending(self, text: str, color: str = "muted") -> None:
        """Say how it ended, in a theme colour."""
        self._ending, self._ending_color = text, color
        self.setAccessibleName(f"{self.text()} {text}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(self.font()).horizontalAdvance(self.text() + self._ending) + 64, LINE_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, LINE_HEIGHT)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            painter.setPen(QPen(self._theme.color("accent"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("hover"))
            painter.drawRoundedRect(self.rect().adjusted(0, 1, -1, -2), 6, 6)
        chevron = "chevron_down" if self.isChecked() else "chevron_right"
        self._theme.icon(chevron, "muted").paint(painter, QRect(4, (self.height() - 12) // 2, 12, 12))
        self._theme.icon(self._icon, "muted").paint(painter, QRect(22, (self.height() - 14) // 2, 14, 14))
        self._paint_words(painter)

    def _paint_words(self, painter: QPainter) -> None:
        metrics, left, right = QFontMetrics(self.font()), 44, self.width() - 8
        room = max(80, (right - left) // 2, right - left - metrics.horizontalAdvance(self.text()) - 8)
        ending = metrics.elidedText(self._ending, Qt.TextElideMode.ElideRight, room)
        taken = metrics.horizontalAdvance(ending) + (8 if ending else 0)
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, max(40, right - left - taken))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setPen(self._theme.color("muted"))
        painter.drawText(QRect(left, 0, right - left, self.height()), middle, text)
        painter.setPen(self._theme.color(self._ending_color))
        at = left + metrics.horizontalAdvance(text) + 8
        painter.drawText(QRect(at, 0, right - at, self.height()), middle, ending)


class Fold(QWidget):
    """A fold line and what is under it, made only when it is first unfolded.

    Signals:
        toggled: it was folded or unfolded, so its height has changed.
    """

    toggled = Signal(bool)

    def __init__(self, theme: Theme, icon: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.line = FoldLine(theme, icon, text, self)
        self.line.toggled.connect(self._unfold)
        self._inside: QWidget | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self.line)

    def make_inside(self) -> QWidget:
        """Make what is shown when it is unfolded."""
        raise NotImplementedError

    def renew(self) -> None:
        """What is inside has changed: make it again if it is shown."""
        if self._inside is not None:
            self._inside.deleteLater()
            self._inside = None
        self._unfold(self.line.isChecked())

    @Slot(bool)
    def _unfold(self, on: bool) -> None:
        if on and self._inside is None:
            self._inside = self.make_inside()
            self._layout.addWidget(self._inside)
        if self._inside is not None:
            self._inside.setVisible(on)
        self.updateGeometry()
        self.toggled.emit(on)


class ToolCallFold(Fold):
    """One tool call: `name(argument=…) → size of the result`, unfolding to its arguments and result.

    Args:
        call: {"id", "name", "arguments"} as in a message's data; `arguments` is JSON text or values.
    """

    def __init__(self, theme: Theme, call: dict[str, Any], parent: QWidget | None = None) -> None:
        self.call_id = str(call.get("id", ""))
        self._arguments = _values(call.get("arguments"))
        self._result: dict[str, Any] | None = None
        super().__init__(theme, "gear", f"{call.get('name', '')}({_brief(self._arguments)})", parent)

    def set_result(self, result: dict[str, Any], beside: Mapping[str, Any]) -> None:
        """Show what came of it: {"id", "name", "text", "is_error"}.

        Args:
            beside: "emulated" if a model made it up in the tool's place (L121), "refused" if the person did not want the call.
        """
        self._result = result
        text = str(result.get("text", ""))
        if beside.get("refused"):
            self.line.set_ending("→ " + self.tr("refused by you, not run"))
        elif result.get("is_error"):
            first = next((line.strip() for line in text.splitlines() if line.strip()), "")
            self.line.set_ending("→ " + self.tr("failed: {0}").format(first), "status.error")
        else:
            self.line.set_ending(f"→ {size_of(len(text.encode()))}")
        if beside.get("emulated"):
            self.line.set_ending(self.line.ending() + self.tr(", made up: the tool was not run"), "status.waiting")
        self.renew()

    def set_running(self, running: bool) -> None:
        """Say that it has no result yet because it is still at work, or take that back."""
        if self._result is None:
            self.line.set_ending("→ " + self.tr("running…") if running else "", "status.running")

    def make_inside(self) -> QWidget:
        inside = QWidget(self)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(44, 0, 8, 8)
        layout.setSpacing(4)
        if self._arguments not in (None, "", {}):
            self._section(layout, self.tr("Arguments"), _pretty(self._arguments))
        if self._result is not None:
            failed = bool(self._result.get("is_error"))
            self._section(layout, self.tr("Error") if failed else self.tr("Result"), str(self._result.get("text", "")))
        return inside

    def _section(self, layout: QVBoxLayout, title: str, text: str) -> None:
        layout.addWidget(label(title, "muted"))
        layout.addWidget(mono_label(text[:SHOWN] or self.tr("(nothing)")))
        if len(text) > SHOWN:
            layout.addWidget(ShowAllButton(title, text, self), 0, Qt.AlignmentFlag.AlignLeft)


class ToolResultFold(Fold):
    """A tool result whose call is not on the screen: shown by itself."""

    def __init__(self, theme: Theme, result: dict[str, Any], parent: QWidget | None = None) -> None:
        self._text = str(result.get("text", ""))
        super().__init__(theme, "gear", str(result.get("name", "")), parent)
        color = "status.error" if result.get("is_error") else "muted"
        self.line.set_ending(f"→ {size_of(len(self._text.encode()))}", color)

    def make_inside(self) -> QWidget:
        inside = QWidget(self)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(44, 0, 8, 8)
        layout.addWidget(mono_label(self._text[:SHOWN]))
        return inside


def mono_label(text: str) -> QLabel:
    """Selectable plain text in the system's fixed font."""
    made = label(text)
    made.setWordWrap(True)
    made.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return made


def _values(arguments: Any) -> Any:
    if not isinstance(arguments, str):
        return arguments
    try:
        return json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments


def _brief(arguments: Any) -> str:
    if not isinstance(arguments, dict):
        return str(arguments or "")
    return ", ".join(f"{key}={_short(value)}" for key, value in arguments.items())


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = " ".join(text.split())
    return text if len(text) <= 48 else text[:47] + "…"


def _pretty(arguments: Any) -> str:
    if isinstance(arguments, str):
        return arguments
    return json.dumps(arguments, ensure_ascii=False, indent=2)
