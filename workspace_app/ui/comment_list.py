"""The comments on a work, in the order of their passages; resolved ones folded away."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from workspace_app.ui.capped_scroll import CappedScroll
from workspace_app.ui.comment_card import CommentCard
from workspace_app.ui.comment_words import Remark
from workspace_app.ui.small_widgets import button
from workspace_app.ui.theme import Theme

_FAR = 1 << 60


class CommentList(QWidget):
    """Cards, one for each comment.

    Signals:
        chosen, edit_requested, delete_requested, resolve_requested: as those of a card.
    """

    chosen = Signal(str)
    edit_requested = Signal(str)
    delete_requested = Signal(str)
    resolve_requested = Signal(str, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._remarks: list[Remark] = []
        self._current = ""
        self._low = False
        self.cards: list[CommentCard] = []
        self.title = QToolButton(self)
        self.title.setCheckable(True)
        self.title.setChecked(True)
        self.title.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.title.setToolTip(self.tr("Show or hide the comments"))
        self.title.setStyleSheet("QToolButton:checked { background: transparent; } QToolButton { font-weight: 600; }")
        self.title.toggled.connect(self._show_cards)
        self.fold = button("", "quiet", parent=self)
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._fold)
        self.area = CappedScroll(self)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.fold)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.area)
        self.hide()

    def show_remarks(self, remarks: Sequence[Remark]) -> None:
        """Show comments; the focus stays on the same one, or goes to the one in its place."""
        if list(remarks) == self._remarks:
            return
        self._remarks = sorted(remarks, key=lambda remark: (_FAR if remark.start is None else remark.start, remark.id))
        self._rebuild()
        self.setVisible(bool(remarks))

    def set_low(self, on: bool) -> None:
        """Begin folded where there is little room; what the person chose stays until that changes."""
        if on != self._low:
            self._low = on
            self.title.setChecked(not on)

    @Slot(bool)
    def _show_cards(self, _on: bool) -> None:
        shown = self.title.isChecked()
        self.title.setIcon(self._theme.icon("chevron_down" if shown else "chevron_right", "muted"))
        self.area.setVisible(shown and bool(self.cards))

    def set_current(self, comment: str) -> None:
        """Show which comment's passage is looked at, and bring it into view."""
        self._current = comment
        for card in self.cards:
            card.set_current(card.remark.id == comment)
            if card.remark.id == comment:
                self.area.ensureWidgetVisible(card, 0, 8)

    def focus_card(self, place: int) -> bool:
        """Give a card the keyboard; False if there is none."""
        if not self.cards:
            return False
        card = self.cards[max(0, min(place, len(self.cards) - 1))]
        card.setFocus(Qt.FocusReason.TabFocusReason)
        self.area.ensureWidgetVisible(card, 0, 8)
        return True

    def _rebuild(self) -> None:
        focused = next(
            (place for place, card in enumerate(self.cards) if card.isAncestorOf(_focus(self)) or card.hasFocus()), None
        )
        resolved = sum(remark.resolved for remark in self._remarks)
        shown = [remark for remark in self._remarks if self.fold.isChecked() or not remark.resolved]
        self.title.setText(self.tr("Comments ({count})").format(count=len(self._remarks) - resolved))
        self.fold.setText(self.tr("{count} resolved").format(count=resolved))
        self.fold.setToolTip(self.tr("Show or hide what is resolved"))
        self.fold.setVisible(bool(resolved))
        inside = _Cards(self)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(6)
        self.cards = [self._card(remark, inside) for remark in shown]
        for card in self.cards:
            column.addWidget(card)
        column.addStretch(1)
        self.area.hold(inside if shown else None)
        self._show_cards(True)
        if focused is not None:
            self.focus_card(focused)

    def _card(self, remark: Remark, parent: QWidget) -> CommentCard:
        card = CommentCard(self._theme, remark, parent)
        card.set_current(remark.id == self._current)
        card.chosen.connect(self.chosen)
        card.edit_requested.connect(self.edit_requested)
        card.delete_requested.connect(self.delete_requested)
        card.resolve_requested.connect(self.resolve_requested)
        card.moved.connect(self._move)
        return card

    @Slot(int)
    def _move(self, direction: int) -> None:
        place = next((place for place, card in enumerate(self.cards) if card.hasFocus()), 0)
        if 0 <= place + direction < len(self.cards):
            self.focus_card(place + direction)

    @Slot(bool)
    def _fold(self, _on: bool) -> None:
        self._rebuild()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_cards(True)


class _Cards(QWidget):
    """As high as the cards are at their width; their least height is that at a width they never have."""

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 0)


def _focus(widget: QWidget) -> QWidget:
    return widget.window().focusWidget() or widget
