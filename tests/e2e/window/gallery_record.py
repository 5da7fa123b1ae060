"""Pictures of what is kept and can be gone back to: versions, comments, branches, what is out of date, sharing."""

import csv
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtGui import QColor, QImage, QPainter

from tests.e2e.program import until
from tests.e2e.window.gallery_place import Place
from tests.e2e.window.gallery_scene import Scene
from tests.e2e.window.scripted import SLOT, add_slot, work

_SHARED = "https://git.example.org/bees/spring-issue.git"


@dataclass(frozen=True)
class Words:
    """What the pictures tell of, in one language."""

    project: str
    defaults: str
    title: str
    steps: tuple[tuple[str, str, str], ...]
    facts: tuple[str, str, str]
    comments: tuple[tuple[str, str], ...]
    replan: str
    prices: tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]
    note: tuple[str, str]
    mine: str
    queued: tuple[str, str]
    feedback: str
    prompt: str
    branches: tuple[str, str]


ENGLISH = Words(
    "Spring issue",
    "Write for beekeepers who are new to it. Name the source of every figure.",
    "Note on hive scales",
    (
        ("Collect the facts", "List who sells hive scales, and what beekeepers say about them.", "review"),
        ("Prices", "Hand in the table of prices.", "user"),
        ("Picture", "Hand in a picture of the scale.", "user"),
        ("Write the note", "Write a note of one page from the facts and the prices.", "review"),
    ),
    (
        "# Hive scales\n\nThree makers sell to hobby keepers.\n\n- Alpha sends by radio.\n- Beta needs a phone nearby.\n",
        "# Hive scales\n\nThree makers sell to hobby keepers, two of them in this country.\n\n- Alpha sends by radio.\n"
        "- Beta needs a phone nearby.\n",
        "# Hive scales\n\nFour makers sell to hobby keepers.\n\n- Alpha sends by radio.\n- Delta is new.\n",
    ),
    (("Three makers sell to hobby keepers.", "Which of them sell in this country?"), ("by radio", "How far does it reach?")),
    "The prices are of last year. A step of its own should collect new ones first.",
    (
        (("maker", "price", "stock"), ("Alpha", "240", "12"), ("Beta", "180", "4"), ("Gamma", "320", "7")),
        (("maker", "country", "price", "stock"), ("Alpha", "AT", "255", "12"), ("Gamma", "DE", "320", "9"), ("Delta", "FR", "150", "30")),
    ),
    (
        "# A scale for the hive\n\nA scale tells when the bees bring honey home.\n\nBeta costs least.\n",
        "# A scale for the hive\n\nA scale tells when the bees bring honey home, and when they starve.\n\nDelta costs least.\n",
    ),
    "# A scale for the hive\n\nA scale under the hive tells when honey comes in.\n\nBeta costs least, says the keeper next door.\n",
    ("Mention the winter, too.", "Prices with tax, please."),
    "Say also what it tells in winter.",
    "List who sells hive scales now, with what is new this year.",
    ("The same for other countries", "A shorter one for the notice board"),
)  # fmt: skip
CHINESE = Words(
    "春季專刊",
    "寫給剛開始養蜂的讀者。每個數字都要註明出處。",
    "蜂箱電子秤簡介",
    (
        ("收集事實", "列出販售蜂箱電子秤的廠商，以及養蜂人的評價。", "review"),
        ("價格", "交出價格表。", "user"),
        ("圖片", "交出電子秤的圖片。", "user"),
        ("撰寫簡介", "依事實與價格寫一頁的簡介。", "review"),
    ),
    (
        "# 蜂箱電子秤\n\n三家廠商賣給業餘養蜂人。\n\n- 甲用無線電傳送。\n- 乙需要附近有手機。\n",
        "# 蜂箱電子秤\n\n三家廠商賣給業餘養蜂人，其中兩家在國內販售。\n\n- 甲用無線電傳送。\n- 乙需要附近有手機。\n",
        "# 蜂箱電子秤\n\n四家廠商賣給業餘養蜂人。\n\n- 甲用無線電傳送。\n- 丁是新的廠商。\n",
    ),
    (("三家廠商賣給業餘養蜂人。", "哪幾家在國內販售？"), ("無線電", "傳送距離多遠？")),
    "價格是去年的。應該先用一個步驟收集新的價格。",
    (
        (("廠商", "價格", "庫存"), ("甲", "240", "12"), ("乙", "180", "4"), ("丙", "320", "7")),
        (("廠商", "國家", "價格", "庫存"), ("甲", "AT", "255", "12"), ("丙", "DE", "320", "9"), ("丁", "FR", "150", "30")),
    ),
    (
        "# 給蜂箱用的秤\n\n電子秤能告訴你蜜蜂何時帶蜜回家。\n\n乙最便宜。\n",
        "# 給蜂箱用的秤\n\n電子秤能告訴你蜜蜂何時帶蜜回家，以及何時缺糧。\n\n丁最便宜。\n",
    ),
    "# 給蜂箱用的秤\n\n放在蜂箱下的秤能告訴你何時有蜜進來。\n\n隔壁的養蜂人說乙最便宜。\n",
    ("也請提到冬天。", "價格請含稅。"),
    "也說明冬天能看出什麼。",
    "列出現在販售蜂箱電子秤的廠商，以及今年有什麼新消息。",
    ("其他國家也做一份", "給公佈欄的精簡版"),
)  # fmt: skip
LANGUAGES = {"en": ENGLISH, "zh_TW": CHINESE}


class Record(Scene):
    """One task from its first work to a shared project."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.words = LANGUAGES[place.language]
        self.folder = place.program.home.parent / "files"
        self.folder.mkdir()
        self.project = self.call("new_project", title=self.words.project)["id"]
        self.task = ""

    def begin(self) -> None:
        """A task whose plan is approved; its first step has a work."""
        add_slot(self.place.program, self.server)
        steps: list[dict[str, Any]] = [
            {"id": f"s{n}", "title": title, "step_task": text, "kind": kind, "require_inputs": "none"}
            for n, (title, text, kind) in enumerate(self.words.steps, start=1)
        ]
        steps[3]["require_inputs"] = ["s1", "s2"]
        plan = {"title": self.words.title, "steps": steps}
        self.server.script(SLOT, [self.fact(0)])
        made = self.call("new_task", text=self.words.title, project=self.project, plan=plan, model=SLOT)
        self.task = made["id"]
        self.answer("plan", action="approve")
        self.question("review")
        self.see("Theme", "Waiting for you", "TreeItem")
        self.window.press("Ctrl+J")
        self.window.see(self.words.steps[0][0], "Border")
        self.command("Works and files")

    def fact(self, number: int) -> dict[str, Any]:
        """The facts are handed in."""
        return work(self.words.steps[0][0], self.words.facts[number])

    def note(self, number: int) -> dict[str, Any]:
        """The note is handed in."""
        return work(self.words.steps[3][0], self.words.note[number])

    def comments(self) -> None:
        """Two comments are sent back, and answered: one passage is another now, one is as it was. A new plan is suggested."""
        (facts,) = self.queries.works(self.task, 1)
        for passage, text in self.words.comments:
            start = self.words.facts[0].index(passage)
            self.call("comment", version=facts.newest.id, start=start, end=start + len(passage), text=text)
        suggested = {"tools": [("suggest_replan", {"reason": self.words.replan})]}
        before = self.question("review").id
        self.server.script(SLOT, [suggested, self.fact(1)])
        self.call("revise", work=facts.id, here=True)
        self.question("review", but=before)
        self.see("CommentWords", "Still open")
        self.place.shoot("20_comments_answered")
        self.window.press("Ctrl+Alt+B")
        self.place.shoot("22_new_plan_suggested")
        self.answer("review", action="approve")

    def hand_in(self) -> None:
        """A table and a picture are handed in, and changed on disk."""
        for kind, write in (("prices.csv", self.write_prices), ("scale.png", self.write_picture)):
            write(self.folder / kind, 0)
            self.answer("input", action="file", file=str(self.folder / kind))
        self.question("review")
        for step, write in ((2, self.write_prices), (3, self.write_picture)):
            write(self.path_of(step), 1)
            until(lambda step=step: self.queries.works(self.task, step)[0].newest.n == 2)  # type: ignore[misc]

    def path_of(self, step: int) -> Path:
        """Where the work of a step is."""
        return Path(self.queries.project(self.project).folder) / self.queries.works(self.task, step)[0].path

    def write_prices(self, path: Path, number: int) -> None:
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(self.words.prices[number])

    def write_picture(self, path: Path, number: int) -> None:
        image = QImage(640, 400, QImage.Format.Format_RGB32)
        image.fill(QColor("#f2efe6"))
        painter = QPainter(image)
        painter.setBrush(QColor("#c8963c"))
        painter.drawRect(200 + 30 * number, 60, 240, 200)
        painter.setBrush(QColor(("#3f57d6", "#c22f2f")[number]))
        painter.drawRect(160, 270, 320 + 40 * number, 50)
        painter.end()
        assert image.save(str(path))

    def notes_and_a_conflict(self) -> None:
        """Notes wait while the note is written again; the next time the person changes its file on disk meanwhile."""
        self.question("review")
        may_answer = threading.Event()

        def wait(_request: object) -> dict[str, Any]:
            may_answer.wait(60)
            return self.note(1)

        def write(_request: object) -> dict[str, Any]:
            self.path_of(4).write_text(self.words.mine, encoding="utf-8")
            return self.note(0)

        seen = len(self.server.requests)
        before = self.answer("review", action="changes", text=self.words.feedback)
        self.server.script(SLOT, [wait, self.note(1)])
        self.server.wait_for_requests(seen + 1, 60)
        (run,) = self.queries.conversations(self.queries.step_n(self.task, 4).id)
        for text in self.words.queued:
            self.call("say", conversation=run.id, text=text)
        self.see("QueuedNotes", "Will be said before the next call")
        self.place.shoot("23_notes_that_wait")
        may_answer.set()
        again = self.question("review", but=before).id
        self.server.script(SLOT, [write])
        self.call("answer", question=again, action="changes", text=self.words.feedback)
        self.question("conflict")
        self.question("review", but=again)
        self.window.press("Ctrl+I")
        self.place.shoot("24_inbox_with_two_versions")
        self.click("QuestionCard", "Compare both…")
        self.window.see(self.words.mine.splitlines()[4], "EditableText")
        self.place.shoot_dialog("25_two_versions_of_a_file")
        self.window.press("Escape")
        self.answer("conflict", action="choose", choices=["mine"])

    def go_to(self, step: int) -> None:
        """Show a step, by the rail."""
        rows = self.window.wait(
            lambda: [
                row for row in self.window.found(f"{step}", "ListItem") if self.words.steps[step - 1][0] in row.name
            ],
            f"Step {step} is not in the rail",
        )
        self.window.click(rows[0].name, "ListItem")

    def versions(self) -> None:
        """What changed in the table, in the picture and in the note."""
        shots = (
            (2, "As a table", "18_table_changed"),
            (3, "Images side by side", "19_images_compared"),
            (4, "Side by side", "17_two_versions"),
        )
        for step, way, pictured in shots:
            self.window.press("Ctrl+J")
            self.go_to(step)
            if step == 2:
                self.command("Works and files")
            self.window.see_enabled(self.said("VersionBar", "Changes"), "CheckBox")
            self.command("What changed in this version")
            self.see("ChangesView", way)
            self.place.shoot(pictured)
            self.command("What changed in this version")

    def out_of_date(self) -> None:
        """The facts are made anew, so the note that rests on them is out of date."""
        before = self.answer("review", action="approve")
        # The person's own text was not in view when the question was asked: it is asked about once more.
        self.call("answer", question=self.question("review", but=before).id, action="approve")
        until(lambda: self.queries.task(self.task).status == "done")
        self.server.script(SLOT, [self.fact(2)])
        self.call("rerun", task=self.task, step=1, prompt=self.words.prompt)
        self.answer("review", action="approve")
        until(lambda: any(work.stale for work in self.queries.works(self.task, 4)))
        self.see("StepRail", "Out of date", "ListItem")
        self.go_to(4)
        self.see("StaleBar", "Still good", "Button")
        self.place.shoot("16_out_of_date")
        self.click("StaleBar", "Run again…")
        self.see("RunAgainDialog", "Run these again", "Button")
        self.place.shoot_dialog("26_run_again_in_order")
        self.window.press("Escape")
        self.command("Where this work came from…")
        self.see("ProvenanceWords", "Commit")
        self.place.shoot_dialog("21_where_from")
        self.window.press("Escape")

    def branches(self) -> None:
        """Two tasks are branched from it; all of them as a tree."""
        (run,) = self.queries.conversations(self.queries.step_n(self.task, 4).id)
        for text, at in zip(self.words.branches, (2, 4), strict=True):
            self.server.script(SLOT, [text])
            self.call("branch", task=self.task, conversation=run.id, seq=at, text=text)
            self.question("ask")
        self.command("Tree of branches…")
        self.place.shoot_dialog("15_tree_of_branches")
        self.window.press("Escape")

    def sharing(self) -> None:
        """Where the project is shared, its page, and what its tasks begin with."""
        self.call("set_project_defaults", project=self.project, text=self.words.defaults, context=[])
        self.call("set_remote", project=self.project, url=_SHARED)
        self.command("Share the project…")
        self.window.see(_SHARED, "EditableText")
        self.place.shoot_dialog("29_share")
        self.window.press("Escape")
        self.window.click(self.words.project, "TreeItem")
        self.see("ProjectPage", "New tasks begin with…", "Button")
        self.place.shoot("27_project")
        self.click("ProjectPage", "New tasks begin with…")
        self.window.see(self.words.defaults, "EditableText")
        self.place.shoot_dialog("28_what_new_tasks_begin_with")


def shoot(place: Place) -> None:
    """Every state, one after another."""
    place.window.wait(lambda: not place.program.run("tasks")[0], "There is no engine")
    record = Record(place)
    try:
        record.begin()
        record.comments()
        record.server.script(SLOT, [record.note(0)])
        record.hand_in()
        record.notes_and_a_conflict()
        record.versions()
        record.out_of_date()
        record.branches()
        record.sharing()
    finally:
        record.close()
