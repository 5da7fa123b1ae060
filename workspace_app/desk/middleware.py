"""Verbs about middleware: what there is, and what a list of it does."""

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from workspace_app.desk.base import DeskBase
from workspace_app.domain import plan as plans
from workspace_app.domain.events import Event
from workspace_app.domain.records import Project
from workspace_app.engine.flow import spec_of
from workspace_app.engine.kinds.planning import planner_team
from workspace_app.engine.middleware import registry
from workspace_app.engine.middleware.base import Middleware, MiddlewareError
from workspace_app.engine.middleware.named import form_of
from workspace_app.engine.middleware.order import hooks_of, trace
from workspace_app.engine.middleware.strategy import ContextStrategy
from workspace_app.store import answers, changes


class MiddlewareVerbs(DeskBase):
    """For the editor of an assistant's middleware."""

    async def middleware(self, project: str | None = None) -> list[dict[str, Any]]:
        """The types of middleware: what every assistant has, then the others in the order in which they are offered (L122), a project's own last.

        Returns:
            [{"type", "help": a sentence, "settings": the JSON schema of its form, "hooks": [names], "alone": an assistant has only one
            of those that say so, "everywhere": every assistant has it, "own": bool}]
        """
        own = self._own(project)
        return [
            {
                "type": name,
                "help": _help(class_),
                "settings": form_of(class_.Settings, registry.functions_of(own)),
                "hooks": hooks_of(class_),
                "alone": issubclass(class_, ContextStrategy) and class_.alone,
                "everywhere": name in registry.EVERYWHERE,
                "own": name in own,
            }
            for name, class_ in {**registry.types(), **registry.types_of(own)}.items()
        ]

    async def hook_order(self, listed: Sequence[Mapping[str, Any]], project: str | None = None) -> dict[str, Any]:
        """What a list of middleware does, before anything runs.

        Args:
            listed: as in a plan: [{"type", "settings", "on"}].

        Returns:
            {"trace": the hooks of a turn with one tool call, in order ("NAME.hook", "model", "tool"), "problems": why it cannot be used [sentences], "warnings": [sentences]}
        """
        try:
            made = registry.build(listed, self._own(project))
        except MiddlewareError as error:
            return {"trace": [], "problems": [str(error)], "warnings": []}
        return {"trace": trace(made), "problems": [], "warnings": registry.warnings(listed)}

    async def system_prompts(self, task: str, step: int) -> list[dict[str, Any]]:
        """What the assistants of a step get as their system prompts, part by part with its source (R27, R28).

        Returns:
            [{"assistant", "source": the middleware that adds it, empty for the plan's own text, "text"}]; the planner's own text is from "Workspace"
        """
        spec, project = spec_of(self._ask.step_n(task, step)), self._ask.project(self._ask.task(task).project)
        if spec is None:
            return self._prompts(planner_team(project), project, "Workspace")
        return self._prompts(plans.team_of(spec), project)

    async def planner_prompts(self, project: str, middleware: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """What the planners of a project's tasks would get as their system prompt with this middleware; as `system_prompts`.

        Raises:
            MiddlewareError: it cannot be used.
        """
        row = self._ask.project(project)
        tried = replace(row, defaults=replace(row.defaults, planner=tuple(middleware)))
        return self._prompts(planner_team(tried), tried, "Workspace")

    def _prompts(self, team: plans.Team | None, project: Project, own: str = "") -> list[dict[str, Any]]:
        return [
            {"assistant": member.name, "source": source or own, "text": text}
            for member in (team.assistants if team else ())
            for source, text in registry.system_parts(
                member.system, registry.build(member.middleware, self._crew.own(project))
            )
        ]

    async def set_planner(self, project: str, middleware: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Give the planners of a project's tasks middleware, from their next run on (L124).

        Args:
            middleware: as in a plan: [{"type", "settings", "on"}]; it takes the place of what there was.

        Raises:
            MiddlewareError: it cannot be used.
        """
        registry.build(middleware, self._own(project))
        known = self._ask.project(project).defaults
        defaults = {"text": known.text, "context": list(known.context), "planner": [dict(one) for one in middleware]}
        await self._ledger.change(lambda c: changes.set_project(c, project, defaults=defaults))
        self._ledger.publish(Event("project", project, project=project))
        return {}

    async def own_middleware(self, project: str) -> dict[str, Any]:
        """What the project's folder brings along: {"fingerprint", "text", "trusted", "names": [its middleware, if trusted]} (L7)."""
        row = self._ask.project(project)
        offer = self._hooks.offer(row)
        names = list(self._hooks.of(row)) if offer.trusted else []
        return {"fingerprint": offer.fingerprint, "text": offer.text, "trusted": offer.trusted, "names": names}

    async def trust_middleware(self, project: str, fingerprint: str) -> dict[str, Any]:
        """Let the project's own middleware run, exactly as shown; an empty fingerprint takes that back.

        Raises:
            MiddlewareError: the file has changed since it was shown, or cannot be run.
        """
        self._hooks.trust(self._ask.project(project), fingerprint)
        return {}

    async def kept_answers(self, project: str) -> dict[str, Any]:
        """How many answers of models are kept for a project, to be given again to the same request (L1): {"count"}."""
        return {"count": self._ask.read(partial(answers.count, project=self._ask.project(project).id))}

    async def forget_answers(self, project: str) -> dict[str, Any]:
        """Forget them all, for ever; the models are asked again. What was said with them stays in the conversations.

        Returns:
            {"count": how many there were}
        """
        count: int = await self._ledger.change(partial(answers.forget, project=self._ask.project(project).id))
        return {"count": count}

    def _own(self, project: str | None) -> registry.Own:
        return self._crew.own(self._ask.project(project)) if project else {}


def _help(class_: type[Middleware[Any]]) -> str:
    return (inspect.getdoc(class_) or "").partition("\n")[0]
