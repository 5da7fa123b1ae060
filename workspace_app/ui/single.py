"""One window for each data folder: a second start raises the first."""

import getpass
from pathlib import Path

from PySide6.QtCore import QCryptographicHash, QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_WAIT_MS = 500


def socket_name(home: Path) -> str:
    """The name of the local socket of a data folder's window: the same for the same folder and person."""
    return "workspace-window-" + _short_hash(f"{getpass.getuser()} {home.resolve()}")


def _short_hash(text: str) -> str:
    digest = QCryptographicHash.hash(text.encode(), QCryptographicHash.Algorithm.Sha256)
    return bytes(digest.toHex().data()).decode()[:20]


def raise_other(home: Path) -> bool:
    """Ask the window that is open on this data folder, if there is one, to come to the front; returns whether there is."""
    socket = QLocalSocket()
    socket.connectToServer(socket_name(home))
    if not socket.waitForConnected(_WAIT_MS):
        return False
    socket.write(b"raise\n")
    socket.waitForBytesWritten(_WAIT_MS)
    socket.disconnectFromServer()
    return True


class SingleWindow(QObject):
    """Listens for later starts.

    Args:
        home: the data folder.
    """

    raise_requested = Signal()
    """A second window was started on the same data folder."""

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        name = socket_name(home)
        # What a killed window left behind; nobody answers there, as `raise_other` found out.
        QLocalServer.removeServer(name)
        self._server.listen(name)
        self._server.newConnection.connect(self._called)

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    @Slot()
    def _called(self) -> None:
        while socket := self._server.nextPendingConnection():
            socket.disconnected.connect(socket.deleteLater)
            self.raise_requested.emit()
