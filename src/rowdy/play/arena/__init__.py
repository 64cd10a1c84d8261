"""The arena: bots are compared over many matches."""
