"""The same request is answered only once (L1)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from autogen_core import FunctionCall

from workspace_app.engine.context import with_new_ids
from workspace_app.engine.middleware.base import Middleware, ModelAnswer, ModelCall, ModelRequest, NoSettings, Run
from workspace_app.engine.models.slots import ModelSlot
from workspace_app.engine.structured.strategies import Auto
from workspace_app.store import answers


class ResultCache(Middleware[NoSettings]):
    """Gives the answer that a model gave to exactly the same request of this project before, without asking it again.

    It goes last in the list, so that it sees the request as it would be sent. What failed is asked again. A project that keeps
    personal data only redacted keeps no answers (F28).
    """

    async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        """The kept answer, else the model's own, which is kept."""
        project = run.place.project
        if project.store_redacted:
            return await call(request)
        slot = run.model(request.slot)
        digest = digest_of(slot, request)
        found = run.ledger.ask.read(partial(answers.kept, project=project.id, digest=digest))
        if found is not None:
            text = (
                f"This request was made before, so its answer was given again: the model “{slot.name}” was not asked."
            )
            await run.tell("cached", text)
            answer = _answer(found, slot.name)
            return answer.override(calls=with_new_ids(answer.calls, run.said)).remember(self, hit=digest)
        answer = await call(request)
        if not answer.failed:
            await run.ledger.change(partial(answers.keep, project=project.id, digest=digest, answer=_record(answer)))
        return answer.remember(self, hit=None) if run.state.get("hit") else answer


def digest_of(slot: ModelSlot, request: ModelRequest) -> str:
    """What two requests have in common only if they are the same, to the same model with the same settings (SHA-256, in hexadecimal)."""
    asked = request.response_format
    forms = (asked if isinstance(asked, Auto) else Auto(asked)).forms if asked is not None else ()
    whole = {
        "model": {**slot.to_dict(), "name": "", "key_env": ""},
        "system": request.system,
        "messages": [message.model_dump(mode="json") for message in request.messages],
        "tools": request.tools,
        "choice": request.tool_choice,
        "forms": [type(asked).__name__, *({"name": form.name, "schema": form.schema} for form in forms)],
        "strict": asked.strict if isinstance(asked, Auto) else None,
        "settings": dict(request.settings),
    }
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def _record(answer: ModelAnswer) -> dict[str, Any]:
    calls = [{"id": call.id, "name": call.name, "arguments": call.arguments} for call in answer.calls]
    return {"text": answer.text, "calls": calls, "thought": answer.thought, "finish": answer.finish}


def _answer(record: Mapping[str, Any], slot: str) -> ModelAnswer:
    calls = tuple(FunctionCall(**call) for call in record["calls"])
    return ModelAnswer(record["text"], calls, record["thought"], record["finish"], slot=slot)
