"""The plan as plain values, and how it is read from JSON and written to it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias, cast

from workspace_app.domain.errors import WorkspaceError

JSON: TypeAlias = "str | int | float | bool | None | Sequence[JSON] | Mapping[str, JSON]"
Chat: TypeAlias = Literal["round_robin", "selector"]

KINDS: Final = ("function", "user", "agent", "review")
CHATS: Final = ("round_robin", "selector")
NO_INPUTS: Final = None  # what `"require_inputs": "none"` becomes; () is the previous step's works (R62)
WORK_PREFIX: Final = "work:"  # an input from another task or project: work:PATH or work:PATH@VERSION
BREAKPOINTS: Final = ("before_model", "before_tools", "after_tools")
RESERVED_NAMES: Final = frozenset({"user", "person", "task"})  # the person and the task speak under these names
_TITLE_WORDS, _TITLE_LENGTH = 8, 48


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a plan: where (step id or None for the plan itself, field path) and what, in a sentence."""

    step: str | None
    field: str
    message: str


class PlanError(WorkspaceError):
    """A plan cannot be read or changed so; `problems` lists each cause."""

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems


class NoPlan(PlanError):
    """The planner's answer is talk: it holds no JSON object at all."""


class BrokenPlan(PlanError):
    """The planner's answer begins a plan that is cut off or invalid; the message says where."""


@dataclass(frozen=True)
class Assistant:
    """A member of a team.

    Args:
        model: names a model slot, None is the default one.
        middleware: what stands around its calls, outermost first: {"type": name, "settings": {...}, "on": true} each.
        max_rounds: model calls in one turn, after which the person is asked; None for the default (F7).
        breakpoints: where its run stops, of BREAKPOINTS (L20).
    """

    name: str
    system: str = ""
    model: str | None = None
    tools: tuple[str, ...] = ()
    middleware: tuple[Mapping[str, JSON], ...] = ()
    max_rounds: int | None = None
    breakpoints: tuple[str, ...] = ()
    extra: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True)
class Team:
    """Who works on a step, whether the person is a member, and who speaks when (R17)."""

    chat: Chat = "round_robin"
    assistants: tuple[Assistant, ...] = ()
    person: bool = False
    max_turns: int | None = None
    extra: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True)
class FunctionCall:
    """The function that a function step runs, and its arguments (R30)."""

    name: str
    arguments: Mapping[str, JSON] = field(default_factory=dict)
    extra: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One entry of a plan (R18); `team` None is the default of its kind, `extra` keeps the keys that are unknown here.

    Args:
        dry_run: no tool of its assistants is run, a model makes up what they give (L121).
        output_schema: JSON schema of the object that the step's team gives as its work, None for any documents (L36).
    """

    id: str
    title: str
    step_task: str
    kind: str = "review"
    team: Team | None = None
    require_inputs: tuple[str, ...] | None = ()
    function: FunctionCall | None = None
    ask_before_start: bool = False
    dry_run: bool = False
    output_schema: Mapping[str, JSON] | None = None
    extra: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """An ordered list of steps; references go by step id, so the order may change (R24)."""

    title: str
    steps: tuple[Step, ...]
    extra: Mapping[str, JSON] = field(default_factory=dict)

    @classmethod
    def from_json(cls, data: object) -> Plan:
        """Build a plan from parsed JSON: an object with `steps`, `{"plan": {...}}`, or a bare list of steps.

        Missing ids, titles, kinds and inputs get their defaults. Raises PlanError where a value has the wrong type.
        """
        found: list[Problem] = []
        plan = _read_plan(data, found)
        if found:
            raise PlanError(" ".join(problem.message for problem in found), tuple(found))
        return plan

    def to_json(self) -> dict[str, Any]:
        """The plan as JSON values; `from_json` reads back the same plan."""
        return {**self.extra, "title": self.title, "steps": [_step_json(step) for step in self.steps]}

    def index(self, step_id: str) -> int:
        """The place of a step, from 0. Raises PlanError if there is none with this id."""
        for place, step in enumerate(self.steps):
            if step.id == step_id:
                return place
        raise PlanError(f'The plan has no step "{step_id}".')

    def step(self, step_id: str) -> Step:
        """The step with this id. Raises PlanError if there is none."""
        return self.steps[self.index(step_id)]


def default_team(kind: str) -> Team | None:
    """The team that a step of this kind has unless its plan says otherwise (R38)."""
    assistant = Assistant("assistant")
    return {
        "user": Team(person=True),
        "agent": Team(assistants=(assistant,)),
        "review": Team(assistants=(assistant,), person=True),
    }.get(kind)


def team_of(step: Step) -> Team | None:
    """The step's own team, or the default of its kind."""
    return step.team or default_team(step.kind)


def slots_of(team: Team) -> dict[str, tuple[tuple[str, str], ...]]:
    """The model slots that a team names, each with who uses it (L27).

    Returns:
        {slot: (assistant, type of its middleware), ...}; the type is "" where the assistant itself speaks by it, and the assistant "" where
        it chooses who speaks.
    """
    named: list[tuple[object, str, str]] = [(member.model, member.name, "") for member in team.assistants]
    for member in team.assistants:
        for entry in member.middleware:
            settings = entry.get("settings")
            if not isinstance(settings, Mapping) or entry.get("on") is False:
                continue
            listed = settings.get("models")
            asked = [settings.get("model"), *(listed if isinstance(listed, Sequence) else ())]
            named += [(slot, member.name, str(entry.get("type", ""))) for slot in asked]
    if team.chat == "selector":
        named.append((team.extra.get("selector_model"), "", ""))
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for slot, *who in named:
        if isinstance(slot, str) and slot:
            found[slot] = (*found.get(slot, ()), (who[0], who[1]))
    return found


def inputs_of(plan: Plan, step: Step) -> tuple[str, ...]:
    """The inputs that a step takes: step ids and `work:` references, the previous step if it names none (R62)."""
    if step.require_inputs is NO_INPUTS:
        return ()
    place = plan.index(step.id)
    return step.require_inputs or tuple(earlier.id for earlier in plan.steps[max(place - 1, 0) : place])


def title_from(text: str) -> str:
    """A short title: the first words of the first line that has any."""
    line = next((line.strip(" \t#*-") for line in text.splitlines() if line.strip(" \t#*-")), "")
    title = " ".join(line.split()[:_TITLE_WORDS])[:_TITLE_LENGTH].rstrip()
    return title if len(title) == len(" ".join(line.split())) else f"{title}…"


def fresh_id(taken: Collection[str]) -> str:
    """A step id (s1, s2, ...) after all that are taken, so that an id is not used again while a later one lives."""
    numbers = [int(step_id[1:]) for step_id in taken if step_id[:1] == "s" and step_id[1:].isdecimal()]
    return f"s{max(numbers, default=0) + 1}"


class _Reader:
    """Reads one JSON object and notes what is wrong with it; the keys that nobody asked for are the unknown ones."""

    def __init__(self, data: object, problems: list[Problem], step: str | None = None, path: str = "") -> None:
        self._problems, self._step, self._path = problems, step, path
        self._data: dict[str, Any] = {}
        if isinstance(data, Mapping):
            self._data = dict(data)
        else:
            self.wrong("", "must be an object")

    def wrong(self, key: str, what: str) -> None:
        path = ".".join(part for part in (self._path, key) if part)
        where = f"In step {self._step}, {path or 'the step'}" if self._step else path.capitalize() or "The plan"
        self._problems.append(Problem(self._step, path, f"{where} {what}."))

    def take(self, key: str) -> Any:
        return self._data.pop(key, None)

    def text(self, key: str) -> str:
        value = self.take(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, str | int)):
            self.wrong(key, "must be a text")
        return "" if value is None else str(value)

    def flag(self, key: str, default: bool) -> bool:
        value = self.take(key)
        if value is not None and not isinstance(value, bool):
            self.wrong(key, "must be true or false")
        return default if value is None else bool(value)

    def number(self, key: str) -> int | None:
        value = self.take(key)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        self.wrong(key, "must be a whole number")
        return None

    def items(self, key: str) -> list[Any]:
        value = self.take(key)
        if value is not None and not isinstance(value, list | tuple):
            self.wrong(key, "must be a list")
            return []
        return list(value or ())

    def names(self, key: str) -> tuple[str, ...]:
        items = self.items(key)
        if not all(isinstance(item, str | int) for item in items):
            self.wrong(key, "must be a list of texts")
        return tuple(str(item) for item in items)

    def values(self, key: str) -> dict[str, Any] | None:
        value = self.take(key)
        return None if value is None else self.inside(key, value).rest()

    def inside(self, key: str, data: object) -> _Reader:
        return _Reader(data, self._problems, self._step, ".".join(part for part in (self._path, key) if part))

    def rest(self) -> dict[str, Any]:
        return self._data


def _read_plan(data: object, problems: list[Problem]) -> Plan:
    if isinstance(data, Mapping) and "steps" not in data and isinstance(data.get("plan"), Mapping | list):
        data = data["plan"]
    reader = _Reader({"steps": data} if isinstance(data, list) else data, problems)
    if isinstance(data, Mapping) and data.get("steps") is None:
        reader.wrong("", 'has no "steps"')
    items = reader.items("steps")
    taken = {str(item["id"]) for item in items if isinstance(item, Mapping) and item.get("id")}
    steps: list[Step] = []
    for item in items:
        number = len(steps) + 1
        default = f"s{number}" if f"s{number}" not in taken else fresh_id(taken)
        steps.append(_read_step(item, default, number, problems))
        taken.add(steps[-1].id)
    title = reader.text("title").strip() or (steps[0].title if steps else "Plan")
    return Plan(title, tuple(steps), reader.rest())


def _read_step(data: object, default_id: str, number: int, problems: list[Problem]) -> Step:
    named = data.get("id") if isinstance(data, Mapping) else None
    reader = _Reader(data, problems, str(named or default_id))
    step_id, task = reader.text("id"), reader.text("step_task")
    team, function = reader.take("team"), reader.take("function")
    kind = reader.text("kind") or ("review" if function is None else "function")
    return Step(
        id=step_id or default_id,
        step_task=task,
        title=reader.text("title").strip() or title_from(task) or f"Step {number}",
        kind=kind,
        team=None if team is None else _read_team(reader.inside("team", team), default_team(kind) or Team()),
        require_inputs=_read_inputs(reader),
        function=None if function is None else _read_function(reader.inside("function", function)),
        ask_before_start=reader.flag("ask_before_start", False),
        dry_run=reader.flag("dry_run", False),
        output_schema=reader.values("output_schema"),
        extra=reader.rest(),
    )


def _read_inputs(reader: _Reader) -> tuple[str, ...] | None:
    value = reader.take("require_inputs")
    if value in ("none", ["none"]):
        return NO_INPUTS
    return reader.inside("", {"require_inputs": [value] if isinstance(value, str) else value}).names("require_inputs")


def _read_team(reader: _Reader, default: Team) -> Team:
    chat, listed = reader.text("chat") or default.chat, reader.take("assistants")
    if chat not in CHATS:
        reader.wrong("chat", f'is "{chat}", but must be one of {", ".join(CHATS)}')
    members = reader.inside("", {"assistants": listed}).items("assistants")
    assistants = tuple(_read_assistant(reader, place, member) for place, member in enumerate(members))
    return Team(
        chat=cast(Chat, chat),
        assistants=default.assistants if listed is None else assistants,
        person=reader.flag("person", default.person),
        max_turns=reader.number("max_turns"),
        extra=reader.rest(),
    )


def _read_assistant(team: _Reader, place: int, data: object) -> Assistant:
    reader = team.inside(f"assistants.{place}", {"name": data} if isinstance(data, str) else data)
    name = reader.text("name") or ("assistant" if place == 0 else f"assistant_{place + 1}")
    return Assistant(
        name=name,
        system=reader.text("system"),
        model=reader.text("model") or None,
        tools=reader.names("tools"),
        middleware=_read_middleware(reader),
        max_rounds=reader.number("max_rounds"),
        breakpoints=reader.names("breakpoints"),
        extra=reader.rest(),
    )


def _read_middleware(assistant: _Reader) -> tuple[Mapping[str, JSON], ...]:
    """The entries as they stand, unknown keys and all; a bare name is one with default settings."""
    entries: list[Mapping[str, JSON]] = []
    for place, item in enumerate(assistant.items("middleware")):
        reader = assistant.inside(f"middleware.{place}", {"type": item} if isinstance(item, str) else item)
        entry: dict[str, Any] = {
            "type": reader.text("type"),
            "settings": reader.inside("settings", reader.take("settings") or {}).rest(),
        }
        given = dict(reader.rest())
        reader.flag("on", True)
        entries.append({**given, **entry})
    return tuple(entries)


def _read_function(reader: _Reader) -> FunctionCall:
    arguments = reader.inside("arguments", reader.take("arguments") or {}).rest()
    return FunctionCall(reader.text("name"), arguments, reader.rest())


def _step_json(step: Step) -> dict[str, Any]:
    known: dict[str, Any] = {"id": step.id, "title": step.title, "step_task": step.step_task, "kind": step.kind}
    known["team"] = None if step.team is None else _team_json(step.team)
    known["require_inputs"] = "none" if step.require_inputs is NO_INPUTS else list(step.require_inputs)
    if step.function is not None:
        call = step.function
        known["function"] = {**call.extra, "name": call.name, "arguments": dict(call.arguments)}
    if step.ask_before_start:
        known["ask_before_start"] = True
    if step.dry_run:
        known["dry_run"] = True
    if step.output_schema is not None:
        known["output_schema"] = dict(step.output_schema)
    return {**step.extra, **known}


def _team_json(team: Team) -> dict[str, Any]:
    assistants = [_assistant_json(member) for member in team.assistants]
    known = {"chat": team.chat, "assistants": assistants, "person": team.person, "max_turns": team.max_turns}
    return {**team.extra, **known}


def _assistant_json(member: Assistant) -> dict[str, Any]:
    known: dict[str, Any] = {
        "name": member.name,
        "system": member.system,
        "model": member.model,
        "tools": list(member.tools),
    }
    if member.middleware:
        known["middleware"] = [dict(entry) for entry in member.middleware]
    if member.max_rounds is not None:
        known["max_rounds"] = member.max_rounds
    if member.breakpoints:
        known["breakpoints"] = list(member.breakpoints)
    return {**member.extra, **known}
