"""Dates as people write them in notes, in English and Chinese."""

from __future__ import annotations

import re
from typing import Final

_MONTH: Final = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
)
_YEAR: Final = r"(?:1[6-9]|20)\d\d"
DATE: Final = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR}\b)?"
    rf"|\b{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+{_YEAR}\b)?"
    rf"|\b{_YEAR}[-/.]\d{{1,2}}[-/.]\d{{1,2}}\b|\b\d{{1,2}}[./]\d{{1,2}}[./](?:\d\d)?\d\d\b"
    rf"|\b{_MONTH}\s+{_YEAR}\b"
    r"|(?:(?:民國|民国)?\s*\d{2,4}\s*年\s*)?\d{1,2}\s*月(?:\s*\d{1,2}\s*[日號号])?|\d{4}\s*年"
)
_IN_YEAR: Final = re.compile(rf"\b(?:(?:in|since|by|until|during|from)\s+)?(?P<year>{_YEAR})\b(?![\d.,%]*\d|\s?%)")
# Tells most sentences without a date apart in one quick look.
_MAY_HOLD_DATE: Final = re.compile(r"\d{4}|\d[./]\d|\d(?:st|nd|rd|th)? (?:of )?[A-Za-z]{3}|[A-Za-z]{3}\.? \d|月")
_LEADS: Final = re.compile(r"\b(?:on|in|by|since|until|at|from)\s*$|[,，]\s*$", re.IGNORECASE)
_TITLE_DATE: Final = re.compile(
    rf"(?:{DATE.pattern})|\b{_YEAR}\b|\bQ[1-4]\b(?:\s+{_YEAR})?"
    r"|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:Week|Day)\s+\d+\b"
    r"|第\s*[一二三四五六七八九十\d]+\s*[天週周次日]|(?:星期|週|周)[一二三四五六日]"
)


def date_in_title(title: str) -> str:
    """The date, year, quarter or day of the week that a heading names; empty if it names none."""
    found = _TITLE_DATE.search(title) if len(title) <= 60 else None
    return found[0].strip() if found else ""


def date_in(text: str) -> tuple[str, str]:
    """The first date (or year) in a sentence, and the sentence without it and the word that leads to it."""
    if not _MAY_HOLD_DATE.search(text):
        return "", text
    found = DATE.search(text)
    year = None if found else _IN_YEAR.search(text)
    if not found and not year:
        return "", text
    start, end = (found or year).span()  # type: ignore[union-attr]
    if text[:start].strip() and text[end:].strip(" .。!！") and not _LEADS.search(text[:start]):
        return (found[0].strip() if found else year["year"]), text  # type: ignore[index]
    before = re.sub(r"\b(?:on|in|by|since|until|at|from)\s*$", "", text[:start], flags=re.IGNORECASE)
    date = found[0].strip() if found else year["year"]  # type: ignore[index]
    return date, f"{before.rstrip()} {text[end:].lstrip()}".strip(" ,，")
