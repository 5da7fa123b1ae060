"""The crossing between window and engine."""

import threading
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from tests.ui.doubles import RecordedBridge
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.events import Event


class Receiver(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.got: list[object] = []

    @Slot(object)
    def take(self, value: object) -> None:
        self.got.append(value)


def test_a_flood_of_events_arrives_in_order_and_in_few_batches(qtbot: QtBot, bridge: RecordedBridge) -> None:
    batches: list[list[Event]] = []
    bridge.events_ready.connect(batches.append)
    events = [Event("delta", str(n), text="x") for n in range(2000)]
    thread = threading.Thread(target=bridge.client.tell, args=events)
    thread.start()
    qtbot.waitUntil(lambda: sum(map(len, batches)) == 2000)
    thread.join()
    assert [event for batch in batches for event in batch] == events
    assert len(batches) <= 20


def test_callbacks_run_in_the_windows_thread(qtbot: QtBot, bridge: RecordedBridge) -> None:
    threads: list[int] = []
    bridge.call("pause", done=lambda _: threads.append(threading.get_ident()), task="t")
    qtbot.waitUntil(lambda: bool(threads))
    assert threads == [threading.get_ident()]
    assert bridge.client.calls == [("pause", {"task": "t"})]


def test_a_call_before_the_connection_waits_for_it(qtbot: QtBot, home: Path) -> None:
    bridge = RecordedBridge(home)
    bridge.client.answers["models"] = ["m"]
    got: list[object] = []
    bridge.call("models", done=got.append)
    assert bridge.client.calls == []
    bridge.start()
    qtbot.waitUntil(lambda: got == [["m"]])
    bridge.close()


def test_a_failure_goes_to_the_caller_or_else_to_everybody(qtbot: QtBot, bridge: RecordedBridge) -> None:
    bridge.client.answers["stop"] = WorkspaceError("It has stopped already.")
    told: list[str] = []
    bridge.call("stop", failed=told.append, task="t")
    qtbot.waitUntil(lambda: told == ["It has stopped already."])
    with qtbot.waitSignal(bridge.failed) as blocker:
        bridge.call("stop", task="t")
    assert blocker.args == ["It has stopped already."]
    assert told == ["It has stopped already."]


def test_the_callback_of_a_widget_that_is_gone_is_not_called(qtbot: QtBot, bridge: RecordedBridge) -> None:
    receiver, other = Receiver(), Receiver()
    bridge.call("models", done=receiver.take)
    delete(receiver)
    bridge.call("models", done=other.take)
    qtbot.waitUntil(lambda: other.got == [{}])


def test_a_lost_engine_is_told_and_calls_say_so(qtbot: QtBot, bridge: RecordedBridge) -> None:
    with qtbot.waitSignal(bridge.connection_changed) as blocker:
        assert bridge.client.on_lost is not None
        threading.Thread(target=bridge.client.on_lost).start()
    assert blocker.args == [False]
    told: list[str] = []
    bridge.call("pause", failed=told.append, task="t")
    assert told == ["The engine stopped."]
    with qtbot.waitSignal(bridge.connection_changed) as blocker:
        bridge.start()
    assert blocker.args == [True]


def test_an_engine_that_cannot_start_gives_its_reason(qtbot: QtBot, home: Path) -> None:
    bridge = RecordedBridge(home)
    bridge.client.trouble = WorkspaceError("The data folder was made by a newer version.")
    told: list[str] = []
    bridge.call("models", failed=told.append)
    with qtbot.waitSignal(bridge.connection_changed) as blocker:
        bridge.start()
    assert blocker.args == [False]
    assert told == [bridge.trouble] == ["The data folder was made by a newer version."]
    bridge.close()


def test_missed_events_make_everything_be_read_again(qtbot: QtBot, bridge: RecordedBridge) -> None:
    with qtbot.waitSignal(bridge.opened):
        bridge.client.tell(Event("engine", "resync", text="Some changes were not told."))


def test_after_closing_nothing_is_delivered(qtbot: QtBot, bridge: RecordedBridge) -> None:
    got: list[object] = []
    bridge.events_ready.connect(got.append)
    bridge.close()
    bridge.client.tell(Event("task", "t"))
    assert bridge.client.closed
    qtbot.waitUntil(lambda: not bridge.children()[0].property("active"))
    assert got == []


def test_a_real_engine_answers_and_tells(qtbot: QtBot, live_bridge: "RecordedBridge") -> None:
    events: list[Event] = []
    live_bridge.events_ready.connect(events.extend)
    made: list[dict[str, str]] = []
    live_bridge.call("new_project", done=made.append, title="First")
    qtbot.waitUntil(lambda: bool(made) and any(event.kind == "project" for event in events))
    assert [project.title for project in live_bridge.queries.projects()] == ["First"]
    told: list[str] = []
    live_bridge.call("rename_project", failed=told.append, project="none", title="x")
    qtbot.waitUntil(lambda: bool(told))
    assert "none" in told[0]
