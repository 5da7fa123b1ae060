"""The top of the task page: its title, where it stands, what it used, and what can be done with all of it."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from workspace_app.domain.records import Task
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.budget_dialog import BudgetDialog
from workspace_app.ui.context_meter import ContextMeter
from workspace_app.ui.cost_words import money_words
from workspace_app.ui.engine_words import localized
from workspace_app.ui.origin_line import OriginLine
from workspace_app.ui.phrases import short_count
from workspace_app.ui.run_bar import RunBar
from workspace_app.ui.small_widgets import ElidedLabel, IconButton, label
from workspace_app.ui.task_state import Usage
from workspace_app.ui.theme import Theme


class TitleField(QWidget):
    """A title that becomes a text field when it is clicked.

    Signals:
        renamed: another title was confirmed; carries it.
    """

    renamed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = ElidedLabel("", self)
        self.label.setProperty("kind", "title")
        self.label.setCursor(Qt.CursorShape.IBeamCursor)
        self.label.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.label.installEventFilter(self)
        self.field = QLineEdit(self)
        self.field.setAccessibleName(self.tr("Title of the task"))
        self.field.installEventFilter(self)
        self.field.editingFinished.connect(self._finish)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.label)
        self._stack.addWidget(self.field)

    def show_title(self, title: str) -> None:
        """Show a title; one that is being typed is left alone."""
        self.label.set_full_text(title)

    @Slot()
    def start(self) -> None:
        """Let the person type another title."""
        self.field.setText(self.label.full_text())
        self._stack.setCurrentWidget(self.field)
        self.field.setFocus()
        self.field.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.label and isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            self.start()
            return True
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if watched is self.label and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_Space):
            self.start()
            return True
        if watched is self.field and event.key() == Qt.Key.Key_Escape:
            self.field.setText(self.label.full_text())
            self._finish()
            return True
        return super().eventFilter(watched, event)

    @Slot()
    def _finish(self) -> None:
        if self._stack.currentWidget() is not self.field:
            return
        self._stack.setCurrentWidget(self.label)
        title = self.field.text().strip()
        if title and title != self.label.full_text():
            self.label.set_full_text(title)
            self.renamed.emit(title)


class TaskHeader(QWidget):
    """Title, status, usage, run buttons, folder, panel and menu.

    Signals:
        folder_requested: the task's folder should be opened; carries its absolute path.
        panel_toggled: the works panel should be shown or hidden.
        deleted: the task was deleted; carries its id, so that it can be undone.
        undo_offered: something was done that can be undone; carries a sentence, and the verb with its arguments that undoes it.
        branch_requested: the person wants a new task from this one.
        again_requested: the person wants the task once more, as a new one.
        tree_requested: the person wants to see which task came from which.
    """

    folder_requested = Signal(str)
    panel_toggled = Signal(bool)
    deleted = Signal(str)
    undo_offered = Signal(str, str, dict)
    branch_requested = Signal()
    again_requested = Signal()
    tree_requested = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self._task: Task | None = None
        self.title = TitleField(self)
        self.title.renamed.connect(self._rename)
        self.run_bar = RunBar(bridge, theme, self)
        self.run_bar.failed.connect(self._show_problem)
        self.folder = IconButton(theme, "folder_open", self.tr("Open the task's folder"), self)
        self.folder.clicked.connect(self._open_folder)
        self.panel = IconButton(theme, "panel_right", self.tr("Works and files (Ctrl+Alt+B)"), self)
        self.panel.setCheckable(True)
        self.panel.toggled.connect(self.panel_toggled)
        self.more = self._menu_button()
        self._status_icon, self.status, self.about = QLabel(self), label("", "strong", self), ElidedLabel("", self)
        self.about.setProperty("kind", "muted")
        self.origin = OriginLine(theme, self)
        self.cost = label("", "muted", self)
        self.cost.hide()
        self.usage, self.meter = label("", "muted", self), ContextMeter(bridge, theme, self)
        self.notice = label("", "muted", self)
        self.notice.setWordWrap(True)
        self.notice.hide()
        self.meter.hide()
        self._lay_out()

    def show_task(self, task: Task) -> None:
        """Show this task as it is now."""
        if self._task is None or self._task.id != task.id or self._task.status != task.status:
            self._notify("", "muted")
        self._task = task
        self.title.show_title(task.title)
        self.run_bar.show_task(task)
        self._show_status()
        self.about.set_full_text(self._place(task))
        self.origin.show_task(self._bridge.queries, task)

    def show_usage(self, usage: Usage, model: str | None) -> None:
        """Show the tokens that the task used; `model` names the slot of the run that is shown."""
        total = usage.input_tokens + usage.output_tokens
        self.usage.setText(self.tr("{0} tokens").format(short_count(total)) if total else "")
        read, written = short_count(usage.input_tokens), short_count(usage.output_tokens)
        self.usage.setToolTip(self.tr("{0} tokens read, {1} written, by all steps").format(read, written))
        self.meter.show_tokens(usage.context, model)
        self._show_cost()

    def _show_cost(self) -> None:
        from workspace_app.store.spending import spent

        assert self._task is not None
        cost = self._bridge.queries.read(partial(spent, level="task", owner=self._task.id))
        self.cost.setText(money_words(cost.to_json()))
        self.cost.setVisible(bool(cost.unknown or cost.money))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape or event.isAutoRepeat():
            super().keyPressEvent(event)
        else:
            self.run_bar.press_escape(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._task is not None:
            self._show_status()

    def _show_status(self) -> None:
        assert self._task is not None
        status = self._task.status
        self._status_icon.setPixmap(self._theme.status_icon(status).pixmap(16, 16))
        self.status.setText(self._theme.status_word(status))
        self.status.setStyleSheet(f"color: {self._theme.status_color(status).name()}")

    def _place(self, task: Task) -> str:
        parts = []
        if task.steps and task.approved:
            parts.append(self.tr("Step {0} of {1}: {2}").format(task.step, task.steps, task.step_title))
        if task.waits_for:
            parts.append(localized(task.waits_for))
        return "  ·  ".join(parts)

    def _lay_out(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(8)
        second.setSpacing(8)
        first.addWidget(self.title, 1)
        for widget in (self.run_bar, self.folder, self.panel, self.more):
            first.addWidget(widget)
        second.addWidget(self._status_icon)
        second.addWidget(self.status)
        second.addWidget(self.about, 1)
        second.addWidget(self.cost)
        second.addWidget(self.usage)
        second.addWidget(self.meter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 12, 8)
        layout.setSpacing(4)
        layout.addLayout(first)
        layout.addLayout(second)
        layout.addWidget(self.origin)
        layout.addWidget(self.notice)

    def _menu_button(self) -> QToolButton:
        made = IconButton(self._theme, "dots", self.tr("More"), self)
        made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(made)
        menu.addAction(self.tr("Rename"), self.title.start)
        menu.addAction(self.tr("Open folder"), self._open_folder)
        menu.addAction(self.tr("Cost and budgets…"), self.open_budgets)
        menu.addSeparator()
        menu.addAction(self.tr("Branch…"), self.branch_requested.emit)
        menu.addAction(self.tr("Tree of branches…"), self.tree_requested.emit)
        self.again_action = menu.addAction(self.tr("Run again as a new task"), self.again_requested.emit)
        menu.addSeparator()
        self.stop_action = menu.addAction(self.tr("Stop the task"), self.run_bar.stop_now)
        menu.addAction(self.tr("Delete"), self._delete)
        menu.aboutToShow.connect(self._prepare_menu)
        made.setMenu(menu)
        return made

    @Slot()
    def _prepare_menu(self) -> None:
        self.stop_action.setEnabled(self.run_bar.can_stop())
        self.again_action.setEnabled(self._task is not None and self._task.plan is not None)

    @Slot(str)
    def _rename(self, title: str) -> None:
        if self._task is not None:
            done = partial(self._renamed, self._task, title)
            self._bridge.call("rename_task", done=done, failed=self._show_problem, task=self._task.id, title=title)

    def _renamed(self, before: Task, title: str, _result: object) -> None:
        sentence = self.tr("Renamed to “{0}”.").format(title)
        self.undo_offered.emit(sentence, "rename_task", {"task": before.id, "title": before.title})

    @Slot()
    def _open_folder(self) -> None:
        if self._task is not None:
            project = self._bridge.queries.project(self._task.project)
            self.folder_requested.emit(f"{project.folder}/{self._task.folder}")

    @Slot()
    def open_budgets(self) -> None:
        """Show what the task cost, and its budgets."""
        if self._task is not None:
            owners = {"task": self._task.id, "project": self._task.project}
            BudgetDialog(self._bridge, self._theme, owners, self.window()).open()

    @Slot()
    def _delete(self) -> None:
        if self._task is not None:
            self._bridge.call("delete_task", done=self._deleted, failed=self._show_problem, task=self._task.id)

    def _deleted(self, _result: object) -> None:
        assert self._task is not None
        self.deleted.emit(self._task.id)

    @Slot(str)
    def _show_problem(self, sentence: str) -> None:
        self._notify(sentence, "error")

    def _notify(self, sentence: str, kind: str) -> None:
        self.notice.setProperty("kind", kind)
        self.notice.style().polish(self.notice)
        self.notice.setText(sentence)
        self.notice.setVisible(bool(sentence))
