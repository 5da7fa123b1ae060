"""Two states of a record's file become one that has every row of both, and of each row the later state."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from workspace_app.engine.record.join import join

STEP = "tasks/t/step_1/step.json"
LINES = "tasks/t/step_1/conversations/conversation_1/messages_000001.jsonl"

rows = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 9), max_size=6)


def document(changed: int, works: dict[str, int], **more: Any) -> bytes:
    listed = [{"id": id_, "updated_at": f"2026-01-0{when}", "title": f"{id_}{when}"} for id_, when in works.items()]
    return json.dumps({"id": "s", "updated_at": f"2026-01-0{changed}", **more, "works": listed}).encode()


@given(st.integers(0, 9), rows, st.integers(0, 9), rows)
def test_every_row_of_both_is_there_in_its_later_state(
    first: int, ours: dict[str, int], other: int, theirs: dict[str, int]
) -> None:
    made = join(STEP, None, document(first, ours, colour="green"), document(other, theirs))
    assert made is not None
    found = json.loads(made)
    assert found["updated_at"] == f"2026-01-0{max(first, other)}"
    later = {id_: max(ours.get(id_, 0), theirs.get(id_, 0)) for id_ in ours.keys() | theirs.keys()}
    assert {row["id"]: row["title"] for row in found["works"]} == {id_: f"{id_}{when}" for id_, when in later.items()}
    assert join(STEP, None, made, document(other, theirs)) == made


@given(st.sets(st.integers(1, 20)), st.sets(st.integers(1, 20)))
def test_every_line_of_both_is_there_once_and_in_order(ours: set[int], theirs: set[int]) -> None:
    def lines(numbers: set[int]) -> bytes:
        return b"".join(json.dumps({"id": f"m{n}", "seq": n}).encode() + b"\n" for n in sorted(numbers))

    made = join(LINES, b"", lines(ours), lines(theirs))
    assert made == lines(ours | theirs)


def test_what_is_not_the_same_thing_is_not_joined() -> None:
    assert join(STEP, None, document(1, {}), json.dumps({"id": "other"}).encode()) is None
    assert join(STEP, None, b"{", document(1, {})) is None
    assert join("tasks/t/note.md", b"", b"1", b"2") is None
    assert join("elsewhere/step.json", b"", b"{}", b"{}") is None
    line = b'{"id": "a", "seq": 1}\n'
    assert join(LINES, None, line, line) is None
    assert join(LINES, b"", line, b'{"id": "b", "seq": 1}\n') is None


def test_what_is_written_anew_anyway_stays_as_it_is() -> None:
    assert join("tasks/t/plan.json", b"", b"1", b"2") == b"1"
    assert join(LINES.replace(".jsonl", ".md"), None, b"1", b"2") == b"1"
