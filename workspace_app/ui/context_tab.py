"""The task's context files: what every step of it can read (R11)."""

import shutil
import tempfile
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTemporaryDir, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from workspace_app.domain.errors import NotFound
from workspace_app.domain.events import Event
from workspace_app.ui.background import Background
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.context_files import ContextFile, local_files, split_readable
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.open_path import open_file
from workspace_app.ui.phrases import size_of
from workspace_app.ui.small_widgets import Card, ElidedLabel, IconButton, IconLabel, button, label
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint


class ContextTab(QWidget):
    """A list of files with a button that adds some, and a place to drop them.

    Signals:
        counted: how many there are.
        undo_offered: a file was taken out; carries a sentence, and the verb with its arguments that brings it back.
    """

    counted = Signal(int)
    undo_offered = Signal(str, str, dict)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self._task = ""
        self._paths: list[str] = []
        self._copies = QTemporaryDir()
        self.setAcceptDrops(True)
        self.rows: list[_FileRow] = []
        self.add = button(self.tr("Add files…"), tip=self.tr("Or drop them here"), parent=self)
        Tint(theme, self.add, "attach")
        self.add.clicked.connect(self._choose)
        self.problem = ProblemLabel(self)
        self.empty = label(
            self.tr(
                "Background material that every step of this task can read. Drop files here, or add them with the button."
            ),
            "muted",
            self,
        )
        self.empty.setWordWrap(True)
        box = QWidget(self)
        self._list = QVBoxLayout(box)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(6)
        self._list.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(box)
        box.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(10)
        layout.addWidget(self.empty)
        layout.addWidget(self.problem)
        layout.addWidget(area, 1)
        layout.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        bridge.events_ready.connect(self._read_events)

    def show_task(self, task: str) -> None:
        """Show the context files of a task."""
        if task != self._task:
            self._task = task
            self.problem.show_problem("")
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Read the list again."""
        if not self._task:
            return
        queries = self._bridge.queries
        try:
            folder = Path(queries.project(queries.task(self._task).project).folder)
            self._show(folder, queries.task_context(self._task))
        except NotFound:
            self._show(Path(), [])

    def add_files(self, paths: list[str]) -> None:
        """Copy files into the task's context."""
        files, sentence = split_readable(paths)
        self.problem.show_problem(sentence)
        if files:
            wanted = [file.path for file in files]
            self._bridge.call(
                "add_context", task=self._task, files=wanted, done=self._done, failed=self.problem.show_problem
            )

    def _show(self, folder: Path, paths: list[str]) -> None:
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._paths = paths
        self.rows = []
        for path in paths:
            found, _ = split_readable([str(folder / path)])
            row = _FileRow(self._theme, path, found[0] if found else None, self)
            row.removed.connect(self._remove)
            row.opened.connect(self._open)
            self._list.insertWidget(len(self.rows), row)
            self.rows.append(row)
        self.empty.setVisible(not paths)
        self.counted.emit(len(paths))

    @Slot(str)
    def _remove(self, path: str) -> None:
        """Take a file out; a copy is kept for as long as the window is open, so that it can be put back."""
        queries = self._bridge.queries
        source = Path(queries.project(queries.task(self._task).project).folder) / path
        copying = partial(_copy, source, Path(self._copies.path()))
        background = Background(self)
        background.read("copy", copying, partial(self._take_out, background, self._task, path))

    def _take_out(self, background: Background, task: str, path: str, copy: Path | None) -> None:
        background.close()
        background.deleteLater()
        done, failed = partial(self._taken_out, task, copy), partial(self._failed, path)
        self._bridge.call("remove_context", task=task, path=path, done=done, failed=failed)

    def _taken_out(self, task: str, copy: Path | None, result: object) -> None:
        self._done(result)
        if copy is not None:
            sentence = self.tr("“{0}” is out of the context.").format(copy.name)
            self.undo_offered.emit(sentence, "add_context", {"task": task, "files": [str(copy)]})

    @Slot(str)
    def _open(self, path: str) -> None:
        queries = self._bridge.queries
        folder = queries.project(queries.task(self._task).project).folder
        self.problem.show_problem(open_file(f"{folder}/{path}"))

    def _failed(self, _path: str, sentence: str) -> None:
        self.problem.show_problem(sentence)

    def _done(self, _result: object) -> None:
        self.refresh()

    @Slot()
    def _choose(self) -> None:
        files, _ = QFileDialog.getOpenFileNames(self, self.tr("Add context files"))
        if files:
            self.add_files(files)

    @Slot(list)
    def _read_events(self, events: list[Event]) -> None:
        if self.isVisible() and any(event.kind == "task" and event.task == self._task for event in events):
            self.refresh()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.add_files(local_files(event.mimeData()))


class _FileRow(Card):
    """One context file.

    Signals:
        removed: take it out of the context; carries its path.
        opened: open it in its program; carries its path.
    """

    removed = Signal(str)
    opened = Signal(str)

    def __init__(self, theme: Theme, path: str, file: ContextFile | None, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.path = path
        name = ElidedLabel(Path(path).name, self)
        name.setProperty("kind", "strong")
        about = label(self._about(file), "muted" if file else "error", self)
        about.setWordWrap(True)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(name)
        words.addWidget(about)
        self.open = IconButton(theme, "external", self.tr("Open {name}").format(name=Path(path).name), self)
        self.remove = IconButton(
            theme,
            "cross",
            self.tr("Remove {name} from the context; the file you added it from stays").format(name=Path(path).name),
            self,
        )
        self.open.setEnabled(file is not None)
        self.open.clicked.connect(self._open)
        self.remove.clicked.connect(self._remove)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 6, 6)
        row.addWidget(IconLabel(theme, "document", "muted", 18, self))
        row.addLayout(words, 1)
        row.addWidget(self.open)
        row.addWidget(self.remove)

    def _about(self, file: ContextFile | None) -> str:
        if file is None:
            return self.tr("The file is not there any more")
        whole = self.tr("its whole text goes into the prompts")
        return f"{size_of(file.size)} · {file.why or whole}"

    @Slot()
    def _open(self) -> None:
        self.opened.emit(self.path)

    @Slot()
    def _remove(self) -> None:
        self.removed.emit(self.path)


def _copy(source: Path, folder: Path) -> Path | None:
    """A copy of a file in a folder of its own, so that it keeps its name; None if there is no such file."""
    if not source.is_file():
        return None
    return Path(shutil.copy2(source, tempfile.mkdtemp(dir=folder)))
