"""Runs a tool server, and ends it when the engine is gone, however the engine ended: `python guard.py ENGINE_PID COMMAND ARGS...`.

It is started as a file, on its own, and leads a process group that the server belongs to. The server has its input and errors; what it answers
passes through here, because the client library keeps an unfinished line in memory however long it gets.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from typing import IO

LOOK_SECONDS = 0.5
DRAIN_SECONDS = 1.0
"""What the last answers of a server that has ended may take."""
LONGEST = 32 * 1024 * 1024
"""Bytes of a line; a message is one line."""


def main() -> int:
    """Run the command to its end; its exit code if it could not be started."""
    engine, command = int(sys.argv[1]), sys.argv[2:]
    threading.Thread(target=_outlive, args=(engine,), daemon=True).start()
    try:
        server = subprocess.Popen(command, stdout=subprocess.PIPE)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        return 127
    assert server.stdout is not None
    passing = threading.Thread(target=_pass_on, args=(server.stdout,), daemon=True)
    passing.start()
    server.wait()
    passing.join(DRAIN_SECONDS)
    _end()  # with all that the server has started and left behind
    return 0


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


def _outlive(engine: int) -> None:
    """Kill the whole group once the engine is gone."""
    while os.getppid() == engine:
        time.sleep(LOOK_SECONDS)
    _end()


def _end() -> None:
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
