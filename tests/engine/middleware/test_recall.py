"""What was said before is found again, on this machine, and what was added is there to be seen (T35)."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from tests.engine.middleware.harness import Bench
from workspace_app.store.related import passage, words_of

SAID = "The bridge near Wetterau opens on Tuesday; ask ada@example.org."
ASKED = "Write about the bridge near Wetterau"


def sent(request: dict[str, object]) -> str:
    return json.dumps(request["messages"], ensure_ascii=False)


async def test_t35_related_messages_of_earlier_conversations_are_added_and_seen(bench: Bench) -> None:
    await bench.run([SAID], text="When does it open?")
    await bench.run(["Cats sleep sixteen hours."], text="How long do cats sleep?")
    result = await bench.run(["Done."], ["Recall"], text=ASKED)
    assert "opens on Tuesday" in sent(result.requests[-1])
    assert "sixteen" not in sent(result.requests[-1])
    assert result.events == [("Recall", "recalled")]
    told, added = [item for item in result.stored if item.kind == "notice"]
    assert told.text == "Messages added from earlier conversations: 1, of “Test”."
    (about,) = told.data["found"]
    assert bench.driver.ask.message(about["message"]).text == SAID
    assert SAID in added.text
    assert f"[“Test”, bot, {datetime.now(UTC):%Y-%m-%d}]" in added.text
    assert added.data["to"] == "bot"
    again = await bench.say(["Yes."], "And once more about the bridge near Wetterau")
    assert len([item for item in again.stored if item.data.get("event") == "recalled"]) == 1, "each is added once"
    other = await bench.run(["Fine."], [("Recall", {"where": "task"})], text=ASKED)
    assert other.events == []


@pytest.mark.parametrize("first", ["Recall", "PII"])
async def test_t35_what_is_added_goes_through_the_other_middleware_whatever_the_order(bench: Bench, first: str) -> None:
    await bench.run([SAID], text="When does it open?")
    listed = ["Recall", ("PII", {"type": "email"})]
    result = await bench.run(["Done."], listed if first == "Recall" else listed[::-1], text=ASKED)
    assert "opens on Tuesday" in sent(result.requests[-1])
    assert "ada@example.org" not in sent(result.requests[-1])


async def test_t35_the_trash_and_other_projects_are_not_looked_into(bench: Bench) -> None:
    await bench.run([SAID], text="When does it open?")
    await bench.driver.desk.delete_task(bench.task)
    result = await bench.run(["Done."], ["Recall"], text=ASKED)
    assert result.events == []


def test_words_of_languages_with_and_without_spaces() -> None:
    assert words_of("The Straße, v2 of 3_000: it's") == ["the", "strasse", "v2", "3_000"]
    assert words_of("繁體中文 ok") == ["繁體", "體中", "中文"]


def test_a_passage_is_cut_around_what_is_shared() -> None:
    text = "x " * 500 + "needle" + " y" * 500
    cut = passage(text, "a needle here", 100)
    assert "needle" in cut
    assert (cut.startswith("… "), cut.endswith(" …"), len(cut)) == (True, True, 104)
    assert passage("short", "a", 100) == "short"
