"""What every change is written with."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

Values = Mapping[str, Any]


def now() -> datetime:
    """The present moment, aware."""
    return datetime.now(UTC)
