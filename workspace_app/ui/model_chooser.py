"""A choice among the model slots, and of a model by its provider's name for it."""

from typing import Any

from PySide6.QtCore import QCoreApplication, Signal, Slot
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.catalogue import Catalogue, model_label
from workspace_app.ui.fields import LabelledField
from workspace_app.ui.small_widgets import label
from workspace_app.ui.step_dialogs import VerbDialog


class ModelChooser(QComboBox):
    """The slots, after a first entry that leaves the choice as it is; the last one asks for "provider:model" (L23).

    Args:
        unchanged: what the first entry says; its value is None.
        catalogue: tells which models there are, and is refreshed by whoever gives it; None for one of its own.
    """

    def __init__(
        self, bridge: Bridge, unchanged: str, parent: QWidget | None = None, catalogue: Catalogue | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._named: str | None = None
        self._before = 0
        self.setAccessibleName(self.tr("Model"))
        self.setToolTip(self.tr("Model"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(18)
        self.addItem(unchanged, None)
        self._catalogue = catalogue or Catalogue(bridge, self)
        self._catalogue.loaded.connect(self._fill)
        self.activated.connect(self._choose)
        if catalogue is None:
            self._catalogue.refresh()

    def slot_name(self) -> str | None:
        """The chosen slot's name, or "provider:model"; None for the unchanged one."""
        chosen = self.currentData()
        return str(chosen) if chosen else None

    @Slot()
    def _fill(self) -> None:
        chosen = self.slot_name()
        while self.count() > 1:
            self.removeItem(1)
        practice = self.tr("Practice (offline, not an AI)")
        for entry in self._catalogue.models or ():
            self.addItem(model_label(entry, practice), entry["name"])
        if self._named is not None and self.findData(self._named) < 0:
            self.addItem(self._named, self._named)
        self.addItem(another_model(), "")
        self._before = max(0, self.findData(chosen) if chosen else 0)
        self.setCurrentIndex(self._before)

    @Slot(int)
    def _choose(self, place: int) -> None:
        if self.itemData(place) != "":
            self._before = place
            return
        self.setCurrentIndex(self._before)
        asking = NamedModelDialog(self._bridge, self.window())
        asking.found.connect(self._take)
        asking.open()

    @Slot(str)
    def _take(self, name: str) -> None:
        self._named = name
        self._fill()
        self._before = self.findData(name)
        self.setCurrentIndex(self._before)
        self.setFocus()


def another_model() -> str:
    """The entry of a list of models that asks for one by its name."""
    return QCoreApplication.translate("ModelChooser", "Another model by its name…")


class NamedModelDialog(VerbDialog):
    """Asks for a model in one word, and closes once the engine can use it.

    Signals:
        found: the model can be used; carries its name.
    """

    found = Signal(str)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        heading = self.tr("A model by its name")
        self.name_it(heading, self.tr("Use it"))
        self.resize(520, 320)
        self.name = QLineEdit(self)
        self.name.setPlaceholderText("openai:gpt-4.1-mini")
        self.name.textChanged.connect(self._check)
        words = self.tr(
            "Write provider:model. The key of that provider's models is used; other settings, such as an address of its own, "
            "are made in the settings."
        )
        help_ = label(words, "muted", self)
        help_.setWordWrap(True)
        self.form.addWidget(label(heading, "heading", self))
        self.form.addWidget(help_)
        self.form.addWidget(LabelledField(QCoreApplication.translate("ModelChooser", "Model"), self.name))
        self.form.addStretch(1)
        self._check()
        self.name.setFocus()

    def verb(self) -> tuple[str, dict[str, Any]]:
        return "find_model", {"name": self.name.text()}

    def _done(self, result: Any) -> None:
        self.found.emit(result["name"])
        super()._done(result)

    def _failed(self, sentence: str) -> None:
        super()._failed(sentence)
        self.name.setFocus()

    @Slot()
    def _check(self) -> None:
        self.problem.show_problem("")
        self.accept_button.setEnabled(bool(self.name.text().strip()))
