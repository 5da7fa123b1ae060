"""Errors that a person may see."""


class WorkspaceError(Exception):
    """One clear sentence that says what is wrong and what to do; shown as it is."""


class NotFound(WorkspaceError):
    """Something was named that is not there."""


class NotAllowed(WorkspaceError):
    """The verb does not fit the present state of the thing."""
