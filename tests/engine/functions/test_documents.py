"""Documents as Markdown, each converted for real."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.engine.functions.conftest import docx, pdf, xlsx
from workspace_app.engine.functions import FunctionContext, FunctionFailed, InputWork, call


async def convert(context: FunctionContext, path: str, content: bytes) -> str:
    file = context.space / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    (made,) = await call("document_to_markdown", context, {"path": path})
    assert (made.title, made.extension) == (file.stem, ".md")
    return made.content.decode()


async def test_pdf(context: FunctionContext) -> None:
    assert "Revenue grew 12 percent" in await convert(context, "report.pdf", pdf("Revenue grew 12 percent"))


async def test_docx_keeps_its_headings(context: FunctionContext) -> None:
    text = await convert(context, "報告.docx", docx("Market note", "市場 grew."))
    assert "# Market note" in text
    assert "市場 grew." in text


async def test_xlsx_becomes_a_table(context: FunctionContext) -> None:
    text = await convert(context, "a/figures.xlsx", xlsx([["Month", "Sum"], ["May", 12], ["六月", 13]]))
    assert "| Month | Sum |" in text
    assert "| 六月 | 13 |" in text


async def test_csv_becomes_a_table(context: FunctionContext) -> None:
    assert "| May | 12 |" in await convert(context, "figures.csv", b"Month,Sum\nMay,12\n")


async def test_an_old_chinese_page_is_read_right(context: FunctionContext) -> None:
    page = '<html><head><meta charset="big5"></head><body><p>市場成長</p></body></html>'
    assert "市場成長" in await convert(context, "page.htm", page.encode("big5"))


async def test_html_keeps_its_structure(context: FunctionContext) -> None:
    page = "<html><body><h2>Préface</h2><ul><li>one</li></ul></body></html>".encode()
    text = await convert(context, "page.html", page)
    assert "## Préface" in text
    assert "one" in text


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16"])
async def test_text_is_taken_as_it_is(context: FunctionContext, charset: str) -> None:
    assert await convert(context, "note.txt", "Prüfung 市場\n".encode(charset)) == "Prüfung 市場\n"


async def test_old_chinese_text_is_read_right(context: FunctionContext) -> None:
    words = "市場在五月成長百分之十二，主要來自新的客戶與產品。報告整理了各地區的數字並提出建議。" * 4
    assert await convert(context, "note.txt", words.encode("big5")) == words


async def test_every_input_is_converted_when_no_path_is_given(context: FunctionContext) -> None:
    inputs = (InputWork("t/a.txt", "abc", b"one"), InputWork("t/b.csv", "abc", b"x,y\n1,2\n"))
    made = await call("document_to_markdown", replace(context, inputs=inputs), {})
    assert [(work.title, work.content.decode()) for work in made] == [
        ("a", "one"),
        ("b", "| x | y |\n| --- | --- |\n| 1 | 2 |"),
    ]


async def test_an_input_is_taken_in_its_version_not_from_the_disk(context: FunctionContext) -> None:
    (context.space / "a.txt").write_text("newer")
    inputs = (InputWork("a.txt", "abc", b"as it was"),)
    (made,) = await call("document_to_markdown", replace(context, inputs=inputs), {"path": "a.txt"})
    assert made.content == b"as it was"


async def test_a_file_of_the_task_is_found_too(context: FunctionContext) -> None:
    (context.folder / "note.md").write_text("from the task")
    (made,) = await call("document_to_markdown", context, {"path": "note.md"})
    assert made.content == b"from the task"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("bad.pdf", b"this is no PDF", "could not be converted"),
        ("bad.docx", b"PK\x03\x04 broken", "could not be converted"),
        ("empty.pdf", pdf(""), "holds no text"),
        ("image.png", b"\x89PNG\r\n\x1a\n\0\0\0", "is not text"),
    ],
)
async def test_what_cannot_be_converted_says_why(
    context: FunctionContext, name: str, content: bytes, says: str
) -> None:
    with pytest.raises(FunctionFailed, match=says) as caught:
        await convert(context, name, content)
    assert name in str(caught.value)


async def test_a_conversion_ends_when_its_time_is_up(context: FunctionContext) -> None:
    with pytest.raises(FunctionFailed, match=r"within 0\.01 seconds"):
        await convert(replace(context, timeout=0.01), "report.pdf", pdf("text"))


@pytest.mark.parametrize(
    "path", ["../outside.txt", "/etc/hostname", "link.txt", "task/../../outside.txt", ".git/config"]
)
async def test_paths_do_not_leave_the_project_folder(context: FunctionContext, path: str) -> None:
    outside = context.space.parent / "outside.txt"
    outside.write_text("secret")
    (context.space / "link.txt").symlink_to(outside)
    (context.space / ".git").mkdir()
    (context.space / ".git" / "config").write_text("token")
    with pytest.raises(FunctionFailed, match=r"outside of the project folder|not open"):
        await call("document_to_markdown", context, {"path": path})


@pytest.mark.parametrize(
    ("arguments", "says"),
    [({"path": "none.pdf"}, "no file"), ({"path": "task"}, "no file"), ({}, "nothing to convert")],
)
async def test_a_missing_document_is_named(context: FunctionContext, arguments: dict[str, str], says: str) -> None:
    with pytest.raises(FunctionFailed, match=says):
        await call("document_to_markdown", context, arguments)
