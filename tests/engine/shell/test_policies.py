"""What is started for each policy; no container is needed (L103-L105, L108)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from workspace_app.engine.shell.policies import CodexPolicy, DockerPolicy, HostPolicy, Place, ShellFailed

PLACE = Place(Path("/ws"), False, Path("/home-of-it"), "the-name", {"PATH": "/bin", "HOME": "/me"}, {"K": "V"})
SHELL = ["/bin/sh"]


@pytest.fixture(autouse=True)
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("docker", "codex"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_l104_a_container_has_no_network_and_the_workspace(programs: Path) -> None:
    launch = DockerPolicy().launch(SHELL, PLACE)
    expected = "run -i --rm --name the-name --network none -v /ws:/ws -w /ws -e K=V python:3.12-alpine3.19 /bin/sh"
    assert launch.command == [str(programs / "docker"), *expected.split()]
    assert launch.at_end == (str(programs / "docker"), "kill", "the-name")


def test_l104_every_limit_of_a_container_is_an_option(programs: Path) -> None:
    policy = DockerPolicy(image="img", network=True, memory=1000, cpus="1.5", read_only=True, user="1:1")
    place = Place(Path("/tmp/x"), True, Path("/h"), "n", {}, {})
    assert policy.launch(SHELL, place).command[1:] == (
        [
            "run",
            "-i",
            "--rm",
            "--name",
            "n",
            "--memory",
            "1000",
            "-w",
            "/",
            "--read-only",
            "--cpus",
            "1.5",
            "--user",
            "1:1",
            "img",
            "/bin/sh",
        ]
    )


def test_l104_processor_seconds_are_refused_for_a_container() -> None:
    with pytest.raises(ShellFailed, match="use `cpus`"):
        DockerPolicy(cpu_seconds=1)


def test_l105_codex_gets_its_settings_in_order(programs: Path) -> None:
    policy = CodexPolicy(platform="linux", overrides={"b": ["x"], "a": True})
    assert policy.launch(SHELL, PLACE).command == [
        str(programs / "codex"),
        *["sandbox", "linux", "-c", "a=true", "-c", 'b=["x"]', "--", "/bin/sh"],
    ]


@pytest.mark.parametrize(("policy", "says"), [(DockerPolicy(), "install Docker"), (CodexPolicy(), "install Codex")])
def test_l104_l105_a_missing_program_says_what_to_do(
    policy: DockerPolicy | CodexPolicy, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ShellFailed, match=says):
        policy.launch(SHELL, PLACE)


def test_l108_on_windows_the_host_policy_says_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(ShellFailed, match="needs Linux or macOS"):
        HostPolicy().launch(SHELL, PLACE)


def test_l103_a_confined_shell_has_a_home_of_its_own_and_another_one_yours() -> None:
    assert HostPolicy().launch(SHELL, PLACE).variables["HOME"] == "/home-of-it"
    free = HostPolicy(confined=False).launch(SHELL, PLACE)
    assert (free.variables["HOME"], free.fence) == ("/me", None)
