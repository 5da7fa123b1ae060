"""Runs a tool server, and ends it when the engine is gone, however the engine ended: `python guard.py ENGINE_PID COMMAND ARGS...`.

It is started as a file, on its own. The server has its input and errors; what it answers passes through here, because the client library keeps an
unfinished line in memory however long it gets. What the server starts is adopted when it is orphaned, and ended as the shell's supervisor does it;
the supervisor itself cannot take this place, because the library that starts the process hands it no leash.

It is two processes. The library may kill the one that it started at any moment, without a chance to clean up: that one only waits, and the other,
which does the work, ends everything when it is gone.
"""

import importlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, NoReturn

sys.path.insert(0, str(Path(__file__).parents[1] / "shell"))
supervisor = importlib.import_module("supervisor")  # by its path: nothing else of the app is loaded here

LOOK_SECONDS = 0.5
DRAIN_SECONDS = 1.0
"""What the last answers of a server that has ended may take."""
LONGEST = 32 * 1024 * 1024
"""Bytes of a line; a message is one line."""


def main() -> NoReturn:
    """Run the command to its end."""
    engine, command = int(sys.argv[1]), sys.argv[2:]
    front = os.getpid()
    worker = os.fork()
    if worker == 0:
        _guard(front, command)
    os.closerange(0, 3)  # they are the other's: nobody may wait here for their end
    threading.Thread(target=_outlive, args=(engine, lambda: os._exit(1)), daemon=True).start()
    os._exit(os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]) & 0xFF)


def _guard(front: int, command: list[str]) -> NoReturn:
    supervisor.adopt_orphans()
    signal.signal(signal.SIGTERM, lambda *_: _end())
    threading.Thread(target=_outlive, args=(front, _end), daemon=True).start()
    try:
        server = subprocess.Popen(command, stdout=subprocess.PIPE)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        sys.exit(127)
    assert server.stdout is not None
    passing = threading.Thread(target=_pass_on, args=(server.stdout,), daemon=True)
    passing.start()
    server.wait()
    passing.join(DRAIN_SECONDS)
    _end()


def _pass_on(answers: IO[bytes]) -> None:
    """Pass lines on, one at a time."""
    try:
        while line := answers.readline(LONGEST):
            if len(line) == LONGEST and not line.endswith(b"\n"):
                sys.stderr.write(f"It sent a line of more than {LONGEST // 1024 // 1024} MB, and was ended.\n")
                sys.stderr.flush()
                _end()
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        _end()


def _outlive(parent: int, end: Callable[[], NoReturn]) -> None:
    """End once the parent is gone."""
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    end()


def _end() -> NoReturn:
    """End, with the server and all that it has started and left behind."""
    supervisor.end_all_below()
    os._exit(0)


if __name__ == "__main__":
    main()
