"""A project folder, documents made by hand, and a real HTTP server on loopback."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from workspace_app.engine.functions import FunctionContext


@dataclass
class Page:
    """What the server answers on one path; `hold` makes it wait for the event after the headers, `packing` is said to be its encoding."""

    content: bytes = b""
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    location: str | None = None
    hold: threading.Event | None = None
    packing: str | None = None


@dataclass
class Site:
    url: str
    pages: dict[str, Page] = field(default_factory=dict)

    def put(self, path: str, page: Page) -> str:
        self.pages[path] = page
        return self.url + path


@pytest.fixture
def site() -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = served.pages.get(self.path, Page(b"nothing here", status=404))
            self.send_response(page.status)
            self.send_header("Content-Type", page.kind)
            if page.packing:
                self.send_header("Content-Encoding", page.packing)
            if page.location:
                self.send_header("Location", page.location)
            self.end_headers()
            if page.hold:
                page.hold.wait(30)
            try:
                self.wfile.write(page.content)
            except ConnectionError:
                return  # the client had enough

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served = Site(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield served
    for page in served.pages.values():
        if page.hold:
            page.hold.set()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def context(tmp_path: Path) -> FunctionContext:
    space = tmp_path / "my project 專案"
    folder = space / "task"
    folder.mkdir(parents=True)
    return FunctionContext(space, folder, timeout=30)


def pdf(text: str) -> bytes:
    """A PDF of one page with one line of text."""
    stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj%s endobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"xref\n0 6\n0000000000 65535 f \n%strailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        table,
        len(out),
    )
    return bytes(out)


def docx(heading: str, text: str) -> bytes:
    """A Word document with a heading and a paragraph."""
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    package = "http://schemas.openxmlformats.org/package/2006"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    style = '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>'
    body = f"<w:p>{style}<w:r><w:t>{heading}</w:t></w:r></w:p><w:p><w:r><w:t>{text}</w:t></w:r></w:p>"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{kind}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{office}" '
        'Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{w}"><w:body>{body}</w:body></w:document>',
        "word/styles.xml": f'<w:styles xmlns:w="{w}"><w:style w:type="paragraph" w:styleId="Heading1">'
        '<w:name w:val="heading 1"/></w:style></w:styles>',
    }
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for name, content in parts.items():
            file.writestr(name, '<?xml version="1.0" encoding="UTF-8"?>' + content)
    return archive.getvalue()


def xlsx(rows: list[list[object]]) -> bytes:
    """A workbook with one sheet."""
    from openpyxl import Workbook  # type: ignore[import-untyped]

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Figures"
    for row in rows:
        sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
