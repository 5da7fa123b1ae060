"""What a start must not pay for: the contracts in pyproject.toml hold who may know whom, these tests what is loaded at first."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

AGENTS = ("autogen_core", "autogen_agentchat", "autogen_ext", "openai", "anthropic", "ollama", "mcp", "tiktoken")
DOCUMENTS = ("markitdown", "trafilatura", "pandas", "numpy", "lxml", "onnxruntime")
STORE = ("sqlalchemy", "alembic", "sqlite3")
NETWORK = ("httpx", "asyncio", "ssl", "keyring", "pydantic")
ENGINE = ("workspace_app.engine", "workspace_app.desk.desk", "spaces", "git", "watchdog", "jsonschema", "json_repair")


def loaded_by(*modules: str) -> set[str]:
    """Names of all modules that a fresh interpreter has after importing some."""
    code = f"import {', '.join(modules)}, json, sys; print(json.dumps(list(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("modules", "unwanted"),
    [
        (("workspace_app.ui.app", "workspace_app.ui.main_window"), (*AGENTS, *DOCUMENTS, *STORE, *NETWORK, *ENGINE)),
        (("workspace_app.cli",), (*AGENTS, *DOCUMENTS, *ENGINE, "PySide6", "alembic")),
        (("workspace_app.engine_process",), (*DOCUMENTS, "PySide6")),
        (("workspace_app.desk.desk",), (*DOCUMENTS, "openai", "anthropic", "ollama", "mcp", "PySide6")),
        (("spaces",), (*AGENTS, *DOCUMENTS, *STORE, "PySide6", "workspace_app")),
        (
            ("workspace_app.domain.plan", "workspace_app.domain.events"),
            (*AGENTS, *DOCUMENTS, *STORE, "PySide6", "spaces"),
        ),
    ],
    ids=["window", "command line", "engine process", "desk", "spaces", "domain"],
)
def test_a_start_loads_no_more_than_it_needs(modules: Sequence[str], unwanted: Sequence[str]) -> None:
    loaded = loaded_by(*modules)
    assert set(modules) <= loaded
    assert sorted(loaded.intersection(unwanted)) == []
