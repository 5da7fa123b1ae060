"""What the models cost: by the kept list, or by the person's own prices, which can be set, changed and taken back."""

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from workspace_app.domain.events import Event
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import LabelledField, ProblemLabel, set_line
from workspace_app.ui.small_widgets import Card, ElidedLabel, button, label
from workspace_app.ui.theme import Theme


class PricesPage(QWidget):
    """A row for each model.

    Signals:
        undo_offered: a price was set or taken back; carries a sentence, and the verb with its arguments that undoes it.
    """

    undo_offered = Signal(str, str, dict)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self.rows: list[PriceRow] = []
        about = self.tr("US dollars for a million tokens. A price that is not known is not counted as nothing.")
        self.about = label(about, "muted", self)
        self.about.setWordWrap(True)
        self.problem = ProblemLabel(self)
        self._list = QVBoxLayout()
        self._list.setSpacing(6)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.about)
        layout.addLayout(self._list)
        layout.addWidget(self.problem)
        bridge.events_ready.connect(self._take)

    @Slot()
    def reload(self) -> None:
        """Ask for the prices again."""
        self._bridge.call("prices", done=self._show, failed=self.problem.show_problem)

    @Slot(object)
    def _show(self, prices: list[dict[str, Any]]) -> None:
        self.problem.show_problem("")
        models = {(str(one["provider"]), str(one["model"])): one for one in prices}
        kept = {row.key: row for row in self.rows if row.key in models}
        for row in self.rows:
            if row.key not in models:
                row.hide()
                row.deleteLater()
        self.rows = [kept.get(key) or self._row(*key) for key in models]
        for row in self.rows:
            row.show_price(models[row.key])

    def _row(self, provider: str, model: str) -> "PriceRow":
        row = PriceRow(self._theme, provider, model, self)
        row.price_given.connect(self._set)
        row.taken_back.connect(self._remove)
        self._list.addWidget(row)
        return row

    @Slot(str, str, float, float)
    def _set(self, provider: str, model: str, input_: float, output: float) -> None:
        sentence = self.tr("The price of “{0}” is set.").format(model)
        self._call("set_price", (provider, model), sentence, input=input_, output=output)

    @Slot(str, str)
    def _remove(self, provider: str, model: str) -> None:
        sentence = self.tr("Your price of “{0}” is taken back.").format(model)
        self._call("remove_price", (provider, model), sentence)

    def _call(self, verb: str, key: tuple[str, str], sentence: str, **prices: float) -> None:
        row = next(row for row in self.rows if row.key == key)
        about = {"provider": key[0], "model": key[1]}
        done = partial(self._changed, row.key, row.price, sentence)
        self._bridge.call(verb, done=done, failed=row.problem.show_problem, **about, **prices)

    def _changed(self, key: tuple[str, str], before: dict[str, Any], sentence: str, _result: object) -> None:
        about = {"provider": key[0], "model": key[1]}
        if before["source"] == "yours":
            again = {**about, "input": before["input"], "output": before["output"]}
            self.undo_offered.emit(sentence, "set_price", again)
        else:
            self.undo_offered.emit(sentence, "remove_price", about)
        for row in self.rows:
            if row.key == key:
                row.forget_typed()
        self.reload()

    @Slot(list)
    def _take(self, events: list[Event]) -> None:
        # What calls of a task cost is told with its project; prices and models belong to none.
        told = any(event.kind in ("costs", "models") and not event.project for event in events)
        if told and self.isVisible():
            self.reload()


class PriceRow(Card):
    """One model: its prices in and out, where they are from, and what can be done with them.

    Signals:
        price_given: the person set prices; carries provider, model, and US dollars for a million tokens in and out.
        taken_back: the person's own prices should be forgotten; carries provider and model.
    """

    price_given = Signal(str, str, float, float)
    taken_back = Signal(str, str)

    def __init__(self, theme: Theme, provider: str, model: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.key = (provider, model)
        self.price: dict[str, Any] = {}
        self._typed = False
        self.source, self.problem = label("", "muted", self), ProblemLabel(self)
        self.input, self.output = QLineEdit(self), QLineEdit(self)
        self.set = button(self.tr("Set"), parent=self)
        self.back = button(self.tr("Take back"), tip=self.tr("The kept list counts again, if it knows the model"))
        self.set.clicked.connect(self._set)
        self.back.clicked.connect(self._take_back)
        for made in (self.set, self.back):
            made.setAccessibleName(f"{made.text()} {model}")
        words = QVBoxLayout()
        words.setSpacing(2)
        name = ElidedLabel(model, self)
        name.setProperty("kind", "strong")
        words.addWidget(name)
        words.addWidget(self.source)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addLayout(words, 1)
        row.addWidget(self.back, 0, Qt.AlignmentFlag.AlignBottom)
        for field, title in ((self.input, self.tr("Input")), (self.output, self.tr("Output"))):
            field.setAccessibleName(f"{title} {model}")
            field.setPlaceholderText(self.tr("unknown"))
            field.setFixedWidth(110)
            field.textEdited.connect(self._edited)
            field.returnPressed.connect(self._set)
            row.addWidget(LabelledField(title, field, parent=self))
        row.addWidget(self.set, 0, Qt.AlignmentFlag.AlignBottom)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 8, 8, 8)
        layout.addLayout(row)
        layout.addWidget(self.problem)

    def show_price(self, price: dict[str, Any]) -> None:
        """Show an entry of the verb `prices`; what was typed and not set yet stays."""
        self.price = price
        source = str(price["source"])
        self.source.setText(f"{self.key[0]}  ·  {self._source_words(source)}")
        self.back.setVisible(source == "yours")
        for field in (self.input, self.output):
            field.setReadOnly(source == "free")
        self.set.setEnabled(self._typed)
        if not self._typed:
            set_line(self.input, amount(price["input"]))
            set_line(self.output, amount(price["output"]))

    def forget_typed(self) -> None:
        """What was typed is set, or no longer wanted."""
        self._typed = False
        self.problem.show_problem("")

    def _source_words(self, source: str) -> str:
        return {
            "yours": self.tr("your own price"),
            "list": self.tr("from the kept list"),
            "free": self.tr("free"),
        }.get(source, self.tr("price unknown"))

    @Slot()
    def _edited(self) -> None:
        self._typed = True
        self.set.setEnabled(True)

    @Slot()
    def _set(self) -> None:
        if not self._typed:
            return
        try:
            input_, output = (float(field.text().strip().lstrip("$")) for field in (self.input, self.output))
        except ValueError:
            self.problem.show_problem(self.tr("Give both prices as numbers, such as 0.15 and 0.60."))
            return
        self.price_given.emit(*self.key, input_, output)

    @Slot()
    def _take_back(self) -> None:
        self.taken_back.emit(*self.key)


def amount(price: float | None) -> str:
    """A price as it is typed; "" if it is not known."""
    return "" if price is None else f"{price:.6g}"
