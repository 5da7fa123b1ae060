"""Which model slot stands in for which in one run (L27)."""

import sqlalchemy as sa
from alembic import op

revision = '0011'
down_revision = '0010'


def upgrade() -> None:
    op.add_column('conversations', sa.Column('models', sa.JSON()))
