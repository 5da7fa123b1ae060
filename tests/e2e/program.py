"""The real program, in processes of its own, on a data folder of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from workspace_app.desk.host import EngineHeld, hold
from workspace_app.desk.transport import read_endpoint

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 120.0


def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition, with patience for a slow machine."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError("This never came true.")
        time.sleep(0.05)


def _heed_ctrl_c() -> None:
    """What is started in the background ignores Ctrl+C, and hands that on; a person's terminal does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Program:
    """`workspace-app` on one home.

    Args:
        home: the data folder.
        system_home: stands for the person's own folder, so that nothing of the machine's settings is used.
    """

    def __init__(self, home: Path, system_home: Path) -> None:
        self.home = home
        system_home.mkdir(exist_ok=True)
        kept = {
            key: value
            for key, value in os.environ.items()
            if key in ("PATH", "LANG", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
        }
        self.environment = kept | {
            "HOME": str(system_home),
            "WORKSPACE_HOME": str(home),
            "PYTHONPATH": str(ROOT),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        }

    def start(self, *words: str, **environment: str) -> "subprocess.Popen[str]":
        """Start a command."""
        return subprocess.Popen(
            [sys.executable, "-m", "workspace_app", *words],
            env=self.environment | environment,
            cwd=self.environment["HOME"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            preexec_fn=_heed_ctrl_c if sys.platform != "win32" else None,
        )

    def run(self, *words: str, **environment: str) -> tuple[int, str, str]:
        """Do a command: exit code, output, errors."""
        with self.start(*words, **environment) as process:
            try:
                out, err = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
            return process.returncode, out, err

    def read(self, *words: str) -> Any:
        """What a command prints as JSON; it must succeed."""
        code, out, err = self.run(*words, "--json")
        assert (code, err) == (0, ""), (code, err)
        return json.loads(out)

    def events(self, *words: str) -> list[dict[str, Any]]:
        """The events of a `run --json` that must succeed."""
        code, out, err = self.run("run", *words, "--json")
        assert (code, err) == (0, ""), (code, err)
        return [json.loads(line) for line in out.splitlines()]

    def wait_for(self, task: str, status: str) -> dict[str, Any]:
        """The task, once it has this status."""
        found: dict[str, Any] = {}

        def reached() -> bool:
            found.update(self.read("show", task))
            return bool(found["status"] == status)

        until(reached)
        return found

    def engine(self) -> int:
        """The process id of the running engine."""
        endpoint = read_endpoint(self.home)
        assert endpoint is not None, "no engine"
        return endpoint.pid

    def held(self) -> bool:
        """Whether an engine has the home."""
        try:
            with hold(self.home):
                return False
        except EngineHeld:
            return True

    def kill(self, number: int = getattr(signal, "SIGKILL", signal.SIGTERM)) -> None:
        """End the engine by a signal, and wait until it is gone."""
        os.kill(self.engine(), number)
        until(lambda: not self.held())

    def close(self) -> None:
        """End the engine, if there is one."""
        if read_endpoint(self.home) is not None and self.held():
            self.kill(signal.SIGTERM)
