"""A recorded project, made once: tests clone it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.driver import driving
from tests.engine.record.whole import everything
from tests.support.scripted_model import ScriptedModel


@pytest.fixture(scope="package")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with "home" and "project", whose record has everything; the engine has ended. To be read only."""
    root = tmp_path_factory.mktemp("recorded")

    async def record(server: ScriptedModel) -> None:
        async with driving(root / "home", server) as drive:
            await everything(drive, server, root / "project")

    with pytest.MonkeyPatch.context() as patch, ScriptedModel() as server:
        patch.setenv("WORKSPACE_TEST_KEY", "test-key")
        asyncio.run(record(server))
        yield root
