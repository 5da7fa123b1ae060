"""A tool server ends with its guard, however the guard ends (L101)."""

import os
import subprocess
import sys

import pytest

from tests.engine.shell.remains import eventually_gone, remains
from workspace_app.engine.mcp import guard

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

DEAF = "import time; print('begun', flush=True); time.sleep(300.0601)"
"""A server that does not heed the end of its input."""


async def test_a_guard_that_is_killed_at_once_takes_its_server_along() -> None:
    """The client library does so when what it waits for is cancelled."""
    command = [sys.executable, "-I", guard.__file__, str(os.getpid()), sys.executable, "-c", DEAF]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: ASYNC220
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline() == b"begun\n"
    assert remains("300.0601")
    process.kill()
    assert await eventually_gone("300.0601")
    assert process.wait(60) == -9
    process.stdin.close()
    process.stdout.close()


@pytest.mark.parametrize(("command", "code"), [(["/bin/sh", "-c", "exit 5"], 0), (["/no/such"], 127)])
def test_the_end_of_the_server_is_its_end(command: list[str], code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-I", guard.__file__, str(os.getpid()), *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert done.stderr == ("" if code == 0 else "/no/such: No such file or directory\n")
