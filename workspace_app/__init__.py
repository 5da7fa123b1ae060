"""Workspace: a desktop for work done step by step with agents."""

__version__ = "0.1.0"
