"""A space that is shared by way of another repository: its address, how far the two are apart, and the ways between."""

from dataclasses import dataclass
from pathlib import Path

from spaces.errors import SpaceError
from spaces.git import Git
from spaces.ledger import Ledger
from spaces.remote import Transfer, check_address

_NAME = "origin"


@dataclass(frozen=True)
class Apart:
    """How far a space and its other repository are apart, as of the last look there.

    Args:
        address: of the other repository; empty if none is set.
        branch: the branch that the app commits to, without refs/heads/.
        checked_out: the branch that is checked out now; empty if none is.
        ahead, behind: commits that only this side has, and that only the other has; `behind` is None if it was never looked at.
    """

    address: str
    branch: str
    checked_out: str
    ahead: int
    behind: int | None


class SharedSpace:
    """The folder's repository and the other one. What is brought together is brought by `Space.take_in`."""

    def __init__(self, folder: Path) -> None:
        self._git = Git(folder)
        self._ledger = Ledger(self._git)
        self._branch = self._ledger.branch.removeprefix("refs/heads/")
        self._seen = f"refs/remotes/{_NAME}/{self._branch}"

    @property
    def address(self) -> str:
        """The address of the other repository; empty if none is set."""
        return self._git.text("config", "--local", "--get", f"remote.{_NAME}.url", accept=(0, 1))

    def set_address(self, address: str) -> None:
        """Share with another repository from now on; "" for none.

        Raises:
            RemoteError: it is no address that may be used.
        """
        if address.strip():
            self._git.run("config", "--local", f"remote.{_NAME}.url", check_address(address))
            self._git.run("config", "--local", f"remote.{_NAME}.fetch", f"+refs/heads/*:refs/remotes/{_NAME}/*")
        elif self.address:
            self._git.run("config", "--local", "--remove-section", f"remote.{_NAME}")
        if self._known():
            self._git.run("update-ref", "-d", self._seen)

    def apart(self) -> Apart:
        """How far the two are apart; nothing is asked of the other side."""
        tip, theirs = self._ledger.tip(), self._known()
        ahead, behind = 0, 0 if theirs else None
        if tip and theirs:
            ahead, behind = map(int, self._git.text("rev-list", "--left-right", "--count", f"{tip}...{theirs}").split())
        elif tip:
            ahead = int(self._git.text("rev-list", "--count", tip))
        current = self._git.text("symbolic-ref", "-q", "--short", "HEAD", accept=(0, 1))
        return Apart(self.address, self._branch, current, ahead, behind)

    def fetch(self, transfer: Transfer) -> str | None:
        """Look at the other side; its newest commit is here afterwards. None if it has nothing yet. Raises RemoteError."""
        have = [commit for commit in (self._ledger.tip(), self._known()) if commit]
        theirs = transfer.fetch(self._git.dir / "objects", self._address(), self._branch, have)
        if theirs:
            self._git.run("update-ref", self._seen, theirs)
        elif self._known():
            self._git.run("update-ref", "-d", self._seen)
        return theirs

    def push(self, transfer: Transfer) -> None:
        """Send what is committed to the other side. Raises Behind or RemoteError."""
        tip = self._ledger.tip()
        if tip is None:
            raise SpaceError("There is nothing to push yet: the project has no files that were saved.")
        transfer.push(self._git.dir / "objects", self._address(), self._branch, tip)
        self._git.run("update-ref", self._seen, tip)

    def came_from_there(self, commit: str) -> bool:
        """Whether the other side is known to have a commit."""
        theirs = self._known()
        if not theirs:
            return False
        found = self._git.text("rev-list", "--count", "--max-count=1", commit, f"^{theirs}", accept=(0, 128))
        return found == "0"

    def _address(self) -> str:
        if not (address := self.address):
            raise SpaceError("Say first with which repository this project is shared: its address is not set.")
        return check_address(address)

    def _known(self) -> str:
        return self._git.text("rev-parse", "-q", "--verify", self._seen, accept=(0, 1))
