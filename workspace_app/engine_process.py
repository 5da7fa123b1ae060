"""The engine process: `python -m workspace_app.engine_process --home DIR`. Started by whoever comes first, ends by itself."""

import argparse
import asyncio
import faulthandler
import logging
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from workspace_app.desk.host import EngineHeld, host
from workspace_app.desk.launch import HELD, REFUSED
from workspace_app.domain.errors import WorkspaceError
from workspace_app.home import find_home, logs, make_home
from workspace_app.log import log_to_file

IDLE_SECONDS = 10.0

# By name, as this module runs as __main__.
logger = logging.getLogger("workspace_app.engine_process")


def main(argv: Sequence[str] | None = None) -> int:
    """Run an engine until nothing runs and nobody is attached, or until it is told to end.

    Returns:
        0 after an orderly end, `HELD` if another engine has the data folder, `REFUSED` (with the reason on stderr) if it cannot be used.
    """
    parser = argparse.ArgumentParser(prog="workspace_app.engine_process", description=main.__doc__)
    parser.add_argument("--home", help="the data folder")
    parser.add_argument("--idle-seconds", type=float, default=IDLE_SECONDS, help="how long to stay with nothing to do")
    arguments = parser.parse_args(argv)
    home = find_home(arguments.home)
    try:
        make_home(home)
        log_to_file(home)
        asyncio.run(_run(home, arguments.idle_seconds))
    except EngineHeld as error:
        sys.stderr.write(f"{error}\n")
        return HELD
    except WorkspaceError as error:
        logger.error("%s", error)
        sys.stderr.write(f"{error}\n")
        return REFUSED
    except Exception:
        logger.exception("The engine failed")
        raise
    return 0


async def _run(home: Path, idle_seconds: float) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGINT", "SIGBREAK"):
        if number := getattr(signal, name, None):
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set) and None)

    def ready() -> None:
        _leave_starter(logs(home))
        logger.info("The engine of %s is ready.", home)

    await host(home, stop, ready, idle_seconds)
    logger.info("The engine of %s has ended.", home)


def _leave_starter(folder: Path) -> None:
    """Close the pipe to whoever started this process; a crash of native code is told in `engine.err`."""
    errors = os.open(folder / "engine.err", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(errors, 2)
    os.close(errors)
    faulthandler.enable()


if __name__ == "__main__":
    sys.exit(main())
