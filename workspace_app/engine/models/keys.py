"""Keys of model slots: in the environment or the system keyring, and nowhere else."""

from __future__ import annotations

import os
from typing import Final

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.models.slots import ModelSlot

SERVICE: Final = "workspace-app"
USUAL_VARIABLES: Final = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "ollama": "OLLAMA_API_KEY",
    "azure": "AZURE_OPENAI_API_KEY",
}


def find_key(slot: ModelSlot) -> str | None:
    """The key of a slot: from its own environment variable, else the keyring, else the provider's usual variable.

    Raises WorkspaceError if the keyring is there but cannot be read.
    """
    if slot.provider == "practice":
        return None
    own = os.environ.get(slot.key_env) if slot.key_env else None
    return own or _from_keyring(slot) or os.environ.get(USUAL_VARIABLES[slot.provider]) or None


def keep_key(slot: ModelSlot, key: str) -> None:
    """Puts the key into the system keyring; WorkspaceError if there is none or it refuses."""
    import keyring
    from keyring.errors import KeyringError, NoKeyringError

    try:
        keyring.set_password(SERVICE, slot.name, key)
    except NoKeyringError:
        raise WorkspaceError(
            "This system has no keyring to keep a key in: put the key into an environment variable "
            "and name that with --key-env."
        ) from None
    except KeyringError as error:
        raise WorkspaceError(
            f"The system keyring did not take the key ({error}): unlock it or use --key-env."
        ) from None


def _from_keyring(slot: ModelSlot) -> str | None:
    import keyring
    from keyring.errors import KeyringError, NoKeyringError

    try:
        return keyring.get_password(SERVICE, slot.name)
    except NoKeyringError:
        return None
    except KeyringError as error:
        raise WorkspaceError(f"The system keyring cannot be read ({error}): unlock it or use --key-env.") from None
