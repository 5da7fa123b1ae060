"""Markdown that a model wrote: shown, never trusted."""

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QColor, QImage, QPixmap, QTextDocument
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from workspace_app.ui.markdown import MarkdownView, colored
from workspace_app.ui.theme import Theme


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> MarkdownView:
    view = MarkdownView(theme, fits_content=True)
    qtbot.addWidget(view)
    view.resize(600, 40)
    view.show()
    return view


def _answer_box(said: list[str], button: str) -> None:
    """Press `button` in the box that is open, noting its text and buttons."""
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    said += [box.informativeText(), *(made.text() for made in box.buttons())]
    next(made for made in box.buttons() if made.text() == button).click()


def test_raw_html_stays_text(view: MarkdownView) -> None:
    view.show_markdown("before <b>bold</b> <script>alert(1)</script>\n\n<img src='x.png'>")
    assert "<b>bold</b> <script>alert(1)</script>" in view.toPlainText()


def test_no_image_is_loaded(view: MarkdownView, tmp_path: Path) -> None:
    picture = tmp_path / "secret.png"
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    image.save(str(picture))
    url = QUrl.fromLocalFile(str(picture))
    view.show_markdown(f"![a]({url.toString()}) ![b](http://127.0.0.1:9/x.png)")
    view.grab()
    shown = view.document().resource(QTextDocument.ResourceType.ImageResource.value, url)
    assert isinstance(shown, QPixmap)
    assert shown.toImage().pixelColor(0, 0) != QColor("red")
    assert shown.width() == 16


def test_a_link_asks_and_shows_where_it_leads(qtbot: QtBot, view: MarkdownView) -> None:
    said: list[str] = []
    QTimer.singleShot(0, lambda: _answer_box(said, "Cancel"))
    with qtbot.assertNotEmitted(view.link_activated):
        view.anchorClicked.emit(QUrl("https://example.org/a?b=1"))
    assert said[0] == "https://example.org/a?b=1"
    assert "Open" in said


@pytest.mark.parametrize("target", ["file:///etc/passwd", "javascript:alert(1)", "smb://host/x"])
def test_what_is_no_web_page_cannot_be_opened(view: MarkdownView, target: str) -> None:
    said: list[str] = []
    QTimer.singleShot(0, lambda: _answer_box(said, "Copy address"))
    view.anchorClicked.emit(QUrl(target))
    assert "Open" not in said
    assert QApplication.clipboard().text() == target


def test_it_is_as_high_as_its_text(view: MarkdownView) -> None:
    view.show_markdown("one line")
    low = view.height()
    view.show_markdown("\n\n".join(["a paragraph"] * 30))
    assert view.height() > 10 * low
    assert view.verticalScrollBar().maximum() <= 2


def test_a_table_after_code_keeps_its_first_cell(view: MarkdownView) -> None:
    view.show_markdown("```python\nx = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert view.toPlainText().split() == ["x", "=", "1", "a", "b", "1", "2"]
    assert "\n\n" not in view.toPlainText().strip()


def test_headings_are_larger_than_text_and_in_order(view: MarkdownView) -> None:
    view.show_markdown("# one\n\n## two\n\ntext")
    document = view.document()
    heights = [document.documentLayout().blockBoundingRect(document.findBlockByNumber(n)).height() for n in range(3)]
    assert heights[0] > heights[1] > heights[2]


def test_code_is_coloured_line_by_line() -> None:
    pieces = list(colored('def f():\n    return "é😀"  # x\n', "python"))
    assert (0, 0, 3, "code.keyword") in pieces
    assert (1, 4, 6, "code.keyword") in pieces
    assert (1, 18, 3, "code.comment") in pieces
    assert list(colored("x", "no-such-language")) == []
