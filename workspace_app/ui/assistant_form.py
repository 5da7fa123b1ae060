"""One assistant of a step's team: name, model, tools, system instruction and middleware."""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from workspace_app.domain.model_names import split_name
from workspace_app.domain.plan import Assistant, Problem
from workspace_app.ui.catalogue import Catalogue, model_label
from workspace_app.ui.chip import Chip
from workspace_app.ui.fields import LabelledField, LeaveUndo, ProblemLabel, TextArea, set_line
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.middleware_list import Listed, MiddlewareList
from workspace_app.ui.model_chooser import NamedModelDialog, another_model
from workspace_app.ui.small_widgets import Card, IconButton, button
from workspace_app.ui.theme import Theme


class AssistantForm(Card):
    """The fields of one assistant.

    Signals:
        edited: its new value, the field ("name", "system", "model", "tools", "middleware..."), and the text typed.
        removed: the person asked to take it out of the team.
    """

    edited = Signal(object, str, str)
    removed = Signal()

    def __init__(self, theme: Theme, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, surface="window")
        self._catalogue = catalogue
        self._assistant = Assistant("")
        self._leave_undo = LeaveUndo(self)
        self.name = QLineEdit(self)
        self.model = QComboBox(self)
        self.model.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.model.setMinimumContentsLength(12)
        self.system = TextArea(self.tr("System instruction"), (2, 10), self)
        self.system.setPlaceholderText(self.tr("Empty: the assistant gets only the step's task and inputs"))
        self._tools = QWidget(self)
        self._flow = FlowLayout(self._tools, 6)
        self._name_box = LabelledField(self.tr("Name"), self.name, parent=self)
        self._model_box = LabelledField(self.tr("Model"), self.model, parent=self)
        self.middleware = MiddlewareList(theme, catalogue, self)
        self._problem = ProblemLabel(self)
        self.remove = IconButton(theme, "trash", self.tr("Remove this assistant"), self)
        self._lay_out()
        self.name.textEdited.connect(self._read_name)
        self.system.textChanged.connect(self._read_system)
        self.model.activated.connect(self._read_model)
        self.remove.clicked.connect(self._remove)
        self.middleware.edited.connect(self._read_middleware)
        for field in (self.name, self.system):
            field.installEventFilter(self._leave_undo)

    def show_assistant(self, assistant: Assistant, problems: Iterable[Problem], *, alone: bool) -> None:
        """Show an assistant and what is wrong with it; `alone` if it is the only one, which cannot be removed."""
        self._assistant = assistant
        found = {problem.field.rpartition(".")[2]: problem.message for problem in problems}
        set_line(self.name, assistant.name)
        self.system.set_text(assistant.system)
        self.remove.setVisible(not alone)
        self._name_box.problem.show_problem(found.get("name", ""))
        self._model_box.problem.show_problem(found.get("model", ""))
        self._show_models()
        self._show_tools()
        self.middleware.show_listed(assistant.middleware)

    def tools_menu(self) -> QMenu:
        """A check list of all tools."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        known = {str(tool["name"]): str(tool.get("description", "")) for tool in self._catalogue.tools or ()}
        for name in [*known, *(tool for tool in self._assistant.tools if tool not in known)]:
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(name in self._assistant.tools)
            action.setToolTip(known.get(name, self.tr("This tool is not known here.")))
        if menu.isEmpty():
            menu.addAction(self.tr("The list of tools has not arrived yet")).setEnabled(False)
        return menu

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self._name_box, 1)
        line.addWidget(self._model_box, 1)
        line.addWidget(self.remove)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 12)
        layout.setSpacing(10)
        layout.addLayout(line)
        layout.addWidget(LabelledField(self.tr("Tools"), self._tools, parent=self))
        layout.addWidget(LabelledField(self.tr("System instruction"), self.system, parent=self))
        layout.addWidget(LabelledField(self.tr("Middleware, the outermost first"), self.middleware, parent=self))
        layout.addWidget(self._problem)

    def _show_models(self) -> None:
        blocked = self.model.blockSignals(True)
        self.model.clear()
        self.model.addItem(self.tr("The task's model"), None)
        practice = self.tr("Practice (offline, not an AI)")
        for entry in self._catalogue.models or ():
            self.model.addItem(model_label(entry, practice), entry["name"])
        wanted = self._assistant.model
        if wanted is not None and self.model.findData(wanted) < 0:
            words = self.tr("{name} (not set up)").format(name=wanted)
            self.model.addItem(wanted if split_name(wanted) else words, wanted)
        if self._catalogue.models is not None:
            self.model.addItem(another_model(), "")
        self.model.setCurrentIndex(self.model.findData(wanted) if wanted is not None else 0)
        self.model.blockSignals(blocked)

    def _show_tools(self) -> None:
        self._flow.clear()
        for name in self._assistant.tools:
            chip = Chip(self._theme, name, "gear", removable=True, parent=self._tools)
            chip.setProperty("tool", name)
            chip.removed.connect(self._remove_tool)
            self._flow.addWidget(chip)
        self.choose_tools = button(self.tr("Choose tools…"), "chip", parent=self._tools)
        self.choose_tools.clicked.connect(self._open_tools)
        self._flow.addWidget(self.choose_tools)

    def _change(self, field: str, typed: str = "", **values: object) -> None:
        self.edited.emit(replace(self._assistant, **values), field, typed)  # type: ignore[arg-type]

    @Slot(str)
    def _read_name(self, text: str) -> None:
        self._change("name", text, name=text)

    @Slot()
    def _read_system(self) -> None:
        text = self.system.toPlainText()
        self._change("system", text, system=text)

    @Slot(int)
    def _read_model(self, index: int) -> None:
        if (name := self.model.itemData(index)) == "":
            self._show_models()
            asking = NamedModelDialog(self._catalogue.bridge, self.window())
            asking.found.connect(self._take_model)
            asking.open()
        else:
            self._change("model", model=name)

    @Slot(str)
    def _take_model(self, name: str) -> None:
        self._change("model", model=name)

    @Slot(tuple, str, str)
    def _read_middleware(self, listed: Listed, field: str, typed: str) -> None:
        self._change(field, typed, middleware=listed)

    @Slot()
    def _open_tools(self) -> None:
        menu = self.tools_menu()
        menu.triggered.connect(self._toggle_tool)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.choose_tools.mapToGlobal(self.choose_tools.rect().bottomLeft()))

    @Slot(QAction)
    def _toggle_tool(self, action: QAction) -> None:
        others = tuple(name for name in self._assistant.tools if name != action.text())
        self._change("tools", tools=(*others, action.text()) if action.isChecked() else others)

    @Slot()
    def _remove_tool(self) -> None:
        gone = self.sender().property("tool")
        self._change("tools", tools=tuple(name for name in self._assistant.tools if name != gone))

    @Slot()
    def _remove(self) -> None:
        self.removed.emit()
