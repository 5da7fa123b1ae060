"""Verbs about comments on works, and about the person's own edits of them (R37, R54, R55)."""

from typing import Any

from workspace_app.desk.prompts import PRESETS, PromptVerbs
from workspace_app.domain.comments import Comment, block, lines_of, locate
from workspace_app.domain.errors import NotAllowed, WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.questions import Action
from workspace_app.domain.records import Version, Work
from workspace_app.engine import staleness
from workspace_app.store import changes
from workspace_app.store.ids import new_id


class CommentVerbs(PromptVerbs):
    """Comment on passages, and have a work revised by the comments."""

    async def comment(self, version: str, start: int, end: int, text: str) -> dict[str, Any]:
        """Comment on a passage of a version; `start` and `end` are character offsets in its text."""
        row = self._ask.version(version)
        work = self._ask.work(row.work)
        body = await self._text(work, row)
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
        """The comments on a work, with where their passages are in a version (None: the newest)."""
        row = self._ask.work(work)
        shown = self._ask.version(version) if version else row.newest
        text = await self._text(row, shown)
        placed = await self._placed(row, shown, text, self._ask.comments(work))
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
                "created_at": comment.created_at.isoformat(),
            }
            for comment, place in placed
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
        """A prompt to revise a work by its open comments: {"text", "comments": how many} (R54)."""
        row = self._ask.work(work)
        shown = self._ask.version(version) if version else row.newest
        open_ = self._open(work)
        if not open_:
            raise NotAllowed("There is no open comment on this work.")
        text = await self._text(row, shown)
        body = f"# Document: {row.path} (version {(shown.commit or '')[:7]})\n{text}"
        remarks = f"# Comments\n{block(await self._placed(row, shown, text, open_), text)}"
        preset = {preset["name"]: preset["text"] for preset in await self.presets(self._ask.task(row.task).project)}
        prompt = preset.get("Revise by comments", PRESETS["Revise by comments"])
        prompt = prompt.replace("{work}", body).replace("{comments}", remarks)
        step_task = str(self._ask.step(row.step).spec.get("step_task", ""))
        return {"text": prompt.replace("{step_task}", step_task), "comments": len(open_)}

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
        open_ = self._open(work)
        if here:
            text = await self._text(row, shown)
            remarks = block(await self._placed(row, shown, text, open_), text)
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
            text = prompt or (await self.revision_prompt(work, version))["text"]
            text = "\n\n".join(filter(None, [text, f"# Note\n{note}" if note else ""]))
            made = await self.rerun(row.task, row.step_n, prompt=text)
            conversation = made["conversation"]
        await self._ledger.change(lambda c: changes.comments_sent(c, [comment.id for comment in open_]))
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

    def _open(self, work: str) -> list[Comment]:
        return [comment for comment in self._ask.comments(work) if not comment.resolved and not comment.sent]

    async def _placed(
        self, work: Work, shown: Version, text: str, comments: list[Comment]
    ) -> list[tuple[Comment, tuple[int, int] | None]]:
        """Each comment with where its passage is in the text of `shown`."""
        texts = {shown.id: text}
        for id_ in {comment.version_id for comment in comments} - {shown.id}:
            texts[id_] = await self._text(work, self._ask.version(id_))
        return [
            (
                comment,
                (comment.start, comment.end)
                if comment.version_id == shown.id
                else locate(comment.quote, comment.start, texts[comment.version_id], text),
            )
            for comment in comments
        ]

    async def _text(self, work: Work, version: Version) -> str:
        body = await self._body(self._ask.task(work.task).project, work.path, version)
        if b"\0" in body[:8000]:
            raise WorkspaceError(f"{work.path} is not text and cannot be commented on.")
        return body.decode("utf-8-sig", errors="replace")

    async def _set_comment(self, comment: str, **values: Any) -> dict[str, Any]:
        row = self._ask.comment(comment)
        await self._ledger.change(lambda c: changes.set_comment(c, comment, **values))
        self._tell_work(self._ask.work(row.work))
        return {}

    def _tell_work(self, work: Work) -> None:
        project = self._ask.task(work.task).project
        self._ledger.publish(Event("work", work.id, project=project, task=work.task, step=work.step_n))
