"""Notes that nobody heard yet, the step's task of a run, and what new tasks of a project begin with."""

import sqlalchemy as sa
from alembic import op

import workspace_app.store.tables

revision = '0004'
down_revision = '0003'


def upgrade() -> None:
    op.create_table('notes',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('conversation_id', sa.String(length=40), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('written', sa.Text(), nullable=False),
    sa.Column('created_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.ForeignKeyConstraint(['conversation_id'], ['conversations.id'], name=op.f('fk_notes_conversation_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_notes_project_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_notes'))
    )
    with op.batch_alter_table('notes', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_notes_conversation_id'), ['conversation_id'], unique=False)
    op.add_column('conversations', sa.Column('step_task', sa.Text(), nullable=True))
    op.add_column('projects', sa.Column('defaults', sa.JSON(), server_default='{}', nullable=False))
