"""Verbs by which the person takes part: answering questions, speaking, handing in documents."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from workspace_app.desk.notes import NoteVerbs
from workspace_app.domain import plan as plans
from workspace_app.domain.errors import NotAllowed, WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.questions import Action, Answer, QuestionKind, check_answer
from workspace_app.domain.records import Question, Work
from workspace_app.domain.status import Status
from workspace_app.engine import conflicts, large_files, references
from workspace_app.engine.context import PERSON
from workspace_app.engine.in_space import persons_name
from workspace_app.engine.kinds.planning import check_plan
from workspace_app.engine.middleware import registry
from workspace_app.engine.middleware.memory import ANSWER_TO
from workspace_app.engine.outcome import Waits
from workspace_app.engine.place import Place
from workspace_app.store import changes
from workspace_app.store.changes import NewMessage
from workspace_app.store.ids import new_id


class AnswerVerbs(NoteVerbs):
    """Answer, say, submit."""

    async def answer(
        self,
        question: str,
        action: str,
        text: str = "",
        choices: Sequence[str] = (),
        file: str | None = None,
        plan: dict[str, Any] | None = None,
        decisions: Sequence[dict[str, Any]] = (),
    ) -> dict[str, Any]:
        """Answer one question (R83); see `domain.questions` for what each takes.

        Raises:
            NotAllowed: it has been answered already, or does not take this action.
            WorkspaceError: a text or file is missing, or the plan has problems.
        """
        row = self._question(question)
        if action not in [known.value for known in Action]:
            raise NotAllowed(f"There is no answer “{action}”. This question takes {', '.join(row.answers)}.")
        words = await references.expand_whole(self._ask, text)
        about: dict[str, Any] = {"written": text, "comments": tuple(words.comments), "decisions": tuple(decisions)}
        about["inputs"] = words.record
        given = Answer(Action(action), words.whole, tuple(choices), file, plan, **about)
        async with self._lock(row.task):
            row = self._question(question)
            if row.answered_at is not None:
                raise NotAllowed("This question has been answered already.")
            check_answer(row.answers, tuple(row.data.get("options", ())), given)
            await self._carry_out(row, given)
        return {}

    async def say(self, conversation: str, text: str) -> dict[str, Any]:
        """Speak in a conversation: where it waits, an answer; else a note, heard before its next model call (R39).

        Returns:
            {"note": id} while nobody has heard it: see `edit_note`, `remove_note` and `send_now`
        """
        if not text.strip():
            raise WorkspaceError("There is nothing to say: the text is empty.")
        waiting = self._ask.conversation_question(conversation)
        if waiting is not None and "middleware" in waiting.data:
            await self._speak_instead(waiting, text)
            return {}
        if waiting is not None:
            for action in (Action.CHANGES, Action.TEXT):
                if action.value in waiting.answers:
                    return await self.answer(waiting.id, action.value, text=text)
        words = await references.expand_whole(self._ask, text)
        if self._ask.conversation(conversation).status is not Status.DONE:
            return {"note": await self._hold(conversation, words)}
        await self._ledger.say(conversation, NewMessage(source=PERSON, kind="text", text=words.whole, data=words.data))
        await self._ledger.change(lambda c: changes.add_inputs(c, conversation, words.record))
        return {}

    async def submit(
        self, task: str, step: int, file: str | None = None, text: str | None = None, title: str | None = None
    ) -> dict[str, Any]:
        """Hand in the person's own document as the step's work, which completes the step with no model call (R32, R37).

        Args:
            file: absolute path; or
            text: the document itself.
            title: None for the file's name, or the title of the work that it replaces.
        """
        async with self._lock(task):
            if self._flow.runs.of_task(task):
                raise NotAllowed("This task is running: stop it first, then hand in your document.")
            row = self._ask.step_n(task, step)
            if step == 0:
                raise NotAllowed("Step 0 is planning: edit the plan and approve it.")
            if not self._ask.task(task).approved:
                raise NotAllowed("Approve the plan first.")
            place = self._flow.place(task, row, self._flow.last_conversation(row))
            await self._hand_in(place, file, text, title)
        return {}

    # how each answer is carried out

    async def _carry_out(self, question: Question, answer: Answer) -> None:
        kind, action = QuestionKind(question.kind), answer.action
        if "middleware" in question.data:
            await self._answer_middleware(question, answer)
        elif kind is QuestionKind.LARGE:
            await self._settle_large(question, answer)
        elif kind is QuestionKind.CONFLICT:
            await self._settle_conflict(question, answer)
        elif kind is QuestionKind.PLAN and action is Action.APPROVE:
            await self._approve_plan(question, answer)
        elif kind is QuestionKind.TOOL:
            await self._settle_call(question, answer)
        elif kind is QuestionKind.CHOICE:
            await self._close(question, answer)
            prompt = answer.written or str(question.data["written"])
            await self._flow.start_step(question.task, question.step_n, prompt=prompt, asked=True)
        elif action is Action.FILE or (kind is QuestionKind.INPUT and action is Action.TEXT):
            await self._hand_in_for(question, answer)
        elif kind is QuestionKind.INPUT:
            await self._close(question, answer)
            await self._flow.start_step(question.task, question.step_n)
        elif kind is QuestionKind.LIMIT and action is Action.REJECT:
            await self._give_up(question, answer)
        elif action is Action.APPROVE and kind in (QuestionKind.REVIEW, QuestionKind.ASK):
            await self._approve_works(question, answer)
        else:
            await self._reply(question, answer)

    async def _close(
        self,
        question: Question,
        answer: Answer,
        message: NewMessage | None = None,
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        """Mark the question answered, keep the answer as a message and do what follows from it: all of it or nothing.

        Args:
            also: what follows in the store.
        """

        def change(c: Connection) -> int:
            changes.close_question(c, question.id, _about(answer))
            changes.comments_sent(c, answer.comments)
            if also is not None:
                also(c)
            if message is None or question.conversation is None:
                return 0
            changes.add_inputs(c, question.conversation, answer.inputs)
            return changes.append(c, question.conversation, message)

        seq = await self._ledger.change(change)
        self._tell_answered(question)
        if message is not None and question.conversation is not None:
            self._ledger.tell_message(question.conversation, message, seq)

    def _tell_answered(self, question: Question) -> None:
        where: dict[str, Any] = {"project": question.project, "task": question.task, "step": question.step_n}
        self._ledger.publish(Event("answered", question.id, conversation=question.conversation, **where))

    async def _settle_conflict(self, question: Question, answer: Answer) -> None:
        """One of two texts of a file stays the newest, or both stay (R41)."""
        both = [self._ask.work(question.data[name]) for name in ("work", "copy")]
        await self._edits.keep(self._ask.project(question.project), both)
        await conflicts.settle(self._ledger, self._outbox.lock(question.project), question, answer.choices[0])
        await self._close(question, answer)
        self._ledger.publish(Event("work", question.data["work"], project=question.project, task=question.task))

    async def _settle_large(self, question: Question, answer: Answer) -> None:
        """A large file goes into the history, or stays out of it."""
        await self._edits.keep(self._ask.project(question.project), [self._ask.work(question.data["work"])])
        await large_files.settle(self._ledger, self._outbox.lock(question.project), question, answer.choices[0])
        await self._close(question, answer)
        self._ledger.publish(Event("work", question.data["work"], project=question.project, task=question.task))

    async def _reply(self, question: Question, answer: Answer) -> None:
        """The person speaks, and the run goes on from the stored messages."""
        text = answer.text.strip() or "Go on."
        data = {"question": question.id, "action": answer.action.value, **answer.said}
        await self._close(question, answer, NewMessage(source=PERSON, kind="answer", text=text, final=True, data=data))
        if question.conversation is not None:
            await self._flow.submit_again(self._ask.conversation(question.conversation))
        else:
            await self._plan_without_planner(question, answer.written.strip() or text)

    async def _plan_without_planner(self, question: Question, text: str) -> None:
        """Changes asked of a plan that no planner made: planning starts with that plan and the wish."""
        preview = await self.prompt_preview(question.task, 0)
        plan = json.dumps(question.data["plan"], ensure_ascii=False, indent=2)
        prompt = f"{preview['written']}\n\n# Plan so far\n```json\n{plan}\n```\n\n# Note\n{text}"
        await self._flow.start_step(question.task, 0, prompt=prompt, asked=True)

    async def _answer_middleware(self, question: Question, answer: Answer) -> None:
        """Keep the answer for the middleware that asked, and go on; one that it cannot use leaves the question open (L43)."""
        assert question.conversation is not None
        about, asked = _about(answer), question.data
        registry.check_answer(asked, about, self._crew.own(self._ask.project(question.project)))
        data = {"middleware": asked["middleware"], "event": "answered", ANSWER_TO: asked["key"], "answer": about}
        words = answer.text or ", ".join(answer.choices)
        await self._close(question, answer, NewMessage(source=PERSON, kind="notice", text=words, data=data))
        await self._flow.submit_again(self._ask.conversation(question.conversation))

    async def _speak_instead(self, question: Question, text: str) -> None:
        """The person says something instead of answering a middleware: what it asked about is not done (L44)."""
        words = await references.expand_whole(self._ask, text)
        async with self._lock(question.task):
            row = self._question(question.id)
            if row.answered_at is not None:
                raise NotAllowed("This question has been answered already.")
            await self._reply(row, Answer(Action.TEXT, words.whole, written=text, inputs=words.record))

    async def _approve_plan(self, question: Question, answer: Answer) -> None:
        given: Any = answer.plan if answer.plan is not None else question.data["plan"]
        plan = plans.Plan.from_json(given)
        problems = check_plan(self._crew, self._ask.task(question.task), plan)
        if problems:
            raise WorkspaceError("This plan cannot be approved: " + " ".join(str(p["message"]) for p in problems))
        if answer.plan is not None and answer.plan != question.data["plan"]:
            await self.save_draft(question.task, answer.plan)
        note = answer.text.strip() or "Approved."
        data = {"action": "approve", **answer.said}
        message = NewMessage(source=PERSON, kind="answer", text=note, final=True, data=data)
        await self._close(question, answer, message, lambda c: self._flow.keep_plan(c, question.task, plan))
        await self._flow.begin(question.task)

    async def _approve_works(self, question: Question, answer: Answer) -> None:
        """Approve exactly the versions that were shown; what changed on disk since is shown first (R41)."""
        place = self._flow.place_of(question.conversation or "")
        works = [self._ask.work(work) for work in question.data.get("works", [])]
        await self._edits.keep(place.project, works)
        works = [self._ask.work(work.id) for work in works]
        shown = question.data.get("versions") or [work.newest.id for work in works]
        edited = [work for work in works if work.newest.id not in shown]
        if edited:
            versions = [work.newest.id for work in works]
            names = ", ".join(f"“{work.title}”" for work in edited)
            text = (
                f"You changed {names} on disk since it was shown. Your version is kept as the newest one: approve it?"
            )
            data = {**question.data, "versions": versions}
            await self._flow.ask_again(place, question, Waits("review", text, question.answers, data))
            return
        by, note = await persons_name(place.project.folder), answer.text.strip()
        data = {"action": "approve", "versions": list(shown), "suggestion": note, **answer.said}
        message = NewMessage(source=PERSON, kind="answer", text=note or "Approved.", final=True, data=data)

        def approve(c: Connection) -> None:
            changes.approve_versions(c, shown, by)
            changes.finish_step(c, question.step, question.conversation)

        await self._close(question, answer, message, approve)
        await self._flow.complete(place)

    async def _settle_call(self, question: Question, answer: Answer) -> None:
        """Say what became of a tool call that was running when the app died (R64)."""
        assert question.conversation is not None
        conversation, call = question.conversation, question.data["call"]
        if answer.action is Action.TEXT:
            result, failed = answer.text, False
        else:
            result, failed = "The call was interrupted; whether it had an effect is unknown.", True
        again = answer.choices == ("run again",)

        def change(c: Connection) -> None:
            if again:
                changes.forget_tool_call(c, conversation, call["id"])
            else:
                changes.end_tool_call(c, conversation, call["id"], result, failed)

        await self._ledger.change(change)
        await self._close(question, answer)
        await self._flow.submit_again(self._ask.conversation(conversation))

    async def _give_up(self, question: Question, answer: Answer) -> None:
        await self._close(question, answer)
        step = self._ask.step(question.step)
        cause = f"You ended it at a limit: {question.text}"
        await self._ledger.move(step, question.conversation, Status.ERROR, waits_for=cause, error=cause)

    async def _hand_in_for(self, question: Question, answer: Answer) -> None:
        step = self._ask.step(question.step)
        place = self._flow.place(question.task, step, self._flow.last_conversation(step))
        works = [self._ask.work(work) for work in question.data.get("works", [])]
        replaces = works[0] if len(works) == 1 else None
        kept = [] if replaces else list(question.data.get("versions", ()))
        body, name, extension = _document(answer.file, answer.text or None)
        await self._save(place, body, name, extension, replaces, kept)

    async def _hand_in(self, place: Place, file: str | None, text: str | None, title: str | None) -> None:
        body, name, extension = _document(file, text)
        works = self._ask.works(place.task.id, place.step.n)
        same = [work for work in works if title is not None and work.title.casefold() == title.casefold()]
        await self._save(place, body, title or name, extension, (same or works)[0] if same or len(works) == 1 else None)

    async def _save(
        self, place: Place, body: bytes, name: str, extension: str, replaces: Work | None, kept: Sequence[str] = ()
    ) -> None:
        """Keep the person's document as an approved work, which answers the step's questions and completes it: all of it or nothing.

        Args:
            replaces: the work that it is a new version of.
            kept: versions of other works that were shown with it and count as well (R10).
        """
        works, conversation = self._crew.works, place.conversation.id if place.conversation else None
        questions = [question for question in self._ask.open_questions(place.task.id) if question.step == place.step.id]
        made: dict[str, Any] = {"author": "You", "author_kind": "user", "extension": extension, "id": new_id()}
        version = works.prepare(place, name, body, replaces=replaces, **made)
        by = await persons_name(place.project.folder)

        def change(c: Connection) -> tuple[NewMessage, int]:
            work = works.insert(c, place, version)
            number = changes.version_number(c, version.id)
            changes.approve_versions(c, [*kept, version.id], by)
            for question in questions:
                changes.close_question(c, question.id, {"action": Action.FILE.value})
            about = {"id": work, "path": version.path, "title": version.title, "version": number}
            text = f"Handed in “{version.title}” (version {number})."
            message = NewMessage(source=PERSON, kind="answer", text=text, final=True, data={"works": [about]})
            seq = changes.append(c, conversation, message) if conversation else 0
            changes.finish_step(c, place.step.id, conversation)
            return message, seq

        message, seq = await self._ledger.change(change)
        for question in questions:
            self._tell_answered(question)
        if conversation is not None:
            self._ledger.tell_message(conversation, message, seq)
        await works.committed(place)
        await self._flow.complete(place)


def _about(answer: Answer) -> dict[str, Any]:
    return {
        "action": answer.action.value,
        "text": answer.text,
        "choices": list(answer.choices),
        "file": answer.file,
    } | ({"decisions": list(answer.decisions)} if answer.decisions else {})


def _document(file: str | None, text: str | None) -> tuple[bytes, str, str]:
    """Bytes, name and extension of what the person hands in."""
    if file is not None:
        path = Path(file).expanduser().absolute()
        if not path.is_file():
            raise WorkspaceError(f"There is no file {path}.")
        return path.read_bytes(), path.stem, path.suffix or ".txt"
    if text is None or not text.strip():
        raise WorkspaceError("Hand in a file or a text: both are missing.")
    return text.encode(), plans.title_from(text) or "Document", ".md"
