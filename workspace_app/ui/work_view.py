"""One work: its versions, its text, what changed, and what can be done with it."""

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedLayout, QVBoxLayout, QWidget

from workspace_app.domain.records import Version, Work
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.changes_view import ChangesView
from workspace_app.ui.chip import Chip
from workspace_app.ui.conflict_bar import ConflictBar
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.open_path import copy_path, open_file, show_in_folder
from workspace_app.ui.provenance_dialog import ProvenanceDialog
from workspace_app.ui.small_widgets import ElidedLabel, IconButton, label
from workspace_app.ui.stale_bar import StaleBar
from workspace_app.ui.theme import Theme
from workspace_app.ui.version_bar import VersionBar
from workspace_app.ui.version_list import VersionList
from workspace_app.ui.work_text import WorkText
from workspace_app.ui.work_words import marks


class WorkView(QWidget):
    """Shows one version of one work.

    Signals:
        version_chosen: the person went to another version of the work; carries its number.
        work_opened: a work of any task should be shown; carries the ids of task and work.
    """

    version_chosen = Signal(int)
    work_opened = Signal(str, str)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self._work: Work | None = None
        self._versions: list[Version] = []
        self._shown = 0
        self._base: int | None = None
        self._asked = 0
        self._scroll = 0
        self._failed = False
        self.title = ElidedLabel("", self)
        self.title.setProperty("kind", "heading")
        self.open = IconButton(theme, "external", self.tr("Open in its program"), self)
        self.origin = IconButton(theme, "branch", self.tr("Where it came from, and what was made from it"), self)
        self.more = IconButton(theme, "dots", self.tr("More for this work"), self)
        self._marks = QWidget(self)
        self._flow = FlowLayout(self._marks, 6)
        self._reason = label("", "muted", self)
        self._reason.setWordWrap(True)
        self.bar = VersionBar(theme, self)
        self.versions = VersionList(theme, self)
        self.versions.hide()
        self.conflict, self.stale = ConflictBar(bridge, theme, self), StaleBar(bridge, theme, self)
        self.problem = ProblemLabel(self)
        self.said = label("", "muted", self)
        self.said.setWordWrap(True)
        self.text = WorkText(bridge, theme, self)
        self.preview = self.text.preview
        self.changes = ChangesView(bridge, theme, self)
        self._lay_out()
        self._connect()

    # what the panel calls

    def show_work(self, work: Work) -> None:
        """Show the newest version of a work; an older one stays in view if it was chosen of the same work."""
        same = self._work is not None and work.id == self._work.id
        was_newest = not self._versions or self._shown == self._versions[0].n
        self._work, self._versions = work, self._bridge.queries.versions(work.id)
        if not same:
            self._scroll = 0
            self.bar.set_diff(False)
            self._tell("")
            self.problem.show_problem("")
        # A failure may be one that has passed: a version that was not in git yet is there with its next event.
        changed = not same or self._failed or (was_newest and self._shown != self._versions[0].n)
        if not same or was_newest:
            self._choose(self._versions[0].n)
        self._show_head()
        self.conflict.show_work(work)
        self.stale.show_work(work)
        self.text.show_state(work)
        if changed:
            self._load()

    def work(self) -> Work | None:
        """The work that is shown."""
        return self._work

    def shown(self) -> Version | None:
        """The version that is shown."""
        return next((version for version in self._versions if version.n == self._shown), None)

    # inside: choosing

    def _choose(self, number: int) -> None:
        self._shown = number
        numbers = [version.n for version in self._versions]
        older = numbers[numbers.index(number) + 1 :]
        others = [other for other in numbers if other != number]
        self._base = older[0] if older else (others[0] if others else None)

    @Slot(int)
    def _go_to(self, number: int) -> None:
        self._choose(number)
        self._show_head()
        self._load()
        self.version_chosen.emit(number)

    @Slot(int)
    def _step(self, direction: int) -> None:
        numbers = sorted(version.n for version in self._versions)
        if self._shown in numbers:
            place = numbers.index(self._shown) + direction
            if 0 <= place < len(numbers):
                self._go_to(numbers[place])

    @Slot()
    def _older(self) -> None:
        self._step(-1)

    @Slot()
    def _newer(self) -> None:
        self._step(1)

    # inside: showing

    def _show_head(self) -> None:
        version = self.shown()
        if self._work is None or version is None:
            return
        self.title.set_full_text(self._work.title)
        self.bar.show_version(self._versions, self._shown, self._base)
        self.versions.show_versions(self._versions, self._shown)
        # That it is out of date is said by the bar below, and why.
        found = [mark for mark in marks(self._work, version) if mark.icon != "interrupted"]
        self._flow.clear()
        for mark in found:
            chip = Chip(self._theme, mark.word, mark.icon, color=mark.color, parent=self._marks)
            chip.setToolTip(mark.help)
            self._flow.addWidget(chip)
        self._marks.setVisible(bool(found))
        self._reason.setText(version.pending)
        self._reason.setVisible(bool(version.pending))

    def _load(self) -> None:
        """Ask for the text, or for the changes if those are shown."""
        version = self.shown()
        if self._work is None or version is None:
            return
        self._asked, self._failed = self._asked + 1, False
        position = self.preview.scroll_position()
        self._scroll = self._scroll if position is None else position
        if self.bar.changes.isChecked() and self._base is not None:
            ids = {version.n: version.id for version in self._versions}
            a, b = sorted((self._base, self._shown))
            self.changes.show_versions(ids[a], ids[b])
            self._pages.setCurrentWidget(self.changes)
        else:
            done, failed = partial(self._take_text, self._asked), partial(self._fail, self._asked)
            # By the version, not by the file: the file in the folder is written a moment after the version is stored.
            self._bridge.call("read_work", work=self._work.id, version=version.id, done=done, failed=failed)

    def _take_text(self, asked: int, read: dict[str, Any]) -> None:
        version = self.shown()
        if asked == self._asked and self._work is not None and version is not None:
            self.problem.show_problem("")
            self._pages.setCurrentWidget(self.text)
            self.text.show_text(self._work, version, read)
            self.preview.scroll_to(self._scroll)

    def _fail(self, asked: int, sentence: str) -> None:
        if asked == self._asked:
            self._failed = True
            self._pages.setCurrentWidget(self.text)
            self.text.show_sentence(sentence)

    @Slot()
    def _note_failure(self) -> None:
        self._failed = True

    def _path(self) -> str:
        """The absolute path of the work's file."""
        assert self._work is not None
        queries = self._bridge.queries
        return f"{queries.project(queries.task(self._work.task).project).folder}/{self._work.path}"

    # inside: doing

    @Slot(bool)
    def _toggle_diff(self, _on: bool) -> None:
        self._load()

    @Slot()
    def _press_diff(self) -> None:
        if self.bar.changes.isEnabled():
            self.bar.changes.toggle()

    @Slot(int)
    def _compare(self, number: int) -> None:
        self._base = number
        self._load()

    @Slot()
    def _restore(self) -> None:
        version = self.shown()
        if version is not None:
            done = partial(self._restored, version.n)
            self._bridge.call(
                "restore", path=self._path(), version=str(version.n), done=done, failed=self.problem.show_problem
            )

    def _restored(self, number: int, result: dict[str, Any]) -> None:
        said = self.tr("Version {number} is the newest again, as a new version.").format(number=number)
        if beside := result.get("conflicts"):
            said += " " + self.tr(
                "Your own change of the file was kept; the restored text lies beside it: {path}"
            ).format(path=", ".join(beside))
        self._tell(said)
        self.show_newest()

    @Slot()
    def show_newest(self) -> None:
        """Go to the newest version of the work."""
        if self._work is not None:
            self._shown = self._versions[0].n
            self.show_work(self._bridge.queries.work(self._work.id))

    @Slot()
    def _settled(self) -> None:
        """One of two texts was chosen; the work that lay beside the other may be gone with it."""
        self.conflict.hide()
        self.version_chosen.emit(self._shown)

    @Slot()
    def _open_file(self) -> None:
        if self._work is not None:
            self.problem.show_problem(open_file(self._path()))

    @Slot()
    def show_provenance(self) -> None:
        """Show what the version came from and what was made from it (R65)."""
        version = self.shown()
        if self._work is not None and version is not None:
            dialog = ProvenanceDialog(self._bridge, self._theme, self._work.id, version.id, self.window())
            dialog.work_opened.connect(self.work_opened)
            dialog.open()

    def menu(self) -> QMenu:
        """What else can be done with the work."""
        menu = QMenu(self)
        for text, icon, verb in (
            (self.tr("Open in its program"), "external", "open"),
            (self.tr("Show in its folder"), "folder", "folder"),
            (self.tr("Copy its path"), "copy", "path"),
        ):
            menu.addAction(self._theme.icon(icon), text).setData(verb)
        if self.preview.has_text() and self.preview.is_prose():
            menu.addSeparator()
            fixed = menu.addAction(self.tr("Letters of one width in the source"))
            fixed.setData("fixed")
            fixed.setCheckable(True)
            fixed.setChecked(self.text.fixed_width())
        menu.triggered.connect(self._do)
        return menu

    @Slot()
    def _open_menu(self) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    @Slot(QAction)
    def _do(self, action: QAction) -> None:
        if action.data() == "path":
            copy_path(self._path())
            self._tell(self.tr("The path is on the clipboard."))
        elif action.data() == "fixed":
            self.text.set_fixed_width(action.isChecked())
        else:
            work = open_file if action.data() == "open" else show_in_folder
            self.problem.show_problem(work(self._path()))

    def _tell(self, text: str) -> None:
        self.said.setText(text)
        self.said.setVisible(bool(text))

    # inside: making

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self.title, 1)
        head.addWidget(self.origin)
        head.addWidget(self.open)
        head.addWidget(self.more)
        self._pages = QStackedLayout()
        self._pages.addWidget(self.text)
        self._pages.addWidget(self.changes)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.bar)
        layout.addWidget(self._marks)
        layout.addWidget(self._reason)
        layout.addWidget(self.conflict)
        layout.addWidget(self.stale)
        layout.addWidget(self.versions)
        layout.addWidget(self.problem)
        layout.addWidget(self.said)
        layout.addLayout(self._pages, 1)
        self._tell("")

    def _connect(self) -> None:
        self.bar.stepped.connect(self._step)
        self.bar.list_toggled.connect(self.versions.setVisible)
        self.bar.diff_toggled.connect(self._toggle_diff)
        self.bar.compared.connect(self._compare)
        self.versions.chosen.connect(self._go_to)
        self.versions.restore_requested.connect(self._restore)
        self.text.saved.connect(self.show_newest)
        self.stale.kept.connect(self.show_newest)
        self.conflict.settled.connect(self._settled)
        self.preview.failed.connect(self._note_failure)
        self.preview.open_requested.connect(self._open_file)
        self.open.clicked.connect(self._open_file)
        self.origin.clicked.connect(self.show_provenance)
        self.more.clicked.connect(self._open_menu)

    def add_keys(self, surroundings: QWidget) -> None:
        """Let the keys of versions and of the text work in all of `surroundings`."""
        self.text.add_keys(surroundings)
        for key, slot in (("Alt+Left", self._older), ("Alt+Right", self._newer), ("Alt+C", self._press_diff)):
            shortcut = QShortcut(QKeySequence(key), surroundings)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)
