"""The pages in the middle of the window; each is made when it is first shown."""

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QStackedWidget, QWidget


class Pages(QStackedWidget):
    """Pages by name.

    Args:
        makers: how to make each page.
    """

    def __init__(self, makers: Mapping[str, Callable[[], QWidget]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._makers = makers
        self._made: dict[str, QWidget] = {}
        self._shown = ""

    @property
    def shown(self) -> str:
        """Name of the page that is shown, "" for none."""
        return self._shown

    def page(self, name: str) -> QWidget:
        """The page of that name, made if it was not yet."""
        if name not in self._made:
            page = self._made[name] = self._makers[name]()
            self.addWidget(page)
        return self._made[name]

    def made(self, name: str) -> QWidget | None:
        """The page of that name if it was made."""
        return self._made.get(name)

    def show_page(self, name: str) -> QWidget:
        """Show a page and give it the keyboard."""
        page = self.page(name)
        self._shown = name
        self.setCurrentWidget(page)
        return page
