"""A choice among the model slots."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.catalogue import Catalogue, model_label


class ModelChooser(QComboBox):
    """The slots, after a first entry that leaves the choice as it is.

    Args:
        unchanged: what the first entry says; its value is None.
    """

    def __init__(self, bridge: Bridge, unchanged: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Model"))
        self.setToolTip(self.tr("Model"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(18)
        self.addItem(unchanged, None)
        self._catalogue = Catalogue(bridge, self)
        self._catalogue.loaded.connect(self._fill)
        self._catalogue.refresh()

    def slot_name(self) -> str | None:
        """The chosen slot's name, None for the unchanged one."""
        chosen = self.currentData()
        return str(chosen) if chosen else None

    @Slot()
    def _fill(self) -> None:
        chosen = self.currentData()
        while self.count() > 1:
            self.removeItem(1)
        practice = self.tr("Practice (offline, not an AI)")
        for entry in self._catalogue.models or ():
            self.addItem(model_label(entry, practice), entry["name"])
        self.setCurrentIndex(max(0, self.findData(chosen) if chosen else 0))
