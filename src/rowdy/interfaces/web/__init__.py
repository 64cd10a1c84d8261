"""Tables for people and bots, served to browsers."""
