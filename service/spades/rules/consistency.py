"""Contradictions between parameters, group by group.

A ruleset is refused only if it can't be played as stated: one rule demands what the others make impossible, or nobody
could say who opens. Odd rules that can be played are allowed, such as a bag penalty above 0 or a nil that is worth more
when it fails. To add a contradiction, yield it from the function of its group; those of the bids are in
`bidding_limits`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from service.spades.cards import BIG_JOKER, CLUBS, INDEX, LITTLE_JOKER, mask_of
from service.spades.english import count_of
from service.spades.rules.allowed_table import AllowedTable, allowed_tables
from service.spades.rules.bidding_limits import bidding_contradictions
from service.spades.rules.contradiction import Contradiction
from service.spades.rules.parameters import Parameters

_TWO_SIDES: Final = 2
_STANDARD_PACK: Final = mask_of(range(52))


def contradictions(parameters: Parameters) -> tuple[Contradiction, ...]:
    """Return all contradictions between these parameters. There are none in a ruleset that can be played."""
    tables = allowed_tables(parameters)
    found = (
        *_table(tables),
        *_deck(parameters, tables),
        *bidding_contradictions(parameters, tables),
        *_first_bidder(parameters),
        *_nil(parameters, tables),
        *_play(parameters, tables),
        *_game(parameters),
        *_irregularities(parameters, tables),
    )
    return tuple(dict.fromkeys(found))


def _table(tables: tuple[AllowedTable, ...]) -> Iterator[Contradiction]:
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
    if deck.formation == "draw" and tuple(parameters.table.players) != (2,):
        because = "only two players can draw their hands."
        yield Contradiction.between("deck.formation", "table.players", because=because)
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


def _first_bidder(parameters: Parameters) -> Iterator[Contradiction]:
    if parameters.bidding.first_bidder == "non_dealer" and tuple(parameters.table.players) != (2,):
        because = "only with two players is there just one who did not deal."
        yield Contradiction.between("bidding.first_bidder", "table.players", because=because)


def _nil(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[Contradiction]:
    nil, is_nil = parameters.nil, parameters.bidding.zero == "nil"
    if nil.blind and not is_nil:
        yield Contradiction.between("nil.blind", "bidding.zero", because="without nil there is no blind nil.")
    if not is_nil or parameters.table.sides == "individual":
        return
    smallest = min(table.pack.hand_size for table in tables)
    passed = (("nil.exchange", nil.exchange), ("nil.blind_exchange", nil.blind_exchange if nil.blind else 0))
    for name, cards in passed:
        if cards > smallest:
            because = f"{count_of(cards, 'card')} can't be passed from a hand of {smallest}."
            yield Contradiction.between(name, "deck.hand_size", because=because)


def _play(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[Contradiction]:
    bidding, play = parameters.bidding, parameters.play
    if bidding.first_bidder == "drawn_then_rotates" and play.opening_leader in {"left_of_dealer", "dealer"}:
        because = "there is no dealer."
        yield Contradiction.between("play.opening_leader", "bidding.first_bidder", because=because)
    if play.opening_leader == "high_bidder":
        if bidding.by == "team" and parameters.table.sides == "partnership":
            because = "a side bids as one, so no player is the high bidder."
            yield Contradiction.between("play.opening_leader", "bidding.by", because=because)
        if bidding.first_round == "bids_itself":
            because = "nobody bids in round one."
            yield Contradiction.between("play.opening_leader", "bidding.first_round", because=because)
    rules_on_clubs = (
        ("play.opening_leader", play.opening_leader),
        ("play.opening_card", play.opening_card),
        ("play.first_trick", play.first_trick),
    )
    for pack, _ in tables:
        for name, value in rules_on_clubs:
            if not pack.suits[CLUBS] and value in {"lowest_club", "all_lowest_club"}:
                because = "the pack has no clubs."
                yield Contradiction.between(name, "deck.removed", "deck.top_trumps", because=because)


def _game(parameters: Parameters) -> Iterator[Contradiction]:
    game = parameters.game
    if game.floor >= game.target:
        because = "the losing score is not below the target."
        yield Contradiction.between("game.floor", "game.target", because=because)
    elif game.floor > 0:
        because = "a losing score above 0 would end the game before it begins."
        yield Contradiction.between("game.floor", because=because)


def _irregularities(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[Contradiction]:
    sides = max(table.sides for table in tables)
    if parameters.irregularities.revoke_tricks_go_to == "opponents" and sides > _TWO_SIDES:
        because = f"with {sides} sides there is no single other side for the tricks to go to."
        names = ("irregularities.revoke_tricks_go_to", "table.players", "table.sides")
        yield Contradiction.between(*names, because=because)
