"""Verbs by which several people work on one project: its other repository, pull and push (DESIGN 4)."""

from typing import Any

from spaces import Space
from workspace_app.desk.base import DeskBase
from workspace_app.engine.in_space import in_space


class SharingVerbs(DeskBase):
    """Share a project."""

    async def set_remote(self, project: str, url: str) -> dict[str, Any]:
        """Share a project with the repository at this address from now on; "" shares it no more. Nothing is sent yet.

        Raises:
            WorkspaceError: it is no address that may be used.
        """
        await self._sharing.set_address(project, url)
        return {}

    async def sharing_state(self, project: str, look: bool = False) -> dict[str, Any]:
        """How far a project and its other repository are apart, in commits.

        Args:
            look: ask the other side first, which takes a moment.

        Returns:
            {"url", "branch", "checked_out" (branches; "" if none is), "ahead", "behind" (None if it was never looked at)}
        """
        apart = await self._sharing.apart(project, look=look)
        return {
            "url": apart.address,
            "branch": apart.branch,
            "checked_out": apart.checked_out,
            "ahead": apart.ahead,
            "behind": apart.behind,
        }

    async def pull(self, project: str) -> dict[str, Any]:
        """Bring what others pushed into the folder and the app: {"changed", "conflicts": [paths], "notes": [sentences]}.

        A text that was changed on both sides is kept twice, and a question asks which stays.
        """
        done = await self._sharing.pull(project)
        return {"changed": done.changed, "conflicts": list(done.conflicts), "notes": list(done.notes)}

    async def push(self, project: str) -> dict[str, Any]:
        """Send what is saved in a project to its other repository."""
        await self._sharing.push(project)
        return {}

    async def stop_sharing(self, project: str) -> dict[str, Any]:
        """End a pull or push that is under way; nothing is changed by it then."""
        self._sharing.cancel(project)
        return {}

    async def use_branch(self, project: str) -> dict[str, Any]:
        """Save on the branch that is checked out from now on, with all that waits to be committed."""
        async with self._outbox.lock(project):
            await in_space(self._ask.project(project).folder, lambda space: Space.create(space.folder))
        await self._outbox.flush(project)
        return {}
