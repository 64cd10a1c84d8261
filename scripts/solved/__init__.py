"""What docs/solved.md tells about the solved games: found out, drawn and filled in."""
