"""Versions whose bytes are not in git, known by their SHA-256, and who approved a version."""

import sqlalchemy as sa
from alembic import op

revision = '0007'
down_revision = '0006'


def upgrade() -> None:
    op.add_column('versions', sa.Column('sha256', sa.String(length=64), nullable=True))
    op.add_column('versions', sa.Column('approved_by', sa.Text(), nullable=True))
