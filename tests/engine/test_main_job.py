"""The main job against a scripted model over HTTP: all kinds of steps, questions, feedback, faults."""

import subprocess
from pathlib import Path

from tests.engine.driver import Driver, plan_reply, submit
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.domain.status import Status

FOUR_KINDS = [
    {
        "id": "f",
        "title": "Join",
        "step_task": "Take the notes.",
        "kind": "function",
        "function": {"name": "document_to_markdown", "arguments": {"path": "PATH"}},
        "require_inputs": "none",
    },
    {"id": "u", "title": "Figures", "step_task": "Give the figures.", "kind": "user"},
    {
        "id": "a",
        "title": "Facts",
        "step_task": "List the facts.",
        "kind": "agent",
        "require_inputs": ["f", "u"],
        "team": {"assistants": [{"name": "digger", "tools": ["read_file"]}]},
    },
    {
        "id": "r",
        "title": "Report",
        "step_task": "Write the report.",
        "kind": "review",
        "require_inputs": ["a"],
        "team": {"assistants": [{"name": "writer", "system": "You write."}, {"name": "critic"}]},
    },
]


def log(folder: Path, path: str) -> list[str]:
    """Subjects of the commits of a file, newest first, as plain git tells them."""
    command = ["git", "log", "--follow", "--format=%s", "--", path]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.splitlines()


async def test_all_four_kinds_with_questions_feedback_and_faults(
    drive: Driver, server: ScriptedModel, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.csv"
    notes.write_text("name,value\nalpha,17\n", encoding="utf-8")
    desk = drive.desk
    steps = [dict(step) for step in FOUR_KINDS]
    server.script("m", ["What is the report for?", '{"title": "Broken", "steps": [', plan_reply(steps)])
    task = (await desk.new_task("Report on the notes", context=[str(notes)], model="m"))["id"]

    # Planning: a question in prose, a broken plan that goes back by itself, a plan that has to be mended by hand (R12, R20).
    question = await drive.asked(task)
    assert (question.kind, question.text) == ("ask", "What is the report for?")
    await desk.answer(question.id, "text", text="For the board.")
    question = await drive.asked(task)
    assert question.kind == "plan"
    assert drive.kinds(task, 0) == [
        "task:task",
        "planner:text",
        "user:answer",
        "planner:text",
        "workspace:notice",
        "planner:text",
    ]
    assert [step.n for step in drive.ask.steps(task)] == [0]  # R14: nothing of steps 1..n before the approval
    folder = drive.project_folder(task) / drive.ask.task(task).folder
    assert not (folder / "step_1").exists()
    plan = dict(question.data["plan"])
    (context,) = drive.ask.task_context(task)
    plan["steps"][0]["function"]["arguments"]["path"] = context
    await desk.answer(question.id, "approve", plan=plan)

    # A function, then the person's document (R30, R32): no model call.
    planning_calls = len(server.requests)
    question = await drive.asked(task)
    assert (question.kind, question.step_n) == ("input", 2)
    assert len(server.requests) == planning_calls
    assert "alpha" in drive.read(task, 1)

    # An agent with a tool loop, an answer cut by the length limit, and no approval (R33, R36).
    path = drive.ask.works(task, 1)[0].path
    server.script(
        "m",
        [
            Reply(tools=[("read_file", {"path": path})]),
            Reply(text="```work Facts\nalpha is sev", finish_reason="length"),
            Reply(text="enteen and beta is", finish_reason="length"),
            Reply(text=" eighteen\n```\n"),
            Reply(status=401, text="bad key"),
        ],
    )
    await desk.answer(question.id, "text", text="beta,18")
    row = await drive.rested(task)
    assert drive.read(task, 3) == "alpha is seventeen and beta is eighteen"
    assert drive.kinds(task, 3) == [
        "task:task", "digger:tool_call", "digger:tool_result", "digger:text", "workspace:notice", "digger:text", "workspace:notice", "digger:text",
    ]  # fmt: skip

    # A wrong key in step 4: an error with its cause, nothing lost, and a retry from there (R82).
    assert (row.status, row.step) == (Status.ERROR, 4)
    assert "key" in row.waits_for
    # A dropped stream keeps what came, as partial (R44).
    server.script("m", [Reply(text="I begin with a long sentence about alpha", chunk_size=5, drop_after=3)])
    await desk.resume(task)
    row = await drive.rested(task)
    assert row.status is Status.ERROR
    partial = [message for message in drive.messages(task, 4) if message.data.get("partial")]
    assert [message.text[:5] for message in partial] == ["I beg"]

    # Two assistants and the person, in the declared order (R38); feedback twice; "approve" in a text does not approve (R34).
    for number in (1, 2, 3):
        server.script("m", [submit("Report", f"Report, state {number}"), f"Critic says {number}"])
    await desk.resume(task)
    for number, feedback in ((1, "I approve of the tone, but shorten it"), (2, "One more number")):
        question = await drive.asked(task)
        assert question.kind == "review"
        assert drive.ask.work(question.data["works"][0]).newest.n == number
        await desk.answer(question.id, "changes", text=feedback)
    question = await drive.asked(task)
    await desk.answer(question.id, "approve")
    row = await drive.rested(task)
    assert row.status is Status.DONE
    (report,) = drive.ask.works(task, 4)
    assert report.approved is not None
    assert (report.newest.n, report.approved.n) == (3, 3)
    assert drive.read(task, 4) == "Report, state 3"
    assert len(log(drive.project_folder(task), report.path)) == 3
    finals = [message.source for message in drive.messages(task, 4) if message.final]
    assert finals == ["writer", "critic", "user", "writer", "critic", "user", "writer", "critic", "user"]
    assert not subprocess.run(
        ["git", "fsck", "--strict"], cwd=drive.project_folder(task), capture_output=True, check=True
    ).stderr

    # No step was ever "done" before its time.
    done = [(kind, step) for kind, step, status in drive.statuses if status == "done" and kind == "step"]
    assert done == [("step", 0), ("step", 1), ("step", 2), ("step", 3), ("step", 4)]


async def test_practice_model_does_three_steps_that_depend_on_the_input(drive: Driver, tmp_path: Path) -> None:
    text = "Make a note:\n- Collect the numbers as a table\n- Write an outline\n- Write a summary"
    found = []
    for name, body in (
        ("a", "# Bees\nThe hive has 40 bees. In May 3 left.\n"),
        ("b", "# Trains\nThe line has 12 stops. It opened in 1901.\n"),
    ):
        file = tmp_path / f"{name}.md"
        file.write_text(body, encoding="utf-8")
        task = (await drive.desk.new_task(text, context=[str(file)], approve="all", model="practice"))["id"]
        assert (await drive.rested(task)).status is Status.DONE
        assert [len(drive.ask.works(task, step)) for step in (1, 2, 3)] == [1, 1, 1]
        found.append([drive.read(task, step) for step in (1, 2, 3)])
    assert all(bees != trains for bees, trains in zip(*found, strict=True))
    assert "40" in found[0][0]
    assert "12" in found[1][0]
