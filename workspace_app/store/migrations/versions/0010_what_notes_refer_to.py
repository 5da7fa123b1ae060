"""What a note refers to, until it is heard (R65)."""

import sqlalchemy as sa
from alembic import op

revision = '0010'
down_revision = '0009'


def upgrade() -> None:
    op.add_column('notes', sa.Column('inputs', sa.JSON(), nullable=False, server_default='[]'))
