"""Slots, their file and their keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest
from hypothesis import given
from hypothesis import strategies as st
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.models.keys import find_key, keep_key
from workspace_app.engine.models.slots import FILE_NAME, PRACTICE, ModelSlot, load_slots, save_slots

SLOT = ModelSlot("writer", "openai", "gpt-x", "http://127.0.0.1:1/v1", "MY_KEY", {"temperature": 0.5, "vision": True})


class MemoryKeyring(KeyringBackend):
    """A real keyring backend that keeps its entries in memory."""

    priority = 1.0

    def __init__(self) -> None:
        self.entries: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.entries[service, username] = password


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryKeyring]:
    before, ring = keyring.get_keyring(), MemoryKeyring()
    for name in ("OPENAI_API_KEY", "MY_KEY"):
        monkeypatch.delenv(name, raising=False)
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(before)


def test_slots_come_back_as_they_were(tmp_path: Path) -> None:
    assert load_slots(tmp_path) == {"practice": PRACTICE}
    save_slots(tmp_path / "new", [SLOT])
    assert load_slots(tmp_path / "new") == {"practice": PRACTICE, "writer": SLOT}
    assert [file.name for file in (tmp_path / "new").iterdir()] == [FILE_NAME]


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"slots": 3}', '{"slots": [3]}', '{"slots": [{"name": "a"}]}', "\xff", '{"slots": [{"name": 1}]}'],
)
def test_a_broken_file_is_told_and_left(tmp_path: Path, text: str) -> None:
    file = tmp_path / FILE_NAME
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(WorkspaceError):
        load_slots(tmp_path)
    assert file.read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": " "}, "needs a name"),
        ({"provider": "acme"}, "practice, openai"),
        ({"model": ""}, "id of the model"),
        ({"base_url": "localhost:80"}, "http://"),
        ({"provider": "azure", "base_url": None}, "Azure"),
        ({"options": {"temprature": 1}}, "no option 'temprature'"),
        ({"options": {"max_tokens": "many"}}, "'max_tokens'"),
        ({"options": {"max_tokens": True}}, "'max_tokens'"),
        ({"options": {"vision": 1}}, "'vision'"),
        ({"key_env": 3}, "key_env"),
    ],
)
def test_what_does_not_fit_is_told(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(WorkspaceError, match="cannot be used") as caught:
        ModelSlot.from_dict(SLOT.to_dict() | changes)
    assert words in str(caught.value)


@given(st.dictionaries(st.sampled_from(["temperature", "top_p"]), st.floats(0, 2)), st.integers(1, 10**6))
def test_dict_round_trip(options: dict[str, Any], window: int) -> None:
    slot = ModelSlot("a", "ollama", "m", options={**options, "context_window": window})
    assert ModelSlot.from_dict(json.loads(json.dumps(slot.to_dict()))) == slot
    assert slot.context_window == window


def test_where_keys_are_found(ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_key(SLOT) is None
    monkeypatch.setenv("OPENAI_API_KEY", "usual")
    assert find_key(SLOT) == "usual"
    keep_key(SLOT, "kept")
    assert ring.entries == {("workspace-app", "writer"): "kept"}
    assert find_key(SLOT) == "kept"
    monkeypatch.setenv("MY_KEY", "own")
    assert find_key(SLOT) == "own"
    assert find_key(PRACTICE) is None


def test_without_a_keyring(ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch) -> None:
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]
    with pytest.raises(WorkspaceError, match="--key-env"):
        keep_key(SLOT, "k")
    monkeypatch.setenv("OPENAI_API_KEY", "usual")
    assert find_key(SLOT) == "usual"
