"""Parameters that contradict each other: every contradiction found, with the names of the parameters in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from service.spades.cards import BIG_JOKER, INDEX, LITTLE_JOKER, mask_of
from service.spades.parameters import Parameters

_PARTNERSHIP_COUNTS = (4, 6)


class Contradiction(NamedTuple):
    """Parameters that can't all hold, the one most likely to be at fault first, and why."""

    names: tuple[str, ...]
    code: str
    detail: str


def contradictions(parameters: Parameters) -> tuple[Contradiction, ...]:
    """Return every contradiction between these parameters; none for a ruleset that can be played."""
    return (
        *_table(parameters),
        *_deck(parameters),
        *_bidding(parameters),
        *_nil(parameters),
        *_play(parameters),
        *_game(parameters),
    )


def _found(detail: str, *names: str) -> Contradiction:
    return Contradiction(names, "contradiction", f"{' and '.join(names)}: {detail}")


def _table(parameters: Parameters) -> Iterator[Contradiction]:
    table = parameters.table
    if table.sides == "partnership":
        for count in table.players:
            if count not in _PARTNERSHIP_COUNTS:
                yield _found(f"{count} players can't sit as partners.", "table.sides", "table.players")


def _deck(parameters: Parameters) -> Iterator[Contradiction]:
    deck = parameters.deck
    jokers = (BIG_JOKER, LITTLE_JOKER)[: deck.jokers]
    whole = mask_of(range(52)) | mask_of(jokers)
    top = [INDEX[code] for code in deck.top_trumps]
    if len(set(top)) != len(top):
        yield _found("a card is listed twice.", "deck.top_trumps")
    if top and not set(jokers) <= set(top):
        yield _found("a joker in play has no rank.", "deck.top_trumps", "deck.jokers")
    if deck.formation == "draw" and tuple(parameters.table.players) != (2,):
        yield _found("hands are drawn by two players only.", "deck.formation", "table.players")
    for count in parameters.table.players:
        removed = mask_of(INDEX[code] for code in deck.removed.get(str(count), ()))
        if removed & ~whole:
            yield _found("a card is removed that is not in the pack.", "deck.removed", "deck.jokers")
        cards = whole & ~removed
        if mask_of(top) & ~cards:
            yield _found("a promoted card is not in play.", "deck.top_trumps", "deck.jokers", "deck.removed")
        size = deck.hand_size.get(str(count), cards.bit_count() // count)
        used = size * count
        drawn = used * 2 if deck.formation == "draw" else used
        if drawn > cards.bit_count() or not size:
            detail = f"{count} hands of {size} can't be formed from {cards.bit_count()} cards."
            yield _found(detail, "deck.hand_size", "deck.removed", "table.players")
        elif deck.leftover == "none" and used != cards.bit_count():
            detail = (
                f"{cards.bit_count()} cards make {count} hands of {size} and leave {cards.bit_count() - used} over."
            )
            yield _found(detail, "deck.leftover", "deck.hand_size", "deck.removed", "deck.jokers", "table.players")


def _hand_size(parameters: Parameters, count: int) -> int:
    deck = parameters.deck
    cards = 52 + deck.jokers - len(set(deck.removed.get(str(count), ())))
    return deck.hand_size.get(str(count), cards // count)


def _bidding(parameters: Parameters) -> Iterator[Contradiction]:
    bidding = parameters.bidding
    smallest = min(_hand_size(parameters, count) for count in parameters.table.players)
    least = (
        ("bidding.minimum", bidding.minimum),
        ("bidding.maximum", bidding.maximum),
        ("bidding.team_minimum", bidding.team_minimum),
        ("bidding.nil_partner_minimum", bidding.nil_partner_minimum),
    )
    for name, tricks in least:
        if tricks > smallest:
            yield _found(f"{tricks} is more than the {smallest} tricks of a round.", name, "deck.hand_size")
    if bidding.maximum and bidding.minimum > bidding.maximum:
        yield _found("the least bid is above the greatest.", "bidding.minimum", "bidding.maximum")
    if bidding.maximum and bidding.nil_partner_minimum > bidding.maximum:
        names = ("bidding.nil_partner_minimum", "bidding.maximum")
        yield _found("the least bid of a nil bidder's partner is above the greatest bid.", *names)
    if bidding.team_maximum and bidding.team_minimum > bidding.team_maximum:
        yield _found("the board is above the greatest team bid.", "bidding.team_minimum", "bidding.team_maximum")
    yield from _blind_bids(parameters, bidding.maximum or smallest)
    yield from _restriction(parameters)
    if bidding.first_bidder == "non_dealer" and tuple(parameters.table.players) != (2,):
        yield _found("only a table of two has one player who did not deal.", "bidding.first_bidder", "table.players")


def _blind_bids(parameters: Parameters, most: int) -> Iterator[Contradiction]:
    blind = parameters.blind_bid
    if blind.allowed and blind.minimum > most:
        yield _found("no blind bid is possible.", "blind_bid.minimum", "bidding.maximum", "deck.hand_size")


def _restriction(parameters: Parameters) -> Iterator[Contradiction]:
    bidding = parameters.bidding
    if bidding.restriction == "none":
        return
    if bidding.by == "team":
        yield _found("the restriction is on each player's bid.", "bidding.restriction", "bidding.by")
    if bidding.zero != "nil":
        yield _found("the restriction needs a bid of nil.", "bidding.restriction", "bidding.zero")
    if bidding.restriction == "suicide" and parameters.table.sides == "individual":
        yield _found("suicide needs partners.", "bidding.restriction", "table.sides")


def _nil(parameters: Parameters) -> Iterator[Contradiction]:
    bidding, nil = parameters.bidding, parameters.nil
    if nil.blind and bidding.zero != "nil":
        yield _found("blind nil needs a bid of nil.", "nil.blind", "bidding.zero")
    smallest = min(_hand_size(parameters, count) for count in parameters.table.players)
    for name, cards in (("nil.exchange", nil.exchange), ("nil.blind_exchange", nil.blind_exchange)):
        if cards > smallest:
            yield _found(f"{cards} cards can't be passed from a hand of {smallest}.", name, "deck.hand_size")


def _play(parameters: Parameters) -> Iterator[Contradiction]:
    dealt = parameters.bidding.first_bidder != "drawn_then_rotates"
    if not dealt and parameters.play.opening_leader in {"left_of_dealer", "dealer"}:
        yield _found("there is no dealer to reckon from.", "play.opening_leader", "bidding.first_bidder")


def _game(parameters: Parameters) -> Iterator[Contradiction]:
    game = parameters.game
    if game.floor >= game.target:
        yield _found("the losing score is not below the winning one.", "game.floor", "game.target")
    elif game.floor > 0:
        yield _found("a losing score above 0 would end the game before it begins.", "game.floor")
