"""The shell session and its tool, as an assistant meets them (L95-L103, L106)."""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.engine.shell.remains import eventually_gone, remains
from workspace_app.engine.shell.policies import Bounds, HostPolicy, ShellFailed
from workspace_app.engine.shell.session import ShellSession
from workspace_app.engine.tools import SafeWorkbench
from workspace_app.engine.tools.shell import OutputBlocked, Redact, ShellTool

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="written for a Unix shell")


class Hand:
    """Shells and a hand to type into them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sessions: list[ShellSession] = []

    def session(self, *, bounds: Bounds = Bounds(), temporary: bool = False, **more: object) -> ShellSession:  # noqa: B008
        folder = None if temporary else self._folder
        self._sessions.append(ShellSession(HostPolicy(bounds), folder, **more))  # type: ignore[arg-type]
        return self._sessions[-1]

    async def type(self, session: ShellSession, *commands: str, redact: tuple[Redact, ...] = ()) -> tuple[str, bool]:
        """The last command's result, and whether it is an error."""
        workbench = SafeWorkbench([ShellTool(session, redact=redact)])
        for command in commands:
            result = await workbench.call_tool("shell", {"command": command})
        return result.to_text(), result.is_error

    async def close(self) -> None:
        for session in self._sessions:
            await session.close()


@pytest.fixture
async def hand(tmp_path: Path) -> AsyncIterator[Hand]:
    made = Hand(tmp_path / "own")
    yield made
    await made.close()


async def test_l95_without_a_folder_a_temporary_one_is_used_and_removed(hand: Hand) -> None:
    session = hand.session(temporary=True)
    text, _ = await hand.type(session, "touch file; pwd")
    assert (Path(text) / "file").is_file()
    await session.close()
    assert not Path(text).exists()


async def test_l97_folder_variables_and_functions_stay(hand: Hand) -> None:
    session = hand.session()
    assert await hand.type(
        session, 'cd /usr; X=1; declare -A M=([k]=v); f() { echo "f$X"; }', "pwd; f; echo ${M[k]}"
    ) == (
        "/usr\nf1\nv",
        False,
    )


@pytest.mark.parametrize(
    ("command", "text", "failed"),
    [
        ("printf abc", "abc", False),
        ("true", "<no output>", False),
        ("echo one; echo two >&2", "one\n[stderr] two", False),
        ("cat", "<no output>", False),
        ("(exit 4)", "<no output>\n\nExit code: 4", True),
        ("echo out; false", "out\n\nExit code: 1", True),
        ("echo '市場 \U0001f600'", "市場 \U0001f600", False),
        ("echo 'it'\\''s' \"$HOME\" | head -c 4", "it's", False),
    ],
)
async def test_l98_l106_results_are_told_in_one_form(hand: Hand, command: str, text: str, failed: bool) -> None:
    assert await hand.type(hand.session(), command) == (text, failed)


async def test_l99_lines_are_cut_with_how_many_there_were(hand: Hand) -> None:
    session = hand.session(bounds=Bounds(max_output_lines=3))
    text, failed = await hand.type(session, "seq 10")
    assert (text, failed) == ("1\n2\n3\n\n... Output truncated at 3 lines (observed 10).", False)
    assert await hand.type(session, "seq 3") == ("1\n2\n3", False)


async def test_l99_bytes_are_cut_with_how_many_there_were(hand: Hand) -> None:
    text, _ = await hand.type(hand.session(bounds=Bounds(max_output_bytes=10)), "echo 12345678901234567890")
    assert text == "1234567890\n\n... Output truncated at 10 bytes (observed 21)."


async def test_l99_l106_a_command_that_takes_too_long_ends_in_time_and_the_shell_is_new(hand: Hand) -> None:
    session = hand.session(bounds=Bounds(command_timeout=1))
    await hand.type(session, "true")
    began = time.monotonic()
    text, failed = await hand.type(session, "X=1; echo begun; sleep 300.0401")
    assert time.monotonic() - began < 10, "it waited for the sleep"
    assert failed
    assert text.startswith("Error: Command timed out after 1.0 seconds.")
    assert text.endswith("begun")
    assert await hand.type(session, "echo [$X]") == ("[]", False)
    assert await eventually_gone("300.0401")


async def test_l106_an_exit_tells_its_code_and_that_the_shell_is_new(hand: Hand) -> None:
    session = hand.session()
    text, failed = await hand.type(session, "echo bye; exit 3")
    assert failed
    assert text.startswith("bye\n\nExit code: 3\n[The shell ended with this command.")
    assert await hand.type(session, "echo here") == ("here", False)


async def test_a_shell_that_died_between_two_commands_says_that_it_is_new(hand: Hand) -> None:
    session = hand.session()
    await hand.type(session, "(sleep 0.1; kill -9 $$) & echo waiting")
    for _ in range(500):
        text, _ = await hand.type(session, "echo here")
        if text != "here":
            break
        await asyncio.sleep(0.01)
    assert "This is a new shell" in text or "The shell ended with this command" in text


async def test_what_a_program_in_the_background_says_is_not_lost(hand: Hand) -> None:
    session = hand.session()
    await hand.type(session, "(sleep 0.2; echo late) &")
    assert await hand.type(session, "wait; echo now") == ("late\nnow", False)


def hide(text: str) -> str:
    return re.sub(r"\S+@\S+", "[REDACTED_EMAIL]", text)


def block(text: str) -> str:
    if "@" in text:
        raise OutputBlocked("email")
    return text


async def test_l100_output_is_redacted_or_blocked(hand: Hand) -> None:
    session = hand.session()
    assert await hand.type(session, "echo to a@b.org", redact=(hide,)) == ("to [REDACTED_EMAIL]", False)
    assert await hand.type(session, "echo to a@b.org", redact=(block,)) == ("Output blocked: detected email.", True)


async def test_l101_commands_at_the_beginning_and_the_end_run_in_order(hand: Hand, tmp_path: Path) -> None:
    session = hand.session(startup=["X=1", "Y=${X}2"], shutdown=["echo $Y > end", "echo more >> end"])
    assert await hand.type(session, "echo $Y") == ("12", False)
    await session.restart()
    assert await hand.type(session, "echo $Y") == ("12", False)
    await session.close()
    assert (tmp_path / "own" / "end").read_text() == "12\nmore\n"


async def test_l101_a_failing_beginning_is_an_error(hand: Hand) -> None:
    with pytest.raises(ShellFailed, match="Startup command 'false' failed with exit code 1"):
        await hand.session(startup=["false"]).execute("true")


@pytest.mark.expected_log("shutdown command 'false'")
async def test_l101_a_failing_end_is_only_logged(hand: Hand) -> None:
    session = hand.session(shutdown=["false"])
    await session.execute("true")
    await session.close()


async def test_l102_the_environment_is_small_and_has_what_was_set(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    text, _ = await hand.type(
        hand.session(variables={"NUMBER": 5}),
        "env -0 | tr '\\0' '\\n' | cut -d= -f1 | sort | tr '\\n' ' '; echo $NUMBER",
    )
    assert set(text.split()) <= {
        "PATH",
        "HOME",
        "LANG",
        "LANGUAGE",
        "TERM",
        "TMPDIR",
        "NUMBER",
        "PWD",
        "OLDPWD",
        "SHLVL",
        "_",
        "5",
    }
    assert text.endswith(" 5")


def test_l102_the_name_of_a_variable_must_be_a_text() -> None:
    with pytest.raises(TypeError):
        ShellSession(variables={1: "x"})  # type: ignore[dict-item]


async def test_cancelling_ends_the_command_and_all_that_it_started(hand: Hand, tmp_path: Path) -> None:
    session = hand.session()
    running = asyncio.create_task(session.execute("setsid sleep 300.0402 & touch begun; wait"))
    while not (tmp_path / "own" / "begun").exists():  # noqa: ASYNC110 - a file cannot set an event
        await asyncio.sleep(0.01)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await eventually_gone("300.0402")
    outcome = await session.execute("echo here")
    assert (outcome.printed.text, outcome.began_anew) == ("here\n", True)


async def test_two_commands_at_once_take_turns(hand: Hand) -> None:
    session = hand.session()
    first, second = await asyncio.gather(session.execute("sleep 0.2; echo 1"), session.execute("echo 2"))
    assert (first.printed.text, second.printed.text) == ("1\n", "2\n")


async def test_l101_an_engine_that_is_killed_leaves_nothing_running(tmp_path: Path) -> None:
    script = (
        "import asyncio, pathlib, sys\nfrom workspace_app.engine.shell.session import ShellSession\n"
        "asyncio.run(ShellSession(None, pathlib.Path(sys.argv[1])).execute(sys.argv[2]))\n"
    )
    line = "trap '' TERM HUP INT; (setsid nohup sleep 300.0403 &); touch begun; sleep 300.0403"
    engine = await asyncio.create_subprocess_exec(sys.executable, "-c", script, str(tmp_path), line)
    while not (tmp_path / "begun").exists():  # noqa: ASYNC110 - a file cannot set an event
        await asyncio.sleep(0.01)
    assert remains("sleep\x00300.0403")
    engine.kill()
    await engine.wait()
    assert await eventually_gone("300.0403")
