"""The pictures of messages, read from the folder so that a model which can see gets them again whenever a conversation goes on."""

import io
import logging
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from autogen_core import Image
from PIL import Image as Pillow

from spaces import Space
from spaces.errors import SpaceError
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Json
from workspace_app.engine.context import Said
from workspace_app.engine.in_space import in_space
from workspace_app.engine.place import Place

log = logging.getLogger(__name__)
ENDINGS = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp"})
LARGEST = 5_000_000
"""Bytes; a larger picture is named only."""
SIDE = 1568
"""Pixels; models shrink what is larger by themselves, and are paid for it."""

_Where = tuple[str, str | None]


def attached(record: Sequence[Mapping[str, Json]]) -> list[dict[str, Json]]:
    """The pictures among what a text refers to: [{"path", "commit"}], as messages keep them."""
    return [
        {"path": about["path"], "commit": about["commit"]}
        for about in record
        if PurePosixPath(about["path"]).suffix.lower() in ENDINGS and about.get("size", 0) <= LARGEST
    ]


class Pictures:
    """Reads the pictures of one run's messages, each once.

    Args:
        place: the run; an assistant's own pictures are in its step's folder.
    """

    def __init__(self, place: Place) -> None:
        self._folder, self._own = place.project.folder, f"{place.task.folder}/step_{place.step.n}/images"
        self._read: dict[_Where, Image | None] = {}

    async def of(self, said: Sequence[Said]) -> dict[int, list[Image]]:
        """The pictures of each message that has some, by its place in `said`; one that is gone is left out."""
        wanted = {number: found for number, item in enumerate(said) if (found := self._where(item))}
        new = {where for found in wanted.values() for where in found} - self._read.keys()
        if new:
            try:
                self._read |= await in_space(self._folder, lambda space: {where: _read(space, *where) for where in new})
            except WorkspaceError as error:
                log.info("The pictures of a conversation cannot be read now: %s", error)
        pictures = {number: [self._read.get(where) for where in found] for number, found in wanted.items()}
        return {number: [one for one in found if one is not None] for number, found in pictures.items()}

    def _where(self, item: Said) -> list[_Where]:
        given = [(str(one["path"]), one["commit"]) for one in item.data.get("pictures", ())]
        return given + [(f"{self._own}/{name}", None) for name in item.data.get("images", ())]


def _read(space: Space, path: str, commit: str | None) -> Image | None:
    try:
        picture: Pillow.Image = Pillow.open(io.BytesIO(space.read(path, commit)))
        picture.thumbnail((SIDE, SIDE))
    except (SpaceError, OSError, ValueError, Pillow.DecompressionBombError) as error:
        log.info("The picture %s cannot be read: %s", path, error)
        return None
    return Image.from_pil(picture.convert("RGBA"))
