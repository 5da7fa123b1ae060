"""What of a tool server's configuration is secret: it is not written to the file, and hidden in what the server prints and answers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import unquote

SHORTEST = 6
"""Characters; what is shorter is found everywhere in a text, and hiding it would only tear that apart."""
_NAME = re.compile(
    r"token|secret|passw|credential|authoriz|cookie|bearer|apikey|(?:^|[^a-z])(?:key|keys|pass|pwd|pat|auth)(?![a-z])"
)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LOOKS = re.compile(r"\b(?:sk-|gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|AKIA|AIza|eyJ)[\w.-]{8,}")
_WITH_NAME = re.compile(r"^(-{0,2}[\w.-]+)(\s*[=:]\s*)(?!//)(\S.*)$", re.DOTALL)
_USER = re.compile(r"(?<=://)[^/@\s]*:([^/@\s]+)(?=@)")
_PARAMETER = re.compile(r"[?&]([^=&#]+)=([^&#\s]+)")
_REFERENCE = re.compile(r"\$\{\w+(?::-([^}]*))?\}")
_SCHEMES = ("", "bearer", "basic", "token")
_PLAIN = re.compile(r"[+-]?[\d.,:]+|https?://\S*|(?:[./~]|[A-Za-z]:\\).*|[A-Za-z]+(?:[-_./@:+ ,;=]+(?:[A-Za-z]+|\d+))*")


def is_secret_name(name: str) -> bool:
    """Whether a variable, header, flag or parameter is called like a secret: API_KEY, --auth-token, X-Password, accessToken."""
    return bool(_NAME.search(_HUMP.sub("_", name).lower()))


def is_plain(name: str, value: str) -> bool:
    """Whether a value is nothing to hide: a number, a path, an address, or words, under a name that promises no secret."""
    if len(value) < SHORTEST:
        return True
    return not is_secret_name(name) and bool(_PLAIN.fullmatch(value)) and not list(in_text(value))


def is_typed(value: str) -> bool:
    """Whether a value of a variable or header holds more than references to the environment (${NAME}), such as a default of its own."""
    typed = [_REFERENCE.sub("", value).strip(), *(match[1] or "" for match in _REFERENCE.finditer(value))]
    return "${" not in value or any(part.lower() not in _SCHEMES and not is_plain("", part) for part in typed)


def in_text(text: str) -> Iterator[str]:
    """The secrets that can be seen in a text such as an address: passwords, parameters that are called so, and what looks like a key."""
    yield from (match[1] for match in _USER.finditer(text))
    yield from (match[2] for match in _PARAMETER.finditer(text) if is_secret_name(match[1]))
    yield from (match[0] for match in _LOOKS.finditer(text))


def in_arguments(arguments: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The secrets in the words of a command line, each with the place of its word: --token X, --api-key=X, KEY=X, "Authorization: X"."""
    before = ""
    for place, word in enumerate(arguments):
        named = _WITH_NAME.match(word)
        if before.startswith("-") and "=" not in before and is_secret_name(before) and not word.startswith("-"):
            yield place, word
        elif named and is_secret_name(named[1]):
            yield place, named[3]
        else:
            yield from ((place, secret) for secret in in_text(word))
        before = word


def hidden_values(tables: Sequence[Mapping[str, str]], arguments: Sequence[str], texts: Sequence[str]) -> list[str]:
    """What is to be hidden wherever it appears, longest first; of "Bearer X" also X, of an address also what it stands for decoded."""
    found = [value for table in tables for name, value in table.items() if not is_plain(name, value)]
    found += [secret for _, secret in in_arguments(arguments)] + [secret for text in texts for secret in in_text(text)]
    words = [word for value in found for word in value.split()[-1:] + [w for w in value.split() if not is_plain("", w)]]
    forms = {form for value in (*found, *words) for form in (value, unquote(value))}
    return sorted((form for form in forms if len(form) >= SHORTEST), key=len, reverse=True)
