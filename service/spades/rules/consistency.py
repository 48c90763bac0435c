"""Parameters that contradict each other: every contradiction found, with the names of the parameters in it.

A ruleset is refused if it can't be played as stated, and only then: some rule asks for what the others leave no room
for, or nobody could tell who is to open. What the limits of the bidding leave is judged in `limits`. Rules that reward
what others punish (a bag penalty above 0, a nil worth more when it fails) can be played, and are.
"""

from __future__ import annotations

from collections.abc import Iterator

from service.spades.cards import BIG_JOKER, CLUBS, INDEX, LITTLE_JOKER, mask_of
from service.spades.rules.bidding_limits import clashes
from service.spades.rules.contradiction import Contradiction, Seating, found
from service.spades.rules.pack import pack_for
from service.spades.rules.parameters import Parameters

_TWO_SIDES = 2


def contradictions(parameters: Parameters) -> tuple[Contradiction, ...]:
    """Return every contradiction between these parameters; none for a ruleset that can be played."""
    seats = 2 if parameters.table.sides == "partnership" else 1
    tables = tuple(Seating(pack_for(parameters.deck, count), seats) for count in parameters.table.players)
    told = (
        *_table(tables),
        *_deck(parameters, tables),
        *clashes(parameters, tables),
        *_bidding(parameters),
        *_nil(parameters, tables),
        *_play(parameters, tables),
        *_game(parameters),
        *_irregularities(parameters, tables),
    )
    return tuple(dict.fromkeys(told))


def _table(tables: tuple[Seating, ...]) -> Iterator[Contradiction]:
    for table in tables:
        if not table.sits:
            yield found(f"{table.pack.players} players can't sit as partners.", "table.sides", "table.players")


def _deck(parameters: Parameters, tables: tuple[Seating, ...]) -> Iterator[Contradiction]:
    deck = parameters.deck
    jokers = mask_of((BIG_JOKER, LITTLE_JOKER)[: deck.jokers])
    whole = mask_of(range(52)) | jokers
    top = mask_of(INDEX[code] for code in deck.top_trumps)
    if top.bit_count() != len(deck.top_trumps):
        yield found("a card is listed twice.", "deck.top_trumps")
    if deck.formation == "draw" and tuple(parameters.table.players) != (2,):
        yield found("hands are drawn by two players only.", "deck.formation", "table.players")
    somewhere = 0
    for pack, _ in tables:
        somewhere |= pack.cards
        if top and jokers & pack.cards & ~top:
            yield found("a joker in play has no rank.", "deck.top_trumps", "deck.jokers")
        if mask_of(INDEX[code] for code in deck.removed.get(str(pack.players), ())) & ~whole:
            yield found("a card is removed that is not in the pack.", "deck.removed", "deck.jokers")
        cards, size, used = pack.cards.bit_count(), pack.hand_size, pack.hand_size * pack.players
        drawn = used * 2 if deck.formation == "draw" else used
        if drawn > cards or not size:
            detail = f"{pack.players} hands of {size} can't be formed from {cards} cards."
            yield found(detail, "deck.hand_size", "deck.removed", "table.players")
        elif deck.leftover == "none" and pack.leftover:
            detail = f"{cards} cards make {pack.players} hands of {size} and leave {pack.leftover} over."
            yield found(detail, "deck.leftover", "deck.hand_size", "deck.removed", "deck.jokers", "table.players")
    if top & ~somewhere:
        yield found("a promoted card is not in play.", "deck.top_trumps", "deck.jokers", "deck.removed")


def _bidding(parameters: Parameters) -> Iterator[Contradiction]:
    if parameters.bidding.first_bidder == "non_dealer" and tuple(parameters.table.players) != (2,):
        yield found("only a table of two has one player who did not deal.", "bidding.first_bidder", "table.players")


def _nil(parameters: Parameters, tables: tuple[Seating, ...]) -> Iterator[Contradiction]:
    nil, bid = parameters.nil, parameters.bidding.zero == "nil"
    if nil.blind and not bid:
        yield found("blind nil needs a bid of nil.", "nil.blind", "bidding.zero")
    if not bid or parameters.table.sides == "individual":
        return
    smallest = min(table.pack.hand_size for table in tables)
    passed = (("nil.exchange", nil.exchange), ("nil.blind_exchange", nil.blind_exchange if nil.blind else 0))
    for name, cards in passed:
        if cards > smallest:
            yield found(f"{cards} cards can't be passed from a hand of {smallest}.", name, "deck.hand_size")


def _play(parameters: Parameters, tables: tuple[Seating, ...]) -> Iterator[Contradiction]:
    bidding, play = parameters.bidding, parameters.play
    if bidding.first_bidder == "drawn_then_rotates" and play.opening_leader in {"left_of_dealer", "dealer"}:
        yield found("there is no dealer to reckon from.", "play.opening_leader", "bidding.first_bidder")
    if play.opening_leader == "high_bidder":
        if bidding.by == "team" and parameters.table.sides == "partnership":
            yield found("of two partners nobody is the bidder.", "play.opening_leader", "bidding.by")
        if bidding.first_round == "bids_itself":
            yield found("in round one nobody bids.", "play.opening_leader", "bidding.first_round")
    for pack, _ in tables:
        if not pack.suits[CLUBS]:
            for name, value in (
                ("opening_leader", play.opening_leader),
                ("opening_card", play.opening_card),
                ("first_trick", play.first_trick),
            ):
                if value in {"lowest_club", "all_lowest_club"}:
                    yield found("the pack has no club.", f"play.{name}", "deck.removed", "deck.top_trumps")


def _game(parameters: Parameters) -> Iterator[Contradiction]:
    game = parameters.game
    if game.floor >= game.target:
        yield found("the losing score is not below the winning one.", "game.floor", "game.target")
    elif game.floor > 0:
        yield found("a losing score above 0 would end the game before it begins.", "game.floor")


def _irregularities(parameters: Parameters, tables: tuple[Seating, ...]) -> Iterator[Contradiction]:
    sides = max(table.pack.players // table.seats for table in tables)
    if parameters.irregularities.revoke_tricks_go_to == "opponents" and sides > _TWO_SIDES:
        detail = f"at a table of {sides} sides there is not one other side for the tricks to go to."
        yield found(detail, "irregularities.revoke_tricks_go_to", "table.players", "table.sides")
