"""PySide6 6.12.0 drops a reference to True with every signal, which ends Python 3.11 after some hundred of them (see pyproject.toml)."""

import subprocess
import sys

EMITS = 2_000
# In a process of its own: where the bug is, it dies. Without the bug the count stands still, give or take what the interpreter itself does.
CODE = f"""
import sys
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Signal

class Sender(QObject):
    told = Signal(bool)

class Rows(QAbstractListModel):
    def rowCount(self, parent=QModelIndex()):
        return 0

    def add(self):
        self.beginInsertRows(QModelIndex(), 0, 0)
        self.endInsertRows()

sender, rows, heard = Sender(), Rows(), []
sender.told.connect(heard.append)
before = sys.getrefcount(True), sys.getrefcount(None)
for _ in range({EMITS}):
    sender.told.emit(False)
    rows.add()
print(len(heard), sys.getrefcount(True) - before[0], sys.getrefcount(None) - before[1])
"""
SLACK = 50


def test_signals_and_rows_do_not_drop_references() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    heard, true, none = map(int, done.stdout.split())
    assert heard == EMITS
    assert true > -SLACK
    assert none > -SLACK
