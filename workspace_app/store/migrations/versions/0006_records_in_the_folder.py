"""When each row last changed, and which tasks' records in their folders are behind."""

import sqlalchemy as sa
from alembic import op

import workspace_app.store.tables

revision = '0006'
down_revision = '0005'


def upgrade() -> None:
    for table in ('projects', 'steps', 'conversations', 'notes', 'works', 'versions', 'questions', 'comments'):
        op.add_column(table, sa.Column('updated_at', workspace_app.store.tables.Utc(), nullable=True))
    op.create_table('record_due',
    sa.Column('task_id', sa.String(length=40), nullable=False),
    sa.Column('changes', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('task_id', name=op.f('pk_record_due'))
    )
    # What was made before has no record yet.
    op.execute('INSERT INTO record_due (task_id, changes) SELECT id, 1 FROM tasks')
