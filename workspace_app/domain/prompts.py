"""Prompts, written by program and shown before they are sent: what the preview shows is what is sent (R23, R26, R28).

What a prompt reads stands in it as references, each on a line of its own, so that the person can see and change it (R48).
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

LARGE = 200_000
"""Bytes; a larger text is named, not pasted (R93)."""

PLANNER_SYSTEM = """\
You are the planner. Together with the person you turn a task into a short plan of steps, each of which yields one or a few documents.

If something essential is unclear, ask first, in plain words and without JSON. Otherwise answer with one JSON object in a fenced block:

```json
{"title": "...", "steps": [
  {"id": "s1", "title": "...", "step_task": "...", "kind": "review",
   "team": {"chat": "round_robin", "assistants": [{"name": "writer", "system": "", "tools": []}]},
   "require_inputs": []}]}
```

- step_task says in full what to do; whoever does the step sees only this text, the task's context files and the step's inputs.
- kind: "review" (an assistant works, the person approves), "agent" (an assistant works, nobody approves), "user" (the person hands in a
  document), "function" (a program runs; give "function": {"name": "...", "arguments": {}} and no team).
- require_inputs: ids of earlier steps whose works this step reads; [] means the step before it, "none" means nothing.
- team may be left out; then one assistant does the step.

When the person asks for changes, answer with the whole plan again."""

DELIVERY = """\
# How to hand in
Hand in each finished document with the tool `submit_work` (title, content). If you have no tools, put the whole document into a fenced
block whose info string is `work TITLE`. Only what is handed in counts as a result; anything else you write is talk."""
VALUE_DELIVERY = """\
# How to hand in
Your answer is one value in the form that is asked for. It is saved as the result of this step."""

_STEP_TASK = "# Step task\n"
_NEXT_PART = re.compile(
    r"@\[[^\]\n]*\]\([^()\n]+\)\s*$|# (?:(?:Context|Input|Comments|Reference): .*|Note|How to hand in)\s*$"
)
"""The lines with which a part of a prompt begins: a reference on a line of its own, or a heading."""


_HEADING = re.compile(
    r"# (?:(?P<named>Context|Input|Comments|Reference): (?P<about>.+?)|(?P<label>Step task|Task|Note|How to hand in))\s*$"
)


@dataclass(frozen=True)
class Section:
    """A part of a prompt.

    Args:
        label: what its heading says it is; empty for none.
        about: path and version of what it holds; empty for the prompt's own words.
    """

    label: str
    about: str
    text: str


@dataclass(frozen=True)
class Insert:
    """A text that a prompt carries: a context file, or a work at a version (R61).

    Args:
        label: "Context", "Input", "Comments" or "Reference".
        path: relative to the project folder.
        version: short commit id, empty for a file as it lies in the folder.
        text: None if it is named only, because it is large or not text (R93).
        size: bytes.
    """

    label: str
    path: str
    version: str
    text: str | None
    size: int


def step_prompt(step_task: str, inserts: Sequence[str], notes: Sequence[str] = (), *, delivery: str = DELIVERY) -> str:
    """The initial prompt of a step: its task, what it reads, and how to hand in.

    Args:
        inserts: references to what it reads, or their sections.
        notes: what the person added for this run.
        delivery: DELIVERY, or VALUE_DELIVERY for a step whose result has a form (L36).
    """
    parts = [f"{_STEP_TASK}{step_task.strip()}", *inserts]
    parts += [f"# Note\n{note.strip()}" for note in notes]
    return "\n\n".join([*parts, delivery])


def step_task_of(prompt: str) -> str | None:
    """The step's task in a prompt of `step_prompt`, references in place; None if the prompt has no such part (R59)."""
    if not prompt.startswith(_STEP_TASK):
        return None
    lines = itertools.takewhile(lambda line: not _NEXT_PART.match(line), prompt.splitlines()[1:])
    return "\n".join(lines).strip()


def planning_prompt(text: str, inserts: Sequence[str]) -> str:
    """The initial prompt of step 0: the task as the person wrote it, and its context (R16)."""
    return "\n\n".join([f"# Task\n{text.strip()}", *inserts])


def insert_section(insert: Insert) -> str:
    """How a prompt carries one insert."""
    version = f" (version {insert.version})" if insert.version else ""
    head = f"# {insert.label}: {insert.path}{version}"
    if insert.text is None:
        return f"{head}\nNot included here: {insert.size:,} bytes. Read it with a tool, if you have one."
    return f"{head}\n{insert.text.strip()}"


def sections(prompt: str) -> list[Section]:
    """The parts of a prompt, in order; what stands before the first heading of ours has none."""
    found: list[tuple[str, str, list[str]]] = [("", "", [])]
    for line in prompt.splitlines():
        heading = _HEADING.match(line)
        if heading is None:
            found[-1][2].append(line)
        else:
            found.append((heading["label"] or heading["named"], heading["about"] or "", []))
    return [Section(label, about, "\n".join(lines).strip()) for label, about, lines in found if label or any(lines)]


def text_of(body: bytes, *, whole: bool = False) -> str | None:
    """The text of a file's bytes, None if it is binary, or too large to paste unless `whole` is asked for (R93)."""
    if (len(body) > LARGE and not whole) or b"\0" in body:
        return None
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
