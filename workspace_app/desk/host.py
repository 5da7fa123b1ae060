"""One engine on a data folder: holding it, serving it, and ending in order."""

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

import workspace_app
from workspace_app.desk import transport
from workspace_app.desk.server import DeskServer, Served
from workspace_app.domain.errors import WorkspaceError
from workspace_app.home import make_home

POLL_SECONDS = 0.25

OpenDesk = Callable[[Path], Awaitable[Served]]


class EngineHeld(WorkspaceError):
    """Another engine has the data folder."""


async def open_desk(home: Path) -> Served:
    """The desk of a data folder."""
    from workspace_app.desk.desk import Desk

    return await Desk.open(home)


@contextmanager
def hold(home: Path) -> Iterator[None]:
    """Be the one engine of `home`; the system ends that with the process, however it ends.

    Raises:
        EngineHeld: another engine is.
        WorkspaceError: the folder cannot be used.
    """
    make_home(home)
    lock = FileLock(home / "engine.lock", thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        raise EngineHeld(
            f"Another engine is running on {home}. Close what uses it, or leave out --no-daemon to attach to it."
        ) from error
    except OSError as error:
        raise WorkspaceError(
            f"The data folder {home} cannot be used: {error.strerror}. Choose another with --home."
        ) from error
    try:
        yield
    finally:
        lock.release()


async def host(
    home: Path,
    stop: asyncio.Event,
    ready: Callable[[], None],
    idle_seconds: float | None = None,
    open_: OpenDesk = open_desk,
) -> None:
    """Open the desk of `home` and serve it until the end.

    Args:
        home: the data folder.
        stop: when set, ends it in order.
        ready: called when clients can attach.
        idle_seconds: ends it after so long with nothing running and nobody attached; None for never.
        open_: opens the desk.

    Raises:
        EngineHeld: another engine has the folder.
        WorkspaceError: the folder, its store or the socket cannot be used.
    """
    with hold(home):
        desk = await open_(home)
        try:
            endpoint = transport.Endpoint(
                transport.new_address(home), transport.new_token(), os.getpid(), workspace_app.__version__
            )
            server = DeskServer(desk, endpoint)
            await server.open()
            try:
                transport.write_endpoint(home, endpoint)
                ready()
                await _until_over(desk, server, stop, idle_seconds)
            finally:
                await server.close()
                transport.endpoint_file(home).unlink(missing_ok=True)
        finally:
            await desk.close()


async def _until_over(desk: Served, server: DeskServer, stop: asyncio.Event, idle_seconds: float | None) -> None:
    loop = asyncio.get_running_loop()
    used_at = loop.time()
    stopped = asyncio.create_task(stop.wait())
    while not stopped.done():
        if server.attached or desk.busy():
            used_at = loop.time()
        elif idle_seconds is not None and loop.time() - used_at >= idle_seconds:
            stopped.cancel()
            return
        await asyncio.wait({stopped}, timeout=POLL_SECONDS)


@contextmanager
def hosted(home: Path, open_: OpenDesk = open_desk) -> Iterator[None]:
    """Run the engine of `home` inside this process (`--no-daemon`), on a thread of its own, for as long as the block lasts.

    Raises:
        EngineHeld: another engine has the folder.
        WorkspaceError: the folder, its store or the socket cannot be used.
    """
    started: Future[Callable[[], None]] = Future()
    ended: Future[None] = Future()

    async def run() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()

        def end() -> None:
            loop.call_soon_threadsafe(stop.set)

        await host(home, stop, lambda: started.set_result(end), open_=open_)

    def main() -> None:
        try:
            asyncio.run(run())
            ended.set_result(None)
        except BaseException as error:  # noqa: BLE001 - it belongs to the thread that waits
            (ended if started.done() else started).set_exception(error)

    thread = threading.Thread(target=main, name="engine")
    thread.start()
    try:
        stop = started.result()
        try:
            yield
        finally:
            if not ended.done():
                stop()
            ended.result()
    finally:
        thread.join()
