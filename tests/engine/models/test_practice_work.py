"""What the Practice model makes of real text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workspace_app.domain.prompts import Insert, insert_section, step_prompt
from workspace_app.engine.models.practice_language import words_of
from workspace_app.engine.models.practice_reading import read_prompt
from workspace_app.engine.models.practice_text import Document, split_sentences
from workspace_app.engine.models.practice_wishes import first_job
from workspace_app.engine.models.practice_work import make_work

TEA = """# Tea
Tea prices rose by 12% in 2024. Green tea from Uji costs 300 yen a bag.
Nobody knows why. The weather was bad in April, and the harvest
was late in Kyoto.

## Market
- Exports: 4,000 tons
- Imports: 1,200 tons
"""
SENCHA = "Prices of Sencha fell. Price: 200 yen.\nExports: 3,000 tons\nTODO: ask Ms Sato.\n"


def prompt(task: str, *notes: str) -> str:
    inserts = [
        Insert("Context", "context/tea.md", "", TEA, len(TEA)),
        Insert("Input", "step_1/works/a.md", "abc1234", SENCHA, len(SENCHA)),
    ]
    return step_prompt(task, list(map(insert_section, inserts)), notes)


def made(task: str, *remarks: str) -> str:
    return make_work(prompt(task), remarks).content


def test_a_prompt_is_taken_apart() -> None:
    read = read_prompt(prompt("Write a note.", "only 3 points"))
    assert (read.task, read.notes) == ("Write a note.", ("only 3 points",))
    assert [(document.path, document.version) for document in read.documents] == [
        ("context/tea.md", ""),
        ("step_1/works/a.md", "abc1234"),
    ]
    assert [document.text for document in read.documents] == [TEA.strip(), SENCHA.strip()]


def test_headings_of_a_text_do_not_break_it() -> None:
    text = "# Changes\nOne.\n\n# Task\nTwo.\n\n# Context\nThree."
    read = read_prompt(step_prompt("Do it", [insert_section(Insert("Input", "a.md", "1", text, 9))]))
    assert (read.task, read.documents[0].text) == ("Do it", text)


def test_what_was_too_large_to_paste_is_not_taken_for_text() -> None:
    work = make_work(step_prompt("Summarise", [insert_section(Insert("Input", "big.md", "1", None, 10**6))]), [])
    assert "The inputs hold nothing" in work.content
    assert "> Not read: big.md (1,000,000 bytes) is only named in the prompt" in work.content
    assert "sources: big.md" not in work.content


def test_notes_for_a_run_are_followed() -> None:
    assert "- only 1 point\n" in make_work(prompt("Summarise", "only 1 point"), []).content


def test_a_text_without_labels_is_the_task() -> None:
    assert read_prompt("# My own heading\nDo it") == read_prompt("# My own heading\nDo it\n")
    assert read_prompt("Do it").task == "Do it"


@pytest.mark.parametrize(
    ("task", "kinds"),
    [
        ("Quote what was said about prices", ("quote",)),
        ("引用價格的段落", ("quote",)),
        ("擬定大綱", ("outline",)),
        ("Extract the figures, then tabulate them", ("extract", "table")),
        ("比較兩份文件並寫摘要", ("table", "summary")),
        ("Check the text", ("count",)),
        ("Do something", ("summary",)),
    ],
)
def test_verbs_decide_what_is_made(task: str, kinds: tuple[str, ...]) -> None:
    assert first_job(task).kinds == kinds


def test_sentences_know_their_lines() -> None:
    sentences = Document("tea.md", TEA).sentences
    places = {sentence.text: sentence.line for sentence in sentences}
    assert places["Nobody knows why."] == 3
    assert places["The weather was bad in April, and the harvest was late in Kyoto."] == 3
    assert places["Exports: 4,000 tons"] == 7


def test_quotations_are_in_the_source() -> None:
    content = made("Quote what is said about the harvest")
    assert "> The weather was bad in April, and the harvest was late in Kyoto. [1]\n" in content
    assert "- [1] tea.md, line 3\n" in content


def test_an_outline_is_nested_as_its_source() -> None:
    content = made("Outline the texts")
    assert "- **Tea**\n  - Tea prices rose by 12% in 2024 [1]\n" in content
    assert "  - **Market** [2]\n    - Exports: 4,000 tons; Imports: 1,200 tons\n" in content


def test_a_comparison_puts_the_texts_side_by_side() -> None:
    content = made("Compare the figures")
    assert "| Item | tea.md [1, 2] | a.md [3] |" in content
    assert "| Exports | 4,000 tons | 3,000 tons |" in content


def test_csv_rows_become_table_rows() -> None:
    work = make_work("# Step task\nMake a table\n# Input: data.csv (version 1)\nname,age,city\nAnn,30,Oslo\n", [])
    assert "| name | age | city |\n| --- | --- | --- |\n| Ann | 30 | Oslo |\n" in work.content


def test_counts_and_findings() -> None:
    content = made("Check the texts")
    assert "| a.md | 3 | 4 |" in content
    assert "open point in a.md, line 3: TODO: ask Ms Sato." in content


def test_a_summary_cites_each_text_in_source_order() -> None:
    content = made("Summarise prices", "only 2 points")
    lines = [line for line in content.splitlines() if line.endswith(("[1]", "[2]"))]
    assert len(lines) == 2
    assert "- [1] tea.md, line 2\n- [2] a.md, line 1\n" in content


def test_it_says_what_it_is_and_what_it_used() -> None:
    content = made("Summarise")
    assert "not an AI" in content
    assert "sources: tea.md, a.md (abc1234)." in content
    assert "no input" in make_work("Write about tea", []).content


@pytest.mark.parametrize(
    ("remark", "has", "has_not"),
    [
        ("Make it shorter, please", "shorter: half", "Imports"),
        ("as a table", "| Exports | 4,000 tons | 3,000 tons |", "Nobody"),
        ("mention harvest", "harvest was late", "say nothing"),
        ("mention coffee", "The inputs say nothing about: coffee", "coffee costs"),
        ("remove Sencha", "without “Sencha”", "Prices of Sencha"),
        ("add a title Tea today", "# Tea today\n", "# Summary"),
        ("標題改為 茶葉", "# 茶葉\n", "# Summary"),
        ("改成表格", "| Exports |", "Nobody"),
        ("刪除 Sencha", "without “Sencha”", "Prices of Sencha"),
        ("I care about Kyoto", "count when sentences are chosen: care, kyoto", "no change that I know"),
    ],
)
def test_feedback_changes_the_next_version(remark: str, has: str, has_not: str) -> None:
    before, after = made("Summarise the prices"), made("Summarise the prices", remark)
    assert after != before
    assert "Changes in this version:" in after
    assert has in after
    assert has_not not in after


def test_words_of_a_remark_weigh_in_the_choice() -> None:
    assert "harvest" not in made("Summarise prices", "only 2 points")
    assert "harvest" in made("Summarise prices", "only 2 points", "I care about the harvest in Kyoto")


def test_feedback_adds_up_and_only_the_last_is_told() -> None:
    content = made("Summarise", "as a table", "only 1")
    assert content.count("\n| ") == 3
    assert "- only 1 point\n" in content
    assert "given as" not in content


def test_the_title_of_the_work_stays() -> None:
    assert make_work(prompt("Summarise tea"), []).title == make_work(prompt("Summarise tea"), ["title: Other"]).title


def test_chinese_work_is_in_chinese() -> None:
    content = make_work("# Step task\n摘要\n# Input: a.md (version 1)\n茶葉價格上漲。天氣不好。\n", ["更短"]).content
    assert "茶葉價格上漲。" in content
    assert "天氣不好" not in content
    assert "練習模型" in content
    assert "縮短" in content


def test_other_input_other_work() -> None:
    assert made("Summarise") != make_work(prompt("Summarise").replace("Uji", "Nara"), []).content


def test_five_megabytes_are_read_to_the_end() -> None:
    rows = "".join(f"Item {i} costs {i} yen in spring.\n\n" for i in range(150_000))
    task = "# Step task\nQuote the passage on the platypus\n# Input: big.md (version 1)\n"
    assert "> The platypus swims." in make_work(f"{task}{rows}The platypus swims.\n", []).content


TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("#-|:`>* \n0123.。"), max_size=300)


@settings(deadline=None)
@given(
    TEXTS,
    TEXTS,
    st.sampled_from(["quote", "outline", "table", "count", "extract", "summary"]),
    st.lists(TEXTS, max_size=2),
)
def test_any_text_gives_a_work(task: str, text: str, verb: str, remarks: list[str]) -> None:
    work = make_work(f"# Step task\n{verb} {task}\n# Input: a.md (version 1)\n{text}\n", remarks)
    assert work.title.strip()
    assert "a.md" in work.content


@given(TEXTS)
def test_sentences_hold_all_words(text: str) -> None:
    plain = text.replace("#", "").replace("|", "").replace("`", "").replace("~", "")
    assert words_of(plain) <= words_of("\n".join(split_sentences(plain))) | words_of(" ".join(plain.split()))
