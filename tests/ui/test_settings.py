"""Models, looks and data."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from tests.support.scripted_model import ScriptedModel
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.colors import DARK
from workspace_app.ui.model_form import ModelForm
from workspace_app.ui.model_settings import ModelRow
from workspace_app.ui.preferences import Preferences
from workspace_app.ui.settings import Settings
from workspace_app.ui.theme import Theme

LEFT = Qt.MouseButton.LeftButton
WAIT = 15_000


@pytest.fixture
def preferences(live_bridge: Bridge) -> Preferences:
    return Preferences(live_bridge.home)


@pytest.fixture
def page(qtbot: QtBot, live_bridge: Bridge, theme: Theme, preferences: Preferences) -> Settings:
    page = Settings(live_bridge, theme, preferences)
    qtbot.addWidget(page)
    page.resize(900, 700)
    page.show()
    qtbot.waitUntil(lambda: bool(page.models.rows))
    return page


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    with ScriptedModel() as server:
        yield server


def row(page: Settings, name: str) -> ModelRow:
    return next(row for row in page.models.rows if row.name == name)


def add(
    qtbot: QtBot,
    page: Settings,
    provider: str,
    model: str,
    name: str,
    address: str = "",
    key: str = "",
    variable: str = "",
) -> ModelForm:
    qtbot.mouseClick(page.models.add_button, LEFT)
    form = page.window().findChild(ModelForm)
    assert form is not None
    form.provider.setCurrentIndex(form.provider.findText(provider))
    form.model.setText(model)
    form.name.setText(name)
    form.address.setText(address)
    form.key.setText(key)
    form.variable.setText(variable)
    qtbot.mouseClick(form.add_button, LEFT)
    return form


def test_practice_is_there_and_says_that_it_is_not_an_ai(qtbot: QtBot, page: Settings) -> None:
    practice = row(page, "practice")
    words = " ".join(label.text() for label in practice.findChildren(QLabel))
    assert "not an AI" in words
    qtbot.mouseClick(practice.test_button, LEFT)
    qtbot.waitUntil(lambda: practice.test_button.isEnabled(), timeout=WAIT)
    assert practice.result.isVisible()
    assert practice.result.text()


def test_a_model_is_added_tested_chosen_and_removed(qtbot: QtBot, page: Settings, model: ScriptedModel) -> None:
    model.script("small", [{"text": "ok"}])
    add(qtbot, page, "Other (OpenAI-compatible)", "small", "writer", address=f"{model.url}/v1")
    qtbot.waitUntil(lambda: any(row.name == "writer" for row in page.models.rows), timeout=WAIT)
    qtbot.waitUntil(
        lambda: row(page, "writer").result.isVisible() and row(page, "writer").test_button.isEnabled(), timeout=WAIT
    )
    assert row(page, "writer").result.text()
    other = next(row for row in page.models.rows if not row.model["default"])
    qtbot.mouseClick(other.default_button, LEFT)
    qtbot.waitUntil(lambda: row(page, other.name).model["default"], timeout=WAIT)

    def confirm() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        assert "cannot be undone" in box.informativeText()
        next(button for button in box.buttons() if button.text() == "Remove").click()

    QTimer.singleShot(0, confirm)
    qtbot.mouseClick(row(page, "writer").remove_button, LEFT)
    qtbot.waitUntil(lambda: all(row.name != "writer" for row in page.models.rows), timeout=WAIT)


def test_what_is_wrong_with_a_new_model_is_said_in_the_form(qtbot: QtBot, page: Settings) -> None:
    form = add(qtbot, page, "Other (OpenAI-compatible)", "small", "practice", address="http://127.0.0.1:9/v1")
    # The button is off while the engine is asked.
    qtbot.waitUntil(form.add_button.isEnabled, timeout=WAIT)
    assert form.isVisible()
    assert form.problem.isVisible()
    assert "built in" in form.problem.text()
    form.reject()


def test_a_name_that_is_taken_is_pointed_out(qtbot: QtBot, page: Settings) -> None:
    add(qtbot, page, "Other (OpenAI-compatible)", "small", "writer", address="http://127.0.0.1:9/v1")
    qtbot.waitUntil(lambda: any(row.name == "writer" for row in page.models.rows), timeout=WAIT)
    qtbot.waitUntil(lambda: row(page, "writer").test_button.isEnabled(), timeout=WAIT)
    qtbot.waitUntil(lambda: page.window().findChild(ModelForm) is None)
    qtbot.mouseClick(page.models.add_button, LEFT)
    form = page.window().findChild(ModelForm)
    assert form is not None
    form.name.setText("writer")
    assert form.problem.text() == "There is a model of this name already: it is replaced."
    form.reject()


def test_a_preset_fills_what_its_provider_needs(qtbot: QtBot, page: Settings) -> None:
    qtbot.mouseClick(page.models.add_button, LEFT)
    form = page.window().findChild(ModelForm)
    assert form is not None
    assert form.variable.text() == "OPENAI_API_KEY"
    assert not form.address.isVisible()
    form.provider.setCurrentIndex(form.provider.findText("Ollama (on this computer)"))
    assert form.address.text() == "http://localhost:11434"
    assert not form.key.isVisible()
    assert not form.add_button.isEnabled()
    qtbot.keyClicks(form.model, "llama3")
    assert form.name.text() == "llama3"
    assert form.add_button.isEnabled()
    form.reject()


def test_the_look_changes_at_once_and_is_kept(qtbot: QtBot, page: Settings, preferences: Preferences) -> None:
    page.look.setCurrentIndex(page.look.findData("dark"))
    qtbot.waitUntil(lambda: QApplication.palette().color(QPalette.ColorRole.Window).name() == DARK["window"])
    assert Preferences(page._bridge.home).theme == preferences.theme == "dark"


def test_language_and_sending_key_are_kept(page: Settings) -> None:
    page.language.setCurrentIndex(page.language.findData("zh_TW"))
    page.send_key.setCurrentIndex(page.send_key.findData("ctrl+enter"))
    again = Preferences(page._bridge.home)
    assert (again.language, again.send_key) == ("zh_TW", "ctrl+enter")


def test_the_data_folder_is_shown_and_can_be_checked(qtbot: QtBot, page: Settings) -> None:
    assert any(str(page._bridge.home) in label.accessibleName() for label in page.findChildren(QLabel))
    qtbot.mouseClick(page.check_button, LEFT)
    qtbot.waitUntil(lambda: page.checked.isVisible(), timeout=WAIT)
    assert page.checked.text() == "Everything is in order."


def test_from_when_on_a_conversation_is_long(qtbot: QtBot, page: Settings) -> None:
    page.long.selectAll()
    qtbot.keyClicks(page.long, "1000")
    assert page._preferences.long_conversation == 1000
    page.long.selectAll()
    qtbot.keyClicks(page.long, "5x")
    assert page.long.text() == "5"
    assert page._preferences.long_conversation == 1000


def test_r9_from_which_size_a_file_is_large_is_set_for_the_engine(
    qtbot: QtBot, page: Settings, live_bridge: Bridge
) -> None:
    qtbot.waitUntil(page.largest_file.isEnabled, timeout=WAIT)
    assert page.largest_file.value() == 50
    page.largest_file.selectAll()
    qtbot.keyClicks(page.largest_file, "120")
    qtbot.keyClick(page.largest_file, Qt.Key.Key_Return)
    limits = live_bridge.home / "limits.json"
    qtbot.waitUntil(lambda: limits.exists() and "120000000" in limits.read_text(), timeout=WAIT)
