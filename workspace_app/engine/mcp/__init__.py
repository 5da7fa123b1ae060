"""Tools from MCP servers: read from the usual `mcpServers` JSON, started on first use, called by assistants."""

from workspace_app.engine.mcp.config import PREFIX, McpError
from workspace_app.engine.mcp.servers import McpServers

__all__ = ["PREFIX", "McpError", "McpServers"]
