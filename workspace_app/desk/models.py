"""Verbs about models."""

import asyncio
import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from workspace_app.desk.provenance import ProvenanceVerbs
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.model_names import provider_of
from workspace_app.engine.mcp.config import McpError
from workspace_app.engine.model_slots import SERVICES
from workspace_app.engine.models.context_length import context_length
from workspace_app.engine.models.keys import USUAL_VARIABLES
from workspace_app.engine.models.slots import ModelSlot


class ModelVerbs(ProvenanceVerbs):
    """Set up model slots and try them. Keys go to the system keyring or stay in the environment, nowhere else."""

    async def models(self) -> list[dict[str, Any]]:
        """The slots, without keys: [{"name","provider","model","base_url","key_env","has_key","default"}]."""
        return self._models.describe()

    async def context_length(self, model: str | None = None) -> dict[str, Any]:
        """How many tokens the model of a slot reads at once, None for the default slot: {"tokens": a number, None if unknown}."""
        slot = self._models.get(model or self._models.default())
        return {"tokens": await asyncio.to_thread(context_length, slot)}

    async def add_model(
        self,
        name: str,
        provider: str | None,
        model: str,
        base_url: str | None = None,
        key_env: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Add a slot, or replace the one of the same name; the first own one becomes the default.

        Args:
            provider: None if `model` tells it: "provider:model", or a name that only one provider's models have (L23).

        Returns:
            {"name", "provider", "model"}
        """
        if provider is None:
            provider, model = provider_of(model, elsewhere=base_url is not None)
        slot = ModelSlot.from_dict(
            {
                "name": name,
                "provider": provider,
                "model": model,
                "base_url": base_url,
                "key_env": key_env,
                "options": dict(options or {}),
            }
        )
        first = len(self._models.all()) == 1
        self._models.add(slot)
        if first:
            self._models.use(name)
        self._ledger.publish(Event("models", name))
        return {"name": name, "provider": provider, "model": model}

    async def find_model(self, name: str) -> dict[str, Any]:
        """Whether a model can be used by this name: a slot's, "provider:model", or one that tells its provider (L23).

        Returns:
            {"name": by which plans and runs may call it}

        Raises:
            WorkspaceError: it cannot; the message says what is missing (provider, key, package).
        """
        name = name.strip()
        if name not in self._models.all():
            name = ":".join(provider_of(name))
        client = await asyncio.to_thread(self._models.client, self._models.get(name))  # imports the provider's package
        await client.close()
        return {"name": name}

    async def remove_model(self, name: str) -> dict[str, Any]:
        """Remove a slot."""
        self._models.remove(name)
        self._ledger.publish(Event("models", name))
        return {}

    async def use_model(self, name: str) -> dict[str, Any]:
        """Make a slot the default."""
        self._models.use(name)
        self._ledger.publish(Event("models", name))
        return {}

    async def keep_key(self, name: str, key: str) -> dict[str, Any]:
        """Put a slot's key into the system keyring."""
        if not key.strip():
            raise WorkspaceError("The key is empty.")
        self._models.keep_key(name, key.strip())
        self._ledger.publish(Event("models", name))
        return {}

    async def test_model(self, name: str) -> dict[str, Any]:
        """Try a slot by a tiny real call: {"ok", "sentence", "detail"}."""
        found = await self._models.check(name)
        return {"ok": found.ok, "sentence": found.sentence, "detail": found.detail}

    async def variables(self) -> list[str]:
        """Names of the environment variables that models and usable tool servers take keys and values from.

        Those of the services that a plan or a run may name without a slot ("openai:gpt-5-mini") are among them (L23).
        """
        slots = self._models.all().values()
        found = {slot.key_env or USUAL_VARIABLES.get(slot.provider, "") for slot in slots}
        found |= {USUAL_VARIABLES[service] for service in SERVICES}
        with suppress(McpError):  # told where tool servers are looked at; the models' keys do not depend on it
            found |= self._crew.mcp.settings.variables(self._ask.projects())
        return sorted(found - {""})

    async def lend_keys(self, values: Mapping[str, str]) -> dict[str, Any]:
        """Take the values of environment variables (see `variables`), from a client that has them when the engine does not.

        They are kept in the engine's memory only. Names that nothing uses are left alone.
        """
        wanted = await self.variables()
        for name, value in values.items():
            if name in wanted and value:
                os.environ[name] = value
        return {}
