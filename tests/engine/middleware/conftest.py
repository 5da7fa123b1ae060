"""A bench for middleware: a desk, a task and a scripted model."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.engine.middleware.harness import Bench
from tests.support.scripted_model import ScriptedModel


@pytest.fixture
async def bench(tmp_path: Path, server: ScriptedModel) -> AsyncIterator[Bench]:
    made = Bench(tmp_path / "home", server)
    await made.open()
    try:
        yield made
    finally:
        await made.close()
