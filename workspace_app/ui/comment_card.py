"""One comment on a work: where, how far it has come, what it says, and what can be done with it."""

from PySide6.QtCore import QEvent, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from workspace_app.ui.comment_words import Remark, place_of, quote_of, state_of
from workspace_app.ui.small_widgets import RADIUS, Card, ElidedLabel, IconButton, IconLabel, label
from workspace_app.ui.theme import Theme


class CommentCard(Card):
    """A comment; Enter goes to its passage, F2 changes it, Delete deletes it, R marks it as resolved or open again, S sends it again.

    Signals:
        chosen: its passage should be shown; carries its id.
        edit_requested, delete_requested: carry its id.
        resolve_requested: carries its id and whether it is to be resolved.
        moved: the arrow keys ask for the comment before (-1) or after (1).
    """

    chosen = Signal(str)
    edit_requested = Signal(str)
    delete_requested = Signal(str)
    resolve_requested = Signal(str, bool)
    moved = Signal(int)

    def __init__(self, theme: Theme, remark: Remark, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.remark = remark
        self._current = False
        state = state_of(remark)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{state.word}, {place_of(remark)}: {remark.text}")
        self.setToolTip(state.help)
        self.place = ElidedLabel(place_of(remark), self)
        self.place.setProperty("kind", "strong")
        self.state = label(state.word, "", self)
        self.state.setStyleSheet(f"color: {theme.hex(state.color)};")
        self._state_icon = IconLabel(theme, state.icon, state.color, 14, self)
        self.quote = ElidedLabel(quote_of(remark), self)
        self.quote.setProperty("kind", "muted")
        self.text = label(remark.text, "", self)
        self.text.setWordWrap(True)
        self.text.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._make_buttons(theme)
        self._lay_out()

    def set_current(self, on: bool) -> None:
        """Show it as the one whose passage is looked at."""
        self._current = on
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus() or self._current:
            painter.setPen(QPen(self._theme.color("accent"), 2 if self.hasFocus() else 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), RADIUS, RADIUS)

    def _make_buttons(self, theme: Theme) -> None:
        self.edit = IconButton(theme, "edit", self.tr("Change this comment (F2)"), self)
        self.delete = IconButton(theme, "trash", self.tr("Delete this comment (Delete)"), self)
        tip = self.tr("Open it again (R)") if self.remark.resolved else self.tr("Mark as resolved (R)")
        self.resolve = IconButton(theme, "undo" if self.remark.resolved else "check", tip, self)
        self.again = IconButton(theme, "restart", self.tr("Send it again with the next revision (S)"), self)
        self.again.setVisible(self.remark.sent and not self.remark.resolved)
        self.again.clicked.connect(self._send_again)
        self.edit.setVisible(self.remark.open)
        self.edit.clicked.connect(self._edit)
        self.delete.clicked.connect(self._delete)
        self.resolve.clicked.connect(self._resolve)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self.place)
        head.addSpacing(6)
        head.addWidget(self._state_icon)
        head.addWidget(self.state)
        head.addStretch(1)
        for widget in (self.edit, self.again, self.resolve, self.delete):
            widget.setFixedSize(26, 26)
            head.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 6, 8)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(self.quote)
        layout.addWidget(self.text)

    # what the person does

    @Slot()
    def _edit(self) -> None:
        self.edit_requested.emit(self.remark.id)

    @Slot()
    def _delete(self) -> None:
        self.delete_requested.emit(self.remark.id)

    @Slot()
    def _resolve(self) -> None:
        self.resolve_requested.emit(self.remark.id, not self.remark.resolved)

    @Slot()
    def _send_again(self) -> None:
        self.resolve_requested.emit(self.remark.id, False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self.remark.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if event.modifiers() not in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier):
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self.remark.id)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(-1 if key == Qt.Key.Key_Up else 1)
        elif key == Qt.Key.Key_Delete:
            self._delete()
        elif key == Qt.Key.Key_F2 and self.remark.open:
            self._edit()
        elif key == Qt.Key.Key_R:
            self._resolve()
        elif key == Qt.Key.Key_S and self.again.isVisibleTo(self):
            self._send_again()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "state"):
            self.state.setStyleSheet(f"color: {self._theme.hex(state_of(self.remark).color)};")
