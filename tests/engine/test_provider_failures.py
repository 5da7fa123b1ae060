"""What becomes of a step when its model fails, over real HTTP, for each shape of provider (R82, L53-L60).

A failure is a line in the step's log in plain words, and never completes the step; what can pass is tried again where a ModelRetry is
listed; the step can be tried again from the failed point, and then ends as if nothing had been.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.engine.driver import Driver, submit
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.desk.desk import Desk
from workspace_app.domain.records import Message
from workspace_app.domain.status import Status

PROVIDERS = ("openai", "anthropic", "ollama")
STREAMS = {"openai": "text/event-stream", "anthropic": "text/event-stream", "ollama": "application/x-ndjson"}
NO_JSON = {
    "openai": "data: {no json}\n\n",
    "anthropic": "event: message_start\ndata: {no json}\n\n",
    "ollama": "{no json}\n",
}
LONG = "A long story. " * 9


@dataclass(frozen=True)
class Fault:
    """A failure of a provider.

    Args:
        reply: what the server does.
        words: what the log says of it.
        passes: whether another attempt may mend it.
    """

    reply: Reply | Callable[[str], Reply]
    words: str
    passes: bool = True

    def of(self, provider: str) -> Reply:
        """As this provider says it."""
        return self.reply(provider) if callable(self.reply) else self.reply


FAULTS = {
    "429": Fault(Reply(status=429), "is being asked too often: wait and try again"),
    "429 with Retry-After": Fault(Reply(status=429, headers={"Retry-After": "20"}), "too often: wait 20 s and try"),
    "500": Fault(Reply(status=500, text="Kaput."), "had an error of its own with the model 'p' (Kaput): try again"),
    "gateway": Fault(Reply(status=502, body="<html>Bad</html>"), "had an error of its own with the model 'p': try"),
    "401": Fault(Reply(status=401), "did not accept the key of the model 'p': enter a valid key", passes=False),
    "refused": Fault(Reply(status=400, text="No."), "refused the request to the model 'p' (No): change", passes=False),
    "dropped": Fault(Reply(text=LONG, drop_after=6), "broke before its answer was complete"),
    "without its end": Fault(Reply(text=LONG, end_marker=False), "broke before its answer was complete"),
    "dropped in a call": Fault(
        Reply(tools=[("submit_work", {"title": "T", "content": "x"})], end_marker=False), "broke"
    ),
    "hang": Fault(Reply(hang=True), "did not answer in time"),
    "hang in the middle": Fault(Reply(text=LONG, hang_after=6), "did not answer in time"),
    "no JSON": Fault(
        lambda provider: Reply(body=NO_JSON[provider], headers={"Content-Type": STREAMS[provider]}),
        "could not be understood",
    ),
    "a web page": Fault(
        Reply(body="<html>Hello</html>", headers={"Content-Type": "text/html"}), "could not be understood"
    ),
    "filtered": Fault(Reply(text="It", finish_reason="content_filter"), "content filter of the model", passes=False),
}
EMPTY = pytest.mark.filterwarnings("ignore:No text content or tool calls")


@dataclass
class Trial:
    """A desk with a model "p" of one provider, and one task on it.

    Attributes:
        delays: the waits that were asked for, in seconds; none is waited.
    """

    drive: Driver
    server: ScriptedModel
    provider: str
    delays: list[float]
    task: str = ""

    async def run(self, *replies: Any, retry: Mapping[str, Any] | None = None) -> None:
        """One step by one assistant, until it rests."""
        self.server.script("p", list(replies))
        middleware = [] if retry is None else [{"type": "ModelRetry", "settings": {"jitter": False, **retry}}]
        team = {"assistants": [{"name": "bot", "middleware": middleware}]}
        step = {"id": "s", "step_task": "Write it.", "kind": "agent", "team": team}
        self.task = await self.drive.planned([step], model="p")
        await self.drive.rested(self.task)

    @property
    def status(self) -> Status:
        return self.drive.ask.step_n(self.task, 1).status

    @property
    def log(self) -> list[Message]:
        return self.drive.messages(self.task, 1)

    def said(self, kind: str) -> list[str]:
        """The texts of one kind in the step's log."""
        return [message.text for message in self.log if message.kind == kind]

    async def resume(self, *replies: Any) -> None:
        self.server.script("p", list(replies))
        await self.drive.desk.resume(self.task)
        await self.drive.rested(self.task)


@pytest.fixture(params=PROVIDERS)
async def trial(request: pytest.FixtureRequest, tmp_path: Path, server: ScriptedModel) -> AsyncIterator[Trial]:
    provider, delays = request.param, []

    async def pause(seconds: float) -> None:
        delays.append(seconds)

    desk = await Desk.open(tmp_path / "home", pause=pause)
    drive = Driver(desk, tmp_path / "home")
    url = f"{server.url}/v1" if provider == "openai" else server.url
    options = {"idle_timeout": 1.0}
    await desk.add_model("p", provider, "p", base_url=url, key_env="WORKSPACE_TEST_KEY", options=options)
    try:
        yield Trial(drive, server, provider, delays)
    finally:
        await desk.close()
        drive.ask.close()


@EMPTY
@pytest.mark.parametrize("name", FAULTS)
async def test_r82_a_failure_ends_the_step_with_its_cause_and_the_step_goes_on_from_there(
    trial: Trial, name: str
) -> None:
    await trial.run(FAULTS[name].of(trial.provider))
    assert trial.status is Status.ERROR
    (cause,) = trial.said("error")
    assert FAULTS[name].words in cause
    assert cause == trial.drive.ask.task(trial.task).waits_for
    assert "test-key" not in cause
    assert not trial.drive.ask.works(trial.task, 1)
    failed = trial.log[-1]
    assert failed.request is not None
    assert trial.drive.ask.request(failed.request).error == cause
    await trial.resume(submit("Report", "whole"))
    assert trial.status is Status.DONE
    assert trial.drive.read(trial.task, 1) == "whole"


@pytest.mark.parametrize("name", ["429", "429 with Retry-After", "500", "401", "dropped", "hang", "no JSON"])
async def test_l58_what_may_pass_is_tried_again_with_a_line_for_each_attempt(trial: Trial, name: str) -> None:
    """L55: what will not pass by itself ends the step at once."""
    fault = FAULTS[name]
    await trial.run(*[fault.of(trial.provider)] * 2, submit("Report", "whole"), retry={})
    lines = [message for message in trial.log if message.data.get("event") == "retried"]
    if not fault.passes:
        assert (trial.status, lines, trial.delays) == (Status.ERROR, [], [])
        assert len(trial.server.requests) == 1
        return
    waits = [20.0, 20.0] if "Retry-After" in name else [1.0, 2.0]
    assert trial.delays == waits
    for number, (line, wait) in enumerate(zip(lines, waits, strict=True), start=2):
        assert fault.words in line.text
        assert line.text.endswith(f"Waiting {wait:g} s, then trying again. Attempt {number} of 3.")
    assert trial.said("error") == trial.said("text") == []
    assert trial.status is Status.DONE
    assert trial.drive.read(trial.task, 1) == "whole"


@pytest.mark.parametrize(
    ("name", "on_failure"), [("429", "continue"), ("500", "error"), ("dropped", "continue"), ("401", "continue")]
)
async def test_l56_when_no_attempt_succeeds_the_step_is_not_completed(trial: Trial, name: str, on_failure: str) -> None:
    fault = FAULTS[name]
    await trial.run(*[fault.of(trial.provider)] * 2, retry={"max_retries": 1, "on_failure": on_failure})
    asks = on_failure == "continue" and fault.passes
    assert trial.status is (Status.WAITING if asks else Status.ERROR)
    told = [message.text for message in trial.log if message.data.get("failed") or message.kind == "error"]
    assert len(told) == 1
    assert fault.words in told[0]
    assert not trial.drive.ask.works(trial.task, 1)


async def test_l60_a_stop_ends_a_wait_that_the_provider_asked_for(tmp_path: Path, server: ScriptedModel) -> None:
    """The real clock and a wait of an hour."""
    desk = await Desk.open(tmp_path / "home")
    drive = Driver(desk, tmp_path / "home")
    await desk.add_model("p", "openai", "p", base_url=f"{server.url}/v1", key_env="WORKSPACE_TEST_KEY")
    server.script("p", [Reply(status=429, headers={"Retry-After": "3600"})])
    team = {"assistants": [{"name": "bot", "middleware": ["ModelRetry"]}]}
    task = await drive.planned([{"id": "s", "step_task": "Write it.", "kind": "agent", "team": team}], model="p")
    await drive.until(lambda: any("Waiting 3600 s" in message.text for message in drive.messages(task, 1)))
    await desk.stop(task)
    assert (await drive.rested(task)).status is Status.INTERRUPTED
    assert len(server.requests) == 1
    await desk.close()
    drive.ask.close()


async def test_r36_a_call_that_the_length_limit_cut_is_not_run_and_is_asked_for_again(trial: Trial) -> None:
    """Ollama gives calls whole; there nothing of the cut one is left."""
    cut = Reply(tools=[("submit_work", '{"title": "Report", "content": "ha')], finish_reason="length")
    if trial.provider == "ollama":
        cut = Reply(finish_reason="length")
    await trial.run(cut, submit("Report", "whole"))
    assert trial.status is Status.DONE
    assert trial.drive.read(trial.task, 1) == "whole"
    assert any("cut off by the length limit" in text for text in trial.said("notice"))
    assert len(trial.drive.ask.works(trial.task, 1)) == 1


@EMPTY
async def test_r36_calls_that_are_cut_again_and_again_are_asked_about(trial: Trial) -> None:
    await trial.run(*[Reply(finish_reason="length")] * 5)
    assert trial.status is Status.WAITING
    (question,) = trial.drive.ask.open_questions(trial.task)
    assert "cut off by the length limit 5 times" in question.text
    assert not trial.drive.ask.works(trial.task, 1)


@pytest.mark.parametrize("arguments", ['{"title": "Report", "content": "ha', "[1]", "null", '{"title": 7}', ""])
async def test_l14_a_call_with_wrong_arguments_is_told_to_the_model_and_mended(trial: Trial, arguments: str) -> None:
    """Also where the next request has to tell the provider of that call. Ollama cannot send what is no JSON."""
    if trial.provider == "ollama" and arguments in ("", '{"title": "Report", "content": "ha', "[1]", "null"):
        arguments = "{}"
    await trial.run(Reply(tools=[("submit_work", arguments)]), submit("Report", "whole"))
    assert trial.said("error") == []
    (result,) = [message for message in trial.log if message.kind == "tool_result"][:1]
    assert result.data["results"][0]["is_error"]
    assert trial.status is Status.DONE
    assert trial.drive.read(trial.task, 1) == "whole"
