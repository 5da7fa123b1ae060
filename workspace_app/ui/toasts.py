"""Short notices at the lower right of the window: errors that stay until they are read, and news that lead somewhere."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from workspace_app.ui.parts import Part
from workspace_app.ui.small_widgets import Card, IconButton, IconLabel, button, label
from workspace_app.ui.theme import Theme

_WIDTH = 380
_MOST = 4
_NEWS_MS = 8000


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
        self.setFixedWidth(_WIDTH)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 8, 10)
        row.setSpacing(10)
        row.addWidget(IconLabel(theme, icon, color, 18, self))
        row.addLayout(self._middle(text, action), 1)
        close = IconButton(theme, "cross", self.tr("Close"), self)
        close.clicked.connect(self.close_it)
        row.addWidget(close)
        self.setAccessibleName(text)
        if not stays:
            QTimer.singleShot(_NEWS_MS, self, self.close_it)

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
    def close_it(self) -> None:
        """Take it away."""
        self.hide()
        self.closed.emit()
        self.deleteLater()


class Toasts(QObject):
    """The notices of a window, newest at the bottom.

    Args:
        window: whose lower right corner they are in.
    """

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._window = theme, window
        self._shown: list[Toast] = []
        window.installEventFilter(self)

    @Slot(str)
    def error(self, sentence: str) -> None:
        """Show an error; the same one is not shown twice."""
        if not any(toast.text == sentence for toast in self._shown):
            self._add(
                Toast(self._theme, sentence, self._window, icon="warning", color="danger", action=None, stays=True)
            )

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

    def parts(self) -> list[Part]:
        """The notices that offer something, for F6."""
        return [Part(toast, toast.button.setFocus) for toast in self._shown if toast.button is not None]

    def texts(self) -> list[str]:
        """What is shown now."""
        return [toast.text for toast in self._shown]

    def _add(self, toast: Toast) -> None:
        self._shown.append(toast)
        toast.closed.connect(self._forget)
        if len(self._shown) > _MOST:
            self._shown[0].close_it()
        toast.show()
        self._place()

    @Slot()
    def _forget(self) -> None:
        gone = self.sender()
        self._shown = [toast for toast in self._shown if toast is not gone]
        self._place()

    def _place(self) -> None:
        bottom = self._window.height() - 40
        for toast in reversed(self._shown):
            toast.adjustSize()
            height = max(toast.heightForWidth(_WIDTH), toast.sizeHint().height())
            toast.resize(_WIDTH, height)
            bottom -= height + 8
            toast.move(self._window.width() - _WIDTH - 20, bottom)
            toast.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)
