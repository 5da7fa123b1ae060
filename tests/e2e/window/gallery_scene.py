"""A person who goes through a window by what it says in its language, and calls the engine's verbs beside it."""

from typing import Any

from PySide6.QtCore import QTranslator

from tests.e2e.program import until
from tests.e2e.window.gallery_place import Place
from workspace_app import assets
from workspace_app.desk.client import DeskClient
from workspace_app.domain.records import Question
from workspace_app.store.database import open_reader
from workspace_app.store.queries import Queries


class Scene:
    """What the window shows is named here in English, and looked for in its language."""

    def __init__(self, place: Place) -> None:
        self.place, self.window, self.server = place, place.window, place.server
        self._translator = QTranslator()
        if place.language != "en":
            assert self._translator.load(f"workspace_{place.language}", str(assets.path("translations")))
        self._client = DeskClient(place.program.home)
        self._client.connect()
        self.queries = Queries(open_reader(place.program.home))

    def close(self) -> None:
        """Let go of the engine."""
        self._client.close()
        self.queries.close()

    def call(self, verb: str, **arguments: Any) -> Any:
        """Call a verb."""
        return self._client.call(verb, **arguments)

    def said(self, context: str, text: str) -> str:
        """A text of the window in its language."""
        return self._translator.translate(context, text) or text

    def see(self, context: str, text: str, role: str = "") -> None:
        """Wait until this is in view."""
        self.window.see(self.said(context, text), role)

    def click(self, context: str, text: str) -> None:
        """Click a button."""
        self.window.click(self.said(context, text))

    def command(self, text: str) -> None:
        """Do an action by its name, as Ctrl+K finds it."""
        name = self.said("Actions", text).rstrip("…")
        self.window.press("Ctrl+K")
        self.see("Actions", "What do you want to do?", "EditableText")
        self.window.type(name)
        self.window.wait(lambda: self._is_chosen(name), f"Ctrl+K does not find {name!r}")
        self.window.press("Return")
        self.window.gone(self.said("Actions", "What do you want to do?"))

    def _is_chosen(self, name: str) -> bool:
        return any(item.selected and item.name.startswith(name) for item in self.window.found(name, "ListItem"))

    def question(self, kind: str, but: str = "") -> Question:
        """The newest open question of a kind, once there is one other than `but`."""
        found: list[Question] = []

        def asked() -> bool:
            found[:] = [row for row in self.queries.inbox() if row.kind == kind and row.id != but]
            return bool(found)

        until(asked)
        return found[-1]

    def answer(self, kind: str, **how: Any) -> str:
        """Answer it; its id."""
        id_ = self.question(kind).id
        self.call("answer", question=id_, **how)
        return id_
