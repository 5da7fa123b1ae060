"""Middleware: what stands around an assistant's model calls and tool calls."""
