"""Bots, their levels, and the processes in which they think."""
