"""What is remembered: tables, migrations, queries (SQLAlchemy, no Qt, no AutoGen)."""
