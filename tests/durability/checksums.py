"""A scripted model whose every answer carries a checksum of the whole context it was given, so that any lost, repeated or moved message
changes all that follows."""

import re
import zlib
from typing import Any

from tests.support.scripted_model import Reply

ROUNDS = 3
PLAN = "tasks/Do it/plan.json"


def without_moments(text: str) -> str:
    """The text without what differs between two equal runs: times in paths, and commits."""
    text = re.sub(r"work_\d{8}_\d{4}_", "work_", text)
    return re.sub(r"version [0-9a-f]{7}\)|[0-9a-f]{40}", "version)", text)


def _parts(message: dict[str, Any]) -> str:
    calls = [(call["function"]["name"], call["function"]["arguments"]) for call in message.get("tool_calls") or []]
    return without_moments(f"{message['role']}|{message.get('name')}|{message.get('content')}|{calls}")


def checksum(request: dict[str, Any]) -> str:
    """Of all messages in a request, ids of calls left out."""
    return f"{zlib.crc32(chr(10).join(map(_parts, request['messages'])).encode()):08x}"


def reply(request: dict[str, Any]) -> Reply:
    """Two tool rounds (the first with two calls), then a work; after each feedback the same again."""
    crc = checksum(request)
    since = 0
    for message in request["messages"]:
        since = since + 1 if message["role"] == "assistant" else (0 if message["role"] == "user" else since)
    if since == 0:
        return Reply(tools=[("read_file", {"path": PLAN}), ("read_file", {"path": f"not/there/{crc}"})], chunk_size=20)
    if since == 1:
        return Reply(tools=[("read_file", {"path": PLAN, "offset": int(crc, 16) % 100})])
    return Reply(tools=[("submit_work", {"title": "Doc", "content": f"State {crc}"})])
