"""What models send, before anybody else sees it: whole characters, and JSON that has a bottom."""

import json
import re
from dataclasses import replace

from autogen_core import FunctionCall
from autogen_core.models import CreateResult

from workspace_app.domain.characters import whole

_DEEPEST = 100
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]', re.DOTALL)


def received(result: CreateResult) -> CreateResult:
    """A result that can be stored and read by everybody."""
    content = result.content
    kept = whole(content) if isinstance(content, str) else [_call(call) for call in content]
    return result.model_copy(update={"content": kept, "thought": result.thought and whole(result.thought)})


def _call(call: FunctionCall) -> FunctionCall:
    """Arguments that nest deeper than any program reads become the text of them, and so no JSON object."""
    arguments = whole(call.arguments)
    return replace(
        call,
        id=whole(call.id),
        name=whole(call.name),
        arguments=json.dumps(arguments, ensure_ascii=False) if _is_bottomless(arguments) else arguments,
    )


def _is_bottomless(text: str) -> bool:
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += 1 if token[0] in "[{" else -1 if token[0] in "]}" else 0
        if depth > _DEEPEST:
            return True
    return False
