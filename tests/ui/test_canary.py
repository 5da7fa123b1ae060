"""PySide6 6.12 drops a reference to True on every signal, which kills CPython 3.11 after some hundred."""

import sys

from PySide6.QtCore import QObject, Signal


class Sender(QObject):
    told = Signal(bool)


def test_signals_keep_the_reference_counts() -> None:
    sender = Sender()
    before = sys.getrefcount(True), sys.getrefcount(None)
    for _ in range(300):
        sender.told.emit(True)
    after = sys.getrefcount(True), sys.getrefcount(None)
    assert abs(after[0] - before[0]) < 50
    assert abs(after[1] - before[1]) < 50
