"""Pages fetched from a real server on loopback."""

from __future__ import annotations

import gzip
import socket
import threading
from dataclasses import replace

import pytest

from tests.engine.functions.conftest import Page, Site, pdf
from workspace_app.engine.functions import FunctionContext, FunctionFailed, Made, call
from workspace_app.engine.functions.download import Reach, download, reach_of_address


async def fetch(context: FunctionContext, url: str) -> Made:
    (made,) = await call("web_fetch", context, {"url": url})
    return made


def article(title: str, sections: int = 8) -> bytes:
    parts = (
        f"<h2>Section {n}</h2><p>Paragraph {n} is long enough to be the text of a page that somebody wrote for others to read.</p>"
        for n in range(sections)
    )
    return (
        f"<html><head><title>{title}</title></head><body><nav><a href='/'>Site menu</a></nav><article><h1>{title}</h1>"
        f"{''.join(parts)}<table><tr><th>Month</th></tr><tr><td>May</td></tr></table></article>"
        "<footer>Accept all cookies</footer></body></html>"
    ).encode()


async def test_the_main_text_of_a_page_with_title_and_source(context: FunctionContext, site: Site) -> None:
    url = site.put("/note", Page(article("Market note")))
    made = await fetch(context, url)
    text = made.content.decode()
    assert (made.title, made.extension) == ("Market note", ".md")
    assert text.startswith(f"# Market note\n\nSource: {url}\n\n## Section 0\n\nParagraph 0")
    assert "cookies" not in text
    assert "| May |" in text


async def test_a_small_page_keeps_its_structure(context: FunctionContext, site: Site) -> None:
    page = (
        b"<html><head><title>T</title><script>x()</script></head><body><h2>Hi</h2><ul><li>one</li></ul></body></html>"
    )
    assert (await fetch(context, site.put("/", Page(page)))).content.decode().endswith("/\n\n## Hi\n\n- one\n")


@pytest.mark.parametrize(
    ("kind", "charset", "meta"),
    [
        ("text/html; charset=big5", "big5", ""),
        ("text/html", "gb18030", '<meta charset="gb2312">'),
        ("text/html", "utf-8", ""),
        ("text/html; charset=ISO-8859-1", "cp1252", ""),
    ],
)
async def test_the_charset_is_right(context: FunctionContext, site: Site, kind: str, charset: str, meta: str) -> None:
    words = "Prüfung – “ja”" if charset == "cp1252" else "市場成長"
    page = f"<html><head>{meta}<title>{words}</title></head><body><p>{words}</p></body></html>"
    made = await fetch(context, site.put("/", Page(page.encode(charset), kind)))
    assert made.title == words
    assert made.content.decode().count(words) == 2


async def test_redirects_are_followed_and_the_source_is_the_last(context: FunctionContext, site: Site) -> None:
    site.put("/new", Page(b"<html><body><p>Moved here</p></body></html>"))
    made = await fetch(context, site.put("/old", Page(status=302, location="/new")))
    assert f"Source: {site.url}/new" in made.content.decode()


async def test_a_document_on_the_web_is_converted(context: FunctionContext, site: Site) -> None:
    made = await fetch(context, site.put("/report.pdf", Page(pdf("Revenue grew"), "application/pdf")))
    assert made.title == "report"
    assert "Revenue grew" in made.content.decode()


async def test_plain_text_is_taken_as_it_is(context: FunctionContext, site: Site) -> None:
    made = await fetch(context, site.put("/data.txt", Page(b"a < b\n  c", "text/plain")))
    assert made.content.decode().endswith("\n\na < b\n  c\n")


@pytest.mark.parametrize("status", [401, 404, 500, 503])
async def test_an_http_error_fails_in_words(context: FunctionContext, site: Site, status: int) -> None:
    with pytest.raises(FunctionFailed, match=f"answered {status} [A-Z]"):
        await fetch(context, site.put("/", Page(b"sorry", status=status)))


async def test_a_server_that_hangs_is_given_up(context: FunctionContext, site: Site) -> None:
    url = site.put("/", Page(b"late", hold=threading.Event()))
    with pytest.raises(FunctionFailed, match=r"did not answer within 0\.2 seconds"):
        await fetch(replace(context, timeout=0.2), url)


async def test_nobody_there_fails_in_words(context: FunctionContext) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(FunctionFailed, match="could not be fetched"):
        await fetch(context, f"http://127.0.0.1:{port}/")


async def test_too_large_an_answer_is_not_taken(context: FunctionContext, site: Site) -> None:
    with pytest.raises(FunctionFailed, match="too large"):
        await fetch(context, site.put("/", Page(b"x" * 10_000_001, "text/plain")))


@pytest.mark.parametrize(
    ("page", "says"),
    [
        (Page(b"<html><body></body></html>"), "holds no text"),
        (Page(b"\x89PNG\0", "image/png"), "neither a page nor a document"),
        (Page(b"\0\1\2", "application/octet-stream"), "neither a page nor a document"),
        (Page(status=302, location="file:///etc/hostname"), "could not be fetched"),
    ],
)
async def test_what_has_no_text_fails_in_words(context: FunctionContext, site: Site, page: Page, says: str) -> None:
    with pytest.raises(FunctionFailed, match=says):
        await fetch(context, site.put("/", page))


@pytest.mark.parametrize(
    "url",
    [
        *(
            "file:///etc/hostname",
            "ftp://127.0.0.1/x",
            "notes.md",
            "http://[",
            "http://",
            "http://a:99999/",
            "http://a..b/",
        ),
        *("http://\0/", "http://a b/", "http://127.0.0.1:99999/", "http://xn--a/", "https://\ud800/"),
    ],
)
async def test_only_web_addresses(context: FunctionContext, url: str) -> None:
    with pytest.raises(FunctionFailed, match=r"web address|could not be fetched"):
        await fetch(context, url)


# what a stranger's answer may do


async def test_a_packed_page_is_unpacked(context: FunctionContext, site: Site) -> None:
    packed = gzip.compress(b"plain words")
    made = await fetch(context, site.put("/a.txt", Page(packed, "text/plain", packing="gzip")))
    assert made.content.decode().endswith("plain words\n")


async def test_an_answer_that_would_unpack_to_a_gigabyte_is_given_up_early(
    context: FunctionContext, site: Site
) -> None:
    bomb = gzip.compress(bytes(50_000_000))
    url = site.put("/", Page(bomb, "text/plain", packing="gzip"))
    with pytest.raises(FunctionFailed, match="too large"):
        await fetch(context, url)
    twice = site.put("/twice", Page(gzip.compress(bomb), "text/plain", packing="gzip, gzip"))
    with pytest.raises(FunctionFailed, match="not asked for"):
        await fetch(context, twice)
    with pytest.raises(FunctionFailed, match="damaged"):
        await fetch(context, site.put("/", Page(b"no gzip", "text/plain", packing="gzip")))


async def test_a_page_made_to_be_unreadable_fails_in_words_and_holds_up_nobody(
    context: FunctionContext, site: Site
) -> None:
    url = site.put("/", Page(b"<p>x" * 300_000))
    with pytest.raises(FunctionFailed, match=r"could not be read within|did not answer within"):
        await fetch(replace(context, timeout=1.0), url)
    with pytest.raises(FunctionFailed, match="could not be read as a page: RecursionError"):
        await fetch(context, site.put("/", Page(b"<div>" * 20_000 + b"x")))


async def test_redirects_end(context: FunctionContext, site: Site) -> None:
    with pytest.raises(FunctionFailed, match="from one address to the next"):
        await fetch(context, site.put("/", Page(status=302, location="/")))


async def test_a_tool_is_told_of_another_server_and_a_step_follows(context: FunctionContext, site: Site) -> None:
    target = site.url.replace("127.0.0.1", "localhost") + "/there"
    site.put("/there", Page(b"<p>There</p>"))
    url = site.put("/", Page(status=302, location=target))
    with pytest.raises(FunctionFailed, match=f"leads to another server: fetch {target} if that is wanted"):
        await download(url, stays=True)
    assert "There" in (await fetch(context, url)).content.decode()


async def test_a_name_of_the_web_that_stands_for_this_computer_is_not_asked(site: Site) -> None:
    with pytest.raises(FunctionFailed, match=r"0x7f\.1 stands for 127\.0\.0\.1, which is in the local network"):
        await download(site.url.replace("127.0.0.1", "0x7f.1"), stays=False)


@pytest.mark.parametrize(
    ("address", "reach"),
    [
        *((address, Reach.COMPUTER) for address in ("127.0.0.1", "::1", "0.0.0.0", "169.254.169.254", "fe80::1%eth0")),
        *((address, Reach.COMPUTER) for address in ("::ffff:127.0.0.1", "224.0.0.1")),
        *(
            (address, Reach.NETWORK)
            for address in ("10.0.0.1", "192.168.1.1", "fd00::1", "100.64.0.1", "::ffff:10.1.2.3")
        ),
        *((address, Reach.WEB) for address in ("93.184.216.34", "2606:2800:220:1::1")),
    ],
)
def test_how_near_an_address_is(address: str, reach: Reach) -> None:
    assert reach_of_address(address) is reach
