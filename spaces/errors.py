"""What can go wrong with a space, each said in one sentence that a person can act on."""


class SpaceError(Exception):
    """Something about the folder or its history that a person has to know; the message is one clear sentence."""


class Unwritable(SpaceError):
    """The folder, a file in it or its `.git` may not be written."""


class DiskFull(SpaceError):
    """There is no room left; what was asked can be repeated with the same ident once there is."""


class BusyRepository(SpaceError):
    """The person is in the middle of something in git; what was asked can be repeated with the same ident later."""


class Locked(BusyRepository):
    """Another git command holds a lock, most often for milliseconds."""


class TooLarge(SpaceError):
    """A file is larger than the history takes; it stays as it is."""


class UnsafeName(SpaceError):
    """A path that leaves the folder, reaches into `.git`, or cannot exist on every system."""


class GitFailed(SpaceError):
    """git refused; `said` is all that it printed."""

    def __init__(self, message: str, said: str) -> None:
        super().__init__(message)
        self.said = said


class BranchMoved(GitFailed):
    """Another program moved the branch since it was read."""
