"""The auction: whose turn it is to bid and which bids the rules forbid; the result is each side's contract.

The bids open to the next bidder are found by adding each to the auction and judging it, so that no rule is stated
twice.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Final, TypeAlias

from service.spades.cards import SPADES
from service.spades.catalogue.entries import Severity
from service.spades.catalogue.parameters.bids import BLIND, NILS, Kind
from service.spades.deal.contracts import (
    KINDS_IN_WORDS,
    Auction,
    BidOptions,
    BidReporter,
    ClosedBid,
    Contract,
    OpenBid,
    form_contract,
    in_turn_from,
    opener_of,
    shown_by,
    unknown_contract,
)
from service.spades.deal.drawing import examine_draws
from service.spades.deal.hands_dealt import Deal
from service.spades.deal.misdeals import judge_misdeal
from service.spades.findings import Finding, Reporter
from service.spades.record.log import RoundContext, context_of, may_be_incomplete, with_record
from service.spades.record.model import Bid, RoundRecord, RoundResult
from service.spades.rules.ruleset import Parameters, Ruleset, bids_itself
from service.spades.sentence import Sentence, say
from service.spades.table import in_turn

_PARTNERS: Final = 2

SpadesDealt: TypeAlias = Callable[[tuple[Contract, ...]], tuple[tuple[int, int], ...]]
"""Returns for each seat the least and the most spades that its hand, as dealt, can have held."""


def deal_and_bid(context: RoundContext[RoundRecord], reporter: Reporter, *, bidding_over: bool) -> tuple[Deal, Auction]:
    """Judge all that comes before the play: hands drawn or dealt, the bids, and the cards that partners passed.

    ``bidding_over`` is as in `examine_bids`, and what is found about the bids is in the auction. A bid may have been
    made that the record does not have.
    """
    if context.record.draws is not None:
        context = with_record(context, examine_draws(context, reporter))
    deal = Deal(context, reporter)
    auction = examine_bids(context, deal.spades_dealt, bidding_over=bidding_over, may_lack=True)
    judge_misdeal(deal, auction.contracts, reporter)
    deal.pass_cards(auction.contracts)
    return deal, auction


def examine_bids(
    context: RoundContext[RoundRecord | RoundResult],
    spades_dealt: SpadesDealt | None = None,
    *,
    bidding_over: bool,
    may_lack: bool = False,
    last_counts: bool = False,
) -> Auction:
    """Judge the bids of a round.

    ``spades_dealt`` is None if nothing is known of the hands. ``bidding_over`` is True once play has begun: then no bid
    may be missing. ``may_lack`` is whether, until then, a bid may have been made that the record does not have: a table
    that asks while it bids has them all. ``last_counts`` judges the last bid as one that counts, whatever the partner
    may bid after it. Of bids that were not recorded nothing is found, and no contract is known.
    """
    record, ruleset, _, table = context
    parameters, bids = ruleset.parameters, record.bids
    reporter = BidReporter(context)
    unbid = _auction_without_bids(reporter)
    if unbid is not None:
        return unbid
    first = opener_of(parameters, record)
    first_bids, openers = list(bids), list[int]()
    if not reporter.ordered:
        first_bids, reporter.turns_known = in_turn_from(table, first, first_bids), first is not None
    elif not _is_in_order(context, first):
        first_bids = _first_bids(reporter)
        openers = _check_turns(reporter, first, bidding_over=bidding_over, may_lack=may_lack)
    if first is None and record.openers:
        openers = [*record.openers]
    first_bids = _without_advice(reporter, first_bids, openers, bidding_over=bidding_over, last_counts=last_counts)
    _check_each(reporter, first_bids)
    contracts = tuple([form_contract(reporter, side, first_bids) for side in range(len(table.sides))])
    complete = len(reporter.settled) == len(table.sides)
    if parameters.bids.restriction != "none":
        spades = _spades_of_any_deal(context) if spades_dealt is None else spades_dealt(contracts)
        _check_restriction(reporter, first_bids, spades)
    if first_bids and not parameters.bids.table.allows_any:
        _check_table_total(reporter, first_bids[-1], contracts, complete=complete)
    if bidding_over and not complete and not may_be_incomplete(context):
        _report_missing(reporter)
    if reporter.findings or reporter.undecided:
        # The checks go rule by rule; the findings are listed in the order of the record.
        for findings in (reporter.findings, reporter.undecided):
            findings.sort(key=lambda finding: finding.location[-1] if len(finding.location) > 1 else len(bids))
    return Auction(contracts, tuple(reporter.findings), tuple(reporter.undecided), complete)


def _auction_without_bids(reporter: BidReporter) -> Auction | None:
    """Return the auction of a round without bids, or of one whose bids were not recorded; None for any other round."""
    record, parameters = reporter.context.record, reporter.context.ruleset.parameters
    sides = reporter.table.sides
    if bids_itself(parameters, record.round_number):
        for bid in record.bids:
            reporter.report_bid("bid_not_allowed", bid, "bid_in_unbid_round", parameter="bids.first_round")
        return Auction((Contract((), 0, complete=True),) * len(sides), tuple(reporter.findings), (), complete=True)
    if isinstance(record, RoundRecord) and not record.bids_recorded:
        return Auction((unknown_contract(parameters),) * len(sides), (), (), complete=False)
    return None


def _is_in_order(context: RoundContext[RoundRecord | RoundResult], first: int | None) -> bool:
    """Return whether the players so far bid once each and in turn: then there is no more to ask about the order."""
    bids = context.record.bids
    if context.ruleset.parameters.bids.by == "team" or not bids:
        return False
    seats = tuple([bid.seat for bid in bids])
    opener = seats[0] if first is None else first
    return opener is not None and seats == context.table.order[opener][: len(seats)]


def _check_each(reporter: BidReporter, first_bids: list[Bid]) -> None:
    """Check each bid by itself; most are ordinary ones in the usual range."""
    parameters, size = reporter.context.ruleset.parameters, reporter.context.pack.hand_size
    number = parameters.bids.number
    least, most, is_open = number.least, min(number.most or size, size), number.allowed and not number.deficit
    for bid in first_bids:
        if bid.kind != "number" or not (is_open and least <= bid.tricks <= most):
            _check_by_row(reporter, bid)


def _first_bids(reporter: BidReporter) -> list[Bid]:
    """Return the bids that count: the first of each bidder, or the highest to which a side has raised it (C11)."""
    rules = reporter.context.ruleset.parameters.bids
    by_team, may_raise = rules.by == "team", rules.changes == "raise_until_opponents_bid"
    first_bids: list[Bid] = []
    said: set[tuple[object, ...]] = set()
    for bid in reporter.context.record.bids:
        same_side = [other for other in first_bids if other.side == bid.side]
        if rules.by == "last_partner" and bid.seat is None and all(other.seat is not None for other in same_side):
            repeated = len(same_side) == len(reporter.table.sides[bid.side].seats)  # else the last partner bid it
        elif by_team or bid.seat is None:
            repeated = bool(same_side)
        else:
            repeated = any(other.seat in {bid.seat, None} for other in same_side)
        if repeated and may_raise and same_side == first_bids and bid.tricks > same_side[0].tricks:
            first_bids = [bid]
        elif repeated and bid[1:] in said:
            reporter.report_bid("bid_repeated", bid, "bid_said_again")
        elif repeated:
            reporter.report_bid("bid_repeated", bid, "bid_is_no_raise" if may_raise else "bid_repeated")
        else:
            first_bids.append(bid)
        said.add(bid[1:])
    return first_bids


def _without_advice(
    reporter: BidReporter, bids: list[Bid], openers: list[int], *, bidding_over: bool, last_counts: bool
) -> list[Bid]:
    """Return the bids that count if the partner who bids second makes the contract, and note each number before it.

    If the order of the bids is not recorded it is that of the turns, and if nobody knows that, the contract is open.
    ``openers`` are the seats that may have been first, if earlier rounds leave it open or somebody bid out of turn: an
    order against the turns from any of them proves nothing. With ``last_counts`` the last one is no advice.
    """
    table, parameters = reporter.table, reporter.context.ruleset.parameters
    if parameters.bids.by != "last_partner":
        return bids
    # If somebody bid twice, one of these bids may be a partner's who has none.
    reporter.one_is_enough = bidding_over and len(bids) == len(reporter.context.record.bids)
    counting = list(bids)
    for side in range(len(table.sides)):
        own = [bid for bid in bids if bid.side == side]
        numbers = [bid for bid in own if bid.kind not in NILS]
        if len(numbers) == 1 and len(own) < len(table.sides[side].seats) and own[0].seat is not None:
            reporter.may_be_advice[own[0].position] = None
        if len(numbers) != _PARTNERS:
            continue
        advice, counts = numbers
        counting.remove(advice)
        reporter.not_counting[side] = 1
        alike = (advice.tricks, advice.kind) == (counts.tricks, counts.kind)
        if reporter.ordered or reporter.turns_known:
            reporter.report_bid("bid_advised", advice, "bid_advised", contract=counts.tricks)
            # A bid in the name of the side after a partner's is the other partner's.
            as_in_turn = counts.seat is None or all(
                in_turn_from(table, opener, numbers) == numbers for opener in openers
            )
            if not (alike or (reporter.ordered and as_in_turn)):
                reporter.may_be_advice[counts.position] = advice
        elif alike:
            counting[counting.index(counts)] = counts._replace(seat=None)
        else:
            counting.remove(counts)
            reporter.not_counting[side] = _PARTNERS
            detail = say("second_number_unknown", side=side, one=advice.tricks, other=counts.tricks)
            reporter.ask("bid_advised", ("bids",), detail, side=side, decided_by=shown_by(parameters))
    if last_counts:
        reporter.may_be_advice.pop(len(reporter.context.record.bids) - 1, None)
    return counting


def _check_turns(reporter: BidReporter, first: int | None, *, bidding_over: bool, may_lack: bool) -> list[int]:
    """Report who bid before his turn; return the seats that may have been first.

    If nobody knows whose turn it was to bid first, no bid is proved to be out of turn: the player who made it may have
    been the first. If somebody was out of turn whoever was first, it is asked who, among those with whom the fewest
    bids are out of turn. If whoever was passed over has no bid in the record, which ``may_lack`` it, that is asked.
    """
    if first is not None:
        proved = {bid for bid, _ in _out_of_turn(reporter, first, bidding_over=bidding_over or may_lack)}
        for bid, whose in _out_of_turn(reporter, first, bidding_over=bidding_over):
            if bid in proved:
                reporter.report_bid("bid_out_of_turn", bid, "bid_out_of_turn", whose=whose)
            else:
                key = "bid_out_of_turn_unless_unwritten"
                reporter.report_bid("bid_out_of_turn", bid, key, decided_by=("bids",), whose=whose)
        return [first]
    trials = [
        {bid for bid, _ in _out_of_turn(reporter, seat, bidding_over=bidding_over)}
        for seat in range(len(reporter.table.players))
    ]
    fewest = min(map(len, trials))
    for bid in sorted({bid for late in trials if len(late) == fewest for bid in late}):
        decided_by = shown_by(reporter.context.ruleset.parameters)
        reporter.report_bid("bid_out_of_turn", bid, "bid_in_turn_or_not", decided_by=decided_by)
    return [seat for seat, late in enumerate(trials) if len(late) == fewest]


def _out_of_turn(reporter: BidReporter, first: int, *, bidding_over: bool) -> list[tuple[Bid, Sentence]]:
    """Return the bids made before their turn if this seat bids first, each with whose turn it was.

    Under ``bids.by`` ``team`` the sides take turns. Once play has begun, a missing bid is one fault: the players
    after it did not bid out of turn.
    """
    table, bids = reporter.table, reporter.context.record.bids
    by_team = reporter.context.ruleset.parameters.bids.by == "team"
    rotation = table.order[first]
    if by_team:
        rotation = tuple(dict.fromkeys(table.side_of[seat] for seat in rotation))
    whole = {seat for bid in bids if bid.seat is None for seat in table.sides[bid.side].seats}
    present = {bid.side for bid in bids} if by_team else whole.union(bid.seat for bid in bids)
    if bidding_over:
        rotation = tuple(bidder for bidder in rotation if bidder in present)
    acted: set[int] = set()
    out: list[tuple[Bid, Sentence]] = []
    for bid in bids:
        if not by_team and bid.seat is None:
            acted.update(table.sides[bid.side].seats)
            continue
        actor = bid.side if by_team or bid.seat is None else bid.seat
        if actor not in acted and not in_turn(rotation, acted, actor):
            waiting = next(bidder for bidder in rotation if bidder not in acted)
            out.append((bid, say("side", side=waiting) if by_team else say("player", player=waiting)))
        acted.add(actor)
    return out


def _check_by_row(reporter: BidReporter, bid: Bid) -> None:
    """Report a bid that the row of its kind does not allow: at all, with so few or so many tricks, or so far ahead."""
    kind = bid.kind
    row, is_blind = reporter.context.ruleset.parameters.bids.of(kind), kind in BLIND
    code = "blind_bid_not_allowed" if is_blind else "bid_not_allowed"
    what = say("tricks_blind", tricks=bid.tricks) if kind == "blind" else KINDS_IN_WORDS[kind]
    if not row.allowed:
        has_nil = reporter.context.ruleset.parameters.bids.nil.allowed
        # If these rules have neither nil nor a 0 that promises nothing, what they lack is both.
        switch = f"bids.{'nil' if kind == 'zero' and not has_nil else kind}.allowed"
        key = {"zero": "zero_not_allowed", "number": "number_not_allowed"}.get(kind, "blind_not_allowed")
        reporter.report_bid(code, bid, key, parameter=switch, what=what)
    if bid.tricks:
        _check_range(reporter, bid, kind)
    if row.allowed:
        _check_deficit(reporter, bid, kind, what)


def _check_range(reporter: BidReporter, bid: Bid, kind: Kind) -> None:
    """Report a number out of range; that of a blind bid, if it is allowed, is never below the ordinary minimum."""
    rules, size = reporter.context.ruleset.parameters.bids, reporter.context.pack.hand_size
    single = bid.seat is not None or rules.by == "team"
    row = rules.of(kind)
    own = kind if row.allowed else "number"  # one that is not allowed blind is held to what a number is
    if own == "blind":
        least = max(row.least, rules.number.least)
        if bid.tricks < least:
            what = say("tricks_blind", tricks=bid.tricks)
            reporter.report_bid(
                "bid_too_low", bid, "blind_below_least", parameter="bids.blind.least", what=what, least=least
            )
    elif single and bid.tricks < rules.number.least:
        reporter.report_bid("bid_too_low", bid, "bid_below_least", least=rules.number.least)
    most = rules.of(own).most
    if bid.tricks > size:
        reporter.report_bid("bid_too_high", bid, "bid_above_all_tricks", size=size)
    elif single and 0 < most < bid.tricks:
        reporter.report_bid("bid_too_high", bid, "bid_above_most", parameter=f"bids.{own}.most", most=most)


def _check_deficit(reporter: BidReporter, bid: Bid, kind: Kind, what: Sentence) -> None:
    """Report a bid by a side that is not far enough behind; ask, if the standing is not known."""
    record = reporter.context.record
    deficit, before = reporter.context.ruleset.parameters.bids.of(kind).deficit, record.before
    if not deficit:
        return
    code = "blind_bid_not_allowed" if kind in BLIND else "bid_not_allowed"
    limit = f"bids.{kind}.deficit"
    if before is None:
        unknown = ("before",)
        key = "bid_needs_deficit"
        reporter.report_bid(code, bid, key, parameter=limit, decided_by=unknown, what=what, deficit=deficit)
        return
    scores = [side.score for side in before]
    behind = max(*scores, *record.away) - scores[bid.side]
    if behind < deficit:
        key = "bid_without_deficit"
        reporter.report_bid(code, bid, key, parameter=limit, what=what, behind=behind, deficit=deficit)


def _spades_of_any_deal(context: RoundContext[RoundRecord | RoundResult]) -> tuple[tuple[int, int], ...]:
    """Return for each seat the least and the most spades of a hand of which nothing is known but its size."""
    pack, dealer = context.pack, context.record.dealer
    spades, others = pack.suits[SPADES].bit_count(), pack.non_spades.bit_count()
    deals = [pack.hand_sizes(seat) for seat in (range(pack.players) if dealer is None else (dealer,))]
    return tuple([(max(0, min(sizes) - others), min(spades, max(sizes))) for sizes in zip(*deals, strict=True)])


def _check_restriction(reporter: BidReporter, first_bids: list[Bid], spades: tuple[tuple[int, int], ...]) -> None:
    rule = reporter.context.ruleset.parameters.bids.restriction
    if rule in {"mirror", "whiz"}:
        for bid in first_bids:
            _check_spades_bid(reporter, bid, spades, nil_is_open=rule == "whiz")
    elif rule == "suicide":
        _check_suicide(reporter, first_bids)


def _check_suicide(reporter: BidReporter, first_bids: list[Bid]) -> None:
    """Check that one partner bids nil and the other the contract, which has a minimum of its own beside a nil."""
    parameters = reporter.context.ruleset.parameters
    rules = parameters.bids
    least = rules.partner_of_nil.least if rules.partner_of_nil.breach == "illegal" else 0
    # If no two partners may bid nil at all, that has been reported.
    reported = rules.both_nil.how == "forbidden"
    for index, bid in enumerate(first_bids):
        partners = [other for other in first_bids[:index] if other.side == bid.side]
        is_nil = bid.kind in NILS
        if partners and is_nil == (partners[0].kind in NILS):
            if reported and is_nil:
                continue
            if reporter.ordered:
                key = "only_contract_is_open" if is_nil else "only_nil_is_open"
                reporter.report_bid("bid_not_allowed", bid, key, partners=partners[0].tricks)
            else:
                either = "one_nil_too_many" if is_nil else "one_contract_too_many"
                for repeated in (partners[0], bid):
                    reporter.report_bid("bid_not_allowed", repeated, either, decided_by=("bids",))
        elif not is_nil and bid.tricks < least:
            reporter.report_bid("nil_partner_bid_too_low", bid, "bid_too_low_before_nil", least=least)


def _check_spades_bid(
    reporter: BidReporter, bid: Bid, spades: tuple[tuple[int, int], ...], *, nil_is_open: bool
) -> None:
    """Report a bid that is not the number of spades held; ask, if that number is not known."""
    if bid.seat is None or (nil_is_open and bid.tricks == 0):
        return
    least, most = spades[bid.seat]
    if least <= bid.tricks <= most:
        if least != most:
            reporter.report_bid("bid_not_allowed", bid, "spades_not_known", decided_by=("hands", bid.seat))
    elif least == most:
        reporter.report_bid("bid_not_allowed", bid, "not_the_spades_held", spades=least)
    else:
        reporter.report_bid("bid_not_allowed", bid, "outside_the_spades_held", least=least, most=most)


def _check_table_total(reporter: BidReporter, last: Bid, contracts: tuple[Contract, ...], *, complete: bool) -> None:
    rules, size = reporter.context.ruleset.parameters.bids, reporter.context.pack.hand_size
    if rules.by == "last_partner":
        contracts = tuple([contracts[side] for side in sorted(reporter.settled)])  # any other number may be advice
    total = sum(contract.tricks for contract in contracts)
    limit = rules.table.breach_by(total, size, complete=complete)
    if limit is None:
        return
    is_advice = any(bid.position in reporter.may_be_advice for contract in contracts for bid in contract.bids)
    if rules.table.breach == "redeal":
        if is_advice:
            detail = say("table_total_or_advice", total=total)
            reporter.ask("round_thrown_in", ("bids",), detail, parameter=limit, decided_by=("bids",))
        elif complete:
            reporter.report("round_thrown_in", ("bids",), say("round_thrown_in", total=total), parameter=limit)
    elif reporter.ordered and not is_advice:
        bid, reached = last, total
        if limit == "bids.table.most":
            position, reached = _first_over(contracts, rules.table.most)
            bid = reporter.context.record.bids[position]
        reporter.report_bid("table_total_not_allowed", bid, "table_total", parameter=limit, total=reached)
    else:
        key = "table_total_or_advice" if is_advice else "table_total_of_unknown_last"
        detail = say(key, total=total)
        reporter.ask("table_total_not_allowed", ("bids",), detail, parameter=limit, decided_by=("bids",))


def _first_over(contracts: tuple[Contract, ...], most: int) -> tuple[int, int]:
    """Return the position of the bid with which all bids, which are too many, first pass this, and what they make.

    A bid is raised by the last bid of its side.
    """
    amounts = {bid.position: bid.tricks for contract in contracts for bid in contract.bids}
    for contract in contracts:
        if contract.bids:
            amounts[contract.bids[-1].position] += sum([bid.counts_as - bid.tricks for bid in contract.bids])
    positions = sorted(amounts)
    totals = accumulate([amounts[position] for position in positions])
    return next((position, total) for position, total in zip(positions, totals, strict=True) if total > most)


def _report_missing(reporter: BidReporter) -> None:
    """Report the bids that are not there: an error in a list of the bidding, a note where only numbers were recorded.

    A list in order says how the bidding went. Numbers by player say nothing of whoever has none: that bid was not
    recorded, which contradicts nothing.
    """
    by, bids = reporter.context.ruleset.parameters.bids.by, reporter.context.record.bids
    present, bidders = {bid.side for bid in bids}, {bid.seat for bid in bids}
    severity: Severity = "error" if reporter.ordered else "note"
    for index, side in enumerate(reporter.table.sides):
        if index in reporter.settled:
            continue
        if by == "team" or (by == "last_partner" and index not in present):
            detail = say("bid_missing", bidder=say("side", side=index))
            reporter.report("bid_missing", ("bids",), detail, side=index, severity=severity)
            continue
        for seat in side.seats:
            if seat not in bidders:
                detail = say("bid_missing", bidder=say("player", player=seat))
                reporter.report("bid_missing", ("bids",), detail, seat=seat, severity=severity)


def bid_options(record: RoundRecord, ruleset: Ruleset) -> BidOptions:
    """Judge the bids so far; return them with the bids open to the next bidder, and why the others are closed."""
    context, reporter = context_of(record, ruleset), Reporter(record.table)
    if record.draws is not None:
        context = with_record(context, examine_draws(context, reporter))
    deal = Deal(context, reporter)
    auction = _auction_with(context, deal, record.bids)
    seat, side = _next_bidder(context, auction)
    if side is None:
        return BidOptions(auction, None, None, (), (), None if auction.complete else shown_by(ruleset.parameters))
    open_bids: list[OpenBid] = []
    closed: list[ClosedBid] = []
    index = len(record.bids)
    for kind in _kinds_to_try(ruleset.parameters):
        for tricks in range(1, context.pack.hand_size + 1) if kind in {"number", "blind"} else (0,):
            tried = (*record.bids, Bid(index, seat, side, tricks, kind))
            judged = _auction_with(context, deal, tried, last_counts=True)
            against = [
                finding
                for finding in judged.findings
                if finding.severity == "offence" and finding not in auction.findings
            ]
            if against:
                # If blind bids are not allowed at all, that is the reason to give, even if the number is wrong too.
                against.sort(key=lambda finding: finding.code != "blind_bid_not_allowed")
                closed.append(ClosedBid(tricks, kind, _of_offered(against[0], is_closed=True)))
            else:
                asked = (
                    _of_offered(each, is_closed=False) for each in judged.undecided if each not in auction.undecided
                )
                open_bids.append(OpenBid(tricks, kind, next(asked, None)))
    return BidOptions(auction, seat, side, tuple(open_bids), tuple(closed))


def _of_offered(finding: Finding, *, is_closed: bool) -> Finding:
    """Return what is found about a bid that nobody has made: it may not be made, or perhaps."""
    first, *others = finding.detail
    facts = dict(first.facts)
    if "bidder" in facts:
        bidder = facts["bidder"]
        facts["bidder"] = say("may_not", bidder=bidder) if is_closed else say("may_perhaps", bidder=bidder)
    return finding._replace(detail=(first._replace(facts=facts), *others))


def _kinds_to_try(parameters: Parameters) -> list[Kind]:
    """Return the kinds of bids that somebody may ask about: not a nil, or a plain 0, that the rules do not know."""
    rules = parameters.bids
    kinds: tuple[Kind, ...] = ("nil", "zero", "number", "blind_nil", "blind")
    known = {"number", "blind", *(["blind_nil"] if rules.has_nil else [])}
    known.update([kind for kind in ("nil", "zero") if rules.of(kind).allowed] or ["zero"])
    return [kind for kind in kinds if kind in known]


def _auction_with(
    context: RoundContext[RoundRecord], deal: Deal, bids: tuple[Bid, ...], *, last_counts: bool = False
) -> Auction:
    """Return the auction with these bids in place of those recorded."""
    tried = context._replace(record=context.record._replace(bids=bids))
    return examine_bids(tried, deal.spades_dealt, bidding_over=False, last_counts=last_counts)


def _next_bidder(context: RoundContext[RoundRecord], auction: Auction) -> tuple[int | None, int | None]:
    """Return the seat (None for a side that bids as one) and the side that bid next; both None if nobody does."""
    record, ruleset, _, table = context
    first = opener_of(ruleset.parameters, record)
    if first is None and record.bids and record.bidders is None:
        bid = record.bids[0]
        first = table.sides[bid.side].seats[0] if bid.seat is None else bid.seat
    if first is None or auction.complete:
        return None, None
    bidders = {bid.seat for bid in record.bids}
    for seat in table.order[first]:
        side = table.side_of[seat]
        if auction.contracts[side].complete:
            continue
        if ruleset.parameters.bids.by == "team":
            return None if len(table.sides[side].seats) > 1 else seat, side
        if seat not in bidders:
            return seat, side
    return None, None
