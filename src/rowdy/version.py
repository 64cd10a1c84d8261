"""The version, which changes when behaviour does."""

__version__ = "0.1.0"
