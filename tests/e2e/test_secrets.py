"""No key is anywhere but in the keyring and the environment: not in the store, a project folder, git, a log, an export or a recorded request (L102, L24)."""

import io
import signal
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.program import Program, until
from tests.support.file_keyring import FILE
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.desk.client import DeskClient
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.status import Status
from workspace_app.store.database import open_reader, store_path
from workspace_app.store.queries import Queries

SMALL = str(Path(__file__).parents[1] / "engine" / "mcp" / "small_server.py")
MARK = "Findable7291"
"""Stands in the task: what the search finds where it must find something."""
SECRETS = {
    # None looks like a provider's key, so that no pattern catches them by their looks.
    "model, environment": "qzEnvironment0481kd02",
    "model, lent": "qzLent7717vbn31",
    "model, keyring": "qzKeyring5520mmw77",
    "tool server, environment": "qzServerEnv9313ppa",
    "tool server, lent": "qzServerLent4410uuy",
    "tool server, typed": "qzServerTyped6604lkx",
    "tool server, argument": "qzArgument7731wwe",
    "tool server, header": "qzHeader2218ghj",
}


@pytest.fixture
def server() -> Iterator[ScriptedModel]:
    with ScriptedModel() as model:
        yield model


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "home", tmp_path / "person")
    program.environment |= {
        "PYTHON_KEYRING_BACKEND": "tests.support.file_keyring.FileKeyring",
        FILE: str(tmp_path / "keyring.json"),
        "WORKSPACE_TEST_KEY": SECRETS["model, environment"],
        "WORKSPACE_TEST_SERVER": SECRETS["tool server, environment"],
    }
    yield program
    program.close()


class Person:
    """Someone at the engine of a program, who waits for their tasks."""

    def __init__(self, program: Program) -> None:
        self._program = program
        program.read("tasks")  # the engine is started from the program's environment, never from this one
        self.client = DeskClient(program.home)
        self.client.connect()
        self._store = open_reader(program.home)

    def close(self) -> None:
        self.client.close()
        self._store.dispose()

    def call(self, verb: str, **arguments: Any) -> Any:
        return self.client.call(verb, **arguments)

    def task(self, model: str, *tools: str, middleware: tuple[str, ...] = ()) -> str:
        """A new approved task of one step."""
        assistant = {
            "name": "bot",
            "tools": list(tools),
            "middleware": [{"type": name, "settings": {}} for name in middleware],
        }
        step = {
            "id": "s",
            "step_task": f"Look into {MARK}.",
            "kind": "agent",
            "require_inputs": "none",
            "team": {"assistants": [assistant]},
        }
        plan = {"title": MARK, "steps": [step]}
        made = self.call("new_task", text=f"Do {MARK}", plan=plan, model=model, approve="all")
        return str(made["id"])

    def sees(self, task: str, status: Status) -> None:
        """Wait until a task has come to this status."""
        ask = Queries(self._store)
        until(lambda: ask.task(task).status in (Status.DONE, Status.ERROR))
        row = ask.task(task)
        assert row.status is status, row.waits_for


def _walk(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """A file, and what is in it if it is an archive."""
    yield name, data
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for inner in archive.namelist():
                yield from _walk(archive.read(inner), f"{name}!{inner}")


def _everything(home: Path) -> Iterator[tuple[str, bytes]]:
    """All bytes that there are below a home: files (the store with its log of changes), archives, tables, git's objects."""
    for file in home.rglob("*"):
        if file.is_file() and not file.is_symlink():
            yield from _walk(file.read_bytes(), str(file.relative_to(home)))
        if file.name == ".git":
            everything = ["git", "cat-file", "--batch", "--batch-all-objects", "--unordered"]
            found = subprocess.run(everything, cwd=file.parent, capture_output=True, check=True)
            yield f"{file.parent.name}'s git objects", found.stdout
    with sqlite3.connect(f"file:{store_path(home)}?mode=ro", uri=True) as store:
        for line in store.iterdump():
            yield "store", line.encode()
    store.close()


def _check(home: Path) -> None:
    found = list(_everything(home))
    leaks = {f"{what}: {place}" for place, data in found for what, secret in SECRETS.items() if secret.encode() in data}
    assert not leaks, "\n".join(sorted(leaks))
    marked = {place for place, data in found if MARK.encode() in data}
    assert any(place.endswith("git objects") for place in marked), "the search does not see git's objects"
    assert "store" in marked, "the search does not see the store"
    assert any("!" in place for place in marked), "the search does not see into the export"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_no_key_is_left_anywhere_after_calls_errors_shells_tool_servers_and_a_crash(
    program: Program, server: ScriptedModel, tmp_path: Path
) -> None:
    person = Person(program)
    url = f"{server.url}/v1"
    person.call("add_model", name="env", provider="openai", model="env", base_url=url, key_env="WORKSPACE_TEST_KEY")
    person.call("add_model", name="lent", provider="openai", model="lent", base_url=url, key_env="WORKSPACE_TEST_LENT")
    person.call("add_model", name="ring", provider="openai", model="ring", base_url=url)
    person.call("keep_key", name="ring", key=SECRETS["model, keyring"])
    variables = {"API_TOKEN": "${WORKSPACE_TEST_SERVER}", "PLACE": SECRETS["tool server, typed"]}
    chatty = "import os, sys; sys.exit(f'refused: {os.environ} {sys.argv}')"
    headers = {"Authorization": f"Bearer {SECRETS['tool server, header']}", "X-Token": "${WORKSPACE_TEST_LENT_SERVER}"}
    servers = {
        "small": {"command": sys.executable, "args": [SMALL], "env": variables},
        "chatty": {
            "command": sys.executable,
            "args": ["-c", chatty, "--token", SECRETS["tool server, argument"]],
            "env": variables,
        },
        "far": {"url": f"{server.url}/mcp", "headers": headers},
    }
    person.call("add_mcp_servers", config={"mcpServers": servers})
    person.call("allow_tool", tool="*")
    lent = {
        "WORKSPACE_TEST_LENT": SECRETS["model, lent"],
        "WORKSPACE_TEST_LENT_SERVER": SECRETS["tool server, lent"],
    }
    program.run("tasks", **lent)

    for model, secret in (("env", "environment"), ("lent", "lent"), ("ring", "keyring")):
        _provider_repeats_the_key(person, server, model, SECRETS[f"model, {secret}"])
    _tools_print_what_they_have(person, server)
    for name in ("chatty", "far"):
        with pytest.raises(WorkspaceError, match=f"“{name}” (did not start|answered|ended)"):
            person.call("mcp_tools", name=name)
        person.sees(person.task("env", f"mcp:{name}"), Status.ERROR)

    last = _crash(program, person, server)
    person.close()
    code, _, errors = program.run("export", last, str(tmp_path / "home" / "export.zip"))
    assert (code, errors) == (0, "")
    assert (program.home / "logs" / "engine.err").read_text(), "the crash left no report"
    _check(program.home)
    program.close()
    _check(program.home)


def _provider_repeats_the_key(person: Person, server: ScriptedModel, model: str, secret: str) -> None:
    """Errors that quote the key in the body, plain and as a header's value, each of another shape."""
    said = f"Incorrect API key provided: {secret} (Authorization: Bearer {secret})."
    for reply in (
        Reply(status=401, text=said),
        Reply(status=400, body=said),
        Reply(status=500, body={"request": {"headers": {"authorization": f"Bearer {secret}"}}}),
    ):
        server.script(model, [reply])
        person.sees(person.task(model), Status.ERROR)
        assert server.requests_for(model)[-1].headers["Authorization"], "the request had no key"
    server.script(model, [Reply(status=401, text=said)])
    assert secret not in str(person.call("test_model", name=model))


def _tools_print_what_they_have(person: Person, server: ScriptedModel) -> None:
    """A shell prints all environments that it can read, a tool server the values that it was started with."""
    shell = ("shell", {"command": f"echo {MARK}; env; cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'; true"})
    asked = [("small__environment", {"name": name}) for name in ("API_TOKEN", "PLACE")]
    server.script("env", [Reply(tools=[shell, *asked]), {"tools": [("submit_work", {"title": MARK, "content": MARK})]}])
    task = person.task("env", "mcp:small", middleware=("Shell",))
    person.sees(task, Status.DONE)


def _crash(program: Program, person: Person, server: ScriptedModel) -> str:
    """The engine ends in the middle of a call as native code does that fails."""
    before = len(server.requests)
    server.script("ring", [Reply(hang=True), {"tools": [("submit_work", {"title": MARK, "content": MARK})]}])
    task = person.task("ring")
    server.wait_for_requests(before + 1)
    program.kill(signal.SIGABRT)
    program.run("resume", task)
    program.wait_for(task, "done")
    return task
