"""Text of strangers made plain to read: what cannot be seen is spelled out, and nothing runs from right to left."""

import unicodedata

_KEPT = "\n\t "
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"})
_LEFT_TO_RIGHT, _END = "\u202d", "\u202c"


def visible(text: str) -> str:
    """The text with every control, formatting and unusual space character as its number, such as ⟨U+202E⟩.

    Lines with right-to-left letters are shown in the order in which their characters are stored.
    """
    return "\n".join(map(_in_order, "".join(map(_spelled, text)).split("\n")))


def is_odd(text: str) -> bool:
    """Whether the text has something in it that a person could not see, or would see in another order."""
    return visible(text) != text


def _spelled(sign: str) -> str:
    return f"⟨U+{ord(sign):04X}⟩" if sign not in _KEPT and unicodedata.category(sign) in _HIDDEN else sign


def _in_order(line: str) -> str:
    turns = any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in line)
    return f"{_LEFT_TO_RIGHT}{line}{_END}" if turns else line
