"""A second, plain and slow implementation of the games, written from the rules alone, to compare the engine with."""
