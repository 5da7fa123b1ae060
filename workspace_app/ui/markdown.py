"""Markdown that anybody, a model too, may have written: shown, never trusted."""

import math
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QDesktopServices,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLayout,
    QTextTable,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QMessageBox, QSizePolicy, QTextBrowser, QWidget

from workspace_app.ui.theme import Theme

SAFE_SCHEMES = frozenset({"http", "https", "mailto"})
_FEATURES = QTextDocument.MarkdownFeature(
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub.value | QTextDocument.MarkdownFeature.MarkdownNoHTML.value
)
_LINE_HEIGHT = 135
_HEADING_POINTS = {1: 4.0, 2: 2.5, 3: 1.0}
_CODE_LIMIT = 100_000


class MarkdownView(QTextBrowser):
    """Shows Markdown: raw HTML stays text, nothing is loaded, and a click on a link asks before it opens.

    Args:
        fits_content: whether the view is as high as its text and leaves scrolling to its surroundings.
    """

    link_activated = Signal(str)
    """The person chose to open a link, after being asked; it is being opened."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, fits_content: bool = False) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = ""
        self._is_markdown = True
        self._fits_content = fits_content
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(24)
        self.viewport().setAutoFillBackground(False)
        self.setStyleSheet("QTextBrowser { background: transparent; border: 0; }")
        self.anchorClicked.connect(self._ask)
        if fits_content:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.document().documentLayout().documentSizeChanged.connect(self._fit)

    def show_markdown(self, text: str) -> None:
        """Show `text` as Markdown (GitHub's dialect)."""
        self._text, self._is_markdown = text, True
        self._render()

    def show_plain(self, text: str) -> None:
        """Show `text` as it is."""
        self._text, self._is_markdown = text, False
        self._render()

    def text(self) -> str:
        """The text as it was given."""
        return self._text

    def _render(self) -> None:
        document = self.document()
        if not self._is_markdown:
            document.setPlainText(self._text)
            return
        document.setMarkdown(self._text, _FEATURES)
        _style(document, self._theme, self.font())

    # links

    @Slot(QUrl)
    def _ask(self, url: QUrl) -> None:
        if url.isRelative() and url.hasFragment() and not url.path():
            self.scrollToAnchor(url.fragment())
            return
        # As it is sent, so that no letter of another script passes for a known one.
        target = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        box = QMessageBox(QMessageBox.Icon.Question, self.tr("Open link"), self.tr("Open this link?"), parent=self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(target)
        opens = None
        if url.scheme() in SAFE_SCHEMES:
            opens = box.addButton(self.tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        else:
            box.setText(self.tr("This link does not lead to a web page, so it is not opened."))
        copies = box.addButton(self.tr("Copy address"), QMessageBox.ButtonRole.ActionRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        if box.clickedButton() is copies:
            QGuiApplication.clipboard().setText(target)
        elif opens is not None and box.clickedButton() is opens:
            self.link_activated.emit(target)
            QDesktopServices.openUrl(url)

    # Qt

    def loadResource(self, type: int, name: QUrl | str) -> Any:
        """A sign in place of every picture: what a model wrote must not read files nor reach the network.

        Without any picture Qt's own image handler would load the file after all.
        """
        if type == QTextDocument.ResourceType.ImageResource.value:
            return self._theme.pixmap("image", "muted", 16)
        return QByteArray()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and self._text:
            self._render()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fits_content:
            self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._fits_content:
            event.ignore()
        else:
            super().wheelEvent(event)

    def sizeHint(self) -> QSize:
        if not self._fits_content:
            return super().sizeHint()
        return QSize(super().sizeHint().width(), self._content_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self._content_height() if self._fits_content else 40)

    @Slot()
    def _fit(self) -> None:
        height = self._content_height()
        if height != self.height() or height != self.minimumHeight():
            self.setFixedHeight(height)

    def _content_height(self) -> int:
        return math.ceil(self.document().size().height()) + 2


def _style(document: QTextDocument, theme: Theme, font: QFont) -> None:
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _style_table(frame, theme)
    for code in _style_blocks(document, cursor, theme, font):
        _highlight(code, theme)
    cursor.endEditBlock()


def _style_blocks(
    document: QTextDocument, cursor: QTextCursor, theme: Theme, font: QFont
) -> Iterator[list[QTextBlock]]:
    """Give each block its spacing and size; yield the lines of each code block."""
    code: list[QTextBlock] = []
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families()
    block = document.begin()
    while block.isValid():
        if _is_code(block):
            code.append(block)
            _style_code(block, cursor, theme, fixed)
        else:
            if code:
                yield code
            code = []
            _style_text(block, cursor, theme, font)
        block = block.next()
    if code:
        yield code


def _is_code(block: QTextBlock) -> bool:
    format_ = block.blockFormat()
    return format_.hasProperty(QTextFormat.Property.BlockCodeFence) or format_.hasProperty(
        QTextFormat.Property.BlockCodeLanguage
    )


def _style_code(block: QTextBlock, cursor: QTextCursor, theme: Theme, families: list[str]) -> None:
    cursor.setPosition(block.position())
    format_ = QTextBlockFormat()
    format_.setBackground(theme.color("code"))
    format_.setNonBreakableLines(False)
    format_.setTopMargin(8 if not _is_code(block.previous()) else 0)
    format_.setBottomMargin(8 if not _is_code(block.next()) else 0)
    format_.setLeftMargin(8)
    cursor.mergeBlockFormat(format_)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    letters = QTextCharFormat()
    letters.setFontFamilies(families)
    cursor.mergeCharFormat(letters)


def _style_text(block: QTextBlock, cursor: QTextCursor, theme: Theme, font: QFont) -> None:
    cursor.setPosition(block.position())
    old = block.blockFormat()
    format_ = QTextBlockFormat()
    format_.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    quoted = old.intProperty(QTextFormat.Property.BlockQuoteLevel.value) > 0
    if cursor.currentTable():
        format_.setTopMargin(0)
        format_.setBottomMargin(0)
    else:
        format_.setTopMargin(14 if old.headingLevel() and block.position() else 0)
        format_.setBottomMargin(2 if _in_list(block) and _in_list(block.next()) else 8)
    cursor.mergeBlockFormat(format_)
    points = font.pointSizeF() + _HEADING_POINTS.get(old.headingLevel(), 0.0) if old.headingLevel() else 0.0
    for position, length, letters in _pieces(block):
        if points:
            # Qt's relative heading sizes win over a size in points, so they must go.
            letters.clearProperty(QTextFormat.Property.FontSizeAdjustment.value)
            letters.setFontPointSize(points)
        elif letters.fontFixedPitch():
            letters.setBackground(theme.color("code"))
        elif quoted:
            letters.setForeground(theme.color("muted"))
        else:
            continue
        cursor.setPosition(position)
        cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(letters)


def _in_list(block: QTextBlock) -> bool:
    return block.isValid() and block.textList() is not None


def _pieces(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    """The runs of equally formatted text of a block: position, length, format."""
    found = []
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        found.append((fragment.position(), fragment.length(), QTextCharFormat(fragment.charFormat())))
        iterator += 1
    return found


def _style_table(table: QTextTable, theme: Theme) -> None:
    format_ = table.format()
    format_.setBorder(1)
    format_.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    format_.setBorderCollapse(True)
    format_.setBorderBrush(theme.color("line"))
    format_.setCellPadding(5)
    format_.setCellSpacing(0)
    format_.setTopMargin(4)
    format_.setBottomMargin(10)
    table.setFormat(format_)
    _mend_first_cell(table)


def _mend_first_cell(table: QTextTable) -> None:
    """Undo what Qt's reader does to the first cell of a table after a quote or code: an empty line, and the format of what was before."""
    first = table.cellAt(0, 0)
    cursor = first.firstCursorPosition()
    if cursor.block().text() or cursor.position() == first.lastPosition():
        return
    cursor.deleteChar()
    cursor.setBlockFormat(QTextBlockFormat())
    cursor.setPosition(first.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
    bold = QTextCharFormat()
    bold.setFontWeight(QFont.Weight.DemiBold)
    cursor.mergeCharFormat(bold)


def _highlight(code: list[QTextBlock], theme: Theme) -> None:
    """Colour a code block without touching its text."""
    language = code[0].blockFormat().stringProperty(QTextFormat.Property.BlockCodeLanguage.value)
    text = "\n".join(block.text() for block in code)
    if not language or len(text) > _CODE_LIMIT:
        return
    formats: dict[int, list[QTextLayout.FormatRange]] = {}
    for line, start, length, color in colored(text, language):
        piece = QTextLayout.FormatRange()
        piece.start, piece.length = start, length
        piece.format.setForeground(theme.color(color))
        formats.setdefault(line, []).append(piece)
    for line, ranges in formats.items():
        if line < len(code):
            code[line].layout().setFormats(ranges)


def colored(text: str, language: str) -> Iterator[tuple[int, int, int, str]]:
    """The coloured pieces of program text: line from 0, start and length in UTF-16 units, name of the theme's colour.

    A language that Pygments does not know has none.
    """
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Comment, Keyword, Name, Number, Operator, String
    from pygments.util import ClassNotFound

    colors = {
        Comment: "code.comment",
        Keyword: "code.keyword",
        String: "code.string",
        Number: "code.number",
        Operator: "code.operator",
    }
    colors |= {Name.Function: "code.name", Name.Class: "code.name", Name.Builtin: "code.name", Name.Tag: "code.keyword"}
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return
    line = start = 0
    for token, value in lexer.get_tokens(text):
        color = next((name for kind, name in colors.items() if token in kind), None)
        for index, part in enumerate(value.split("\n")):
            if index:
                line, start = line + 1, 0
            length = len(part.encode("utf-16-le")) // 2
            if color is not None and length:
                yield line, start, length, color
            start += length
