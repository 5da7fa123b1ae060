"""The model slots of a home, which of them is the default, and their clients."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from workspace_app.domain.errors import NotFound, WorkspaceError
from workspace_app.domain.model_names import Provider, split_name
from workspace_app.engine.models.check import ModelCheck, check_model
from workspace_app.engine.models.clients import make_client, needs_key
from workspace_app.engine.models.errors import NoModel
from workspace_app.engine.models.keys import USUAL_VARIABLES, find_key, keep_key
from workspace_app.engine.models.reliable import ReliableClient
from workspace_app.engine.models.slots import PRACTICE, ModelSlot, load_slots, save_slots

SERVICES = ("openai", "anthropic")
"""Providers whose name means their own service, not a server elsewhere that speaks alike."""
_OF_PROVIDER = ("api_version", "idle_timeout")
"""Options that hold for every model of a provider."""


class ModelSlots:
    """Named slots, bound to providers; the Practice model is always there.

    Args:
        home: the data folder, in which slots (never keys) are kept.
        instead: names of slots that others stand in for, and theirs.
    """

    def __init__(self, home: Path, instead: Mapping[str, str] | None = None) -> None:
        self._home, self._instead = home, dict(instead or {})
        self._default_file = home / "default_model.json"

    def all(self) -> dict[str, ModelSlot]:
        """Every slot by its name."""
        return load_slots(self._home)

    def default(self) -> str:
        """Name of the slot that is used where none is named."""
        if self._default_file.exists():
            name = json.loads(self._default_file.read_text(encoding="utf-8"))
            if name in self.all():
                return str(name)
        return PRACTICE.name

    def use(self, name: str) -> None:
        """Make a slot the default."""
        self.get(name)
        self._default_file.write_text(json.dumps(name), encoding="utf-8")

    def get(self, name: str) -> ModelSlot:
        """A slot by its name, or the one that stands in for it; "provider:model" needs no slot (L23).

        Raises:
            NoModel: there is none, or the provider is not set up; the message says which there are, or what is missing.
        """
        slots, name = self.all(), self._instead.get(name, name)
        if name not in slots and (named := split_name(name)):
            return self._named(name, *named)
        if name not in slots:
            raise NoModel(
                f"There is no model “{name}”. There are: {', '.join(slots)}. Add it in the settings or with `models add`.",
                name,
            )
        return slots[name]

    def choose(self, wanted: str | None, of_task: str | None) -> str:
        """Name of the slot for an assistant: the one it names, else the task's, else the default.

        A name that only the plan knows gives way to the model that the person chose for the task.
        """
        if wanted is not None and (of_task is None or wanted in self._instead or self._has(wanted)):
            return wanted
        return of_task or self.default()

    def standing_in(self, instead: Mapping[str, str]) -> Self:
        """The same slots, for one run in which some stand in for others (L27)."""
        return type(self)(self._home, instead)

    def check_names(self, model: str | None, instead: Mapping[str, str] | None) -> None:
        """Check what a run may choose of its models: which one by its name, never its key or its address (L24).

        Raises:
            NotFound: a slot that is to be used is not there.
            WorkspaceError: something else than names was given.
        """
        names = [*([model] if model is not None else []), *(instead or {}).values()]
        if not all(isinstance(name, str) for name in [*names, *(instead or {})]):
            raise WorkspaceError(
                "A run may only choose its models by their names. Keys and addresses are set in the settings or with `models add`."
            )
        for name in names:
            self.get(name)

    def add(self, slot: ModelSlot) -> None:
        """Add a slot, or replace the one of the same name."""
        if slot.name == PRACTICE.name:
            raise WorkspaceError("The Practice model is built in; choose another name.")
        save_slots(self._home, (load_slots(self._home) | {slot.name: slot}).values())

    def remove(self, name: str) -> None:
        """Remove a slot; its key in the keyring is left to the person."""
        self.get(name)
        if name == PRACTICE.name:
            raise WorkspaceError("The Practice model is built in and cannot be removed.")
        save_slots(self._home, [slot for slot in load_slots(self._home).values() if slot.name != name])

    def client(self, slot: ModelSlot) -> ReliableClient:
        """A client for a slot, to be closed by the caller."""
        return make_client(slot, self._key(slot))

    def keep_key(self, name: str, key: str) -> None:
        """Put a slot's key into the system keyring."""
        keep_key(self.get(name), key)

    async def check(self, name: str) -> ModelCheck:
        """Try a slot by a tiny real call."""
        slot = self.get(name)
        return await check_model(slot, self._key(slot))

    def describe(self) -> list[dict[str, Any]]:
        """The slots for the screens, without keys."""
        default = self.default()
        return [
            {
                "name": slot.name,
                "provider": slot.provider,
                "model": slot.model,
                "base_url": slot.base_url,
                "key_env": slot.key_env,
                "options": dict(slot.options),
                "has_key": slot.provider == PRACTICE.provider or find_key(slot) is not None,
                "default": slot.name == default,
            }
            for slot in self.all().values()
        ]

    def _has(self, name: str) -> bool:
        try:
            self.get(name)
        except NotFound:
            return False
        return True

    def _named(self, name: str, provider: Provider, model: str) -> ModelSlot:
        """A slot for "provider:model", at the address that the person gave for that provider (L23, L24)."""
        giver = self._giver(provider)
        if giver is not None:
            options = {key: giver.options[key] for key in _OF_PROVIDER if key in giver.options}
            return ModelSlot(name, provider, model, giver.base_url, giver.key_env, options)
        variable = USUAL_VARIABLES.get(provider, "")
        if provider in SERVICES and os.environ.get(variable):
            return ModelSlot(name, provider, model)
        ways = f"put its key into {variable} or " if provider in SERVICES else ""
        raise NoModel(
            f"The model “{name}” cannot be used, as {provider} is not set up: {ways}add one of its models in the "
            "settings or with `models add`.",
            name,
        )

    def _giver(self, provider: Provider) -> ModelSlot | None:
        """The person's slot that tells where a provider is and what its key is."""
        for slot in self.all().values():
            elsewhere = provider in SERVICES and slot.base_url is not None
            if slot.provider == provider and not elsewhere and (not needs_key(slot) or find_key(slot)):
                return slot
        return None

    def _key(self, slot: ModelSlot) -> str | None:
        giver = None if slot.name in self.all() else self._giver(slot.provider)
        return find_key(giver or slot)
