"""The version, which changes when behaviour does."""

__version__ = "1.0.0"
