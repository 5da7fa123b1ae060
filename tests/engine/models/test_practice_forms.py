"""The works of the Practice model as a person reads them: field notes, a meeting, a list, prose, Chinese."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest
from autogen_core.models import SystemMessage, UserMessage

from workspace_app.domain.prompts import Insert, insert_section, step_prompt
from workspace_app.engine.models.practice import answer_to
from workspace_app.engine.models.practice_plan import draft_plan, revise_plan
from workspace_app.engine.models.practice_titles import tidy_title
from workspace_app.engine.models.practice_work import make_work

NOTES = """# Field notes: the mill stream, spring survey

Two volunteers walked the stream on three mornings.

## 12 March
Water temperature at the mill: 6.5 °C. At the footbridge: 7.1 °C. Flow at the weir was 0.42 cubic metres per second.
We counted 14 mayfly larvae in ten stones. The bank has slipped over a length of about 8 metres.

## 23 April
Water temperature at the mill: 11.2 °C. At the footbridge: 12.4 °C. Flow at the weir was 0.18 cubic metres per second.
We counted 3 mayfly larvae in ten stones. Residents asked whether the path will stay open.

## What we think
The fall in larvae came after the film appeared, so the cause is not certain. The drain should be inspected first.
"""
MEETING = """Meeting of the garden club
Date: 3 May 2024
Chair: Ann

Budget
The new pump costs 180 euros. It was agreed to buy the pump before June.

Path
The gravel path is damaged near the gate. Whether the club pays for it alone is open.
"""
PROSE = """The lighthouse was built in 1872 after three ships had been lost. Its tower is 31 metres tall.

In 1934 the lamp was changed from oil to electricity. Only one keeper was needed after that.

A group of residents has proposed to turn the house into a museum. The board has not answered yet.
"""
CHINESE = """# 圖書館春季調查
## 3月12日
閱覽室溫度為21.5°C，濕度60%。當天共有84位讀者入館。三樓的冷氣故障。
## 4月16日
閱覽室溫度為24.2°C，濕度68%。當天共有61位讀者入館。冷氣仍未修好。
## 我們的看法
讀者減少的原因尚不確定。應該先修好冷氣。
"""
FOLDER = "tasks/T"
CONTEXT = f"{FOLDER}/context/field-notes.md"


def prompt(task: str, text: str | None, name: str = CONTEXT, *inputs: tuple[int, str, str]) -> str:
    inserts = [Insert("Context", name, "", text, 900_000 if text is None else len(text))]
    for step, title, body in inputs:
        path = f"{FOLDER}/step_{step}/works/work_20260101_1200_{title}.md"
        inserts.append(Insert("Input", path, "abc1234", body, len(body)))
    return step_prompt(task, list(map(insert_section, inserts)))


def made(task: str, text: str, *remarks: str, name: str = CONTEXT) -> str:
    return make_work(prompt(task, text, name), remarks).content


def body(content: str) -> str:
    """A work without its sources, changes and footer."""
    return re.split(r"\n## (?:Sources|來源|来源)\n|\n---\n", content)[0]


def rows(content: str) -> list[list[str]]:
    """The cells of the tables in a work, without the lines under the heads."""
    lines = [line for line in content.splitlines() if line.startswith("|") and not line.startswith("| ---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


# tables


def test_measured_values_are_a_table_by_date() -> None:
    table = rows(made("Collect the measured values and dates from the field notes as a table", NOTES))
    assert table[:4] == [
        ["Date", "What", "Value", "Unit", "Source"],
        ["12 March", "Water temperature at the mill", "6.5", "°C", "[1]"],
        ["12 March", "Water temperature at the footbridge", "7.1", "°C", "[1]"],
        ["12 March", "Flow at the weir", "0.42", "cubic metres per second", "[1]"],
    ]
    assert ["12 March", "Bank has slipped over a length", "about 8", "metres", "[1]"] in table
    assert ["23 April", "Mayfly larvae in ten stones", "3", "", "[2]"] in table


def test_a_comparison_has_a_column_for_each_date() -> None:
    table = rows(made("Compare the figures", NOTES))
    assert table[0] == ["Item", "12 March [1]", "23 April [2]"]
    assert ["Water temperature at the footbridge", "7.1 °C", "12.4 °C"] in table


def test_a_list_of_cells_keeps_its_columns() -> None:
    table = rows(made("Make a table", "name, city, age\nAnn, Oslo, 30\nBob, Bergen, 41\nAnn, Oslo, 30\n"))
    assert table == [["name", "city", "age"], ["Ann", "Oslo", "30"], ["Bob", "Bergen", "41"]]


def test_fields_and_values_of_a_meeting() -> None:
    table = rows(made("Make a table", MEETING))
    assert ["Meeting of the garden club", "Chair", "Ann", "", "[1]"] in table
    assert ["Budget", "New pump", "180", "euros", "[2]"] in table


def test_years_are_dates_and_no_values() -> None:
    table = rows(made("Collect the dates and numbers in a table", PROSE))
    assert ["1934", "The lamp was changed from oil to electricity", "", "", "[1]"] in table
    assert ["", "Tower", "31", "metres", "[1]"] in table
    assert not any(row[2] == "1934" for row in table)


def test_a_log_is_a_table_by_date() -> None:
    log = "2024-05-01: Pump started, pressure 3.2 bar\n2024-05-03: Leak fixed. Pressure 3.3 bar.\n"
    assert rows(made("Make a table", log))[1:] == [
        ["2024-05-01", "Pressure", "3.2", "bar", "[1]"],
        ["2024-05-03", "Leak fixed", "", "", "[1]"],
        ["2024-05-03", "Pressure", "3.3", "bar", "[1]"],
    ]


def test_what_it_means_is_in_the_heading() -> None:
    text = "# Solar cookers\n## Box cookers\nA box with a lid. It can reach 150 °C.\n"
    assert rows(made("Make a table", text))[1] == ["Box cookers can reach", "150", "°C", "[1]"]


# outlines, summaries, points


def test_an_outline_has_the_headings_with_their_points() -> None:
    content = body(made("Write an outline of the report from the notes", NOTES))
    lines = content.splitlines()
    assert lines[0] == "# Outline: the mill stream, spring survey"
    at = lines.index("- **12 March** [2]")
    assert lines[at + 1] == "  - Water temperature at the mill: 6.5 °C; at the footbridge: 7.1 °C"
    assert "- **What we think** [4]" in lines
    assert "| " not in content


def test_an_outline_of_many_sections_stays_short_and_cites_only_what_it_shows() -> None:
    text = "# All\n" + "".join(f"## Part {n}\nThis is sentence {n}.\n" for n in range(200))
    content = made("Outline", text)
    assert len(content.splitlines()) < 120
    assert "more left out" in content


def test_a_summary_tells_how_values_went_and_keeps_the_dates() -> None:
    paragraphs = body(made("Write a summary", NOTES)).split("\n\n")
    assert paragraphs[1].startswith(
        "From 12 March to 23 April, water temperature at the mill went from 6.5 to 11.2 °C, "
    )
    assert "mayfly larvae in ten stones from 14 to 3. [1, 2]" in paragraphs[1]
    assert "On 12 March, the bank has slipped over a length of about 8 metres. [1]" in paragraphs
    assert any(paragraph.startswith("**What we think:** The fall in larvae") for paragraph in paragraphs)


def test_a_summary_of_prose_is_running_text() -> None:
    paragraphs = body(made("Write a summary", PROSE, name="prose.txt")).split("\n\n")
    assert paragraphs[0] == "# Summary: Prose"
    assert 2 <= len(paragraphs) - 1 <= 3
    assert not any(line.startswith(("-", "|")) for line in paragraphs)


@pytest.mark.parametrize(
    ("task", "text", "has", "has_not"),
    [
        ("List the open questions", NOTES, "whether the path will stay open", "6.5"),
        ("List the open questions", MEETING, "Whether the club pays", "costs"),
        ("List the decisions and next steps", MEETING, "agreed to buy the pump", "damaged"),
        ("List the problems", MEETING, "damaged near the gate", "costs"),
        ("Quote what is said about the museum", PROSE, "> A group of residents", "lamp"),
        ("列出待確認的問題", CHINESE, "原因尚不確定", "21.5"),
    ],
)
def test_the_words_of_the_task_choose(task: str, text: str, has: str, has_not: str) -> None:
    content = body(made(task, text))
    assert has in content
    assert has_not not in content


def test_nothing_is_passed_off_as_what_was_asked_for() -> None:
    assert "(The inputs hold nothing for this.)" in made("List the open questions", "Tea costs 3 euros.\n")


@pytest.mark.parametrize("task", ["Check the text", "Write a summary", "List the findings"])
def test_the_same_question_has_the_same_answer_in_every_process(task: str) -> None:
    script = "import sys; from workspace_app.engine.models.practice_work import make_work; print(make_work(sys.stdin.read(), ['I care about fish and birds']).content)"
    answers = {
        subprocess.run(
            [sys.executable, "-c", script],
            input=prompt(task, NOTES),
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
            encoding="utf-8",
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


def test_points_are_given_once() -> None:
    content = made("List the prices", "Tea costs 3 euros.\n\nTea costs 3 euros.\n\nCake costs 4 euros.\n")
    assert content.count("Tea costs 3 euros.") == 1


# sources


def test_marks_are_numbers_and_the_sources_are_listed_once() -> None:
    content = made("Write a summary", NOTES)
    assert "tasks/" not in content
    assert "`" not in content
    marks = {int(number) for mark in re.findall(r"\[([\d, ]+)\]", body(content)) for number in mark.split(", ")}
    listed = re.findall(r"^- \[(\d+)\] field-notes\.md, .*lines? \d", content, re.MULTILINE)
    assert [int(number) for number in listed] == sorted(marks) == list(range(1, len(marks) + 1))
    assert all(len(re.findall(r"\[\d", sentence)) <= 1 for sentence in body(content).split(". "))


@pytest.mark.parametrize("task", ["Write a summary", "Write an outline", "Collect the values as a table"])
def test_copies_in_earlier_works_add_nothing(task: str) -> None:
    alone = make_work(prompt(task, NOTES), []).content
    table = made("Collect the measured values as a table", NOTES)
    outline, summary = made("Write an outline", NOTES), made("Write a summary", NOTES)
    inputs = [(1, "Table", table), (2, "Outline", outline), (3, "Summary", summary)]
    again = make_work(prompt(task, NOTES, CONTEXT, *inputs), []).content
    assert again.split("\n---\n")[0] == alone.split("\n---\n")[0]
    assert "“Outline” (abc1234)" in again


def test_what_a_person_added_to_an_earlier_work_counts() -> None:
    outline = made("Write an outline", NOTES).replace(
        "## Sources", "Kingfishers nested beside the sluice.\n\n## Sources"
    )
    content = make_work(prompt("List everything on kingfishers", NOTES, CONTEXT, (1, "Outline", outline)), []).content
    assert "- Kingfishers nested beside the sluice. [1]" in content
    assert "[1] “Outline”, line" in content


def test_an_earlier_work_alone_is_read_without_what_was_added_to_it() -> None:
    table = made("Collect the measured values as a table", NOTES)
    text = step_prompt(
        "Write a summary", [insert_section(Insert("Input", "step_1/works/a.md", "abc1234", table, len(table)))]
    )
    content = body(make_work(text, []).content)
    assert "water temperature at the mill went from 6.5 to 11.2 °C" in content
    assert "Practice model" not in content
    assert "field-notes" not in content


def test_a_text_that_is_only_named_is_said_to_be_unread() -> None:
    content = make_work(prompt("Summarise", None, "big.csv", (1, "Tea", "Tea costs 3 euros.")), []).content
    assert "> Not read: big.csv (900,000 bytes)" in content
    assert "Tea costs 3 euros." in content


# titles


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Turn the notes into a report:\n- Collect", "Turn the notes into a report"),
        ("please write a note.", "Write a note"),
        ("Collect the measured values and dates from the field notes as a table", "Collect the measured values and dates"),
        ("Write a one-page summary for the council with the most important findings", "Write a one-page summary for the council"),
        ("把筆記整理成報告：\n- 列出", "把筆記整理成報告"),
        ("", ""),
    ],
)  # fmt: skip
def test_titles_are_tidy(text: str, title: str) -> None:
    assert tidy_title(text) == title


def test_the_plan_of_the_sample_has_tidy_titles() -> None:
    plan = draft_plan("Turn the notes into a report:\n- Collect the values as a table\n- Write a summary with the")
    assert [plan.title, *(step.title for step in plan.steps)] == [
        "Turn the notes into a report",
        "Collect the values as a table",
        "Write a summary",
    ]


# feedback, Chinese, teams


def test_feedback_changes_a_summary() -> None:
    whole, short = made("Write a summary", NOTES), made("Write a summary", NOTES, "shorter")
    assert len(body(short)) < len(body(whole))
    three = body(made("Write a summary", NOTES, "only 3 points"))
    assert len(three.split("\n\n")) == 4
    words = "Only the three most important values, please."
    assert len(rows(made("Collect the values as a table", NOTES, words))) == 4
    without = made("Write a summary", NOTES, "remove larvae")
    assert "larvae" not in body(without)
    assert rows(made("Write a summary", NOTES, "as a table"))[0] == ["Date", "What", "Value", "Unit", "Source"]
    assert made("Write a summary", NOTES, "as a table").startswith("# Table: the mill stream, spring survey\n")


@pytest.mark.parametrize(
    ("remark", "has"),
    [
        ("更短", "縮短"),
        ("只留 2 點", "只留 2 點"),
        ("改成表格", "| 日期 |"),
        ("刪除冷氣", "去除「冷氣」"),
        ("提到咖啡", "沒有提到：咖啡"),
    ],
)
def test_chinese_feedback(remark: str, has: str) -> None:
    before, after = made("撰寫摘要", CHINESE), made("撰寫摘要", CHINESE, remark)
    assert has in after
    assert body(before) != body(after) or "咖啡" in remark
    assert not re.search(r"[A-Za-z]{4,}", after.replace("field-notes", ""))


def test_a_chinese_work_is_in_the_script_of_its_task() -> None:
    traditional = made("將測量數值整理成表格", CHINESE)
    assert rows(traditional)[1] == ["3月12日", "閱覽室溫度", "21.5", "°C", "[1]"]
    assert "## 來源" in traditional
    simplified = made("总结笔记的要点", "价格上涨。天气不好。", "改成大纲")
    assert "由练习模型" in simplified
    assert "改为大纲" in simplified
    plan = draft_plan("整理报告：\n- 将测量数值整理成表格\n- 撰写摘要")
    assert revise_plan(plan, "删除步骤 1").changes == ("删除了步骤 1",)


def test_another_assistant_is_material_and_no_feedback() -> None:
    task = UserMessage(content=prompt("Write a summary", NOTES), source="user")
    critic = UserMessage(content="Make it shorter. An otter lives below the sluice.", source="critic")
    handed_in = f"Handed in “Summary” (step_1/works/a.md, version 1).\n\n{made('Write a summary', NOTES)}"
    writer = UserMessage(content=handed_in, source="writer")
    system = SystemMessage(content="You work on one step.")
    alone = answer_to([system, task], []).text
    content = answer_to([system, task, writer, critic], []).text
    assert "Changes in this version" not in content
    assert "An otter lives below the sluice." in content
    assert "critic’s message" in content
    assert answer_to([system, task, writer], []).text.split("\n---\n")[0] == alone.split("\n---\n")[0]


def test_the_sample_of_the_app_reads_well() -> None:
    sample = Path(str(resources.files("workspace_app"))).parent / "assets" / "sample" / "field-notes.md"
    text = sample.read_text(encoding="utf-8")
    content = made("Write a one-page summary for the council with the most important findings", text)
    assert content.startswith("# Summary: the mill stream, spring survey\n")
    assert "The drain should be inspected first." in content
    assert "smelled of oil" in content
