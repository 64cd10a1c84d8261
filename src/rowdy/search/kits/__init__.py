"""The search kits of our own games."""
