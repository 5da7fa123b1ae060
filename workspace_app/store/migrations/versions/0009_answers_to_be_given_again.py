"""Answers of models that are given again to the same request (L1)."""

import sqlalchemy as sa
from alembic import op

revision = '0009'
down_revision = '0008'


def upgrade() -> None:
    op.create_table('answers',
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('digest', sa.String(length=64), nullable=False),
    sa.Column('answer', sa.JSON(), nullable=False),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_answers_project_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('project_id', 'digest', name=op.f('pk_answers'))
    )
