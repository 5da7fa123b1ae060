"""Every assistant asks the person when its model refuses the conversation as too long (F19)."""

from __future__ import annotations

from workspace_app.engine.middleware import cut
from workspace_app.engine.middleware.base import Ask, Middleware, ModelAnswer, ModelCall, ModelRequest, NoSettings, Run
from workspace_app.engine.middleware.strategy import StillTooLong, per_token
from workspace_app.engine.models.errors import ModelError

EVENT = "too_long"
AGAIN, LEAVE_OUT = "try again", "leave out the oldest messages"


class TooLong(Middleware[NoSettings]):
    """Asks what to do when the model refuses the conversation as too long.

    The person may change the model and try again; where no strategy has shortened the view already, its oldest messages may be left out.
    """

    async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        """The answer; nothing is taken for one that is none."""
        size = _allowed(run)
        messages = request.messages if size is None else cut.fitted(request.messages, size, per_token(run, request))
        try:
            return await call(request.override(messages=messages))
        except ModelError as error:
            if error.kind != "context_length":
                raise
            number, sent = len(_refusals(run)), cut.tokens(messages, per_token(run, request))
            text = f"The conversation is too long for the model “{request.slot}”."
            await run.tell(EVENT, text, tokens=sent)
            if isinstance(error, StillTooLong):
                options, advice = [AGAIN], f"{text} Give the model or the assistant other settings and try again."
            else:
                options = [LEAVE_OUT, AGAIN]
                advice = (
                    f"{text} Give the model or the assistant other settings and try again, or leave out its oldest messages?"
                    " Everything stays stored."
                )
            raise Ask(_key(number), advice, ("choose",), {"options": options}, "limit") from error


def _allowed(run: Run) -> int | None:
    """The tokens that the person's answers leave; None if nothing is to be left out."""
    sizes = [
        tokens // 2
        for number, tokens in enumerate(_refusals(run))
        if LEAVE_OUT in ((run.answer(_key(number)) or {}).get("choices") or ())
    ]
    return min(sizes, default=None)


def _refusals(run: Run) -> list[int]:
    """The tokens of each view that was refused, in order."""
    return [
        int(item.data["tokens"])
        for item in run.said
        if item.kind == "notice" and item.data.get("event") == EVENT and item.source == run.speaker
    ]


def _key(number: int) -> str:
    return f"{EVENT}:{number}"
