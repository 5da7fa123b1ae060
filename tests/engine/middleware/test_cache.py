"""The options of L1 that have no place of their own elsewhere: the cache of results, and the trace of requests and answers."""

from typing import Any

from tests.engine.middleware.harness import Bench, Result, call, fails
from workspace_app.engine.middleware.base import Middleware, ModelAnswer, ModelCall, ModelRequest, NoSettings, Run

CACHED = ("ResultCache", "cached")


def hits(result: Result) -> list[str]:
    """Of each answer of the model, in order: whether its message says that it was given again."""
    said = [item for item in result.stored if item.source == "bot" and item.kind in ("text", "tool_call")]
    marks: list[str] = []
    hit = ""
    for item in said:
        hit = item.data.get("state", {}).get("ResultCache", {"hit": hit})["hit"]
        marks.append("again" if hit else "asked")
    return marks


async def test_l1_the_same_request_of_a_project_is_answered_once_with_a_mark_and_a_line_in_the_log(
    bench: Bench,
) -> None:
    first = await bench.run([call("a", x=1), "done"], ["ResultCache"])
    assert (len(first.requests), hits(first), first.events) == (2, ["asked", "asked"], [])
    again = await bench.run(["never said"], ["ResultCache"])
    assert again.messages == first.messages == ["H hi", "AI a(1)#1", "T#1 a1", "AI done"]
    assert len(again.requests) == 2, "the model was asked"
    assert hits(again) == ["again", "again"]
    assert [event for event in again.events if event == CACHED] == [CACHED, CACHED]
    assert bench.log.count("tool a") == 2, "a tool is run, only the model's answer is kept"


async def test_l1_the_cache_is_off_unless_it_is_in_the_list(bench: Bench) -> None:
    await bench.run(["one"], ["ResultCache"])
    result = await bench.run(["two"])
    assert result.messages[-1] == "AI two"


async def test_l1_another_word_model_or_setting_makes_another_request(bench: Bench) -> None:
    class Warmer(Middleware[NoSettings]):
        """Asks with another temperature."""

        async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
            return await call(request.override(settings={"temperature": 0.9}))

    assert (await bench.run(["one"], ["ResultCache"])).messages[-1] == "AI one"
    assert (await bench.run(["two"], ["ResultCache"], "ho")).messages[-1] == "AI two"
    assert (await bench.run(["three"], ["ResultCache"], model="m2")).messages[-1] == "AI three"
    assert (await bench.run(["four"], [Warmer, "ResultCache"])).messages[-1] == "AI four"
    assert (await bench.run([], ["ResultCache"])).messages[-1] == "AI one"


async def test_l1_a_failure_is_not_kept(bench: Bench) -> None:
    result = await bench.run([fails(401)], ["ResultCache"])
    assert result.status == "error"
    assert (await bench.resume(["done"])).messages == ["H hi", "AI done"]


async def test_l1_kept_answers_outlive_the_engine(bench: Bench) -> None:
    await bench.run(["one"], ["ResultCache"])
    await bench.restart()
    result = await bench.run([], ["ResultCache"])
    assert (result.messages[-1], hits(result)) == ("AI one", ["again"])


async def test_l1_f28_a_project_that_keeps_only_what_is_redacted_keeps_no_answers(bench: Bench) -> None:
    await bench.run(["one"], ["ResultCache"])
    (project,) = bench.driver.ask.projects()
    await bench.driver.desk.set_project_privacy(project.id, store_redacted=True)
    assert (await bench.run(["two"], ["ResultCache"])).messages[-1] == "AI two"


async def test_l1_debug_every_request_is_recorded_word_for_word_and_its_answer_is_the_message_that_names_it(
    bench: Bench,
) -> None:
    """The trace of `debug` is always there: the window shows the recorded request under each message, and the message itself is the answer.

    Raw bodies of answers are not kept beside them: they hold nothing more that a person could use, and would double the store.
    """
    result = await bench.run([call("a", x=1), "done"])
    answers = [item for item in result.stored if item.request]
    assert [item.kind for item in answers] == ["tool_call", "text"]
    for answer, sent in zip(answers, result.requests, strict=True):
        recorded = bench.driver.ask.request(answer.request or "")
        assert [_words(message) for message in recorded.messages] == [_words(message) for message in sent["messages"]]
        assert [tool["name"] for tool in recorded.tools] == [tool["function"]["name"] for tool in sent["tools"]]
        assert recorded.error is None


def _words(message: dict[str, Any]) -> Any:
    """The text of a message, whether it is as recorded or as on the wire."""
    content = message.get("content")
    return content if isinstance(content, str) and message.get("role") != "tool" else None
