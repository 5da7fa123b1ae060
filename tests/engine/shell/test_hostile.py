"""What an assistant may try, by mistake or on purpose: each input ends with a result, nothing of it goes on, nothing outside is read or
changed, and the shell serves the next command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.engine.shell.remains import eventually_gone
from workspace_app.engine.functions import FunctionContext
from workspace_app.engine.shell.policies import Bounds, HostPolicy
from workspace_app.engine.shell.session import ShellSession
from workspace_app.engine.shell.supervised import Leash, Limits, fence, supervised
from workspace_app.engine.tools import SafeWorkbench, file_search, make_tools
from workspace_app.engine.tools.python import PythonTool
from workspace_app.engine.tools.shell import ShellTool

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="written for Linux")

SECRET = "the-secret-of-others"
KEY = "sk-hostile-0123456789"
SLEEP = "300.0301"
POLICY = HostPolicy(
    Bounds(command_timeout=2.0, max_output_lines=50),
    Limits(cpu_seconds=2, memory_bytes=1 << 30, processes=60, file_bytes=5_000_000),
)


@dataclass
class Ground:
    """A project, and what lies outside of it."""

    space: Path
    outside: Path
    session: ShellSession
    workbench: SafeWorkbench
    mark: str

    def fill(self, text: str) -> str:
        for name, value in (("OUT", self.outside), ("SPACE", self.space), ("NS", Path("/proc/self/ns/pid").readlink())):
            text = text.replace(f"@{name}@", str(value))
        return text

    def seen_outside(self) -> dict[str, bytes]:
        return {
            str(file): file.read_bytes() for file in self.outside.rglob("*") if file.is_file() and not file.is_symlink()
        }


@pytest.fixture
async def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Ground]:
    outside, space = tmp_path / "outside", tmp_path / "project"
    folder = space / "task"
    own = folder / "step_1" / "files"
    own.mkdir(parents=True)
    outside.mkdir()
    (outside / "secret.txt").write_text(f"{SECRET}\n")
    (outside / "folder").mkdir()
    (outside / "folder" / "secret.md").write_text(SECRET)
    (space / ".git").mkdir()
    (space / ".git" / "config").write_text(SECRET)
    (folder / "note.md").write_text("# Note\nneedle\n")
    (folder / "new\nline.txt").write_text("needle\n")
    (folder / "-x").write_text("-x needle\n")
    (folder / "a").mkdir()
    (folder / "a" / "redos.txt").write_text("a" * 40 + "!\n")
    for place in (folder, own):
        (place / "link.txt").symlink_to(outside / "secret.txt")
        (place / "up.txt").symlink_to("../" * len(place.parts) + str(outside / "secret.txt")[1:])
        (place / "out").symlink_to(outside)
        (place / "loop").symlink_to("loop")
        (place / "root").symlink_to("/")
        os.mkfifo(place / "pipe")
    mark = f"hostile-{uuid4().hex}"
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("LC_HOSTILE", mark)
    monkeypatch.setattr(file_search, "TIME", 3.0)
    programs = f"{sys.base_prefix}/bin:/usr/bin:/bin"
    session = ShellSession(POLICY, own, variables={"LC_HOSTILE": mark, "PATH": programs})
    context = FunctionContext(space, folder, timeout=5)
    names = ("read_file", "list_files", "find_in_files", "glob_search", "grep_search", "write_file")
    tools = [ShellTool(session), PythonTool(own, POLICY), *make_tools(names, context)]
    yield Ground(space, outside, session, SafeWorkbench(tools), mark)
    await session.close()


SHELL = {
    # what stays running
    "a program in the background": f"sleep {SLEEP} & echo started",
    "a session of its own": f"setsid sleep {SLEEP} & echo started",
    "nohup and disown": f"nohup sleep {SLEEP} >/dev/null 2>&1 & disown; echo started",
    "a double fork": f"(setsid sh -c 'sleep {SLEEP} & ' &) ; echo started",
    "all signals ignored": f"(trap '' TERM INT HUP QUIT; setsid sleep {SLEEP}) & echo started",
    "the shell ignores signals": "trap '' TERM INT HUP QUIT; echo started",
    "no environment to be known by": f"env -i setsid sleep {SLEEP} & echo started",
    "a daemon in Python": "python3 -c 'import os,time\nif os.fork(): os._exit(0)\nos.setsid()\nif os.fork(): os._exit(0)\n"
    "os.closerange(0,3)\ntime.sleep(300)'; echo started",
    "a stopped child": f"sleep {SLEEP} & kill -STOP $!; echo started",
    "a parent that starts it again": f"(while :; do setsid sleep {SLEEP}; done) & echo started",
    "a named pipe that nobody writes": "cat pipe",
    "a coprocess": f"coproc sleep {SLEEP}; echo started",
    "exec of something long": f"exec sleep {SLEEP}",
    "a program that waits for all": f"sleep {SLEEP} & wait",
    # many and large
    "a fork bomb": ":(){ :|:& };:",
    "a fork bomb in the foreground": "b() { b | b; }; b",
    "a fork bomb of programs": "cat >bomb <<'E'\n#!/bin/sh\nsh bomb & sh bomb &\nwait\nE\nsh bomb",
    "too many programs": f"for i in $(seq 200); do sleep {SLEEP} & done; wait",
    "all the memory": "python3 -c 'x = bytearray(4 << 30)'",
    "memory by a growing variable": "x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done",
    "processor time": "while :; do :; done",
    "processor time in a child": "python3 -c 'while True: pass'",
    "a file that fills the disk": "head -c 1000000000 /dev/zero > big; rm -f big",
    "output without end": "yes",
    "output without end in the background": "yes & sleep 0.1",
    "output without end in the background, after the command": "(sleep 0.3; yes) & echo started",
    "output without end on stderr": "yes >&2",
    "output without a line's end": "cat /dev/zero",
    "random bytes": "head -c 300000 /dev/urandom",
    "a very long line": "head -c 2000000 /dev/zero | tr '\\0' x",
    "many open files": "python3 -c 'f = [open(\"/dev/null\") for _ in range(100000)]'",
    "deep recursion": "f() { f; }; f",
    # waiting for input
    "reading stdin": "cat",
    "read": 'read x; echo "[$x]"',
    "a password": "head -1 /dev/tty",
    "an editor": "vi </dev/null >/dev/null 2>&1; echo back",
    "Python's prompt": "python3",
    # the shell itself
    "exit": "exit 3",
    "exec": "exec true",
    "killing the shell": "kill -9 $$",
    "stopping the shell": "kill -STOP $$",
    "killing the supervisor": "kill -9 $PPID; kill -STOP $PPID; echo alive",
    # Only if it is certain that all means those of the shell's own namespace.
    "killing everything": '[ "$(readlink /proc/self/ns/pid)" != "@NS@" ] && [ "$PPID" = 1 ] && kill -9 -1',
    "a syntax error": "echo 'no end",
    "a syntax error in a block": "if true; then",
    "a heredoc without end": "cat <<E\nneedle",
    "its output closed": "exec 1>&- 2>&-",
    "all descriptors closed": "for i in $(seq 3 255); do eval \"exec $i>&-\"; done; echo closed",
    "a false end of the command": "printf '\\001%032d:0\\001' 0",
    "options that end it": "set -euo pipefail; false",
    "options that run nothing": "set -n",
    "builtins replaced": "printf() { :; }; eval() { :; }; set() { :; }; exit() { :; }",
    "break and return": "break 5; return 3; continue",
    "a newline in a name": "touch $'a\\nb'; ls",
    "control characters": "printf '\\033]0;title\\007\\033[2J'",
    "nothing": "",
    "a comment": "# nothing",
    "a line continued": "echo a \\",
    # outside
    "a file outside": "cat @OUT@/secret.txt",
    "a file outside by a link": "cat link.txt up.txt out/folder/secret.md",
    "a file outside by ..": "cat ../../../../outside/secret.txt",
    "a file outside by the root": "cat root@OUT@/secret.txt",
    "a file outside through /proc": "cat /proc/self/root@OUT@/secret.txt",
    "a new link": "ln -s @OUT@/secret.txt mine; cat mine; ln @OUT@/secret.txt hard; cat hard",
    "a folder outside": "ls -R @OUT@; find / -name secret.md 2>/dev/null",
    "git's folder of the project": "cat ../../../.git/config",
    "writing outside": "echo changed > @OUT@/secret.txt; echo new > @OUT@/new.txt; echo new > out/new2.txt",
    "removing outside": "rm -rf @OUT@/* out/folder",
    "mounting": "mkdir -p m; mount --bind @OUT@ m && cat m/secret.txt",
    "another root": "unshare -r cat @OUT@/secret.txt; chroot / cat @OUT@/secret.txt",
    "the app's keys": "env; cat /proc/[0-9]*/environ | tr '\\0' '\\n'",
    "the app's keys by ps": "ps auxewww",
    "the shell's home": "cd; pwd; ls -la ~ /root /home 2>&1 | grep -c . ; cat ~/.ssh/* ~/.bash_history",
}  # fmt: skip

PYTHON = {
    "an endless loop": "while True: pass",
    "a sleep": "import time; time.sleep(300)",
    "threads that stay": "import threading, time\nthreading.Thread(target=time.sleep, args=(300,)).start()",
    "a daemon": f"import subprocess; subprocess.Popen(['sleep', '{SLEEP}'], start_new_session=True); print('started')",
    "a fork bomb": "import os\nwhile True: os.fork()",
    "output without end": "while True: print('x' * 1000)",
    "all the memory": "x = []\nwhile True: x.append(bytearray(1 << 24))",
    "signals ignored": "import signal, time\nfor n in range(1, 65):\n  try: signal.signal(n, signal.SIG_IGN)\n  except (OSError, ValueError): pass\n"
    "time.sleep(300)",
    "input": "input()",
    "a crash": "import ctypes; ctypes.string_at(0)",
    "os._exit": "import os; os._exit(7)",
    "a file outside": "print(open('@OUT@/secret.txt').read())",
    "a link": "print(open('link.txt').read())",
    "writing outside": "open('@OUT@/new.txt', 'w').write('x')",
    "the app's keys": "import os; print(os.environ)\nfor p in os.listdir('/proc'):\n  try: print(open(f'/proc/{p}/environ').read())\n"
    "  except OSError: pass",
    "killing its parent": "import os; os.kill(os.getppid(), 9); print('alive')",
    "a half character": "print('\ud800')",
}  # fmt: skip

FILES: list[tuple[str, dict[str, Any]]] = [
    *(
        ("read_file", {"path": path})
        for path in (
            "../outside/secret.txt", "task/../../outside/secret.txt", "@OUT@/secret.txt", "task/link.txt", "task/up.txt",
            "task/out/secret.txt", "task/root@OUT@/secret.txt", "task/loop", "task/pipe", "task", "", ".", "~/x", "a\0b", ".git/config",
            ".GIT/config", "task/../.git/config", "task//out//secret.txt", "/proc/self/environ", "task/root/proc/self/environ",
            "x" * 5000, "a/" * 3000 + "b", "task/note.md/x", "task/step_1/files/out/../secret.txt",
        )
    ),
    *(
        ("write_file", {"path": path, "content": "changed"})
        for path in (
            "../outside/secret.txt", "@OUT@/secret.txt", "task/files/../../../outside/new.txt", "task/step_1/files/link.txt",
            "task/step_1/files/out/new.txt", "task/step_1/files/out/folder/secret.md", "task/step_1/files/root@OUT@/new.txt",
            "task/step_1/files/loop/x", "task/step_1/files/.git/hooks/x", ".git/config", "task/plan.json", "task/step_1/works/x.md",
            "task/step_1/files", "task/files/", "task/files/a\0b", "task/files/" + "x" * 300, "task/step_1/files/pipe/x",
        )
    ),
    *(("list_files", {"folder": folder}) for folder in ("..", "@OUT@", "task/out", "task/root", "task/loop", ".git", "task/pipe")),
    *(("find_in_files", {"text": SECRET, "folder": folder}) for folder in (".", "..", "task/out", "task", ".git")),
    *(
        ("glob_search", {"pattern": pattern, "path": path})
        for pattern, path in (
            ("../*.txt", "/"), ("@OUT@/*", "/"), ("**/*", "/"), ("**/secret*", "/"), ("*", "/out"), ("*", "/.."), ("*", "~"),
            ("out/*", "/"), ("root/etc/*", "/"), ("**/" * 60 + "*", "/"), ("{a,b}" * 30, "/"), ("[", "/"), ("a\0b", "/"), ("*", "a\0b"),
        )
    ),
    *(
        ("grep_search", {"pattern": pattern, "path": path, "output_mode": "content"})
        for pattern, path in (
            (SECRET, "/"), (SECRET, "/out"), (SECRET, "/.."), (SECRET, "@OUT@"), (SECRET, "/link.txt"), (SECRET, "../outside"),
            ("(?:a|a)*(?!x)b", "/a"), ("(", "/"), ("-x", "/"), ("--files", "/"), ("", "/"), ("a{99999}" * 3, "/"), (".", "/root/etc"),
        )
    ),
]  # fmt: skip


async def held(ground: Ground, tool: str, arguments: dict[str, Any]) -> str:
    """Call a tool, and hold it to everything that must be true afterwards; its result."""
    before = ground.seen_outside()
    began = time.monotonic()
    result = await ground.workbench.call_tool(tool, arguments)
    text = result.to_text()
    assert SECRET not in text.replace(str(arguments.get("text")), "").replace(str(arguments.get("pattern")), "")
    assert KEY not in text
    assert len(text.encode()) <= 64_000
    assert ground.seen_outside() == before
    assert time.monotonic() - began < 60
    return text


@cache
def walled() -> bool:
    """Whether this system can keep a program in its folders."""
    leash = Leash()
    command = supervised(["/bin/ls", "/"], leash, fence=fence(path="/bin"))
    done = subprocess.run(command, capture_output=True, pass_fds=[leash.fd], check=False)
    leash.handed_over()
    leash.close()
    return done.returncode != 0


@pytest.mark.parametrize("name", SHELL)
async def test_a_shell_holds(ground: Ground, name: str) -> None:
    if re.search("outside|link|folder|home|keys|root|mounting|killing everything", name) and not walled():
        pytest.skip("this system cannot keep a program in its folders")
    await held(ground, "shell", {"command": ground.fill(SHELL[name])})
    assert (await ground.workbench.call_tool("shell", {"restart": True})).to_text() == "Shell session restarted."
    assert (await ground.workbench.call_tool("shell", {"command": "echo usable"})).to_text() == "usable"
    await ground.session.close()
    assert await eventually_gone(ground.mark)
    assert await eventually_gone(SLEEP)


@pytest.mark.parametrize("name", PYTHON)
async def test_python_holds(ground: Ground, name: str) -> None:
    if re.search("outside|link|keys", name) and not walled():
        pytest.skip("this system cannot keep a program in its folders")
    await held(ground, "run_python", {"code": ground.fill(PYTHON[name])})
    assert await eventually_gone(ground.mark)
    assert await eventually_gone(SLEEP)
    assert (await ground.workbench.call_tool("run_python", {"code": "print(1)"})).to_text() == "1"


async def test_file_tools_hold(ground: Ground) -> None:
    inside = {str(file) for file in ground.space.rglob("*")}
    for tool, given in FILES:
        arguments = {key: ground.fill(value) for key, value in given.items()}
        text = await held(ground, tool, arguments)
        assert "root:x:" not in text, (tool, arguments)
        assert "/secret" not in text.replace(str(arguments), "") or tool in ("read_file", "write_file"), (
            tool,
            arguments,
        )
    made = {str(file) for file in ground.space.rglob("*")} - inside
    assert made <= {str(ground.space / "task" / "files")}
    assert await eventually_gone(ground.mark)


def test_there_are_enough_of_them() -> None:
    assert len(SHELL) + len(PYTHON) + len(FILES) >= 60
