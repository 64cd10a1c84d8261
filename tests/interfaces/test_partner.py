"""The partner at the terminal: `--seats you,partner` takes the level that the finished games on disk ask for."""

from __future__ import annotations

import rowdy
from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.partner import finished_games
from rowdy.play.bots.partner import FinishedGame
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.rules.game import Move
from tests.interfaces.cli import Cli


def finish(game_id: str, *players: str) -> FinishedGame:
    """A game on disk that was played by first moves alone; what it says about the person."""
    game = rowdy.game(game_id, seats=len(players))
    log = GameLog(game, players, Dealer("1"))
    while isinstance(turn := log.turn, Move):
        log.act(turn.seat, log.view(turn.seat).legal[0])
    folder = saves.games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    record = log.record()
    saves.save(saves.new_path(game_id, folder), record, saves.Sealed("1"))
    outcome, person = record.outcome(), players.index("you")
    assert outcome is not None
    share = (person in outcome.winners) / len(outcome.winners) if outcome.winners else 0.5
    return FinishedGame(tuple(name for name in players if name != "you"), share)


def test_without_results_it_begins_low_and_says_so(cli: Cli) -> None:
    run = cli("play", "rubik", "--seats", "you,partner", "--seed", "1", lines="quit\n")
    assert "Your partner begins as “casual”." in run.out
    assert cli.record().players == ("you", "casual")


def test_it_follows_the_finished_games_against_levels_and_no_others(cli: Cli) -> None:
    played = [finish("rubik", "you", "easy"), finish("rubik", "medium", "you")]
    finish("xoxo2", "you", "easy")
    finish("rubik", "you", "greedy")
    (saves.games_folder() / "rubik-nonsense.rowdy").write_text("nonsense", "utf-8")
    assert sorted(finished_games("rubik")) == sorted(played)
    run = cli("play", "rubik", "--seats", "partner,you", "--seed", "1", lines="quit\n")
    assert "By your last 2 games, your partner plays as “" in run.out


def test_the_list_of_bots_names_it(cli: Cli) -> None:
    assert "partner" in cli("bots").out
