"""The actions of the main window: what Ctrl+K finds and the menus show."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from workspace_app.ui.actions import Spec
from workspace_app.ui.finding import Finding
from workspace_app.ui.task_actions import message_actions, step_actions, task_actions, work_actions

if TYPE_CHECKING:
    from workspace_app.ui.main_window import MainWindow
    from workspace_app.ui.palette import Source

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
    of_task = (task_actions, step_actions, message_actions, work_actions)
    specs = (*_file(window), *_go(window, finding), *(spec for make in of_task for spec in make(window)))
    for spec in (*specs, *_view(window), *_help(window, finding)):
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
        Spec(
            "project.open_folder",
            menu,
            translate("Actions", "Open a project folder…"),
            window.records.open_project_folder,
            ("Ctrl+O",),
            "folder_open",
        ),
        Spec("task.import", menu, translate("Actions", "Import task…"), partial(_import_task, window), (), "down"),
        Spec(
            "task.export",
            menu,
            translate("Actions", "Export task…"),
            partial(_export_task, window),
            (),
            "up",
            partial(_in_task, window),
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
        Spec(
            "undo",
            menu,
            translate("Actions", "Undo what was done last"),
            window.undoing.undo_last,
            ("Ctrl+Z",),
            "undo",
            partial(_can_undo, window),
        ),
        Spec(
            "project.move",
            menu,
            translate("Actions", "Say where the project's folder is now…"),
            partial(_move_project, window),
            (),
            "folder_open",
            partial(_in_project, window),
        ),
        Spec(
            "project.share",
            menu,
            translate("Actions", "Share the project…"),
            partial(_share_project, window),
            (),
            "external",
            partial(_in_project, window),
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
            partial(_not_in_plan, window),
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
        Spec(
            "go.part",
            menu,
            translate("Actions", "Next part of the window"),
            partial(window.go_round, 1),
            ("F6", "Ctrl+F6"),
            "chevron_right",
        ),
        Spec(
            "go.part_back",
            menu,
            translate("Actions", "Part of the window before"),
            partial(window.go_round, -1),
            ("Shift+F6", "Ctrl+Shift+F6"),
            "chevron_left",
        ),
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


def _not_in_plan(window: "MainWindow") -> bool:
    return not window.in_plan()


def _can_undo(window: "MainWindow") -> bool:
    return window.undoing.can_undo() and not window.in_plan()


def _in_project(window: "MainWindow") -> bool:
    return window.current_project() is not None


def _move_project(window: "MainWindow") -> None:
    if project := window.book.project(window.current_project() or ""):
        window.commands.move(project)


def _share_project(window: "MainWindow") -> None:
    from workspace_app.ui.share_dialog import ShareDialog

    if project := window.book.project(window.current_project() or ""):
        ShareDialog(window.bridge, project, window).open()


def _in_task(window: "MainWindow") -> bool:
    return bool(window.shown_task())


def _import_task(window: "MainWindow") -> None:
    window.records.import_task(window.current_project())


def _export_task(window: "MainWindow") -> None:
    if task := window.book.task(window.shown_task()):
        window.records.export(task)


def _sample(window: "MainWindow") -> None:
    window.bridge.call("sample_project", done=partial(_sample_made, window))


def _sample_made(window: "MainWindow", result: dict[str, str]) -> None:
    window.open_task(result["task"])


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
