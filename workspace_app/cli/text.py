"""What people read on the command line: from the JSON of a command to text."""

import json
import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from workspace_app.cli.shapes import Shape

_SHORT = 8
_PROMPT_LINES = 12


def projects(rows: Sequence[Shape]) -> str:
    """One project a line."""
    lines = ((_short(row["id"]), row["title"], _count(row["tasks"], "task"), row["path"]) for row in rows)
    return _table(lines, "There are no projects yet.")


def tasks(rows: Sequence[Shape]) -> str:
    """One task a line."""
    lines = ((_short(row["id"]), row["status"], row["title"], _progress(row), row["waits_for"]) for row in rows)
    return _table(lines, 'There are no tasks yet: make one with run "what to do".')


def inbox(rows: Sequence[Shape]) -> str:
    """One question after the other, with the command that answers it."""
    blocks = [f"{row['task_title']}, step {row['step']}:\n{question(row)}" for row in rows]
    return "\n\n".join(blocks) or "Nothing waits for you."


def question(row: Shape) -> str:
    """A question and how to answer it."""
    options = row.get("data", {}).get("options", [])
    chosen = f"\n    choose from: {', '.join(options)}" if options else ""
    answers = " | ".join(f"--{answer}{_TAKES.get(answer, '')}" for answer in row["answers"])
    return (
        f"  [{row['kind']}] {_indented(row['text'], 4)}{chosen}\n    workspace-app answer {_short(row['id'])} {answers}"
    )


_TAKES = {"changes": " TEXT", "text": " TEXT", "choose": " X ...", "reject": " TEXT", "file": " FILE"}


def show(row: Shape) -> str:
    """A task with its steps."""
    head = [f"{row['title']}: {row['status']}", f"  id      {row['id']}", f"  folder  {row['path']}"]
    head += [f"  waits   {row['waits_for']}"] if row["waits_for"] else []
    return "\n".join(head + [line for step in row["steps"] for line in _step(step)])


def _step(step: Shape) -> list[str]:
    lines = ["", f"{step['n']}. {step['title']} ({step['kind']}): {step['status']}"]
    lines += [f"   {_indented(step['error'], 3)}"] if step["error"] else []
    lines += [f"   conversation {each['n']}  {_short(each['id'])}  {each['status']}" for each in step["conversations"]]
    return lines + [f"   work {_work(each)}" for each in step["works"]]


def works(rows: Sequence[Shape]) -> str:
    """One work a line."""
    return "\n".join(f"step {row['step']}  {_work(row)}" for row in rows) or "There are no works yet."


def _work(row: Shape) -> str:
    marks = [word for word in ("approved", "stale") if row[word]] + (
        [f"not committed yet: {row['pending']}"] if row["pending"] else ["not in the history"] if row["sha256"] else []
    )
    return f"{row['path']}  version {row['version']} by {row['author']}{' (' + ', '.join(marks) + ')' if marks else ''}"


def messages(rows: Sequence[Shape]) -> str:
    """A conversation to read."""
    return (
        "\n\n".join(f"{row['seq']:>4}  {_time(row['created_at'])}  {message(row)}" for row in rows)
        or "There are no messages yet."
    )


def message(row: Shape) -> str:
    """Who, what kind if it is not plain text, and the words, indented."""
    kind = "" if row["kind"] in ("text", "task") else f" ({row['kind'].replace('_', ' ')})"
    return f"{row['source']}{kind}:\n      {_indented(row['text'], 6)}"


def history(rows: Sequence[Shape]) -> str:
    """One version a line."""
    lines = ((str(row["commit"])[:10], _time(row["when"]), row["author"], row["subject"]) for row in rows)
    return _table(lines, "There are no versions yet.")


def diff(value: Shape) -> str:
    """The difference as git shows it."""
    return str(value["text"]).rstrip("\n") or "The versions are the same."


def search(rows: Sequence[Shape]) -> str:
    """One place a block."""
    blocks = [
        f"{row['kind']} {_short(row['id'])} in {row['title']}\n    {' '.join(row['excerpt'].split())}" for row in rows
    ]
    return "\n".join(blocks) or "Nothing was found."


def models(rows: Sequence[Shape]) -> str:
    """One slot a line."""
    return _table((_model(row) for row in rows), "There are no models yet: add one with models add.")


def _model(row: Shape) -> tuple[str, ...]:
    key = "has its key" if row["has_key"] else f"no key{' in ' + row['key_env'] if row.get('key_env') else ''}"
    return ("*" if row["default"] else "", row["name"], row["provider"], row["model"] or "", row["base_url"] or "", key)


def tested(value: Shape) -> str:
    """Whether a model answered."""
    return str(value["sentence"]) + (
        f"\n  {_indented(str(value['detail']), 2)}" if value.get("detail") and not value["ok"] else ""
    )


def doctor(value: Shape) -> str:
    """Problems and repairs."""
    lines = [f"Problem: {_said(each)}" for each in value["problems"]] + [
        f"Repaired: {_said(each)}" for each in value.get("repaired", [])
    ]
    return "\n".join(lines) or "All is well."


def _said(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def status(value: Shape) -> str:
    """How a task stands after a command."""
    return f"{value['title']}: {value['status']}"


def fields(value: Mapping[str, Any]) -> str:
    """Names and values, for what is rarely read by people."""
    return "\n".join(f"{name}: {_indented(_value(each), 2)}" for name, each in value.items())


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def event(value: Shape) -> str:
    """One thing that happened while a task ran."""
    return _EVENTS[value["event"]](value)


def _task_event(value: Shape) -> str:
    return f"Task {value['title']} ({_short(value['id'])}) in {value['path']}"


def _status_event(value: Shape) -> str:
    what = "Task" if value["step"] is None else f"Step {value['step']}" if value["step"] else "Planning"
    return f"{what}: {value['status']}"


def _message_event(value: Shape) -> str:
    lines = value["text"].splitlines()
    # An initial prompt carries whole documents; messages shows them.
    if value["kind"] == "task" and len(lines) > _PROMPT_LINES:
        value = value | {"text": "\n".join([*lines[:_PROMPT_LINES], f"... ({len(lines) - _PROMPT_LINES} more lines)"])}
    return f"  {value['seq']:>3}  {message(value)}"


def _work_event(value: Shape) -> str:
    return f"Saved by {value['author']}: {value['path']}"


def _question_event(value: Shape) -> str:
    return f"Question about step {value['step']}:\n{question(value)}"


def _end_event(value: Shape) -> str:
    return f"The task is {value['status']}."


_EVENTS = {
    "task": _task_event,
    "status": _status_event,
    "message": _message_event,
    "work": _work_event,
    "question": _question_event,
    "end": _end_event,
}


def _progress(row: Shape) -> str:
    steps = [step for step in row["steps"] if step["n"]]
    done = sum(step["status"] == "done" for step in steps)
    return f"{done}/{len(steps)} steps" if steps else ""


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _short(id_: str) -> str:
    """The end of an id: ids begin with the time, so their beginnings are alike."""
    return id_[-_SHORT:]


def _time(iso: str) -> str:
    return datetime.fromisoformat(iso).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _indented(text: str, spaces: int) -> str:
    """The text with every line after its first moved to the right."""
    return textwrap.indent(text.strip("\n"), " " * spaces).lstrip(" ") or "(empty)"


def _table(rows: Any, nothing: str) -> str:
    lines = [[str(cell) for cell in row] for row in rows]
    if not lines:
        return nothing
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(_padded(cell, width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def _padded(cell: str, width: int) -> str:
    return cell + " " * (width - _width(cell))


def _width(text: str) -> int:
    """Columns that a terminal gives to the text: East Asian characters take two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
