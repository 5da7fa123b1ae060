"""Texts that can be kept: a model may send a character in two halves, or only one half of it, which no file or store takes."""


def whole(text: str) -> str:
    """The text with the two halves of a character (UTF-16 surrogates) joined, and a sign in place of a half without the other."""
    if not any("\ud800" <= letter <= "\udfff" for letter in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class Joiner:
    """The same for a text that comes in pieces: a half at the end of one waits for the next."""

    def __init__(self) -> None:
        self._half = ""

    def add(self, piece: str) -> str:
        """What can be shown with this piece."""
        text = self._half + piece
        self._half = text[-1] if text and "\ud800" <= text[-1] <= "\udbff" else ""
        return whole(text[: len(text) - len(self._half)])
