"""The engine's sentences are recognised, whatever names stand in them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

import workspace_app
from tests.ui.said_by_engine import sentences
from workspace_app.engine.models import errors
from workspace_app.ui import engine_words, middleware_sentences, tool_sentences
from workspace_app.ui.engine_words import localized
from workspace_app.ui.middleware_words import in_words

TO_PROGRAMMERS = {"{0} is no class that an answer can fit", "{0} is to remember what its State does not allow: {1}"}


class _Marks(QTranslator):
    """A language in which every sentence of the engine is put into brackets."""

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:  # type: ignore[override]
        return f"[{source}]" if context == "Engine" else ""


@pytest.fixture
def marked(qapp: QCoreApplication) -> Iterator[None]:
    """The window speaks that language."""
    marks = _Marks(qapp)
    qapp.installTranslator(marks)
    yield
    qapp.removeTranslator(marks)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Paused by you.", "[Paused by you.]"),
        ("Review “A, b” (version 2).", "[Review [“A, b” (version 2)].]"),
        ("Review “A” (version 1), “B” (version 2).", "[Review [[“A” (version 1)], [“B” (version 2)]].]"),
        ("The team has taken 4 turns without you. Shall it go on?", "[[The team has taken 4 turns without you.] Shall it go on?]"),
        ("Step 2 needs the work a/b.md, which is not there. Put it back, then try again.",
         "[Step 2 needs [the work a/b.md], which is not there. Put it back, then try again.]"),
        ("You changed “A” while another version of it was written. Both are kept: which one stays?",
         "[[You changed “A” while another version of it was written.] Both are kept: which one stays?]"),
        ("The tool run failed: Timeout Waiting 2 s, then trying again. Attempt 2 of 3.",
         "[[The tool run failed: Timeout] Waiting 2 s, then trying again. Attempt 2 of 3.]"),
        ("Which year, and why?", "Which year, and why?"),
        ("My tasks", "[My tasks]"),
        ("The model 'writer' is being asked too often: wait 5 s and try again.",
         "[The model 'writer' is being asked too often: wait [5 s] and try again.]"),
        ("https://a.b refused the request to the model 'writer' (no: never): change the request or the model's settings.",
         "[https://a.b refused the request to the model 'writer' (no: never): change the request or the model's settings.]"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("marked")
def test_sentences_are_recognised(text: str, expected: str) -> None:
    assert localized(text) == expected


@pytest.mark.usefixtures("marked")
def test_every_sentence_about_models_is_known() -> None:
    parts = {"name": "writer", "model": "m-1", "address": "https://a.b/v1", "wait": " 5 s", "reason": " (bad: key)"}
    for sentence in errors.SENTENCES.values():
        for values in (parts, parts | {"wait": "", "reason": ""}):
            text = sentence.format(**values)
            assert localized(text) == f"[{text}]".replace("5 s", "[5 s]")


APP = Path(workspace_app.__path__[0])
SAYING = [
    *APP.glob("engine/middleware/*.py"),
    *APP.glob("engine/structured/*.py"),
    *APP.glob("engine/mcp/*.py"),
    *map(APP.joinpath, ("engine/speech.py", "engine/workbench.py", "engine/model_slots.py", "engine/models/slots.py")),
    *map(APP.joinpath, ("desk/tools.py", "desk/spending.py")),
]


@pytest.mark.parametrize("source", SAYING, ids=lambda source: source.stem)
def test_everything_that_is_said_of_middleware_tools_and_models_is_known(source: Path) -> None:
    """L125: events, questions and failures, as they are written in the sources."""
    assert sentences(source) - set(engine_words._ALL) - TO_PROGRAMMERS == set()


def test_no_sentence_is_left_that_nobody_says() -> None:
    tables = {*middleware_sentences.SENTENCES, *tool_sentences.SENTENCES}
    assert tables - set().union(*map(sentences, SAYING)) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Model call limits exceeded: thread limit (5/5), run limit (3/3)",
         "[Model call limits exceeded: [thread limit (5/5), run limit (3/3)]]"),
        ("The budget was raised to 10,000 tokens.", "[The budget was raised to [10,000 tokens].]"),
        ("3 × email in what was sent: mask.", "[3 × [email] in [what was sent]: [mask].]"),
        ("The settings of ModelRetry are wrong: max_retries: Input should be greater than or equal to 0.",
         "[The settings of ModelRetry are wrong: [max_retries: Input should be greater than or equal to 0].]"),
        ("4 messages are sent to the model as this summary:\n\n# Done\n\nAll.",
         "[4 messages are sent to the model as this summary:\n\n# Done\n\nAll.]"),
        ("The model settings in a.json cannot be read (bad): mend or remove the file.",
         "[The model settings in a.json cannot be read (bad): mend or remove the file.]"),
        ("email", "email"),
        ("10,000 tokens", "10,000 tokens"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("marked")
def test_what_stands_in_a_sentence_is_said_in_words_too(text: str, expected: str) -> None:
    """A title that says the same is left alone."""
    assert localized(text) == expected


def test_the_name_of_a_middleware_is_found_beside_chinese_characters(qapp: QCoreApplication) -> None:
    assert in_words("ModelRetry的設定有誤：max_retries：必須大於或等於 0。").startswith("“Retries of the model”的設定")
