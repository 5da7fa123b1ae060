"""Verbs about where a version came from, what was made from it, and its bytes as they were (R65)."""

import asyncio
from pathlib import Path
from typing import Any

from workspace_app.desk.staleness import StalenessVerbs
from workspace_app.domain.errors import NotFound
from workspace_app.engine.copies import copy_of
from workspace_app.engine.in_space import in_space
from workspace_app.engine.provenance import Picture, Provenance


class ProvenanceVerbs(StalenessVerbs):
    """Read only: nothing here changes a work."""

    async def provenance(self, work: str, version: str | None = None) -> dict[str, Any]:
        """What a version of a work came from, and what was made from it, through all tasks and projects.

        Args:
            version: its id; None for the newest.

        Returns:
            {"root": [node ids], "nodes": [NODE], "edges": [[made from, made]], "left_out": nodes that are not told}. A NODE has "id",
            "kind", "title", "project", "project_title"; those of kind work and plan further "work", "n", "path", "commit", "task",
            "task_title", "step", "author", "author_kind", "size", "created_at", "approved_at" (None), "approved_by", "stale", "newest", "gone" (its task
            was deleted) and "run" ({"conversation", "n", "model", "team", "prompt", "input_tokens", "output_tokens", "seconds"}, None for
            the person's own); those of kind file "path", "commit", "size"; feedback, conversation, comments and plan "target".
        """
        row = self._ask.work(work)
        return await asyncio.to_thread(self._picture, [version or row.newest.id])

    async def made_from(self, path: str, commit: str | None = None) -> dict[str, Any]:
        """What was made from a file, a context file for instance: as `provenance`.

        Args:
            path: as for `history`.
            commit: only from the file as it was then; None for all its versions.

        Raises:
            NotFound: no step has read it.
        """
        project, relative = self._locate(path)
        if relative in self._ask.work_paths(project.id):
            work = self._ask.work_at(project.id, relative)
            found = [version.id for version in self._ask.versions(work.id) if commit in (None, version.commit)]
        else:
            nodes = await asyncio.to_thread(Provenance, self._ask)
            found = nodes.of_file(project.id, relative, commit)
        if not found:
            raise NotFound(f"No step has read {relative}.")
        return await asyncio.to_thread(self._picture, found)

    async def version_file(self, version: str) -> dict[str, Any]:
        """A copy of a version's bytes, for showing, comparing and opening it: {"path", "size"}."""
        row = self._ask.version(version)
        work = self._ask.work(row.work)
        body = await self._body(self._ask.task(work.task).project, work.path, row)
        file = await asyncio.to_thread(copy_of, self.home, version, work.path, body)
        return {"path": str(file), "size": len(body)}

    async def file_at(self, project: str, path: str, commit: str | None = None) -> dict[str, Any]:
        """A file of a project as it is now, or a copy of it as it was in a commit: {"path", "size"}."""
        folder = self._ask.project(project).folder
        body = await in_space(folder, lambda space: space.read(path, commit))
        if commit is None:
            return {"path": str(Path(folder) / path), "size": len(body)}
        file = await asyncio.to_thread(copy_of, self.home, commit, path, body)
        return {"path": str(file), "size": len(body)}

    def _picture(self, start: list[str]) -> dict[str, Any]:
        provenance = Provenance(self._ask)
        found: Picture = provenance.around(start)
        nodes = [provenance.node(node) for node in found.nodes]
        return {
            "root": start,
            "nodes": nodes,
            "edges": [list(edge) for edge in found.edges],
            "left_out": found.left_out,
        }
