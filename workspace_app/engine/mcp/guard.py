"""Runs a tool server, and ends it when the engine is gone, however the engine ended: `python guard.py ENGINE_PID COMMAND ARGS...`.

It is started as a file, on its own, and leads a process group that the server belongs to. The server has its input and output.
"""

import os
import signal
import subprocess
import sys
import threading
import time

LOOK_SECONDS = 0.5


def main() -> int:
    """Run the command to its end; its exit code."""
    engine, command = int(sys.argv[1]), sys.argv[2:]
    threading.Thread(target=_outlive, args=(engine,), daemon=True).start()
    try:
        return subprocess.call(command)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        return 127


def _outlive(engine: int) -> None:
    """Kill the whole group once the engine is gone."""
    while os.getppid() == engine:
        time.sleep(LOOK_SECONDS)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
