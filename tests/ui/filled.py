"""A store with a little of everything, for looking at screens without an engine."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from tests.support.stores import lay_store
from workspace_app.domain.status import Status
from workspace_app.store import changes
from workspace_app.store.database import Writer, open_writer

PLAN = {
    "title": "Market note",
    "steps": [
        {
            "id": "s1",
            "title": "Collect the key points",
            "step_task": "Collect the key points of the report.",
            "kind": "agent",
        },
        {"id": "s2", "title": "Write the draft", "step_task": "Write a draft of one page.", "kind": "review"},
        {"id": "s3", "title": "Figures", "step_task": "Hand in the figures.", "kind": "user"},
    ],
}
WORK = "# Key points\n\n- Sales rose by 12 % in 2025.\n- 三月的訂單最多。\n"


@dataclass
class Filled:
    """What was put in: ids by name."""

    home: Path
    projects: dict[str, str] = field(default_factory=dict)
    tasks: dict[str, str] = field(default_factory=dict)
    steps: dict[tuple[str, int], str] = field(default_factory=dict)
    conversations: dict[tuple[str, int], str] = field(default_factory=dict)
    works: dict[str, str] = field(default_factory=dict)
    questions: dict[str, str] = field(default_factory=dict)


def fill(home: Path) -> Filled:
    """Two projects, a task in each status, and a question of each common kind."""
    lay_store(home)
    writer = Writer(open_writer(home))
    filled = Filled(home)
    writer.submit(lambda connection: _fill(connection, filled)).result()
    writer.close()
    return filled


def fill_many(home: Path, count: int) -> None:
    """`count` tasks in one project, in turn in each status."""
    lay_store(home)
    writer = Writer(open_writer(home))

    def add(connection: Connection) -> None:
        project = changes.add_project(connection, "Many", str(home / "many"))
        for index in range(count):
            task = changes.add_task(
                connection, project=project, title=f"Task number {index}", text="x", folder=f"t{index}", model=None
            )
            changes.set_task(
                connection, task, status=list(Status)[index % len(Status)], step=1, steps=3, step_title="Write"
            )

    writer.submit(add).result()
    writer.close()


def change(home: Path, *values: Any, how: Any) -> Any:
    """Make one change of the store from outside, as the engine would."""
    writer = Writer(open_writer(home))
    try:
        return writer.submit(lambda connection: how(connection, *values)).result()
    finally:
        writer.close()


def _fill(connection: Connection, filled: Filled) -> None:
    for name in ("Market research 市場研究", "Website"):
        folder = filled.home / "projects" / name.split()[0]
        folder.mkdir(parents=True)
        filled.projects[name.split()[0]] = changes.add_project(connection, name, str(folder))
    rows: list[tuple[str, str, str, Status, int, str]] = [
        ("plan", "Market", "Compare five suppliers of recycled paper", Status.WAITING, 0, "Approve the plan"),
        (
            "review",
            "Market",
            "Market note for the spring catalogue 春季型錄的市場摘要",
            Status.WAITING,
            2,
            "Review the works of step 2",
        ),
        ("ask", "Website", "Rewrite the About page", Status.WAITING, 1, "Answer a question"),
        ("running", "Market", "Summarise the interviews", Status.RUNNING, 1, ""),
        ("planning", "Website", "Plan the launch of the shop", Status.PLANNING, 0, ""),
        ("queued", "Website", "Check every link", Status.QUEUED, 1, ""),
        ("paused", "Website", "Translate the imprint", Status.PAUSED, 2, ""),
        ("interrupted", "Market", "Tabulate prices", Status.INTERRUPTED, 1, "The engine stopped in step 1"),
        ("error", "Market", "Fetch the trade statistics", Status.ERROR, 1, "The key of model “writer” was refused"),
        ("done", "Market", "Letter to the printer", Status.DONE, 3, ""),
    ]
    for row in rows:
        _task(connection, filled, *row)
    _questions(connection, filled)


def _task(
    connection: Connection, filled: Filled, name: str, project: str, title: str, status: Status, step: int, waits: str
) -> None:
    owner = filled.projects[project]
    task = changes.add_task(
        connection, project=owner, title=title, text=f"{title}, in full.", folder=f"{name}-task", model=None
    )
    filled.tasks[name] = task
    planning = name in ("plan", "planning")
    titles = ["Plan", *(str(entry["title"]) for entry in PLAN["steps"])]  # type: ignore[index]
    changes.set_task(
        connection,
        task,
        status=status,
        plan=PLAN,
        step=step,
        steps=3,
        step_title=titles[step],
        waits_for=waits,
        approved=not planning,
    )
    if planning:
        return
    for n, spec in enumerate(PLAN["steps"], 1):  # type: ignore[arg-type]
        state = Status.DONE if n < step or status is Status.DONE else status if n == step else Status.QUEUED
        id_ = changes.add_step(
            connection,
            project=owner,
            task=task,
            n=n,
            key=f"s{n}",
            title=titles[n],
            kind=spec["kind"],
            spec=spec,
            status=state,  # type: ignore[index]
        )
        filled.steps[name, n] = id_
        if n <= step:
            filled.conversations[name, n] = changes.add_conversation(
                connection, project=owner, task=task, step=id_, prompt=titles[n]
            )


def _questions(connection: Connection, filled: Filled) -> None:
    market, website = filled.projects["Market"], filled.projects["Website"]
    review, ask = filled.tasks["review"], filled.tasks["ask"]
    plan_step = connection.exec_driver_sql(
        "select id from steps where task_id = ? and n = 0", (filled.tasks["plan"],)
    ).scalar_one()
    filled.questions["plan"] = changes.ask(
        connection, project=market, task=filled.tasks["plan"], step=plan_step, conversation=None, kind="plan",
        text="", answers=["approve", "changes", "reject"], data={"plan": PLAN, "problems": []},
    )  # fmt: skip
    version = changes.NewVersion(
        None, "review-task/step_2/works/work_note.md", "Market note", WORK.encode(), "writer", "assistant", "note", {}
    )
    work = changes.save_version(
        connection, project=market, task=review, step=filled.steps["review", 2], version=version
    )
    filled.works["note"] = work
    filled.questions["review"] = changes.ask(
        connection, project=market, task=review, step=filled.steps["review", 2], conversation=filled.conversations["review", 2],
        kind="review", text="", answers=["approve", "changes", "file"], data={"works": [work]},
    )  # fmt: skip
    filled.questions["ask"] = changes.ask(
        connection, project=website, task=ask, step=filled.steps["ask", 1], conversation=filled.conversations["ask", 1],
        kind="ask", text="Should the page mention **both** founders, or only 王小明?", answers=["text", "file"],
    )  # fmt: skip
