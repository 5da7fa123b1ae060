"""The tools of a server, as assistants are given them: SERVER__TOOL, with the schema that the server tells."""

import base64
import hashlib
import json
import mimetypes
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from autogen_core import CancellationToken
from autogen_core.tools import BaseTool, ParametersSchema, ToolSchema
from mcp.types import (
    AudioContent,
    BlobResourceContents,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    TextContent,
    TextResourceContents,
    Tool,
)
from pydantic import BaseModel, ConfigDict

from workspace_app.domain.records import Project
from workspace_app.engine.functions.base import FunctionFailed
from workspace_app.engine.mcp.config import PREFIX, McpError
from workspace_app.engine.mcp.servers import McpServers, Server, no_tool

LONGEST_NAME = 64

KeepFile = Callable[[bytes, str], Awaitable[str]]
"""Keeps bytes with a file extension in the step's folder; returns the path relative to the project folder."""


class Arguments(BaseModel):
    """Anything: the server checks what it is given."""

    model_config = ConfigDict(extra="allow")


class McpTool(BaseTool[Arguments, BaseModel]):
    """One tool of a server.

    Args:
        keep: for pictures and files in results, which a model gets as a path.
    """

    component_type = "tool"

    def __init__(self, server: Server, tool: Tool, keep: KeepFile) -> None:
        super().__init__(Arguments, BaseModel, tool_name(server.config.name, tool.name), _description(tool))
        self._server, self._tool, self._keep = server, tool, keep

    @property
    def schema(self) -> ToolSchema:
        """As the server tells it."""
        given = {"properties": {}, **self._tool.inputSchema, "type": "object"}
        return ToolSchema(name=self.name, description=self.description, parameters=ParametersSchema(**given))  # type: ignore[typeddict-item]

    async def run(self, args: Arguments, cancellation_token: CancellationToken) -> BaseModel:
        """Not used: arguments go to the server as they are."""
        raise NotImplementedError

    async def run_json(
        self, args: Mapping[str, Any], cancellation_token: CancellationToken, call_id: str | None = None
    ) -> str:
        """The result as text; raises FunctionFailed with the server's own words if the tool failed."""
        result = await self._server.call(self._tool.name, args)
        text = await text_of(result, self._keep)
        if result.isError:
            raise FunctionFailed(text)
        return text


async def mcp_tools(
    names: Sequence[str], servers: McpServers, project: Project, keep: KeepFile
) -> list[BaseTool[Any, Any]]:
    """The tools that `mcp:` names among an assistant's tools stand for, each once; servers that are needed are started.

    Raises:
        McpError: there is no such server or tool, or the server does not start.
    """
    found: dict[str, BaseTool[Any, Any]] = {}
    for name in names:
        if not name.startswith(PREFIX):
            continue
        where, _, wanted = name.removeprefix(PREFIX).partition("/")
        server = await servers.server(where, project)
        offered = await server.tools()
        tools = [tool for tool in offered if wanted in ("", tool.name)]
        if wanted and not tools:
            raise McpError(no_tool(where, wanted, [tool.name for tool in offered]))
        for tool in tools:
            found.setdefault(tool_name(where, tool.name), McpTool(server, tool, keep))
    return list(found.values())


def tool_name(server: str, tool: str) -> str:
    """The name that models call a tool by: at most 64 ASCII letters, digits, - and _, different for different tools."""
    whole = f"{server}__{tool}"
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", whole)
    if plain == whole and len(whole) <= LONGEST_NAME and "__" not in server:  # a__b of c is not b__c of a
        return whole
    mark = hashlib.sha256(whole.encode()).hexdigest()[:8]
    return f"{plain[: LONGEST_NAME - 9]}_{mark}"


async def text_of(result: CallToolResult, keep: KeepFile) -> str:
    """What a model reads of a result; pictures, sounds and other files are kept and named."""
    parts = [await _part(block, keep) for block in result.content]
    if not parts and result.structuredContent is not None:
        parts = [json.dumps(result.structuredContent, ensure_ascii=False)]
    return "\n\n".join(parts) or "The tool gave no answer."


async def _part(block: ContentBlock, keep: KeepFile) -> str:
    if isinstance(block, TextContent):
        return block.text
    if isinstance(block, ImageContent | AudioContent):
        return await _kept(block.data, block.mimeType, keep)
    if isinstance(block, EmbeddedResource):
        if isinstance(block.resource, TextResourceContents):
            return f"[{block.resource.uri}]\n{block.resource.text}"
        assert isinstance(block.resource, BlobResourceContents)
        kept = await _kept(block.resource.blob, block.resource.mimeType or "application/octet-stream", keep)
        return f"[{block.resource.uri}] {kept}"
    return f"[{block.name}: {block.uri}]" + (f" {block.description}" if block.description else "")


async def _kept(data: str, kind: str, keep: KeepFile) -> str:
    try:
        body = base64.b64decode(data, validate=True)
    except ValueError as error:
        raise FunctionFailed(f"The tool's answer holds a file that cannot be read ({error}).") from error
    path = await keep(body, mimetypes.guess_extension(kind) or ".bin")
    return f"[{kind}, {len(body):,} bytes, kept as {path}]"


def _description(tool: Tool) -> str:
    return tool.description or tool.title or tool.name
