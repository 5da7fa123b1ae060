"""Every way in which a model call fails, in words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, Literal

from workspace_app.domain.errors import NotFound, WorkspaceError
from workspace_app.engine.models.slots import ModelSlot

ErrorKind = Literal[
    "auth", "not_found", "rate_limit", "timeout", "connection", "dropped", "bad_answer", "refused",
    "filtered", "context_length", "server",
]  # fmt: skip

SENTENCES: Final[dict[ErrorKind, str]] = {
    "auth": "{address} did not accept the key of the model '{name}': enter a valid key for it.",
    "not_found": "{address} does not know the model '{model}' of '{name}': check the model's id and the address.",
    "rate_limit": "The model '{name}' is being asked too often: wait{wait} and try again.",
    "timeout": "The model '{name}' did not answer in time: try again, or raise its idle_timeout.",
    "connection": "Nothing answers for the model '{name}' at {address}: check the address and the network.",
    "dropped": "The connection to the model '{name}' broke before its answer was complete: try again.",
    "bad_answer": "The answer of the model '{name}' at {address} could not be understood: check its address and provider.",
    "refused": "{address} refused the request to the model '{name}'{reason}: change the request or the model's settings.",
    "filtered": "The content filter of the model '{name}' stopped its answer: ask for something else, or use another model.",
    "context_length": "The conversation is too long for the model '{name}': shorten it or use a model with more context.",
    "server": "{address} had an error of its own with the model '{name}'{reason}: try again later.",
}
STATUS_KINDS: Final[dict[int, ErrorKind]] = {
    401: "auth", 403: "auth", 404: "not_found", 408: "timeout", 413: "context_length", 429: "rate_limit",
    504: "timeout",
}  # fmt: skip
STREAM_ERROR_KINDS: Final[dict[str, ErrorKind]] = {
    "authentication_error": "auth",
    "permission_error": "auth",
    "not_found_error": "not_found",
    "rate_limit_error": "rate_limit",
    "invalid_request_error": "refused",
}
TOO_LONG: Final = re.compile(
    r"context[ _](length|window|size)|maximum context|prompt is too long|too many tokens|exceed\w* .{0,40}context",
    re.IGNORECASE,
)
KEY_LIKE: Final = re.compile(r"\b(sk|key|pk)-[\w*.-]{4,}")
ANSWER_FAULTS: Final = (AttributeError, KeyError, IndexError, TypeError, ValueError, AssertionError)
MAX_DETAIL: Final = 500


class ModelError(WorkspaceError):
    """A model call that failed: `kind` for programs, the message for people, `detail` in the provider's own words.

    `retry_after` is how many seconds the provider asked to wait, if it did; `slot` the name of the slot that was asked.
    """

    def __init__(
        self, message: str, kind: ErrorKind, retry_after: float | None = None, detail: str = "", slot: str = ""
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.retry_after = retry_after
        self.detail = detail
        self.slot = slot


class NoModel(ModelError, NotFound):
    """There is no slot of this name, or its provider is not set up."""

    def __init__(self, message: str, slot: str) -> None:
        super().__init__(message, "not_found", slot=slot)


def failure_of(error: WorkspaceError) -> dict[str, str]:
    """What is kept with a failure in a conversation, for what can be done about it: its kind and its slot; {} if no model failed."""
    return {"failure": error.kind, "slot": error.slot} if isinstance(error, ModelError) else {}


def model_error(
    slot: ModelSlot, kind: ErrorKind, *, retry_after: float | None = None, detail: str = "", key: str | None = None
) -> ModelError:
    """The error of this kind for a slot; whatever looks like a key is taken out of the detail."""
    said = _without_keys(detail, key)[:MAX_DETAIL]
    sentence = SENTENCES[kind].format(
        name=slot.name,
        model=slot.model,
        address=slot.address,
        wait=f" {retry_after:g} s" if retry_after is not None else "",
        reason=_reason(said),
    )
    return ModelError(re.sub(r"^the ", "The ", sentence), kind, retry_after, said, slot.name)


def kind_of(error: BaseException, *, answered: bool) -> ErrorKind | None:
    """Which kind of failure an exception of a provider's SDK is; None if it is not one (a fault of ours).

    `answered` tells whether the provider had begun to answer.
    """
    return _kind_by_status(error) or _kind_by_transport(error) or _kind_by_answer(error, answered)


def words_of(error: BaseException) -> str:
    """What the provider said, as short as can be."""
    body = getattr(error, "body", None)
    if isinstance(body, dict):
        inner = body.get("error", body)
        return str(inner.get("message", inner) if isinstance(inner, dict) else inner)
    text = str(getattr(error, "error", None) or error)
    try:
        return str(json.loads(text)["error"])
    except (ValueError, KeyError, TypeError):
        return text


def _kind_by_status(error: BaseException) -> ErrorKind | None:
    status = getattr(error, "status_code", None)
    if not isinstance(status, int):
        return _kind_in_stream(error) if type(error).__name__ == "APIError" else None
    words = words_of(error)
    if TOO_LONG.search(words) and 400 <= status < 500:
        return "context_length"
    if status == 429 and "insufficient_quota" in str(getattr(error, "body", "")):
        return "refused"
    if status < 400:
        return _kind_in_stream(error)
    return STATUS_KINDS.get(status) or ("refused" if status < 500 else "server")


def _kind_in_stream(error: BaseException) -> ErrorKind:
    """An error told inside a stream that had begun with status 200."""
    if TOO_LONG.search(words_of(error)):
        return "context_length"
    said = str(getattr(error, "body", ""))
    return next((kind for name, kind in STREAM_ERROR_KINDS.items() if name in said), "server")


def _kind_by_transport(error: BaseException) -> ErrorKind | None:
    import httpx

    for cause in _causes(error):
        if isinstance(cause, httpx.ConnectTimeout | httpx.ConnectError | httpx.UnsupportedProtocol | httpx.InvalidURL):
            return "connection"
        if isinstance(cause, httpx.TimeoutException | TimeoutError):
            return "timeout"
        if isinstance(cause, httpx.TransportError):
            return "dropped"
        if isinstance(cause, ConnectionError):
            return "connection"
    return "connection" if type(error).__name__ == "APIConnectionError" else None


def _kind_by_answer(error: BaseException, answered: bool) -> ErrorKind | None:
    if answered and (isinstance(error, ANSWER_FAULTS) or type(error).__name__ == "APIResponseValidationError"):
        return "bad_answer"
    # AutoGen's clients check a request (names, images, tools) with ValueError before they send it.
    return "refused" if type(error) is ValueError else None


def _causes(error: BaseException) -> Iterator[BaseException]:
    current: BaseException | None = error
    while current is not None:
        yield current
        current = current.__cause__


def _reason(said: str) -> str:
    """What the provider said, for within a sentence; nothing of a web page, as a gateway answers with."""
    line = said.strip().splitlines()[0].rstrip(".") if said.strip() else ""
    return "" if not line or line.startswith("<") else f" ({line})"


def _without_keys(text: str, key: str | None) -> str:
    if key:
        text = text.replace(key, "***")
    return KEY_LIKE.sub("***", text)
