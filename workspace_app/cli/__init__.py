"""The command line: the same verbs as the window's, for people and scripts. Its names and keys are a fixed contract."""

from workspace_app.cli.program import main

__all__ = ["main"]
