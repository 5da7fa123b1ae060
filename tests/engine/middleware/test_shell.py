"""The shell and file search as an assistant has them (L95-L115): over the real engine, with a scripted model."""

from __future__ import annotations

import json

import pytest

from tests.engine.middleware.harness import Bench, Result, call
from tests.engine.shell.remains import eventually_gone, remains
from workspace_app.engine.middleware.base import Ask, Middleware, NoSettings, Run, ToolAnswer, ToolCall, ToolRequest


class WaitsAtA(Middleware[NoSettings]):
    """Asks before the tool a."""

    async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        if request.name == "a" and run.answer("a") is None:
            raise Ask("a", "May a be called?")
        return await call(request)


async def allowed(bench: Bench) -> None:
    """The person has allowed the shell for good."""
    await bench.driver.desk.allow_tool("shell")


def results(result: Result) -> list[str]:
    return [line for line in result.messages if line.startswith("T#")]


async def test_l97_one_session_serves_a_turn_in_the_step_s_own_folder(bench: Bench) -> None:
    await allowed(bench)
    script = [call("shell", command="pwd; X=5"), call("shell", command="echo $X"), "done"]
    result = await bench.run(script, ["Shell"])
    first, second = results(result)
    assert first.endswith("/step_1/files")
    assert second == "T#2 5"


async def test_l96_l97_restart_gives_a_clean_environment(bench: Bench) -> None:
    await allowed(bench)
    script = [
        call("shell", command="X=5"),
        call("shell", restart=True),
        call("shell", command="echo [$X]"),
        call("shell"),
        call("shell", command="true", restart=True),
        "done",
    ]
    result = await bench.run(script, ["Shell"])
    assert results(result) == [
        "T#1 <no output>",
        "T#2 Shell session restarted.",
        "T#3 []",
        'T#4! Give either "command" or "restart": true.',
        'T#5! Give either "command" or "restart": true.',
    ]


async def test_l98_an_exit_code_is_an_error_with_values_beside_it(bench: Bench) -> None:
    await allowed(bench)
    result = await bench.run([call("shell", command="echo out; echo bad >&2; false"), "done"], ["Shell"])
    assert results(result) == ["T#1! out\n[stderr] bad\n\nExit code: 1"]
    assert '"exit_code": 1' in json.dumps([message.data for message in result.stored])


@pytest.mark.parametrize(
    ("strategy", "said"),
    [
        ("redact", "T#1 mail [REDACTED_EMAIL]"),
        ("hash", "T#1 mail <email_hash:a71a13f9>"),
        ("block", "T#1! Output blocked: detected email."),
    ],
)
async def test_l100_personal_data_is_taken_out_of_the_output(bench: Bench, strategy: str, said: str) -> None:
    await allowed(bench)
    rules = [{"type": "ip"}, {"type": "email", "strategy": strategy}]
    command = "printf 'mail john.doe@%s' mail.example.com"
    result = await bench.run([call("shell", command=command), "done"], [("Shell", {"redaction_rules": rules})])
    assert results(result) == [said]
    assert "john.doe@mail" not in str([(message.text, message.data) for message in result.stored])


async def test_l101_the_end_of_a_turn_leaves_nothing_running(bench: Bench) -> None:
    await allowed(bench)
    command = "trap '' TERM HUP INT; setsid nohup sleep 300.0201 >/dev/null 2>&1 & sleep 0.1"
    await bench.run([call("shell", command=command), "done"], ["Shell"])
    assert await eventually_gone("300.0201")


async def test_l107_a_session_outlives_a_question_and_a_new_one_says_that_it_is_new(bench: Bench) -> None:
    await allowed(bench)
    script = [call("shell", command="X=5; sleep 300.0202 &"), call("a", x=1)]
    result = await bench.run(script, ["Shell", WaitsAtA])
    assert result.question is not None
    assert remains("300.0202")
    result = await bench.answer("approve", [call("shell", command="echo $X"), "done"])
    assert results(result)[-1] == "T#3 5"
    result = await bench.say([call("shell", command="echo [$X]"), "done"])
    assert "This is a new shell" in results(result)[-1]
    assert results(result)[-1].endswith("\n[]")


async def test_a_confined_shell_reads_the_task_and_writes_only_its_own(bench: Bench) -> None:
    await allowed(bench)
    command = "grep -c steps ../../plan.json; touch mine && echo x > ../../mine"
    result = await bench.run([call("shell", command=command), "done"], ["Shell"])
    (said,) = results(result)
    assert said.startswith("T#1! 1\n[stderr] ")
    assert "Permission denied" in said


@pytest.mark.parametrize(
    "policy", [{"policy": "docker", "cpu_seconds": 1}, {"workspace": "../elsewhere"}, {"workspace": ".git"}]
)
async def test_a_shell_that_cannot_be_says_why(bench: Bench, policy: dict[str, object]) -> None:
    result = await bench.run([call("shell", command="true"), "done"], [("Shell", policy)])
    assert result.status == "error"
    assert "use `cpus`" in result.cause or "outside of the project folder" in result.cause


async def test_l109_files_are_found_under_virtual_paths(bench: Bench) -> None:
    script = [
        call("glob_search", pattern="**/plan.json"),
        call("grep_search", pattern='"title": "Test"', include="plan.*", output_mode="count"),
        call("glob_search", pattern="../../*"),
        "done",
    ]
    result = await bench.run(script, ["FileSearch"])
    assert results(result) == ["T#1 /plan.json", "T#2 /plan.json:1", "T#3 No files found"]
