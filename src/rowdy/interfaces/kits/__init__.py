"""The interface kits of our own games."""
