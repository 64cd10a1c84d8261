"""The page in a real Chromium: what people see, click, drag, type and are told there."""
