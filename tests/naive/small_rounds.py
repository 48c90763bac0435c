"""Every round of a small pack: all deals, and all orders in which their cards can be played, legal or not.

The winner of a trick leads the next one, and all hands are shown or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, permutations, product
from random import Random
from typing import Any, NamedTuple

from tests.naive.compare import Case, parameters_of
from tests.naive.house_rules import OFFENCES, merged
from tests.naive.table import JOKERS, STANDARD, Table

Json = dict[str, Any]
Hands = tuple[tuple[str, ...], ...]

PLAYERS = ("ana", "ben", "cy", "dee")
PRESETS = ("four-player", "nello", "pagat", "tournament-jja", "tournament-jjdd")
PLAY = [
    {"opening_card": opening, "first_trick": first, "spade_lead": lead, "broken_by": broken}
    for opening in ("any", "non_spade", "lowest_club")
    for first in ("normal", "no_spades", "all_lowest_club")
    for lead in ("after_broken", "any_time", "after_first_trick")
    for broken in ("discard_only", "any_spade")
]
"""All rules of the play of the cards."""


class SmallPack(NamedTuple):
    """A pack of few cards, and the deals of it that are played."""

    players: tuple[str, ...]
    deck: Json
    deals: Sequence[Hands]
    """The hands, and after them the cards that nobody holds."""

    def rounds(self, deal: int, every: int = 1) -> Iterator[Case]:
        """Yield a round for each order in which the cards of a deal can be played, with the hands and without.

        One deal after the other is played by each of the rules of play, and by each preset. ``every``: which of the
        orders are taken.
        """
        preset, overrides = PRESETS[deal % len(PRESETS)], self._rules(deal)
        parameters = merged(parameters_of(preset), overrides)
        leader, dealer = self.players[0], self.players[-1]
        head: Json = {"players": list(self.players), "dealer": dealer}
        head["bids"] = [{"player": player, "tricks": 1} for player in self.players]
        *hands, aside = self.deals[deal]
        table = Table(head, parameters)
        if self.deck["formation"] == "draw":
            head["draws"] = _draws(dict(zip(self.players, hands, strict=True)), aside)
        shown = {"hands": dict(zip(self.players, map(list, hands), strict=True))}
        for order in islice(product(*map(permutations, hands)), deal % every, None, every):
            tricks = _tricks(dict(zip(self.players, order, strict=True)), leader, table)
            for record in ({**head, **shown, "tricks": tricks}, {**head, "tricks": tricks}):
                yield Case(deal, {"name": preset, "overrides": overrides}, parameters, record)

    def _rules(self, deal: int) -> Json:
        """Return rules by which bids of one trick each are legal, and the dealer's left leads."""
        count, has_partners = len(self.players), len(self.players) == len(PLAYERS)
        return {
            "table": {"players": [count], "sides": "partnership" if has_partners else "individual"},
            "deck": self.deck,
            "bids": {
                "first_bidder": "left_of_dealer",
                "number": {"most": 0},
                "side_least": 0,
                "partner_of_nil": {"least": 0},
                "nil": {"exchange": 0},
                "blind_nil": {"exchange": 0},
            },
            "contracts": [],
            "play": {"opening_leader": "first_bidder", **PLAY[deal % len(PLAY)]},
            "penalties": {} if has_partners else {name: {"to": "nobody"} for name in OFFENCES},
        }


def _pack(cards: str, players: int, size: int, *, top: str = "", few: bool = False, draws: bool = False) -> SmallPack:
    """Return a pack with all of its deals, or with a ``few``."""
    own = cards.split()
    deck = {
        "jokers": sum(joker in own for joker in JOKERS),
        "removed": {str(players): [card for card in STANDARD if card not in own]},
        "top_trumps": top.split(),
        "leftover": "set_aside",
        "hand_size": {str(players): size},
        "formation": "draw" if draws else "deal",
    }
    deals = _some_deals(cards, players, size) if few else list(_different(_deals(tuple(own), players, size)))
    return SmallPack(PLAYERS[:players], deck, deals)


def _deals(cards: tuple[str, ...], players: int, size: int) -> Iterator[Hands]:
    if not players:
        yield (cards,)
        return
    for hand in combinations(cards, size):
        rest = tuple(card for card in cards if card not in hand)
        for others in _deals(rest, players - 1, size):
            yield (hand, *others)


def _different(deals: Iterable[Hands]) -> Iterator[Hands]:
    """Yield the deals, of two that differ in the names of diamonds and hearts alone the first: no rule of play does."""
    seen: set[tuple[frozenset[str], ...]] = set()
    for deal in deals:
        if tuple(frozenset(card.translate(_RENAMED) for card in hand) for hand in deal) not in seen:
            seen.add(tuple(map(frozenset, deal)))
            yield deal


def _some_deals(cards: str, players: int, size: int) -> list[Hands]:
    """Return a few deals, where there are too many to play all of them."""
    deals: list[Hands] = []
    for seed in range(_SOME):
        drawn = tuple(Random(seed).sample(cards.split(), len(cards.split())))
        hands = (drawn[seat * size : (seat + 1) * size] for seat in range(players))
        deals.append((*hands, drawn[players * size :]))
    return deals


def _draws(hands: dict[str, tuple[str, ...]], discarded: tuple[str, ...]) -> list[Json]:
    """Return how two players drew these hands, each turn with a card that was discarded."""
    rest = iter(discarded)
    turns = zip(*hands.values(), strict=True)
    return [
        {"player": player, "cards": [card, next(rest)], "kept": [card]}
        for cards in turns
        for player, card in zip(hands, cards, strict=True)
    ]


def _tricks(hands: dict[str, tuple[str, ...]], leader: str, table: Table) -> list[Json]:
    """Return the tricks in which the players play their cards in this order."""
    tricks: list[Json] = []
    for cards in zip(*hands.values(), strict=True):
        played = dict(zip(hands, cards, strict=True))
        plays = [{"player": player, "card": played[player]} for player in table.rotation(leader)]
        best = table.pack.best(table.pack.suit(played[leader]), played.values())
        leader = next(player for player, card in played.items() if card == best)
        tricks.append({"plays": plays})
    return tricks


_TWO_RANKS = "KC AC KD AD KH AH KS AS"
_THREE_RANKS = f"{_TWO_RANKS} QC QD QH QS"
_FOUR_RANKS = f"{_THREE_RANKS} JC JD JH JS"
_SOME = 20
_RENAMED = str.maketrans("DH", "HD")
SMALL_PACKS = {
    "two ranks of four suits": _pack(_TWO_RANKS, 4, 2),
    "jokers and a promoted card": _pack("BJ 2D AS AD KD AC KC AH", 4, 2, top="BJ 2D"),
    "three players": _pack("KC AC KD AD KS AS", 3, 2),
    "three players, two cards aside": _pack(_TWO_RANKS, 3, 2),
    "two cards drawn": _pack(_TWO_RANKS, 2, 2, draws=True),
    "four cards drawn": _pack(_FOUR_RANKS, 2, 4, draws=True, few=True),
    "three cards": _pack(_THREE_RANKS, 4, 3, few=True),
}
"""Hands of two cards can't lead a spade too early; those of three can."""
