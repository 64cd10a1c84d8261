"""How each of our games is told and shown."""
