"""Playing: running games and live tables, the bots and the arena that compares them. Imports rules and search."""
