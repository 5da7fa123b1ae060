"""Whatever an assistant does beyond reading in its project is allowed by the person first, once or for longer.

Every assistant has this, outermost: calls are held against the person's rules after the model has spoken, what no rule speaks of is asked
about in one question, and no call runs that is neither allowed nor approved. A rule taken back holds no more from the next call on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.permissions import Rule, Verdict, decide, leads_home, narrowest
from workspace_app.domain.records import Json
from workspace_app.engine.middleware import approval
from workspace_app.engine.middleware.approval import Gated
from workspace_app.engine.middleware.base import Middleware, NoSettings, Run, ToolAnswer, ToolCall, ToolRequest, Update
from workspace_app.engine.tools.reach import reach_of
from workspace_app.store import permissions as store

DECISIONS = ("approve", "edit", "reject", "respond")
SCOPES = ("once", "conversation", "task", "always", "never")
"""How long a decision holds; all but "once" make a rule."""
_REASONS = {
    "outside": "It reads from outside the project's folder.",
    "acts": "It can write, run programs or reach other services.",
}


class Permissions(Middleware[NoSettings]):
    """Asks before an assistant does more than read in its project."""

    async def after_model(self, run: Run) -> Update | None:
        """Refuse what is never allowed, and ask about what no rule speaks of."""
        verdicts = {call.id: _verdict(call, run) for call in run.open_calls}
        refused = {call.id: _refusal(call) for call in run.open_calls if verdicts[call.id] == "never"}
        gated = [_gated(call) for call in run.open_calls if verdicts[call.id] == "ask"]
        if not gated:
            return Update(results=refused) if refused else None
        question = approval.ask(gated, run)
        answer = run.answer(question.key)
        if answer is None:
            raise question
        await _keep_rules(gated, answer, question.data, run)
        made = await approval.update(gated, answer, question.data, run)
        return replace(made, results={**refused, **made.results})

    async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        """The last word: a call that was changed since, or that a crash left over, is held against the rules again."""
        verdict, edited = _verdict(request, run), run.state.get("edited", {})
        if verdict == "never":
            await run.tell("blocked", f"“{request.name}” is never allowed, and was not run.", tool=request.name)
            return _refusal(request)
        if verdict == "ask":
            gated = [_gated(request)]
            question = approval.ask(gated, run)
            answer = run.answer(question.key)
            if answer is None:
                raise question
            await _keep_rules(gated, answer, question.data, run)
            made = await approval.update(gated, answer, question.data, run)
            if request.id in made.results:
                return made.results[request.id]
            edited, request = made.state.get("edited", {}), made.calls.get(request.id, request)
        return approval.noticed(request, await call(request), edited)

    @classmethod
    def check_answer(cls, data: Json, answer: Json) -> None:
        """Refuse decisions that do not fit the calls (L39, L40, L43)."""
        for decision in approval.decisions(data, answer):
            if (scope := decision.get("scope", "once")) not in SCOPES:
                raise WorkspaceError(f"There is no scope “{scope}”. There are: {', '.join(SCOPES)}.")


def _verdict(call: ToolRequest, run: Run) -> Verdict:
    if call.tool is None or call.arguments is None:
        return "allow"  # nothing runs: the model is told that it called wrongly
    task, conversation = run.place.task, run.place.conversation
    rules = [
        rule
        for rule in run.ledger.ask.read(store.rules)
        if rule.holds_in(task.id, conversation.id if conversation else None)
    ]
    verdict = decide(rules, call.name, call.arguments)
    if verdict != "ask":
        return verdict
    reach = reach_of(call.name, call.tool)
    # Who runs a task without asking gets what only reads; writing, running and the own network stay with the rules.
    outside = reach == "outside" and task.approve == "all" and not leads_home(call.arguments)
    free = reach == "inside" or outside
    return "allow" if free or approval.was_approved(call, run) else "ask"


def _gated(call: ToolRequest) -> Gated:
    why = _REASONS.get(reach_of(call.name, call.tool), "")
    more = {"scopes": list(SCOPES), "pattern": narrowest(call.name, call.arguments)}
    return Gated(call, why, DECISIONS, more)


def _refusal(call: ToolRequest) -> ToolAnswer:
    text = f"The user never allows this use of the tool `{call.name}`. {approval.NOT_RUN}"
    return ToolAnswer(text, is_error=True, data=approval.REFUSED)


async def _keep_rules(gated: Sequence[Gated], answer: Mapping[str, Json], data: Mapping[str, Json], run: Run) -> None:
    """Keep the decisions that are to hold for longer as rules; keeping one again changes nothing."""
    for one, decision in zip(gated, approval.decisions(data, answer), strict=True):
        rule = _rule(one.call, decision, run)
        if rule is not None:
            await run.ledger.change(partial(store.add_rule, rule=rule))


def _rule(call: ToolRequest, decision: Mapping[str, Json], run: Run) -> Rule | None:
    scope, conversation = decision.get("scope", "once"), run.place.conversation
    if scope == "once" or (scope != "never" and decision["type"] != "approve"):
        return None
    return Rule(
        id="",
        verdict="never" if scope == "never" else "allow",
        tool=call.name,
        pattern=str(decision.get("pattern") or ""),
        task=run.place.task.id if scope == "task" else None,
        conversation=conversation.id if scope == "conversation" and conversation else None,
    )
