"""Functions are found by name, and called with checked arguments."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from workspace_app.engine.functions import (
    Function,
    FunctionContext,
    FunctionFailed,
    InputWork,
    broken_functions,
    call,
    functions,
)

PLUGIN = '''
from workspace_app.engine.functions import FunctionFailed, Made

class Shout:
    """A function of somebody else's."""
    name = "shout"
    description = "Say it loud."
    parameters = {"type": "object", "properties": {"text": {"type": "string"}}}

    async def __call__(self, context, arguments):
        return [Made("Loud", arguments["text"].upper().encode(), ".txt")]

class Clock(Shout):
    name = "clock"

    async def __call__(self, context, arguments):
        return [Made("Time", str(context.timeout).encode())]

class Copycat(Shout):
    name = "web_fetch"

no_function = 3
'''
POINTS = """[workspace_app.functions]
shout = some_plugin:Shout
clock = some_plugin:Clock
copycat = some_plugin:Copycat
number = some_plugin:no_function
gone = some_plugin_that_is_gone:Thing
"""


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package with one good function and three broken ones."""
    info = tmp_path / "some_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    (tmp_path / "some_plugin.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("some_plugin", None)


def test_the_built_in_functions() -> None:
    found = functions()
    assert set(found) == {"web_fetch", "document_to_markdown", "run_command", "copy_works", "join_works"}
    assert all(isinstance(function, Function) and function.description for function in found.values())


@pytest.mark.usefixtures("plugin")
async def test_installed_functions_are_found(context: FunctionContext, caplog: pytest.LogCaptureFixture) -> None:
    (made,) = await call("shout", context, {"text": "hello"})
    assert (made.content, made.extension) == (b"HELLO", ".txt")
    caplog.clear()


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize(("arguments", "seconds"), [({}, 30), ({"timeout": 90}, 90), ({"timeout": 1e6}, 3600)])
async def test_an_argument_gives_a_call_its_time_up_to_an_hour(
    context: FunctionContext, caplog: pytest.LogCaptureFixture, arguments: dict[str, float], seconds: float
) -> None:
    (made,) = await call("clock", context, arguments)
    assert float(made.content) == seconds
    caplog.clear()


@pytest.mark.usefixtures("plugin")
async def test_broken_ones_are_reported_and_take_nothing_away(
    context: FunctionContext, caplog: pytest.LogCaptureFixture
) -> None:
    assert "shout" in functions()
    assert type(functions()["web_fetch"]).__module__.startswith("workspace_app.")
    broken = broken_functions()
    assert set(broken) == {"copycat", "number", "gone"}
    assert "is taken" in broken["copycat"]
    assert "No module named" in broken["gone"]
    with pytest.raises(FunctionFailed, match="cannot be used: it has no name"):
        await call("number", context, {})
    assert "some_plugin_that_is_gone" in caplog.text
    caplog.clear()


@pytest.mark.usefixtures("plugin")
async def test_a_fault_in_other_peoples_code_is_told(
    context: FunctionContext, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(FunctionFailed, match='"shout" failed: KeyError'):
        await call("shout", context, {})
    caplog.clear()


async def test_an_unknown_name_says_which_exist(context: FunctionContext) -> None:
    with pytest.raises(FunctionFailed, match=r'no function "fly".*copy_works.*web_fetch'):
        await call("fly", context, {})


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("web_fetch", {}, "'url' is a required property"),
        ("web_fetch", {"url": 3}, "url: 3 is not of type 'string'"),
        ("web_fetch", {"url": "http://x", "depth": 2}, "'depth' was unexpected"),
        ("run_command", {"command": []}, "command: "),
        ("run_command", {"command": "true", "timeout": 0}, "timeout: "),
    ],
)
async def test_wrong_arguments_are_named(
    context: FunctionContext, name: str, arguments: dict[str, object], says: str
) -> None:
    with pytest.raises(FunctionFailed) as caught:
        await call(name, context, arguments)
    assert says in str(caught.value)


async def test_works_are_copied_as_they_are(context: FunctionContext) -> None:
    works = (
        InputWork("t/step_1/works/work_20250101_0900_note.md", "a" * 40, b"one"),
        InputWork("t/photo.png", "b" * 40, b"\x89PNG\0"),
    )
    made = await call("copy_works", replace(context, inputs=works), {})
    assert [(work.title, work.content, work.extension) for work in made] == [
        ("note", b"one", ".md"),
        ("photo", b"\x89PNG\0", ".png"),
    ]


async def test_works_are_joined_under_their_paths(context: FunctionContext) -> None:
    works = (InputWork("a.md", "1234567890", b"one\n"), InputWork("b.md", "abcdef1234", "兩".encode()))
    (made,) = await call("join_works", replace(context, inputs=works), {"title": "All"})
    assert made.content.decode() == "# All\n\n## a.md (version 1234567)\n\none\n\n## b.md (version abcdef1)\n\n兩\n"


async def test_a_picture_cannot_be_joined(context: FunctionContext) -> None:
    with pytest.raises(FunctionFailed, match=r'"photo\.png" is not text'):
        await call("join_works", replace(context, inputs=(InputWork("photo.png", "b", b"\x89PNG\0"),)), {})


@pytest.mark.parametrize("name", ["copy_works", "join_works"])
async def test_without_inputs_there_is_nothing_to_make(context: FunctionContext, name: str) -> None:
    with pytest.raises(FunctionFailed, match="no inputs"):
        await call(name, context, {})
