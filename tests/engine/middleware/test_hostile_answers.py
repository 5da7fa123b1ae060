"""Whatever a model sends, its run goes on or ends in words, and nothing that it sent makes the conversation unreadable."""

from tests.engine.middleware.harness import Bench
from tests.support.scripted_model import Reply


async def test_half_characters_and_bottomless_arguments_end_no_run(bench: Bench) -> None:
    deep, bottomless = ('{"x": ' + "[" * depth + "]" * depth + "}" for depth in (900, 2_000))
    calls = Reply(tools=[("a", deep), ("a", bottomless), ("a\ud800", {"x": 1})], chunk_size=5_000)
    text = Reply(text="joined \ud83d\ude00, lost \ud83d, cut \ud83d", chunk_size=1)
    result = await bench.run([calls, text])
    assert sum("The arguments are no JSON object." in line for line in result.messages) == 2
    assert sum("is not a valid tool" in line for line in result.messages) == 1
    assert result.messages[-1] == "AI joined 😀, lost \ufffd, cut \ufffd"
    assert not [line for line in result.log if line.startswith("tool")]
    assert result.status == "waiting"
