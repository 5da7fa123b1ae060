"""The tools that read a project, called as an assistant calls them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.engine.functions.conftest import Page, Site, docx
from tests.engine.functions.conftest import site as site
from workspace_app.engine.functions import FunctionContext
from workspace_app.engine.tools import TOOL_NAMES, SafeWorkbench, UnknownTool, make_tools


@pytest.fixture
def space(tmp_path: Path) -> Path:
    """A project with a note, a large file, a binary one, git's own folder and links that lead out."""
    folder = tmp_path / "project"
    (folder / "task" / "step_1").mkdir(parents=True)
    (folder / "task" / "step_1" / "note.md").write_text("# 市場\n\nRevenue grew.\nrevenue fell.\n")
    (folder / "large.txt").write_text("".join(f"line {number} 市場\n" for number in range(10_000)))
    (folder / "photo.png").write_bytes(b"\x89PNG\0")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("token: revenue")
    (tmp_path / "outside.txt").write_text("revenue of others")
    (folder / "link.txt").symlink_to(tmp_path / "outside.txt")
    (folder / "out").symlink_to(tmp_path)
    return folder


@pytest.fixture
def workbench(space: Path) -> SafeWorkbench:
    return SafeWorkbench(make_tools(TOOL_NAMES, FunctionContext(space, space)))


async def ask(workbench: SafeWorkbench, name: str, **arguments: Any) -> str:
    result = await workbench.call_tool(name, arguments)
    assert not result.is_error, result.to_text()
    return result.to_text()


async def refused(workbench: SafeWorkbench, name: str, **arguments: Any) -> str:
    result = await workbench.call_tool(name, arguments)
    assert result.is_error
    return result.to_text()


async def test_a_file_is_read(workbench: SafeWorkbench) -> None:
    assert await ask(workbench, "read_file", path="task/step_1/note.md") == "# 市場\n\nRevenue grew.\nrevenue fell.\n"


async def test_a_large_file_is_read_in_parts_that_lose_nothing(workbench: SafeWorkbench, space: Path) -> None:
    parts, offset = [], 0
    while True:
        answer = await ask(workbench, "read_file", path="large.txt", offset=offset)
        assert len(answer.encode()) <= 64_000
        text, _, note = answer.partition("\n\n[Characters ")
        parts.append(text)
        more = re.search(r"read_file again with offset (\d+)", note)
        if more is None:
            break
        offset = int(more[1])
    assert "".join(parts) == (space / "large.txt").read_text()
    assert len(parts) == 3


async def test_a_document_is_read_as_markdown(workbench: SafeWorkbench, space: Path) -> None:
    (space / "report.docx").write_bytes(docx("Market note", "It grew."))
    assert "# Market note" in await ask(workbench, "read_file", path="report.docx")


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("none.md", "There is no file"),
        ("task", "There is no file"),
        ("photo.png", "is not text"),
        ("link.txt", "outside of the project folder"),
        ("../outside.txt", "outside of the project folder"),
        ("/etc/hostname", "outside of the project folder"),
        (".git/config", "not open"),
        ("a\0b", "not a path"),
    ],
)
async def test_what_cannot_be_read_says_why(workbench: SafeWorkbench, path: str, says: str) -> None:
    assert says in await refused(workbench, "read_file", path=path)


@pytest.mark.parametrize("offset", [-1, 10**9])
async def test_an_offset_outside_of_the_text_is_refused(workbench: SafeWorkbench, offset: int) -> None:
    assert "offset must be" in await refused(workbench, "read_file", path="large.txt", offset=offset)


async def test_files_are_listed_without_git_and_what_lies_outside(workbench: SafeWorkbench) -> None:
    lines = (await ask(workbench, "list_files")).splitlines()
    assert [line.partition(" (")[0] for line in lines] == ["large.txt", "photo.png", "task/step_1/note.md"]
    assert lines[1] == "photo.png (5 bytes)"


async def test_a_folder_and_a_pattern_narrow_the_list(workbench: SafeWorkbench) -> None:
    assert await ask(workbench, "list_files", folder="task", pattern="*.md") == "task/step_1/note.md (38 bytes)"
    assert await ask(workbench, "list_files", pattern="*.pdf") == "There are no such files."
    assert "no folder" in await refused(workbench, "list_files", folder="none")
    assert "outside" in await refused(workbench, "list_files", folder="out")


async def test_a_text_is_found_in_any_case(workbench: SafeWorkbench) -> None:
    hits = await ask(workbench, "find_in_files", text="REVENUE")
    assert hits.splitlines() == ["task/step_1/note.md:3: Revenue grew.", "task/step_1/note.md:4: revenue fell."]
    assert "市場" in await ask(workbench, "find_in_files", text="市場", pattern="*.md")
    assert await ask(workbench, "find_in_files", text="nowhere") == '"nowhere" was not found.'
    assert "nothing to look for" in await refused(workbench, "find_in_files", text=" ")


async def test_many_hits_are_cut_and_say_how_to_go_on(workbench: SafeWorkbench) -> None:
    answer = await ask(workbench, "find_in_files", text="line")
    assert "find_in_files again with offset" in answer


async def test_the_hit_of_a_long_line_is_shown(workbench: SafeWorkbench, space: Path) -> None:
    (space / "long.txt").write_text("x" * 5000 + " needle " + "y" * 5000)
    hit = await ask(workbench, "find_in_files", text="needle")
    assert "needle" in hit
    assert len(hit) < 400


async def test_a_file_too_large_to_search_is_named(workbench: SafeWorkbench, space: Path) -> None:
    (space / "huge.txt").write_bytes(b"needle\n" * 1_000_000)
    assert await ask(workbench, "find_in_files", text="needle") == "huge.txt: not searched, it is too large"


async def test_a_page_is_fetched(workbench: SafeWorkbench, site: Site) -> None:
    url = site.put("/", Page(b"<html><head><title>T</title></head><body><p>Hello</p></body></html>"))
    assert await ask(workbench, "web_fetch", url=url) == f"# T\n\nSource: {url}\n\nHello\n"
    assert "answered 404" in await refused(workbench, "web_fetch", url=site.url + "/none")


async def test_a_long_page_is_read_on(workbench: SafeWorkbench, site: Site) -> None:
    url = site.put("/", Page(b"word " * 20_000, "text/plain"))
    assert "web_fetch again with offset 60000" in await ask(workbench, "web_fetch", url=url)
    assert "Characters" not in await ask(workbench, "web_fetch", url=url, offset=60_000)


def test_an_unknown_tool_names_those_that_exist(space: Path) -> None:
    with pytest.raises(UnknownTool, match=r'no tool "fly".*read_file.*web_fetch'):
        make_tools(["read_file", "fly"], FunctionContext(space, space))


def test_a_tool_named_twice_is_given_once(space: Path) -> None:
    tools = make_tools(["read_file", "list_files", "read_file"], FunctionContext(space, space))
    assert [tool.name for tool in tools] == ["read_file", "list_files"]


async def test_the_model_is_told_what_each_argument_is(workbench: SafeWorkbench) -> None:
    for schema in await workbench.list_tools():
        properties: dict[str, Any] = schema["parameters"]["properties"]
        assert schema["description"]
        assert all(argument["description"] for argument in properties.values())
