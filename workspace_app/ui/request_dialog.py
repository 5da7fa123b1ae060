"""Exactly what was sent to a model (R28)."""

import json
from dataclasses import asdict
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from workspace_app.store.queries import Request
from workspace_app.ui.phrases import short_count
from workspace_app.ui.small_widgets import label
from workspace_app.ui.theme import Theme

_ROLES = {
    "SystemMessage": "system",
    "UserMessage": "user",
    "AssistantMessage": "assistant",
    "FunctionExecutionResultMessage": "tool",
}


class RequestDialog(QDialog):
    """Messages by role, tools, options and the whole as JSON."""

    def __init__(self, theme: Theme, request: Request, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._json = theme, json.dumps(asdict(request), ensure_ascii=False, indent=2)
        self.setWindowTitle(self.tr("What was sent to {0}").format(request.model))
        self.resize(860, 620)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(label(self._about(request), "muted", self))
        tabs = QTabWidget(self)
        tabs.addTab(self._messages(request), self.tr("Messages ({0})").format(len(request.messages)))
        tabs.addTab(_plain(_dump(request.tools), self.tr("Tools")), self.tr("Tools ({0})").format(len(request.tools)))
        tabs.addTab(_plain(_dump(request.options), self.tr("Options")), self.tr("Options"))
        tabs.addTab(_plain(self._json, self.tr("JSON")), self.tr("JSON"))
        layout.addWidget(tabs, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        self.copy = QPushButton(self.tr("Copy as JSON"), self)
        self.copy.clicked.connect(self._copy)
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        layout.addWidget(buttons)

    def _about(self, request: Request) -> str:
        parts = [self.tr("{0} asked {1}").format(request.source, request.model)]
        if request.slot != request.model:
            parts.append(self.tr("set up as “{0}”").format(request.slot))
        if request.input_tokens is not None:
            read, written = short_count(request.input_tokens), short_count(request.output_tokens or 0)
            parts.append(self.tr("{0} tokens read, {1} written").format(read, written))
        if request.finish:
            parts.append(self.tr("ended: {0}").format(request.finish))
        if request.error:
            parts.append(self.tr("failed: {0}").format(request.error))
        return "  ·  ".join(parts)

    def _messages(self, request: Request) -> QTextEdit:
        view = QTextEdit(self)
        view.setReadOnly(True)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.document().setDocumentMargin(12)
        view.setAccessibleName(self.tr("Messages"))
        cursor = QTextCursor(view.document())
        for message in request.messages:
            self._insert(cursor, message)
        view.moveCursor(QTextCursor.MoveOperation.Start)
        return view

    def _insert(self, cursor: QTextCursor, message: Any) -> None:
        heading, text, space = QTextCharFormat(), QTextCharFormat(), QTextBlockFormat()
        heading.setForeground(self._theme.color("accent"))
        heading.setFontWeight(600)
        text.setFontFamilies(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families())
        space.setTopMargin(12)
        if cursor.position():
            cursor.insertBlock(space)
        cursor.insertText(_role(message), heading)
        cursor.insertBlock(QTextBlockFormat())
        cursor.insertText(_content(message), text)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._json)


def _role(message: Any) -> str:
    kind = str(message.get("type") or message.get("role") or "")
    role, source = _ROLES.get(kind, kind), message.get("source")
    return f"{role} ({source})" if source and source != role else role


def _content(message: Any) -> str:
    content = message.get("content", "")
    return content if isinstance(content, str) else _dump(content)


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _plain(text: str, name: str) -> QPlainTextEdit:
    view = QPlainTextEdit(text)
    view.setReadOnly(True)
    view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    view.setAccessibleName(name)
    return view
