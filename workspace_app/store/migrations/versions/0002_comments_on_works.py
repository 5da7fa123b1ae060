"""Comments on works."""

import sqlalchemy as sa
from alembic import op

import workspace_app.store.tables

revision = '0002'
down_revision = '0001'


def upgrade() -> None:
    op.create_table('comments',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('work_id', sa.String(length=40), nullable=False),
    sa.Column('version_id', sa.String(length=40), nullable=False),
    sa.Column('start', sa.Integer(), nullable=False),
    sa.Column('end', sa.Integer(), nullable=False),
    sa.Column('quote', sa.Text(), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('author', sa.Text(), nullable=False),
    sa.Column('sent_at', workspace_app.store.tables.Utc(), nullable=True),
    sa.Column('resolved_at', workspace_app.store.tables.Utc(), nullable=True),
    sa.Column('created_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_comments_project_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['version_id'], ['versions.id'], name=op.f('fk_comments_version_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['work_id'], ['works.id'], name=op.f('fk_comments_work_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_comments'))
    )
    with op.batch_alter_table('comments', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_comments_work_id'), ['work_id'], unique=False)

