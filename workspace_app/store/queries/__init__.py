"""Reading the store. Windows and command lines use it on a read-only engine, the engine process on its own."""

from dataclasses import dataclass

from workspace_app.store import tables as t
from workspace_app.store.queries.base import Scope
from workspace_app.store.queries.calls import CallQueries, Request, ToolCall
from workspace_app.store.queries.comments import CommentQueries
from workspace_app.store.queries.conversations import ConversationQueries
from workspace_app.store.queries.questions import QuestionQueries
from workspace_app.store.queries.tasks import TaskQueries
from workspace_app.store.search import excerpt, searches

__all__ = ["Hit", "Queries", "Request", "Scope", "ToolCall"]


@dataclass(frozen=True)
class Hit:
    """Something that `search` found."""

    kind: str
    id: str
    project: str
    task: str
    title: str
    excerpt: str


class Queries(TaskQueries, ConversationQueries, CallQueries, CommentQueries, QuestionQueries):
    """What can be asked of the store.

    Raises:
        NotFound: from each method that takes an id, when there is no such thing.
    """

    def search(self, text: str, project: str | None = None, limit: int = 100) -> list[Hit]:
        """Tasks, works and messages that contain `text`, newest first."""
        hits: list[Hit] = []
        for query in searches(text):
            if project is not None:
                query = query.where(t.tasks.c.project_id == project)
            found = self._all(query.where(t.tasks.c.deleted_at.is_(None)).limit(limit - len(hits)))
            hits += [
                Hit(row.kind, row.id, row.project_id, row.task_id, row.title, excerpt(row.body, text)) for row in found
            ]
            if len(hits) >= limit:
                break
        return hits
