"""What a work looks like: formatted, as plain text, as an image, or in a sentence when it cannot be shown."""

from pathlib import PurePath
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractScrollArea, QStackedLayout, QVBoxLayout, QWidget

from workspace_app.ui.image_view import ImageView
from workspace_app.ui.json_tree import JsonTree, read_tree
from workspace_app.ui.markdown import MarkdownView
from workspace_app.ui.phrases import size_of
from workspace_app.ui.small_widgets import IconLabel, button, label
from workspace_app.ui.source_view import SourceView
from workspace_app.ui.theme import Theme
from workspace_app.ui.work_words import type_name

FORMATTED = 100_000
"""Characters; formatting a longer text would hold up the window, so it is shown as it is written."""
SHOWN = 400_000
"""Characters; of a longer text only this much is shown."""
_MARKDOWN = frozenset({".md", ".markdown", ""})
_PROSE = _MARKDOWN | {".txt", ".rst"}
_IMAGES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".svg", ".ico"})


class WorkPreview(QWidget):
    """Shows what the verb `read_work` gave.

    Signals:
        open_requested: the person wants the file in its own program.
        failed: the file could not be shown, at least not now.
    """

    open_requested = Signal()
    failed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = ""
        self._size = 0
        self._ending = ""
        self._whole: str | None = None
        self._text: str | None = None
        self._value: Any = None
        self._as_written = self._fixed_width = False
        self._note = label("", "muted", self)
        self._note.setWordWrap(True)
        self.markdown = MarkdownView(theme, self)
        self.markdown.setAccessibleName(self.tr("Text of the work"))
        self.plain = SourceView(theme, self, can_comment=True)
        self.plain.setAccessibleName(self.tr("Text of the work"))
        self.tree = JsonTree(self)
        self.image = ImageView(self)
        self.image.failed.connect(self._image_failed)
        self._sentence = self._make_sentence(theme)
        self._stack = QStackedLayout()
        for page in (self.markdown, self.plain, self.tree, self.image, self._sentence):
            self._stack.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._note)
        layout.addLayout(self._stack, 1)
        self.show_sentence("")

    def show_work(self, read: dict[str, Any], path: str) -> None:
        """Show a work.

        Args:
            read: what `read_work` gave.
            path: the work's own path, whose ending tells the type.
        """
        self._path, self._size = str(read["path"]), int(read["size"])
        text, ending = read["text"], PurePath(path).suffix.lower()
        self._whole = None if text is None or read.get("truncated") else str(text)
        self._text, self._ending = None, ending
        self._show_note("")
        if ending in _IMAGES:
            self._stack.setCurrentWidget(self.image)
            self.image.show_image(self._path, PurePath(path).name)
        elif text is None:
            self.show_sentence(
                self.tr("{type}, {size}. It cannot be shown here.").format(
                    type=type_name(path), size=size_of(self._size)
                ),
                can_open=True,
            )
        else:
            self._show_text(str(text), ending, truncated=bool(read.get("truncated")))

    def show_sentence(self, text: str, *, can_open: bool = False) -> None:
        """Show a sentence in the place of the work."""
        self._whole = self._whole if can_open else None
        self._text = None
        self._words.setText(text)
        self.open.setVisible(can_open)
        self._picture.setVisible(can_open)
        self._show_note("")
        self._stack.setCurrentWidget(self._sentence)

    def whole_text(self) -> str | None:
        """The whole text of the work; None if it is no text, or not all of it is here."""
        return self._whole

    def sentence(self) -> str:
        """The sentence that is shown, empty if the work itself is."""
        return self._words.text() if self._stack.currentWidget() is self._sentence else ""

    def note(self) -> str:
        """What is said above the text: that only a part is shown."""
        return self._note.text()

    def scroll_position(self) -> int | None:
        """How far the text is scrolled; None if it fits and cannot be."""
        area = self._stack.currentWidget()
        if not isinstance(area, QAbstractScrollArea) or area.verticalScrollBar().maximum() == 0:
            return None
        return area.verticalScrollBar().value()

    def scroll_to(self, position: int) -> None:
        """Scroll to where `scroll_position` was, as far as the text goes."""
        area = self._stack.currentWidget()
        if isinstance(area, QAbstractScrollArea):
            area.verticalScrollBar().setValue(position)

    # text, formatted or as it is written

    def show_as_written(self, on: bool) -> None:
        """Show a formatted text as it is written, or formatted again, at about the same place."""
        if on == self._as_written:
            return
        part, self._as_written = self._part_scrolled(), on
        if self._text is not None:
            self._place_text(self._text)
            area = self._stack.currentWidget()
            if isinstance(area, QAbstractScrollArea):
                area.verticalScrollBar().setValue(round(part * area.verticalScrollBar().maximum()))

    def set_fixed_width(self, on: bool) -> None:
        """Show prose in letters of one width; what is no prose always has them."""
        self._fixed_width = on
        self.plain.set_fixed_width(on or self._ending not in _PROSE)

    def has_text(self) -> bool:
        """Whether a text is shown."""
        return self._text is not None

    def is_prose(self) -> bool:
        """Whether the text is one to be read in the window's own letters."""
        return self._ending in _PROSE

    def can_format(self) -> bool:
        """Whether the text can be shown formatted."""
        if self._text is None or len(self._text) > FORMATTED:
            return False
        return self._value is not None or self._ending in _MARKDOWN

    def focus_text(self) -> None:
        """Give the keyboard to the text, whichever way it is shown."""
        if shown := self._stack.currentWidget():
            shown.setFocus()

    def is_written(self) -> bool:
        """Whether the text is shown as it is written."""
        return self._stack.currentWidget() is self.plain

    def _show_text(self, text: str, ending: str, *, truncated: bool) -> None:
        shown = text[:SHOWN]
        if truncated or len(text) > SHOWN:
            part, whole = size_of(len(shown.encode())), size_of(self._size)
            self._show_note(
                self.tr(
                    "The text is long: this is the first {part} of {whole}. Open it in its program to see all."
                ).format(part=part, whole=whole)
            )
        elif ending in _MARKDOWN and len(shown) > FORMATTED:
            self._show_note(self.tr("The text is long, so it is shown as it is written, without formatting."))
        self._text = shown
        has_parts = ending == ".json" and not truncated and len(text) <= FORMATTED
        self._value = read_tree(text) if has_parts else None
        self.set_fixed_width(self._fixed_width)
        self.plain.show_text(shown)
        self._place_text(shown)

    def _place_text(self, text: str) -> None:
        if self._value is not None and not self._as_written:
            self.tree.show_value(self._value)
            self.markdown.show_markdown("")  # what was selected there is of another work
            self._stack.setCurrentWidget(self.tree)
        elif self.can_format() and not self._as_written:
            self.markdown.show_markdown(text)
            self._stack.setCurrentWidget(self.markdown)
        else:
            self._stack.setCurrentWidget(self.plain)

    def _part_scrolled(self) -> float:
        area = self._stack.currentWidget()
        most = area.verticalScrollBar().maximum() if isinstance(area, QAbstractScrollArea) else 0
        return area.verticalScrollBar().value() / most if most and isinstance(area, QAbstractScrollArea) else 0.0

    def _show_note(self, text: str) -> None:
        self._note.setText(text)
        self._note.setVisible(bool(text))

    @Slot(str)
    def _image_failed(self, reason: str) -> None:
        self.show_sentence(self.tr("The image cannot be shown: {reason}").format(reason=reason), can_open=True)
        self.failed.emit()

    def _make_sentence(self, theme: Theme) -> QWidget:
        box = QWidget(self)
        self._picture = IconLabel(theme, "document", "muted", 32, box)
        self._words = label("", "muted", box)
        self._words.setWordWrap(True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.open = button(self.tr("Open with its program"), parent=box)
        self.open.clicked.connect(self.open_requested)
        layout = QVBoxLayout(box)
        layout.addStretch(1)
        layout.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self._words)
        layout.addWidget(self.open, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(2)
        return box
