"""Whether a decision about a tool call holds for longer: a standing permission, and for which calls."""

from collections.abc import Collection
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from workspace_app.ui.fields import LabelledField
from workspace_app.ui.small_widgets import label


class RememberField(QWidget):
    """How long a decision holds and, beyond once, what the calls must look like; says in words what follows from it.

    Args:
        tool: its name.
        scopes: those that the question offers, of "once", "conversation", "task", "always" and "never"; none hides the field.
        pattern: what would fit just this call.
    """

    def __init__(self, tool: str, scopes: Collection[str], pattern: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tool, self._scopes, self._choice = tool, scopes, "approve"
        self.scope = QComboBox(self)
        self.scope.setAccessibleName(self.tr("How long this holds"))
        self.pattern = QLineEdit(pattern, self)
        self.pattern.setPlaceholderText(self.tr("Empty: every call of it"))
        hint = self.tr("A command word by word (“git log *”), a path (“docs/**”) or an address (“https://*.org/*”).")
        self._pattern_box = LabelledField(self.tr("For calls that look like"), self.pattern, hint, self)
        self.effect = label("", "muted", self)
        self.effect.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (self.scope, self._pattern_box, self.effect):
            layout.addWidget(widget)
        self.scope.setMaximumWidth(360)
        self.scope.currentIndexChanged.connect(self._show)
        self.pattern.textChanged.connect(self._show)
        self.show_choice("approve")

    def show_choice(self, choice: str) -> None:
        """Offer what fits a decision: to allow for longer, to forbid for good, or nothing."""
        self._choice = choice
        words = self._words()
        kept = self.scope.currentData()
        blocked = self.scope.blockSignals(True)
        self.scope.clear()
        for scope, word in words.items():
            self.scope.addItem(word, scope)
        self.scope.setCurrentIndex(max(0, self.scope.findData(kept)))
        self.scope.blockSignals(blocked)
        self._show()

    def value(self) -> dict[str, Any]:
        """What a decision says of it: nothing, or {"scope", "pattern"}."""
        scope = self.scope.currentData() or "once"
        return {} if scope == "once" else {"scope": scope, "pattern": self.pattern.text().strip()}

    def _words(self) -> dict[str, str]:
        longer = {
            "approve": {
                "conversation": self.tr("Allow it in this conversation"),
                "task": self.tr("Allow it in this task"),
                "always": self.tr("Allow it always, in every task"),
            },
            "reject": {"never": self.tr("Never allow it, in no task")},
        }.get(self._choice, {})
        found = {scope: word for scope, word in longer.items() if scope in self._scopes}
        return {"once": self.tr("Only this once"), **found} if found else {}

    @Slot()
    def _show(self) -> None:
        scope, pattern = self.scope.currentData() or "once", self.pattern.text().strip()
        self.setVisible(self.scope.count() > 0)
        self._pattern_box.setVisible(scope != "once")
        self.effect.setVisible(scope != "once")
        if scope == "once":
            return
        self.effect.setText(self._effect(scope, pattern))
        self.effect.setProperty("kind", "muted" if pattern or scope == "never" else "error")
        self.effect.style().polish(self.effect)

    def _effect(self, scope: str, pattern: str) -> str:
        if scope == "never":
            if not pattern:
                return self.tr("Every call of “{0}” is refused from now on, without asking.").format(self._tool)
            return self.tr("Calls of “{0}” that look like {1} are refused from now on, without asking.").format(
                self._tool, pattern
            )
        if not pattern:
            words = self.tr("“{0}” runs without asking from now on, whatever its arguments are.")
            return words.format(self._tool)
        words = self.tr("“{0}” runs without asking from now on, if the whole call looks like {1}.")
        return words.format(self._tool, pattern)
