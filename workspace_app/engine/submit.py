"""The tool by which an assistant hands in a work (see "How an assistant delivers" in the README)."""

import os
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from autogen_core import CancellationToken
from autogen_core.tools import BaseTool
from pydantic import BaseModel, Field

from workspace_app.domain.characters import whole
from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.large_files import LARGEST_BODY
from workspace_app.engine.place import Place
from workspace_app.engine.rooted import root_of
from workspace_app.engine.works import Works, version_id

NAME = "submit_work"


class Submission(BaseModel):
    """What `submit_work` takes."""

    title: str = Field(
        description="Name of the document. The same name again makes a new version of the same document."
    )
    content: str | None = Field(default=None, description="The whole document, as Markdown or plain text.")
    path: str | None = Field(
        default=None, description="Instead of content: a file that you made, relative to the project folder."
    )
    more: bool = Field(default=False, description="True if you will hand in further documents before your turn ends.")


class SubmitWork(BaseTool[Submission, Any]):
    """Saves a document as the step's work. Handing in ends the assistant's turn unless it says that more follows."""

    def __init__(self, place: Place, works: Works, author: str) -> None:
        super().__init__(
            Submission,
            str,
            NAME,
            "Hand in a finished document as the result of this step. Only documents handed in count.",
        )
        self._place, self._works, self._author = place, works, author

    async def run(self, args: Submission, cancellation_token: CancellationToken) -> str:
        """Not used: the call's id is needed, see `deliver`."""
        raise NotImplementedError

    async def deliver(self, args: Submission, call_id: str) -> str:
        """Save the document; returns what the assistant is told.

        Raises:
            WorkspaceError: neither content nor a readable file was given.
        """
        body, extension = self._body(args)
        assert self._place.conversation is not None
        id_ = version_id(self._place.conversation.id, call_id)
        made: dict[str, Any] = {"author": self._author, "author_kind": "assistant", "id": id_, "extension": extension}
        work, version = await self._works.save(self._place, self._works.prepare(self._place, args.title, body, **made))
        await self._works.committed(self._place)
        return f"Saved as {work.path} (version {version.n})."

    def _body(self, args: Submission) -> tuple[bytes, str]:
        if args.content is not None:
            return whole(args.content).encode(), ".md"
        if args.path is None:
            raise WorkspaceError("Give the document as content, or a path of a file that you made.")
        space = Path(os.path.realpath(self._place.space))
        path = args.path
        with suppress(ValueError):  # a shell tells where its files are by their whole paths
            path = PurePosixPath(path).relative_to(space.as_posix()).as_posix()
        try:
            body = root_of(space).read(path, LARGEST_BODY)
        except OverflowError as error:
            raise WorkspaceError(
                f"{args.path} is larger than {LARGEST_BODY // 1_000_000} MB; hand in a smaller file."
            ) from error
        except (OSError, ValueError) as error:
            raise WorkspaceError(f"There is no file {args.path} in the project folder.") from error
        return body, PurePosixPath(path).suffix or ".md"
