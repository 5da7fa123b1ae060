"""Reading the usual `mcpServers` JSON, and keeping it without its secrets."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import keyring
import pytest
from hypothesis import given
from hypothesis import strategies as st
from keyring.backend import KeyringBackend

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Project
from workspace_app.engine.mcp.config import KEPT, McpError, expand, read_server, read_servers
from workspace_app.engine.mcp.settings import McpSettings

TOKEN = "ghp_secret_value"
WITH_TOKEN = {"mcpServers": {"hub": {"command": "hub", "args": ["-v"], "env": {"TOKEN": TOKEN, "PLACE": "${HOME}"}}}}


class _Ring(KeyringBackend):
    priority = 1.0  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def ring() -> Iterator[_Ring]:
    before, ring = keyring.get_keyring(), _Ring()
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(before)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "space").mkdir()
    return Project("p1", "P", str(tmp_path / "space"), datetime.now(UTC))


def offer(project: Project, command: str) -> None:
    text = json.dumps({"mcpServers": {"theirs": {"command": command}}})
    (Path(project.folder) / ".mcp.json").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "mcpServers"),
        ({"mcpServers": {"a": {}}}, "no command"),
        ({"mcpServers": {"a": {"command": 3}}}, "“command” of the tool server “a”"),
        ({"mcpServers": {"a": {"command": "x", "args": "y"}}}, "“args”"),
        ({"mcpServers": {"a": {"command": "x", "env": ["y"]}}}, "“env”"),
        ({"mcpServers": {"a": {"type": "smoke", "url": "http://x"}}}, "choose stdio, http or sse"),
        ({"mcpServers": {"a": {"url": "file:///etc"}}}, "must begin with http"),
        ({"mcpServers": {"a/b": {"command": "x"}}}, "is no name"),
    ],
)
def test_a_file_of_another_shape_is_refused_with_what_is_wrong(data: object, words: str) -> None:
    with pytest.raises(McpError, match=words):
        read_servers(data)


TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
STDIO = st.fixed_dictionaries(
    {"command": TEXT.filter(str.strip), "args": st.lists(TEXT), "env": st.dictionaries(TEXT, TEXT)},
    optional={"disabled": st.just(True), "later_key": TEXT},
)
HTTP = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["http", "sse"]),
        "url": TEXT.map("https://".__add__),
        "headers": st.dictionaries(TEXT, TEXT),
    }
)


@given(STDIO | HTTP)
def test_a_server_is_written_as_it_was_read(data: dict[str, object]) -> None:
    config = read_server("any", data)
    assert config.to_json() == data
    assert read_server("any", config.to_json()) == config


def test_values_from_the_environment() -> None:
    variables = {"A": "1", "EMPTY": ""}
    assert expand("s", "x${A}y${B:-two}${EMPTY:-e}", variables) == "x1ytwoe"
    with pytest.raises(McpError, match="environment variable C, which is not set"):
        expand("s", "${C}", variables)


def test_what_is_typed_as_a_value_goes_to_the_keyring_and_not_to_the_file(
    tmp_path: Path, ring: _Ring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    settings = McpSettings(tmp_path)
    settings.add(read_servers(WITH_TOKEN).values())
    text = (tmp_path / "mcp.json").read_text(encoding="utf-8")
    assert TOKEN not in text
    assert settings.own()["hub"].env == {"TOKEN": KEPT, "PLACE": "${HOME}"}
    assert settings.filled(settings.own()["hub"]).env == {"TOKEN": TOKEN, "PLACE": "/home/me"}
    settings.add([settings.own()["hub"]])
    assert settings.filled(settings.own()["hub"]).env["TOKEN"] == TOKEN
    settings.remove("hub")
    assert not ring.kept


HUSH, PASSWORD = "zq81kfw0Mx", "p%40ss77word"
SECRET_PLACES = [
    ({"command": "x", "args": ["--api-key", HUSH, "."]}, "x --api-key ${keyring} ."),
    ({"command": "x", "args": [f"--token={HUSH}"]}, "x --token=${keyring}"),
    ({"command": "docker", "args": ["-e", f"GITHUB_PAT={HUSH}"]}, "docker -e GITHUB_PAT=${keyring}"),
    (
        {"command": "npx", "args": ["--header", f"Authorization: Bearer {HUSH}"]},
        "npx --header Authorization: ${keyring}",
    ),
    ({"command": "pg", "args": [f"postgres://me:{PASSWORD}@host/db"]}, "pg postgres://me:${keyring}@host/db"),
    ({"command": "x", "args": ["ghp_0123456789abcdef"]}, "x ${keyring}"),
    ({"url": f"https://x.org/mcp?lang=de&apiKey={HUSH}"}, "https://x.org/mcp?lang=de&apiKey=${keyring}"),
    ({"command": "x", "env": {"PLACE": f"${{PLACE:-{HUSH}}}"}}, "x"),
    ({"url": "https://x.org", "headers": {"X-Any": f"Bearer {HUSH} ${{MORE:-}}"}}, "https://x.org"),
]


@pytest.mark.parametrize(("about", "shown"), SECRET_PLACES)
def test_a_secret_is_kept_from_the_file_wherever_it_was_typed_and_hidden_in_what_the_server_says(
    about: dict[str, object], shown: str, tmp_path: Path, ring: _Ring
) -> None:
    settings = McpSettings(tmp_path)
    given = read_server("any", about)
    settings.add([given])
    text = (tmp_path / "mcp.json").read_text(encoding="utf-8")
    assert not [secret for secret in (HUSH, PASSWORD, "ghp_0123456789abcdef") if secret in text]
    own = settings.own()["any"]
    assert own.what == shown
    filled = settings.filled(own)
    assert filled.args == given.args
    assert filled.url == given.url
    said = filled.hidden(f"connected with {HUSH}, p@ss77word, {PASSWORD} and ghp_0123456789abcdef")
    assert "***" in said
    settings.add([own])
    assert settings.filled(settings.own()["any"]) == filled
    settings.remove("any")
    assert not ring.kept
    settings.bring_back("any")
    assert settings.filled(settings.own()["any"]) == filled


@pytest.mark.parametrize(
    ("name", "value", "plain"),
    [
        ("MODE", "production", True),
        ("PORT", "123456", True),
        ("REPOSITORY", "/home/me/my project", True),
        ("HOST", "https://x.org/path", True),
        ("LANG", "en_US.UTF-8", True),
        ("REGION", "us-east-1", True),
        ("PLACE", "zq81kfw0Mx", False),
        ("PLACE", "sk-abcdefgh", False),
        ("PLACE", "https://me:s3cretpw@x.org", False),
        ("PGPASSWORD", "production", False),
        ("accessToken", "production", False),
        ("X-Api-Key", "production", False),
    ],
)
def test_what_is_hidden_in_what_a_server_says_goes_by_the_name_and_the_looks(
    name: str, value: str, plain: bool
) -> None:
    config = read_server("any", {"command": "x", "env": {name: value}})
    assert (config.hidden(f"<{value}>") == f"<{value}>") is plain


def test_what_the_environment_stands_for_is_hidden_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INNOCENT", HUSH)
    config = read_server("any", {"command": "x", "args": ["serve", "${INNOCENT}"]})
    assert McpSettings(tmp_path).filled(config).hidden(HUSH) == "***"


def test_a_projects_file_cannot_ask_for_what_the_keyring_holds(tmp_path: Path, project: Project) -> None:
    text = json.dumps({"mcpServers": {"hub": {"command": "wicked", "env": {"TOKEN": KEPT}}}})
    (Path(project.folder) / ".mcp.json").write_text(text, encoding="utf-8")
    assert "a value of your keyring" in McpSettings(tmp_path).offered(project).problem


def test_without_a_keyring_a_value_is_refused_with_what_to_do_and_nothing_is_kept(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="environment variable NAME"):
        McpSettings(tmp_path).add(read_servers(WITH_TOKEN).values())
    assert not (tmp_path / "mcp.json").exists()


def test_a_broken_file_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mcp.json").write_text("{", encoding="utf-8")
    with pytest.raises(McpError, match="mend or remove"):
        McpSettings(tmp_path).add([read_server("a", {"command": "x"})])
    assert (tmp_path / "mcp.json").read_text(encoding="utf-8") == "{"


def test_what_a_projects_folder_brings_along_must_be_accepted_and_again_when_it_changes(
    tmp_path: Path, project: Project
) -> None:
    settings = McpSettings(tmp_path)
    offer(project, "innocent")
    seen = settings.offered(project)
    assert not seen.accepted
    assert not settings.usable(project)
    settings.accept(project, seen.fingerprint)
    assert settings.usable(project)["theirs"].command == "innocent"
    offer(project, "wicked")
    assert not settings.usable(project)
    with pytest.raises(McpError, match="has changed since it was shown"):
        settings.accept(project, seen.fingerprint)
    settings.accept(project, settings.offered(project).fingerprint)
    assert settings.usable(project)["theirs"].command == "wicked"
    settings.accept(project, "")
    assert not settings.usable(project)


def test_a_projects_file_that_cannot_be_read_is_told_and_stops_nothing(tmp_path: Path, project: Project) -> None:
    (Path(project.folder) / ".mcp.json").write_text("nonsense", encoding="utf-8")
    assert "cannot be read" in McpSettings(tmp_path).offered(project).problem
    assert McpSettings(tmp_path).usable(project) == {}
