"""Every message class of AutoGen is stored, and one that it adds later as well (DESIGN 3)."""

import inspect
import json
from typing import Any, Literal

import autogen_agentchat.messages as classes
import pytest
from autogen_agentchat.messages import BaseAgentEvent, BaseChatMessage, MultiModalMessage, TextMessage
from autogen_core import FunctionCall, Image
from autogen_core.models import FunctionExecutionResult, RequestUsage
from PIL import Image as Picture

from workspace_app.engine.conversion import stored

CALL = FunctionCall(id="1", name="t", arguments="{}")
RESULT = FunctionExecutionResult(content="r", call_id="1", name="t", is_error=False)
CONTENT: dict[str, dict[str, Any]] = {
    "MultiModalMessage": {"content": ["look", Image(Picture.new("RGB", (3, 2)))]},
    "HandoffMessage": {"content": "over to you", "target": "b"},
    "ToolCallSummaryMessage": {"content": "r", "tool_calls": [CALL], "results": [RESULT]},
    "ToolCallRequestEvent": {"content": [CALL]},
    "ToolCallExecutionEvent": {"content": [RESULT]},
    "MemoryQueryEvent": {"content": []},
    "UserInputRequestedEvent": {"content": "", "request_id": "1"},
    "SelectSpeakerEvent": {"content": ["b"]},
    "CodeGenerationEvent": {"content": "x", "retry_attempt": 0, "code_blocks": []},
    "CodeExecutionEvent": {"result": {"output": "x", "exit_code": 0}, "retry_attempt": 0},
}


def concrete() -> list[type[Any]]:
    found = [
        value
        for value in vars(classes).values()
        if inspect.isclass(value) and issubclass(value, BaseAgentEvent | BaseChatMessage)
    ]
    return [value for value in found if not inspect.isabstract(value) and "type" in value.model_fields]


@pytest.mark.parametrize("class_", concrete(), ids=lambda class_: class_.__name__)
def test_every_class_is_stored_with_its_whole_dump(class_: type[Any]) -> None:
    values = CONTENT.get(class_.__name__, {"content": "hello"})
    message = class_(source="a", models_usage=RequestUsage(prompt_tokens=3, completion_tokens=4), **values)
    kept = stored(message, source="A", final=False, request="r")
    assert kept.id == message.id
    assert (kept.source, kept.input_tokens, kept.output_tokens) == ("A", 3, 4)
    assert kept.raw is not None
    json.dumps(kept.raw)
    if class_ is not MultiModalMessage:
        assert {**json.loads(message.model_dump_json()), "type": class_.__name__} == kept.raw


def test_a_class_of_the_future_is_kept_raw() -> None:
    class Holographic(BaseAgentEvent):
        content: str
        depth: int
        type: Literal["Holographic"] = "Holographic"

        def to_text(self) -> str:
            return self.content

    kept = stored(Holographic(source="a", content="hi", depth=3), source="a", final=False, request=None)
    assert (kept.kind, kept.text) == ("notice", "hi")
    assert kept.raw is not None
    assert kept.raw["depth"] == 3


def test_pictures_are_files_not_json() -> None:
    kept = stored(MultiModalMessage(source="a", **CONTENT["MultiModalMessage"]), source="a", final=True, request=None)
    (name,) = kept.data["images"]
    assert kept.kind == "image"
    assert kept.files[name].startswith(b"\x89PNG")
    assert "base64" not in json.dumps(kept.raw)
    assert len(json.dumps(kept.raw)) < 1000


def test_plain_text() -> None:
    assert stored(TextMessage(source="a", content="hi"), source="a", final=True, request=None).kind == "text"
