"""How the pages of the main window are made and joined to it; each is imported when it is first shown."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from workspace_app.ui.dashboard import Dashboard
    from workspace_app.ui.inbox import Inbox
    from workspace_app.ui.main_window import MainWindow
    from workspace_app.ui.new_task_page import NewTaskPage
    from workspace_app.ui.project_page import ProjectPage
    from workspace_app.ui.settings import Settings
    from workspace_app.ui.task_page import TaskPage
    from workspace_app.ui.welcome import Welcome


def page_makers(window: "MainWindow") -> "Mapping[str, Callable[[], QWidget]]":
    """The pages of `window` by name, each as a function that makes it."""
    makers: dict[str, Callable[[MainWindow], QWidget]] = {
        "dashboard": _dashboard,
        "welcome": _welcome,
        "inbox": _inbox,
        "task": _task,
        "new_task": _new_task,
        "project": _project,
        "settings": _settings,
    }
    return {name: partial(maker, window) for name, maker in makers.items()}


def _dashboard(window: "MainWindow") -> "Dashboard":
    from workspace_app.ui.dashboard import Dashboard

    page = Dashboard(window.book, window.theme, window)
    page.task_opened.connect(window.open_task)
    page.answer_requested.connect(window.answer_task)
    page.project_opened.connect(window.open_project)
    page.menu_requested.connect(window.commands.show_menu)
    return page


def _welcome(window: "MainWindow") -> "Welcome":
    from workspace_app.ui.welcome import Welcome

    page = Welcome(window.bridge, window.theme, window)
    page.task_requested.connect(window.new_task)
    page.model_requested.connect(window.add_model)
    page.sample_made.connect(window.open_task)
    return page


def _inbox(window: "MainWindow") -> "Inbox":
    from workspace_app.ui.inbox import Inbox

    page = Inbox(window.bridge, window.theme, window.book, window.background, window)
    page.question_opened.connect(window.open_question)
    page.work_requested.connect(window.open_work)
    page.count_changed.connect(window.sidebar.set_waiting)
    return page


def _task(window: "MainWindow") -> "TaskPage":
    from workspace_app.ui.task_page import TaskPage

    page = TaskPage(window.bridge, window.theme, window)
    page.folder_requested.connect(window.open_folder)
    page.panel.work_opened.connect(window.open_work)
    page.task_opened.connect(window.open_task)
    page.undo_offered.connect(window.undoing.offer)
    return page


def _new_task(window: "MainWindow") -> "NewTaskPage":
    from workspace_app.ui.new_task_page import NewTaskPage

    page = NewTaskPage(window.bridge, window.theme, window)
    page.task_created.connect(window.open_task)
    return page


def _project(window: "MainWindow") -> "ProjectPage":
    from workspace_app.ui.project_page import ProjectPage

    page = ProjectPage(window.bridge, window.theme, window.book, window)
    page.task_opened.connect(window.open_task)
    page.answer_requested.connect(window.answer_task)
    page.task_requested.connect(window.new_task_in)
    page.menu_requested.connect(window.commands.show_menu)
    page.renamed.connect(window.commands.rename)
    page.move_requested.connect(window.commands.move)
    page.share_requested.connect(lambda: window.actions_.run("project.share"))
    return page


def _settings(window: "MainWindow") -> "Settings":
    from workspace_app.ui.settings import Settings

    page = Settings(window.bridge, window.theme, window.preferences, window)
    page.permissions.undo_offered.connect(window.undoing.offer)
    page.prices.undo_offered.connect(window.undoing.offer)
    page.servers.undo_offered.connect(window.undoing.offer)
    return page
