"""The engine's own sentences in the person's language. The engine knows no language; it always writes these, and the store keeps them."""

import re
from collections.abc import Sequence
from functools import cache

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from workspace_app.ui import middleware_sentences, tool_sentences

_PLACE = re.compile(r"\{(\d)\}")
_TEMPLATES = (
    QT_TRANSLATE_NOOP("Engine", "Approve the plan “{0}” with {1} steps."),
    QT_TRANSLATE_NOOP("Engine", "Review {0}."),
    QT_TRANSLATE_NOOP("Engine", "{0}, {1}"),
    QT_TRANSLATE_NOOP("Engine", "“{0}” (version {1})"),
    QT_TRANSLATE_NOOP(
        "Engine", "You changed {0} on disk since it was shown. Your version is kept as the newest one: approve it?"
    ),
    QT_TRANSLATE_NOOP("Engine", "Step {0} needs {1}, which is not there. Put it back, then try again."),
    QT_TRANSLATE_NOOP("Engine", "the context file {0}"),
    QT_TRANSLATE_NOOP("Engine", "the work {0}"),
    QT_TRANSLATE_NOOP("Engine", "a work of step {0}, “{1}”"),
    QT_TRANSLATE_NOOP("Engine", "Look at the prompt, change it if you like, and start the step."),
    QT_TRANSLATE_NOOP("Engine", "{0} Shall it go on?"),
    QT_TRANSLATE_NOOP("Engine", "The team has taken {0} turns without you."),
    QT_TRANSLATE_NOOP("Engine", "{0} has made {1} model calls in one turn."),
    QT_TRANSLATE_NOOP("Engine", "{0}'s answer was cut off by the length limit {1} times."),
    QT_TRANSLATE_NOOP("Engine", "{0} Run it again, mark it as failed, or give its result."),
    QT_TRANSLATE_NOOP(
        "Engine", "The tool {0} was running when the app stopped, and it is not known whether it finished."
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "“{0}” has {1} MB. The history keeps every version whole and for ever: should this file be in it?",
    ),
    QT_TRANSLATE_NOOP("Engine", "The planner's plan cannot be read: {0} Tell the planner what to do."),
    QT_TRANSLATE_NOOP("Engine", "The assistant gave an empty answer."),
    QT_TRANSLATE_NOOP("Engine", "Paused by you."),
    QT_TRANSLATE_NOOP("Engine", "Stopped by you."),
    QT_TRANSLATE_NOOP("Engine", "Interrupted by you: branched into “{0}”."),
    QT_TRANSLATE_NOOP("Engine", "The engine was closed while this ran. Resume to go on."),
    QT_TRANSLATE_NOOP("Engine", "The app ended while this ran. Resume from message {0}."),
    QT_TRANSLATE_NOOP("Engine", "The app ended between two steps. Resume to go on."),
    QT_TRANSLATE_NOOP("Engine", "Plan"),
    QT_TRANSLATE_NOOP("Engine", "May {0} use {1}?"),
    QT_TRANSLATE_NOOP("Engine", "May {0} make {1} calls: {2}?"),
    QT_TRANSLATE_NOOP("Engine", "It reads from outside the project's folder."),
    QT_TRANSLATE_NOOP("Engine", "It can write, run programs or reach other services."),
    QT_TRANSLATE_NOOP("Engine", "Approved."),
    QT_TRANSLATE_NOOP("Engine", "Your answer is carried out."),
    # A file that two hands changed.
    QT_TRANSLATE_NOOP("Engine", "{0} Both are kept: which one stays?"),
    QT_TRANSLATE_NOOP("Engine", "You changed “{0}” while another version of it was written."),
    QT_TRANSLATE_NOOP("Engine", "“{0}” was changed here and by {1}."),
    # Middleware: what it did.
    QT_TRANSLATE_NOOP("Engine", "{0} Waiting {1} s, then trying again. Attempt {2} of {3}."),
    QT_TRANSLATE_NOOP("Engine", "The tool {0} failed: {1}"),
    QT_TRANSLATE_NOOP("Engine", "The model “{0}” failed, so “{1}” is asked. {2}"),
    QT_TRANSLATE_NOOP("Engine", "The budget was raised to {0}."),
    QT_TRANSLATE_NOOP("Engine", "“{0}” is never allowed, and was not run."),
    QT_TRANSLATE_NOOP("Engine", "You allowed {0}."),
    QT_TRANSLATE_NOOP("Engine", "You answered in place of the tool, or refused it."),
    QT_TRANSLATE_NOOP("Engine", "{0} calls were refused by the tool call limit."),
    QT_TRANSLATE_NOOP("Engine", "The model found the conversation too long, so it is sent shortened."),
    QT_TRANSLATE_NOOP("Engine", "{0} suggests a new plan: {1}"),
    # Middleware: its questions, warnings and help.
    QT_TRANSLATE_NOOP("Engine", "The budget of {0} for {1} is used up: {2}. Raise it, or stop here?"),
    QT_TRANSLATE_NOOP("Engine", "raise by {0}"),
    QT_TRANSLATE_NOOP("Engine", "go on without knowing"),
    QT_TRANSLATE_NOOP("Engine", "this conversation"),
    QT_TRANSLATE_NOOP("Engine", "this step"),
    QT_TRANSLATE_NOOP("Engine", "this task"),
    QT_TRANSLATE_NOOP("Engine", "this project"),
    QT_TRANSLATE_NOOP(
        "Engine",
        "ModelFallback is never used, because the ModelRetry after it turns every failure into an answer: put ModelRetry before it, or let it pass failures on.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Asks before an assistant does more than read in its project."),
    QT_TRANSLATE_NOOP("Engine", "Pauses and asks when a budget is used up."),
    QT_TRANSLATE_NOOP("Engine", "Asks what to do when the model refuses the conversation as too long."),
    QT_TRANSLATE_NOOP("Engine", "Keeps personal data such as e-mail addresses from the model, or out of its answers."),
    QT_TRANSLATE_NOOP("Engine", "Limits how often the model is called."),
    QT_TRANSLATE_NOOP("Engine", "Limits how often a tool is called."),
    QT_TRANSLATE_NOOP("Engine", "Sends a summary in place of the older messages."),
    QT_TRANSLATE_NOOP("Engine", "Sends the task, a summary of what was done, and the last two messages."),
    QT_TRANSLATE_NOOP(
        "Engine", "Sends the beginning, a snapshot of the task that the model writes itself, and the last tool call."
    ),
    QT_TRANSLATE_NOOP("Engine", "Sends the first message, which says what to do, and the newest ones."),
    QT_TRANSLATE_NOOP("Engine", "Clears old results of tools from what is sent."),
    QT_TRANSLATE_NOOP("Engine", "Offers the assistant only the tools that a model finds useful for what was asked."),
    QT_TRANSLATE_NOOP("Engine", "Asks another model when one fails."),
    QT_TRANSLATE_NOOP("Engine", "Asks the model again when it fails for a moment."),
    QT_TRANSLATE_NOOP("Engine", "Runs a tool again when it fails."),
    QT_TRANSLATE_NOOP("Engine", "Asks you before chosen tools are used; you approve, edit, reject or answer yourself."),
    QT_TRANSLATE_NOOP("Engine", "Gives the assistant a to-do list of its own, which is shown beside the conversation."),
    QT_TRANSLATE_NOOP(
        "Engine", "Gives the assistant a shell in its step's folder, which stays open for the whole of its turn."
    ),
    QT_TRANSLATE_NOOP("Engine", "Lets the assistant find files by name and by content."),
    QT_TRANSLATE_NOOP(
        "Engine", "Finds related messages of earlier conversations, and adds them to what the assistant is told."
    ),
    QT_TRANSLATE_NOOP("Engine", "Lets the assistant search the web through a service of your choice."),
    QT_TRANSLATE_NOOP("Engine", "Does not run tools, but has a model make up what they would have given: a dry run."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Gives the answer that a model gave to exactly the same request of this project before, without asking it again.",
    ),
    # Names that the engine gives: of the first project, the sample, and its own presets.
    QT_TRANSLATE_NOOP("Engine", "My tasks"),
    QT_TRANSLATE_NOOP("Engine", "Sample"),
    QT_TRANSLATE_NOOP("Engine", "Revise by comments"),
    QT_TRANSLATE_NOOP("Engine", "Go on"),
    QT_TRANSLATE_NOOP("Engine", "Shorter"),
    QT_TRANSLATE_NOOP("Engine", "Check"),
    # What goes wrong with models (`engine.models.errors`).
    QT_TRANSLATE_NOOP("Engine", "{0} did not accept the key of the model '{1}': enter a valid key for it."),
    QT_TRANSLATE_NOOP("Engine", "{0} does not know the model '{1}' of '{2}': check the model's id and the address."),
    QT_TRANSLATE_NOOP("Engine", "The model '{0}' is being asked too often: wait and try again."),
    QT_TRANSLATE_NOOP("Engine", "The model '{0}' is being asked too often: wait {1} and try again."),
    QT_TRANSLATE_NOOP("Engine", "The model '{0}' did not answer in time: try again, or raise its idle_timeout."),
    QT_TRANSLATE_NOOP("Engine", "Nothing answers for the model '{0}' at {1}: check the address and the network."),
    QT_TRANSLATE_NOOP("Engine", "The connection to the model '{0}' broke before its answer was complete: try again."),
    QT_TRANSLATE_NOOP(
        "Engine", "The answer of the model '{0}' at {1} could not be understood: check its address and provider."
    ),
    QT_TRANSLATE_NOOP(
        "Engine", "{0} refused the request to the model '{1}' ({2}): change the request or the model's settings."
    ),
    QT_TRANSLATE_NOOP(
        "Engine", "{0} refused the request to the model '{1}': change the request or the model's settings."
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "The conversation is too long for the model '{0}': shorten it or use a model with more context.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "The content filter of the model '{0}' stopped its answer: ask for something else, or use another model.",
    ),
    QT_TRANSLATE_NOOP("Engine", "{0} had an error of its own with the model '{1}' ({2}): try again later."),
    QT_TRANSLATE_NOOP("Engine", "{0} had an error of its own with the model '{1}': try again later."),
)
_SENTENCES = tuple(map(str, (*_TEMPLATES, *middleware_sentences.SENTENCES, *tool_sentences.SENTENCES)))
_ALL = (*_SENTENCES, *map(str, middleware_sentences.PARTS))


def localized(text: str) -> str:
    """An engine's sentence in the person's language; any other text as it is."""
    return _in_words(text, _SENTENCES)


def _in_words(text: str, templates: Sequence[str]) -> str:
    for template in templates:
        if (parts := _parts_of(text, template)) is not None:
            return _filled(QCoreApplication.translate("Engine", template), parts)
    return text


def _filled(template: str, parts: Sequence[str]) -> str:
    """A template with its parts in place, each in words. (Not by `format`, as a template may hold other braces.)"""
    words = [_in_words(part, _ALL) for part in parts]
    return _PLACE.sub(lambda place: words[int(place[1])], template)


def _parts_of(text: str, template: str) -> list[str] | None:
    """What stands in a text where a template has {0}, {1}...; None if it is another text.

    Each part ends where the words after it first come: the time grows with the text alone, whatever a model wrote into it.
    """
    if template == "{0}, {1}":  # a list is one of works; any other text may hold a comma
        first, comma, rest = text.partition("), “")
        return [f"{first})", f"“{rest}"] if comma and text.startswith("“") and text.endswith(")") else None
    head, *between = _words(template)
    if not between:
        return [] if text == head else None
    *between, tail = between
    if not (text.startswith(head) and text.endswith(tail) and len(text) > len(head) + len(tail)):
        return None
    rest = text[len(head) : len(text) - len(tail)]
    parts = []
    for words in between:
        part, found, rest = rest.partition(words)
        if not found:
            return None
        parts.append(part)
    return [*parts, rest] if all(parts) and rest else None


@cache
def _words(template: str) -> tuple[str, ...]:
    """The words around the places of a template."""
    return tuple(_PLACE.split(template)[::2])
