"""Ids that sort by time: UUID version 7 (RFC 9562), made by whoever makes the row."""

import secrets
import time
from uuid import UUID


def new_id() -> str:
    """A new id, 36 characters; later ones sort after earlier ones (to the millisecond)."""
    value = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return str(UUID(int=value))
