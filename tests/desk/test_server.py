"""The server, spoken to in raw lines; and what waits for a client that is slow."""

import asyncio
import json
import os
import stat
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.desk.small_desk import SmallDesk
from workspace_app.desk import rpc, transport
from workspace_app.desk.host import host
from workspace_app.desk.outgoing import RESYNC, Outgoing
from workspace_app.desk.server import DeskServer
from workspace_app.domain.events import Event


class Line:
    """A raw connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def say(self, line: bytes) -> dict[str, Any]:
        self.writer.write(line)
        return await self.hear()

    async def hear(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads(await self.reader.readline())
        return value


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    return tmp_path


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The user's folder for sockets, short enough to be taken; else the one in /tmp would be, which belongs to everybody's tests."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder)


@pytest.fixture
async def desk() -> SmallDesk:
    return SmallDesk()


@pytest.fixture
async def server(home: Path, desk: SmallDesk) -> AsyncIterator[DeskServer]:
    server = DeskServer(desk, transport.Endpoint(transport.new_address(home), "token", os.getpid(), "1"))
    await server.open()
    yield server
    await server.close()


@pytest.fixture
async def line(server: DeskServer, home: Path) -> AsyncIterator[Line]:
    line = Line(*await transport.connect(transport.new_address(home)))
    yield line
    line.writer.close()
    await line.writer.wait_closed()


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - the test's own timeout ends it
        await asyncio.sleep(0)


async def greet(line: Line) -> None:
    assert "result" in await line.say(rpc.request(0, "hello", {"token": "token"}))


@pytest.mark.parametrize(
    "first", [rpc.request(1, "hello", {"token": "wrong"}), rpc.request(1, "echo", {"text": "a"}), b"GET / HTTP/1.1\n"]
)
async def test_who_does_not_know_the_token_gets_nothing(line: Line, first: bytes) -> None:
    assert "error" in await line.say(first)
    assert await line.reader.read() == b""


@pytest.mark.parametrize("bad", [b"nonsense\n", b"[]\n", b'{"method": 3}\n', b'{"method": "echo", "params": [1]}\n'])
async def test_a_bad_line_is_answered_and_the_next_one_heard(line: Line, bad: bytes) -> None:
    await greet(line)
    assert (await line.say(bad))["error"]["code"] in (rpc.PARSE_ERROR, rpc.INVALID_REQUEST)
    assert (await line.say(rpc.request(2, "echo", {"text": "a"})))["result"] == {"text": "a"}


async def test_a_verb_is_finished_though_the_one_who_asked_is_gone(
    server: DeskServer, desk: SmallDesk, line: Line
) -> None:
    await greet(line)
    line.writer.write(rpc.request(1, "wait", {"name": "kept"}))
    await line.say(rpc.request(2, "echo", {"text": "heard"}))
    line.writer.close()
    await until(lambda: not server.attached)
    desk.gate.set()
    await until(lambda: bool(desk.waited))
    assert desk.waited == ["kept"]


async def test_the_answer_under_way_is_sent_before_the_end(server: DeskServer, desk: SmallDesk, line: Line) -> None:
    await greet(line)
    line.writer.write(rpc.request(1, "wait", {"name": "last"}))
    await line.say(rpc.request(2, "echo", {"text": "heard"}))
    closing = asyncio.create_task(server.close())
    desk.gate.set()
    assert (await line.hear())["result"] == {"name": "last"}
    await closing
    assert await line.reader.read() == b""


async def test_a_client_that_does_not_read_holds_up_nobody(server: DeskServer, home: Path, line: Line) -> None:
    await greet(line)
    await line.say(rpc.request(1, "subscribe", {}))
    other = Line(*await transport.connect(transport.new_address(home)))
    await greet(other)
    # Far more than the socket's buffers and the queue together take.
    assert (await other.say(rpc.request(2, "tell", {"count": 5000, "text": "y" * 1000})))["result"] == {}
    other.writer.write(rpc.request(3, "tell", {"count": 1}))
    kinds = []
    while (event := await line.hear()).get("params", {}).get("id") != RESYNC.id:
        kinds.append(event["params"]["kind"])
    assert len(kinds) < 10_000
    for each in (line, other):
        each.writer.transport.abort()


async def test_the_end_of_a_client_ends_its_subscription(server: DeskServer, desk: SmallDesk, line: Line) -> None:
    await greet(line)
    await line.say(rpc.request(1, "subscribe", {}))
    await line.say(rpc.request(2, "subscribe", {}))
    assert len(desk.events.listeners) == 1
    line.writer.close()
    await until(lambda: not server.attached)
    assert not desk.events.listeners


def _delta(text: str, source: str = "writer", restart: bool = False) -> Event:
    return Event("delta", "c", conversation="c", source=source, text=text, restart=restart)


async def _drain(outgoing: Outgoing) -> list[dict[str, Any]]:
    outgoing.finish()
    lines = []
    while line := await outgoing.next():
        lines.append(json.loads(line))
    return lines


async def test_when_the_queue_is_full_deltas_go_first_and_leave_no_hole() -> None:
    outgoing = Outgoing(limit=4)
    outgoing.put_line(rpc.result(1, {}))
    for event in (_delta("a"), Event("task", "t"), _delta("b"), _delta("c", "critic"), Event("step", "s"), _delta("d")):
        outgoing.put_event(event)
    outgoing.put_event(Event("message", "m", conversation="c", source="writer", seq=1))
    outgoing.put_event(_delta("e"))
    lines = await _drain(outgoing)
    assert lines[0]["id"] == 1
    assert [(line["params"]["kind"], line["params"].get("text")) for line in lines[1:]] == [
        ("task", None),
        ("step", None),
        ("message", None),
        ("delta", "e"),
    ]


async def test_a_text_that_starts_again_is_shown_again() -> None:
    outgoing = Outgoing(limit=1)
    for event in (_delta("a"), Event("task", "t")):
        outgoing.put_event(event)
    assert json.loads(await outgoing.next())["params"]["kind"] == "task"
    outgoing.put_event(_delta("lost"))
    outgoing.put_event(_delta("whole", restart=True))
    assert [line["params"]["text"] for line in await _drain(outgoing)] == ["whole"]


async def test_when_even_that_is_not_enough_the_client_reads_everything_again() -> None:
    outgoing = Outgoing(limit=3)
    outgoing.put_line(rpc.result(1, {}))
    for n in range(4):
        outgoing.put_event(Event("task", f"t{n}"))
    outgoing.put_event(Event("task", "after"))
    lines = await _drain(outgoing)
    assert lines[0]["id"] == 1
    assert [Event.from_json(line["params"]) for line in lines[1:]] == [RESYNC, Event("task", "after")]


async def test_an_idle_engine_ends_by_itself_in_order(home: Path, desk: SmallDesk) -> None:
    async def opened(_home: Path) -> SmallDesk:
        return desk

    ready = asyncio.Event()
    await asyncio.wait_for(host(home, asyncio.Event(), ready.set, 0.01, opened), 30)
    assert ready.is_set()
    assert desk.closed
    assert not transport.endpoint_file(home).exists()
    assert not Path(transport.new_address(home)).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Unix sockets")
async def test_the_socket_is_this_users_alone(server: DeskServer, home: Path) -> None:
    path = Path(transport.new_address(home))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="Unix sockets")
def test_a_folder_that_others_can_enter_is_refused(home: Path, runtime: Path) -> None:
    folder = Path(transport.new_address(home)).parent
    assert folder.parent == runtime
    folder.chmod(0o755)
    with pytest.raises(transport.TransportError, match="must belong to you alone"):
        transport.new_address(home)


@pytest.mark.skipif(sys.platform == "win32", reason="Unix sockets")
def test_a_link_in_place_of_the_folder_is_refused(home: Path, runtime: Path) -> None:
    folder = Path(transport.new_address(home)).parent
    assert folder.parent == runtime
    folder.rmdir()
    (home / "elsewhere").mkdir(mode=0o700)
    folder.symlink_to(home / "elsewhere")
    with pytest.raises(transport.TransportError, match="must belong to you alone"):
        transport.new_address(home)


def test_a_long_home_still_gets_a_short_socket(tmp_path: Path) -> None:
    home = tmp_path.joinpath(*["a long name of a folder"] * 20)
    assert len(os.fsencode(transport.new_address(home))) <= transport.PATH_LIMIT


@pytest.mark.parametrize("content", ["", "{", "[]", '{"address": 1}', "null"])
def test_a_damaged_engine_file_counts_as_none(home: Path, content: str) -> None:
    transport.endpoint_file(home).write_text(content)
    assert transport.read_endpoint(home) is None
