"""Writing a work oneself, or changing the text of one, to hand it in (R37)."""

from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import LabelledField, ProblemLabel, TextArea
from workspace_app.ui.small_widgets import button


class OwnVersionDialog(QDialog):
    """A title and a text that are handed in as the step's work by the verb `submit`; stays open until that has worked.

    Args:
        title, text: what it begins with.

    Signals:
        handed_in: the engine has taken it.
    """

    handed_in = Signal()

    def __init__(
        self, bridge: Bridge, task: str, step: int, title: str, text: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge, self._task, self._step = bridge, task, step
        self.setWindowTitle(self.tr("Hand in my own version"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(760, 600)
        self.title = QLineEdit(title, self)
        self.text = TextArea(self.tr("Text of the work"), (0, 0), self)
        self.text.setPlainText(text)
        self.text.submitted.connect(self._submit)
        self.error = ProblemLabel(self)
        self.submit = button(
            self.tr("Hand it in"), "primary", self.tr("Hand it in; every version is kept (Ctrl+Enter)"), self
        )
        self.submit.clicked.connect(self._submit)
        cancel = button(self.tr("Cancel"), "quiet", parent=self)
        cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.submit)
        row.addWidget(cancel)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(12)
        layout.addWidget(LabelledField(self.tr("Title"), self.title, parent=self))
        layout.addWidget(LabelledField(self.tr("Text (Markdown)"), self.text, parent=self), 1)
        layout.addWidget(self.error)
        layout.addLayout(row)

    @Slot()
    def _submit(self) -> None:
        text = self.text.toPlainText()
        if not text.strip():
            self.error.show_problem(self.tr("There is no text to hand in yet."))
            return
        self.submit.setEnabled(False)
        arguments: dict[str, Any] = {
            "task": self._task,
            "step": self._step,
            "text": text,
            "title": self.title.text().strip() or None,
        }
        self._bridge.call("submit", done=self._done, failed=self._failed, **arguments)

    def _done(self, _result: object) -> None:
        self.handed_in.emit()
        self.accept()

    def _failed(self, sentence: str) -> None:
        self.submit.setEnabled(True)
        self.error.show_problem(sentence)
