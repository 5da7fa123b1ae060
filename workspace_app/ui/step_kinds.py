"""What the kinds of steps and the members of a team are called on the screen."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from workspace_app.domain.plan import Plan, Step, Team, team_of
from workspace_app.ui.speakers import speaker_name


@dataclass(frozen=True)
class KindWords:
    """How a kind of step is shown: icon name, a short word, and one sentence that says what it does."""

    icon: str
    word: str
    help: str


def kind_words(kind: str) -> KindWords:
    """The words of a kind; for one that is unknown here its own name."""
    translate = QCoreApplication.translate
    known = {
        "review": KindWords(
            "users",
            translate("StepKind", "Assistant and you"),
            translate(
                "StepKind",
                "Assistants deliver a work; you ask for changes until you approve it, and only then the next step starts.",
            ),
        ),
        "agent": KindWords(
            "robot",
            translate("StepKind", "Assistant"),
            translate(
                "StepKind", "Assistants work by themselves; the next step starts as soon as they have delivered."
            ),
        ),
        "user": KindWords(
            "user",
            translate("StepKind", "You"),
            translate("StepKind", "You hand in a file or a text of your own; no model runs."),
        ),
        "function": KindWords(
            "function",
            translate("StepKind", "Function"),
            translate(
                "StepKind", "One function runs with fixed arguments, without a model, and its result is the work."
            ),
        ),
    }
    return known.get(kind, KindWords("gear", kind, translate("StepKind", "This kind of step is not known here.")))


def members(step: Step) -> str:
    """Who works on a step, in speaking order, such as "researcher, you"."""
    if step.kind == "function":
        return step.function.name if step.function else ""
    team = team_of(step) or Team()
    names = [speaker_name(assistant.name) for assistant in team.assistants] if step.kind != "user" else []
    if team.person or step.kind == "user":
        names.append(QCoreApplication.translate("StepKind", "you"))
    return ", ".join(names)


def step_name(plan: Plan, place: int) -> str:
    """A step's number and title, such as "2 Write"."""
    step = plan.steps[place]
    title = step.title or QCoreApplication.translate("StepKind", "New step")
    return f"{place + 1} {title}"


def input_name(plan: Plan, needed: str) -> str:
    """What an input is called: the step's number and title, or the path of a work."""
    for place, step in enumerate(plan.steps):
        if step.id == needed:
            return step_name(plan, place)
    return needed.removeprefix("work:")
