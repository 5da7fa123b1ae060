"""Opening the store, and its one writer (DESIGN 3, 4)."""

import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.pool import StaticPool

from workspace_app.domain.errors import WorkspaceError

T = TypeVar("T")
STORE_FILE = "workspace.sqlite3"
MIGRATIONS = Path(__file__).parent / "migrations"


class StoreError(WorkspaceError):
    """The store cannot be opened or written."""


def store_path(home: Path) -> Path:
    """Where the store of a data folder is."""
    return home / STORE_FILE


def open_reader(home: Path) -> Engine:
    """A read-only engine on the store of `home`; each thread gets a connection of its own.

    All that is asked within one `connect()` sees the store at one moment, so what it finds fits together.

    Raises:
        StoreError: there is no store yet.
    """
    path = store_path(home)
    if not path.exists():
        raise StoreError(f"There is no workspace in {home} yet.")
    url = URL.create("sqlite", database=f"file:{path}", query={"mode": "ro", "uri": "true"})
    engine = create_engine(url, connect_args={"isolation_level": None})

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def open_writer(home: Path) -> Engine:
    """The engine of the one writer: WAL, synchronous=FULL, so that a power cut loses nothing committed.

    Raises:
        StoreError: the folder or the file cannot be used.
    """
    path = store_path(home)
    try:
        home.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError as error:
        raise StoreError(
            f"The data folder {home} cannot be written: {error.strerror}. Choose another with --home."
        ) from error
    engine = create_engine(
        URL.create("sqlite", database=str(path)), poolclass=StaticPool, connect_args={"check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def _configure(connection: sqlite3.Connection, _record: object) -> None:
        # The driver's own transaction handling breaks savepoints; BEGIN is ours, below.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def migrate(home: Path) -> None:
    """Bring the store of `home` to this program's version, making it if there is none.

    Raises:
        StoreError: it was made by a newer program, or is not a store.
    """
    # A migration's file begins with its number.
    known = sorted(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    engine = open_writer(home)
    try:
        with engine.connect() as connection:
            current = _revision(connection)
            if current is not None and current not in known:
                raise StoreError(
                    f"The workspace in {home} was made by a newer version of this program. Update the program, or choose another "
                    "folder with --home. Nothing was changed."
                )
            connection.rollback()
            if current != known[-1]:
                _upgrade(connection)
    except (OperationalError, DatabaseError) as error:
        raise StoreError(
            f"The store {store_path(home)} cannot be read ({error.orig}). Restore a copy of it, or choose another folder with --home."
        ) from error
    finally:
        engine.dispose()


def _revision(connection: Connection) -> str | None:
    """The newest migration that a store has had; None for a new one."""
    tables = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars().all()
    if "alembic_version" not in tables:
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def _upgrade(connection: Connection) -> None:
    # It takes a while to load, and most starts have nothing to migrate.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.commit()


class Writer:
    """One thread that makes every change, many changes a commit.

    A change is a function of a connection. It is applied within a savepoint of its own; its future is done when the commit is on disk.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[tuple[Callable[[Connection], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, change: Callable[[Connection], T]) -> "Future[T]":
        """Queue a change; the future gives its value once it is durable, or the error that undid it alone."""
        future: Future[T] = Future()
        self._queue.put((change, future))
        return future

    def close(self) -> None:
        """Finish what is queued and end the thread."""
        self._queue.put(None)
        self._thread.join()
        self._engine.dispose()

    def _run(self) -> None:
        open_ = True
        while open_:
            batch = [self._queue.get()]
            while not self._queue.empty() and len(batch) < 200:
                batch.append(self._queue.get())
            open_ = None not in batch
            self._commit([item for item in batch if item is not None])

    def _commit(self, batch: list[tuple[Callable[[Connection], Any], Future[Any]]]) -> None:
        done: list[tuple[Future[Any], Any]] = []
        try:
            with self._engine.begin() as connection:
                for change, future in batch:
                    try:
                        with connection.begin_nested():
                            value = change(connection)
                    except Exception as error:  # noqa: BLE001 - it belongs to the caller, who gets it from the future
                        future.set_exception(error)
                    else:
                        done.append((future, value))
        except Exception as error:  # noqa: BLE001 - the commit failed: none of it is durable, and each caller is told
            failure = _plain(error)
            for future, _ in done:
                future.set_exception(failure)
            for _, future in batch:
                if not future.done():
                    future.set_exception(failure)
            return
        for future, value in done:
            future.set_result(value)


def _plain(error: Exception) -> Exception:
    if isinstance(error, OperationalError) and "full" in str(error.orig):
        return StoreError("The disk is full: the last change was not saved. Free some space and try again.")
    return error
