"""How an assistant is brought to answer in the form of its step, and what becomes of a wrong answer (L28-L32)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from workspace_app.engine.middleware.base import Middleware, ModelAnswer, ModelCall, ModelRequest, Run
from workspace_app.engine.middleware.named import Named, NoFunction
from workspace_app.engine.structured.strategies import (
    PLEASE,
    Auto,
    HandleErrors,
    MultipleStructuredOutputsError,
    Provider,
    StructuredOutputValidationError,
    Tool,
)

WAYS: dict[str, type[Auto]] = {"auto": Auto, "provider": Provider, "tool": Tool}
ERRORS: dict[str, type[Exception]] = {
    "does not fit": StructuredOutputValidationError,
    "several at once": MultipleStructuredOutputsError,
}


class StructuredAnswerSettings(BaseModel):
    """How the form is asked for."""

    model_config = ConfigDict(extra="forbid")

    way: Literal["auto", "provider", "tool"] = Field(
        "auto", title="By", description="The model's provider, a tool that it must call, or what the model can do best."
    )
    strict: bool = Field(False, title="Ask the provider to be strict")
    handle_errors: bool = Field(
        True, title="Tell the model what is wrong", description="And ask again; otherwise a wrong answer ends the step."
    )
    errors: list[Literal["does not fit", "several at once"]] = Field(
        ["does not fit", "several at once"],
        min_length=1,
        title="Wrong answers that it is told of",
        description="The others end the step.",
    )
    error_text: str = Field("", title="What it is told", description="Empty for what is wrong.")
    error_function: NoFunction = Field(
        None, title="Function for what it is told", description="Of the project's hooks file; it gets the error."
    )
    tool_message: str = Field("", title="What it is told of a right answer", description="Empty for the answer itself.")

    def handling(self) -> HandleErrors:
        """The settings as a strategy takes them."""
        if not self.handle_errors:
            return False
        told = tuple(ERRORS[one] for one in self.errors)

        def words(error: Exception) -> str:
            if not isinstance(error, told):
                raise error
            if isinstance(self.error_function, Named):
                return self.error_function(str, error)
            return self.error_text or PLEASE.format(error=error)

        return words


class StructuredAnswer(Middleware[StructuredAnswerSettings]):
    """Says how the form of the step's result is asked for, and what becomes of an answer that does not fit.

    It changes nothing where the step declares no form.
    """

    Settings = StructuredAnswerSettings

    async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        """The answer in the form that is asked for."""
        asked = request.response_format
        if asked is None:
            return await call(request)
        settings = self.settings
        wanted = WAYS[settings.way](
            asked.schema if isinstance(asked, Auto) else asked,
            strict=settings.strict or None,
            handle_errors=settings.handling(),
            tool_message=settings.tool_message or None,
        )
        return await call(request.override(response_format=wanted))
