"""HTTP: requests, pages and files, and how a live connection begins."""
