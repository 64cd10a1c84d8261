"""`rowdy picture`: a position of a record as SVG, or the whole record as an animated GIF."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.commands.replay import default_eyes
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.library import Drawing, svg
from rowdy.interfaces.seating import Seating
from rowdy.interfaces.words import Words
from rowdy.play.replay import RecordStep, record_steps
from rowdy.rules.game import InvalidSetup
from rowdy.rules.guest_games import guest_code
from rowdy.rules.record import Record, read_eyes


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help=words("help-replay-file"))
    parser.add_argument("--at", type=int, metavar="STEP", help=words("help-picture-at"))
    parser.add_argument("--eyes", metavar="SEAT", help=words("help-eyes"))
    parser.add_argument("--gif", action="store_true", help=words("help-picture-gif"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    if args.gif and sys.stdout.isatty():
        raise InvalidSetup("gif-terminal")
    record = saves.load(args.file or saves.latest())
    eyes = default_eyes(record) if args.eyes is None else read_eyes(args.eyes, len(record.players))
    with guest_code(record.game.edition.game):
        record = record.seen_by(eyes)
        steps = record_steps(record)
        last = len(steps) - 1
        at = last if args.at is None else args.at
        if not 0 <= at <= last:
            raise InvalidSetup("picture-at", at=at, last=last)
        if args.gif:
            _write_gif(screen.words, record, steps[: at + 1])
        else:
            sys.stdout.write(f"{draw_step(screen.words, record, steps[at])}\n")
    return 0


def draw_step(words: Words, record: Record, step: RecordStep) -> Drawing:
    """A step of a record as its eyes saw it, with its move marked."""
    names = Seating(record.players).names(words, you=False)
    last = () if step.move is None else (step.move,)
    return svg(record.game, step.state, viewer=record.eyes, last=last, names=names, lang=words.language)


def _write_gif(words: Words, record: Record, steps: list[RecordStep]) -> None:
    from rowdy.interfaces.drawing.gif import check_gif, make_gif

    check_gif()
    sys.stdout.buffer.write(make_gif(draw_step(words, record, step) for step in steps))
