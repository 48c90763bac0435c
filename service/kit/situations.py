"""Situations from which the questions of a kit are chosen: drawn by a seed, many of them at the edge of a rule.

The simple ones come first, so that a question is no longer than what it tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Final, get_args

from service.kit.engine import Asks, Engine, Given, Question, bid_of, may_be_bid, play_round, word_of
from service.spades.cards import CODES, SPADES, cards_in, mask_of
from service.spades.catalogue.parameters.bids import NILS, Kind
from service.spades.errors import UnreadableRecord
from service.spades.rules.ruleset import bids_itself
from service.spades.scoring.model import SideScore

_COUNTS: Final[Mapping[Asks, int]] = MappingProxyType(
    {
        "legal_cards": 200,
        "trick_winner": 100,
        "breaks_spades": 30,
        "count_plays": 8,
        "score_round": 360,
        "open_bids": 32,
    }
)
"""How many situations are drawn for each kind of question."""
_LATER: Final = 2
"""The number of a round that is not the first."""
_FEW: Final = 4
_HALF: Final = 0.5
_SELDOM: Final = 0.1
_TRIES: Final = 12
"""How often a situation is drawn until its bids are legal."""


def situations(engine: Engine, seed: int) -> list[Question]:
    """Return situations for every kind of question, the kinds mixed evenly."""
    placed: list[tuple[float, int, Question]] = []
    for index, asks in enumerate(get_args(Asks)):
        draw = Draw(engine, Random(f"{seed} {asks}"))  # noqa: S311 - no secret
        found = [given for number in range(_COUNTS[asks]) if (given := _DRAWN[asks](draw, number)) is not None]
        found.sort(key=_complexity)
        placed += [(at / len(found), index, Question(asks, given)) for at, given in enumerate(found)]
    return [question for *_, question in sorted(placed, key=lambda each: each[:2])]


def _complexity(given: Given) -> tuple[int, int]:
    """Return how much there is to consider in a situation."""
    totals = sum(total != 0 for name, each in given.items() if name.endswith("_before") for total in each)
    special = sum(not word.isdecimal() for word in given.get("bids", ()))
    return totals + special + len(given.get("hand", ())), max(given.get("tricks", (0,)))


class Draw:
    """What chance draws for an engine."""

    def __init__(self, engine: Engine, random: Random) -> None:
        self.engine, self.random = engine, random
        self.pack, self.parameters = engine.pack, engine.ruleset.parameters
        self.sides = len(engine.table.sides)
        self.kinds = [kind for kind in get_args(Kind) if self.parameters.bids.of(kind).allowed]

    def cards(self, number: int, among: int) -> list[int]:
        """Return this number of different cards drawn from a mask, or all of its cards if it has fewer."""
        cards = cards_in(among)
        return self.random.sample(cards, min(number, len(cards)))

    def legal_cards(self, number: int) -> Given:
        """Return a hand and a trick: each first trick with a whole hand, as it is dealt."""
        first, pack = number % 3 == 0, self.pack
        size = pack.hand_size if first else self.random.randint(2, 5)
        void = self.random.choice((*pack.suits[:SPADES], pack.non_spades, 0, 0))
        hand = self.cards(size, pack.cards & ~void)
        rest = pack.cards & ~mask_of(hand)
        trick = self.cards(1, void & rest or rest) if number % 2 else []
        trick += self.cards(self.random.randrange(self.engine.players - 1), rest & ~mask_of(trick)) if trick else []
        broken = not first and self.random.random() < _HALF
        return {"hand": _codes(sorted(hand)), "trick": _codes(trick), "spades_broken": broken, "first_trick": first}

    def trick_winner(self, _: int) -> Given:
        """Return a trick in which most players follow suit, and some play spades."""
        led = self.random.choice([mask for mask in self.pack.suits if mask])
        trick = self.cards(1, led)
        while len(trick) < self.engine.players:
            rest = self.pack.cards & ~mask_of(trick)
            among = self.random.choice((led, led, self.pack.suits[SPADES], rest)) & rest
            trick += self.cards(1, among or rest)
        return {"trick": _codes(trick)}

    def count_plays(self, number: int) -> Given:
        """Return the last cards of all hands, with many spades."""
        players = self.engine.players
        size = 2 + (number % 2 and players <= _FEW)  # three cards of six players can be played in too many ways
        spades = self.cards(size + 1, self.pack.suits[SPADES])
        others = self.cards(size * players - len(spades), self.pack.cards & ~mask_of(spades))
        deck = self.random.sample([*spades, *others], len(spades) + len(others))
        hands = [_codes(sorted(deck[seat::players])) for seat in range(players)]
        return {"hands": hands, "leader": 0, "spades_broken": number % 4 == 3}  # noqa: PLR2004 - one of four

    def bids(self, number: int, *, special: bool = False, low: bool = False) -> list[str]:
        """Return this number of bids: mostly numbers, or other kinds as often (``special``), or low ones (``low``)."""
        rules, share = self.parameters.bids, max(1, 2 * self.pack.hand_size // self.engine.players)
        usual: list[Kind] = ["number"] * (rules.number.allowed * (1 if special else 5))
        words = []
        for _ in range(number):
            kind = self.random.choice([*self.kinds, *usual])
            least = max(rules.number.least, rules.of(kind).least)
            most = self.pack.hand_size if self.random.random() < _SELDOM else least if low else max(least, share)
            words.append(word_of(kind, self.random.randint(least, most) if kind in {"number", "blind"} else 0))
        return words

    def open_bids(self, number: int) -> Given | None:
        """Return a hand, and legal bids before it; None if none were found."""
        for _ in range(_TRIES):
            bids = self.bids(number % self.engine.bidders, special=number % 3 > 0)
            given = {
                "hand": _codes(sorted(self.cards(self.pack.hand_size, self.pack.cards))),
                "bids": bids,
                "round": 1 if number % 5 == 0 else _LATER,
                "scores_before": self.gap(bids),
            }
            if may_be_bid(self.engine, given):
                return given
        return None

    def gap(self, words: Sequence[str]) -> list[int]:
        """Return scores of which one is behind by about as much as some kind of bid needs, at best one of these."""
        rules, scores = self.parameters.bids, [0] * self.sides
        needed = {seat: rules.of(bid_of(word)[0]).deficit for seat, word in enumerate(words)}
        bid = [seat for seat, deficit in needed.items() if deficit]
        deficits = [needed[seat] for seat in bid] or [rules.of(kind).deficit for kind in self.kinds]
        if any(deficits) or self.random.random() < _HALF:
            side = self.random.choice(bid) % self.sides if bid else self.random.randrange(self.sides)
            behind = self.random.choice([each for each in deficits if each] or [100])
            behind += self.random.choice((-1, 0, 0, 1))
            scores = [0 if each == side else behind for each in range(self.sides)]
        return scores

    def score_round(self, number: int) -> Given | None:
        """Return a round whose bids are legal and whose tricks are near the bids; None if no such bids were found."""
        for _ in range(_TRIES):
            given = self._round(number)
            if self._scored(given, possible=True):
                return given
        return None

    def _round(self, number: int) -> Given:
        game, extreme = self.parameters.game, number % 5 == 1
        round_number = self.random.choice((1, _LATER, max(1, game.round_limit)))
        words = self.bids(self.engine.bidders, special=number % 4 > 1, low=extreme)
        words = [] if bids_itself(self.parameters, round_number) else words
        given: dict[str, Any] = {"bids": words, "tricks": self.tricks(words, extreme=extreme), "round": round_number}
        given |= {"scores_before": [0] * self.sides, "bags_before": [0] * self.sides}
        scored = self._scored(given)
        given["scores_before"] = self.scores(words, scored) if scored and number % 3 else self.gap(words)
        if scored and number % 4:
            given["bags_before"] = self.bags([side.bags for side in scored])
        for name, most in (("sets_before", game.sets_limit), ("sets_in_a_row_before", game.consecutive_sets_limit)):
            if most:
                given[name] = [self.random.choice((0, max(0, most - 2), most - 1)) for _ in range(self.sides)]
        return given

    def bags(self, gained: Sequence[int]) -> list[int]:
        """Return bags before the round from which these lead to the edge of the limit."""
        limit = self.parameters.bags.limit
        return [(self.random.choice((-1, 0, 0, 1)) - bags) % limit if limit else 0 for bags in gained]

    def _scored(self, given: Given, *, possible: bool = False) -> tuple[SideScore, ...] | None:
        """Return the scores of a round, None if it has none or if, with ``possible``, it can't be played."""
        try:
            played = play_round(self.engine, given)
        except UnreadableRecord:
            return None
        return played.sides if played.is_possible or not possible else None

    def scores(self, words: Sequence[str], scored: Sequence[SideScore]) -> list[int]:
        """Return scores before the round from which it leads to the edge of the target or of the floor."""
        game, bids = self.parameters.game, self.parameters.bids
        edges = (game.target, game.target, game.floor, game.target // 2, 0)
        found = [self.random.choice(edges) + self.random.choice((-1, 0, 0, 1)) - side.points for side in scored]
        for seat, word in enumerate(words):  # a bid that takes being behind has to be legal
            deficit = bids.of(bid_of(word)[0]).deficit
            if deficit and len(words) == self.engine.players:
                index = self.engine.table.side_of[seat]
                found[index] = min(found[index], max(found) - deficit)
        return found

    def tricks(self, words: Sequence[str], *, extreme: bool) -> list[int]:
        """Return for each seat its tricks, near its bid; ``extreme`` gives most to one."""
        left, players = self.pack.hand_size, self.engine.players
        bids = [bid_of(word) for word in words] if len(words) == players else [("number", left // players)] * players
        order = self.random.sample(range(players), players)
        order.sort(key=lambda seat: bids[seat][0] in NILS)
        wanted = [0] * players
        for seat in order:
            kind, bid = bids[seat]
            near = (0, 0, 1, 2) if kind in NILS else (bid, bid + 1, bid - 1, bid - 1, bid + 3)
            if extreme and seat == order[0]:
                near = (left, left, left - 1, left - 2)
            wanted[seat] = max(0, min(left, self.random.choice(near)))
            left -= wanted[seat]
        wanted[order[0]] += left
        return wanted


def _codes(cards: Sequence[int]) -> list[str]:
    return [CODES[card] for card in cards]


_DRAWN: Final[Mapping[Asks, Callable[[Draw, int], Given | None]]] = MappingProxyType(
    {
        "legal_cards": Draw.legal_cards,
        "trick_winner": Draw.trick_winner,
        "breaks_spades": Draw.trick_winner,
        "count_plays": Draw.count_plays,
        "score_round": Draw.score_round,
        "open_bids": Draw.open_bids,
    }
)
