"""The arena, which compares bots over many matches."""
