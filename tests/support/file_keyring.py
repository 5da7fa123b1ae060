"""A keyring in a file, for programs under test: PYTHON_KEYRING_BACKEND=tests.support.file_keyring.FileKeyring."""

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError

FILE = "WORKSPACE_TEST_KEYRING"
"""The variable that says which file."""


class FileKeyring(KeyringBackend):
    """Keeps everything as JSON in the file that the environment names."""

    priority = 1.0

    def get_password(self, service: str, username: str) -> str | None:
        return self._all().get(f"{service}/{username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._save(self._all() | {f"{service}/{username}": password})

    def delete_password(self, service: str, username: str) -> None:
        kept = self._all()
        if kept.pop(f"{service}/{username}", None) is None:
            raise PasswordDeleteError(username)
        self._save(kept)

    def _all(self) -> dict[str, str]:
        file = Path(os.environ[FILE])
        found: dict[str, str] = json.loads(file.read_text("utf-8")) if file.exists() else {}
        return found

    def _save(self, kept: dict[str, str]) -> None:
        Path(os.environ[FILE]).write_text(json.dumps(kept), encoding="utf-8")
