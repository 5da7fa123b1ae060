"""The tools that write, run and ask elsewhere, called as an assistant calls them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.engine.functions.conftest import Page, Site
from tests.engine.functions.conftest import site as site
from workspace_app.engine.functions import FunctionContext
from workspace_app.engine.tools import ACTING, TOOL_NAMES, SafeWorkbench, make_tools
from workspace_app.engine.tools.reach import reach_of
from workspace_app.engine.tools.web import WebSearchTool


@pytest.fixture
def task(tmp_path: Path) -> Path:
    folder = tmp_path / "project" / "tasks" / "Report"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def workbench(task: Path) -> SafeWorkbench:
    return SafeWorkbench(make_tools(TOOL_NAMES, FunctionContext(task.parent.parent, task)))


async def ask(workbench: SafeWorkbench, name: str, **arguments: object) -> tuple[str, bool]:
    result = await workbench.call_tool(name, arguments)
    return result.to_text(), result.is_error


async def test_a_file_of_the_assistant_s_own_is_written_and_read(workbench: SafeWorkbench, task: Path) -> None:
    path = "tasks/Report/step_2/files/data/市場.csv"
    assert await ask(workbench, "write_file", path=path, content="a,b\n") == (
        f'"{path}" has been written (4 bytes).',
        False,
    )
    assert (task / "step_2" / "files" / "data" / "市場.csv").read_text() == "a,b\n"
    assert await ask(workbench, "read_file", path=path) == ("a,b\n", False)


@pytest.mark.parametrize(
    "path",
    ["plan.json", "step_1/works/work.md", "step_1/conversations/1/x", "context/x", "files", "../Other/files/x", "x.md"],
)
async def test_what_the_app_keeps_is_not_written(workbench: SafeWorkbench, task: Path, path: str) -> None:
    text, failed = await ask(workbench, "write_file", path=f"tasks/Report/{path}", content="x")
    assert failed
    assert 'belong below "tasks/Report/files" or "tasks/Report/step_N/files"' in text
    assert not [file for file in task.parent.rglob("*") if file.is_file()]


async def test_l115_search_sees_the_task_alone(workbench: SafeWorkbench, task: Path) -> None:
    (task / "note.md").write_text("needle")
    (task.parent.parent / "other.md").write_text("needle")
    assert await ask(workbench, "glob_search", pattern="**/*.md") == ("/note.md", False)
    assert await ask(workbench, "grep_search", pattern="needle", output_mode="count") == ("/note.md:1", False)


@pytest.mark.skipif(sys.platform == "win32", reason="not offered on Windows")
async def test_a_script_prints_its_result_in_a_folder_of_its_own(workbench: SafeWorkbench, task: Path) -> None:
    code = "import os, sys\nopen('made.txt', 'w').write('x')\nprint(os.getcwd())\nprint('careful', file=sys.stderr)"
    text, failed = await ask(workbench, "run_python", code=code)
    assert (text, failed) == (f"{task / 'files'}\n[stderr] careful", False)
    assert (task / "files" / "made.txt").read_text() == "x"
    assert await ask(workbench, "run_python", code="pass") == ("<no output>", False)


@pytest.mark.skipif(sys.platform == "win32", reason="not offered on Windows")
async def test_a_script_reads_the_task_s_files(workbench: SafeWorkbench, task: Path) -> None:
    (task / "context").mkdir()
    (task / "context" / "data.csv").write_text("1,2")
    assert await ask(workbench, "run_python", code="print(open('../context/data.csv').read())") == ("1,2", False)


@pytest.mark.skipif(sys.platform == "win32", reason="not offered on Windows")
async def test_a_script_that_fails_is_an_error_with_what_it_said(workbench: SafeWorkbench) -> None:
    text, failed = await ask(workbench, "run_python", code="print('before'); 1 / 0")
    assert failed
    assert text.startswith("before\n[stderr] Traceback")
    assert text.endswith("ZeroDivisionError: division by zero\n\nExit code: 1")


async def test_a_web_search_lists_what_the_service_found(site: Site) -> None:
    found = {
        "results": [{"title": "A  page", "url": "https://a.example", "content": "About\nit"}, {"title": "no address"}]
    }
    site.put("/search?q=caf%C3%A9+%26+tea&format=json", Page(json.dumps(found).encode(), "application/json"))
    site.put("/search?q=none&format=json", Page(b'{"results": []}', "application/json"))
    workbench = SafeWorkbench([WebSearchTool(f"{site.url}/search?q={{query}}&format=json")])
    assert await ask(workbench, "web_search", query="café & tea") == ("A page\nhttps://a.example\nAbout it", False)
    assert await ask(workbench, "web_search", query="none") == ('The search for "none" found nothing.', False)
    assert (await ask(workbench, "web_search", query=" "))[1]
    assert (await ask(workbench, "web_search", query="gone"))[1]


async def test_a_service_that_answers_with_a_page_is_read_as_one(site: Site) -> None:
    site.put("/?q=x", Page(b"<html><head><title>T</title></head><body><p>Hello</p></body></html>"))
    workbench = SafeWorkbench([WebSearchTool(f"{site.url}/?q={{query}}")])
    assert await ask(workbench, "web_search", query="x") == ("Hello", False)


def test_what_only_reads_in_the_project_is_told_from_what_acts(task: Path) -> None:
    tools = make_tools(TOOL_NAMES, FunctionContext(task.parent.parent, task))
    reach = {tool.name: reach_of(tool.name, tool) for tool in tools}
    assert {name for name, how in reach.items() if how == "acts"} == ACTING
    assert {name for name, how in reach.items() if how == "outside"} == {"web_fetch"}
