"""`rowdy copy`: copies tables from one database to another, between SQLite and PostgreSQL either way."""

from __future__ import annotations

import argparse

from rowdy.interfaces.cli.screen import Screen, progress_line_due
from rowdy.interfaces.web.store.copying import copy_tables
from rowdy.interfaces.web.store.store import open_store
from rowdy.interfaces.words import Words

EXIT_DIFFERENT = 1
"""The exit code if some tables were not copied because they differ there."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("source", metavar="FROM", help=words("help-copy-from"))
    parser.add_argument("target", metavar="TO", help=words("help-copy-to"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    words = screen.words

    def progress(done: int, total: int) -> None:
        if progress_line_due(done, total) and done < total:
            screen.say(words("copy-progress", done=done, total=total))

    with open_store(args.source, upgrade=False) as source, open_store(args.target) as target:
        report = copy_tables(source, target, progress)
        for table_id in report.differing:
            screen.complain(words("copy-differs", table=table_id, place=target.place))
        counts = {"tables": report.tables, "entries": report.entries, "copied": report.copied}
        screen.say(words("copy-done", place=target.place, **counts))
    return EXIT_DIFFERENT if report.differing else 0
