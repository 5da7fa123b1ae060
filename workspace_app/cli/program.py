"""`workspace-app`: from the words that were typed to an exit code."""

import json
import os
import sys
import traceback
from argparse import Namespace
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from workspace_app.cli import commands, follow, text
from workspace_app.cli.arguments import parser
from workspace_app.cli.session import Session, attached
from workspace_app.desk.rpc import UnknownVerb
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.status import Status
from workspace_app.home import find_home

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Do one command, or open the window if there is none.

    Returns:
        0 if it was done, 1 after an error, 2 (by SystemExit) for wrong usage, 130 after Ctrl+C.
    """
    _write_utf8()
    arguments = parser().parse_args(argv)
    try:
        return _do(arguments, find_home(arguments.home))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has enough; what is still buffered must not fail again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:  # noqa: BLE001 - the last place that can tell the person
        _complain(error, arguments)
        return 1


def _do(arguments: Namespace, home: Path) -> int:
    if arguments.command is None:
        from workspace_app.ui.app import main as open_window

        return open_window(home)
    with attached(home, daemon=not arguments.no_daemon) as session:
        if arguments.command == "run":
            return _run(session, arguments)
        value = arguments.run(session, arguments)
    return _tell(value, arguments)


def _tell(value: Any, arguments: Namespace) -> int:
    """Print what came out. A model that does not answer its test is an error, whose object is printed all the same."""
    failed = arguments.run is commands.test_model and not value["ok"]
    if arguments.json:
        print(_json(value))
    if failed:
        print(arguments.show(value), file=sys.stderr)
    elif not arguments.json:
        print(arguments.show(value))
    return int(failed)


def _run(session: Session, arguments: Namespace) -> int:
    inflow = follow.Inflow(session)
    task = follow.new_task(
        session, arguments.text, arguments.project, arguments.model, arguments.approve, arguments.context
    )

    def tell(event: dict[str, Any]) -> None:
        print(_json(event, line=True) if arguments.json else text.event(event), flush=True)

    try:
        status = follow.Follower(session, task, tell).follow(inflow)
    except KeyboardInterrupt:
        print(_left(task, arguments.no_daemon), file=sys.stderr)
        return INTERRUPTED
    return 1 if status in (Status.ERROR, Status.INTERRUPTED) else 0


def _left(task: str, no_daemon: bool) -> str:
    if no_daemon:
        return f"The task is interrupted, because its engine ends with this command. Go on with: workspace-app resume {task}"
    return f"The task goes on. Look with: workspace-app show {task}; end it with: workspace-app stop {task}"


def _json(value: Any, line: bool = False) -> str:
    return json.dumps(value, ensure_ascii=False, indent=None if line else 2)


def _complain(error: Exception, arguments: Namespace) -> None:
    if arguments.debug:
        traceback.print_exception(error)
    if isinstance(error, UnknownVerb):
        print(f"The command {arguments.command!r} is not available yet.", file=sys.stderr)
    elif isinstance(error, WorkspaceError):
        print(error, file=sys.stderr)
    else:
        print(
            f"An internal error happened: {error or type(error).__name__}. Add --debug to see where.", file=sys.stderr
        )


def _write_utf8() -> None:
    """Print any text on any system; what cannot be written at all is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
