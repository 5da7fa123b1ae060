"""Tool servers for real: an ordinary package over stdio, and a small one that waits, dies and answers in every shape."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest

from workspace_app.domain.records import Project
from workspace_app.engine.mcp import McpError, McpServers
from workspace_app.engine.mcp.config import read_server
from workspace_app.engine.mcp.tools import mcp_tools, text_of, tool_name

SMALL = str(Path(__file__).with_name("small_server.py"))
PATIENCE = 30.0
NOTHING = "The tool gave no answer."


class Seen:
    """Waits for changes of servers."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()

    def __call__(self, _: str) -> None:
        self.changed.set()

    async def until(self, met: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not met():
                self.changed.clear()
                await self.changed.wait()


@pytest.fixture
def seen() -> Seen:
    return Seen()


@pytest.fixture
async def servers(tmp_path: Path, seen: Seen) -> AsyncIterator[McpServers]:
    found = McpServers(tmp_path, seen)
    found.settings.add(
        [
            read_server("git", {"command": sys.executable, "args": ["-m", "mcp_server_git"]}),
            read_server(
                "small", {"command": sys.executable, "args": [SMALL], "env": {"GREETING": "${GREETING:-hello}"}}
            ),
            read_server("broken", {"command": sys.executable, "args": ["-c", "import sys; sys.exit('no licence')"]}),
            read_server("absent", {"command": "no-such-program"}),
            read_server("off", {"command": "x", "disabled": True}),
        ]
    )
    yield found
    await found.close()
    left = [child for child in psutil.Process().children(recursive=True) if child.status() != psutil.STATUS_ZOMBIE]
    assert not left


async def kept(body: bytes, extension: str) -> str:
    return f"kept/{len(body)}{extension}"


async def written(file: Path) -> int:
    """The process id in a file, once it is there."""
    async with asyncio.timeout(PATIENCE):
        while not (file.exists() and file.read_text()):  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.01)
    return int(file.read_text())


async def test_an_ordinary_package_is_used_over_stdio(servers: McpServers, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path / "repo")], check=True)
    git = await servers.server("git", None)
    assert git.state == "idle"
    assert "git_status" in [tool.name for tool in await git.tools()]
    result = await git.call("git_status", {"repo_path": str(tmp_path / "repo")})
    assert "No commits yet" in await text_of(result, kept)
    assert git.state == "ready"


async def test_a_server_killed_in_the_middle_of_a_call_gives_an_error_and_starts_again_at_the_next(
    servers: McpServers, tmp_path: Path, seen: Seen
) -> None:
    small = await servers.server("small", None)
    call = asyncio.ensure_future(small.call("wait", {"file": str(tmp_path / "pid")}))
    os.kill(await written(tmp_path / "pid"), signal.SIGKILL)
    with pytest.raises(McpError, match=r"(?s)ended during the call.*I am waiting"):
        await call
    await seen.until(lambda: small.state == "failed")
    assert "I am waiting" in small.detail
    assert await text_of(await small.call("add", {"a": 2, "b": 3}), kept) == "5"
    assert small.state == "ready"


async def test_a_call_that_is_cancelled_leaves_the_server_usable(servers: McpServers, tmp_path: Path) -> None:
    small = await servers.server("small", None)
    call = asyncio.ensure_future(small.call("wait", {"file": str(tmp_path / "pid")}))
    await written(tmp_path / "pid")
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    assert await text_of(await small.call("add", {"a": 1, "b": 1}), kept) == "2"


async def test_ending_while_a_call_is_under_way_ends_the_call(servers: McpServers, tmp_path: Path) -> None:
    small = await servers.server("small", None)
    call = asyncio.ensure_future(small.call("wait", {"file": str(tmp_path / "pid")}))
    pid = await written(tmp_path / "pid")
    await small.stop()
    with pytest.raises(McpError, match="ended during the call"):
        await call
    assert not psutil.pid_exists(pid)


async def test_a_server_that_does_not_start_says_why_and_is_not_tried_again_at_once(servers: McpServers) -> None:
    broken = await servers.server("broken", None)
    with pytest.raises(McpError, match=r"(?s)did not start.*no licence"):
        await broken.tools()
    assert broken.state == "failed"
    assert "no licence" in broken.detail
    with pytest.raises(McpError, match="tried again in 1 seconds"):
        await broken.tools()
    await broken.stop()
    with pytest.raises(McpError, match="did not start"):
        await broken.tools()


async def test_a_program_that_is_not_there_is_named(servers: McpServers) -> None:
    with pytest.raises(McpError, match="no program “no-such-program”"):
        await (await servers.server("absent", None)).tools()
    with pytest.raises(McpError, match="switched off"):
        await servers.server("off", None)
    with pytest.raises(McpError, match="There is no tool server “other”"):
        await servers.server("other", None)


async def test_starting_is_shared_and_can_be_given_up(servers: McpServers) -> None:
    small = await servers.server("small", None)
    first = asyncio.ensure_future(small.tools())
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    await small.stop()
    one, two = await asyncio.gather(small.tools(), small.tools())
    assert one == two
    assert len(psutil.Process().children()) == 1


async def test_a_server_that_never_answers_its_greeting_can_be_ended_at_once(
    servers: McpServers, seen: Seen, tmp_path: Path
) -> None:
    silent = f"import os, time; open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    servers.settings.add([read_server("silent", {"command": sys.executable, "args": ["-c", silent]})])
    server = await servers.server("silent", None)
    opening = asyncio.ensure_future(server.tools())
    pid = await written(tmp_path / "pid")
    assert server.state == "starting"
    await server.stop()
    with pytest.raises(McpError, match="did not start"):
        await opening
    assert not psutil.pid_exists(pid)


async def test_results_of_every_shape(servers: McpServers) -> None:
    small = await servers.server("small", None)

    async def answer(tool: str, **arguments: object) -> str:
        return await text_of(await small.call(tool, arguments), kept)

    assert await answer("picture") == "[image/png, 69 bytes, kept as kept/69.png]"
    assert await answer("documents") == (
        "[note://one]\nEin Text\n\n[note://two] [application/pdf, 3 bytes, kept as kept/3.pdf]"
    )
    failed = await small.call("fail", {"why": "the moon"})
    assert failed.isError
    assert "the moon" in await text_of(failed, kept)


async def test_it_gets_its_own_variables_and_none_of_the_apps_keys(
    servers: McpServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    small = await servers.server("small", None)
    assert await text_of(await small.call("environment", {"name": "GREETING"}), kept) == "hello"
    assert await text_of(await small.call("environment", {"name": "OPENAI_API_KEY"}), kept) == NOTHING


async def test_tools_that_are_added_while_it_runs_are_seen(servers: McpServers) -> None:
    small = await servers.server("small", None)
    assert "new" not in [tool.name for tool in await small.tools()]
    await small.call("grow", {})
    assert "new" in [tool.name for tool in await small.tools()]


async def test_tools_have_names_that_every_model_takes(servers: McpServers, tmp_path: Path) -> None:
    project = Project("p", "P", str(tmp_path), datetime.now(UTC))
    tools = await mcp_tools(["read_file", "mcp:small", "mcp:small/add"], servers, project, kept)
    names = [tool.name for tool in tools]
    assert "small__add" in names
    assert len(set(names)) == len(names)
    assert all(name.isascii() and len(name) <= 64 for name in names)
    assert tool_name("ä", "b") != tool_name("ö", "b")
    with pytest.raises(McpError, match="has no tool “nope”"):
        await mcp_tools(["mcp:small/nope"], servers, project, kept)


async def test_a_configuration_that_changes_ends_the_old_process(servers: McpServers) -> None:
    small = await servers.server("small", None)
    await small.tools()
    (before,) = psutil.Process().children()
    servers.settings.add([read_server("small", {"command": sys.executable, "args": [SMALL], "env": {"A": "${A:-b}"}})])
    again = await servers.server("small", None)
    await again.tools()
    assert again is not small
    assert not before.is_running()


ENDINGS = [
    pytest.mark.expected_log("Session termination failed: 404"),
    pytest.mark.expected_log("Session termination failed: All connection attempts failed"),
]


@pytest.mark.parametrize(("kind", "path"), [pytest.param("http", "mcp", marks=ENDINGS), ("sse", "sse")])
async def test_over_http_and_again_after_the_server_was_restarted(
    tmp_path: Path, seen: Seen, kind: str, path: str
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    found = McpServers(tmp_path, seen)
    found.settings.add([read_server("far", {"type": kind, "url": f"http://127.0.0.1:{port}/{path}"})])
    far = await found.server("far", None)
    with pytest.raises(McpError, match="did not start"):
        await far.tools()
    try:
        for _ in range(2):
            process = await asyncio.create_subprocess_exec(sys.executable, SMALL, str(port), kind)
            try:
                await _listening(port)
                await far.stop() if far.state == "failed" else None
                if far.state == "ready":
                    with pytest.raises(McpError):
                        await far.call("add", {"a": 1, "b": 2})
                assert await text_of(await far.call("add", {"a": 1, "b": 2}), kept) == "3"
            finally:
                process.kill()
                await process.wait()
    finally:
        await found.close()


async def _listening(port: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                await writer.wait_closed()
                return


ENGINE = """
import asyncio, sys
from pathlib import Path
from workspace_app.engine.mcp import McpServers
from workspace_app.engine.mcp.config import read_server

async def main():
    servers = McpServers(Path(sys.argv[1]), lambda name: None)
    servers.settings.add([read_server("small", {"command": sys.executable, "args": [sys.argv[2]]})])
    await (await servers.server("small", None)).call("wait", {"file": sys.argv[3]})

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there the library ties a server to its process")
async def test_nothing_is_left_of_a_server_when_the_engine_is_killed(tmp_path: Path) -> None:
    program = [sys.executable, "-c", textwrap.dedent(ENGINE), str(tmp_path / "home"), SMALL, str(tmp_path / "pid")]
    engine = await asyncio.create_subprocess_exec(*program)
    server = psutil.Process(await written(tmp_path / "pid"))
    family = [server, *server.parents()[:1]]
    engine.kill()
    await engine.wait()
    _, alive = await asyncio.to_thread(psutil.wait_procs, family, timeout=PATIENCE)
    assert not alive
