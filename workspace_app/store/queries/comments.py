"""Reading comments on passages of works."""

from typing import Any

from sqlalchemy import Row, select

from workspace_app.domain.comments import Comment
from workspace_app.store import rows
from workspace_app.store import tables as t
from workspace_app.store.queries.works import WorkQueries


class CommentQueries(WorkQueries):
    """Comments, and which version answers them."""

    def comments(self, work: str) -> list[Comment]:
        """The comments on a work, in the order of their passages."""
        query = rows.COMMENTS.where(t.comments.c.work_id == work).order_by(
            t.versions.c.n, t.comments.c.start, t.comments.c.id
        )
        return [self._comment(row) for row in self._all(query)]

    def answered_comments(self, work: str) -> list[Comment]:
        """The comments on other works of its step that a version of this work answers (R54)."""
        step = select(t.works.c.step_id).where(t.works.c.id == work).scalar_subquery()
        others = rows.COMMENTS.where(t.works.c.step_id == step, t.works.c.id != work, t.comments.c.sent_at.is_not(None))
        made = {version.id for version in self.versions(work)}
        found = [self._comment(row) for row in self._all(others.order_by(t.comments.c.start, t.comments.c.id))]
        return [comment for comment in found if comment.answer in made]

    def comment(self, comment: str) -> Comment:
        """One comment."""
        return self._comment(self._one(rows.COMMENTS.where(t.comments.c.id == comment), f"comment {comment}"))

    def _comment(self, row: Row[Any]) -> Comment:
        answer = None
        if row.sent_at is not None:
            # A revision in a new run makes a work of its own (F24), so any later version of the step answers.
            made = select(t.versions.c.n, t.versions.c.id).join(t.works, t.works.c.id == t.versions.c.work_id)
            later = made.where(t.works.c.step_id == row.step_id, t.versions.c.created_at > row.sent_at)
            found = self._all(
                later.where(t.versions.c.author_kind != "user").order_by(t.versions.c.created_at).limit(1)
            )
            answer = found[0] if found else None
        return Comment(
            id=row.id,
            work=row.work_id,
            version_id=row.version_id,
            version=row.version_n,
            start=row.start,
            end=row.end,
            quote=row.quote,
            text=row.text,
            author=row.author,
            sent=row.sent_at is not None,
            answered_in=answer.n if answer else None,
            answer=answer.id if answer else None,
            resolved=row.resolved_at is not None,
            created_at=row.created_at,
        )
