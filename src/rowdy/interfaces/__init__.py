"""How people and programs reach the games. Imports everything; nothing imports it."""
