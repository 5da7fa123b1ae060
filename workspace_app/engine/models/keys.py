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
    return own or read_secret(slot.name) or os.environ.get(USUAL_VARIABLES[slot.provider]) or None


def keep_key(slot: ModelSlot, key: str) -> None:
    """Puts the key into the system keyring; WorkspaceError if there is none or it refuses."""
    keep_secret(slot.name, key, instead="put it into an environment variable and name that with --key-env")


def keep_secret(name: str, value: str, *, instead: str) -> None:
    """Puts a secret into the system keyring; WorkspaceError if there is none or it refuses, which says what to do `instead`."""
    import keyring
    from keyring.errors import KeyringError, NoKeyringError

    try:
        keyring.set_password(SERVICE, name, value)
        if keyring.get_password(SERVICE, name) != value:  # as the null backend does
            raise NoKeyringError
    except NoKeyringError:
        raise WorkspaceError(f"This system has no keyring to keep a key in: {instead}.") from None
    except KeyringError as error:
        raise WorkspaceError(f"The system keyring did not take the key ({error}): unlock it, or {instead}.") from None


def read_secret(name: str) -> str | None:
    """A secret from the system keyring, None if it has none; WorkspaceError if it is there but cannot be read."""
    import keyring
    from keyring.errors import KeyringError, NoKeyringError

    try:
        return keyring.get_password(SERVICE, name)
    except NoKeyringError:
        return None
    except KeyringError as error:
        raise WorkspaceError(f"The system keyring cannot be read ({error}): unlock it.") from None


def forget_secret(name: str) -> None:
    """Removes a secret from the system keyring, if it is there."""
    import keyring
    from keyring.errors import KeyringError, PasswordDeleteError

    try:
        keyring.delete_password(SERVICE, name)
    except PasswordDeleteError:
        return
    except KeyringError as error:
        raise WorkspaceError(f"The system keyring cannot be changed ({error}): unlock it.") from None
