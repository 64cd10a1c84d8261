"""A study of a game's house rules: each option is played by equal bots in many games, beside the usual one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rowdy.play.arena.arena import Contest
from rowdy.play.arena.code import code_digest
from rowdy.play.arena.figures import FIRST, Figures, GameEnd, Setting, Solved, Study, measure
from rowdy.play.arena.match import Match, Result
from rowdy.play.arena.rulings import changes, measured_rulings
from rowdy.play.dealer import Dealer
from rowdy.rules.catalog import game as make_game
from rowdy.rules.catalog import kit as rules_kit
from rowdy.rules.game import AnyGame, InvalidSetup
from rowdy.rules.rulings import Edition
from rowdy.search.catalog import search_kit
from rowdy.search.oracle import Value
from rowdy.version import __version__

FORMAT_VERSION = 1
MIN_GAMES = 2
"""The fewest games of a setting: a deviation needs two."""


@dataclass(frozen=True)
class StudyPlan:
    """What a study plays."""

    game_id: str
    edition: Edition
    seats: tuple[int, ...]
    bot: str
    games: int
    """The number of games of each setting."""
    seed: str

    @classmethod
    def of(
        cls, game_id: str, edition: str | None, seats: int | None, bot: str, games: int, seed: str, most: int
    ) -> StudyPlan:
        """A plan that can be carried out; raises `InvalidSetup` with what is wrong otherwise."""
        kit = rules_kit(game_id)
        if seats is not None:
            kit.check_seats(seats)
        if not measured_rulings(kit):
            raise InvalidSetup("study-no-rulings", game=game_id)
        if not MIN_GAMES <= games <= most:
            raise InvalidSetup("study-games", least=MIN_GAMES, most=most)
        Dealer(seed)
        plan = cls(game_id, kit.edition(edition), kit.seats if seats is None else (seats,), bot, games, seed)
        _ = plan.contests  # making them checks the bot
        return plan

    @cached_property
    def contests(self) -> tuple[Contest, ...]:
        """One contest for each setting, the edition's own first; each has its own seed, so that all are independent."""
        found = []
        for seats, rulings in self._settings():
            game = make_game(self.game_id, edition=self.edition.name, seats=seats, rulings=rulings)
            changed = " ".join(f"{name}={option}" for name, option in sorted(rulings.items()))
            seed = f"{self.seed}/{seats} {changed}".strip()
            found.append(Contest.of(game, (self.bot,) * seats, seed))
        return tuple(found)

    def _settings(self) -> Iterator[tuple[int, Mapping[str, str]]]:
        kit = rules_kit(self.game_id)
        for seats in self.seats:
            wanted = [
                changes(kit, self.edition, name, option)
                for name, options in measured_rulings(kit).items()
                for option in options
            ]
            yield from ((seats, dict(one)) for one in dict.fromkeys(tuple(sorted(one.items())) for one in wanted))

    def study(self, results: Mapping[Match, Result], command: str) -> Study:
        """The study, once every game is played."""
        settings = [
            Setting(
                contest.spec.seats, dict(contest.spec.rulings), self._figures(contest, results), perfect_result(contest)
            )
            for contest in self.contests
        ]
        return Study(
            study=FORMAT_VERSION,
            rowdy=__version__,
            code=code_digest(self.game_id),
            command=command,
            game=self.game_id,
            edition=self.edition.name,
            bot=self.bot,
            seed=self.seed,
            settings=tuple(settings),
        )

    def _figures(self, contest: Contest, results: Mapping[Match, Result]) -> Figures:
        played = [results[match] for number in range(1, self.games + 1) for match in contest.round(number)]
        return measure([_end(result) for result in played])


def _end(result: Result) -> GameEnd:
    return GameEnd(result.moves, result.winners, result.reason, result.points(FIRST))


def perfect_result(contest: Contest) -> Solved | None:
    """What perfect play leads to in the game of a contest; `None` if that is not known."""
    game: AnyGame = contest.spec.make()
    kit = search_kit(game)
    if not kit.solved(game):
        return None
    verdict = kit.oracle(game).probe(game.start()).verdict
    winner = {Value.WIN: FIRST, Value.LOSS: 1 - FIRST, Value.DRAW: None}[verdict.value]
    return Solved(winner, None if winner is None else verdict.distance)
