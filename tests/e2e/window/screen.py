"""A screen of our own with a window manager, without which no window gets the keyboard."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

SIZE = "1400x900x24"


@contextmanager
def virtual_screen() -> Iterator[str]:
    """A fresh virtual screen; its display name. Skips the test where there is no Xvfb."""
    if not shutil.which("Xvfb") or not shutil.which("openbox"):
        pytest.skip("Xvfb or openbox is not installed (Debian: apt-get install xvfb openbox)")
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", SIZE, "-nolisten", "tcp"]
    screen = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as told:
        display = f":{told.readline().strip()}"
    environment = {**os.environ, "DISPLAY": display}
    manager = subprocess.Popen(["openbox"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield display
    finally:
        for process in (manager, screen):
            process.terminate()
            process.wait()
