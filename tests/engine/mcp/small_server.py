"""A tool server to test with, over stdio or (with a port, and perhaps "sse") HTTP: tools that wait, fail, change and answer in every shape."""

import asyncio
import os
import sys
import time
from pathlib import Path

from mcp.server.fastmcp import Context, FastMCP, Image
from mcp.types import BlobResourceContents, EmbeddedResource, TextContent, TextResourceContents
from pydantic import AnyUrl

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8ffff3f0005fe02fe0def46b8"
    "0000000049454e44ae426082"
)
server = FastMCP("small", host="127.0.0.1", port=int(sys.argv[1]) if len(sys.argv) > 1 else 0, log_level="ERROR")


@server.tool()
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@server.tool()
def environment(name: str) -> str:
    """The value of a variable."""
    return os.environ.get(name, "")


@server.tool()
def fail(why: str) -> str:
    """Fail."""
    raise ValueError(why)


@server.tool()
async def wait(file: str) -> str:
    """Write the process id into a file, then wait for ever; once the call is cancelled, FILE.cancelled is there."""
    print("I am waiting", file=sys.stderr, flush=True)
    Path(file).write_text(str(os.getpid()), encoding="utf-8")
    try:
        await asyncio.Event().wait()
    finally:
        Path(f"{file}.cancelled").write_text(str(os.getpid()), encoding="utf-8")
    return ""


@server.tool()
def block(file: str) -> str:
    """Write the process id into a file, then neither answer nor listen."""
    Path(file).write_text(str(os.getpid()), encoding="utf-8")
    time.sleep(600)
    return ""


@server.tool()
def picture() -> Image:
    """A picture."""
    return Image(data=PIXEL, format="png")


@server.tool()
def documents() -> list[EmbeddedResource | TextContent]:
    """A text and a file."""
    text = TextResourceContents(uri=AnyUrl("note://one"), text="Ein Text")
    blob = BlobResourceContents(uri=AnyUrl("note://two"), blob="AAEC", mimeType="application/pdf")
    return [
        EmbeddedResource(type="resource", resource=text),
        EmbeddedResource(type="resource", resource=blob),
    ]


@server.tool(name="名前." + "x" * 80)
def odd() -> str:
    """A tool whose name no model accepts."""
    return "odd"


@server.tool()
async def grow(context: Context) -> str:  # type: ignore[type-arg]
    """Add a tool."""
    server.add_tool(lambda: "new", name="new", description="A new tool.")
    await context.session.send_tool_list_changed()
    return "grown"


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print("this line is no message of the protocol, as servers print them", flush=True)
    server.run("sse" if "sse" in sys.argv else "streamable-http" if len(sys.argv) > 1 else "stdio")
