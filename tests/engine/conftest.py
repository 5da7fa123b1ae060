"""A scripted model, a home, and a desk on them."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.engine.driver import Driver, driving
from tests.support.scripted_model import ScriptedModel


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedModel]:
    monkeypatch.setenv("WORKSPACE_TEST_KEY", "test-key")
    with ScriptedModel() as model:
        yield model


@pytest.fixture
async def drive(tmp_path: Path, server: ScriptedModel) -> AsyncIterator[Driver]:
    async with driving(tmp_path / "home", server) as driver:
        yield driver
