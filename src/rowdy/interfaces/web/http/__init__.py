"""HTTP: requests, pages and files, and the start of a live connection."""
