"""Limits of the bidding that can't be kept together, so that nobody could bid by the rules.

Three things make a ruleset unusable here:

- *A least above a greatest.* What the rules ask of a bid at least is above what the same bid may be at most.
- *A kind of bid without an auction.* There is no auction in which every bid is legal and one is of tricks (at every
  table), is nil or is blind (at any table, where the ruleset opens such bids).
- *A deal without an auction.* Under mirror the cards decide the bids, and under whiz for who holds no spade: a deal can
  come, however rarely, in which bids that nobody chose break another rule. Who has no choice can't be at fault.

What a bidder runs into because another chose a bid that leaves him none (13 first, where all bids may come to 13 and 0
may not be bid) is not refused: other bids were open. Nor is a limit that forbids nothing, a board within reach that is
paid for (``set``) or raised to, or a rule that others put out of effect.
"""

from __future__ import annotations

from collections.abc import Iterator

from service.spades.rules.contradiction import Contradiction, Seating, found
from service.spades.rules.parameters import Parameters
from service.spades.rules.possible_auctions import bids_a_side, goes_with_nil, impossible_auctions, without


def clashes(parameters: Parameters, seatings: tuple[Seating, ...]) -> Iterator[Contradiction]:
    """Yield the limits of the bidding that contradict each other at one of these tables, each once."""
    plain = {each.names: each for each in (*_bounds(parameters, seatings), *_restricted(parameters))}
    yield from plain.values()
    # A limit that has been told of is lifted, so that it is not told of again and hides no other.
    eased = without(parameters, (names[0] for names in plain))
    restriction = eased.bidding.restriction
    search = {"mirror": _mirror, "whiz": _whiz}.get(restriction, impossible_auctions)
    tables = tuple(table for table in seatings if table.stands)
    yield from {each.names: each for each in search(eased, tables)}.values()


def _bounds(parameters: Parameters, seatings: tuple[Seating, ...]) -> Iterator[Contradiction]:
    """Compare the least of each bid with the greatest."""
    rules, sizes = parameters.bidding, [table.pack.hand_size for table in seatings]
    leasts = [("bidding.minimum", rules.minimum), ("bidding.team_minimum", rules.team_minimum)]
    if goes_with_nil(parameters):
        leasts.append(("bidding.nil_partner_minimum", rules.nil_partner_minimum))
    for name, least in leasts:
        if least > min(sizes):
            yield found(f"{least} is more than the {min(sizes)} tricks of a round.", name, "deck.hand_size")
        if rules.team_maximum and least > rules.team_maximum:
            yield found("the least is above the greatest bid of a side.", name, "bidding.team_maximum")
        most = rules.maximum * (bids_a_side(parameters) if name == "bidding.team_minimum" else 1)
        raised = name == "bidding.team_minimum" and rules.team_minimum_breach == "raised"
        if rules.maximum and least > most and not raised:
            yield found("the least is above the greatest bid.", name, "bidding.maximum")
    if rules.maximum > max(sizes):
        yield found(f"no round has {rules.maximum} tricks.", "bidding.maximum", "deck.hand_size")
    yield from _blind_bounds(parameters, max(sizes))


def _blind_bounds(parameters: Parameters, largest: int) -> Iterator[Contradiction]:
    rules, blind = parameters.bidding, parameters.blind_bid
    if blind.allowed and blind.minimum > min(rules.maximum or largest, largest):
        yield found("no blind bid is possible.", "blind_bid.minimum", "bidding.maximum", "deck.hand_size")
    if blind.allowed and blind.minimum > (rules.team_maximum or blind.minimum):
        yield found("no blind bid is possible.", "blind_bid.minimum", "bidding.team_maximum")


def _restricted(parameters: Parameters) -> Iterator[Contradiction]:
    """Ask whether the bids are restricted to what can't be bid at all."""
    rules, alone = parameters.bidding, parameters.table.sides == "individual"
    if rules.restriction == "none":
        return
    if rules.by == "team" and not alone:
        yield found("the restriction is on each player's bid.", "bidding.restriction", "bidding.by")
    # Mirror asks who holds no spade for a bid of 0, whatever that is (C13); the others speak of nil.
    if rules.zero == "not_allowed" or (rules.zero == "uncommitted" and rules.restriction != "mirror"):
        what = "0" if rules.restriction == "mirror" else "nil"
        yield found(f"the restriction needs a bid of {what}.", "bidding.restriction", "bidding.zero")
    if rules.restriction == "suicide" and alone:
        yield found("suicide needs partners.", "bidding.restriction", "table.sides")


def _mirror(parameters: Parameters, tables: tuple[Seating, ...]) -> Iterator[Contradiction]:
    """Look for deals in which bids of exactly the spades held, which nobody chooses, break another rule."""
    for table in tables:
        yield from _mirrored(parameters, table)
        yield from _mirrored_beside_nil(parameters, table)
        yield from _mirrored_total(parameters, table)


def _mirrored(parameters: Parameters, table: Seating) -> Iterator[Contradiction]:
    rules, hand, side = parameters.bidding, table.spades_in(1), table.spades_in(table.seats)
    exempt = 0 if rules.zero == "nil" else -1
    if any(0 < held < rules.minimum for held in hand):
        yield _forced("a hand may hold fewer than the least bid", "bidding.minimum")
    if rules.maximum and hand[-1] > rules.maximum:
        yield _forced(f"a hand may hold {hand[-1]}", "bidding.maximum")
    if rules.team_minimum_breach == "illegal" and any(exempt < held < rules.team_minimum for held in side):
        yield _forced("a side may hold fewer than the board", "bidding.team_minimum")
    if rules.team_maximum and side[-1] > rules.team_maximum:
        yield _forced(f"a side may hold {side[-1]}", "bidding.team_maximum")


def _mirrored_beside_nil(parameters: Parameters, table: Seating) -> Iterator[Contradiction]:
    if not goes_with_nil(parameters) or 0 not in table.spades_in(1):
        return
    side = table.spades_in(table.seats)
    if any(0 < held < parameters.bidding.nil_partner_minimum and held in table.spades_in(1) for held in side):
        yield _forced("a hand may hold too few to go with the nil of one without", "bidding.nil_partner_minimum")
    if parameters.nil.both_partners == "forbidden" and 0 in side:
        yield _forced("both partners may hold none", "nil.both_partners")


def _forced(detail: str, *names: str) -> Contradiction:
    return found(f"the spades held are the bid, and {detail}.", "bidding.restriction", *names)


def _mirrored_total(parameters: Parameters, table: Seating) -> Iterator[Contradiction]:
    rules, size, players = parameters.bidding, table.pack.hand_size, table.pack.players
    if rules.table_total == "any":
        return
    board = rules.team_minimum if rules.team_minimum_breach == "raised" else 0
    # Side by side: the spades held so far, and what they come to as bids.
    sums = {(0, 0)}
    for _ in range(players // table.seats):
        sums = {
            (held + more, bid + (max(more, board) if more or rules.zero != "nil" else 0))
            for held, bid in sums
            for more in table.spades_in(table.seats)
        }
    for total in sorted({bid for held, bid in sums if held in table.spades_in(players)}):
        if total == size if rules.table_total == "not_hand_size" else total > size:
            detail = f"all bids may come to {total} in a round of {size} tricks"
            yield _forced(detail, "bidding.table_total", *["bidding.team_minimum"] * bool(board))


def _whiz(parameters: Parameters, tables: tuple[Seating, ...]) -> Iterator[Contradiction]:
    """Look for deals in which a nil, which every player may bid, breaks another rule."""
    if goes_with_nil(parameters) and parameters.nil.both_partners == "forbidden":
        for table in tables:
            if 0 in table.spades_in(2):
                detail = "partners who hold no spade would both have to bid nil."
                yield found(detail, "bidding.restriction", "nil.both_partners")
