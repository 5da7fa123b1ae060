"""A function runs, with no model (R30)."""

import asyncio
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from workspace_app.engine import functions, inputs, unasked
from workspace_app.engine.context import APP
from workspace_app.engine.functions import FunctionContext, FunctionFailed, Made
from workspace_app.engine.kinds.base import StepRun
from workspace_app.engine.outcome import Done, Failed, Outcome
from workspace_app.engine.works import version_id
from workspace_app.store import changes
from workspace_app.store.changes import NewMessage, NewVersion


class FunctionKind:
    """Runs one function and keeps what it made as works."""

    name = "function"
    asks_first = False

    async def run(self, run: StepRun) -> Outcome:
        """Call the function; a failure is the step's error, which can be tried again."""
        assert run.step is not None
        assert run.step.function is not None
        name, arguments = run.step.function.name, dict(run.step.function.arguments)
        if unasked.verdict(run.crew.ledger.ask, run.place.task, run.step.function) == "never":
            return Failed(f"You never allow this use of {name}: change the step, or take the rule back.")
        found = await inputs.gather(run.crew.ledger.ask, run.place.project, run.place.task, run.step)
        context = FunctionContext(space=run.place.space, folder=run.place.folder, inputs=found.works)
        data = {"function": name, "arguments": arguments}
        await run.recorder.keep(NewMessage(source=APP, kind="notice", text=f"Running the function {name}.", data=data))
        try:
            made = await _cancellable(run, asyncio.ensure_future(functions.call(name, context, arguments)))
        except FunctionFailed as error:
            await run.recorder.keep(NewMessage(source=name, kind="error", text=str(error)))
            return Failed(str(error))
        await self._keep(run, name, made)
        return Done()

    async def _keep(self, run: StepRun, name: str, made: Sequence[Made]) -> None:
        """Keep the works and the message that tells of them together."""
        works, message = run.crew.works, NewMessage(source=name, kind="summary", text="", final=True)
        versions: list[NewVersion] = []
        for number, document in enumerate(made):
            how: dict[str, Any] = {
                "author": name,
                "author_kind": "function",
                "extension": document.extension,
                "message": message.id,
            }
            id_ = version_id(run.recorder.conversation, f"{message.id}/{number}")
            taken = [version.path for version in versions]
            versions.append(works.prepare(run.place, document.title, document.content, id=id_, taken=taken, **how))

        def change(connection: Connection) -> tuple[NewMessage, int]:
            about = []
            for version in versions:
                work = works.insert(connection, run.place, version)
                number = changes.version_number(connection, version.id)
                about.append({"id": work, "path": version.path, "title": version.title, "version": number})
            text = ", ".join(f"“{version.title}”" for version in versions)
            full = NewMessage(
                id=message.id, source=name, kind="summary", text=f"Made {text}.", final=True, data={"works": about}
            )
            return full, changes.append(connection, run.recorder.conversation, full, run.recorder.attempt)

        await run.recorder.keep_with(change)
        await works.committed(run.place)


async def _cancellable(run: StepRun, call: asyncio.Future[Sequence[Made]]) -> Sequence[Made]:
    run.control.token.link_future(call)
    return await call
