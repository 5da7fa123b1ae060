"""How the Practice model plans: one step for each list item or request in the task, and edits by feedback."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from workspace_app.domain.plan import (
    NO_INPUTS,
    FunctionCall,
    Plan,
    Step,
    add_step,
    delete_step,
    move_step,
    replace_step,
)
from workspace_app.engine.models.practice_language import Language, is_chinese, language_of, say, traditional, words_of
from workspace_app.engine.models.practice_text import list_items, split_sentences
from workspace_app.engine.models.practice_titles import tidy_title

MAX_STEPS: Final = 8
_URL: Final = re.compile(r"https?://[^\s<>\"'，。；）)]+")
_FETCH: Final = re.compile(r"\b(?:fetch|download|scrape|get|read|open|load)\b|抓取|下載|擷取|讀取", re.IGNORECASE)
_BY_PERSON: Final = re.compile(
    r"\b(?:i|we|me|myself|the (?:person|user))\b.{0,40}\b(?:provid|upload|suppl|giv|send|attach|fill|enter|hand|deliver)\w*"
    r"|\b(?:provided|uploaded|supplied|given)\s+by\s+(?:me|us|the (?:person|user))\b"
    r"|(?:我|我們|使用者|用戶|本人).{0,20}(?:提供|上傳|附上|填寫|交付|給予|給)",
    re.IGNORECASE,
)
_REQUEST: Final = re.compile(
    r"(?:please\s+|then\s+|first(?:ly)?,?\s+|next,?\s+|finally,?\s+|after that,?\s+|and\s+)*(?:add|analy[sz]e|ask|build|"
    r"calculate|check|choose|cite|collect|compare|compile|count|create|define|describe|design|develop|discuss|draft|edit|"
    r"evaluate|explain|extract|fetch|find|gather|give|identify|list|look|make|merge|outline|plan|prepare|present|produce|"
    r"proofread|propose|quote|rank|read|research|review|revise|rewrite|search|select|show|sketch|sort|study|suggest|"
    r"summari[sz]e|tabulate|tell|test|translate|turn|update|use|verify|write)\b"
    r"|(?:請|先|再|然後|接著|最後)*(?:整理|列出|擷取|收集|蒐集|找出|比較|撰寫|寫|草擬|摘要|總結|分析|檢查|校對|翻譯|計算|統計|"
    r"引用|製作|設計|研究|規劃|準備|抓取|下載|說明|產生|做)",
    re.IGNORECASE,
)
_THEN: Final = re.compile(r"(?:,|;)?\s+(?:and\s+)?then\s+|;\s+|[，；]?(?:然後|接著|再來)|；", re.IGNORECASE)
_WRITE: Final = re.compile(r"(?:please\s+)?(?:write|draft|prepare|create|make|produce)\s+(?P<what>\S.*)|請?(?:撰寫|寫|草擬|製作)(?P<zh>.+)",
                           re.IGNORECASE | re.DOTALL)  # fmt: skip


@dataclass(frozen=True)
class Draft:
    """A plan and what was done to the one before, for the person."""

    plan: Plan
    changes: tuple[str, ...] = ()


def draft_plan(task: str) -> Plan:
    """A plan of 1 to 8 steps out of the words of the task."""
    unknown = say(language_of(task), "Write down what this task is about", "寫下這個任務要做的事")
    tasks = _step_tasks(task) or [unknown]
    if len(tasks) > MAX_STEPS:
        tasks = [*tasks[: MAX_STEPS - 1], "\n".join(tasks[MAX_STEPS - 1 :])]
    steps = [_step(f"s{number}", text) for number, text in enumerate(tasks, 1)]
    return Plan(tidy_title(task) or tidy_title(tasks[0]), tuple(_with_sources(steps)))


def revise_plan(plan: Plan, remark: str) -> Draft:
    """The plan after a remark of the person; step numbers mean the plan as it was shown."""
    draft = Draft(plan)
    for wish in _wishes(remark):
        draft = _apply(draft, plan, wish)
    return draft


def _step_tasks(task: str) -> list[str]:
    items = list_items(task)
    sentences = [sentence for sentence in split_sentences(task) if words_of(sentence) or _URL.search(sentence)]
    if len(items) > 1:
        given = [sentence for sentence in sentences if sentence not in items and _is_source(sentence)]
        return given + items
    requests = [sentence for sentence in sentences if _REQUEST.match(traditional(sentence)) or _is_source(sentence)]
    if len(requests) == 1 or (not requests and len(sentences) == 1):
        only = (requests or sentences)[0]
        parts = [part.strip() for part in _split_then(only) if words_of(part)]
        return parts if len(parts) > 1 else _two_steps(only)
    return requests or (_two_steps(sentences[0]) if sentences else [])


def _split_then(sentence: str) -> list[str]:
    """The parts of a sentence between words like "then"; they are found in one script, and cut in the person's."""
    spans = [match.span() for match in _THEN.finditer(traditional(sentence))]
    starts, ends = [0, *(end for _, end in spans)], [*(start for start, _ in spans), len(sentence)]
    return [sentence[start:end] for start, end in zip(starts, ends, strict=True)]


def _two_steps(sentence: str) -> list[str]:
    if _is_source(sentence):
        return [sentence]
    bare = sentence.strip().rstrip(".。!！?？")
    writing = _WRITE.fullmatch(bare)
    if is_chinese(sentence):
        language = language_of(sentence)
        return [
            f"{say(language, '', '整理要點')}：{writing['zh'] if writing and writing['zh'] else bare}",
            f"{say(language, '', '撰寫')}：{bare}",
        ]
    if writing and writing["what"]:
        return [f"Collect the key points for {writing['what']}.", f"{bare}."]
    return [f"Collect the key points of this task: {bare}.", f"Write the result: {bare}."]


def _is_source(text: str) -> bool:
    return bool(_BY_PERSON.search(traditional(text)) or (_URL.search(text) and _FETCH.search(traditional(text))))


def _step(step_id: str, text: str) -> Step:
    url = _URL.search(text)
    title = tidy_title(text) or step_id
    if url and _FETCH.search(traditional(text)):
        call = FunctionCall("web_fetch", {"url": url[0].rstrip(".,;:!?")})
        return Step(step_id, title, text, "function", require_inputs=NO_INPUTS, function=call)
    if _BY_PERSON.search(traditional(text)):
        return Step(step_id, title, text, "user", require_inputs=NO_INPUTS)
    return Step(step_id, title, text)


def _with_sources(steps: Sequence[Step]) -> list[Step]:
    """A step that follows several that bring something in takes all of these."""
    done: list[Step] = []
    waiting: list[str] = []
    for step in steps:
        if step.require_inputs is NO_INPUTS:
            waiting.append(step.id)
        elif waiting:
            before = [other.id for other in done if other.require_inputs is not NO_INPUTS][-1:]
            needed = (*before, *waiting)
            step = replace(step, require_inputs=needed if len(needed) > 1 else ())
            waiting = []
        done.append(step)
    return done


def _wishes(remark: str) -> list[str]:
    return [wish for sentence in split_sentences(remark) for wish in re.split(r";\s+|；", sentence) if wish.strip()]


def _apply(draft: Draft, shown: Plan, wish: str) -> Draft:
    for pattern, edit in _EDITS:
        match = pattern.search(traditional(wish))
        changed = match and edit(draft.plan, shown, match)
        if changed:
            plan, english, chinese = changed
            return Draft(plan, (*draft.changes, say(_language(shown), english, chinese)))
    return _note(draft, shown, wish)


Changed = tuple[Plan, str, str] | None
Edit = Callable[[Plan, Plan, re.Match[str]], Changed]


def _remove(plan: Plan, shown: Plan, match: re.Match[str]) -> Changed:
    ids = [step.id for step in _named(shown, match["numbers"]) if step in plan.steps or _has(plan, step.id)]
    if not ids or len(ids) >= len(plan.steps):
        return None
    for step_id in ids:
        plan = delete_step(plan, step_id)
    numbers = match["numbers"].strip()
    return plan, f"removed step {numbers}", f"刪除了步驟 {numbers}"


def _merge(plan: Plan, shown: Plan, match: re.Match[str]) -> Changed:
    steps = [step for step in _named(shown, f"{match['one']} {match['two']}") if _has(plan, step.id)]
    if len(steps) != 2:
        return None
    first, second = (plan.step(step.id) for step in steps)
    text = f"{first.step_task}\n{second.step_task}"
    merged = replace(first, step_task=text, title=tidy_title(f"{first.title} + {second.title}"))
    for step in plan.steps:
        needed = tuple(first.id if name == second.id else name for name in step.require_inputs or ())
        if needed != (step.require_inputs or ()):
            plan = replace_step(plan, step.id, replace(step, require_inputs=tuple(dict.fromkeys(needed))))
    plan = replace_step(delete_step(plan, second.id), first.id, merged)
    one, two = match["one"], match["two"]
    return plan, f"merged steps {one} and {two}", f"合併了步驟 {one} 和 {two}"


def _add(plan: Plan, shown: Plan, match: re.Match[str]) -> Changed:
    text = match["what"].strip().rstrip(".。")
    place = re.search(r"\s*[,，]?\s*\b(?P<side>after|before)\s+step\s+(?P<n>\d+)\s*$|\s*(?:at the|in the)?\s*(?P<first>beginning|start)\s*$",
                      text, re.IGNORECASE)  # fmt: skip
    at = len(plan.steps)
    if place:
        anchor = _named(shown, place["n"] or "")
        text = text[: place.start()].strip()
        if place["first"]:
            at = 0
        elif anchor and _has(plan, anchor[0].id):
            at = plan.index(anchor[0].id) + (place["side"].lower() == "after")
    if not words_of(text) and not _URL.search(text):
        return None
    text = say(_language(shown), text, text)
    new = _step("", text[:1].upper() + text[1:])
    return add_step(plan, at, new), f"added step {at + 1}", f"新增了步驟 {at + 1}"


def _move(plan: Plan, shown: Plan, match: re.Match[str]) -> Changed:
    steps = [step for step in _named(shown, f"{match['one']} {match['two']}") if _has(plan, step.id)]
    if len(steps) != 2:
        return None
    rest = [step.id for step in plan.steps if step.id != steps[0].id]
    moved = move_step(plan, steps[0].id, rest.index(steps[1].id) + (match["side"].lower() in ("after", "後")))
    return _without_later_inputs(moved), f"moved step {match['one']}", f"移動了步驟 {match['one']}"


def _rename(plan: Plan, shown: Plan, match: re.Match[str]) -> Changed:
    title = say(_language(shown), match["title"], match["title"]).strip(" \"'“”「」.。")
    if not title:
        return None
    if match["n"] is None:
        return replace(plan, title=title), "renamed the plan", "計畫改名了"
    steps = [step for step in _named(shown, match["n"]) if _has(plan, step.id)]
    if not steps:
        return None
    plan = replace_step(plan, steps[0].id, replace(plan.step(steps[0].id), title=title))
    return plan, f"renamed step {match['n']}", f"步驟 {match['n']} 改名了"


def _kind(plan: Plan, shown: Plan, match: re.Match[str]) -> Changed:
    steps = [step for step in _named(shown, match["n"]) if _has(plan, step.id)]
    if not steps:
        return None
    changed = replace(plan.step(steps[0].id), kind=match["kind"].lower(), function=None)
    told = f"made step {match['n']} a {changed.kind} step", f"步驟 {match['n']} 改為 {changed.kind} 步驟"
    return replace_step(plan, changed.id, changed), *told


_NUMBERS: Final = r"(?P<numbers>\d+(?:\s*(?:,|and|&|、|和|與)\s*\d+)*)"
_EDITS: Final[list[tuple[re.Pattern[str], Edit]]] = [
    (re.compile(rf"\b(?:remove|delete|drop|skip)\s+(?:the\s+)?steps?\s+{_NUMBERS}", re.IGNORECASE), _remove),
    (re.compile(rf"(?:刪除|刪掉|移除|去掉|拿掉)\s*(?:步驟|第)?\s*{_NUMBERS}"), _remove),
    (re.compile(r"\b(?:merge|combine|join)\s+(?:the\s+)?(?:steps?\s+)?(?P<one>\d+)\s*(?:,|and|with|&)\s*(?:step\s+)?(?P<two>\d+)",
                re.IGNORECASE), _merge),
    (re.compile(r"合併\s*(?:步驟|第)?\s*(?P<one>\d+)\s*步?(?:和|與|跟|、)\s*(?:步驟|第)?\s*(?P<two>\d+)"), _merge),
    (re.compile(r"\badd\s+(?:a|another|one more|one)?\s*(?:new\s+)?step\s*(?:that|which|to|for|:|,)?\s*(?P<what>\S.*)",
                re.IGNORECASE | re.DOTALL), _add),
    (re.compile(r"(?:新增|增加|加)(?:一個|一)?步驟\s*[:：，]?\s*(?P<what>\S.*)", re.DOTALL), _add),
    (re.compile(r"\bmove\s+step\s+(?P<one>\d+)\s+(?P<side>before|after)\s+(?:step\s+)?(?P<two>\d+)", re.IGNORECASE), _move),
    (re.compile(r"步驟\s*(?P<one>\d+)\s*移到\s*步驟\s*(?P<two>\d+)\s*之?(?P<side>前|後)"), _move),
    (re.compile(r"\brename\s+(?:step\s+(?P<n>\d+)|(?:the\s+)?(?:plan|title|task))\s+(?:to|as|into)\s+(?P<title>\S.*)",
                re.IGNORECASE), _rename),
    (re.compile(r"(?:步驟\s*(?P<n>\d+)|計畫|標題)\s*(?:改名為|改名成|改名|命名為)\s*(?P<title>\S.*)"), _rename),
    (re.compile(r"\bmake\s+step\s+(?P<n>\d+)\s+(?:an?\s+)?(?P<kind>user|agent|review)\b", re.IGNORECASE), _kind),
]  # fmt: skip


def _note(draft: Draft, shown: Plan, wish: str) -> Draft:
    """Gives a wish that is no known edit to the step that it speaks of most."""
    named = [step for step in _named(shown, _mentioned_step(wish)) if _has(draft.plan, step.id)]
    words = words_of(wish)
    best = named or sorted(draft.plan.steps, key=lambda step: -len(words & words_of(step.step_task + " " + step.title)))
    step = draft.plan.step(best[0].id)
    language = _language(shown)
    note = say(language, "Note:", "備註：")
    plan = replace_step(draft.plan, step.id, replace(step, step_task=f"{step.step_task}\n{note} {wish.strip()}"))
    place = plan.index(step.id) + 1
    told = say(language, f"added your remark to step {place}", f"您的意見已加進步驟 {place}")
    return Draft(plan, (*draft.changes, told))


def _language(plan: Plan) -> Language:
    return language_of("\n".join([plan.title, *(step.step_task for step in plan.steps)]))


def _mentioned_step(wish: str) -> str:
    found = re.search(r"\bsteps?\s+(\d+)|(?:步驟|第)\s*(\d+)", wish, re.IGNORECASE)
    return (found[1] or found[2]) if found else ""


def _named(shown: Plan, numbers: str) -> list[Step]:
    """The steps with these numbers (from 1), in the order named."""
    wanted = [int(number) for number in re.findall(r"\d+", numbers)]
    return [shown.steps[number - 1] for number in dict.fromkeys(wanted) if 0 < number <= len(shown.steps)]


def _has(plan: Plan, step_id: str) -> bool:
    return any(step.id == step_id for step in plan.steps)


def _without_later_inputs(plan: Plan) -> Plan:
    """After a move, no step takes the works of one that now comes later."""
    steps: list[Step] = []
    for step in plan.steps:
        earlier = {other.id for other in steps}
        known = {other.id for other in plan.steps}
        needed = step.require_inputs
        if needed is not None:
            needed = tuple(name for name in needed if name in earlier or name not in known)
        steps.append(replace(step, require_inputs=needed))
    return replace(plan, steps=tuple(steps))
