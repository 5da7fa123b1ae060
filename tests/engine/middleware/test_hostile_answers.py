"""Whatever a model sends, its run goes on or ends in words, and nothing that it sent makes the conversation unreadable."""

from pathlib import Path

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


async def test_nothing_from_outside_is_handed_in_by_path(bench: Bench, tmp_path: Path) -> None:
    """What an assistant hands in can be read by every model after it."""
    (tmp_path / "secret").write_text("outside")
    await bench.run(["hi"])
    space = bench.driver.project_folder(bench.task)
    (space / "link").symlink_to(tmp_path / "secret")
    (space / "folder").symlink_to(tmp_path)
    (space / "mine.txt").write_text("inside")
    bad = [
        "link",
        "folder/secret",
        "../../../secret",
        str(tmp_path / "secret"),
        ".git/config",
        ".GIT/config",
        "a\0b",
        ".",
    ]
    calls = [("submit_work", {"title": "T", "path": path, "more": True}) for path in [*bad, str(space / "mine.txt")]]
    result = await bench.run([{"tools": calls}, "done"])
    results = [line for line in result.messages if line.startswith("T#")]
    assert len([line for line in results if "Not handed in: There is no file" in line]) == len(bad)
    assert len([line for line in results if "Saved as" in line]) == 1
    assert bench.driver.read(bench.task, 1) == "inside"
