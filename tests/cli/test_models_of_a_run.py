"""Which models the commands ask for in one run (L25)."""

from tests.cli.filled import Filled
from tests.cli.test_reads import Cli, Read, cli, filled, home, read

__all__ = ["cli", "filled", "home", "read"]


def test_l25_each_slot_may_be_stood_in_for(read: Read, filled: Filled) -> None:
    models = ("--model", "writer=strong", "--model", "planner=openai:gpt-5-mini", "--model", "rest")
    asked = read("rerun", filled.task, "1", *models)
    assert asked["models"] == {"writer": "strong", "planner": "openai:gpt-5-mini"}
    assert asked["model"] == "rest"
    asked = read("rerun", filled.task, "1")
    assert (asked["model"], asked["models"]) == (None, None)


def test_l25_two_models_for_the_same_assistants_are_refused(cli: Cli, filled: Filled) -> None:
    code, _, err = cli("rerun", filled.task, "1", "--model", "a", "--model", "b")
    assert (code, err) == (1, "Several models are given for one run (a, b): write SLOT=OTHER to say where.\n")
