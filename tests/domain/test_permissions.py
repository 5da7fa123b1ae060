"""Which calls a rule speaks of, and how hard it is to fool."""

import shlex
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workspace_app.domain.permissions import Rule, Verdict, decide, fits, leads_home, narrowest, subjects

ALLOW, NEVER = "allow", "never"


def verdict(rules: list[tuple[Any, str, str]], tool: str, **arguments: Any) -> Verdict:
    made = [Rule(str(n), verdict, name, pattern) for n, (verdict, name, pattern) in enumerate(rules)]
    return decide(made, tool, arguments)


def allowed(pattern: str, **arguments: Any) -> bool:
    return verdict([(ALLOW, "t", pattern)], "t", **arguments) == "allow"


@pytest.mark.parametrize(
    ("pattern", "arguments"),
    [
        ("git log *", {"command": "git log"}),
        ("git log *", {"command": "git log --oneline -3"}),
        ("git * -m *", {"command": 'git commit -m "a message with spaces"'}),
        ("ls", {"command": ["ls"]}),
        ("docs/**", {"path": "docs/a/b.md"}),
        ("docs/**", {"path": "./docs//a.md"}),
        ("docs/*.md", {"file_path": "docs/a.md"}),
        ("/home/me/**", {"repo_path": "/home/me/r"}),
        ("docs/**", {"paths": ["docs/a", "docs/b"]}),
        ("https://example.org/*", {"url": "https://EXAMPLE.org/a?b=c"}),
        ("https://*.example.org/docs/*", {"url": "https://de.example.org/docs/x"}),
        ("http://localhost:8000/*", {"url": "http://localhost:8000/x"}),
        ("", {"anything": 1}),
    ],
)
def test_a_pattern_allows_what_it_looks_like(pattern: str, arguments: dict[str, Any]) -> None:
    assert allowed(pattern, **arguments)


@pytest.mark.parametrize(
    ("pattern", "arguments"),
    [
        ("ls *", {"command": "ls; rm -rf /"}),
        ("ls *", {"command": "ls && rm x"}),
        ("ls *", {"command": "ls | sh"}),
        ("ls *", {"command": "ls\nrm x"}),
        ("ls *", {"command": "ls\rrm x"}),
        ("ls *", {"command": "ls $(rm x)"}),
        ("ls *", {"command": "ls `rm x`"}),
        ("ls *", {"command": "ls > /etc/passwd"}),
        ("ls *", {"command": "ls & rm x"}),
        ("ls *", {"command": "ls\u2028rm x"}),
        ("ls *", {"command": "ls\u00a0x"}),
        ("ls *", {"command": "ls ；rm x"}),
        ("ls *", {"command": "lsof"}),
        ("ls *", {"command": "PATH=/tmp ls"}),
        ("ls *", {"command": "l\u0455 x"}),
        ("ls *", {"command": "ls 'unclosed"}),
        ("cat *", {"command": "\u0441at x"}),
        ("docs/**", {"path": "docs/../secret"}),
        ("docs/**", {"path": "docs/..\\secret"}),
        ("docs/**", {"path": "/docs/x"}),
        ("docs/*", {"path": "docs/a/b"}),
        ("**", {"path": "/etc/passwd/../shadow"}),
        ("**", {"path": "~/.ssh/id"}),
        ("docs/**", {"path": "d\u043ecs/x"}),
        ("docs/**", {"path": "docs/x", "destination": "/etc/passwd"}),
        ("docs/**", {"paths": ["docs/a", "../b"]}),
        ("docs/**", {"edits": [{"file_path": "docs/a"}, {"file_path": "/etc/passwd"}]}),
        ("docs/**", {"path": "docs/a", "targetFile": "/etc/passwd"}),
        ("docs/**", {"path": 3}),
        ("docs/**", {}),
        ("https://example.org/*", {"url": "https://example.org@evil.net/"}),
        ("https://example.org/*", {"url": "https://example.org.evil.net/"}),
        ("https://example.org/*", {"url": "https://evil.net/https://example.org/"}),
        ("https://example.org/*", {"url": "http://example.org/"}),
        ("https://example.org/*", {"url": "https://ex\u0430mple.org/"}),
        ("https://example.org/*", {"url": "https://example.org:8443/"}),
        ("https://example.org/*", {"url": "https://example.org\\@evil.net/"}),
        ("https://example.org/docs/*", {"url": "https://example.org/docs/%2e%2e/admin"}),
        ("https://*.org/*", {"url": "https://evil.net/x.org/"}),
        ("https://*/*", {"url": "file:///etc/passwd"}),
    ],
)
def test_a_pattern_does_not_allow_what_only_seems_so(pattern: str, arguments: dict[str, Any]) -> None:
    assert not allowed(pattern, **arguments)


@pytest.mark.parametrize(
    ("pattern", "arguments"),
    [
        ("rm *", {"command": "rm x"}),
        ("rm *", {"command": "ls; rm -rf /"}),
        ("rm *", {"command": "sudo rm x"}),
        ("rm *", {"command": "ls\nrm x"}),
        ("rm *", {"command": "echo $(rm x)"}),
        ("rm *", {"command": "'r'm x"}),
        ("rm *", {"command": "\uff52\uff4d x"}),
        ("rm *", {"command": "/bin/rm x"}),
        ("rm *", {"command": "RM x"}),
        ("rm *", {"command": "rm${IFS}x"}),
        ("rm *", {"command": "echo x>y;rm<x"}),
        ("cat 'a b'", {"command": "cat a b"}),
        ("secret/**", {"path": "/home/me/project/Secret/y"}),
        ("secret/**", {"path": "project\\secret\\y"}),
        ("secret/*", {"command": "cat secret/y"}),
        ("secret/**", {"path": "a/../secret/x"}),
        ("secret/**", {"path": "ok", "destination": "secret/y"}),
        ("https://evil.net/*", {"url": "https://evil.net/%61"}),
        ("", {"anything": 1}),
    ],
)
def test_a_rule_that_forbids_holds_wherever_a_call_looks_like_it_and_before_all_that_allow(
    pattern: str, arguments: dict[str, Any]
) -> None:
    assert verdict([(ALLOW, "*", ""), (NEVER, "t", pattern)], "t", **arguments) == "never"


@pytest.mark.parametrize(
    ("url", "home"),
    [
        *(
            (url, True)
            for url in (
                "http://localhost:8000/x",
                "http://127.0.0.1/",
                "http://[::1]/",
                "https://10.0.0.7/",
                "http://nas/",
            )
        ),
        *(
            (url, True)
            for url in ("http://169.254.169.254/latest", "http://a@127.0.0.1/", "http://printer.local/", "http://[bad")
        ),
        *((url, True) for url in ("http://LOCALHOST./", "http://2130706433/", "http://x.home.arpa/")),
        *(
            (url, False)
            for url in ("https://example.org/", "https://93.184.216.34/", "https://home.example.org/localhost")
        ),
    ],
)
def test_an_address_at_home_is_known_by_its_name(url: str, home: bool) -> None:
    assert leads_home({"url": url, "offset": 0}) is home


def test_a_rule_is_about_its_tools_only() -> None:
    assert verdict([(ALLOW, "git__*", "")], "git__log") == "allow"
    assert verdict([(ALLOW, "git__*", "")], "github__log") == "ask"
    assert verdict([(NEVER, "shell", "rm *")], "shell", command="ls") == "ask"
    assert verdict([], "shell") == "ask"


def test_a_rule_holds_where_it_was_made() -> None:
    here = Rule("1", "allow", "t", task="one")
    assert here.holds_in("one", "c")
    assert not here.holds_in("two", "c")
    assert not Rule("2", "allow", "t", conversation="c").holds_in("one", "d")
    assert Rule("3", "allow", "t").holds_in("one", None)


TEXT = st.text(st.characters(codec="utf-8"), max_size=30)


@given(TEXT, st.sampled_from([";", "|", "&", "\n", "$(", "`", ">", "<", "\r", "\0"]), TEXT)
def test_no_pattern_allows_a_command_that_a_shell_would_take_apart(before: str, sign: str, after: str) -> None:
    command = before + sign + after
    assert not any(fits(pattern, subject) for pattern in ("*", command) for subject in subjects({"command": command}))


@given(st.lists(st.text("abc-/.1 '\"#!%^,:@+", min_size=1), min_size=1, max_size=4))
def test_the_narrowest_pattern_allows_its_own_command_and_no_longer_one(words: list[str]) -> None:
    command = shlex.join(words)
    pattern = narrowest("t", {"command": command})
    assert pattern == command
    assert allowed(pattern, command=command)
    assert not allowed(pattern, command=f"{command} more")


@given(st.lists(st.sampled_from(["..", ".", "a", "docs", "/", "\\", "%2e%2e", "~"]), max_size=8))
def test_no_path_that_leaves_a_folder_fits_the_folder(parts: list[str]) -> None:
    path = "docs/" + "/".join(parts)
    if ".." in path.split("/"):
        assert not allowed("docs/**", path=path)


@given(TEXT)
def test_no_address_fits_a_host_unless_it_is_that_host(path: str) -> None:
    for url in (f"https://example.org{path}", f"https://{path}example.org/", f"https://{path}"):
        if allowed("https://example.org/*", url=url):
            assert (
                url.lower().startswith(("https://example.org/", "https://example.org?", "https://example.org#"))
                or (url.lower() in ("https://example.org", "https://example.org."))
                or url.lower().startswith("https://example.org:443")
            )


@given(st.dictionaries(TEXT, st.recursive(TEXT | st.integers() | st.none(), st.lists, max_leaves=5)), TEXT, TEXT)
def test_anything_can_be_asked_and_nothing_breaks(arguments: dict[str, Any], tool: str, pattern: str) -> None:
    for verdict in ("allow", "never"):
        assert decide([Rule("1", verdict, "*", pattern)], tool, arguments) in ("ask", verdict)  # type: ignore[arg-type]
