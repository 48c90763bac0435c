"""Contradictions between parameters, group by group.

A ruleset is refused only if it can't be played as stated: one rule demands what the others make impossible, or nobody
could say who opens. Odd rules that can be played are allowed, such as a bag penalty above 0 or a nil that is worth more
when it fails.

A value that can't be played under some circumstance states that in its entry (``conflicts``). What has to be counted
stands here, and in `bidding_limits` for the bids.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from service.spades.cards import BIG_JOKER, INDEX, LITTLE_JOKER, mask_of
from service.spades.english import count_of
from service.spades.rules.bidding_limits import bidding_contradictions
from service.spades.rules.circumstances import Contradiction, stated_contradictions
from service.spades.rules.pack import AllowedTable, pack_for
from service.spades.rules.parameters import GROUPS, Parameters

_STANDARD_PACK: Final = mask_of(range(52))


def contradictions(parameters: Parameters) -> tuple[Contradiction, ...]:
    """Return all contradictions between these parameters. There are none in a ruleset that can be played."""
    side_size = 2 if parameters.table.sides == "partnership" else 1
    tables = tuple(AllowedTable(pack_for(parameters.deck, count), side_size) for count in parameters.table.players)
    counted = {
        "table": _seats(tables),
        "deck": _deck(parameters, tables),
        "bidding": bidding_contradictions(parameters, tables),
        "nil": _exchanges(parameters, tables),
    }
    found = (
        contradiction
        for group in GROUPS
        for contradiction in (*counted.get(group, ()), *stated_contradictions(parameters, group))  # some are in both
    )
    return tuple(dict.fromkeys(found))


def _seats(tables: tuple[AllowedTable, ...]) -> Iterator[Contradiction]:
    for table in tables:
        if not table.can_be_seated:
            because = f"{table.pack.players} players can't form partnerships."
            yield Contradiction.between("table.sides", "table.players", because=because)


def _deck(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[Contradiction]:
    deck = parameters.deck
    jokers = mask_of((BIG_JOKER, LITTLE_JOKER)[: deck.jokers])
    promoted = mask_of(INDEX[code] for code in deck.top_trumps)
    if promoted.bit_count() != len(deck.top_trumps):
        yield Contradiction.between("deck.top_trumps", because="a card is listed twice.")
    yield from stated_contradictions(parameters, "deck")
    in_play = 0
    for pack, _ in tables:
        in_play |= pack.cards
        if promoted and jokers & pack.cards & ~promoted:
            yield Contradiction.between("deck.top_trumps", "deck.jokers", because="a joker is in play but has no rank.")
        removed = mask_of(INDEX[code] for code in deck.removed.get(str(pack.players), ()))
        if removed & ~(_STANDARD_PACK | jokers):
            because = "a card is removed that is not in the pack."
            yield Contradiction.between("deck.removed", "deck.jokers", because=because)
        cards, size, used = pack.cards.bit_count(), pack.hand_size, pack.hand_size * pack.players
        # Of every two cards drawn one is discarded.
        needed = used * 2 if deck.formation == "draw" else used
        if needed > cards or not size:
            because = f"{pack.players} hands of {size} can't be formed from {count_of(cards, 'card')}."
            yield Contradiction.between("deck.hand_size", "deck.removed", "table.players", because=because)
        elif deck.leftover == "none" and pack.leftover:
            because = f"{count_of(cards, 'card')} make {pack.players} hands of {size} and leave {pack.leftover} over."
            names = ("deck.leftover", "deck.hand_size", "deck.removed", "deck.jokers", "table.players")
            yield Contradiction.between(*names, because=because)
    if promoted & ~in_play:
        because = "a promoted card is not in play."
        yield Contradiction.between("deck.top_trumps", "deck.jokers", "deck.removed", because=because)


def _exchanges(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[Contradiction]:
    nil = parameters.nil
    if parameters.bidding.zero != "nil" or parameters.table.sides == "individual":
        return
    smallest = min(table.pack.hand_size for table in tables)
    passed = (("nil.exchange", nil.exchange), ("nil.blind_exchange", nil.blind_exchange if nil.blind else 0))
    for name, cards in passed:
        if cards > smallest:
            because = f"{count_of(cards, 'card')} can't be passed from a hand of {smallest}."
            yield Contradiction.between(name, "deck.hand_size", because=because)
