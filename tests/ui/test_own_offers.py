"""What a project's folder brings along is shown in full, and runs only after it was accepted (L7)."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.planning import Desk
from workspace_app.ui.own_offers import OfferBox, OwnOffers

LEFT = Qt.MouseButton.LeftButton
HOOKS = """from workspace_app.engine.middleware.functions import pre_run

@pre_run
async def greet(run):
    pass
"""


@pytest.fixture
def project(desk: Desk) -> str:
    return str(desk.call("new_project", title="Letters")["id"])


def folder(desk: Desk, project: str) -> Path:
    return Path(desk.bridge.queries.project(project).folder)


def shown(desk: Desk, project: str) -> OwnOffers:
    offers = OwnOffers(desk.bridge, desk.theme)
    desk.show(offers)
    offers.show_project(project)
    return offers


def text_of(box: OfferBox) -> str:
    return box.text.toPlainText() if box.text is not None and box.text.isVisible() else ""


def write_servers(where: Path, arguments: list[str]) -> None:
    server = {"command": "no-such-program", "args": arguments, "env": {"TOKEN": "${TOKEN}"}}
    (where / ".mcp.json").write_text(json.dumps({"mcpServers": {"lint": server}}), encoding="utf-8")


def test_l7_tool_servers_are_shown_accepted_asked_about_again_and_taken_back(
    desk: Desk, project: str, qtbot: QtBot
) -> None:
    where = folder(desk, project)
    write_servers(where, ["--safe"])
    offers = shown(desk, project)
    box = offers.servers
    desk.wait(lambda: text_of(box) == "lint: no-such-program --safe\n    It is given: TOKEN")
    assert not offers.middleware.isVisible()
    write_servers(where, ["--wipe"])
    qtbot.mouseClick(box.accept, LEFT)
    desk.wait(lambda: "--wipe" in text_of(box))
    assert "has changed since it was shown" in box.refusal.text()
    assert desk.call("mcp_servers", project=project)["offer"]["accepted"] is False
    qtbot.mouseClick(box.accept, LEFT)
    desk.wait(box.back.isVisible)
    assert not box.accept.isVisible()
    assert not text_of(box)
    assert desk.call("mcp_servers", project=project)["offer"]["accepted"] is True
    write_servers(where, ["--other"])
    offers.show_project(project)
    desk.wait(lambda: box.accept.isVisible() and "--other" in text_of(box))
    qtbot.mouseClick(box.accept, LEFT)
    desk.wait(box.back.isVisible)
    qtbot.mouseClick(box.back, LEFT)
    desk.wait(box.accept.isVisible)
    assert desk.call("mcp_servers", project=project)["offer"]["accepted"] is False


def test_l7_own_middleware_is_shown_as_it_is_written_and_accepted(desk: Desk, project: str, qtbot: QtBot) -> None:
    file = folder(desk, project) / ".workspace" / "hooks.py"
    file.parent.mkdir(exist_ok=True)
    file.write_text(HOOKS, encoding="utf-8")
    offers = shown(desk, project)
    box = offers.middleware
    desk.wait(lambda: text_of(box) == HOOKS)
    qtbot.mouseClick(box.accept, LEFT)
    desk.wait(lambda: box.back.isVisible() or box.refusal.isVisible())
    assert not box.refusal.text()
    assert desk.call("own_middleware", project=project)["trusted"] is True
    qtbot.mouseClick(box.back, LEFT)
    desk.wait(lambda: text_of(box) == HOOKS)
    assert desk.call("own_middleware", project=project)["trusted"] is False


def test_a_project_that_brings_nothing_has_no_box(desk: Desk, project: str) -> None:
    (folder(desk, project) / ".mcp.json").write_text("{", encoding="utf-8")
    offers = shown(desk, project)
    desk.wait(offers.servers.problem.isVisible)
    assert not offers.servers.accept.isVisible()
    (folder(desk, project) / ".mcp.json").unlink()
    offers.show_project(project)
    desk.wait(lambda: not offers.servers.isVisible())
    assert not offers.middleware.isVisible()
