"""Permissions of tools, prices of models, budgets, and what each call cost."""

import sqlalchemy as sa
from alembic import op

import workspace_app.store.tables

revision = '0003'
down_revision = '0002'


def upgrade() -> None:
    op.create_table('permissions',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('verdict', sa.String(length=8), nullable=False),
    sa.Column('tool', sa.Text(), nullable=False),
    sa.Column('pattern', sa.Text(), nullable=False),
    sa.Column('task_id', sa.String(length=40), nullable=True),
    sa.Column('conversation_id', sa.String(length=40), nullable=True),
    sa.Column('created_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.ForeignKeyConstraint(['conversation_id'], ['conversations.id'], name=op.f('fk_permissions_conversation_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['task_id'], ['tasks.id'], name=op.f('fk_permissions_task_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_permissions'))
    )
    op.create_table('prices',
    sa.Column('provider', sa.String(length=16), nullable=False),
    sa.Column('model', sa.String(length=200), nullable=False),
    sa.Column('input', sa.Float(), nullable=False),
    sa.Column('output', sa.Float(), nullable=False),
    sa.PrimaryKeyConstraint('provider', 'model', name=op.f('pk_prices'))
    )
    op.create_table('budgets',
    sa.Column('owner_id', sa.String(length=40), nullable=False),
    sa.Column('measure', sa.String(length=8), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('level', sa.String(length=16), nullable=False),
    sa.Column('amount', sa.Float(), nullable=False),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_budgets_project_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('owner_id', 'measure', name=op.f('pk_budgets'))
    )
    op.add_column('requests', sa.Column('provider', sa.String(length=16), server_default='', nullable=False))
    op.add_column('requests', sa.Column('money', sa.Float(), nullable=True))
    op.add_column('requests', sa.Column('seconds', sa.Float(), nullable=True))
    op.add_column('tool_calls', sa.Column('seconds', sa.Float(), nullable=True))
