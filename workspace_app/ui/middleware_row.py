"""One middleware of an assistant: its place, its switch, and its settings."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.ui.catalogue import Catalogue
from workspace_app.ui.drag_handle import DragHandle
from workspace_app.ui.engine_words import localized
from workspace_app.ui.kept_answers import KeptAnswers
from workspace_app.ui.middleware_words import middleware_word
from workspace_app.ui.schema_form import SchemaForm
from workspace_app.ui.small_widgets import Card, IconButton, label
from workspace_app.ui.theme import Theme


class MiddlewareRow(Card):
    """A card with a handle, a switch, a form that unfolds, and a cross. Alt+Up and Alt+Down move it, Delete removes it.

    Signals:
        edited: its new entry, as in the plan, the setting that was changed ("" for the switch), and the text typed in it.
        moved: by how many places.
        dragged: the handle is here now (global position).
        dropped: the handle was let go here (global position).
        removed: the person asked to take it out.
    """

    edited = Signal(dict, str, str)
    moved = Signal(int)
    dragged = Signal(QPoint)
    dropped = Signal(QPoint)
    removed = Signal()

    def __init__(self, theme: Theme, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._entry: Mapping[str, Any] = {}
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.handle = DragHandle(theme, self)
        self.handle.dragged.connect(self.dragged)
        self.handle.dropped.connect(self.dropped)
        self.on = QCheckBox(self)
        self.on.toggled.connect(self._switch)
        self.help = label("", "muted", self)
        self.help.setWordWrap(True)
        self.unfold = IconButton(theme, "chevron_right", self.tr("Settings"), self)
        self.unfold.setCheckable(True)
        self.unfold.toggled.connect(self._unfold)
        self.remove = IconButton(theme, "cross", self.tr("Remove"), self)
        self.remove.clicked.connect(self.removed)
        self.form = SchemaForm(self, words=True)
        self.form.setContentsMargins(24, 6, 4, 6)
        self.form.edited.connect(self._set)
        self.form.hide()
        self.kept = KeptAnswers(catalogue, self)
        self.kept.hide()
        self._lay_out()

    def show_entry(self, entry: Mapping[str, Any], about: Mapping[str, Any] | None) -> None:
        """Show an entry of the plan.

        Args:
            about: what the verb `middleware` says of its type; None if it is not known here, and then nothing of it is changed.
        """
        self._entry = entry
        name = middleware_word(str(entry.get("type", "")))
        blocked = self.on.blockSignals(True)
        self.on.setText(name)
        self.on.setChecked(bool(entry.get("on", True)))
        self.on.blockSignals(blocked)
        self.setAccessibleName(name)
        self.remove.setAccessibleName(self.tr("Remove {name}").format(name=name))
        self.help.setText(localized(str(about["help"])) if about else self.tr("This middleware is not known here."))
        schema = about["settings"] if about else {}
        self.unfold.setVisible(bool(schema.get("properties")))
        self.form.show_values(schema, entry.get("settings") or {})
        keeps = entry.get("type") == "ResultCache"
        if keeps and self.kept.isHidden():
            self.kept.refresh()
        self.kept.setVisible(keeps)

    def _lay_out(self) -> None:
        head, words = QHBoxLayout(), QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.on)
        words.addWidget(self.help)
        head.setSpacing(8)
        head.addWidget(self.handle)
        head.addLayout(words, 1)
        head.addWidget(self.unfold)
        head.addWidget(self.remove)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 6, 6)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(self.form)
        layout.addWidget(self.kept)

    @Slot(bool)
    def _switch(self, on: bool) -> None:
        self.edited.emit({**self._entry, "on": on}, "", "")

    @Slot(str, dict, str)
    def _set(self, name: str, values: dict[str, Any], typed: str) -> None:
        self.edited.emit({**self._entry, "settings": values}, name, typed)

    @Slot(bool)
    def _unfold(self, on: bool) -> None:
        self.form.setVisible(on)
        self.unfold.set_icon("chevron_down" if on else "chevron_right", self.tr("Settings"))

    def event(self, event: QEvent) -> bool:
        # Alt+Up and Alt+Down inside of a row move the row, not the step that it belongs to.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _way(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if by := _way(event):
            self.moved.emit(by)
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)


def _way(event: QKeyEvent) -> int:
    """By how many places a key moves a row."""
    if not event.modifiers() & Qt.KeyboardModifier.AltModifier:
        return 0
    return {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
