"""Puts the folder `assets` into the installed package (see workspace_app/assets.py); everything else is in pyproject.toml."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithAssets(build_py):
    """Copies the assets beside the modules, except for an editable install, which uses them where they are."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib, "workspace_app", "_assets")
            shutil.copytree("assets", target, dirs_exist_ok=True)


setup(cmdclass={"build_py": BuildWithAssets})
