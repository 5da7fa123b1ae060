"""Personal data in texts: how it is found, and what is put in its place (L89-L94)."""

import hashlib
import ipaddress
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from workspace_app.domain.errors import WorkspaceError

Strategy = Literal["redact", "mask", "hash", "block", "stand_in"]
STRATEGIES: Final = get_args(Strategy)
Detector = Callable[[str], Iterable[Mapping[str, Any]]]
"""Gives {"start", "end", "text" or "value"} for each place, in characters from the beginning (L93)."""

MIDDLEWARE: Final = "PII"
"""The type of the middleware in plans whose settings are a rule."""
_STAND_IN_HOST: Final = "stand-in.invalid"
_DETECTOR_SECONDS: Final = 2.0


class SlowDetector(WorkspaceError):
    """A detector's regular expression does not come to an end; what it was to look through is neither sent nor kept."""


@dataclass(frozen=True)
class Match:
    """A place in a text, in characters."""

    start: int
    end: int
    text: str


def _emails(text: str) -> Iterable[Match]:
    local = r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+"
    return _all(rf"{local}@(?!{re.escape(_STAND_IN_HOST)})(?:[A-Za-z0-9-]+\.)+[A-Za-z]{{2,}}(?![A-Za-z0-9])", text)


def _cards(text: str) -> Iterable[Match]:
    """13 to 19 digits that pass the Luhn check, in one block or in groups (L90)."""
    for run in _all(r"(?<!\d)\d+(?:[ -]\d+)*", text):
        groups = list(re.finditer(r"\d+", run.text))
        first = 0
        while first < len(groups):
            # A card has 19 digits at most: a long row of numbers is not tried whole, over and over.
            ends = range(first, min(first + 19, len(groups)))
            last = next((end for end in ends if _is_card(groups[first : end + 1])), None)
            if last is not None:
                begin, end = groups[first].start(), groups[last].end()
                yield Match(run.start + begin, run.start + end, run.text[begin:end])
            first = first + 1 if last is None else last + 1


def _is_card(groups: Sequence[re.Match[str]]) -> bool:
    lengths = [len(group[0]) for group in groups]
    shaped = len(groups) == 1 or (lengths[0] == 4 and all(4 <= length <= 6 for length in lengths[1:-1]))
    return shaped and 13 <= sum(lengths) <= 19 and _luhn("".join(group[0] for group in groups))


def _luhn(digits: str) -> bool:
    doubled = (int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits)))
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def _addresses(text: str) -> Iterable[Match]:
    """IPv4 addresses."""
    for found in _all(r"(?<!\d)(?<!\d\.)\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)", text):
        try:
            ipaddress.IPv4Address(found.text)
        except ValueError:
            continue
        yield found


def _macs(text: str) -> Iterable[Match]:
    pair = "[0-9A-Fa-f]{2}"
    alone = rf"(?<![0-9A-Fa-f])(?<![:-]{pair}[:-])"
    return _all(rf"{alone}{pair}(?:[:-]{pair}){{5}}(?![0-9A-Fa-f]|[:-][0-9A-Fa-f])", text)


def _urls(text: str) -> Iterable[Match]:
    """Addresses of the web; without http(s):// only those with www. or a path, not a mere "example.com" (L90)."""
    rest = r"[^\s<>\"{}|\\^`\[\]\u3000-\u303f\uff00-\uffef]"
    host = r"(?<![A-Za-z0-9@.-])(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}(?::\d+)?"
    for found in _all(rf"https?://{rest}+|(?<![A-Za-z0-9@.-])www\.{rest}+|{host}/{rest}*", text):
        address = found.text.rstrip(".,;:!?'")
        if address.endswith(")") and "(" not in address:
            address = address[:-1]
        yield Match(found.start, found.start + len(address), address)


_BUILT_IN: Mapping[str, Callable[[str], Iterable[Match]]] = {
    "email": _emails,
    "credit_card": _cards,
    "ip": _addresses,
    "mac_address": _macs,
    "url": _urls,
}
TYPES: Final = tuple(_BUILT_IN)


@dataclass(frozen=True)
class Rule:
    """What is looked for, where, and what happens to it (L89).

    Args:
        type: one of TYPES, or a name of your own for what `detector` or `function` finds.
        detector: a regular expression; "" for the built-in way of finding `type`.
        function: finds it instead.

    Raises:
        ValueError: nothing is known by that type, or the regular expression is wrong.
        SlowDetector: from all that looks through a text.
    """

    type: str
    strategy: Strategy = "redact"
    detector: str = ""
    apply_to_input: bool = True
    apply_to_output: bool = False
    apply_to_tool_results: bool = False
    function: Detector | None = None

    def __post_init__(self) -> None:
        if self.strategy not in STRATEGIES:
            raise ValueError(f"unknown strategy: {self.strategy}; there are {', '.join(STRATEGIES)}")
        if self.function is None and not self.detector and self.type not in _BUILT_IN:
            raise ValueError(f"unknown PII type: {self.type}; give a detector for it, or use {', '.join(TYPES)}")
        if self.detector:
            import regex

            try:
                regex.compile(self.detector)
            except regex.error as error:
                raise ValueError(f"the detector of {self.type} is no regular expression: {error}") from error

    @property
    def everywhere(self) -> bool:
        """Whether it holds in all that is said and done: a stand-in must stand wherever the real value did."""
        return self.strategy == "stand_in"

    def find(self, text: str) -> list[Match]:
        """Where it is in a text, in order, without overlaps."""
        found: list[Match] = []
        for match in sorted(self._found(text), key=lambda match: (match.start, -match.end)):
            if match.end > match.start >= (found[-1].end if found else 0):
                found.append(match)
        return found

    def clean(self, text: str) -> str:
        """The text with something else in place of what is found; all of it if it is to be blocked (F28)."""
        found = self.find(text)
        if found and self.strategy == "block":
            return " ".join(f"{self.blocked} at {match.start}-{match.end}]" for match in found)
        for match in reversed(found):
            text = f"{text[: match.start]}{self.instead(match.text)}{text[match.end :]}"
        return text

    def instead(self, value: str) -> str:
        """What stands in place of a value (L91)."""
        digest = hashlib.sha256(value.encode(errors="surrogatepass")).hexdigest()[:8]
        if self.strategy == "hash":
            return f"<{self.type}_hash:{digest}>"
        if self.strategy == "mask":
            return _masked(self.type if self._is_built_in else "", value)
        if self.strategy == "stand_in":
            return f"{self.type}-{digest}" + (f"@{_STAND_IN_HOST}" if self.type == "email" else "")
        return f"[REDACTED_{self.type.upper()}]"

    def stand_ins(self, text: str) -> list[Match]:
        """Where something stands in a text in place of what was found; a masked value cannot be told from others."""
        name = re.escape(self.type)
        pattern = {
            "redact": rf"\[REDACTED_{re.escape(self.type.upper())}\]",
            "hash": rf"<{name}_hash:[0-9a-f]{{8}}>",
            "block": rf"{re.escape(self.blocked)} at \d+-\d+\]",
            "stand_in": rf"\b{name}-[0-9a-f]{{8}}(?![0-9a-f])(?:@{re.escape(_STAND_IN_HOST)})?",
        }.get(self.strategy)
        return list(_all(pattern, text)) if pattern else []

    @property
    def blocked(self) -> str:
        """How what is kept of a blocked text begins."""
        return f"[BLOCKED_{self.type.upper()}"

    @property
    def _is_built_in(self) -> bool:
        return self.function is None and not self.detector

    def _found(self, text: str) -> Iterable[Match]:
        if self.function is not None:
            for given in self.function(text):
                start, end = given["start"], given["end"]
                yield Match(start, end, str(given.get("text") or given.get("value") or text[start:end]))
        elif self.detector:
            yield from self._detected(text)
        else:
            yield from _BUILT_IN[self.type](text)

    def _detected(self, text: str) -> Iterable[Match]:
        import regex  # `re` has no limit of time, and a plan may bring any expression

        try:
            for found in regex.finditer(self.detector, text, timeout=_DETECTOR_SECONDS):
                yield Match(found.start(), found.end(), found[0])
        except TimeoutError:
            raise SlowDetector(
                f"The detector of {self.type} looked through one text for {_DETECTOR_SECONDS:g} s and came to no end: make its "
                "regular expression simpler."
            ) from None


def rules_of(team: Mapping[str, Any] | None) -> list[Rule]:
    """The rules of all assistants of a team, as in a plan's `team`, in order; an assistant whose rule is wrong cannot run.

    Rules by functions of a project's own are not among them: they are code, not data.
    """
    found: list[Rule] = []
    for member in (team or {}).get("assistants", ()):
        for entry in member.get("middleware", ()):
            if entry.get("type") == MIDDLEWARE and entry.get("on", True):
                settings = entry.get("settings") or {}
                try:
                    found.append(Rule(**{key: value for key, value in settings.items() if key in _SETTINGS}))
                except (TypeError, ValueError):
                    continue
    return found


_SETTINGS: Final = frozenset(
    ("type", "strategy", "detector", "apply_to_input", "apply_to_output", "apply_to_tool_results")
)


def _all(pattern: str, text: str) -> Iterable[Match]:
    return (Match(found.start(), found.end(), found[0]) for found in re.finditer(pattern, text))


def _masked(type_: str, value: str) -> str:
    if type_ == "email":
        return f"{value.partition('@')[0]}@****.{value.rpartition('.')[2]}"
    if type_ == "credit_card":
        return re.sub(r"\d", "*", value[:-4]) + value[-4:]
    if type_ == "ip":
        return f"*.*.*.{value.rpartition('.')[2]}"
    if type_ == "mac_address":
        return re.sub(r"[0-9A-Fa-f]", "*", value[:-2]) + value[-2:]
    if type_ == "url":
        return "[MASKED_URL]"
    return f"****{value[-4:]}" if len(value) > 4 else "****"


def within(value: Any, change: Callable[[str], str]) -> Any:
    """A JSON value with every text in it changed; keys stay."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {key: within(each, change) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [within(each, change) for each in value]
    return value


def within_json(text: str, change: Callable[[str], str]) -> str:
    """The same for JSON as a text, as in a tool call's arguments; what is no JSON is changed as it stands."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return change(text)
    return json.dumps(within(value, change), ensure_ascii=False)
