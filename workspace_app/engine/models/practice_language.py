"""The languages of the Practice model, and the words of a text that carry meaning."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final, Literal

Language = Literal["en", "zh-Hant", "zh-Hans"]

CJK: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
LATIN_WORD: Final = re.compile(r"[^\W\d_][\w'-]+")
_CJK_RUN: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+")
_STOP_TEXT: Final = """
    a about after all also am an and any are as at be been but by can could do does each for from had has have he her
    his how if in into is it its more most no not of on one only or other our out over she should so some such
    than that the their them then there these they this those to up us was we were what when which who will with
    would you your please step task make list write give work text input context
"""
_STOP_WORDS: Final = frozenset(_STOP_TEXT.split())
# The characters of our own sentences and patterns; others mean the same in both scripts or do not occur there.
_TRADITIONAL: Final = (
    "練習這個們為務點寫總結綱構標題對較計統檢驗來據內實與後輸沒縮減長詳細給產從優納刪應該見測數單項頁訊議會說話語請讓"
    "將開關種類級錄讀報節無風險問決預進階資訂調譯價圖畫劃間時擷選擇擬編輯變動達確認檔舉補準備彙歸負責員誰幾溫規"
    "設並採擴簡萬億噸條張過還號頭體續處發結論權東臺現當導談紀驟錯試記顯難詞轉辦隱憂傳僅國塊戶歲損約訴載額頃稱須複製於"
)
_SIMPLIFIED: Final = (
    "练习这个们为务点写总结纲构标题对较计统检验来据内实与后输没缩减长详细给产从优纳删应该见测数单项页讯议会说话语请让"
    "将开关种类级录读报节无风险问决预进阶资订调译价图画划间时撷选择拟编辑变动达确认档举补准备汇归负责员谁几温规"
    "设并采扩简万亿吨条张过还号头体续处发结论权东台现当导谈纪骤错试记显难词转办隐忧传仅国块户岁损约诉载额顷称须复制于"
)
_TO_SIMPLIFIED: Final = str.maketrans(_TRADITIONAL, _SIMPLIFIED)
_TO_TRADITIONAL: Final = str.maketrans(_SIMPLIFIED, _TRADITIONAL)
_ONLY_TRADITIONAL: Final = frozenset(_TRADITIONAL) - frozenset(_SIMPLIFIED)
_ONLY_SIMPLIFIED: Final = frozenset(_SIMPLIFIED) - frozenset(_TRADITIONAL)


def is_chinese(text: str) -> bool:
    """Whether a person who wrote this would rather read Chinese."""
    sample = text[:2000]
    return len(CJK.findall(sample)) * 4 > len(LATIN_WORD.findall(sample)) * 3


def language_of(text: str) -> Language:
    """The language in which to answer a person who wrote this; Traditional Chinese where the script is open."""
    if not is_chinese(text):
        return "en"
    simplified = sum(character in _ONLY_SIMPLIFIED for character in text)
    return "zh-Hans" if simplified > sum(character in _ONLY_TRADITIONAL for character in text) else "zh-Hant"


def say(language: Language, english: str, chinese: str) -> str:
    """One of two wordings of our own; the Chinese one is written in Traditional script."""
    if language == "en":
        return english
    return chinese if language == "zh-Hant" else chinese.translate(_TO_SIMPLIFIED)


def traditional(text: str) -> str:
    """A text as our patterns read it; every character keeps its place."""
    return text if text.isascii() else text.translate(_TO_TRADITIONAL)


def fold(text: str) -> str:
    """A text as it is compared: without case, in one script."""
    return traditional(text.lower())


def words_of(text: str) -> frozenset[str]:
    """The words that carry meaning: lower-case words without stop words nor plural s; for Chinese, pairs of characters."""
    found = {_singular(word) for word in LATIN_WORD.findall(text.lower()) if word not in _STOP_WORDS and word.isascii()}
    if not text.isascii():
        for run in _CJK_RUN.findall(fold(text)):
            found.update(map("".join, pairwise(run)))
    return frozenset(found)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] not in "su" else word
