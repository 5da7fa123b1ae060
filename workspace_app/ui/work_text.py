"""The text of a work: looked at, commented on, or written in."""

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from workspace_app.domain.records import Version, Work
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.comment_editor import Draft
from workspace_app.ui.comments_pane import CommentsPane
from workspace_app.ui.preferences import Preferences
from workspace_app.ui.small_widgets import label
from workspace_app.ui.text_bar import TextBar
from workspace_app.ui.theme import Theme
from workspace_app.ui.work_editor import WorkEditor
from workspace_app.ui.work_preview import WorkPreview

BESIDE = 780
"""Pixels from which the comments fit beside the text."""
_COMMENTS_WIDTH = 364
LOW = 560
"""Pixels; in a lower panel the text needs the room that comments and sentences take elsewhere."""
_REST = 500
_ONE_CARD = 88
_LINES, _FEW_LINES = 104, 88


class WorkText(QWidget):
    """One version's text, with the comments on it.

    Signals:
        saved: the person's text is a version now.
        handed_in: the person's text completes the step.
        edit_changed: the person began to write in the text, or stopped.
    """

    saved = Signal(str)
    handed_in = Signal()
    edit_changed = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = Preferences(bridge.home)
        self._work: Work | None = None
        self._version: Version | None = None
        self._room = LOW
        self._stopped: set[str] = set()
        self._started: set[str] = set()
        self.bar = TextBar(theme, self)
        self.preview = WorkPreview(theme, self)
        self.preview.show_as_written(self._preferences.flag("works_source", False))
        self.preview.set_fixed_width(self.fixed_width())
        self.editor = WorkEditor(bridge, theme, self)
        self.editor.source.set_fixed_width(self.fixed_width())
        self.comments = CommentsPane(bridge, theme, self)
        self.hint = label("", "muted", self)
        self.hint.setWordWrap(True)
        self._lay_out()
        self._connect()
        self._show_modes()

    # what is shown

    def show_text(self, work: Work, version: Version, read: dict[str, Any]) -> None:
        """Show what `read_work` gave for a version; the newest one as the person's unsaved text, if there is any."""
        newest = version.n == work.newest.n
        other = self._version is None or version.id != self._version.id
        self._work, self._version = work, version
        self.preview.show_work(read, work.path)
        if other:
            self._hint("")
        if not newest:
            self._started.discard(work.id)
        elif self.editor.drafts.get(work.id) is not None and work.id not in self._stopped:
            self._started.add(work.id)
        self._place()
        self.comments.show_version(work, version)
        self._mark()

    def show_sentence(self, text: str) -> None:
        """Show a sentence in the place of the text."""
        self._work = self._version = None
        self.preview.show_sentence(text)
        self._place()
        self.comments.show_version(None, None)

    def show_state(self, work: Work) -> None:
        """The work may have newer versions than the one that is shown."""
        self.editor.show_state(work)

    def is_editing(self) -> bool:
        """Whether the person writes in the text."""
        return self._pages.currentWidget() is self.editor

    def fixed_width(self) -> bool:
        """Whether prose is shown in letters of one width."""
        return self._preferences.flag("works_fixed_width", False)

    def _place(self) -> None:
        """Show the text or the editor."""
        work, version, text = self._work, self._version, self.preview.whole_text()
        editing = work is not None and work.id in self._started and text is not None and self.preview.has_text()
        if editing and work is not None and version is not None and text is not None:
            if work.id == self.editor.work() and (self.editor.is_changed() or self.editor.source.written() == text):
                self.editor.rebase(work, version, text)
            else:
                self.editor.show_work(work, version, text)
        changed = editing != self.is_editing()
        self._pages.setCurrentWidget(self.editor if editing else self.preview)
        self._show_modes()
        if changed:
            self.edit_changed.emit()

    def _show_modes(self) -> None:
        editing, has_text = self.is_editing(), self.preview.has_text()
        self.bar.setVisible(has_text)
        self.bar.show_modes(
            can_format=self.preview.can_format(),
            source=self.preview.is_written(),
            can_edit=has_text and self.preview.whole_text() is not None,
            editing=editing,
        )
        self.comments.set_teaching(has_text and not editing and self.preview.is_written())

    def _mark(self) -> None:
        if self.preview.has_text():
            passages = [remark.passage for remark in self.comments.remarks()]
            self.preview.plain.show_passages([passage for passage in passages if passage is not None])

    def _hint(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.setVisible(bool(text))

    # looking

    @Slot(bool)
    def _show_source(self, on: bool) -> None:
        self._preferences.keep_flag("works_source", on)
        self.preview.show_as_written(on)
        self._hint("")
        self._show_modes()

    @Slot(bool)
    def set_fixed_width(self, on: bool) -> None:
        """Show prose in letters of one width, or in those of the window."""
        self._preferences.keep_flag("works_fixed_width", on)
        self.preview.set_fixed_width(on)
        self.editor.source.set_fixed_width(on)

    # commenting

    @Slot()
    def comment(self) -> None:
        """Write a comment on what is selected, or on the line that the cursor is in."""
        if self._work is None or self._version is None or not self.preview.has_text() or self.is_editing():
            return
        if not self.preview.is_written():
            self._go_to_source()
            if self._find_selected() is None:
                return
        chosen = self.preview.plain.selected()
        if chosen is None:
            self._hint(self.tr("Select the passage that you want to comment on, then press Comment (Ctrl+Alt+M)."))
            return
        self._hint("")
        start, end = chosen
        quote = self.preview.plain.shown_text()[start:end]
        self.comments.begin(Draft(self._work.id, self._version.id, start, end, quote))

    def _go_to_source(self) -> None:
        self._show_source(True)
        self.preview.plain.setFocus()

    def _find_selected(self) -> tuple[int, int] | None:
        """Select in the source what is selected in the formatted text, where that is plain."""
        words = self.preview.markdown.textCursor().selectedText().strip()
        text = self.preview.plain.shown_text()
        if not words or text.count(words) != 1:
            self._hint(
                self.tr("This is the text as it is written: select the passage here, then press Comment (Ctrl+Alt+M).")
            )
            return None
        place = text.index(words), text.index(words) + len(words)
        self.preview.plain.select(*place)
        return place

    @Slot(str)
    def _go_to(self, comment: str) -> None:
        self.comments.choose(comment)
        if self.is_editing():
            return
        marked = comment in self.preview.plain.passages()
        if marked and not self.preview.is_written():
            self._show_source(True)
        if not marked:
            self._hint(self.tr("The passage of this comment is not in this version."))
        else:
            self._hint("")
            self.preview.plain.go_to(comment)

    @Slot()
    def _focus_text(self) -> None:
        self.preview.focus_text()

    # writing

    @Slot(bool)
    def _edit(self, on: bool) -> None:
        if self._work is None:
            return
        (self._started.add if on else self._started.discard)(self._work.id)
        (self._stopped.discard if on else self._stopped.add)(self._work.id)
        unsaved = not on and self.editor.is_changed()
        self._hint(
            self.tr("Your unsaved text is kept, and is in no version yet: press Edit to go on with it.")
            if unsaved
            else ""
        )
        self._place()
        if on:
            self.editor.source.setFocus()
        else:
            self._focus_text()

    @Slot()
    def _discard(self) -> None:
        self._place()
        self.editor.source.setFocus()

    @Slot()
    def _handed_in(self) -> None:
        if self._work is not None:
            self._started.discard(self._work.id)
        self._place()
        self.handed_in.emit()

    # making

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def set_room(self, height: int) -> None:
        """How high the panel is, in pixels: the text goes before the comments."""
        self._room = height
        self._room_for_text.least = _FEW_LINES if height < LOW else _LINES
        self._arrange()

    def _arrange(self) -> None:
        beside = self.width() >= BESIDE
        self._body.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self.comments.setMaximumWidth(_COMMENTS_WIDTH if beside else 16_777_215)
        self.comments.setMinimumWidth(_COMMENTS_WIDTH if beside else 0)
        self.comments.set_beside(beside)
        self.comments.list.set_low(self._room < LOW)
        self.comments.list.area.set_cap(max(_ONE_CARD, self.height() - 80 if beside else (self._room - _REST) // 2))

    def _lay_out(self) -> None:
        self._room_for_text = pages = _Pages(self)
        self._pages = QStackedLayout(pages)
        self._pages.setContentsMargins(0, 0, 0, 0)
        self._pages.addWidget(self.preview)
        self._pages.addWidget(self.editor)
        self._body = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._body.setSpacing(8)
        self._body.addWidget(pages, 1)
        self._body.addWidget(self.comments)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.bar)
        layout.addWidget(self.hint)
        layout.addLayout(self._body, 1)
        self._hint("")

    def _connect(self) -> None:
        self.bar.source_toggled.connect(self._show_source)
        self.bar.edit_toggled.connect(self._edit)
        self.bar.comment_requested.connect(self.comment)
        self.preview.plain.comment_requested.connect(self.comment)
        self.preview.plain.passage_pressed.connect(self.comments.choose)
        self.comments.changed.connect(self._mark)
        self.comments.chosen.connect(self._go_to)
        self.comments.left.connect(self._focus_text)
        self.editor.saved.connect(self.saved)
        self.editor.handed_in.connect(self._handed_in)
        self.editor.discarded.connect(self._discard)

    def add_keys(self, surroundings: QWidget) -> None:
        """Let the keys of the text work in all of `surroundings`."""
        for key, slot in (
            ("Ctrl+Alt+M", self.comment),
            ("Alt+T", self.bar.toggle_source),
            ("Ctrl+E", self.bar.toggle_edit),
        ):
            shortcut = QShortcut(QKeySequence(key), surroundings)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)


class _Pages(QWidget):
    """Room for a text: as much as there is, and never less than a few lines."""

    least = _LINES

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        pages = self.layout()
        shown = pages.currentWidget() if isinstance(pages, QStackedLayout) else None
        return QSize(160, max(self.least, shown.minimumSizeHint().height() if isinstance(shown, WorkEditor) else 0))

    def hasHeightForWidth(self) -> bool:
        return False
