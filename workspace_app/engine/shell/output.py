"""What a command printed, within limits (L98, L99)."""

from __future__ import annotations

from dataclasses import dataclass

_MOST = 1_000_000  # bytes that are kept where no limit is set: nobody reads more, and memory is not endless
FLOOD = 64_000_000  # bytes after which a command is ended


@dataclass(frozen=True)
class Printed:
    """What was kept, at `most` so many bytes, and how many lines and bytes there were."""

    text: str
    lines: int
    size: int
    most: int
    cut_by_lines: bool
    cut_by_bytes: bool


class Output:
    """Collects the two streams of one command, lines in the order in which they ended; those of stderr are marked."""

    def __init__(self, max_lines: int | None, max_bytes: int | None) -> None:
        self._max_lines, self._most = max_lines, _MOST if max_bytes is None else max_bytes
        self._room = self._most
        self._kept: list[bytes] = []
        self._open = {1: bytearray(), 2: bytearray()}
        self._lines = self.size = 0
        self._cut_by_bytes = False

    def add(self, stream: int, data: bytes) -> None:
        """Take some bytes of stdout (1) or stderr (2)."""
        self.size += len(data)
        begin = 0
        while not self._closed and (end := data.find(b"\n", begin)) >= 0:
            self._take(stream, data[begin:end])
            self._end(stream, b"\n")
            begin = end + 1
        self._lines += data.count(b"\n", begin)
        if not self._closed:
            self._take(stream, data[begin:])

    def printed(self) -> Printed:
        """All of it, when the command has ended."""
        for stream in (1, 2):
            if self._open[stream]:
                self._end(stream, b"")
        text = b"".join(self._kept).decode(errors="replace")
        return Printed(text, self._lines, self.size, self._most, self._full, self._cut_by_bytes)

    @property
    def _full(self) -> bool:
        return self._max_lines is not None and self._lines > self._max_lines

    @property
    def _closed(self) -> bool:
        return self._full or self._cut_by_bytes

    def _take(self, stream: int, data: bytes) -> None:
        kept = data[: self._room]
        self._room -= len(kept)
        self._open[stream] += kept
        self._cut_by_bytes |= len(kept) < len(data)

    def _end(self, stream: int, end: bytes) -> None:
        self._lines += 1
        line = bytes(self._open[stream])
        self._open[stream].clear()
        if not self._full and (line or not self._cut_by_bytes):
            self._kept.append((b"[stderr] " if stream == 2 else b"") + line + end)
