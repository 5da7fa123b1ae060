"""A model slot on the scripted server, and what its assistants say."""

import json
from typing import Any

from tests.e2e.program import Program
from tests.support.scripted_model import ScriptedModel

SLOT = "scripted"
KEY = {"WORKSPACE_E2E_KEY": "sk-for-the-test"}
"""The variable with the key, for whoever starts the engine."""


def add_slot(program: Program, server: ScriptedModel, name: str = SLOT) -> None:
    """Add a slot, by the command line, whose model has the slot's name."""
    options = {"--provider": "openai", "--model": name, "--base-url": f"{server.url}/v1", "--key-env": next(iter(KEY))}
    code, _, err = program.run("models", "add", name, *(word for pair in options.items() for word in pair))
    assert (code, err) == (0, "")


def plan(title: str, *steps: dict[str, Any]) -> str:
    """A planner's answer."""
    written = json.dumps({"title": title, "steps": steps}, ensure_ascii=False)
    return f"Here is a first draft.\n```json\n{written}\n```\nTell me what to change."


def work(title: str, content: str) -> dict[str, Any]:
    """A reply that hands in a work."""
    return {"tools": [("submit_work", {"title": title, "content": content})]}
