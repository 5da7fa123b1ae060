"""Verbs about prompts: references (`@`) and presets (`#`) (R49-R51)."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

from workspace_app.desk.branching import BranchVerbs
from workspace_app.domain.errors import NotFound, WorkspaceError
from workspace_app.engine import references, suggestions
from workspace_app.engine.in_space import in_space

REVISE = "Revise by comments"
PRESETS: dict[str, str] = {
    REVISE: "Revise the document below by the comments, and change nothing else.\n\n{work}\n\n{comments}",
    "Go on": "Go on with the document below: keep what is good, and finish what is open.\n\n{work}",
    "Shorter": "Shorten the document below to half its length. Keep every figure and every name.\n\n{work}",
    "Check": "Check the document below against this task, and list what is missing or wrong.\n\n{step_task}\n\n{work}",
}
"""The presets that come with the app; a person's own of the same name goes before them."""
_PLACEHOLDER = re.compile(r"\{(work|comments|step_task)\}")


class PromptVerbs(BranchVerbs):
    """Find what can be inserted into a prompt, and see what will be sent."""

    async def references(
        self, text: str = "", project: str | None = None, task: str | None = None, limit: int = 30
    ) -> list[dict[str, Any]]:
        """What `@` and a typed text can insert, nearest first: [{"kind", "title", "detail", "token", "size"}] (R49, R90, R91)."""
        owner = project or (self._ask.task(task).project if task else None)
        files: dict[str, list[str]] = {}
        for row in self._ask.projects():
            try:
                found = await in_space(row.folder, lambda space: space.files())
            except WorkspaceError:
                continue  # a folder that is gone has nothing to offer; its project says so by itself
            files[row.id] = [path for path in found if not path.startswith("tasks/")]
        return (await asyncio.to_thread(suggestions.suggestions, self._ask, files, text, owner, task))[:limit]

    async def expand(self, text: str, task: str | None = None) -> dict[str, Any]:
        """Exactly what a text would be sent as, with its size and what is missing (R28, R92, R93).

        Args:
            task: for the placeholder {step_task} of its present step.

        Returns:
            {"text", "missing": [sentences], "size" bytes, "references": [{"token", "title", "path", "size", "included"}]}
        """
        if task is not None:
            text = text.replace("{step_task}", self._step_task(task))
        expanded = await references.expand(self._ask, text)
        open_ = [f"The placeholder {{{name}}} has no value yet." for name in dict.fromkeys(_PLACEHOLDER.findall(text))]
        about = [
            {
                "token": token,
                "title": insert.path,
                "path": insert.path,
                "size": insert.size,
                "included": insert.text is not None,
            }
            for token, insert in expanded.found.items()
        ]
        whole = expanded.whole
        return {"text": whole, "missing": [*expanded.missing, *open_], "size": len(whole.encode()), "references": about}

    def _step_task(self, task: str) -> str:
        row = self._ask.task(task)
        return str(self._ask.step_n(task, row.step).spec.get("step_task", row.text))

    async def presets(self, project: str | None = None) -> list[dict[str, Any]]:
        """The presets: the app's own, the person's, and a project's, the nearest first: [{"name", "text", "scope"}] (R51)."""
        scopes = {"app": PRESETS | self._load_presets(None)} | (
            {"project": self._load_presets(project)} if project else {}
        )
        return [
            {"name": name, "text": text, "scope": scope}
            for scope in ("project", "app")
            for name, text in scopes.get(scope, {}).items()
            if scope == "project" or name not in scopes.get("project", {})
        ]

    async def save_preset(self, name: str, text: str, project: str | None = None) -> dict[str, Any]:
        """Add or change a preset, for the whole app or for one project."""
        if not name.strip() or not text.strip():
            raise WorkspaceError("A preset needs a name and a text.")
        self._save_presets(project, self._load_presets(project) | {name.strip(): text})
        return {}

    async def delete_preset(self, name: str, project: str | None = None) -> dict[str, Any]:
        """Delete a preset of the person's own; one that comes with the app comes back."""
        known = self._load_presets(project)
        if name not in known:
            raise NotFound(f"There is no preset “{name}” of your own here.")
        self._save_presets(project, {other: text for other, text in known.items() if other != name})
        return {}

    def _preset_file(self, project: str | None) -> Path:
        return Path(self._ask.project(project).folder) / "presets.json" if project else self.home / "presets.json"

    def _load_presets(self, project: str | None) -> dict[str, str]:
        file = self._preset_file(project)
        if not file.exists():
            return {}
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
            return {str(name): str(text) for name, text in found.items()}
        except (ValueError, AttributeError) as error:
            raise WorkspaceError(f"The presets in {file} cannot be read: mend or delete that file.") from error

    def _save_presets(self, project: str | None, presets: dict[str, str]) -> None:
        file = self._preset_file(project)
        aside = file.with_suffix(".new")
        aside.write_text(json.dumps(presets, ensure_ascii=False, indent=2), encoding="utf-8")
        aside.replace(file)
