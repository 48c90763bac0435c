"""Contracts: what the bids of a side come to after the rules have raised what they raise.

A bid that the rules forbid is reported and stands as it was made; from a raise on, only the raised bid counts (order
of scoring, step 2).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from service.spades.deal.model import NO_KINDS, Contract, StandingBid
from service.spades.findings import Finding
from service.spades.pointers import pointer_to
from service.spades.record.makers import maker
from service.spades.record.model import Bid
from service.spades.rules.bid_kinds import NILS, Kind, kind_of
from service.spades.rules.pack import Pack
from service.spades.rules.rulebook import cite
from service.spades.rules.ruleset import Ruleset
from service.spades.table import Table

_ORDINARY: frozenset[Kind] = frozenset({"ordinary"})


_standing_bid = maker(StandingBid)


_contract = maker(Contract)


@dataclass(slots=True)
class Bidding:
    """What every check of the bidding looks at, and where it reports."""

    ruleset: Ruleset
    pack: Pack
    table: Table
    findings: list[Finding] = field(default_factory=list)
    undecided: list[Finding] = field(default_factory=list)

    def report(self, code: str, bid: Bid, parameter: str, detail: str, *, decided_by: str | None = None) -> None:
        """Add a finding about this bid; with ``decided_by`` it is undecided until that is known."""
        player = None if bid.seat is None else self.table.players[bid.seat]
        finding = Finding(
            code=code,
            pointer=pointer_to("bids", bid.place),
            player=player,
            team=self.table.sides[bid.side].name,
            rule=cite(self.ruleset, parameter),
            detail=f"{player or self.table.sides[bid.side].name} {detail}",
            decided_by=decided_by,
        )
        (self.findings if decided_by is None else self.undecided).append(finding)


def form_contract(bidding: Bidding, side: int, standing: list[Bid]) -> Contract:
    """Form the contract of a side from all bids that stand: raise what the rules raise, then set nil apart."""
    parameters, seats = bidding.ruleset.parameters, bidding.table.sides[side].seats
    rules = parameters.bidding
    # Whichever partner says it, a side that bids as one has made the bid.
    as_one = rules.by == "team" and len(seats) > 1
    made: list[StandingBid] = []
    together, special = 0, False
    for place, seat, bidder, tricks, blind in standing:
        if bidder == side:
            kind: Kind = "ordinary"
            if blind or not tricks:
                kind, special = kind_of(parameters, tricks, blind=blind), True
            made.append(_standing_bid((place, None if as_one else seat, tricks, tricks, kind)))
            together += tricks
    # A bid by the side as one leaves no room for another.
    complete = len(made) == len(seats) or (len(made) == 1 and made[0].seat is None)
    if not (special or rules.team_minimum or rules.team_maximum):
        return _contract((tuple(made), together, complete, _ORDINARY if made else NO_KINDS, False))
    bids = [bid for bid in standing if bid.side == side]
    kinds = frozenset([bid.kind for bid in made])
    if not kinds.isdisjoint(NILS):
        _both_nil(bidding, bids, made)
        # Under suicide the partner's nil is foreseen, so that a bid too low to go with it was illegal when it was made.
        if rules.restriction != "suicide" or rules.nil_partner_breach == "raise_earlier":
            _nil_partner(bidding, bids, made)
    under_board = not kinds <= NILS and _board(bidding, bids, made, complete=complete)
    together = sum([bid.counts_as for bid in made])  # a nil counts as 0
    return _contract((tuple(made), together, complete, kinds, under_board))


def _both_nil(bidding: Bidding, bids: list[Bid], made: list[StandingBid]) -> None:
    if bidding.ruleset.parameters.nil.both_partners != "forbidden":
        return
    nils = [bid for bid, standing in zip(bids, made, strict=True) if standing.kind in NILS]
    for bid in nils[1:]:
        bidding.report("bid_not_allowed", bid, "nil.both_partners", "bid nil after the partner had bid nil.")


def _nil_partner(bidding: Bidding, bids: list[Bid], made: list[StandingBid]) -> None:
    rules = bidding.ruleset.parameters.bidding
    least = rules.nil_partner_minimum
    first_nil = next(place for place, bid in enumerate(made) if bid.kind in NILS)
    for place, bid in enumerate(made):
        if bid.tricks == 0 or bid.counts_as >= least:
            continue
        if place > first_nil:
            detail = f"bid {bid.tricks} beside a nil; the least is {least}."
            bidding.report("nil_partner_bid_too_low", bids[place], "bidding.nil_partner_minimum", detail)
        elif rules.nil_partner_breach == "raise_earlier":
            made[place] = bid._replace(counts_as=least)
            detail = f"bid {bid.tricks}; the partner's nil raises it to {least}."
            bidding.report("bid_raised", bids[place], "bidding.nil_partner_breach", detail)
        else:
            detail = f"bid nil beside a partner's {bid.tricks}; the least beside a nil is {least}."
            bidding.report("nil_partner_bid_too_low", bids[first_nil], "bidding.nil_partner_minimum", detail)


def _board(bidding: Bidding, bids: list[Bid], made: list[StandingBid], *, complete: bool) -> bool:
    """Check what the side bid together; raise it, or return True when it is set for it.

    Two nils make no contract, so that the board does not speak of them.
    """
    rules = bidding.ruleset.parameters.bidding
    if not (rules.team_minimum or rules.team_maximum):
        return False
    together = sum([bid.counts_as for bid in made])
    enough = together >= rules.team_minimum or not complete
    if enough and together <= (rules.team_maximum or together):
        return False
    last = bids[-1]
    name = bidding.table.sides[last.side].name
    if enough:
        detail = f"bid {last.tricks}, which makes {together} for {name}; the most is {rules.team_maximum}."
        bidding.report("team_bid_too_high", last, "bidding.team_maximum", detail)
        return False
    if rules.team_minimum_breach == "raised":
        place = max(place for place, bid in enumerate(made) if bid.kind not in NILS)
        made[place] = made[place]._replace(counts_as=made[place].counts_as + rules.team_minimum - together)
        detail = f"bid {bids[place].tricks}; {name} bid {together} together and is raised to {rules.team_minimum}."
        bidding.report("bid_raised", bids[place], "bidding.team_minimum_breach", detail)
        return False
    detail = f"bid {last.tricks}, which makes {together} for {name}; the board is {rules.team_minimum}."
    bidding.report("team_bid_too_low", last, "bidding.team_minimum", detail)
    return rules.team_minimum_breach == "set"
