"""Nothing outlives the supervisor's time, with a process namespace and without (L101, L103)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.shell.remains import eventually_gone, remains
from workspace_app.engine.shell.supervised import Leash, Limits, supervised

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="written for Linux")

ISOLATED = pytest.mark.parametrize("isolated", [True, False], ids=["namespace", "subreaper"])
DAEMONS = "trap '' TERM HUP INT; setsid nohup sleep {0} & (setsid sh -c 'sleep {0} &' &); sleep 0.2; "


class Started:
    """A shell line under a supervisor."""

    def __init__(self, line: str, limits: Limits, *, isolated: bool) -> None:
        self.leash = Leash()
        command = supervised(["/bin/sh", "-c", line], self.leash, limits, isolated=isolated)
        self.process = subprocess.Popen(
            command, pass_fds=[self.leash.fd], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.leash.handed_over()

    def ended(self) -> tuple[int, str, str]:
        out, errors = self.process.communicate(timeout=60)
        self.leash.close()
        return self.process.returncode, out, errors


@ISOLATED
async def test_l101_the_end_of_the_program_ends_its_daemons(isolated: bool) -> None:
    started = Started(DAEMONS.format("300.0501") + "echo out; exit 5", Limits(), isolated=isolated)
    assert started.ended()[:2] == (5, "out\n")
    assert await eventually_gone("300.0501")


@ISOLATED
async def test_l101_closing_the_leash_ends_everything(isolated: bool) -> None:
    started = Started(DAEMONS.format("300.0502") + "echo begun; sleep 300.0502", Limits(), isolated=isolated)
    assert started.process.stdout is not None
    assert started.process.stdout.readline() == "begun\n"
    assert len(remains("sleep\x00300.0502")) >= 2
    started.leash.close()
    assert started.ended()[0] == 128 + signal.SIGKILL
    assert await eventually_gone("300.0502")


@ISOLATED
async def test_l101_killing_whoever_holds_the_leash_ends_everything(isolated: bool, tmp_path: Path) -> None:
    line = DAEMONS.format("300.0503") + "echo begun; sleep 300.0503"
    script = (
        "import subprocess, sys\nfrom workspace_app.engine.shell.supervised import Leash, supervised\nleash = Leash()\n"
        f"subprocess.run(supervised(['/bin/sh', '-c', sys.argv[1]], leash, isolated={isolated}), pass_fds=[leash.fd])\n"
    )
    holder = subprocess.Popen(  # noqa: ASYNC220 - nothing else waits here
        [sys.executable, "-c", script, line], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "begun\n"
    holder.kill()
    holder.wait(60)
    assert await eventually_gone("300.0503")
    holder.stdout.close()


@ISOLATED
async def test_l103_a_fork_bomb_is_ended_as_a_whole(isolated: bool) -> None:
    line = "for i in $(seq 100); do sleep 300.0504 & done; wait"
    code, _, errors = Started(line, Limits(processes=40), isolated=isolated).ended()
    assert (code, errors) == (137, "More than 40 processes ran at once: all were ended.\n")
    assert await eventually_gone("300.0504")


THREADS = """
import threading
stay = threading.Event()
count = 0
try:
    for count in range(4000):
        threading.Thread(target=stay.wait, daemon=True).start()
except RuntimeError:
    pass
print(count, flush=True)
"""


def test_l103_the_kernel_has_a_ceiling_too_because_a_bomb_can_be_faster_than_any_look() -> None:
    """Threads are not looked at: what stops them is the ceiling alone."""
    code, out, errors = Started(f"exec {sys.executable} -c '{THREADS}'", Limits(processes=20), isolated=True).ended()
    assert (code, errors) == (0, "")
    if os.geteuid() == 0 and int(out) == 3999:
        pytest.skip("this system has no ceiling for root")
    assert int(out) <= 20 * 4 + 300 or os.geteuid() != 0  # an ordinary user's other programs count with it
    assert int(out) < 3999


async def test_l101_killing_the_supervisor_from_outside_ends_everything_in_a_namespace() -> None:
    started = Started(DAEMONS.format("300.0505") + "echo begun; sleep 300.0505", Limits(), isolated=True)
    assert started.process.stdout is not None
    assert started.process.stdout.readline() == "begun\n"
    if Path(f"/proc/{started.process.pid}/ns/pid_for_children").readlink() == Path("/proc/self/ns/pid").readlink():
        started.leash.close()
        started.ended()
        pytest.skip("this system permits no process namespaces")
    started.process.kill()
    assert await eventually_gone("300.0505")
    started.ended()


@pytest.mark.parametrize(
    ("limits", "line", "code"),
    [
        (Limits(cpu_seconds=1), "while :; do :; done", 128 + signal.SIGKILL),
        (Limits(file_bytes=1000), "trap '' XFSZ; head -c 5000 /dev/zero > f", 1),
        (Limits(memory_bytes=200_000_000), "exec head -c 1 /dev/zero | tail -c 1G >/dev/null; exit 3", 3),
    ],
)
def test_l103_limits_hold(
    limits: Limits, line: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Started(line, limits, isolated=True).ended()[0] == code
    assert not (tmp_path / "f").exists() or (tmp_path / "f").stat().st_size <= 1000


def test_a_program_that_cannot_be_started_says_so() -> None:
    leash = Leash()
    done = subprocess.run(
        supervised(["/no/such"], leash), pass_fds=[leash.fd], capture_output=True, text=True, check=False
    )
    leash.handed_over()
    leash.close()
    assert (done.returncode, done.stderr) == (127, "/no/such cannot be started: No such file or directory\n")


def test_a_command_at_the_end_is_run_whatever_happens(tmp_path: Path) -> None:
    leash = Leash()
    command = supervised(["/bin/sleep", "300"], leash, at_end=["/bin/sh", "-c", f"echo ended > {tmp_path}/end"])
    process = subprocess.Popen(command, pass_fds=[leash.fd])
    leash.handed_over()
    leash.close()
    process.wait(60)
    assert (tmp_path / "end").read_text() == "ended\n"
