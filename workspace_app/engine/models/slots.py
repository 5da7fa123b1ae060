"""Model slots: the names under which models are known to plans and assistants, and the file that keeps them."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.model_names import PROVIDERS, Provider

FILE_NAME: Final = "models.json"
DEFAULT_CONTEXT_WINDOWS: Final = {
    "practice": 2_000_000,
    "openai": 128_000,
    "anthropic": 200_000,
    "ollama": 4_096,
    "azure": 128_000,
}
FIELD_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "name": (str,),
    "provider": (str,),
    "model": (str,),
    "base_url": (str, type(None)),
    "key_env": (str, type(None)),
    "options": (Mapping, type(None)),
}
OPTION_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "temperature": (int, float),
    "top_p": (int, float),
    "max_tokens": (int,),
    "context_window": (int,),
    "vision": (bool,),
    "tools": (bool,),
    "structured_output": (bool,),
    "include_usage": (bool,),
    "idle_timeout": (int, float),
    "api_version": (str,),
}


def _problem(slot: ModelSlot) -> str:
    if not slot.name.strip() or not slot.name.isprintable():
        return "it needs a name."
    if slot.provider not in PROVIDERS:
        return f"its provider '{slot.provider}' is unknown; there are {', '.join(PROVIDERS)}."
    if not slot.model.strip():
        return "it needs the provider's id of the model."
    if slot.base_url is not None and not slot.base_url.startswith(("http://", "https://")):
        return f"its address '{slot.base_url}' must begin with http:// or https://."
    if slot.provider == "azure" and slot.base_url is None:
        return "Azure needs the address of your resource (base URL)."
    return _option_problem(slot.options)


def _option_problem(options: Mapping[str, Any]) -> str:
    for name, value in options.items():
        expected = OPTION_TYPES.get(name)
        if expected is None:
            return f"it has no option '{name}'; there are {', '.join(OPTION_TYPES)}."
        if not isinstance(value, expected) or (isinstance(value, bool) and bool not in expected):
            return f"its option '{name}' must be of type {expected[-1].__name__}."
    return ""


@dataclass(frozen=True)
class ModelSlot:
    """A model under a name of the person's choice.

    `key_env` names the environment variable that holds the key; the key itself is never part of a slot.
    `options` may hold temperature, top_p, max_tokens (tokens of an answer), context_window (tokens), vision, tools,
    structured_output (the model can be held to a schema), include_usage (ask for token counts in streams), idle_timeout (seconds without a byte) and api_version (Azure).
    Raises WorkspaceError if a value does not fit.
    """

    name: str
    provider: Provider
    model: str
    base_url: str | None = None
    key_env: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        problem = _problem(self)
        if problem:
            raise WorkspaceError(f"The model '{self.name}' cannot be used: {problem}")

    @property
    def context_window(self) -> int:
        """How many tokens the model can read at once."""
        return int(self.options.get("context_window", DEFAULT_CONTEXT_WINDOWS[self.provider]))

    @property
    def address(self) -> str:
        """Where the model is, in words for the person."""
        return self.base_url or {"ollama": "http://127.0.0.1:11434"}.get(self.provider, f"the {self.provider} service")

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "provider": self.provider,
            "model": self.model,
            "base_url": self.base_url,
            "key_env": self.key_env,
            "options": dict(self.options),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ModelSlot:
        """A slot from JSON; WorkspaceError if it does not fit."""
        name, options = data.get("name"), data.get("options") or {}
        for key, types in FIELD_TYPES.items():
            if not isinstance(data.get(key), types):
                raise WorkspaceError(f"The model '{name}' cannot be used: its {key} is missing or of the wrong type.")
        known: dict[str, Any] = {key: data.get(key) for key in FIELD_TYPES}
        return cls(**{**known, "options": dict(options)})


PRACTICE: Final = ModelSlot("practice", "practice", "practice")


def load_slots(home: Path) -> dict[str, ModelSlot]:
    """The slots by name, the built-in `practice` always among them.

    Raises WorkspaceError if the file is broken; the file is left as it is.
    """
    file = home / FILE_NAME
    slots = {PRACTICE.name: PRACTICE}
    try:
        rows = json.loads(file.read_text("utf-8"))["slots"]
        given = [ModelSlot.from_dict(row) for row in rows]
    except FileNotFoundError:
        return slots
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise WorkspaceError(
            f"The model settings in {file} cannot be read ({error}): mend or remove the file."
        ) from error
    return slots | {slot.name: slot for slot in given}


def save_slots(home: Path, slots: Iterable[ModelSlot]) -> None:
    """Writes the slots, all or nothing; WorkspaceError if the folder cannot be written."""
    file = home / FILE_NAME
    text = json.dumps({"slots": [slot.to_dict() for slot in slots]}, indent=2, ensure_ascii=False) + "\n"
    try:
        home.mkdir(parents=True, exist_ok=True)
        _replace(file, text)
    except OSError as error:
        raise WorkspaceError(f"The model settings could not be written to {file}: {error.strerror}.") from error


def _replace(file: Path, text: str) -> None:
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, delete=False) as draft:
        draft.write(text)
        draft.flush()
        os.fsync(draft.fileno())
    try:
        Path(draft.name).replace(file)
    except OSError:
        Path(draft.name).unlink()
        raise
