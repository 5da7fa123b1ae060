"""Works made of works."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from workspace_app.engine.functions.base import FunctionContext, FunctionFailed, InputWork, Made, object_schema
from workspace_app.engine.functions.files import decode_text

_STAMP = re.compile(r"work_\d{8}_\d{4}_(?=.)")


class CopyWorks:
    """Makes each input a work of this step, as it is."""

    name = "copy_works"
    description = "Copy the step's inputs as works of this step."
    parameters = object_schema()

    async def __call__(self, context: FunctionContext, arguments: Mapping[str, Any]) -> Sequence[Made]:
        return [
            Made(_STAMP.sub("", PurePosixPath(work.path).stem, count=1), work.content, PurePosixPath(work.path).suffix)
            for work in _inputs(context)
        ]


class JoinWorks:
    """Makes one Markdown work of all inputs, each under its path and version."""

    name = "join_works"
    description = "Join the step's inputs into one Markdown work, each part labelled with its path and version."
    parameters = object_schema(title={"type": "string", "minLength": 1, "description": "Title of the joined work."})

    async def __call__(self, context: FunctionContext, arguments: Mapping[str, Any]) -> Sequence[Made]:
        title = arguments.get("title", "Joined works")
        parts = [f"# {title}", *(_part(work) for work in _inputs(context))]
        return [Made(title, ("\n\n".join(parts) + "\n").encode())]


def _inputs(context: FunctionContext) -> tuple[InputWork, ...]:
    if not context.inputs:
        raise FunctionFailed("The step has no inputs: choose the works it takes.")
    return context.inputs


def _part(work: InputWork) -> str:
    text = decode_text(work.content)
    if text is None:
        raise FunctionFailed(f'"{work.path}" is not text and cannot be joined: convert it first, or leave it out.')
    return f"## {work.path} (version {work.commit[:7]})\n\n{text.strip()}"
