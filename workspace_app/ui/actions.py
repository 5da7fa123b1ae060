"""Everything that can be done from the keyboard, in one list that menus, shortcuts and the palette share."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu


@dataclass(frozen=True)
class Spec:
    """One action.

    Args:
        id: stable name, such as "task.new".
        menu: title of the menu that it is in.
        text: what it is called, translated.
        run: what it does.
        keys: its shortcuts, the first one is shown.
        icon: name of a theme icon.
        enabled: whether it can be done now; asked whenever menus or the palette open.
        local: its keys work in one part of the window, which listens to them itself; here they are only shown.
    """

    id: str
    menu: str
    text: str
    run: Callable[[], object]
    keys: tuple[str, ...] = ()
    icon: str = ""
    enabled: Callable[[], bool] = lambda: True
    local: bool = False


class Actions:
    """The actions of a window.

    Args:
        window: gets the shortcuts and the menu bar.
    """

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._specs: dict[str, Spec] = {}
        self._actions: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}

    def add(self, spec: Spec) -> QAction:
        """Register an action, put it at the end of its menu and connect its keys.

        Raises:
            ValueError: one of its keys belongs to another action already.
        """
        self._check_keys(spec)
        text = f"{spec.text}\t{native(spec.keys)}" if spec.local and spec.keys else spec.text
        action = QAction(text, self._window)
        action.setObjectName(spec.id)
        action.setShortcuts([] if spec.local else [QKeySequence(key) for key in spec.keys])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(spec.run)
        self._specs[spec.id], self._actions[spec.id] = spec, action
        self._menu(spec.menu).addAction(action)
        self._window.addAction(action)
        return action

    def specs(self) -> list[Spec]:
        """All actions, in the order in which they were added."""
        return list(self._specs.values())

    def run(self, id_: str) -> None:
        """Do an action, if it can be done now."""
        if self._specs[id_].enabled():
            self._specs[id_].run()

    def refresh(self) -> None:
        """Ask each action whether it can be done now. A shortcut of one that cannot is left to whoever has the focus."""
        for id_, spec in self._specs.items():
            self._actions[id_].setEnabled(spec.enabled())

    def _menu(self, title: str) -> QMenu:
        if title not in self._menus:
            menu = self._menus[title] = self._window.menuBar().addMenu(title)
            menu.aboutToShow.connect(self.refresh)
        return self._menus[title]

    def _check_keys(self, spec: Spec) -> None:
        for other in self._specs.values():
            if spec.local or other.local:
                continue
            if shared := set(other.keys) & set(spec.keys):
                raise ValueError(f"{', '.join(shared)} belongs to {other.id} already.")


def native(keys: tuple[str, ...]) -> str:
    """The first of some keys as this system writes it, "" for none."""
    return QKeySequence(keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if keys else ""
