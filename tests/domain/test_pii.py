"""How personal data is found, and what is put in its place (L89-L93)."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from workspace_app.domain.pii import TYPES, Rule, rules_of, within_json


def found(type_: str, text: str, **more: str) -> list[str]:
    return [match.text for match in Rule(type_, **more).find(text)]


@pytest.mark.parametrize(
    ("type_", "text", "expected"),
    [
        ("credit_card", "4532-0151-1283-0366 or 4532-0151-1283-0367", ["4532-0151-1283-0366"]),
        ("credit_card", "4532015112830366, 3782 822463 10005", ["4532015112830366", "3782 822463 10005"]),
        ("credit_card", "4532 0151 1283 0366 12/28", ["4532 0151 1283 0366"]),
        ("credit_card", "order 123456789012, part 4532015112830366000000", []),
        ("ip", "999.1.1.1 is none, 192.168.1.100 is, and 10.0.0.1.", ["192.168.1.100", "10.0.0.1"]),
        ("ip", "version 1.2.3.4.5, fe80::1", []),
        ("url", "example.com in prose is none, nor is 1.5/2 or and/or", []),
        (
            "url",
            "https://a.org/x(1). http://b.org, www.c.org/y; d.org/z",
            ["https://a.org/x(1)", "http://b.org", "www.c.org/y", "d.org/z"],
        ),
        ("url", "請看https://a.org/x。謝謝 (http://b.org)", ["https://a.org/x", "http://b.org"]),
        ("email", "請寄john.doe@mail.example.com給我, a@b, x@y.org.", ["john.doe@mail.example.com", "x@y.org"]),
        ("mac_address", "MAC:00:1A:2B:3C:4D:5E: 00-1a-2b-3c-4d-5e", ["00:1A:2B:3C:4D:5E", "00-1a-2b-3c-4d-5e"]),
        ("mac_address", "00:1A:2B:3C:4D and 00:1A:2B:3C:4D:5E:6F:70", []),
    ],
)
def test_l90_only_real_ones_are_found(type_: str, text: str, expected: list[str]) -> None:
    assert found(type_, text) == expected


@pytest.mark.parametrize(
    ("type_", "strategy", "text", "expected"),
    [
        ("email", "redact", "to john.doe@mail.example.com!", "to [REDACTED_EMAIL]!"),
        ("credit_card", "redact", "4532015112830366", "[REDACTED_CREDIT_CARD]"),
        ("mac_address", "redact", "00:1A:2B:3C:4D:5E", "[REDACTED_MAC_ADDRESS]"),
        ("email", "mask", "john.doe@mail.example.com", "john.doe@****.com"),
        ("credit_card", "mask", "4532-0151-1283-0366", "****-****-****-0366"),
        ("credit_card", "mask", "4532015112830366", "************0366"),
        ("ip", "mask", "192.168.1.100", "*.*.*.100"),
        ("mac_address", "mask", "00:1A:2B:3C:4D:5E", "**:**:**:**:**:5E"),
        ("url", "mask", "see https://a.org/x", "see [MASKED_URL]"),
        ("email", "hash", "john.doe@mail.example.com", "<email_hash:a71a13f9>"),
        ("ip", "hash", "192.168.1.100", "<ip_hash:2a39f1ee>"),
        ("credit_card", "hash", "4532015112830366", "<credit_card_hash:9b089351>"),
        ("email", "stand_in", "john.doe@mail.example.com", "email-a71a13f9@stand-in.invalid"),
        ("email", "block", "say a@b.org twice a@b.org", "[BLOCKED_EMAIL at 4-11] [BLOCKED_EMAIL at 18-25]"),
    ],
)
def test_l91_what_stands_in_its_place(type_: str, strategy: str, text: str, expected: str) -> None:
    assert Rule(type_, strategy).clean(text) == expected  # type: ignore[arg-type]


def test_l91_a_custom_kind_shows_its_last_four_characters() -> None:
    rule = Rule("badge", "mask", detector="[a-z]{3}[0-9]{3}|[0-9]{4}")
    assert rule.clean("abc123, 4711") == "****c123, ****"
    assert Rule("badge", "redact", detector="[a-z]{3}[0-9]{3}").clean("abc123") == "[REDACTED_BADGE]"


@pytest.mark.parametrize("key", ["text", "value"])
def test_l93_a_function_gives_places_with_text_or_value(key: str) -> None:
    rule = Rule("name", "hash", function=lambda text: [{"start": 3, "end": 6, key: "Bob"}, {"start": 4, "end": 5}])
    assert rule.clean("hi Bob!") == "hi <name_hash:cd9fb1e1>!"


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"type": "name"}, "unknown PII type: name"),
        ({"type": "name", "detector": "["}, "no regular expression"),
        ({"type": "email", "strategy": "hide"}, "unknown strategy"),
    ],
)
def test_l89_what_cannot_be_found_is_a_value_error(settings: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Rule(**settings)  # type: ignore[arg-type]


def test_rules_are_read_from_a_team() -> None:
    def entry(**settings: object) -> dict[str, object]:
        return {"type": "PII", "settings": {"whole_history": False, **settings}}

    listed = [entry(type="email"), {**entry(type="ip"), "on": False}, {"type": "TodoList"}, entry(type="unknown")]
    team = {"assistants": [{"name": "a"}, {"name": "b", "middleware": listed}]}
    assert rules_of(team) == [Rule("email")]
    assert rules_of(None) == []


texts = some.text(alphabet="a@.b1 -:/49%")


@given(texts, some.sampled_from(TYPES), some.sampled_from(["redact", "mask", "hash", "stand_in"]))
def test_matches_are_in_order_and_what_is_left_is_untouched(text: str, type_: str, strategy: str) -> None:
    rule = Rule(type_, strategy)  # type: ignore[arg-type]
    matches = rule.find(text)
    assert all(text[match.start : match.end] == match.text for match in matches)
    assert all(one.end <= other.start for one, other in pairwise(matches))
    kept = [
        text[begin:end]
        for begin, end in zip([0, *(m.end for m in matches)], [*(m.start for m in matches), None], strict=True)
    ]
    cleaned = rule.clean(text)
    assert cleaned.startswith(kept[0])
    assert cleaned.endswith(kept[-1])


@given(texts)
def test_what_was_cleaned_once_stays(text: str) -> None:
    rule = Rule("email", "stand_in")
    assert rule.clean(rule.clean(f"x@y.org {text}")) == rule.clean(f"x@y.org {text}")


@pytest.mark.parametrize("strategy", ["redact", "hash", "block", "stand_in"])
@pytest.mark.parametrize("type_", ["email", "ip"])
def test_l94_what_stands_in_its_place_is_found_again(type_: str, strategy: str) -> None:
    rule = Rule(type_, strategy)  # type: ignore[arg-type]
    text = rule.clean("From ann@example.org at 10.0.0.7, to you.")
    (found,) = rule.stand_ins(text)
    assert found.text == text[found.start : found.end]
    assert type_ in found.text.lower()
    assert rule.stand_ins("From ann@example.org at 10.0.0.7, [NOTE] for you.") == []


def test_l94_a_masked_value_looks_like_any_other() -> None:
    rule = Rule("email", "mask")
    assert rule.stand_ins(rule.clean("ann@example.org")) == []


def test_texts_within_arguments_are_changed_and_they_stay_json() -> None:
    arguments = json.dumps({"to": "\na@b.org", "n": 1, "more": ["x@y.org"], "a@b.org": None})
    changed = json.loads(within_json(arguments, Rule("email").clean))
    assert changed == {"to": "\n[REDACTED_EMAIL]", "n": 1, "more": ["[REDACTED_EMAIL]"], "a@b.org": None}
    assert within_json("{broken a@b.org", Rule("email").clean) == "{broken [REDACTED_EMAIL]"


def test_l90_a_long_row_of_numbers_is_looked_through_once() -> None:
    card = "4111 1111 1111 1111"
    assert [found.text for found in Rule("credit_card").find("12 " * 20_000 + f"; {card}")] == [card]
