"""Limits on the bids that can't be kept together.

Three things make a ruleset unusable here:

- *A minimum above a maximum.* What the rules require of a bid is more than they allow for the same bid (this module).
- *A kind of bid without an auction.* In no auction with a bid of tricks is every bid legal, at one of the tables; or in
  no auction with a nil, or with a blind bid, at any table, although the ruleset allows such bids (`possible_auctions`).
- *A deal without an auction.* Under mirror, and under whiz for a player without spades, the cards decide the bid. In
  some deal, however rare, bids that nobody chose break another rule (`forced_bids`).

A ruleset is usable as long as somebody could have bid otherwise. If the first bidder bids 13 and all bids together may
not be more, the next player may have no legal bid left; but the first had others. Nor is it a contradiction if a limit
forbids nothing, if a board is out of reach but only raises or sets the side below it, or if another rule puts the limit
out of effect.
"""

from __future__ import annotations

from collections.abc import Iterator

from service.spades.english import count_of
from service.spades.rules.allowed_table import AllowedTable
from service.spades.rules.bid_kinds import partner_may_bid_nil, partners_bid_separately
from service.spades.rules.contradiction import Contradiction
from service.spades.rules.forced_bids import mirror_contradictions, whiz_contradictions
from service.spades.rules.parameters import Parameters
from service.spades.rules.possible_auctions import impossible_auctions, lift


def bidding_contradictions(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[Contradiction]:
    """Yield the contradictions between limits on the bids at any of these tables, each once."""
    direct = {each.names: each for each in (*_minimum_above_maximum(parameters, tables), *_restriction(parameters))}
    yield from direct.values()
    # Lift these limits before the search, so that it neither reports them again nor misses others behind them.
    parameters = lift(parameters, (names[0] for names in direct))
    search = {"mirror": mirror_contradictions, "whiz": whiz_contradictions}.get(
        parameters.bidding.restriction, impossible_auctions
    )
    playable = tuple(table for table in tables if table.can_be_dealt)
    yield from {each.names: each for each in search(parameters, playable)}.values()


def _minimum_above_maximum(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[Contradiction]:
    rules, sizes = parameters.bidding, [table.pack.hand_size for table in tables]
    minimums = [("bidding.minimum", rules.minimum), ("bidding.team_minimum", rules.team_minimum)]
    if partner_may_bid_nil(parameters):
        minimums.append(("bidding.nil_partner_minimum", rules.nil_partner_minimum))
    for name, minimum in minimums:
        is_board = name == "bidding.team_minimum"
        if minimum > min(sizes):
            because = f"{minimum} is more than the {count_of(min(sizes), 'trick')} in a round."
            yield Contradiction.between(name, "deck.hand_size", because=because)
        if rules.team_maximum and minimum > rules.team_maximum:
            because = "the minimum is above a side's maximum."
            yield Contradiction.between(name, "bidding.team_maximum", because=because)
        greatest = rules.maximum * (2 if is_board and partners_bid_separately(parameters) else 1)
        raised = is_board and rules.team_minimum_breach == "raised"
        if rules.maximum and minimum > greatest and not raised:
            yield Contradiction.between(name, "bidding.maximum", because="the minimum is above the maximum.")
    if rules.maximum > max(sizes):
        because = f"no round has {rules.maximum} tricks."
        yield Contradiction.between("bidding.maximum", "deck.hand_size", because=because)
    yield from _blind_minimum_above_maximum(parameters, max(sizes))


def _blind_minimum_above_maximum(parameters: Parameters, largest_hand: int) -> Iterator[Contradiction]:
    rules, blind = parameters.bidding, parameters.blind_bid
    name, because = "blind_bid.minimum", "no blind bid is possible."
    if blind.allowed and blind.minimum > min(rules.maximum or largest_hand, largest_hand):
        yield Contradiction.between(name, "bidding.maximum", "deck.hand_size", because=because)
    if blind.allowed and blind.minimum > (rules.team_maximum or blind.minimum):
        yield Contradiction.between(name, "bidding.team_maximum", because=because)


def _restriction(parameters: Parameters) -> Iterator[Contradiction]:
    """Yield what leaves no sense to mirror, whiz or suicide."""
    rules, name = parameters.bidding, "bidding.restriction"
    alone = parameters.table.sides == "individual"
    if rules.restriction == "none":
        return
    if rules.by == "team" and not alone:
        yield Contradiction.between(
            name, "bidding.by", because="the restriction is on players' bids, and a side bids as one."
        )
    # Under mirror a player without spades bids 0, whether that is nil or not (docs/rules.md, C13). The others need nil.
    if rules.zero == "not_allowed" or (rules.zero == "uncommitted" and rules.restriction != "mirror"):
        needed = "0" if rules.restriction == "mirror" else "nil"
        yield Contradiction.between(name, "bidding.zero", because=f"{rules.restriction} needs a bid of {needed}.")
    if rules.restriction == "suicide" and alone:
        yield Contradiction.between(name, "table.sides", because="suicide needs partners.")
