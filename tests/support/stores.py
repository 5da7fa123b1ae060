"""An empty store that is made once and laid into many homes: making one takes longer than most tests."""

import tempfile
from functools import cache
from pathlib import Path

from workspace_app.store.database import migrate, store_path


def lay_store(home: Path) -> None:
    """Give a new home the store that `migrate` would make there; one that has a store keeps it."""
    if not store_path(home).exists():
        home.mkdir(parents=True, exist_ok=True)
        store_path(home).write_bytes(_empty_store())
        store_path(home).chmod(0o600)


@cache
def _empty_store() -> bytes:
    with tempfile.TemporaryDirectory() as made:
        migrate(Path(made))
        return store_path(Path(made)).read_bytes()
