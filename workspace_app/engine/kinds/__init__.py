"""The kinds of steps: one small class each behind one protocol, found by name. Adding one touches `KINDS` and its own file."""

from workspace_app.engine.kinds.agent import AgentKind
from workspace_app.engine.kinds.base import StepKind, StepRun
from workspace_app.engine.kinds.function import FunctionKind
from workspace_app.engine.kinds.planning import PlanningKind
from workspace_app.engine.kinds.review import ReviewKind
from workspace_app.engine.kinds.user import UserKind

KINDS: dict[str, StepKind] = {
    kind.name: kind for kind in (PlanningKind(), FunctionKind(), UserKind(), AgentKind(), ReviewKind())
}

__all__ = ["KINDS", "StepKind", "StepRun"]
