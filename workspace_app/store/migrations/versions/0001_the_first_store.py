"""The first store."""

import sqlalchemy as sa
from alembic import op

import workspace_app.store.tables

revision = '0001'
down_revision = None


def upgrade() -> None:
    op.create_table('blobs',
    sa.Column('hash', sa.String(length=64), nullable=False),
    sa.Column('body', sa.LargeBinary(), nullable=False),
    sa.PrimaryKeyConstraint('hash', name=op.f('pk_blobs'))
    )
    op.create_table('projects',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('title', sa.Text(), nullable=False),
    sa.Column('folder', sa.Text(), nullable=False),
    sa.Column('created_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_projects')),
    sa.UniqueConstraint('folder', name=op.f('uq_projects_folder'))
    )
    op.create_table('outbox',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('version_id', sa.String(length=40), nullable=True),
    sa.Column('path', sa.Text(), nullable=False),
    sa.Column('body', sa.LargeBinary(), nullable=True),
    sa.Column('author', sa.Text(), nullable=False),
    sa.Column('author_kind', sa.String(length=16), nullable=False),
    sa.Column('subject', sa.Text(), nullable=False),
    sa.Column('trailers', sa.JSON(), nullable=False),
    sa.Column('error', sa.Text(), nullable=False),
    sa.Column('created_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_outbox_project_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_outbox'))
    )
    op.create_table('tasks',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('title', sa.Text(), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('folder', sa.Text(), nullable=False),
    sa.Column('status', sa.String(length=16), nullable=False),
    sa.Column('plan', sa.JSON(), nullable=True),
    sa.Column('approved', sa.Boolean(), nullable=False),
    sa.Column('step', sa.Integer(), nullable=False),
    sa.Column('steps', sa.Integer(), nullable=False),
    sa.Column('step_title', sa.Text(), nullable=False),
    sa.Column('waits_for', sa.Text(), nullable=False),
    sa.Column('model', sa.Text(), nullable=True),
    sa.Column('approve', sa.String(length=8), nullable=False),
    sa.Column('context', sa.JSON(), nullable=False),
    sa.Column('origin', sa.JSON(), nullable=True),
    sa.Column('created_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.Column('updated_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.Column('deleted_at', workspace_app.store.tables.Utc(), nullable=True),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_tasks_project_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_tasks')),
    sa.UniqueConstraint('project_id', 'folder', name=op.f('uq_tasks_project_id_folder'))
    )
    op.create_table('steps',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('task_id', sa.String(length=40), nullable=False),
    sa.Column('n', sa.Integer(), nullable=False),
    sa.Column('key', sa.Text(), nullable=False),
    sa.Column('title', sa.Text(), nullable=False),
    sa.Column('kind', sa.String(length=32), nullable=False),
    sa.Column('status', sa.String(length=16), nullable=False),
    sa.Column('spec', sa.JSON(), nullable=False),
    sa.Column('error', sa.Text(), nullable=False),
    sa.Column('started_at', workspace_app.store.tables.Utc(), nullable=True),
    sa.Column('ended_at', workspace_app.store.tables.Utc(), nullable=True),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_steps_project_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['task_id'], ['tasks.id'], name=op.f('fk_steps_task_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_steps'))
    )
    with op.batch_alter_table('steps', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_steps_task_id_n'), ['task_id', 'n'], unique=False)

    op.create_table('conversations',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('task_id', sa.String(length=40), nullable=False),
    sa.Column('step_id', sa.String(length=40), nullable=False),
    sa.Column('n', sa.Integer(), nullable=False),
    sa.Column('status', sa.String(length=16), nullable=False),
    sa.Column('prompt', sa.Text(), nullable=False),
    sa.Column('inputs', sa.JSON(), nullable=False),
    sa.Column('team', sa.JSON(), nullable=True),
    sa.Column('model', sa.Text(), nullable=True),
    sa.Column('messages', sa.Integer(), nullable=False),
    sa.Column('input_tokens', sa.Integer(), nullable=False),
    sa.Column('output_tokens', sa.Integer(), nullable=False),
    sa.Column('attempt', sa.Integer(), nullable=False),
    sa.Column('lease_until', workspace_app.store.tables.Utc(), nullable=True),
    sa.Column('error', sa.Text(), nullable=False),
    sa.Column('started_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.Column('ended_at', workspace_app.store.tables.Utc(), nullable=True),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_conversations_project_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['step_id'], ['steps.id'], name=op.f('fk_conversations_step_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['task_id'], ['tasks.id'], name=op.f('fk_conversations_task_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_conversations')),
    sa.UniqueConstraint('step_id', 'n', name=op.f('uq_conversations_step_id_n'))
    )
    op.create_table('questions',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('task_id', sa.String(length=40), nullable=False),
    sa.Column('step_id', sa.String(length=40), nullable=False),
    sa.Column('conversation_id', sa.String(length=40), nullable=True),
    sa.Column('kind', sa.String(length=16), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('answers', sa.JSON(), nullable=False),
    sa.Column('data', sa.JSON(), nullable=False),
    sa.Column('asked_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.Column('answered_at', workspace_app.store.tables.Utc(), nullable=True),
    sa.Column('answer', sa.JSON(), nullable=True),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_questions_project_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['step_id'], ['steps.id'], name=op.f('fk_questions_step_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['task_id'], ['tasks.id'], name=op.f('fk_questions_task_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_questions'))
    )
    with op.batch_alter_table('questions', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_questions_task_id'), ['task_id'], unique=False)

    op.create_table('works',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('task_id', sa.String(length=40), nullable=False),
    sa.Column('step_id', sa.String(length=40), nullable=False),
    sa.Column('path', sa.Text(), nullable=False),
    sa.Column('title', sa.Text(), nullable=False),
    sa.Column('stale', sa.Boolean(), nullable=False),
    sa.Column('created_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_works_project_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['step_id'], ['steps.id'], name=op.f('fk_works_step_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['task_id'], ['tasks.id'], name=op.f('fk_works_task_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_works')),
    sa.UniqueConstraint('project_id', 'path', name=op.f('uq_works_project_id_path'))
    )
    op.create_table('messages',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('conversation_id', sa.String(length=40), nullable=False),
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('source', sa.Text(), nullable=False),
    sa.Column('kind', sa.String(length=16), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('final', sa.Boolean(), nullable=False),
    sa.Column('created_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.Column('input_tokens', sa.Integer(), nullable=True),
    sa.Column('output_tokens', sa.Integer(), nullable=True),
    sa.Column('data', sa.JSON(), nullable=False),
    sa.Column('raw', sa.JSON(), nullable=True),
    sa.Column('request_id', sa.String(length=40), nullable=True),
    sa.ForeignKeyConstraint(['conversation_id'], ['conversations.id'], name=op.f('fk_messages_conversation_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_messages_project_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_messages')),
    sa.UniqueConstraint('conversation_id', 'seq', name=op.f('uq_messages_conversation_id_seq'))
    )
    op.create_table('requests',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('conversation_id', sa.String(length=40), nullable=False),
    sa.Column('source', sa.Text(), nullable=False),
    sa.Column('slot', sa.Text(), nullable=False),
    sa.Column('model', sa.Text(), nullable=False),
    sa.Column('parts', sa.JSON(), nullable=False),
    sa.Column('options', sa.JSON(), nullable=False),
    sa.Column('started_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.Column('ended_at', workspace_app.store.tables.Utc(), nullable=True),
    sa.Column('input_tokens', sa.Integer(), nullable=True),
    sa.Column('output_tokens', sa.Integer(), nullable=True),
    sa.Column('finish', sa.String(length=32), nullable=True),
    sa.Column('error', sa.Text(), nullable=True),
    sa.ForeignKeyConstraint(['conversation_id'], ['conversations.id'], name=op.f('fk_requests_conversation_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_requests_project_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_requests'))
    )
    with op.batch_alter_table('requests', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_requests_conversation_id'), ['conversation_id'], unique=False)

    op.create_table('tool_calls',
    sa.Column('conversation_id', sa.String(length=40), nullable=False),
    sa.Column('call_id', sa.String(length=80), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('arguments', sa.JSON(), nullable=False),
    sa.Column('result', sa.Text(), nullable=True),
    sa.Column('is_error', sa.Boolean(), nullable=True),
    sa.Column('started_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.Column('ended_at', workspace_app.store.tables.Utc(), nullable=True),
    sa.ForeignKeyConstraint(['conversation_id'], ['conversations.id'], name=op.f('fk_tool_calls_conversation_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_tool_calls_project_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('conversation_id', 'call_id', name=op.f('pk_tool_calls'))
    )
    op.create_table('versions',
    sa.Column('id', sa.String(length=40), nullable=False),
    sa.Column('project_id', sa.String(length=40), nullable=False),
    sa.Column('work_id', sa.String(length=40), nullable=False),
    sa.Column('n', sa.Integer(), nullable=False),
    sa.Column('commit', sa.String(length=40), nullable=True),
    sa.Column('author', sa.Text(), nullable=False),
    sa.Column('author_kind', sa.String(length=16), nullable=False),
    sa.Column('conversation_id', sa.String(length=40), nullable=True),
    sa.Column('message_id', sa.String(length=40), nullable=True),
    sa.Column('size', sa.Integer(), nullable=False),
    sa.Column('approved_at', workspace_app.store.tables.Utc(), nullable=True),
    sa.Column('created_at', workspace_app.store.tables.Utc(), nullable=False),
    sa.ForeignKeyConstraint(['project_id'], ['projects.id'], name=op.f('fk_versions_project_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['work_id'], ['works.id'], name=op.f('fk_versions_work_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_versions')),
    sa.UniqueConstraint('work_id', 'n', name=op.f('uq_versions_work_id_n'))
    )
