"""Finding the engine of a data folder, or starting one: whoever comes first starts it, later ones attach (DESIGN 3)."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import workspace_app
from workspace_app.desk import rpc, transport
from workspace_app.desk.rpc import EngineLost
from workspace_app.home import make_home
from workspace_app.log import log_file

HELD = 3
"""Exit code of an engine process that found another one on its data folder."""
REFUSED = 4
"""Exit code of an engine process that cannot use its data folder; the last line that it printed says why."""

START_SECONDS = 120.0
HELLO_SECONDS = 30.0
POLL_SECONDS = 0.05
RESTART_SECONDS = 1.0

if sys.platform == "win32":
    # Not DETACHED_PROCESS: without a console of its own, every git that the engine runs would open one.
    _FLAGS = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
else:
    _FLAGS = 0

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class EngineProcess:
    """An engine process that this process started; it outlives whoever started it.

    Args:
        home: its data folder.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        # With the folder of this very package as its own, it runs the same program, and nothing that lies in the caller's folder.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "workspace_app.engine_process", "--home", str(home)],
            cwd=Path(workspace_app.__file__).parent.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
            creationflags=_FLAGS,
        )

    def held(self) -> bool:
        """Whether it ended because another engine has the data folder.

        Raises:
            EngineLost: it ended for another reason.
        """
        code = self._process.poll()
        if code is None:
            return False
        if code not in (0, HELD):
            raise EngineLost(self._reason(code))
        return True

    def let_go(self) -> None:
        """Leave it to itself."""
        assert self._process.stderr is not None
        self._process.stderr.close()
        if self._process.poll() is None:
            # It is meant to outlive this object: that is nothing for Popen to warn of.
            self._process.returncode = 0

    def _reason(self, code: int) -> str:
        assert self._process.stderr is not None
        log = log_file(self._home)
        said = self._process.stderr.read().decode(errors="replace") or (
            log.read_text(errors="replace") if log.exists() else ""
        )
        last = (said.strip().splitlines() or [f"it ended with code {code}"])[-1]
        return last if code == REFUSED else f"The engine could not be started: {last} (see {log})"


async def attach(home: Path) -> Streams:
    """A connection to the engine of `home`, which has said hello; it is started if there is none.

    Raises:
        EngineLost: it does not start or does not answer.
        WorkspaceError: the folder cannot be used, or another version of the program has it.
    """
    make_home(home)
    loop = asyncio.get_running_loop()
    deadline = loop.time() + START_SECONDS
    started: EngineProcess | None = None
    try:
        while (streams := await greet(home)) is None:
            if loop.time() > deadline:
                log = log_file(home)
                raise EngineLost(
                    f"The engine of {home} does not answer. Look into {log}, end its process, and try again."
                )
            if started is None:
                started = EngineProcess(home)
            elif started.held():
                # The other one is about to answer, or to end: in the second case this one's turn comes.
                started.let_go()
                started = None
                await asyncio.sleep(RESTART_SECONDS)
            await asyncio.sleep(POLL_SECONDS)
    finally:
        if started:
            started.let_go()
    return streams


async def greet(home: Path) -> Streams | None:
    """A connection to the engine that `home` names, None if it is gone.

    Raises:
        EngineLost: it is there but does not answer, or is another version.
    """
    endpoint = transport.read_endpoint(home)
    if endpoint is None:
        return None
    try:
        reader, writer = await transport.connect(endpoint.address)
        writer.write(rpc.request(0, "hello", {"token": endpoint.token}))
        line = await asyncio.wait_for(reader.readline(), HELLO_SECONDS)
    except TimeoutError:
        writer.close()
        raise EngineLost(
            f"The engine of {home} (process {endpoint.pid}) does not answer. End that process and try again."
        ) from None
    except OSError:
        return None
    answer = json.loads(line) if line else {}
    if "result" not in answer:
        writer.close()
        return None
    if (version := answer["result"]["version"]) != workspace_app.__version__:
        writer.close()
        raise EngineLost(
            f"The engine that runs on {home} (process {endpoint.pid}) is version {version}, this program is {workspace_app.__version__}. "
            "Close the other program; its engine ends when nothing runs. Then try again."
        )
    return reader, writer
