"""The server: tables for people and bots, for browsers and programs."""
