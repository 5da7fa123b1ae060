"""The client against a real engine thread, over the real socket."""

import os
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

import workspace_app
from tests.desk.small_desk import SmallDesk
from workspace_app.desk import server, transport
from workspace_app.desk.client import DeskClient
from workspace_app.desk.host import EngineHeld, hold, hosted
from workspace_app.desk.rpc import BadArguments, EngineLost, UnknownVerb
from workspace_app.domain.errors import NotFound, WorkspaceError
from workspace_app.domain.events import Event


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    return tmp_path / "home"


@pytest.fixture
def client(home: Path) -> Iterator[DeskClient]:
    with hosted(home, SmallDesk.open):
        client = DeskClient(home)
        client.connect()
        yield client
        client.close()


class Seen:
    """Events as they come."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._changed = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()

    def wait_for(self, count: int) -> list[Event]:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.events) >= count, timeout=30)
            return list(self.events)


def test_a_verb_gives_its_result(client: DeskClient) -> None:
    assert client.call("echo", text="héllo 世界\n", times=2) == {"text": "héllo 世界\nhéllo 世界\n"}


def test_a_file_s_name_that_is_no_text_ends_no_connection(client: DeskClient) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    assert client.call("echo", text=name) == {"text": name}


def test_a_large_text_comes_back_whole(client: DeskClient) -> None:
    text = "wörd " * 1_000_000
    assert client.call("echo", text=text)["text"] == text


def test_an_error_keeps_its_class_and_sentence(client: DeskClient) -> None:
    with pytest.raises(NotFound, match=r"^There is no task t9\.$"):
        client.call("find", task="t9")


@pytest.mark.parametrize("verb", ["fly", "_hidden", "not_async", "close", "open", "events", "__init__"])
def test_what_is_no_verb_is_refused(client: DeskClient, verb: str) -> None:
    with pytest.raises(UnknownVerb, match="there is no such action"):
        client.call(verb)


@pytest.mark.parametrize(("arguments", "word"), [({}, "text"), ({"text": "a", "colour": 1}, "colour")])
def test_wrong_arguments_are_named(client: DeskClient, arguments: dict[str, Any], word: str) -> None:
    with pytest.raises(BadArguments, match=word):
        client.call("echo", **arguments)


@pytest.mark.parametrize("verb", ["break_down", "not_json"])
def test_an_internal_error_is_logged_and_told_without_its_details(
    client: DeskClient, verb: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(WorkspaceError, match="internal error") as raised:
        client.call(verb)
    assert "secret" not in str(raised.value)
    assert any(record.exc_info and verb in record.getMessage() for record in caplog.records)
    assert client.call("echo", text="still here")


def test_calls_do_not_wait_for_each_other(client: DeskClient) -> None:
    results: dict[str, Any] = {}
    done = threading.Event()

    def keep(result: Any, error: WorkspaceError | None) -> None:
        results.update(result=result, error=error)
        done.set()

    client.call_async("wait", {"name": "slow"}, keep)
    assert client.call("echo", text="quick") == {"text": "quick"}
    assert not done.is_set()
    client.call("let")
    assert done.wait(30)
    assert results == {"result": {"name": "slow"}, "error": None}


def test_many_threads_share_one_client(client: DeskClient) -> None:
    answers: dict[int, str] = {}

    def ask(n: int) -> None:
        answers[n] = client.call("echo", text=str(n))["text"]

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {n: str(n) for n in range(30)}


def test_events_come_in_order_to_every_client(client: DeskClient, home: Path) -> None:
    other = DeskClient(home)
    seen, seen_there = Seen(), Seen()
    other.subscribe(seen_there)
    other.connect()
    client.subscribe(seen)
    client.call("tell", count=3)
    expected = ["delta", "message"] * 3
    assert [event.kind for event in seen.wait_for(6)] == expected
    assert [event.kind for event in seen_there.wait_for(6)] == expected
    assert [event.seq for event in seen.events if event.kind == "message"] == [1, 2, 3]
    other.close()


def test_a_callback_that_fails_does_not_end_the_connection(
    client: DeskClient, caplog: pytest.LogCaptureFixture
) -> None:
    seen = Seen()

    def fail(_event: Event) -> None:
        seen(_event)
        raise ValueError("in a callback")

    client.subscribe(fail)
    client.call("tell", count=1)
    seen.wait_for(2)
    assert client.call("echo", text="a") == {"text": "a"}
    assert "A callback failed" in caplog.text


def test_without_a_connection_a_call_says_so(home: Path) -> None:
    with pytest.raises(EngineLost, match="no connection"):
        DeskClient(home).call("echo", text="a")


def test_the_loss_of_the_engine_is_told_and_ends_what_waits(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "LINGER_SECONDS", 0.1)
    lost = threading.Event()
    client = DeskClient(home, on_lost=lost.set)
    answer: Future[WorkspaceError | None] = Future()
    with hosted(home, SmallDesk.open):
        client.connect()
        client.call_async("wait", {"name": "never"}, lambda _, error: answer.set_result(error))
        client.call("echo", text="the first call is there by now")
    assert isinstance(answer.result(30), EngineLost)
    assert lost.wait(30)
    with hosted(home, SmallDesk.open):
        client.connect()
        assert client.call("echo", text="again") == {"text": "again"}
        client.close()


def test_a_subscription_outlives_the_connection(home: Path) -> None:
    lost = threading.Event()
    client, seen = DeskClient(home, on_lost=lost.set), Seen()
    client.subscribe(seen)
    with hosted(home, SmallDesk.open):
        client.connect()
    assert lost.wait(30)
    with hosted(home, SmallDesk.open):
        client.connect()
        client.call("tell", count=1)
        assert len(seen.wait_for(2)) == 2
        client.close()


def test_closing_is_no_loss(home: Path) -> None:
    lost = threading.Event()
    with hosted(home, SmallDesk.open):
        client = DeskClient(home, on_lost=lost.set)
        client.connect()
        client.close()
    assert not lost.is_set()


def test_another_version_is_refused_with_what_to_do(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with hosted(home, SmallDesk.open):
        monkeypatch.setattr(workspace_app, "__version__", "99.0")
        with pytest.raises(EngineLost, match=r"is version .*, this program is 99\.0\. Close the other program"):
            DeskClient(home).connect()


def test_there_is_one_engine_for_a_home(home: Path) -> None:
    with hold(home), pytest.raises(EngineHeld, match="Another engine is running"), hosted(home, SmallDesk.open):
        pytest.fail("two engines")


def test_what_a_killed_engine_left_behind_is_no_hindrance(home: Path) -> None:
    home.mkdir()
    transport.write_endpoint(home, transport.Endpoint(transport.new_address(home), "old", 1, "0"))
    Path(transport.new_address(home)).touch()
    with hosted(home, SmallDesk.open):
        client = DeskClient(home)
        client.connect()
        assert client.call("echo", text="a") == {"text": "a"}
        client.close()
    assert transport.read_endpoint(home) is None


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(WorkspaceError, match=r"cannot be used: .* Choose another with --home\."):
        DeskClient(tmp_path / "file" / "home").connect()
