"""${message}."""

import sqlalchemy as sa
from alembic import op

import workspace_app.store.tables
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}
