"""Whether a project keeps personal data as it was said, or only redacted (F28)."""

import sqlalchemy as sa
from alembic import op

revision = '0008'
down_revision = '0007'


def upgrade() -> None:
    op.add_column('projects', sa.Column('store_redacted', sa.Boolean(), server_default=sa.false(), nullable=False))
