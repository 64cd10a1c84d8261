"""Deduction puzzles solved naively: every hand that the other player can have, and every move, one after the other."""

import re
from itertools import combinations

from .common import Chance, Over, Window, ranks
from .djeco import Djeco
from .xoxo import ALL_CARDS, KINDS, Xoxo, balanced_deck

KIND_NAMES = ["colour", "shape", "face"]


def read_xoxo(text: str) -> Xoxo:
    """The game of two in which the display lies so; the other hand is left empty."""
    board, covered, piles, hands, due = text.split(" ", 4)
    game = Xoxo(2, [12, 12], 24, 3, balanced_deck())
    game.undealt = []
    for rank, line in zip(ranks(5, 5), board.split("/"), strict=True):
        for square, tile in zip(rank, re.findall(r"\.|[a-z]{3}", line), strict=True):
            if tile != ".":
                game.stacks[square] = [tile]
    for number, pile in enumerate(piles.split("/")):
        game.left[number], game.tops[number] = int(pile[:-3]), pile[-3:]
    for seat, cards in enumerate(hands.split("/")):
        game.held[seat] = [card for card in cards.split(",") if card[0] not in "?!"]
        game.shown[seat] = [card[1:] for card in cards.split(",") if card[0] == "!"]
    laid = [tile for stack in game.stacks.values() for tile in stack]
    seen = [*laid, *game.tops, *(covered.split(",") if covered != "-" else [])]
    game.unseen = [tile for tile in game.unseen if tile not in seen]
    _, seat_text, game.last = due.split(" ")
    game.seat, game.due = int(seat_text) - 1, "lay"
    return game


def xoxo_hands(text: str) -> list[list[str]]:
    """Every hand that the player who is not to move can have, if everybody shows at once what they can."""
    game = read_xoxo(text)
    backs = sorted(re.findall(r"\?(\w+)", text))
    known = [card for cards in (*game.held, *game.shown) for card in cards]
    found = []
    for cards in combinations(ALL_CARDS, len(backs)):
        kinds = sorted(KIND_NAMES[i] for card in cards for i, kind in enumerate(KINDS) if card in kind)
        if kinds == backs and not any(card in known or game.satisfied(card) for card in cards):
            found.append(list(cards))
    return found


def xoxo_sure(text: str) -> list[str]:
    """The moves that make the player to move the only winner in this turn, whatever the other holds."""
    sure = []
    for move in sorted(read_xoxo(text).moves()):
        if all(wins_alone(text, move, hand) for hand in xoxo_hands(text)):
            sure.append(move)
    return sure


def wins_alone(text: str, move: str, hand: list[str]) -> bool:
    game = read_xoxo(text)
    mover = game.seat
    game.held[1 - mover] = list(hand)
    game.apply(mover, move)
    while not isinstance(now := game.pending(), Over):
        if isinstance(now, Chance):
            game.apply(None, sorted(now.outcomes)[0])
        elif isinstance(now, Window):
            for seat in sorted(now.legal):
                game.apply(seat, max(now.legal[seat], key=lambda answer: len(answer.replace("-", ""))))
        else:
            return False
    return now.winners == (mover,)


def xoxo_possible(text: str) -> set[str]:
    """The cards that the other player can hold."""
    return {card for hand in xoxo_hands(text) for card in hand}


def read_djeco(text: str) -> tuple[Djeco, int, set[str]]:
    """The game, the player to move, and the cards that this player has not seen."""
    board, hands, discard, tokens, due = text.split(" ", 4)
    game = Djeco()
    game.draws = []
    for rank, line in zip(ranks(5, 5), board.split("/"), strict=True):
        cells = re.findall(r"[._]|[rb]\d(?:\+[rb]\d)*", line)
        for square, cell in zip(rank, cells, strict=True):
            if cell != ".":
                game.used.add(square)
            if cell not in "._":
                game.stacks[square] = cell.split("+")
    game.hands = [[card for card in hand.split(",") if card not in "?-"] for hand in hands.split("/")]
    game.discard = [] if discard == "-" else discard.split(",")
    game.tokens = [int(count) for count in tokens.split(":")]
    _, played, seat, *passes = due.split(" ")
    game.played, game.seat, game.passes = int(played), int(seat) - 1, len(passes)
    seen = [*game.hands[0], *game.hands[1], *game.discard, *(card for stack in game.stacks.values() for card in stack)]
    for card in seen:
        game.deck.remove(card)
    mover = 1 - game.seat if game.passes else game.seat
    return game, mover, set(game.deck)


def djeco_safe(text: str) -> list[str]:
    """The moves after which no card wins at once for the other player.

    A turn plays one card, so that each is tried alone.
    """
    game, mover, unseen = read_djeco(text)
    return [move for move in sorted(game.moves(mover)) if not any(djeco_loses(text, move, card) for card in unseen)]


def djeco_out_of_sight(text: str) -> set[str]:
    """The cards of which not all lie in the hand of the player to move, or on top."""
    game, mover, _ = read_djeco(text)
    left = list(Djeco().deck)
    for card in [*game.hands[mover], *(stack[-1] for stack in game.stacks.values() if stack)]:
        left.remove(card)
    return set(left)


def djeco_loses(text: str, move: str, card: str) -> bool:
    game, mover, _ = read_djeco(text)
    game.apply(mover, move)
    game.draws = []
    game.hands[1 - mover] = [card]
    for reply in game.moves(1 - mover):
        later = game.clone()
        later.apply(1 - mover, reply)
        now = later.pending()
        if isinstance(now, Over) and now.winners == (1 - mover,):
            return True
    return False


def djeco_possible(text: str) -> set[str]:
    """The cards that a player can hold who has just passed."""
    game, mover, unseen = read_djeco(text)
    found = set()
    for card in unseen:
        game.hands[1 - mover] = [card]
        if not game.moves(1 - mover):
            found.add(card)
    return found
