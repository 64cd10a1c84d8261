"""The play kits of our own games."""
