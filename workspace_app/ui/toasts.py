"""Short notices at the foot of the sidebar, where they cover nothing that is worked with: errors that stay until they are
read, and news that lead somewhere."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from workspace_app.ui.engine_words import localized
from workspace_app.ui.parts import Part
from workspace_app.ui.small_widgets import Card, IconButton, IconLabel, button, label
from workspace_app.ui.theme import Theme

WIDEST, NARROWEST = 380, 240
"""Pixels; a notice is as wide as the sidebar, within these."""
MARGIN = 8
_MOST = 4
NEWS_MS = 6000
"""News go after this time, in which neither the mouse nor the keyboard was on them."""


class Toast(Card):
    """One notice.

    Args:
        text: a sentence.
        action: name of a button and what it does; None for no button.
        stays: whether it stays until it is closed.
    """

    closed = Signal()
    """It was closed, by the person or by time."""

    def __init__(
        self,
        theme: Theme,
        text: str,
        parent: QWidget,
        *,
        icon: str,
        color: str,
        action: tuple[str, Callable[[], object]] | None,
        stays: bool,
    ) -> None:
        super().__init__(theme, parent, edge=color)
        self.text = text
        self.about = ""
        self._run = action[1] if action else None
        self.button: QPushButton | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 8, 10)
        row.setSpacing(10)
        row.addWidget(IconLabel(theme, icon, color, 18, self))
        row.addLayout(self._middle(text, action), 1)
        close = IconButton(theme, "cross", self.tr("Close"), self)
        close.clicked.connect(self.close_it)
        row.addWidget(close)
        self.setAccessibleName(text)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(NEWS_MS)
        self._timer.timeout.connect(self._time_out)
        if not stays:
            self._timer.start()

    def _middle(self, text: str, action: tuple[str, Callable[[], object]] | None) -> QVBoxLayout:
        column = QVBoxLayout()
        words: QLabel = label(text, parent=self)
        words.setWordWrap(True)
        column.addWidget(words)
        if action:
            self.button = button(action[0], parent=self)
            self.button.clicked.connect(self._act)
            line = QHBoxLayout()
            line.addWidget(self.button)
            line.addStretch(1)
            column.addLayout(line)
        return column

    @Slot()
    def _act(self) -> None:
        run = self._run
        self.close_it()
        if run:
            run()

    @Slot()
    def _time_out(self) -> None:
        focus = QApplication.focusWidget()
        if self.underMouse() or (focus is not None and self.isAncestorOf(focus)):
            self._timer.start()
        else:
            self.close_it()

    @Slot()
    def close_it(self) -> None:
        """Take it away."""
        self.hide()
        self.closed.emit()
        self.deleteLater()


class Toasts(QObject):
    """The notices of a window, newest at the bottom.

    Args:
        window: whose lower left corner they are in.
        sidebar: what is there.
    """

    def __init__(self, theme: Theme, window: QWidget, sidebar: QWidget) -> None:
        super().__init__(window)
        self._theme, self._window, self._sidebar = theme, window, sidebar
        self._shown: list[Toast] = []
        for watched in (window, sidebar):
            watched.installEventFilter(self)

    @Slot(str)
    def error(self, sentence: str) -> None:
        """Show an error; the same one is not shown twice."""
        words = localized(sentence)
        if not any(toast.text == words for toast in self._shown):
            self._add(Toast(self._theme, words, self._window, icon="warning", color="danger", action=None, stays=True))

    def news(
        self,
        sentence: str,
        icon: str,
        color: str,
        action: tuple[str, Callable[[], object]] | None = None,
        about: str = "",
    ) -> None:
        """Show something that happened; goes away by itself. An earlier one `about` the same thing (an id) goes at once."""
        self.dismiss(about)
        toast = Toast(self._theme, sentence, self._window, icon=icon, color=color, action=action, stays=False)
        toast.about = about
        self._add(toast)

    def dismiss(self, about: str) -> None:
        """Take away what is told about a thing: the person is looking at it."""
        for toast in [toast for toast in self._shown if about and toast.about == about]:
            toast.close_it()

    def forget(self, sentence: str) -> None:
        """Take away the notice that says this: it is over."""
        for toast in [toast for toast in self._shown if toast.text == sentence]:
            toast.close_it()

    def parts(self) -> list[Part]:
        """The notices that offer something, for F6."""
        return [Part(toast, toast.button.setFocus) for toast in self._shown if toast.button is not None]

    def texts(self) -> list[str]:
        """What is shown now."""
        return [toast.text for toast in self._shown]

    def _add(self, toast: Toast) -> None:
        self._shown.append(toast)
        toast.closed.connect(self._closed)
        if len(self._shown) > _MOST:
            self._shown[0].close_it()
        toast.show()
        self._place()

    @Slot()
    def _closed(self) -> None:
        gone = self.sender()
        self._shown = [toast for toast in self._shown if toast is not gone]
        self._place()

    def _place(self) -> None:
        room = self._sidebar.width() if self._sidebar.isVisible() else 0
        width = max(NARROWEST, min(WIDEST, room - 2 * MARGIN))
        bottom = self._window.height() - MARGIN
        for toast in reversed(self._shown):
            toast.setFixedWidth(width)
            height = max(toast.heightForWidth(width), toast.minimumSizeHint().height())
            bottom -= height
            toast.setGeometry(MARGIN, bottom, width, height)
            toast.raise_()
            bottom -= MARGIN

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)
