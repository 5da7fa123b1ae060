"""The command line as people and scripts use it: real processes, the Practice model, real git."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.program import Program, until
from tests.support.scripted_model import Reply, ScriptedModel

TASK = "Summarize the notes, then list the open questions, then write a short note about both."


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "home", tmp_path / "person")
    yield program
    program.close()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    file = tmp_path / "notes.md"
    file.write_text("# Notes\n\nThe market grew by 4 % in 2023. Who buys most is open.\n\nPrices fell in spring.\n")
    return file


@pytest.fixture
def hanging(program: Program) -> Iterator[ScriptedModel]:
    """A slot "slow", whose model never answers."""
    with ScriptedModel() as server:
        server.script("never", lambda _: Reply(hang=True))
        slot = (
            "slow",
            "--provider",
            "openai",
            "--model",
            "never",
            "--base-url",
            f"{server.url}/v1",
            "--key-env",
            "SLOW_KEY",
        )
        program.environment["SLOW_KEY"] = "sk-a-key-for-the-test"
        assert program.run("models", "add", *slot)[0] == 0
        yield server


def of(events: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event for event in events if event["event"] == kind]


def test_a_task_runs_to_its_end_and_tells_it(program: Program, notes: Path) -> None:
    events = program.events(TASK, "--approve", "all", "--context", str(notes))
    task = program.read("show", events[0]["id"])
    assert events[0] == {
        "event": "task",
        "id": task["id"],
        "title": events[0]["title"],
        "project": task["project"],
        "path": task["path"],
    }
    assert events[-1] == {"event": "end", "task": task["id"], "status": "done"}
    assert [event["event"] for event in events].count("end") == 1
    assert [step["n"] for step in task["steps"]] == [0, 1, 2, 3]
    assert {step["status"] for step in task["steps"]} == {"done"}
    assert [event["step"] for event in of(events, "status") if event["status"] == "done"][-1] is None
    _check_messages(program, events, task)
    _check_works(events, task)


def _check_messages(program: Program, events: list[dict[str, Any]], task: dict[str, Any]) -> None:
    """What was told is what is stored, in order and without a gap."""
    keys = ("conversation", "seq", "id", "source", "kind", "text")
    for conversation in [run["id"] for step in task["steps"] for run in step["conversations"]]:
        stored = program.read("messages", conversation)
        told = [event for event in of(events, "message") if event["conversation"] == conversation]
        assert [{key: event[key] for key in keys} for event in told] == [
            {key: row[key] for key in keys} for row in stored
        ]
        assert [event["seq"] for event in told] == list(range(1, len(told) + 1))


def _check_works(events: list[dict[str, Any]], task: dict[str, Any]) -> None:
    """Every work that was told is a commit that has the file."""
    works = [work for step in task["steps"] for work in step["works"]]
    told = of(events, "work")
    assert {work["path"] for work in works} == {event["path"] for event in told}
    assert len({(event["path"], event["commit"]) for event in told}) == len(told)
    for event in told:
        folder = Path(event["path"]).parent
        name = subprocess.check_output(
            ["git", "show", "--name-only", "--format=", event["commit"]], cwd=folder, text=True
        )
        assert Path(event["path"]).name in name
    for work in works:
        assert re.search(r"step_\d+/works/work_\d{8}_\d{4}_.+", work["path"])
        assert Path(work["path"]).is_file()


def test_a_task_without_approval_waits_and_is_answered_step_by_step(program: Program, notes: Path) -> None:
    events = program.events(TASK, "--context", str(notes))
    task = events[0]["id"]
    assert events[-1]["status"] == "waiting"
    asked = of(events, "question")[-1]
    (question,) = program.read("inbox")
    assert {key: question[key] for key in ("id", "task", "step", "kind", "answers")} == {
        key: asked[key] for key in ("id", "task", "step", "kind", "answers")
    }
    assert (question["task"], question["step"], question["kind"]) == (task, 0, "plan")
    assert "approve" in question["answers"]
    assert len(program.read("show", task)["steps"]) == 1
    kinds = []
    while program.read("show", task)["status"] != "done":
        until(lambda: program.read("show", task)["status"] in ("waiting", "done"))
        for waiting in program.read("inbox"):
            kinds.append(waiting["kind"])
            code, out, err = program.run("answer", waiting["id"][-12:], "--approve")
            assert (code, err) == (0, ""), err
            assert ": " in out
    assert kinds == ["plan", "review", "review", "review"]
    assert program.read("inbox") == []


def test_an_answer_that_a_question_does_not_take(program: Program) -> None:
    program.events(TASK)
    (question,) = program.read("inbox")
    code, _, err = program.run("answer", question["id"], "--choose", "a")
    assert code == 1
    assert err.startswith("This question takes approve, ")


def test_approve_plan_stops_at_the_first_review(program: Program, notes: Path) -> None:
    events = program.events(TASK, "--approve", "plan", "--context", str(notes))
    assert [(event["kind"], event["step"]) for event in of(events, "question")] == [("review", 1)]
    assert events[-1]["status"] == "waiting"


def test_works_and_their_versions(program: Program, notes: Path) -> None:
    task = program.events(TASK, "--approve", "all", "--context", str(notes))[0]["id"]
    work = program.read("works", task, "--step", "1")[0]
    mine = notes.with_name("mine.md")
    mine.write_text("# My own\n")
    Path(work["path"]).write_text("# Edited by me\n")
    history = program.read("history", work["path"])
    assert program.read("restore", work["path"], history[-1]["commit"])
    newer = program.read("history", work["path"])
    assert len(newer) > len(history)
    changed = program.read("diff", work["path"], newer[-1]["commit"], newer[0]["commit"])
    assert isinstance(changed["text"], str)
    again = program.read("rerun", task, "1")["conversation"]
    conversations = program.wait_for(task, "done")["steps"][1]["conversations"]
    assert [run["n"] for run in conversations] == [1, 2]
    assert conversations[1]["id"] == again
    assert len(program.read("messages", conversations[0]["id"])) > 0


def test_the_request_that_made_a_message(program: Program, notes: Path) -> None:
    events = program.events(TASK, "--approve", "all", "--context", str(notes))
    message = next(
        event for event in of(events, "message") if event["kind"] == "text" and event["source"] not in ("user", "task")
    )
    request = program.read("request", message["id"])
    assert request["conversation"] == message["conversation"]
    assert request["messages"]


def test_many_commands_at_once_share_one_engine(program: Program) -> None:
    started = [program.start("projects", "--json") for _ in range(6)]
    for process in started:
        with process:
            out, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (0, "")
        assert json.loads(out) == []
    log = (program.home / "logs" / "engine.log").read_text()
    assert log.count("is ready") == 1


def test_a_killed_engine_loses_nothing_and_the_next_one_takes_over(program: Program, hanging: ScriptedModel) -> None:
    with program.start("run", TASK, "--model", "slow", "--json") as running:
        hanging.wait_for_requests(1, timeout=120)
        program.kill()
        out, err = running.communicate(timeout=120)
    assert running.returncode == 1
    assert err.startswith("The engine ended while the task ran.")
    task = json.loads(out.splitlines()[0])["id"]
    shown = program.read("show", task)
    assert shown["status"] == "interrupted"
    assert "resume" in shown["waits_for"].lower()
    assert [row["status"] for row in program.read("tasks")] == ["interrupted"]


def test_ctrl_c_leaves_the_task_running_and_stop_ends_it(program: Program, hanging: ScriptedModel) -> None:
    with program.start("run", TASK, "--model", "slow", "--json") as running:
        hanging.wait_for_requests(1, timeout=120)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=120)
    task = json.loads(out.splitlines()[0])["id"]
    assert running.returncode == 130
    assert err == f"The task goes on. Look with: workspace-app show {task}; end it with: workspace-app stop {task}\n"
    assert program.read("show", task)["status"] == "planning"
    assert program.run("stop", task, "--now")[0] == 0
    assert program.wait_for(task, "interrupted")
    assert "sk-a-key" not in (program.home / "logs" / "engine.log").read_text()


def test_ctrl_c_without_a_daemon_leaves_a_task_that_can_be_resumed(program: Program, hanging: ScriptedModel) -> None:
    program.close()
    with program.start("run", TASK, "--model", "slow", "--json", "--no-daemon") as running:
        hanging.wait_for_requests(1, timeout=120)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=120)
    task = json.loads(out.splitlines()[0])["id"]
    assert running.returncode == 130
    assert err.endswith(f"Go on with: workspace-app resume {task}\n")
    assert err.count("\n") == 1
    assert program.read("show", task)["status"] == "interrupted"


def test_an_engine_told_to_end_ends_in_order(program: Program, hanging: ScriptedModel) -> None:
    with program.start("run", TASK, "--model", "slow") as running:
        hanging.wait_for_requests(1, timeout=120)
        program.kill(signal.SIGTERM)
        assert running.wait(120) == 1
    assert "has ended" in (program.home / "logs" / "engine.log").read_text()
    assert not (program.home / "engine.json").exists()
    assert program.read("tasks")[0]["status"] == "interrupted"


def test_without_a_daemon_everything_happens_in_the_command(program: Program, notes: Path) -> None:
    events = program.events(TASK, "--approve", "all", "--context", str(notes), "--no-daemon")
    assert events[-1]["status"] == "done"
    assert not program.held()
    assert not (program.home / "engine.json").exists()
    assert program.read("tasks", "--no-daemon")[0]["status"] == "done"


def test_no_second_engine_on_a_home(program: Program) -> None:
    program.read("tasks")
    code, out, err = program.run("tasks", "--no-daemon")
    assert (code, out) == (1, "")
    assert (
        err
        == f"Another engine is running on {program.home}. Close what uses it, or leave out --no-daemon to attach to it.\n"
    )


def test_a_failing_model_is_exit_code_1(program: Program, hanging: ScriptedModel) -> None:
    hanging.script("never", [Reply(status=401, text="no such key")])
    code, out, _ = program.run("run", TASK, "--model", "slow", "--json")
    assert code == 1
    assert json.loads(out.splitlines()[-1])["status"] == "error"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["run", "x", "--model", "nobody"], "nobody"),
        (["run", "x", "--context", "/no/such/file"], "There is no file /no/such/file."),
        (["run", "  "], "Say what you want to get done"),
        (["models", "remove", "nobody"], "nobody"),
        (["history", "/no/such/file"], "/no/such/file"),
    ],
)
def test_an_error_is_one_sentence_and_exit_code_1(program: Program, words: list[str], sentence: str) -> None:
    code, out, err = program.run(*words)
    assert (code, out) == (1, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert "nternal error" not in err


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there always is a screen")
def test_without_a_screen_the_window_says_so(program: Program) -> None:
    code, out, err = program.run()
    assert (code, out) == (1, "")
    assert err.startswith("There is no screen: ")
    assert err.count("\n") == 1
    assert not program.home.exists()


def test_models_are_listed_added_tested_and_removed(program: Program, hanging: ScriptedModel) -> None:
    assert [(row["name"], row["provider"]) for row in program.read("models") if row["name"] == "slow"] == [
        ("slow", "openai")
    ]
    hanging.script("never", ["pong"])
    assert program.read("models", "test", "slow")["ok"] is True
    hanging.script("never", [Reply(status=401, text="no such key")] * 2)
    code, out, err = program.run("models", "test", "slow", "--json")
    assert (code, json.loads(out)["ok"]) == (1, False)
    assert err.startswith(json.loads(out)["sentence"])
    assert program.run("models", "test", "slow") == (1, "", err)
    program.read("models", "remove", "slow")
    assert "slow" not in [row["name"] for row in program.read("models", "list")]


def test_a_folder_of_ones_own_becomes_a_project(program: Program, tmp_path: Path) -> None:
    folder = tmp_path / "with blanks 市場"
    folder.mkdir()
    first = program.events(TASK, "--project", str(folder))[0]
    second = program.events(TASK, "--project", str(folder))[0]
    assert first["project"] == second["project"]
    assert Path(first["path"]).is_relative_to(folder)
    assert [project["path"] for project in program.read("projects")] == [str(folder)]


def test_the_persons_own_file_is_a_work(program: Program, notes: Path) -> None:
    task = program.events(TASK, "--approve", "plan", "--context", str(notes))[0]["id"]
    code, _, err = program.run("submit", task, "1", str(notes))
    assert (code, err) == (0, "")
    authors = {work["author_kind"] for work in program.read("works", task, "--step", "1")}
    assert "user" in authors


def test_what_people_read_is_no_json(program: Program, notes: Path) -> None:
    code, out, err = program.run("run", TASK, "--approve", "all", "--context", str(notes))
    assert (code, err) == (0, "")
    assert out.startswith("Task ")
    assert out.endswith("The task is done.\n")
    assert "Step 1: running\n" in out
    assert program.run("doctor")[0] == 0
    assert program.run("search", "market")[1].startswith(("task ", "work ", "message "))
