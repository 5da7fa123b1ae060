"""Pictures of the main job: from the first start over a plan and its works to the dashboard."""

from dataclasses import dataclass

from tests.e2e.program import Program, until
from tests.e2e.window.gallery_place import Place
from tests.e2e.window.scripted import KEY, SLOT, add_slot, plan, work
from tests.support.scripted_model import Reply, ScriptedModel


@dataclass(frozen=True)
class Words:
    """What the pictures tell of, in one language."""

    task: str
    title: str
    steps: tuple[tuple[str, str], ...]
    first: str
    second: str
    feedback: str
    question: str
    others: tuple[str, ...]


ENGLISH = Words(
    "Write a two-page market note on the hive scales that beekeepers buy, for the board.",
    "Market note on hive scales",
    (
        ("Collect the facts", "List who sells hive scales, at what price, and what beekeepers say about them."),
        ("Compare", "Compare the three most used scales in a table and say which one fits a hobby keeper."),
        ("Write the note", "Write the two-page note for the board, with a recommendation in the first paragraph."),
    ),
    "# Hive scales on the market\n\nThree makers sell to hobby keepers.\n\n| maker | price | since |\n|---|---:|---|\n"
    "| Alpha | 240 | 2015 |\n| Beta | 180 | 2019 |\n| Gamma | 320 | 2021 |\n\n- Alpha sends by radio.\n- Beta needs a phone nearby.\n",
    "# Hive scales on the market\n\nThree makers sell to hobby keepers, two of them in this country.\n\n| maker | price | since |\n"
    "|---|---:|---|\n| Alpha | 240 | 2015 |\n| Beta | 190 | 2019 |\n| Gamma | 320 | 2021 |\n\n- Alpha sends by radio.\n"
    "- Beta needs a phone nearby.\n- Gamma has a solar panel.\n",
    "Say which of them sell in this country, and check the price of Beta.",
    "Should the table have prices with or without tax?",
    ("Summarise the interviews", "Translate the manual", "Check the budget", "Plan the spring trip"),
)
CHINESE = Words(
    "寫一份兩頁的市場報告，介紹養蜂人購買的蜂箱電子秤，給董事會看。",
    "蜂箱電子秤市場報告",
    (
        ("收集事實", "列出販售蜂箱電子秤的廠商、價格，以及養蜂人的評價。"),
        ("比較", "用表格比較三種最常用的電子秤，並說明哪一種適合業餘養蜂人。"),
        ("撰寫報告", "為董事會撰寫兩頁的報告，第一段就提出建議。"),
    ),
    "# 市面上的蜂箱電子秤\n\n三家廠商賣給業餘養蜂人。\n\n| 廠商 | 價格 | 年份 |\n|---|---:|---|\n| 甲 | 240 | 2015 |\n| 乙 | 180 | 2019 |\n\n- 甲用無線電傳送。\n- 乙需要附近有手機。\n",
    "# 市面上的蜂箱電子秤\n\n三家廠商賣給業餘養蜂人，其中兩家在國內販售。\n\n| 廠商 | 價格 | 年份 |\n|---|---:|---|\n| 甲 | 240 | 2015 |\n| 乙 | 190 | 2019 |\n\n- 甲用無線電傳送。\n- 乙需要附近有手機。\n- 丙有太陽能板。\n",
    "請說明哪幾家在國內販售，並確認乙的價格。",
    "表格裡的價格要含稅還是未稅？",
    ("整理訪談摘要", "翻譯使用手冊", "核對預算", "規劃春季旅行"),
)
LANGUAGES = {"en": ENGLISH, "zh_TW": CHINESE}


class Stage:
    """A person and a scripted model that bring a data folder from one state to the next, by the command line."""

    def __init__(self, program: Program, server: ScriptedModel, words: Words) -> None:
        self.program, self.server, self.words = program, server, words

    def run(self, text: str, *options: str, replies: list[object]) -> None:
        """A task that is run as far as it goes."""
        self.server.script(SLOT, replies)  # type: ignore[arg-type]
        self.program.run("run", text, *options, **KEY)

    def answer(self, *options: str, replies: list[object]) -> None:
        """Answer the newest question."""
        self.server.script(SLOT, replies)  # type: ignore[arg-type]
        question = self.program.read("inbox")[-1]
        code, _, err = self.program.run("answer", question["id"], *options)
        assert (code, err) == (0, "")
        until(lambda: [asked["id"] for asked in self.program.read("inbox")] not in ([], [question["id"]]))

    def draft(self) -> str:
        titles = [{"title": title, "step_task": text, "kind": "review"} for title, text in self.words.steps]
        titles[1]["kind"] = "agent"
        return plan(self.words.title, *titles)

    def other_states(self) -> None:
        """Tasks that are done, in error, paused and at work."""
        one, two, three, four = self.words.others
        step = {"title": one, "step_task": one, "kind": "agent"}
        self.run(one, "--approve", "all", replies=[plan(one, step), work(one, "# ok")])
        self.run(two, "--approve", "all", replies=[plan(two, step), Reply(status=401, text="bad key")])
        for title, verb in ((three, "stop"), (four, "")):
            self.server.script(SLOT, [plan(title, step), Reply(hang=True)])
            seen = len(self.server.requests)
            with self.program.start("run", title, "--approve", "all", **KEY) as command:
                self.server.wait_for_requests(seen + 2, timeout=60)
                command.kill()
            if verb:
                task = self.program.read("tasks")
                newest = next(row["id"] for row in task if row["title"] == title)
                self.program.run(verb, newest, "--now")


def shoot(place: Place) -> None:
    """Every state, one after another."""
    words, window = LANGUAGES[place.language], place.window
    stage = Stage(place.program, place.server, words)
    window.wait(lambda: not stage.program.run("tasks")[0], "There is no engine")
    place.shoot("01_welcome")
    add_slot(stage.program, stage.server)
    window.press("Ctrl+N")
    window.wait(lambda: window.focused().role == "EditableText", "The form does not open")
    window.type(words.task)
    place.shoot("02_new_task")
    notes = stage.program.home.parent / "notes.md"
    notes.write_text("# Notes\nTalks with 12 keepers.\n", encoding="utf-8")
    stage.run(words.task, "--context", str(notes), replies=[stage.draft()])
    window.press("Ctrl+J")
    window.see(words.steps[2][0], "Border")
    place.shoot("03_plan")
    stage.answer("--approve", replies=[work(words.steps[0][0], words.first)])
    window.see(words.steps[0][0], "Border")
    place.shoot("04_review")
    stage.answer("--changes", words.feedback, replies=[work(words.steps[0][0], words.second)])
    window.press("Ctrl+Alt+B")
    window.see(words.second.splitlines()[0].strip("# "), "StaticText")
    place.shoot("05_work")
    window.tab_to("", "PageTabList")
    window.press("Alt+C")
    window.see(words.second.splitlines()[2], "EditableText")
    place.shoot("06_changes")
    window.press("Ctrl+Alt+B")
    stage.answer("--approve", replies=[words.question])
    window.wait(lambda: len(window.found(words.question, "StaticText")) > 2, "The question has no card")
    place.shoot("07_question")
    stage.other_states()
    window.press("Ctrl+D")
    window.see(words.others[3], "ListItem")
    place.shoot("08_dashboard")
    window.press("Ctrl+I")
    place.shoot("09_inbox")
    window.press("Ctrl+,")
    place.shoot("10_settings")
    window.press("Ctrl+K")
    place.shoot("11_palette")
    window.press("Escape", "Ctrl+Q")
    place.shoot("12_closing")
