"""What a project that keeps personal data only redacted stores of a conversation (F28, L94).

The rules are those of the PII middleware of the conversation's team. Documents, plans and the texts of tasks are not touched.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeVar

from sqlalchemy import Connection, select

from workspace_app.domain.pii import Rule, rules_of, within_json
from workspace_app.store import tables as t

Part = Literal["input", "output", "call", "result"]
"""Said by the person, the task or the app; said by an assistant; a tool call; what a tool gave."""
V = TypeVar("V")

_OUTPUT: Final = frozenset({"text", "thought", "summary", "handoff"})
_NAMES: Final = frozenset(
    {"id", "call_id", "conversation", "message", "type", "source", "commit", "path", "created_at"}
)
"""Keys whose values name things, and are looked up."""


def part_of(source: str, kind: str) -> Part:
    """Which part of a conversation a message is."""
    if kind == "tool_call":
        return "call"
    if kind == "tool_result":
        return "result"
    return "output" if kind in _OUTPUT and source not in ("user", "task", "workspace") else "input"


def rules_for(team: Mapping[str, Any] | None, part: Part) -> list[Rule]:
    """The rules of a team that hold for a part of its conversation."""
    return [rule for rule in rules_of(team) if _holds(rule, part)]


def cleaned(connection: Connection, project: str, team: Mapping[str, Any] | None, part: Part, value: V) -> V:
    """A text, or a JSON value with texts in it, as the project keeps it."""
    rules = rules_for(team, part)
    if not rules:
        return value
    kept_redacted = connection.execute(select(t.projects.c.store_redacted).where(t.projects.c.id == project)).scalar()
    return _clean(value, rules) if kept_redacted else value


def cleaned_in(connection: Connection, conversation: str | None, part: Part, value: V) -> V:
    """The same, by the conversation that it belongs to; as it is if it belongs to none."""
    query = select(t.conversations.c.project_id, t.conversations.c.team).where(t.conversations.c.id == conversation)
    row = connection.execute(query).one_or_none()
    return value if row is None else cleaned(connection, row.project_id, row.team, part, value)


def _holds(rule: Rule, part: Part) -> bool:
    applies = {"input": rule.apply_to_input, "output": rule.apply_to_output, "result": rule.apply_to_tool_results}
    return rule.everywhere or applies.get(part, False)


def _clean(value: Any, rules: list[Rule], key: str = "") -> Any:
    def change(text: str) -> str:
        for rule in rules:
            text = rule.clean(text)
        return text

    if isinstance(value, str):
        return within_json(value, change) if key == "arguments" else change(value)
    if isinstance(value, Mapping):
        return {name: each if name in _NAMES else _clean(each, rules, name) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(each, rules) for each in value]
    return value
