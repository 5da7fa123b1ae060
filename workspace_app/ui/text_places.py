"""Places in a text, as the engine counts them (characters) and as a Qt document does (UTF-16, one unit for a line's end)."""

import re
from bisect import bisect_right

from PySide6.QtGui import QTextDocument

_ODD = re.compile("\r\n|[\U00010000-\U0010ffff]")


class Places:
    """Translates places of one text in both directions."""

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._characters, self._units, self._shifts = [0], [0], [0]
        for found in _ODD.finditer(text):
            step = -1 if found[0] == "\r\n" else 1
            after = found.end()
            self._shifts.append(self._shifts[-1] + step)
            self._characters.append(after)
            self._units.append(after + self._shifts[-1])

    def unit(self, character: int) -> int:
        """Where a character is in the document."""
        return character + self._shifts[bisect_right(self._characters, character) - 1]

    def character(self, unit: int) -> int:
        """Which character is at a place of the document."""
        return min(unit - self._shifts[bisect_right(self._units, unit) - 1], self._length)


def written_text(document: QTextDocument, like: str = "") -> str:
    """The text of a document exactly as it was written, with the line ends that `like` has.

    `QTextDocument.toPlainText` would change hard spaces into plain ones.
    """
    text = document.toRawText().replace("\u2029", "\n")
    return text.replace("\n", "\r\n") if "\r\n" in like else text
