"""The tables. `migrations/` makes them; every change here goes with a migration."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
)
from sqlalchemy import Column as C

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Utc(TypeDecorator[datetime]):
    """Aware datetimes, kept in UTC; SQLite itself forgets the zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC).replace(tzinfo=None) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value else None


def _id() -> C[Any]:
    return C("id", String(40), primary_key=True)


def _ref(table: str, nullable: bool = False) -> C[Any]:
    return C(f"{table.rstrip('s')}_id", String(40), ForeignKey(f"{table}.id", ondelete="CASCADE"), nullable=nullable)


def _now() -> datetime:
    return datetime.now(UTC)


def _updated() -> C[Any]:
    """When a row last changed, kept by every statement: of two states of it, in two stores, the later one holds."""
    return C("updated_at", Utc, default=_now, onupdate=_now)


projects = Table(
    "projects",
    metadata,
    _id(),
    C("title", Text, nullable=False),
    C("folder", Text, nullable=False, unique=True),
    C("defaults", JSON, nullable=False, default=dict, server_default="{}"),
    C("store_redacted", Boolean, nullable=False, default=False, server_default=false()),
    C("created_at", Utc, nullable=False),
    _updated(),
)

tasks = Table(
    "tasks",
    metadata,
    _id(),
    _ref("projects"),
    C("title", Text, nullable=False),
    C("text", Text, nullable=False),
    C("folder", Text, nullable=False),
    C("status", String(16), nullable=False),
    C("plan", JSON),
    C("approved", Boolean, nullable=False, default=False),
    C("step", Integer, nullable=False, default=0),
    C("steps", Integer, nullable=False, default=0),
    C("step_title", Text, nullable=False, default=""),
    C("waits_for", Text, nullable=False, default=""),
    C("model", Text),
    C("approve", String(8), nullable=False, default="none"),
    C("context", JSON, nullable=False, default=list),
    C("origin", JSON),
    C("created_at", Utc, nullable=False),
    C("updated_at", Utc, nullable=False),
    C("deleted_at", Utc),
    UniqueConstraint("project_id", "folder"),
)

steps = Table(
    "steps",
    metadata,
    _id(),
    _ref("projects"),
    _ref("tasks"),
    C("n", Integer, nullable=False),
    C("key", Text, nullable=False),
    C("title", Text, nullable=False),
    C("kind", String(32), nullable=False),
    C("status", String(16), nullable=False),
    C("spec", JSON, nullable=False),
    C("error", Text, nullable=False, default=""),
    C("started_at", Utc),
    C("ended_at", Utc),
    _updated(),
    Index(None, "task_id", "n"),
)

conversations = Table(
    "conversations",
    metadata,
    _id(),
    _ref("projects"),
    _ref("tasks"),
    _ref("steps"),
    C("n", Integer, nullable=False),
    C("status", String(16), nullable=False),
    C("prompt", Text, nullable=False),
    C("step_task", Text),
    C("inputs", JSON, nullable=False, default=list),
    C("team", JSON),
    C("model", Text),
    C("models", JSON),
    C("messages", Integer, nullable=False, default=0),
    C("input_tokens", Integer, nullable=False, default=0),
    C("output_tokens", Integer, nullable=False, default=0),
    C("attempt", Integer, nullable=False, default=0),
    C("lease_until", Utc),
    C("error", Text, nullable=False, default=""),
    C("started_at", Utc, nullable=False),
    C("ended_at", Utc),
    _updated(),
    UniqueConstraint("step_id", "n"),
)

messages = Table(
    "messages",
    metadata,
    _id(),
    _ref("projects"),
    _ref("conversations"),
    C("seq", Integer, nullable=False),
    C("source", Text, nullable=False),
    C("kind", String(16), nullable=False),
    C("text", Text, nullable=False),
    C("final", Boolean, nullable=False, default=False),
    C("created_at", Utc, nullable=False),
    C("input_tokens", Integer),
    C("output_tokens", Integer),
    C("data", JSON, nullable=False, default=dict),
    C("raw", JSON),
    C("request_id", String(40)),
    UniqueConstraint("conversation_id", "seq"),
)

notes = Table(
    "notes",
    metadata,
    _id(),
    _ref("projects"),
    _ref("conversations"),
    C("text", Text, nullable=False),
    C("written", Text, nullable=False),
    C("inputs", JSON, nullable=False, default=list, server_default="[]"),
    C("created_at", Utc, nullable=False),
    _updated(),
    Index(None, "conversation_id"),
)

blobs = Table("blobs", metadata, C("hash", String(64), primary_key=True), C("body", LargeBinary, nullable=False))

requests = Table(
    "requests",
    metadata,
    _id(),
    _ref("projects"),
    _ref("conversations"),
    C("source", Text, nullable=False),
    C("slot", Text, nullable=False),
    C("model", Text, nullable=False),
    C("parts", JSON, nullable=False),
    C("options", JSON, nullable=False),
    C("started_at", Utc, nullable=False),
    C("ended_at", Utc),
    C("input_tokens", Integer),
    C("output_tokens", Integer),
    C("finish", String(32)),
    C("error", Text),
    C("provider", String(16), nullable=False, default="", server_default=""),
    C("money", Float),
    C("seconds", Float),
    Index(None, "conversation_id"),
)

tool_calls = Table(
    "tool_calls",
    metadata,
    C("conversation_id", String(40), ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True),
    C("call_id", String(80), primary_key=True),
    _ref("projects"),
    C("name", Text, nullable=False),
    C("arguments", JSON, nullable=False),
    C("result", Text),
    C("is_error", Boolean),
    C("started_at", Utc, nullable=False),
    C("ended_at", Utc),
    C("seconds", Float),
)

works = Table(
    "works",
    metadata,
    _id(),
    _ref("projects"),
    _ref("tasks"),
    _ref("steps"),
    C("path", Text, nullable=False),
    C("title", Text, nullable=False),
    C("stale", Boolean, nullable=False, default=False),
    C("kept_at", Utc),
    C("created_at", Utc, nullable=False),
    _updated(),
    UniqueConstraint("project_id", "path"),
)

versions = Table(
    "versions",
    metadata,
    _id(),
    _ref("projects"),
    _ref("works"),
    C("n", Integer, nullable=False),
    C("commit", String(40)),
    C("author", Text, nullable=False),
    C("author_kind", String(16), nullable=False),
    C("conversation_id", String(40)),
    C("message_id", String(40)),
    C("size", Integer, nullable=False),
    C("approved_at", Utc),
    C("approved_by", Text),
    C("sha256", String(64)),
    C("created_at", Utc, nullable=False),
    _updated(),
    UniqueConstraint("work_id", "n"),
)

outbox = Table(
    "outbox",
    metadata,
    _id(),
    _ref("projects"),
    C("version_id", String(40)),
    C("path", Text, nullable=False),
    C("body", LargeBinary),
    C("author", Text, nullable=False),
    C("author_kind", String(16), nullable=False),
    C("subject", Text, nullable=False),
    C("trailers", JSON, nullable=False),
    C("error", Text, nullable=False, default=""),
    C("created_at", Utc, nullable=False),
)

questions = Table(
    "questions",
    metadata,
    _id(),
    _ref("projects"),
    _ref("tasks"),
    _ref("steps"),
    C("conversation_id", String(40)),
    C("kind", String(16), nullable=False),
    C("text", Text, nullable=False),
    C("answers", JSON, nullable=False),
    C("data", JSON, nullable=False, default=dict),
    C("asked_at", Utc, nullable=False),
    C("answered_at", Utc),
    C("answer", JSON),
    _updated(),
    Index(None, "task_id"),
)

comments = Table(
    "comments",
    metadata,
    _id(),
    _ref("projects"),
    _ref("works"),
    _ref("versions"),
    C("start", Integer, nullable=False),
    C("end", Integer, nullable=False),
    C("quote", Text, nullable=False),
    C("text", Text, nullable=False),
    C("author", Text, nullable=False),
    C("sent_at", Utc),
    C("resolved_at", Utc),
    C("created_at", Utc, nullable=False),
    _updated(),
    Index(None, "work_id"),
)

permissions = Table(
    "permissions",
    metadata,
    _id(),
    C("verdict", String(8), nullable=False),
    C("tool", Text, nullable=False),
    C("pattern", Text, nullable=False, default=""),
    _ref("tasks", nullable=True),
    _ref("conversations", nullable=True),
    C("created_at", Utc, nullable=False),
)

prices = Table(
    "prices",
    metadata,
    C("provider", String(16), primary_key=True),
    C("model", String(200), primary_key=True),
    C("input", Float, nullable=False),
    C("output", Float, nullable=False),
)

budgets = Table(
    "budgets",
    metadata,
    C("owner_id", String(40), primary_key=True),
    C("measure", String(8), primary_key=True),
    _ref("projects"),
    C("level", String(16), nullable=False),
    C("amount", Float, nullable=False),
)

reruns = Table(
    "reruns",
    metadata,
    _id(),
    _ref("projects"),
    _ref("steps"),
    C("batch", String(40), nullable=False),
    C("n", Integer, nullable=False),
    Index(None, "batch", "n"),
)

records = Table(
    "records",
    metadata,
    C("task_id", String(40), primary_key=True),
    C("changes", Integer, nullable=False),
    C("digest", String(64)),
)

answers = Table(
    "answers",
    metadata,
    C("project_id", String(40), ForeignKey("projects.id", ondelete="CASCADE"), primary_key=True),
    C("digest", String(64), primary_key=True),
    C("answer", JSON, nullable=False),
)
