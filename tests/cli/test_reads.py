"""Commands that read, and what is found by what a person types; over the real socket and store."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.cli.filled import Filled, fill
from tests.desk.small_desk import SmallDesk
from workspace_app.cli import main
from workspace_app.desk.host import hosted

Cli = Callable[..., tuple[int, str, str]]
Read = Callable[..., Any]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def filled(home: Path) -> Iterator[Filled]:
    filled = fill(home)
    with hosted(home, SmallDesk.open):
        yield filled


@pytest.fixture
def cli(filled: Filled, home: Path, capfd: pytest.CaptureFixture[str]) -> Cli:
    def run(*words: str) -> tuple[int, str, str]:
        code = main(["--home", str(home), *words])
        out, err = capfd.readouterr()
        return code, out, err

    return run


@pytest.fixture
def read(cli: Cli) -> Read:
    def run(*words: str) -> Any:
        code, out, err = cli(*words, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return run


def test_a_task_has_the_keys_that_scripts_rely_on(read: Read, filled: Filled, home: Path) -> None:
    task = read("show", filled.task)
    works = task["steps"][1].pop("works")
    conversations = task["steps"][1].pop("conversations")
    keys = ("id", "title", "status", "project", "path", "origin")
    assert {key: task[key] for key in keys} == {
        "id": filled.task,
        "title": "市場 note",
        "status": "waiting",
        "project": filled.project,
        "path": str(home / "notes" / "market"),
        "origin": {"task": "t0", "step": 2, "conversation": "c0", "seq": 4},
    }
    assert [step["n"] for step in task["steps"]] == [0, 1]
    assert task["steps"][0]["step_task"] == "Write it"
    assert task["steps"][1] == {
        "n": 1,
        "id": "s1",
        "title": "Collect",
        "step_task": "Collect all",
        "kind": "agent",
        "status": "waiting",
        "error": "",
    }
    assert conversations == [{"id": filled.conversation, "n": 1, "status": "waiting"}]
    assert {key: works[0][key] for key in ("path", "commit", "author", "approved", "stale")} == {
        "path": str(home / "notes" / "market/step_1/works/a.md"),
        "commit": "a" * 40,
        "author": "writer",
        "approved": True,
        "stale": False,
    }


def test_lists_hold_the_same_shapes(read: Read, filled: Filled) -> None:
    assert read("show", filled.task) in read("tasks")
    assert [task["id"] for task in read("tasks", "--project", "Notes")] == [filled.task]
    assert [(project["title"], project["tasks"]) for project in read("projects")] == [("Other", 2), ("Notes", 1)]
    assert (
        read("works", filled.task, "--step", "1")
        == read("works", filled.task)
        == read("show", filled.task)["steps"][1]["works"]
    )
    assert read("works", filled.task, "--step", "0") == []


def test_messages_are_as_stored_in_order(read: Read, filled: Filled) -> None:
    messages = read("messages", filled.conversation)
    assert [message["seq"] for message in messages] == [1, 2, 3]
    second = messages[1]
    assert datetime.fromisoformat(second.pop("created_at")).tzinfo is not None
    assert second == {
        "id": filled.request_message,
        "conversation": filled.conversation,
        "seq": 2,
        "source": "writer",
        "kind": "tool_call",
        "text": "search()",
        "usage": {"input": 7, "output": 2},
        "data": {"calls": []},
    }
    assert messages[0]["usage"] is None


@pytest.mark.parametrize("by_seq", [False, True])
def test_the_request_of_a_message(read: Read, filled: Filled, by_seq: bool) -> None:
    request = read("request", f"{filled.conversation[-8:]}:2" if by_seq else filled.request_message)
    assert request["messages"] == [{"role": "user", "content": "Collect all"}]
    assert (request["model"], request["tools"], request["options"]) == ("practice", [], {"temperature": 0})


def test_a_question_says_which_answers_it_takes(read: Read, filled: Filled) -> None:
    (question,) = read("inbox")
    assert datetime.fromisoformat(question["asked_at"]).tzinfo is not None
    keys = ("id", "task", "step", "conversation", "kind", "text", "answers")
    expected = [filled.question, filled.task, 1, filled.conversation, "review", "Is it good?", ["approve", "changes"]]
    assert [question[key] for key in keys] == expected


def test_search_finds_in_all_or_one_project(read: Read, filled: Filled) -> None:
    assert [hit["kind"] for hit in read("search", "100 %")] == ["message"]
    assert [hit["id"] for hit in read("search", "市場")] == [filled.task]
    assert read("search", "市場", "--project", "Other") == []


def test_things_are_found_by_title_or_part_of_an_id(read: Read, filled: Filled, home: Path) -> None:
    for given in (filled.task, filled.task[-8:], filled.task[:-2], "市場 note"):
        assert read("show", given)["id"] == filled.task
    for given in ("Notes", str(home / "notes"), filled.project[-8:]):
        assert [task["id"] for task in read("tasks", "--project", given)] == [filled.task]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["show", "nothing"], "There is no task 'nothing'.\n"),
        (["show", ""], "There is no task ''.\n"),
        (["show", "%"], "There is no task '%'.\n"),
        (["show", "0"], "'0' fits more than one task: give more of its id.\n"),
        (["messages", "zzz"], "There is no conversation 'zzz'.\n"),
        (["request", "here:x"], "'here:x' names no message: write CONVERSATION:SEQ, such as 1f2e3d4c:5.\n"),
        (["works", "市場 note", "--step", "7"], "The task '市場 note' has no step 7.\n"),
        (["rerun", "市場 note", "s9"], "The task '市場 note' has no step s9.\n"),
        (["rerun", "市場 note", "1", "--from", "a.md"], "'a.md' names no version: write PATH@VERSION"),
        (["rerun", "市場 note", "1", "--from", "a.md@1"], "There is no work a.md in this project.\n"),
        (["rerun", "市場 note", "1", "--from", "step_1/works/a.md@2"], "market/step_1/works/a.md has no version 2.\n"),
        (["rerun", "市場 note", "1", "--prompt", "/no/such/file"], "The file /no/such/file cannot be read as text"),
        (["answer", "zzz", "--approve"], "There is no question 'zzz'.\n"),
        (["export", "市場 note", "file"], "The command 'export' is not available yet.\n"),
    ],
)
def test_an_error_is_one_sentence(cli: Cli, words: list[str], sentence: str) -> None:
    code, out, err = cli(*words)
    assert (code, out) == (1, "")
    assert err.startswith(sentence)
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "path", ["step_1/works/a.md", "market/step_1/works/a.md", "{home}/notes/market/step_1/works/a.md"]
)
@pytest.mark.parametrize("version", ["1", "aaaa"])
def test_a_version_is_found_by_path_and_number_or_commit(
    read: Read, filled: Filled, home: Path, path: str, version: str
) -> None:
    asked = read("rerun", filled.task, "s1", "--from", f"{path.format(home=home)}@{version}", "--model", "m")
    asked_for = {"task": filled.task, "step": 1, "prompt": None, "start_from": "v1", "model": "m", "models": None}
    assert asked == asked_for


def test_titles_that_several_have_name_the_ids(cli: Cli) -> None:
    code, _, err = cli("show", "Twin")
    assert code == 1
    assert err.startswith("Several tasks are called 'Twin': give one of their ids (")


def test_a_message_without_a_model_has_no_request(cli: Cli, filled: Filled) -> None:
    assert cli("request", f"{filled.conversation}:1")[2].startswith("No model was asked for this message")
    assert cli("request", f"{filled.conversation}:9")[2] == f"There is no message '{filled.conversation}:9'.\n"


def test_debug_adds_the_traceback(cli: Cli) -> None:
    code, _, err = cli("show", "nothing", "--debug")
    assert code == 1
    assert "Traceback" in err
    assert err.endswith("There is no task 'nothing'.\n")


def test_people_get_text(cli: Cli, filled: Filled, home: Path) -> None:
    assert cli("tasks", "--project", "Notes")[1].split() == [
        *(filled.task[-8:], "waiting", "市場", "note", "0/1", "steps", "you", "to", "review")
    ]
    show = cli("show", "市場 note")[1]
    assert "1. Collect (agent): waiting\n   conversation 1  " in show
    assert f"work {home / 'notes/market/step_1/works/a.md'}  version 1 by writer (approved)\n" in show
    assert f"workspace-app answer {filled.question[-8:]} --approve | --changes TEXT\n" in cli("inbox")[1]
    assert "task:\n      Collect all\n      of it\n" in cli("messages", filled.conversation)[1]
    assert "writer (tool call):\n      search()\n" in cli("messages", filled.conversation)[1]
    assert cli("works", "市場 note", "--step", "0")[1] == "There are no works yet.\n"


@pytest.mark.parametrize(
    "words",
    [
        ["fly"],
        ["run"],
        ["run", "a", "--approve", "some"],
        ["answer", "q"],
        ["answer", "q", "--approve", "--text", "a"],
        ["continue", "c"],
        ["continue", "c", "--at", "x"],
        ["models", "add", "a"],
        ["models", "add", "a", "--provider", "other", "--model", "m"],
        ["show"],
        ["tasks", "--proj", "P"],
    ],
)
def test_wrong_usage_is_exit_code_2(home: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--home", str(home), *words])
    assert ended.value.code == 2
    assert "usage: workspace-app" in capsys.readouterr().err
    assert not home.exists()
