"""Middleware that a project brings itself: `.workspace/hooks.py` in its folder (L7).

It is Python and runs with all rights, so it is off until the person trusts it, exactly as they saw it: the switch is the file's fingerprint in the
app's own data folder, never anything in the project's folder, so what a pull brings along or changes does not run.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType

from workspace_app.domain.records import Project
from workspace_app.engine.middleware.base import Middleware, MiddlewareError
from workspace_app.engine.middleware.registry import Own

FILE = ".workspace/hooks.py"


@dataclass(frozen=True)
class Offer:
    """What a project's folder brings along.

    Args:
        fingerprint: of the file as it is now; empty if there is none.
        text: the file, for the person to read.
    """

    fingerprint: str
    text: str
    trusted: bool


class OwnMiddleware:
    """The middleware of projects, as far as the person trusts them.

    Args:
        home: the data folder.
    """

    def __init__(self, home: Path) -> None:
        self._switches = home / "trusted_hooks.json"
        self._loaded: dict[str, Own] = {}

    def offer(self, project: Project) -> Offer:
        """What there is, without running it. Raises MiddlewareError if the file cannot be read."""
        file = Path(project.folder) / FILE
        if not file.is_file():
            return Offer("", "", False)
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise MiddlewareError(f"The project's {FILE} cannot be read: {error}.") from error
        fingerprint = hashlib.sha256(text.encode()).hexdigest()
        return Offer(fingerprint, text, self._trusted().get(project.id) == fingerprint)

    def trust(self, project: Project, fingerprint: str) -> None:
        """Let the file run, exactly as it was shown; an empty fingerprint takes that back.

        Raises:
            MiddlewareError: the file has changed since it was shown, or cannot be run.
        """
        offer = self.offer(project)
        if fingerprint and fingerprint != offer.fingerprint:
            raise MiddlewareError(f"The project's {FILE} has changed since it was shown: look at it again.")
        if fingerprint:
            self._load(offer)
        kept = {id_: value for id_, value in self._trusted().items() if id_ != project.id}
        self._switches.write_text(
            json.dumps(kept | ({project.id: fingerprint} if fingerprint else {})), encoding="utf-8"
        )

    def of(self, project: Project) -> Own:
        """A project's middleware and functions by name; none while it is not trusted. Raises MiddlewareError if the file cannot be run."""
        offer = self.offer(project)
        return self._load(offer) if offer.trusted else {}

    def _trusted(self) -> dict[str, str]:
        if not self._switches.exists():
            return {}
        found: dict[str, str] = json.loads(self._switches.read_text(encoding="utf-8"))
        return found

    def _load(self, offer: Offer) -> Own:
        if offer.fingerprint not in self._loaded:
            module = ModuleType("project_hooks")
            try:
                exec(compile(offer.text, FILE, "exec"), module.__dict__)
            except Exception as error:
                raise MiddlewareError(f"The project's {FILE} fails with {type(error).__name__}: {error}.") from error
            self._loaded[offer.fingerprint] = {
                value.__name__: value
                for value in vars(module).values()
                if getattr(value, "__module__", None) == "project_hooks" and _is_offered(value)
            }
        return self._loaded[offer.fingerprint]


def _is_offered(value: object) -> bool:
    if isinstance(value, type):
        return issubclass(value, Middleware)
    return isinstance(value, FunctionType) and not value.__name__.startswith("_")
