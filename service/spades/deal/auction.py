"""The bidding: whose turn it is and which bids the rules forbid; what comes out are the contracts as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from service.spades.deal.bidding_order import first_bidder
from service.spades.deal.contracts import Bidding, form_contract
from service.spades.deal.hands_dealt import Deal
from service.spades.deal.model import Auction, Contract
from service.spades.findings import Finding
from service.spades.pointers import pointer_to
from service.spades.record.model import Bid, Standing
from service.spades.rules.bid_kinds import bids_itself, kind_of
from service.spades.rules.pack import Pack
from service.spades.rules.parameters import Parameters
from service.spades.rules.rulebook import cite
from service.spades.rules.ruleset import Ruleset
from service.spades.table import Table, in_turn

_bidder = attrgetter("seat")


def examine_bids(  # noqa: PLR0913 - the bidding looks at all that a bidder may know
    ruleset: Ruleset,
    pack: Pack,
    table: Table,
    bids: tuple[Bid, ...],
    *,
    dealer: int | None,
    round_number: int | None,
    before: tuple[Standing, ...] | None,
    deal: Deal | None,
    finished: bool,
    opener: int | None = None,
) -> Auction:
    """Judge the bids of a round; ``deal`` where there is one, ``finished`` when play has begun and no bid may lack.

    ``opener`` is who is to bid first where no dealer tells it.
    """
    parameters = ruleset.parameters
    bidding = Bidding(ruleset, pack, table)
    if bids_itself(parameters, round_number):
        for bid in bids:
            bidding.report(
                "bid_not_allowed", bid, "bidding.first_round", "bid in the round that is played without bids."
            )
        empty = tuple(Contract((), 0, complete=True) for _ in table.sides)
        return Auction(empty, tuple(bidding.findings), (), complete=True)
    first = first_bidder(parameters, table, dealer)
    standing = list(bids)
    if not _in_order(parameters, table, bids, opener if first is None else first):
        standing = _first_bids(bidding, bids)
        _turns(bidding, bids, opener if first is None else first, finished=finished)
    _each(bidding, standing, before)
    contracts, complete = _contracts(bidding, standing)
    if parameters.bidding.restriction != "none":
        nothing = ((0, pack.hand_size),) * pack.players
        _restriction(bidding, standing, nothing if deal is None else deal.spades_bid_on(contracts))
    if standing and parameters.bidding.table_total != "any":
        _table_total(bidding, standing[-1], sum(contract.tricks for contract in contracts), complete=complete)
    if finished and not complete:
        bidding.findings.extend(_missing(bidding, standing))
    if bidding.findings or bidding.undecided:
        # The checks go rule by rule; the findings stand in the order of the record.
        for found in (bidding.findings, bidding.undecided):
            found.sort(key=lambda finding: _place(finding.pointer, len(bids)))
    return Auction(contracts, tuple(bidding.findings), tuple(bidding.undecided), complete)


def _in_order(parameters: Parameters, table: Table, bids: tuple[Bid, ...], first: int | None) -> bool:
    """Tell whether each player bid once, in turn: then nothing more needs to be asked about who bid when."""
    if parameters.bidding.by == "team" or not bids:
        return False
    seats = tuple(map(_bidder, bids))
    opener = seats[0] if first is None else first
    return opener is not None and seats == table.order[opener][: len(seats)]


def _each(bidding: Bidding, standing: list[Bid], before: tuple[Standing, ...] | None) -> None:
    """Check each bid by itself; most are ordinary ones in the usual range."""
    rules = bidding.ruleset.parameters.bidding
    least, most = rules.minimum, rules.maximum or bidding.pack.hand_size
    for bid in standing:
        _, _, _, tricks, blind = bid
        if not least <= tricks <= most:
            _range(bidding, bid)
        if blind:
            _blind(bidding, bid, before)


def _contracts(bidding: Bidding, standing: list[Bid]) -> tuple[tuple[Contract, ...], bool]:
    """Return the contract of each side, and whether all of them are complete."""
    contracts: list[Contract] = []
    complete = True
    for side in range(len(bidding.table.sides)):
        contract = form_contract(bidding, side, standing)
        contracts.append(contract)
        complete = complete and contract.complete
    return tuple(contracts), complete


def _place(pointer: str, last: int) -> int:
    place = pointer.rpartition("/")[2]
    return int(place) if place.isdigit() else last


def _first_bids(bidding: Bidding, bids: tuple[Bid, ...]) -> list[Bid]:
    """Return the bids that stand: of each bidder the first (catalogue C11)."""
    by_team = bidding.ruleset.parameters.bidding.by == "team"
    standing: list[Bid] = []
    for bid in bids:
        same_side = [other for other in standing if other.side == bid.side]
        if by_team or bid.seat is None:
            repeated = bool(same_side)
        else:
            repeated = any(other.seat in {bid.seat, None} for other in same_side)
        if repeated:
            bidding.report("bid_repeated", bid, "bidding.changes", f"bid {bid.tricks} after the bid had been made.")
        else:
            standing.append(bid)
    return standing


def _turns(bidding: Bidding, bids: tuple[Bid, ...], first: int | None, *, finished: bool) -> None:
    """Report who bid before his turn; under ``bidding.by`` ``team`` the sides take turns.

    Once play has begun a bid that lacks is one fault: who came after it did not bid out of turn.
    """
    table = bidding.table
    by_team = bidding.ruleset.parameters.bidding.by == "team"
    if first is None:
        if not bids:
            return
        first = table.sides[bids[0].side].seats[0] if by_team or bids[0].seat is None else bids[0].seat
    rotation = table.order[first]
    if by_team:
        rotation = tuple(dict.fromkeys(table.side_of[seat] for seat in rotation))
    whole = {seat for bid in bids if bid.seat is None for seat in table.sides[bid.side].seats}
    present = {bid.side for bid in bids} if by_team else whole.union(bid.seat for bid in bids)
    if finished:
        rotation = tuple(each for each in rotation if each in present)
    acted: set[int] = set()
    for bid in bids:
        if not by_team and bid.seat is None:
            acted.update(table.sides[bid.side].seats)
            continue
        actor = bid.side if by_team or bid.seat is None else bid.seat
        if actor not in acted and not in_turn(rotation, acted, actor):
            waiting = next(each for each in rotation if each not in acted)
            whose = table.sides[waiting].name if by_team else table.players[waiting]
            detail = f"bid {bid.tricks} before the turn had come round; it was {whose}'s."
            bidding.report("bid_out_of_turn", bid, "bidding.first_bidder", detail)
        acted.add(actor)


def _range(bidding: Bidding, bid: Bid) -> None:
    """Report a bid out of range; a blind bid that may be made has a least bid of its own, which is never lower."""
    rules, blind = bidding.ruleset.parameters.bidding, bidding.ruleset.parameters.blind_bid
    single = bid.seat is not None or rules.by == "team"
    if bid.tricks == 0:
        if rules.zero == "not_allowed":
            bidding.report("bid_not_allowed", bid, "bidding.zero", "bid 0, which may not be bid.")
    elif single and bid.tricks < rules.minimum and not (bid.blind and blind.allowed):
        bidding.report("bid_too_low", bid, "bidding.minimum", f"bid {bid.tricks}; the least is {rules.minimum}.")
    if bid.tricks > bidding.pack.hand_size:
        detail = f"bid {bid.tricks}; the round has {bidding.pack.hand_size} tricks."
        bidding.report("bid_too_high", bid, "bidding.maximum", detail)
    elif single and rules.maximum and bid.tricks > rules.maximum:
        bidding.report("bid_too_high", bid, "bidding.maximum", f"bid {bid.tricks}; the most is {rules.maximum}.")


def _blind(bidding: Bidding, bid: Bid, before: tuple[Standing, ...] | None) -> None:
    parameters = bidding.ruleset.parameters
    nil = kind_of(parameters, bid.tricks, blind=True) == "blind_nil"
    group = "nil" if nil else "blind_bid"
    allowed = parameters.nil.blind if nil else parameters.blind_bid.allowed
    what = "blind nil" if nil else f"{bid.tricks} blind"
    if not allowed:
        switch = "nil.blind" if nil else "blind_bid.allowed"
        bidding.report("blind_bid_not_allowed", bid, switch, f"bid {what}; no such bid may be made blind.")
        return
    # A blind bid is never open below the least ordinary one; a 0 that may not be bid at all is not too low besides.
    least = max(parameters.blind_bid.minimum, parameters.bidding.minimum)
    if not nil and bid.tricks < least and (bid.tricks or parameters.bidding.zero != "not_allowed"):
        detail = f"bid {what}; the least blind bid is {least}."
        bidding.report("bid_too_low", bid, "blind_bid.minimum", detail)
    deficit = parameters.nil.blind_deficit if nil else parameters.blind_bid.deficit
    if not deficit:
        return
    name = f"{group}.{'blind_deficit' if nil else 'deficit'}"
    if before is None:
        detail = f"bid {what}, which needs a deficit of {deficit} points; the standing is not known."
        bidding.report("blind_bid_not_allowed", bid, name, detail, decided_by="#/before")
        return
    behind = max(each.score for each in before) - before[bid.side].score
    if behind < deficit:
        detail = f"bid {what} at {behind} points behind; it needs {deficit}."
        bidding.report("blind_bid_not_allowed", bid, name, detail)


def _restriction(bidding: Bidding, standing: list[Bid], spades: tuple[tuple[int, int], ...]) -> None:
    rule = bidding.ruleset.parameters.bidding.restriction
    if rule in {"mirror", "whiz"}:
        for bid in standing:
            _spades_bid(bidding, bid, spades, nil_is_open=rule == "whiz")
    elif rule == "suicide":
        _suicide(bidding, standing)


def _suicide(bidding: Bidding, standing: list[Bid]) -> None:
    """One partner bids nil, the other the contract, which goes with a nil and is held to its least from the start."""
    rules = bidding.ruleset.parameters.bidding
    least = rules.nil_partner_minimum if rules.nil_partner_breach == "illegal" else 0
    # Where no two partners may bid nil at all, that has been told.
    told = bidding.ruleset.parameters.nil.both_partners == "forbidden"
    for place, bid in enumerate(standing):
        partners = [other for other in standing[:place] if other.side == bid.side]
        if partners and (bid.tricks == 0) == (partners[0].tricks == 0):
            if told and not bid.tricks:
                continue
            wanted = "nil" if bid.tricks else "the team's contract"
            detail = f"bid {bid.tricks}; beside the partner's {partners[0].tricks} only {wanted} is open."
            bidding.report("bid_not_allowed", bid, "bidding.restriction", detail)
        elif 0 < bid.tricks < least:
            detail = f"bid {bid.tricks} where the partner has to bid nil; the least is {least}."
            bidding.report("nil_partner_bid_too_low", bid, "bidding.nil_partner_minimum", detail)


def _spades_bid(bidding: Bidding, bid: Bid, spades: tuple[tuple[int, int], ...], *, nil_is_open: bool) -> None:
    if bid.seat is None or (nil_is_open and bid.tricks == 0):
        return
    least, most = spades[bid.seat]
    if least <= bid.tricks <= most:
        if least != most:
            where = pointer_to("hands", bidding.table.players[bid.seat])
            detail = f"bid {bid.tricks}; how many spades the hand held is not known."
            bidding.report("bid_not_allowed", bid, "bidding.restriction", detail, decided_by=where)
        return
    held = str(least) if least == most else f"{least} to {most}"
    spades_held = f"{held} spade{'' if least == most == 1 else 's'}"
    bidding.report("bid_not_allowed", bid, "bidding.restriction", f"bid {bid.tricks} with {spades_held} in the hand.")


def _table_total(bidding: Bidding, last: Bid, total: int, *, complete: bool) -> None:
    rule, size = bidding.ruleset.parameters.bidding.table_total, bidding.pack.hand_size
    if complete and total == size if rule == "not_hand_size" else total > size:
        detail = f"bid {last.tricks}, which makes {total} for the table of {size} tricks."
        bidding.report("table_total_not_allowed", last, "bidding.table_total", detail)


def _missing(bidding: Bidding, standing: list[Bid]) -> Iterator[Finding]:
    by_team = bidding.ruleset.parameters.bidding.by == "team"
    whole = {bid.side for bid in standing if by_team or bid.seat is None}
    bidders = {bid.seat for bid in standing}
    for place, side in enumerate(bidding.table.sides):
        if place in whole:
            continue
        for seat in side.seats if not by_team else side.seats[:1]:
            if seat not in bidders:
                who = None if by_team else bidding.table.players[seat]
                yield Finding(
                    code="bid_missing",
                    pointer="#/bids",
                    player=who,
                    team=side.name,
                    rule=cite(bidding.ruleset, "bidding.by"),
                    detail=f"{who or side.name} has no bid in the record.",
                )
