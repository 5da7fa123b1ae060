"""When each row last changed, and how far the records in the tasks' folders are."""

import sqlalchemy as sa
from alembic import op

import workspace_app.store.tables

revision = '0006'
down_revision = '0005'


def upgrade() -> None:
    for table in ('projects', 'steps', 'conversations', 'notes', 'works', 'versions', 'questions', 'comments'):
        op.add_column(table, sa.Column('updated_at', workspace_app.store.tables.Utc(), nullable=True))
    op.create_table('records',
    sa.Column('task_id', sa.String(length=40), nullable=False),
    sa.Column('changes', sa.Integer(), nullable=False),
    sa.Column('digest', sa.String(length=64), nullable=True),
    sa.PrimaryKeyConstraint('task_id', name=op.f('pk_records'))
    )
    # What was made before has no record yet.
    op.execute('INSERT INTO records (task_id, changes) SELECT id, 1 FROM tasks')
