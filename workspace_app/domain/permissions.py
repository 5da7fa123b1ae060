"""What assistants may do without asking: rules by tool and by argument, and how a call is held against them.

A rule that allows must fit the whole of a call, and only calls that are plain to read can be fitted at all: a command without anything
that a shell would act on, a path without detours, an address of the web. Everything else is asked about. A rule that forbids is the other
way round: it holds wherever any part of a call looks like it.
"""

import posixpath
import re
import shlex
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fnmatch import fnmatchcase
from ipaddress import ip_address
from typing import Any, Literal
from urllib.parse import SplitResult, unquote, urlsplit

Verdict = Literal["allow", "never", "ask"]
SubjectKind = Literal["command", "path", "url"]

_KINDS: Mapping[str, SubjectKind] = {
    **dict.fromkeys(("command", "commands", "cmd", "script"), "command"),
    **dict.fromkeys(("path", "paths", "file", "files", "filename", "folder", "directory", "dir", "cwd"), "path"),
    **dict.fromkeys(("source", "destination", "target", "root"), "path"),
    **dict.fromkeys(("url", "urls", "uri", "address", "endpoint"), "url"),
}
"""Arguments that a pattern is about, by the last word of their names: "repo_path", "targetFile"."""
_HOME_ENDINGS = frozenset({"localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp"})
_NAME_WORDS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+")
_SHELL = frozenset(";|&<>$`(){}\\\n\r\0")
"""What makes more of a command than a program and its words, even within quotes."""
_SEPARATORS = re.compile(r"[;|&<>$\n\r`(){}]")


@dataclass(frozen=True)
class Rule:
    """A standing answer of the person to calls of a tool.

    Args:
        verdict: "allow" or "never".
        tool: name of the tool; * and ? stand for letters.
        pattern: what its command, path or address must look like (see `fits`); "" for every call.
        task, conversation: where it holds; everywhere if both are None.
    """

    id: str
    verdict: Verdict
    tool: str
    pattern: str = ""
    task: str | None = None
    conversation: str | None = None
    created_at: datetime | None = None

    def holds_in(self, task: str, conversation: str | None) -> bool:
        """Whether it is about a conversation of a task."""
        return self.task in (None, task) and self.conversation in (None, conversation)


@dataclass(frozen=True)
class Subject:
    """An argument that a pattern can be about.

    Args:
        text: as the model gave it.
        plain: in the one form that an allowing pattern is held against; None if it is not plain to read.
    """

    kind: SubjectKind
    text: str
    plain: str | None


def decide(rules: Iterable[Rule], tool: str, arguments: Mapping[str, Any] | None) -> Verdict:
    """What the rules that hold here say to a call; a rule that forbids goes before all that allow.

    Args:
        arguments: None if they are no JSON object.
    """
    found = subjects(arguments or {})
    about = [rule for rule in rules if fnmatchcase(tool, rule.tool)]
    if any(rule.verdict == "never" and _forbids(rule.pattern, found) for rule in about):
        return "never"
    if any(rule.verdict == "allow" and _allows(rule.pattern, found) for rule in about):
        return "allow"
    return "ask"


def subjects(arguments: Mapping[str, Any]) -> list[Subject]:
    """The commands, paths and addresses among a call's arguments, however deep they are."""
    found: list[Subject] = []
    for key, value in arguments.items():
        words = _NAME_WORDS.findall(key)
        kind = _KINDS.get(words[-1].casefold()) if words else None
        if kind == "command" and isinstance(value, list) and all(isinstance(word, str) for word in value):
            value = shlex.join(value)
        found += _among(value, kind)
    return found


def _among(value: Any, kind: SubjectKind | None) -> list[Subject]:
    if isinstance(value, Mapping):
        return subjects(value)
    if isinstance(value, list | tuple):
        return [subject for item in value for subject in _among(item, kind)]
    return [Subject(kind, value, _PLAIN[kind](value))] if kind is not None and isinstance(value, str) else []


def leads_home(arguments: Mapping[str, Any]) -> bool:
    """Whether a call names an address on this computer or in its network."""
    return any(subject.kind == "url" and _leads_home(subject.text) for subject in subjects(arguments))


def is_home(host: str) -> bool:
    """Whether a host, by what it is called, is this computer or one in its network."""
    name = host.strip("[]").rstrip(".").casefold()
    try:
        return not ip_address(name.partition("%")[0]).is_global
    except ValueError:
        return "." not in name or name.rpartition(".")[2] in _HOME_ENDINGS or name.endswith(".home.arpa")


def fits(pattern: str, subject: Subject) -> bool:
    """Whether an allowing pattern fits a subject.

    A command is held against it word by word, and a last word * stands for any words more: "git log *". In a path * stays within one
    folder and ** does not: "docs/**". In an address * stays within the host's name, and in the path means anything: "https://*.org/*".
    """
    if subject.plain is None:
        return False
    if subject.kind == "command":
        return _fits_words(_words(pattern), shlex.split(subject.plain))
    if subject.kind == "path":
        return _path_pattern(posixpath.normpath(pattern)).fullmatch(subject.plain) is not None
    return _fits_address(pattern, subject.plain)


def narrowest(tool: str, arguments: Mapping[str, Any] | None) -> str:
    """The pattern that allows this very call and no other command, path or address; "" if there is none."""
    found = subjects(arguments or {})
    if len(found) != 1 or found[0].plain is None or any(sign in found[0].plain for sign in "*?["):
        return ""
    return found[0].plain


def _allows(pattern: str, found: Sequence[Subject]) -> bool:
    return pattern == "" or (bool(found) and all(fits(pattern, subject) for subject in found))


def _forbids(pattern: str, found: Sequence[Subject]) -> bool:
    return pattern == "" or any(_resembles(pattern, subject) for subject in found)


def _resembles(pattern: str, subject: Subject) -> bool:
    """Whether any part of a subject looks like a forbidding pattern, however it is wrapped up, in small or capital letters."""
    text = unicodedata.normalize("NFKC", subject.text).casefold()
    if fits(pattern, subject):
        return True
    pattern = pattern.casefold()
    if fnmatchcase(text, pattern) or fnmatchcase(" ".join(text.split()), pattern):
        return True
    if subject.kind == "path":
        parts, looks = _collapsed(text.replace("\\", "/")).split("/"), _path_pattern(posixpath.normpath(pattern))
        return any(looks.fullmatch("/".join(parts[start:])) for start in range(len(parts)))
    if subject.kind == "url":
        return fnmatchcase(unquote(text), pattern)
    words = _bare_words(pattern)
    return any(_fits_words(words, one) for part in _SEPARATORS.split(text) for one in _tails(_bare_words(part)))


def _tails(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """What is left of some words from each of them on, a program also without the folder that it is in."""
    for start, word in enumerate(words):
        yield words[start:]
        yield [posixpath.basename(word), *words[start + 1 :]]


def _bare_words(text: str) -> list[str]:
    return text.replace("\\", "").replace('"', "").replace("'", "").split()


def _words(pattern: str) -> list[str]:
    """The words of a pattern; quotes hold one together, as in the command."""
    try:
        return shlex.split(pattern)
    except ValueError:
        return pattern.split()


def _fits_words(pattern: Sequence[str], words: Sequence[str]) -> bool:
    if pattern and pattern[-1] == "*":
        pattern, words = pattern[:-1], words[: len(pattern) - 1]
    return len(pattern) == len(words) and all(map(fnmatchcase, words, pattern))


def _plain_text(text: str) -> bool:
    return text.isprintable() and unicodedata.normalize("NFKC", text) == text


def _plain_command(text: str) -> str | None:
    """A program and its words, or None for what a shell would make more of."""
    if not _plain_text(text) or _SHELL & set(text):
        return None
    try:
        words = shlex.split(text)
    except ValueError:
        return None
    return shlex.join(words) if words and "=" not in words[0] and not words[0].startswith("~") else None


def _plain_path(text: str) -> str | None:
    """A path without detours that stays below where it starts, or an absolute one; None for others."""
    if not _plain_text(text) or not text or "\\" in text or text.startswith("~") or ".." in text.split("/"):
        return None
    return _collapsed(text)


def _collapsed(path: str) -> str:
    return re.sub("^//+", "/", posixpath.normpath(path))


def _plain_url(text: str) -> str | None:
    """An address of the web with nothing in it that could point elsewhere than it seems."""
    if not text.isascii() or not text.isprintable() or set(' \\"<>') & set(text):
        return None
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or "%" in parts.netloc:
        return None
    if ".." in unquote(unquote(parts.path)).split("/"):
        return None
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname.rstrip(".")
    return SplitResult(parts.scheme, f"{host}:{port}" if port else host, parts.path or "/", parts.query, "").geturl()


def _leads_home(address: str) -> bool:
    try:
        return is_home(urlsplit(address).hostname or "")
    except ValueError:
        return True


def _fits_address(pattern: str, address: str) -> bool:
    scheme, _, rest = pattern.partition("://")
    host, slash, path = rest.partition("/")
    parts = urlsplit(address)
    where = address.partition("://")[2].partition("/")[2]
    return (
        scheme == parts.scheme
        and fnmatchcase(parts.netloc, host.casefold())
        and fnmatchcase(where, path if slash else "")
    )


def _path_pattern(pattern: str) -> re.Pattern[str]:
    signs = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern)
    return re.compile("".join(signs.get(part, re.escape(part)) for part in parts), re.DOTALL)


_PLAIN = {"command": _plain_command, "path": _plain_path, "url": _plain_url}
