"""What can be done with a chip: how it is included, which version, and away with it."""

from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, Slot
from PySide6.QtGui import QAction, QActionGroup, QContextMenuEvent
from PySide6.QtWidgets import QMenu

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.references import How, Reference
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.chip_text import ChipText, PlacedChip
from workspace_app.ui.theme import Theme

_MOST_VERSIONS = 12


class ChipMenu(QObject):
    """Opens the menu of a chip: by a click on it, or with the menu key while the cursor is beside it."""

    def __init__(self, bridge: Bridge, theme: Theme, field: ChipText) -> None:
        super().__init__(field)
        self._bridge, self._theme, self._field = bridge, theme, field
        field.chip_clicked.connect(self._clicked)

    def make_menu(self, chip: PlacedChip) -> QMenu:
        """The menu of a chip."""
        menu = QMenu(self._field)
        title = menu.addAction(chip.reference.title)
        title.setEnabled(False)
        words = self._field.state_of(chip.reference.token).words
        if words:
            menu.addAction(words).setEnabled(False)
        menu.addSeparator()
        self._add_ways(menu, chip)
        if chip.reference.kind == "work":
            self._add_versions(menu, chip)
        menu.addSeparator()
        self._add(menu, self.tr("Remove"), chip, None).setIcon(self._theme.icon("cross", "muted"))
        menu.triggered.connect(self._do)
        return menu

    def open_for(self, event: QContextMenuEvent) -> bool:
        """Open the menu of the chip that a context menu is asked for at; False if there is none."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        chip = self._field.chip_at_cursor() if by_key else self._field.chip_under(event.pos())
        if chip is None or self._field.isReadOnly():
            return False
        self._open(chip)
        return True

    @Slot(int)
    def _clicked(self, position: int) -> None:
        chip = next((chip for chip in self._field.chips() if chip.position == position), None)
        if chip is not None:
            self._open(chip)

    def _open(self, chip: PlacedChip) -> None:
        menu = self.make_menu(chip)
        menu.aboutToHide.connect(menu.deleteLater)
        below: QPoint = self._field.chip_rect(chip.position).bottomLeft()
        menu.popup(self._field.viewport().mapToGlobal(below))

    def _add_ways(self, menu: QMenu, chip: PlacedChip) -> None:
        group = QActionGroup(menu)
        ways: tuple[tuple[How, str], ...] = (
            ("", self.tr("Include the text, if it is not too large")),
            ("full", self.tr("Include the whole text")),
            ("path", self.tr("Only say where it is")),
        )
        for how, text in ways:
            action = self._add(menu, text, chip, replace(chip.reference, how=how))
            action.setCheckable(True)
            action.setChecked(chip.reference.how == how)
            group.addAction(action)

    def _add_versions(self, menu: QMenu, chip: PlacedChip) -> None:
        work, _, fixed = chip.reference.target.partition("@")
        try:
            versions = self._bridge.queries.versions(work)[:_MOST_VERSIONS]
        except WorkspaceError:
            return
        more = menu.addMenu(self.tr("Version"))
        group = QActionGroup(more)
        choices = [("", self.tr("The newest (or the approved one)"))]
        choices += [(str(version.n), self.tr("Version {0}").format(version.n)) for version in versions]
        for number, text in choices:
            target = f"{work}@{number}" if number else work
            action = self._add(more, text, chip, replace(chip.reference, target=target))
            action.setCheckable(True)
            action.setChecked(number == fixed)
            group.addAction(action)

    def _add(self, menu: QMenu, text: str, chip: PlacedChip, reference: Reference | None) -> QAction:
        action = menu.addAction(text)
        action.setData((chip.position, reference))
        return action

    @Slot(QAction)
    def _do(self, action: QAction) -> None:
        position, reference = action.data()
        self._field.replace_chip(position, reference)
