"""The left side of the window: home, inbox, and the projects with their tasks."""

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QSize, QSortFilterProxyModel, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLineEdit, QPushButton, QTreeView, QVBoxLayout, QWidget

from workspace_app.ui.sidebar_delegate import SidebarDelegate
from workspace_app.ui.sidebar_model import ID, KIND, SidebarModel
from workspace_app.ui.task_book import TaskBook
from workspace_app.ui.theme import Theme

_ICONS = {"new_task": "plus", "dashboard": "home", "inbox": "inbox"}


class Sidebar(QFrame):
    """Finds and opens tasks and projects.

    Args:
        book: all projects and tasks.
    """

    task_opened = Signal(str)
    """A task was chosen; carries its id."""
    project_opened = Signal(str)
    """A project was chosen; carries its id."""
    page_requested = Signal(str)
    """One of the buttons on top was pressed: "new_task", "dashboard" or "inbox"."""
    rename_requested = Signal(str, str, str)
    """A row was renamed in place: "task" or "project", its id, the new title."""
    menu_requested = Signal(str, str, QPoint)
    """The menu of a row is wanted: its kind, its id, and where on the screen."""

    def __init__(self, book: TaskBook, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._buttons: dict[str, QPushButton] = {}
        self._model = SidebarModel(book, theme, self)
        self._filter = QSortFilterProxyModel(self)
        self._filter.setSourceModel(self._model)
        self._filter.setRecursiveFilteringEnabled(True)
        self._filter.setAutoAcceptChildRows(True)
        self._filter.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.search = self._search_field()
        self.tree = self._tree()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 8)
        layout.setSpacing(2)
        self._add_buttons(layout)
        layout.addSpacing(8)
        layout.addWidget(self.search)
        layout.addSpacing(4)
        layout.addWidget(self.tree, 1)
        self.setMinimumWidth(200)
        self.setProperty("kind", "panel")
        self._tint()
        self._connect(book)

    def select_task(self, task: str) -> None:
        """Mark a task as the one that is shown; "" for none."""
        current = self.tree.currentIndex()
        if task and current.isValid() and current.data(ID) == task:
            return
        indexes = self._model.task_indexes(task) if task else []
        # The one in its project: the one under "Waiting for you" goes away with the answer.
        index = self._filter.mapFromSource(indexes[-1]) if indexes else QModelIndex()
        selection = self.tree.selectionModel()
        blocked = selection.blockSignals(True)
        self.tree.setCurrentIndex(index)
        selection.blockSignals(blocked)
        self.tree.viewport().update()

    def set_waiting(self, count: int) -> None:
        """Show how many questions wait on the inbox button."""
        words = self.tr("Inbox")
        self._buttons["inbox"].setText(f"{words}  ({count})" if count else words)

    def set_page(self, page: str) -> None:
        """Mark the button of the page that is shown, if it has one."""
        for name, made in self._buttons.items():
            made.setChecked(name == page)

    def rename(self, kind: str, id_: str) -> None:
        """Rename a row in place."""
        for row in range(self._filter.rowCount()):
            top = self._filter.index(row, 0)
            candidates = (
                [top]
                if kind == "project"
                else [self._filter.index(n, 0, top) for n in range(self._filter.rowCount(top))]
            )
            if found := next((index for index in candidates if index.data(ID) == id_), None):
                self.tree.setCurrentIndex(found)
                self.tree.edit(found)
                return

    # building

    def _search_field(self) -> QLineEdit:
        field = QLineEdit(self)
        field.setPlaceholderText(self.tr("Find a task"))
        field.setAccessibleName(self.tr("Find a task"))
        field.setClearButtonEnabled(True)
        field.setContentsMargins(10, 0, 10, 0)
        return field

    def _tree(self) -> QTreeView:
        tree = QTreeView(self)
        tree.setModel(self._filter)
        tree.setItemDelegate(SidebarDelegate(self._theme, tree))
        tree.setHeaderHidden(True)
        tree.setRootIsDecorated(False)
        tree.setIndentation(0)
        tree.setMouseTracking(True)
        tree.setFrameShape(QFrame.Shape.NoFrame)
        tree.setExpandsOnDoubleClick(False)
        tree.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        tree.setAccessibleName(self.tr("Projects and tasks"))
        return tree

    def _add_buttons(self, layout: QVBoxLayout) -> None:
        words = {"new_task": self.tr("New task"), "dashboard": self.tr("Dashboard"), "inbox": self.tr("Inbox")}
        tips = {"new_task": "Ctrl+N", "dashboard": "Ctrl+D", "inbox": "Ctrl+I"}
        for name, text in words.items():
            made = self._buttons[name] = QPushButton(text, self)
            made.setProperty("kind", "nav")
            made.setCheckable(name != "new_task")
            made.setIconSize(QSize(18, 18))
            made.setToolTip(f"{text} ({tips[name]})")
            made.setProperty("page", name)
            made.clicked.connect(self._button_pressed)
            layout.addWidget(made)

    def _connect(self, book: TaskBook) -> None:
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self._open_first)
        self.tree.clicked.connect(self._clicked)
        self.tree.activated.connect(self._activated)
        self.tree.customContextMenuRequested.connect(self._menu)
        self._model.rename_requested.connect(self.rename_requested)
        self._model.rowsInserted.connect(self._expand_new)
        book.reloaded.connect(self.tree.expandAll)

    def _tint(self) -> None:
        for name, made in self._buttons.items():
            made.setIcon(self._theme.icon(_ICONS[name], "accent" if name == "new_task" else "muted"))

    # what the person does

    @Slot()
    def _button_pressed(self) -> None:
        pressed = self.sender()
        assert isinstance(pressed, QPushButton)
        self.page_requested.emit(pressed.property("page"))

    @Slot(str)
    def _search(self, text: str) -> None:
        self._filter.setFilterFixedString(text)
        self.tree.expandAll()

    @Slot()
    def _open_first(self) -> None:
        for row in range(self._filter.rowCount()):
            first = self._filter.index(0, 0, self._filter.index(row, 0))
            if first.isValid():
                self.tree.setCurrentIndex(first)
                self._activated(first)
                return

    @Slot(QModelIndex)
    def _clicked(self, index: QModelIndex) -> None:
        if index.data(KIND) == "task":
            self._activated(index)
        else:
            self.tree.setExpanded(index, not self.tree.isExpanded(index))
            self._activated(index)

    @Slot(QModelIndex)
    def _activated(self, index: QModelIndex) -> None:
        if index.data(KIND) == "task":
            self.task_opened.emit(index.data(ID))
        elif index.data(KIND) == "project":
            self.project_opened.emit(index.data(ID))

    @Slot(QPoint)
    def _menu(self, at: QPoint) -> None:
        index = self.tree.indexAt(at)
        if index.data(KIND) in ("task", "project"):
            self.menu_requested.emit(index.data(KIND), index.data(ID), self.tree.viewport().mapToGlobal(at))

    @Slot(QModelIndex, int, int)
    def _expand_new(self, parent: QModelIndex, first: int, last: int) -> None:
        if not parent.isValid():
            for row in range(first, last + 1):
                self.tree.expand(self._filter.mapFromSource(self._model.index(row, 0)))
        elif self._model.rowCount(parent) == last - first + 1:
            self.tree.expand(self._filter.mapFromSource(parent))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()
