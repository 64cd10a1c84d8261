"""What the games are: pure values and functions, with no I/O, no clock and no randomness."""
