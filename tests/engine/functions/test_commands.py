"""Real programs, and that nothing of them stays behind."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine.shell.remains import eventually_gone
from workspace_app.engine.functions import FunctionContext, FunctionFailed, call
from workspace_app.engine.functions.processes import run_process

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="written for a Unix shell")


async def run(context: FunctionContext, command: str | list[str], **more: object) -> str:
    (made,) = await call("run_command", context, {"command": command, **more})
    return made.content.decode()


async def written(file: Path) -> int:
    while not (file.exists() and file.read_text().strip()):  # noqa: ASYNC110 - a file cannot set an event
        await asyncio.sleep(0.01)
    return int(file.read_text())


async def test_a_shell_line_and_its_output(context: FunctionContext) -> None:
    text = await run(context, "printf 'one\\ntwo' && echo careful >&2")
    assert "```sh\nprintf 'one\\ntwo' && echo careful >&2\n```" in text
    assert "Exit code: 0" in text
    assert "## Output\n\n```text\none\ntwo\n```" in text
    assert "## Error output\n\n```text\ncareful\n```" in text


async def test_a_list_is_run_without_a_shell_in_the_project_folder(context: FunctionContext) -> None:
    text = await run(
        context, [sys.executable, "-c", "import os, sys; print(os.getcwd(), sys.argv[1:])", "$HOME", "a b"]
    )
    assert f"{context.space} ['$HOME', 'a b']" in text


async def test_fences_in_the_output_do_not_end_it(context: FunctionContext) -> None:
    assert "````text\n```\ncode\n```\n````" in await run(context, "printf '```\\ncode\\n```'")


async def test_a_failing_command_gives_the_end_of_its_errors(context: FunctionContext) -> None:
    with pytest.raises(FunctionFailed, match="exit code 3") as caught:
        await run(context, "echo out; echo 'no such market' >&2; exit 3")
    assert "no such market" in str(caught.value)


@pytest.mark.parametrize("command", [["no-such-program-here"], ["a\0b"]])
async def test_a_missing_program_is_said(context: FunctionContext, command: list[str]) -> None:
    with pytest.raises(FunctionFailed, match="cannot be started"):
        await run(context, command)


async def test_long_output_is_cut_and_says_so(context: FunctionContext) -> None:
    text = await run(context, "echo first; yes 0123456789 | head -c 3000000; echo last")
    assert len(text) < 1_001_000
    assert "were cut" in text
    assert "first\n" in text
    assert "last\n```" in text


async def test_secrets_are_not_in_the_environment(context: FunctionContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("LC_TIME", "C")
    text = await run(context, "env")
    assert "sk-secret" not in text
    assert "PATH=" in text
    assert "LC_TIME=C" in text


async def test_time_is_limited_and_no_child_survives(context: FunctionContext) -> None:
    with pytest.raises(FunctionFailed, match=r"more than 0\.5 seconds"):
        await run(context, "sleep 300.0101 & wait", timeout=0.5)
    assert await eventually_gone("300.0101")


async def test_a_command_may_take_longer_than_other_steps_if_it_says_so(context: FunctionContext) -> None:
    short = replace(context, timeout=0.2)
    assert "late" in await run(short, "sleep 1; echo late", timeout=60)
    with pytest.raises(FunctionFailed, match=r"more than 0\.2 seconds"):
        await run(short, "sleep 300")


async def test_cancelling_ends_all_that_was_started(context: FunctionContext) -> None:
    task = asyncio.create_task(run(context, "setsid sleep 300.0102 & echo $! > child; wait"))
    await written(context.space / "child")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await eventually_gone("300.0102")


async def test_a_child_in_the_background_neither_holds_the_result_nor_survives(context: FunctionContext) -> None:
    text = await run(context, "sleep 300.0103 & echo $! > child; echo done")
    assert "done" in text
    assert await eventually_gone("300.0103")


async def test_a_program_that_leaves_its_group_neither_holds_the_result_nor_survives(tmp_path: Path) -> None:
    script = "setsid sh -c 'echo $$ > away; exec sleep 300.0104' & while [ ! -s away ]; do :; done; echo done"
    done = await run_process(script, folder=tmp_path, timeout=30, limit=1000)
    assert (done.stdout.text, done.timed_out) == ("done\n", False)
    assert await eventually_gone("300.0104")


async def test_input_that_is_not_read_does_no_harm() -> None:
    done = await run_process(["true"], stdin=b"x" * 5_000_000, timeout=30, limit=1000)
    assert done.exit_code == 0
