"""Rivals: opponents from outside, to measure our bots against somebody who does not think as they do.

They share the rules with our search, its compiled ones too, and nothing else: no tree, no policy, no belief. They are
found by `rowdy arena` as guests if `benchmarks/guests` is on the path, and `python -m benchmarks strength` plays the
contests of docs/bots.md with them.
"""
