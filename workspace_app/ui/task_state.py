"""What the task page needs to know of a task, read in a few short queries."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from workspace_app.domain.records import Conversation, Message, Question, Step, Task, Work
from workspace_app.domain.status import ACTIVE, Status
from workspace_app.store.queries import Queries

FIRST_MESSAGES = 3
LAST_MESSAGES = 12


@dataclass(frozen=True)
class Usage:
    """Tokens of a whole task, and those of the newest request of one conversation (how full the model's context is)."""

    input_tokens: int
    output_tokens: int
    context: int


@dataclass(frozen=True)
class Phases:
    """When a run was set up, when its team spoke, and when its first work was there (R22); None is not yet."""

    prepared: datetime | None
    team_began: datetime | None
    team_ended: datetime | None
    first_work: datetime | None


@dataclass(frozen=True)
class TaskState:
    """A task with its steps, how many works each has, and what waits in it.

    Args:
        hint: what an assistant said last about the plan, with the number of its step (R67).
        edited: by the numbers of the steps, the newest run for which a step's task was edited (R59).
        stale: the numbers of the steps whose newest work is out of date (R60).
    """

    task: Task
    steps: Sequence[Step]
    works: dict[int, int]
    questions: Sequence[Question]
    edited: Mapping[int, Conversation]
    hint: tuple[int, Message] | None
    stale: frozenset[int] = frozenset()

    @classmethod
    def read(cls, queries: Queries, task: str) -> "TaskState":
        """Read the task from the store.

        Raises:
            NotFound: there is no such task any more.
        """
        works = queries.works(task)
        counts = Counter(work.step_n for work in works)
        newest = {work.step_n: work for work in works}
        stale = frozenset(n for n, work in newest.items() if work.stale)
        hint = next(reversed(queries.replan_hints(task)), None)
        row, steps, questions = queries.task(task), queries.steps(task), queries.open_questions(task)
        return cls(row, steps, dict(counts), questions, queries.edited_tasks(task), hint, stale)

    def step(self, n: int) -> Step | None:
        """The step with this number."""
        return next((step for step in self.steps if step.n == n), None)

    def question_of(self, step: int, conversation: str | None) -> Question | None:
        """What waits in a step: the newest question of this conversation, or of none."""
        found = [question for question in self.questions if question.step_n == step]
        fits = [question for question in found if question.conversation in (conversation, None)]
        return fits[-1] if fits else None


def usage_of(queries: Queries, steps: Sequence[Step], shown: Conversation | None) -> Usage:
    """Count the tokens of every run of the steps."""
    runs = [run for step in steps for run in queries.conversations(step.id)]
    return Usage(
        sum(run.input_tokens for run in runs), sum(run.output_tokens for run in runs), _context(queries, shown)
    )


def phases_of(queries: Queries, run: Conversation, works: Sequence[Work]) -> Phases:
    """When each phase of a run took place."""
    first = queries.messages(run.id, 0, FIRST_MESSAGES)
    began = next((message.created_at for message in first if message.source not in ("task", "workspace")), None)
    made = [work.newest.created_at for work in works if work.newest.conversation == run.id]
    ended = run.ended_at if run.status not in ACTIVE or run.status is Status.DONE else None
    return Phases(run.started_at, began, ended, min(made, default=None))


def _context(queries: Queries, run: Conversation | None) -> int:
    if run is None:
        return 0
    last: Sequence[Message] = queries.messages_before(run.id, run.messages + 1, LAST_MESSAGES)
    return next((message.input_tokens for message in reversed(last) if message.input_tokens), 0)
