"""Runs one program so that nothing of it outlives its time: `python -I -S supervisor.py SETTINGS PROGRAM ARGUMENTS...`

A process of its own, as small as can be: the standard library only, and nothing of the app. It ends everything below it
when the program ends, when the leash (a pipe whose other end is the engine's) closes, or when too many processes run;
its exit code is the program's, 128 + n for signal n. It looks how many there are, and a fork bomb can be faster than any
look: therefore the kernel has a ceiling as well, some way above.

On Linux the program gets a process namespace, whose end the kernel enforces, however its processes hide or whomever they
kill. Where that is not permitted, this process adopts what is orphaned below it and hunts it down.
"""

import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import subprocess
import sys
import time
from typing import Any, TypeAlias

Settings: TypeAlias = dict[str, Any]  # as `supervised` of supervised.py makes them

_LINUX = sys.platform.startswith("linux")
_TICK = 0.05  # seconds between two looks at how many processes run
_CEILING = 4  # times as many processes and threads as processes are allowed: what the kernel lets come to be meanwhile
_RESERVED = 300  # process numbers that Linux gives out only once
_NEWNS, _NEWUSER, _NEWPID = 0x00020000, 0x10000000, 0x20000000
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 1, 36, 38
_MS_PRIVATE, _MS_REC, _MS_NO_SUID_DEV_EXEC = 1 << 18, 1 << 14, 14
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # Landlock's system calls
_READ, _ALL_RIGHTS = 0b1101, (13, 14, 15, 15, 16)  # execute, read file, read folder; rights that each version knows
_FILE_RIGHTS = 0b111 | 1 << 14 | 1 << 15  # those of Landlock that are about files, not folders

_libc = ctypes.CDLL(None, use_errno=True)


def main() -> int:
    settings, command = json.loads(sys.argv[1]), sys.argv[2:]
    try:
        if settings["isolated"] and _can_isolate():
            return _in_namespace(settings, command)
        adopt_orphans()
        return _supervise(settings, command)
    finally:
        if settings["at_end"]:
            subprocess.run(settings["at_end"], stdin=-3, stdout=-3, stderr=-3, timeout=30, check=False)


def _supervise(settings: Settings, command: list[str]) -> int:
    """Run the command until it ends or has to; the exit code."""
    leash, wake = settings["leash"], _wake_at_child_end()
    if settings["processes"]:
        _set_ceiling(_CEILING * settings["processes"], settings["limits"])
    child = os.fork()
    if child == 0:
        _become(settings, command)
    try:
        while (code := _ended(child)) is None:
            ready = select.select([leash, wake], [], [], _TICK)[0]
            if leash in ready:
                return 128 + signal.SIGKILL
            if wake in ready:
                os.read(wake, 4096)
            if settings["processes"] and len(_below()) > settings["processes"]:
                end_all_below()
                told = f"More than {settings['processes']} processes ran at once: all were ended.\n"
                os.write(2, told.encode())
                return 128 + signal.SIGKILL
        return code
    finally:
        end_all_below()


def _set_ceiling(tasks: int, limits: dict[str, int]) -> None:
    """Let the kernel refuse more processes and threads than these, by each means that this system has.

    A namespace of its own can have few process numbers (Linux 6.14). An ordinary user can be held to a number for all that
    is theirs. Root cannot; but it may look first, however much else wants the processor.
    """
    if os.getpid() == 1:
        with contextlib.suppress(OSError), open("/proc/sys/kernel/pid_max", "w") as file:  # noqa: PTH123
            file.write(str(_RESERVED + tasks))
    if os.geteuid() != 0:
        most = resource.getrlimit(resource.RLIMIT_NPROC)[1]
        wanted = _tasks_of_user() + tasks
        limits["RLIMIT_NPROC"] = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    elif _LINUX:
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))


def _tasks_of_user() -> int:
    """How many processes, and on Linux threads, this user has now."""
    user = os.geteuid()
    if not _LINUX:
        listed = subprocess.run(["/bin/ps", "-A", "-o", "uid="], stdout=-1, text=True, check=False).stdout
        return listed.split().count(str(user))
    count = 0
    for entry in os.scandir("/proc"):
        with contextlib.suppress(OSError):
            if entry.name.isdecimal() and entry.stat().st_uid == user:
                count += os.stat(f"/proc/{entry.name}/task").st_nlink - 2  # noqa: PTH116
    return count


def _wake_at_child_end() -> int:
    """A pipe that becomes readable when a child ends."""
    wake, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return wake


def _become(settings: Settings, command: list[str]) -> None:
    """Turn this forked process into the program, with its limits."""
    try:
        os.setsid()
        os.close(settings["leash"])
        for name, value in settings["limits"].items():
            resource.setrlimit(getattr(resource, name), (value, value))
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and so would the program
            signal.signal(number, signal.SIG_DFL)
        if settings["readable"] is not None:
            _confine(settings["readable"], settings["writable"])
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]} cannot be started: {error.strerror}\n".encode())
    os._exit(127)


def _ended(child: int) -> int | None:
    """Reap what has ended; the child's exit code if it is among it."""
    code = None
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == child:
                code = os.waitstatus_to_exitcode(status)
    return None if code is None else code if code >= 0 else 128 - code


def _below() -> set[int]:
    """The processes below this one; as init of a namespace, all of it."""
    me = os.getpid()
    parents = dict(_parents())
    if me == 1:
        return set(parents) - {1}
    found: set[int] = set()
    more = {me}
    while more := {pid for pid, parent in parents.items() if parent in more} - found:
        found |= more
    return found


def _parents() -> list[tuple[int, int]]:
    if not _LINUX:
        listed = subprocess.run(["/bin/ps", "-A", "-o", "pid=,ppid="], stdout=-1, text=True, check=False).stdout
        return [(int(pid), int(parent)) for pid, parent in (line.split() for line in listed.splitlines())]
    found = []
    for entry in os.scandir("/proc"):
        with contextlib.suppress(OSError, ValueError):
            state, parent = _read(f"/proc/{int(entry.name)}/stat").rpartition(b")")[2].split()[:2]
            if state != b"Z":
                found.append((int(entry.name), int(parent)))
    return found


def _read(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 - pathlib takes as long to import as all the rest
        return file.read()


def adopt_orphans() -> None:
    """Make what is orphaned below this process its child, where the system can."""
    if _LINUX:
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_all_below() -> None:
    """End everything below: first stop it all, so that nothing multiplies meanwhile."""
    if os.getpid() == 1:  # init of a namespace: the kernel does it as this process ends, and does not let it end before
        return
    while _below():
        stopped: set[int] = set()
        while new := _below() - stopped:
            _signal(new, signal.SIGSTOP)
            stopped |= new
        _signal(stopped, signal.SIGKILL)
        _ended(0)
        time.sleep(0.005)


def _signal(pids: set[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def _can_isolate() -> bool:
    """Whether a namespace may be made here: tried in a process that is then gone."""
    if not _LINUX:
        return False
    probe = os.fork()
    if probe == 0:
        try:
            os._exit(_in_namespace(None, []))
        except OSError:
            os._exit(1)
    return os.waitpid(probe, 0)[1] == 0


def _in_namespace(settings: Settings | None, command: list[str]) -> int:
    """Supervise from within new process and mount namespaces; the exit code. Without settings only try, for exit code 0."""
    user, group = os.geteuid(), os.getegid()
    try:
        _call(_libc.unshare(_NEWNS | _NEWPID))
    except OSError:
        _call(_libc.unshare(_NEWUSER | _NEWNS | _NEWPID))
        for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            with open(f"/proc/self/{name}", "w") as file:  # noqa: PTH123
                file.write(text)
    init = os.fork()
    if init == 0:
        code = 1
        try:
            _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            _call(_libc.mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None))
            _call(_libc.mount(b"proc", b"/proc", b"proc", _MS_NO_SUID_DEV_EXEC, None))
            code = 0 if settings is None else _supervise(settings, command)
        except OSError as error:
            if settings is not None:
                os.write(2, f"The program cannot be supervised: {error}\n".encode())
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(init, 0)[1])
    return code if code >= 0 else 128 - code


def _confine(readable: list[str], writable: list[str]) -> None:
    """Let this process and all below it reach these folders only (Landlock); without it in the kernel, nothing is confined."""
    version = _libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return
    rights = (1 << _ALL_RIGHTS[min(version, 5) - 1]) - 1
    handled = ctypes.c_uint64(rights)
    ruleset = _call(_libc.syscall(_CREATE_RULESET, ctypes.byref(handled), ctypes.c_size_t(8), 0))
    for paths, allowed in ((readable, _READ), (writable, rights)):
        for path in paths:
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                _allow(ruleset, path, allowed)
    _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _call(_libc.syscall(_RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    if not os.path.isdir(path):  # noqa: PTH112
        rights &= _FILE_RIGHTS
    rule = rights.to_bytes(8, sys.byteorder) + place.to_bytes(4, sys.byteorder, signed=True)
    _call(_libc.syscall(_ADD_RULE, ruleset, 1, rule, 0))
    os.close(place)


def _call(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


if __name__ == "__main__":
    sys.exit(main())
