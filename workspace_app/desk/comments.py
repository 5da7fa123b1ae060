"""Verbs about comments on works, and about the person's own edits of them (R37, R54, R55)."""

from typing import Any

from workspace_app.desk.prompts import PRESETS, REVISE, PromptVerbs
from workspace_app.domain.comments import Comment, lines_of
from workspace_app.domain.errors import NotAllowed, WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.questions import Action
from workspace_app.domain.records import Version, Work
from workspace_app.domain.references import comments_reference, version_reference
from workspace_app.engine import references, staleness
from workspace_app.engine.bodies import placed, text_of_version
from workspace_app.store import changes
from workspace_app.store.ids import new_id


class CommentVerbs(PromptVerbs):
    """Comment on passages, and have a work revised by the comments."""

    async def comment(self, version: str, start: int, end: int, text: str) -> dict[str, Any]:
        """Comment on a passage of a version; `start` and `end` are character offsets in its text."""
        row = self._ask.version(version)
        work = self._ask.work(row.work)
        body = await text_of_version(self._ask, work, row)
        if not text.strip():
            raise WorkspaceError("The comment is empty.")
        if not 0 <= start < end <= len(body):
            raise WorkspaceError("Select the passage that the comment is about.")
        about: dict[str, Any] = {"work": work.id, "version": version, "start": start, "end": end}
        project = self._ask.task(work.task).project
        id_ = await self._ledger.change(
            lambda c: changes.add_comment(
                c, project=project, quote=body[start:end], text=text.strip(), author="You", **about
            )
        )
        self._tell_work(work)
        return {"id": id_}

    async def comments(self, work: str, version: str | None = None) -> list[dict[str, Any]]:
        """The comments on a work, and those on others that it answers, with where their passages are in a version (None: the newest).

        "addressed" says of a comment that was answered in this version, or before it, whether its passage is another now (R54).
        """
        row = self._ask.work(work)
        shown = self._ask.version(version) if version else row.newest
        text = await text_of_version(self._ask, row, shown)
        remarks = [*self._ask.comments(work), *self._ask.answered_comments(work)]
        found = await placed(self._ask, row, shown, text, remarks)
        return [
            {
                "id": comment.id,
                "text": comment.text,
                "quote": comment.quote,
                "start": place[0] if place else None,
                "end": place[1] if place else None,
                "line": lines_of(text, *place)[0] if place else None,
                "author": comment.author,
                "version": comment.version,
                "resolved": comment.resolved,
                "sent": comment.sent,
                "answered_in": comment.answered_in,
                "addressed": self._addressed(comment, shown, place),
                "created_at": comment.created_at.isoformat(),
            }
            for comment, place in found
        ]

    async def edit_comment(self, comment: str, text: str) -> dict[str, Any]:
        """Change a comment's text."""
        if not text.strip():
            raise WorkspaceError("The comment is empty. Delete it if it is not needed.")
        return await self._set_comment(comment, text=text.strip())

    async def resolve_comment(self, comment: str, resolved: bool = True) -> dict[str, Any]:
        """Mark a comment as dealt with, or as open again."""
        if resolved:
            return await self._set_comment(comment, resolved_at=changes.now())
        # What is open again may be sent again.
        return await self._set_comment(comment, resolved_at=None, sent_at=None)

    async def delete_comment(self, comment: str) -> dict[str, Any]:
        """Delete a comment."""
        row = self._ask.comment(comment)
        await self._ledger.change(lambda c: changes.delete_comment(c, comment))
        self._tell_work(self._ask.work(row.work))
        return {}

    async def revision_prompt(self, work: str, version: str | None = None) -> dict[str, Any]:
        """A prompt to revise a work by its open comments (R54).

        Returns:
            {"text": as it would be sent, "written": with references, "comments": how many}
        """
        row = self._ask.work(work)
        shown = self._ask.version(version) if version else row.newest
        remarks = comments_reference(row, shown, self._open(work)).token
        preset = {preset["name"]: preset["text"] for preset in await self.presets(self._ask.task(row.task).project)}
        prompt = preset.get(REVISE, PRESETS[REVISE])
        prompt = prompt.replace("{work}", version_reference(row, shown).token).replace("{comments}", remarks)
        step_task = str(self._ask.step(row.step).spec.get("step_task", ""))
        text = await references.expand_whole(self._ask, prompt.replace("{step_task}", step_task))
        return {"text": text.whole, "written": text.written, "comments": len(text.comments)}

    async def revise(
        self, work: str, version: str | None = None, here: bool = False, note: str = "", prompt: str | None = None
    ) -> dict[str, Any]:
        """Have a work revised by its open comments.

        Args:
            version: the version to start from; None for the newest.
            here: the comments go to the current conversation as changes (R55); else a new conversation starts (R54).
            note: what the person adds.
            prompt: what the person made of `revision_prompt`.
        """
        row = self._ask.work(work)
        shown = self._ask.version(version) if version else row.newest
        if here:
            remarks = comments_reference(row, shown, self._open(work)).token
            question = next(
                (
                    q
                    for q in self._ask.open_questions(row.task)
                    if q.step == row.step and Action.CHANGES.value in q.answers
                ),
                None,
            )
            if question is None:
                raise NotAllowed("The conversation does not wait for feedback. Revise in a new conversation instead.")
            await self.answer(question.id, Action.CHANGES.value, text="\n\n".join(filter(None, [note, remarks])))
            conversation = question.conversation
        else:
            text = prompt or (await self.revision_prompt(work, version))["written"]
            text = "\n\n".join(filter(None, [text, f"# Note\n{note}" if note else ""]))
            made = await self.rerun(row.task, row.step_n, prompt=text)
            conversation = made["conversation"]
        self._tell_work(row)
        return {"conversation": conversation}

    async def save_work(self, work: str, text: str) -> dict[str, Any]:
        """Save the person's edit of a work as a version of their own; the step stays as it is: {"version": id}."""
        row = self._ask.work(work)
        step = self._ask.step(row.step)
        place = self._flow.place(row.task, step, self._flow.last_conversation(step))
        await self._edits.keep(place.project, [row])
        works = self._crew.works
        made: dict[str, Any] = {"author": "You", "author_kind": "user", "id": new_id()}
        _, version = await works.save(place, works.prepare(place, row.title, text.encode(), replaces=row, **made))
        await works.committed(place)
        await staleness.refresh(self._ledger)
        return {"version": version.id}

    # inside

    def _addressed(self, comment: Comment, shown: Version, place: tuple[int, int] | None) -> bool | None:
        if comment.answer is None or shown.created_at < self._ask.version(comment.answer).created_at:
            return None
        return place is None

    def _open(self, work: str) -> list[Comment]:
        found = [comment for comment in self._ask.comments(work) if comment.open]
        if not found:
            raise NotAllowed("There is no open comment on this work.")
        return found

    async def _set_comment(self, comment: str, **values: Any) -> dict[str, Any]:
        row = self._ask.comment(comment)
        await self._ledger.change(lambda c: changes.set_comment(c, comment, **values))
        self._tell_work(self._ask.work(row.work))
        return {}

    def _tell_work(self, work: Work) -> None:
        project = self._ask.task(work.task).project
        self._ledger.publish(Event("work", work.id, project=project, task=work.task, step=work.step_n))
