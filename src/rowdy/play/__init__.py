"""Who plays: chance from a seed, bots, and running games. Imports rules and search."""
