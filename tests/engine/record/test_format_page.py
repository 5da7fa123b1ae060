"""The page about the format is right: its example is read by the code, and its keys are the code's."""

import re
from pathlib import Path

from tests.engine.driver import driving
from workspace_app.domain.status import Status
from workspace_app.engine.record import layout
from workspace_app.store import recorded

PAGE = Path(__file__).parents[3] / "docs" / "space-format.md"


async def test_the_example_on_the_page_is_read(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name, body in re.findall(r"```json (\S.*?)\n(.*?)```", text, re.DOTALL):
        file = tmp_path / "space" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(body, encoding="utf-8")
    async with driving(tmp_path / "home") as drive:
        report = await drive.desk.rebuild(str(tmp_path / "space"))
        assert report["problems"] == [
            "The history (.git) is not in this folder: earlier versions of works cannot be shown."
        ]
        (task,) = drive.ask.tasks()
        assert (task.title, task.status, report["title"]) == ("Market note", Status.WAITING, "Market")
        assert [message.text for message in drive.messages(task.id, 1)] == ["# Step task\nWrite the note.", "It grew."]
        (work,) = drive.ask.works(task.id)
        assert (work.newest.author, drive.ask.comments(work.id)[0].text) == ("writer", "By how much?")
        (question,) = drive.ask.open_questions(task.id)
        assert question.answers == ("approve", "changes", "file")


def test_the_page_names_every_key() -> None:
    text = PAGE.read_text(encoding="utf-8")
    names = {column.name for kept in recorded.ALL for column in kept.columns}
    unexplained = {"attempt", "kept_at", "created_at", "step_title", "author", "error", "written", "step_task"}
    assert sorted(name for name in names - unexplained if f"{name}" not in text) == []
    assert f"Format: **{layout.FORMAT}**" in text
