"""What the nodes of a picture of descent are called on the screen."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from PySide6.QtCore import QCoreApplication

from workspace_app.ui.phrases import clock, duration, short_count, size_of
from workspace_app.ui.speakers import speaker_name
from workspace_app.ui.work_words import AUTHOR_ICONS

Node = Mapping[str, Any]
_ICONS = {"file": "attach", "feedback": "chat", "conversation": "chat", "comments": "chat", "plan": "plan"}


def title_of(node: Node) -> str:
    """Title and version."""
    return f"{node['title']} · {node['n']}" if "n" in node else str(node["title"])


def icon_of(node: Node) -> tuple[str, str]:
    """Icon and colour."""
    if node.get("stale"):
        return "interrupted", "status.interrupted"
    if node.get("approved_at"):
        return "check", "success"
    return _ICONS.get(node["kind"], AUTHOR_ICONS.get(node.get("author_kind", ""), "document")), "muted"


def line_of(node: Node) -> str:
    """Who made it and where, in one short line."""
    if node["kind"] == "file":
        return (
            QCoreApplication.translate("ProvenanceWords", "File, as of {0}").format(str(node["commit"])[:7])
            if node.get("commit")
            else QCoreApplication.translate("ProvenanceWords", "File")
        )
    where = node.get("task_title") or QCoreApplication.translate("ProvenanceWords", "Deleted task")
    if "step" not in node:
        return str(where)
    step = QCoreApplication.translate("ProvenanceWords", "Step {0}").format(node["step"])
    return f"{_author(node)} · {step} · {where}"


def facts_of(node: Node) -> list[tuple[str, str]]:
    """Everything that is known about a node: what it is, and that in words."""
    translate = QCoreApplication.translate
    run = node.get("run") or {}
    found = [
        (translate("ProvenanceWords", "Project"), node.get("project_title")),
        (translate("ProvenanceWords", "Task"), _task(node)),
        (translate("ProvenanceWords", "Step"), _step(node, run)),
        (translate("ProvenanceWords", "Author"), _author(node) if "author" in node else None),
        (translate("ProvenanceWords", "Made"), _when(node.get("created_at"))),
        (translate("ProvenanceWords", "Approved"), _approved(node)),
        (
            translate("ProvenanceWords", "Model"),
            run and (run["model"] or translate("ProvenanceWords", "default model")),
        ),
        (translate("ProvenanceWords", "Team"), ", ".join(run.get("team", ()))),
        (translate("ProvenanceWords", "Took"), _took(run)),
        (translate("ProvenanceWords", "Size"), size_of(node["size"]) if node.get("size") is not None else None),
        (translate("ProvenanceWords", "File"), node.get("path")),
        (translate("ProvenanceWords", "Commit"), node.get("commit")),
    ]
    return [(name, str(value)) for name, value in found if value]


def spoken(node: Node) -> str:
    """A node in one sentence, for its tooltip and for screen readers."""
    parts = [title_of(node), line_of(node)]
    if node.get("stale"):
        parts.append(QCoreApplication.translate("ProvenanceWords", "out of date"))
    elif node.get("approved_at"):
        parts.append(QCoreApplication.translate("ProvenanceWords", "approved"))
    return ", ".join(parts)


def _author(node: Node) -> str:
    return speaker_name("user" if node["author_kind"] == "user" else node["author"])


def _task(node: Node) -> str | None:
    if node.get("gone"):
        return QCoreApplication.translate("ProvenanceWords", "Deleted task")
    return node.get("task_title")


def _step(node: Node, run: Node) -> str | None:
    if "step" not in node:
        return None
    if run:
        return QCoreApplication.translate("ProvenanceWords", "{0}, run {1}").format(node["step"], run["n"])
    return str(node["step"])


def _approved(node: Node) -> str | None:
    when, who = _when(node.get("approved_at")), node.get("approved_by")
    if when is None:
        return None
    if who in (None, "You"):
        return QCoreApplication.translate("ProvenanceWords", "by you, {0}").format(when)
    return QCoreApplication.translate("ProvenanceWords", "by {0}, {1}").format(who, when)


def _took(run: Node) -> str | None:
    if not run:
        return None
    tokens = short_count(run["input_tokens"] + run["output_tokens"])
    words = QCoreApplication.translate("ProvenanceWords", "{0} tokens").format(tokens)
    return f"{words}, {duration(run['seconds'])}" if run.get("seconds") is not None else words


def _when(text: str | None) -> str | None:
    return clock(datetime.fromisoformat(text)) if text else None
