"""What middleware and its hooks are called."""

import re

from PySide6.QtCore import QCoreApplication

_OFFERED = {"ModelRetry": {"on_failure": "error"}}
"""Settings with which a middleware is offered, where they are not its defaults (L122)."""


REPEATED = frozenset({"PII", "ToolCallLimit"})
"""Types of which an assistant may have several, about different things."""


def middleware_word(name: str) -> str:
    """The name of a middleware for people, such as of "PII[email]"; a project's own keep theirs."""
    type_, bracket, about = name.partition("[")
    word = _type_word(type_)
    return f"{word} ({about.removesuffix(']')})" if bracket else word


def _type_word(type_: str) -> str:
    translate = QCoreApplication.translate
    return {
        "PII": translate("Middleware", "Personal data"),
        "Recall": translate("Middleware", "Earlier conversations"),
        "ModelCallLimit": translate("Middleware", "Limit of model calls"),
        "ToolCallLimit": translate("Middleware", "Limit of tool calls"),
        "Summarization": translate("Middleware", "Summary of the past"),
        "TaskMemory": translate("Middleware", "Memory of the task"),
        "Snapshot": translate("Middleware", "Snapshot of the task"),
        "LastMessages": translate("Middleware", "Last messages only"),
        "ContextEditing": translate("Middleware", "Clearing of old results"),
        "ToolSelector": translate("Middleware", "Choice of tools"),
        "ModelFallback": translate("Middleware", "Other models on failure"),
        "ModelRetry": translate("Middleware", "Retries of the model"),
        "ToolRetry": translate("Middleware", "Retries of tools"),
        "HumanInTheLoop": translate("Middleware", "Your approval of tools"),
        "TodoList": translate("Middleware", "To-do list"),
        "Shell": translate("Middleware", "Shell"),
        "FileSearch": translate("Middleware", "Search of files"),
        "WebSearch": translate("Middleware", "Search of the web"),
        "ToolEmulator": translate("Middleware", "Pretended tools"),
        "StructuredAnswer": translate("Middleware", "Form of the answer"),
        "ResultCache": translate("Middleware", "Answers given again"),
        "Permissions": translate("Middleware", "Permissions"),
        "Budgets": translate("Middleware", "Budgets"),
        "TooLong": translate("Middleware", "Conversations that became too long"),
    }.get(type_, type_)


def in_words(sentence: str) -> str:
    """A sentence of the engine with the names for people, in quotation marks, in place of the types."""
    # ASCII, as a Chinese character beside a name is no part of it.
    return re.sub(r"\b[A-Z][A-Za-z]+\b", _quoted, sentence, flags=re.ASCII)


def _quoted(found: re.Match[str]) -> str:
    word = middleware_word(found[0])
    return word if word == found[0] else QCoreApplication.translate("Middleware", "“{0}”").format(word)


def offered(type_: str) -> dict[str, object]:
    """A middleware as it is added to an assistant."""
    return {"type": type_, "settings": dict(_OFFERED.get(type_, {})), "on": True}
