"""The engine's sentences are recognised, whatever names stand in them."""

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

from workspace_app.engine.models.errors import SENTENCES
from workspace_app.ui.engine_words import localized


class _Marks(QTranslator):
    """A language in which every sentence of the engine is put into brackets."""

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:  # type: ignore[override]
        return f"[{source}]" if context == "Engine" else ""


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
         "[The model 'writer' is being asked too often: wait 5 s and try again.]"),
        ("https://a.b refused the request to the model 'writer' (no: never): change the request or the model's settings.",
         "[https://a.b refused the request to the model 'writer' (no: never): change the request or the model's settings.]"),
    ],
)  # fmt: skip
def test_sentences_are_recognised(qapp: QCoreApplication, text: str, expected: str) -> None:
    marks = _Marks(qapp)
    qapp.installTranslator(marks)
    try:
        assert localized(text) == expected
    finally:
        qapp.removeTranslator(marks)


def test_every_sentence_about_models_is_known(qapp: QCoreApplication) -> None:
    marks = _Marks(qapp)
    qapp.installTranslator(marks)
    parts = {"name": "writer", "model": "m-1", "address": "https://a.b/v1", "wait": " 5 s", "reason": " (bad: key)"}
    try:
        for sentence in SENTENCES.values():
            for values in (parts, parts | {"wait": "", "reason": ""}):
                text = sentence.format(**values)
                assert localized(text) == f"[{text}]"
    finally:
        qapp.removeTranslator(marks)
