"""Reading what waits for the person."""

from workspace_app.domain.questions import ASIDE
from workspace_app.domain.records import Question
from workspace_app.store import rows
from workspace_app.store import tables as t
from workspace_app.store.queries.base import Reading


class QuestionQueries(Reading):
    """Questions, open and answered."""

    def inbox(self, project: str | None = None) -> list[Question]:
        """What waits for the person, oldest first (R83)."""
        query = rows.QUESTIONS.where(t.questions.c.answered_at.is_(None), t.tasks.c.deleted_at.is_(None)).order_by(
            t.questions.c.id
        )
        if project is not None:
            query = query.where(t.questions.c.project_id == project)
        return [rows.question_of(row) for row in self._all(query)]

    def question(self, question: str) -> Question:
        """One question, answered or not."""
        return rows.question_of(self._one(rows.QUESTIONS.where(t.questions.c.id == question), f"question {question}"))

    def open_questions(self, task: str) -> list[Question]:
        """The questions that hold a task up, oldest first; those about a file alone are in `file_questions`."""
        return [question for question in self._open(task) if question.kind not in ASIDE]

    def file_questions(self, task: str) -> list[Question]:
        """The open questions about files of a task, which it does not wait for, oldest first."""
        return [question for question in self._open(task) if question.kind in ASIDE]

    def _open(self, task: str) -> list[Question]:
        query = rows.QUESTIONS.where(t.questions.c.task_id == task, t.questions.c.answered_at.is_(None))
        return [rows.question_of(row) for row in self._all(query.order_by(t.questions.c.id))]

    def conversation_question(self, conversation: str) -> Question | None:
        """The open question of a conversation, if it has one."""
        query = rows.QUESTIONS.where(t.questions.c.conversation_id == conversation, t.questions.c.answered_at.is_(None))
        found = self._all(query.order_by(t.questions.c.id.desc()).limit(1))
        return rows.question_of(found[0]) if found else None
