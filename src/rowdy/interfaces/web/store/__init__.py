"""The database of tables: SQLite or PostgreSQL."""
