"""Works that the person keeps although an input is newer, and the steps that are to run again, in order."""

import sqlalchemy as sa
from alembic import op

import workspace_app.store.tables

revision = '0005'
down_revision = '0004'


def upgrade() -> None:
    op.add_column('works', sa.Column('kept_at', workspace_app.store.tables.Utc(), nullable=True))
    op.create_table('reruns',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('step_id', sa.String(length=40), nullable=False),
    sa.Column('batch', sa.String(length=40), nullable=False),
    sa.Column('n', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_reruns_project_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['step_id'], ['steps.id'], name=op.f('fk_reruns_step_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_reruns'))
    )
    with op.batch_alter_table('reruns', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_reruns_batch'), ['batch', 'n'], unique=False)
