"""The actions of the main window: what Ctrl+K finds and the menus show."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from workspace_app.domain.status import ACTIVE, Status
from workspace_app.ui.actions import Spec
from workspace_app.ui.finding import Finding

if TYPE_CHECKING:
    from workspace_app.domain.records import Task
    from workspace_app.ui.main_window import MainWindow
    from workspace_app.ui.palette import Source
    from workspace_app.ui.step_pane import StepPane

translate = QCoreApplication.translate


def add_actions(window: "MainWindow") -> Finding:
    """Register every action of the window, menu by menu; returns what the palette searches in."""
    finding = Finding(
        window.bridge,
        window.theme,
        window.book,
        window.background,
        window.actions_,
        window.open_task,
        window.open_hit,
        window,
    )
    for spec in (*_file(window), *_go(window, finding), *_task(window), *_view(window), *_help(window, finding)):
        window.actions_.add(spec)
    return finding


def _file(window: "MainWindow") -> list[Spec]:
    menu = translate("Actions", "&File")
    return [
        Spec("task.new", menu, translate("Actions", "New task"), window.new_task, ("Ctrl+N",), "plus"),
        Spec(
            "project.new",
            menu,
            translate("Actions", "New project…"),
            partial(_new_project, window),
            ("Ctrl+Shift+N",),
            "folder",
        ),
        Spec("sample", menu, translate("Actions", "Make the sample project"), partial(_sample, window), (), "document"),
        Spec(
            "settings",
            menu,
            translate("Actions", "Settings"),
            partial(window.show_page, "settings"),
            ("Ctrl+,",),
            "gear",
        ),
        Spec("window.close", menu, translate("Actions", "Close window"), window.close, ("Ctrl+Q", "Ctrl+W"), "cross"),
    ]


def _go(window: "MainWindow", finding: Finding) -> list[Spec]:
    menu = translate("Actions", "&Go")
    find_all = partial(_open_palette, window, finding.everything, translate("Actions", "What do you want to do?"))
    find_task = partial(_open_palette, window, finding.tasks, translate("Actions", "Go to a task"))
    search = partial(_open_palette, window, finding.texts, translate("Actions", "Search in tasks, works and messages"))
    several = partial(_several_tasks, window)
    return [
        Spec("palette", menu, translate("Actions", "Find an action…"), find_all, ("Ctrl+K", "Ctrl+Shift+P"), "command"),
        Spec("go.task", menu, translate("Actions", "Go to task…"), find_task, ("Ctrl+P",), "search"),
        Spec(
            "search",
            menu,
            translate("Actions", "Search everywhere…"),
            search,
            ("Ctrl+Shift+F",),
            "search",
            partial(_has_tasks, window),
        ),
        Spec(
            "go.dashboard",
            menu,
            translate("Actions", "Dashboard"),
            partial(window.show_page, "dashboard"),
            ("Ctrl+D",),
            "home",
        ),
        Spec("go.inbox", menu, translate("Actions", "Inbox"), partial(window.show_page, "inbox"), ("Ctrl+I",), "inbox"),
        Spec(
            "go.previous",
            menu,
            translate("Actions", "Previous task"),
            window.previous_task,
            ("Ctrl+Tab",),
            "history",
            several,
        ),
        Spec(
            "go.waiting",
            menu,
            translate("Actions", "Next that waits for you"),
            partial(_next_waiting, window),
            ("Ctrl+J",),
            "hand",
            partial(_waits, window),
        ),
    ]


def _task(window: "MainWindow") -> list[Spec]:
    menu = translate("Actions", "&Task")
    shown = partial(_in_status, window, frozenset(Status))
    active = partial(_in_status, window, ACTIVE)
    resumable = partial(_in_status, window, frozenset({Status.PAUSED, Status.INTERRUPTED, Status.ERROR}))
    return [
        Spec("task.pause", menu, translate("Actions", "Pause"), partial(_call, window, "pause"), (), "pause", active),
        Spec(
            "task.resume", menu, translate("Actions", "Resume"), partial(_call, window, "resume"), (), "play", resumable
        ),
        Spec(
            "task.stop",
            menu,
            translate("Actions", "Stop after this message"),
            partial(_call, window, "stop"),
            (),
            "stop",
            active,
        ),
        Spec("task.rename", menu, translate("Actions", "Rename task"), partial(_rename, window), (), "edit", shown),
        Spec(
            "task.folder",
            menu,
            translate("Actions", "Open the task's folder"),
            partial(_folder, window),
            (),
            "folder",
            shown,
        ),
        Spec(
            "step.again",
            menu,
            translate("Actions", "Run this step again…"),
            partial(_of_step, window, lambda pane: pane.rerun()),
            (),
            "restart",
            shown,
        ),
        Spec(
            "step.continue",
            menu,
            translate("Actions", "Continue this step in a new conversation…"),
            partial(_of_step, window, lambda pane: pane.continue_anew()),
            (),
            "chat",
            shown,
        ),
        Spec(
            "step.compare",
            menu,
            translate("Actions", "Compare works of two runs…"),
            partial(_of_step, window, lambda pane: pane.compare()),
            (),
            "diff",
            shown,
        ),
        Spec(
            "task.branch",
            menu,
            translate("Actions", "Branch this task…"),
            partial(_branch, window),
            (),
            "branch",
            shown,
        ),
        Spec(
            "task.again",
            menu,
            translate("Actions", "Run this task again as a new one"),
            partial(_task_again, window),
            (),
            "restart",
            partial(_has_plan, window),
        ),
        Spec("task.delete", menu, translate("Actions", "Delete task"), partial(_delete, window), (), "trash", shown),
    ]


def _view(window: "MainWindow") -> list[Spec]:
    menu = translate("Actions", "&View")
    return [
        Spec("view.sidebar", menu, translate("Actions", "Sidebar"), window.toggle_sidebar, ("Ctrl+B",), "sidebar"),
        Spec("view.light", menu, translate("Actions", "Light look"), partial(_look, window, "light"), (), "sun"),
        Spec("view.dark", menu, translate("Actions", "Dark look"), partial(_look, window, "dark"), (), "moon"),
        Spec(
            "view.system",
            menu,
            translate("Actions", "Look as the system"),
            partial(_look, window, "system"),
            (),
            "palette",
        ),
    ]


def _help(window: "MainWindow", finding: Finding) -> list[Spec]:
    menu = translate("Actions", "&Help")
    keys = partial(_open_palette, window, finding.everything, translate("Actions", "All actions with their keys"))
    return [
        Spec("help.keys", menu, translate("Actions", "Actions and keys"), keys, ("Ctrl+/", "F1"), "info"),
        Spec(
            "help.welcome",
            menu,
            translate("Actions", "Welcome page"),
            partial(window.pages.show_page, "welcome"),
            (),
            "home",
        ),
    ]


def _open_palette(window: "MainWindow", source: "Source", hint: str) -> None:
    from workspace_app.ui.palette import Palette

    Palette(window.theme, source, hint, window).open_it()


def _new_project(window: "MainWindow") -> None:
    from workspace_app.ui.project_dialog import ProjectDialog

    dialog = ProjectDialog(window.bridge, window)
    dialog.created.connect(window.open_project)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _sample(window: "MainWindow") -> None:
    window.bridge.call("sample_project", done=partial(_sample_made, window))


def _sample_made(window: "MainWindow", result: dict[str, str]) -> None:
    window.open_task(result["task"])


def _shown(window: "MainWindow") -> "Task | None":
    return window.book.task(window.shown_task())


def _in_status(window: "MainWindow", statuses: frozenset[Status]) -> bool:
    task = _shown(window)
    return task is not None and task.status in statuses


def _call(window: "MainWindow", verb: str) -> None:
    window.bridge.call(verb, task=window.shown_task())


def _rename(window: "MainWindow") -> None:
    window.sidebar.show()
    window.sidebar.rename("task", window.shown_task())


def _folder(window: "MainWindow") -> None:
    window.commands.open_folder("task", window.shown_task())


def _delete(window: "MainWindow") -> None:
    if task := _shown(window):
        window.commands.delete(task)


def _look(window: "MainWindow", mode: str) -> None:
    window.preferences.theme = mode  # type: ignore[assignment]
    window.theme.set_mode(window.preferences.theme)


def _has_tasks(window: "MainWindow") -> bool:
    return bool(window.book.tasks())


def _several_tasks(window: "MainWindow") -> bool:
    return len(window.book.tasks()) > 1


def _waits(window: "MainWindow") -> bool:
    return bool(window.book.waiting())


def _next_waiting(window: "MainWindow") -> None:
    waiting = [task.id for task in window.book.waiting()]
    if waiting:
        after = waiting.index(window.shown_task()) + 1 if window.shown_task() in waiting else 0
        window.answer_task(waiting[after % len(waiting)])


def _of_step(window: "MainWindow", act: Callable[["StepPane"], None]) -> None:
    """Do something with the step that is shown; step 0 is planned anew in a branch instead."""
    from workspace_app.ui.task_page import TaskPage

    page = window.pages.page("task")
    if isinstance(page, TaskPage) and page.pane.step is not None and page.pane.step.n > 0:
        act(page.pane)


def _branch(window: "MainWindow") -> None:
    if task := _shown(window):
        window.commands.branch(task)


def _task_again(window: "MainWindow") -> None:
    if task := _shown(window):
        window.commands.run_again(task)


def _has_plan(window: "MainWindow") -> bool:
    task = _shown(window)
    return task is not None and task.plan is not None
