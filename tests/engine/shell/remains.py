"""Looking for processes that should be gone. Pids of a shell's own namespace mean nothing out here, so they are known by a mark."""

import asyncio
from pathlib import Path


def remains(mark: str) -> list[str]:
    """The command lines of the processes that have a mark in their command line or environment."""
    found = []
    for process in Path("/proc").iterdir():
        if not process.name.isdigit():
            continue
        try:
            line, environment = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
        except OSError:
            continue  # it has just ended, or is another user's
        if mark.encode() in line + environment:
            found.append(line.replace(b"\0", b" ").decode(errors="replace"))
    return found


async def eventually_gone(mark: str) -> bool:
    """Whether all processes with a mark end within some seconds."""
    for _ in range(500):
        if not remains(mark):
            return True
        await asyncio.sleep(0.01)
    return False
