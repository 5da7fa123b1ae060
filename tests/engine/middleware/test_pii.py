"""Personal data is kept from models, or out of answers (L89-L94, L100, T34; S37, F28): over the real engine, with a scripted model."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from autogen_core.tools import FunctionTool

from tests.engine.middleware.harness import Bench, Result, call
from workspace_app.domain import pii as pii_rules
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.status import Status
from workspace_app.engine.middleware import registry
from workspace_app.engine.middleware.base import MiddlewareError
from workspace_app.engine.middleware.pii import PII, PIIDetectionError, pii
from workspace_app.store.database import STORE_FILE

MAIL = "john.doe@mail.example.com"
CARD = "4532-0151-1283-0366"


def sent(result: Result, number: int = -1) -> list[str]:
    """What the model read in one of its requests."""
    return [str(message.get("content") or message.get("tool_calls")) for message in result.requests[number]["messages"]]


def mail_tool(bench: Bench, gives: str = "sent") -> list[str]:
    """Gives the assistant a tool mail(to); the addresses that it was called with."""
    called: list[str] = []

    async def mail(to: str) -> str:
        called.append(to)
        return gives

    bench.tools = [FunctionTool(mail, "Send a mail.", name="mail")]
    return called


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"type": "email"}, "[REDACTED_EMAIL]"),
        ({"type": "email", "strategy": "mask"}, "john.doe@****.com"),
        ({"type": "email", "strategy": "hash"}, "<email_hash:a71a13f9>"),
        ({"type": "staff", "detector": "john[.]doe"}, "[REDACTED_STAFF]@mail.example.com"),
    ],
)
async def test_l89_the_model_gets_the_changed_text_and_the_store_keeps_what_was_said(
    bench: Bench, settings: dict[str, Any], expected: str
) -> None:
    result = await bench.run(["done"], [("PII", settings)], f"write to {MAIL}")
    assert f"write to {expected}" in sent(result)[-1]
    assert MAIL not in str(result.requests)
    assert MAIL in result.stored[0].text
    (told,) = [item for item in result.stored if item.data.get("event") == "redacted"]
    assert (told.data["type"], told.data["count"]) == (settings["type"], 1)
    assert MAIL not in told.text + str(told.data)


async def test_l89_an_unknown_kind_without_a_detector_is_refused_with_its_plan(bench: Bench) -> None:
    with pytest.raises(WorkspaceError, match="unknown PII type: name; give a detector"):
        await bench.run([], [("PII", {"type": "name"})])


async def test_l89_a_detector_that_comes_to_no_end_ends_the_step_and_nothing_is_sent(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pii_rules, "_DETECTOR_SECONDS", 0.1)
    result = await bench.run(["done"], [("PII", {"type": "staff", "detector": "(a|b|ab)*c"})], "ab" * 5000)
    assert (result.requests, result.status) == ([], Status.ERROR)
    assert "The detector of staff" in result.stored[-1].text


async def test_l93_several_kinds_are_several_instances_in_order(bench: Bench) -> None:
    listed = [("PII", {"type": "email", "strategy": "mask"}), ("PII", {"type": "credit_card"})]
    result = await bench.run(["done"], listed, f"{MAIL} {CARD}")
    assert "john.doe@****.com [REDACTED_CREDIT_CARD]" in sent(result)[-1]
    assert [name for name, _ in result.events] == ["PII[email]", "PII[credit_card]"]


def test_l93_two_of_one_kind_are_refused() -> None:
    with pytest.raises(MiddlewareError, match=r"PII\[email\]"):
        registry.build([{"type": "PII", "settings": {"type": "email"}}] * 2)


async def test_l93_a_function_of_the_project_s_own_finds_what_it_likes(bench: Bench) -> None:
    @pii
    def badge(text: str) -> Sequence[dict[str, Any]]:
        """Finds badges."""
        return [{"start": text.index("B-7"), "end": text.index("B-7") + 3, "value": "B-7"}] if "B-7" in text else []

    result = await bench.run(["done"], [badge], "I am B-7.")
    assert "I am [REDACTED_BADGE]." in sent(result)[-1]
    assert ("PII[badge]", "redacted") in result.events


async def test_l92_s37_only_the_newest_message_is_changed_unless_the_whole_conversation_is(bench: Bench) -> None:
    """L92. The reference's way first; the whole history is the default, because each call is sent from what is stored."""
    newest = ("PII", {"type": "email", "whole_history": False})
    await bench.run(["one"], [newest], "first a@b.org")
    result = await bench.say(["two"], "second c@d.org")
    whole = "\n".join(sent(result))
    assert "first a@b.org" in whole
    assert "second [REDACTED_EMAIL]" in whole


async def test_s37_the_whole_conversation_is_changed_and_told_of_once(bench: Bench) -> None:
    await bench.run(["one"], [("PII", {"type": "email"})], "first a@b.org")
    result = await bench.say([call("a", x=1), "two"], "second c@d.org")
    assert "@" not in "\n".join(sent(result))
    told = [item.data["count"] for item in result.stored if item.data.get("event") == "redacted"]
    assert told == [1, 1]


async def test_s37_only_tool_results_after_the_last_answer_are_changed(bench: Bench) -> None:
    """L92."""
    mail_tool(bench, gives="from a@b.org")
    newest = {"type": "email", "apply_to_input": False, "apply_to_tool_results": True, "whole_history": False}
    result = await bench.run([call("mail", to="x"), call("mail", to="y"), "done"], [("PII", newest)])
    results = [text for text in sent(result) if text.startswith("from")]
    assert results == ["from a@b.org", "from [REDACTED_EMAIL]"]
    assert [line for line in result.messages if line.startswith("T#")] == ["T#1 from a@b.org", "T#2 from a@b.org"]


async def test_s37_results_of_the_whole_conversation_are_changed_by_default(bench: Bench) -> None:
    mail_tool(bench, gives="from a@b.org")
    settings = {"type": "email", "apply_to_input": False, "apply_to_tool_results": True}
    result = await bench.run([call("mail", to="x"), call("mail", to="y"), "done"], [("PII", settings)])
    assert [text for text in sent(result) if text.startswith("from")] == ["from [REDACTED_EMAIL]"] * 2


async def test_s37_output_is_changed_before_it_is_stored_and_its_calls_are_kept(bench: Bench) -> None:
    """L92: nothing of it is seen while it comes in, either."""
    seen: list[str] = []
    bench.driver.desk.events.subscribe(lambda event: seen.append(event.text or "") if event.kind == "delta" else None)
    called = mail_tool(bench)
    reply = {"text": f"I write to {MAIL}", "tools": [("mail", {"to": MAIL})]}
    result = await bench.run([reply, f"wrote to {MAIL}"], [("PII", {"type": "email", "apply_to_output": True})])
    assert called == [MAIL]
    assert result.messages[-1] == "AI wrote to [REDACTED_EMAIL]"
    assert [item.text for item in result.stored if item.kind == "thought"] == ["I write to [REDACTED_EMAIL]"]
    assert seen == []


async def test_s37_block_ends_the_step_before_the_model_is_asked(bench: Bench) -> None:
    """L91."""
    result = await bench.run([], [("PII", {"type": "email", "strategy": "block"})], f"write to {MAIL}")
    assert result.status == "error"
    assert "Detected 1 instance of email" in result.cause
    assert result.requests == []
    assert ("PII[email]", "blocked") in result.events
    assert all(MAIL not in item.text + str(item.data) for item in result.stored[1:])
    assert PIIDetectionError("email", [], "it").type == "email"


async def test_s37_block_keeps_an_answer_out_of_the_store(bench: Bench) -> None:
    settings = {"type": "email", "strategy": "block", "apply_to_output": True}
    result = await bench.run([f"it is {MAIL}"], [("PII", settings)])
    assert result.status == "error"
    assert all(MAIL not in item.text + str(item.data) for item in result.stored)


async def test_t34_an_address_goes_out_as_a_stand_in_and_comes_back_real(bench: Bench) -> None:
    stand_in = "email-a71a13f9@stand-in.invalid"
    called = mail_tool(bench, gives=f"sent to {MAIL}")
    reply = {"text": f"To {stand_in}", "tools": [("mail", {"to": stand_in})]}
    result = await bench.run(
        [reply, f"Wrote to {stand_in}."], [("PII", {"type": "email", "strategy": "stand_in"})], f"write to {MAIL}"
    )
    assert called == [MAIL]
    assert MAIL not in str(result.requests)
    assert f"sent to {stand_in}" in sent(result)
    assert stand_in in str(result.requests[-1]["messages"][-2]["tool_calls"])
    assert result.messages[1:] == [f"AI mail({MAIL})#1", f"T#1 sent to {MAIL}", f"AI Wrote to {MAIL}."]


async def test_t34_in_a_dry_run_the_real_address_stays_here_too(bench: Bench) -> None:
    stand_in = "email-a71a13f9@stand-in.invalid"
    called = mail_tool(bench)
    listed = [("PII", {"type": "email", "strategy": "stand_in"}), "ToolEmulator"]
    result = await bench.run([call("mail", to=stand_in), "sent", "done"], listed, f"write to {MAIL}")
    assert called == []
    assert MAIL not in str(result.requests)
    assert stand_in in sent(result, 1)[0]


def in_store(home: Path, text: str) -> set[str]:
    """The tables of the store that hold a text."""
    found = set()
    connection = sqlite3.connect(home / STORE_FILE)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")]
    for table in tables:
        if any(text in str(value) for row in connection.execute(f'SELECT * FROM "{table}"') for value in row):
            found.add(table)
    connection.close()
    return found


async def exported(bench: Bench) -> str:
    """The task's conversation as its folder keeps it."""
    folder = bench.driver.project_folder(bench.task)
    await bench.driver.sound(folder)
    return "".join(
        file.read_text(encoding="utf-8") for file in folder.glob("tasks/**/conversations/**/*") if file.is_file()
    )


@pytest.mark.parametrize("redacted", [False, True])
async def test_l94_a_project_keeps_what_was_said_or_what_was_sent(bench: Bench, tmp_path: Path, redacted: bool) -> None:
    """F28."""
    desk = bench.driver.desk
    project = (await desk.new_project("My tasks"))["id"]
    await desk.set_project_privacy(project, redacted)
    mail_tool(bench, gives=f"from {CARD}")
    listed = [("PII", {"type": "email"}), ("PII", {"type": "credit_card", "apply_to_tool_results": True})]
    await bench.run([call("mail", to="x"), "one"], listed, "first")
    result = await bench.say(["two"], f"second {MAIL}")
    await bench.restart()  # the record is written
    assert MAIL not in str(result.requests)
    assert CARD not in str(result.requests)
    kept = {"[REDACTED_EMAIL]", "[REDACTED_CREDIT_CARD]"} if redacted else {MAIL, CARD}
    other = {MAIL, CARD} if redacted else set[str]()
    record = await exported(bench)
    for text in kept:
        assert text in record
        assert in_store(tmp_path / "home", text) & {"messages", "tool_calls"}
    for text in other:
        assert text not in record
        assert in_store(tmp_path / "home", text) == set()


async def test_l94_a_blocked_text_is_kept_as_kind_and_place_and_still_blocks(bench: Bench) -> None:
    """F28."""
    project = (await bench.driver.desk.new_project("My tasks"))["id"]
    await bench.driver.desk.set_project_privacy(project, True)
    await bench.run(["one"], [("PII", {"type": "email", "strategy": "block"})], "first")
    result = await bench.say([], f"my address is {MAIL}")
    assert result.messages[-1] == "H [BLOCKED_EMAIL at 14-39]"
    assert result.status == "error"
    assert len(result.requests) == 1


def test_the_own_name_tells_the_kind() -> None:
    assert PII(PII.Settings(type="ip")).name == "PII[ip]"
