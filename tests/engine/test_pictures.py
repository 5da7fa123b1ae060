"""Pictures that a conversation refers to are sent again to a model that can see, and named in words to others (R48, R85)."""

from pathlib import Path
from typing import Any

from PIL import Image

from tests.engine.driver import Driver, submit
from tests.support.scripted_model import ScriptedModel

REVIEW = {"id": "r", "step_task": "Say what you see.", "kind": "review"}


def parts(server: ScriptedModel, number: int) -> list[str]:
    """The kinds of parts of the first message of the last request."""
    content: Any = server.requests[number].body["messages"][0]["content"]
    return ["text"] if isinstance(content, str) else [part["type"] for part in content]


async def look(drive: Driver, server: ScriptedModel, folder: Path, *, sees: bool) -> str:
    """A task with a picture and a broken one as context, on a model that sees or not."""
    picture, broken = folder / "chart.png", folder / "broken.png"
    Image.new("RGB", (3000, 2), "red").save(picture)
    broken.write_bytes(b"\0no picture")
    about: dict[str, Any] = {"provider": "openai", "model": "m", "base_url": f"{server.url}/v1"}
    await drive.desk.add_model("eyes", key_env="WORKSPACE_TEST_KEY", options={"vision": sees}, **about)
    server.script("m", [submit("Seen", "red"), submit("Seen", "blue"), submit("Seen", "green")])
    return await drive.planned([REVIEW], model="eyes", context=[str(picture), str(broken)])


async def test_a_model_that_sees_gets_the_pictures_again(drive: Driver, server: ScriptedModel, tmp_path: Path) -> None:
    task = await look(drive, server, tmp_path, sees=True)
    question = await drive.asked(task)
    assert parts(server, -1) == ["text", "image_url"]
    await drive.desk.answer(question.id, "changes", text="Look again.")
    question = await drive.asked(task)
    assert parts(server, -1) == ["text", "image_url"]
    await drive.desk.continue_from(question.conversation or "", 1)
    await drive.asked(task)
    assert parts(server, -1) == ["text", "image_url"]


async def test_a_model_that_does_not_see_is_told_their_names(
    drive: Driver, server: ScriptedModel, tmp_path: Path
) -> None:
    task = await look(drive, server, tmp_path, sees=False)
    await drive.asked(task)
    assert parts(server, -1) == ["text"]
    assert "context/chart.png" in server.requests[-1].body["messages"][0]["content"]
