"""How people and programs reach the games: terminal, server, page. Imports all other floors; none imports it."""
