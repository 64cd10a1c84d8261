"""How to play well: everything that looks ahead. Imports the rules."""
