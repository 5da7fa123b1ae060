"""Files that tools give back: they are kept in the step's folder, and the model is told where."""

from workspace_app.engine.ledger import Ledger
from workspace_app.engine.place import Place
from workspace_app.engine.works import Works
from workspace_app.store import changes
from workspace_app.store.ids import new_id


class KeptFiles:
    """Keeps what an assistant's tools give back.

    Args:
        speaker: the assistant, as commits name it.
    """

    def __init__(self, ledger: Ledger, works: Works, place: Place, speaker: str) -> None:
        self._ledger, self._works, self._place, self._speaker = ledger, works, place, speaker

    async def __call__(self, body: bytes, extension: str) -> str:
        """Keep the bytes; returns their path relative to the project folder."""
        place = self._place
        path = f"{place.task.folder}/step_{place.step.n}/images/{new_id()}{extension}"
        await self._ledger.change(
            lambda c: changes.put_file(
                c,
                project=place.project.id,
                path=path,
                body=body,
                author=self._speaker,
                author_kind="assistant",
                subject=f"Step {place.step.n}: file of a tool",
                trailers=place.trailers(),
            )
        )
        await self._works.committed(place)
        return path
