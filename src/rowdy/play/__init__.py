"""Who plays: running games, tables, bots, puzzles, the arena and reviews. Imports rules and search."""
