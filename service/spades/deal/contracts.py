"""Contracts: the bids of a side after the rules have raised what they raise, and who bids first.

A bid that the rules forbid is reported and counts as it was made; once a bid is raised, only the raised one counts
(docs/reference/rules.md, The order of scoring, step 2). Who bids first follows from who dealt (`bids.first_bidder`,
C1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from service.spades.catalogue.parameters.bids import BLIND, NILS, Kind
from service.spades.findings import CODES, About, Finding, Location, Reporter
from service.spades.record.log import RoundContext
from service.spades.record.model import Bid, RoundRecord, RoundResult
from service.spades.rules.ruleset import Parameters
from service.spades.sentence import Fact, Sentence, say
from service.spades.table import Table

KINDS_IN_WORDS: Final[Mapping[Kind, Sentence]] = MappingProxyType(
    {
        "number": say("number"),
        "zero": say("zero"),
        "nil": say("nil"),
        "blind": say("blind"),
        "blind_nil": say("blind_nil"),
    }
)
"""A kind of bid as a part of a sentence."""
NO_KINDS: Final[frozenset[Kind]] = frozenset()


class StandingBid(NamedTuple):
    """A bid after the rules have raised what they raise: by a player, or by a side as a whole (``seat`` None)."""

    position: int
    """Its position among the bids of the record."""
    seat: int | None
    tricks: int
    counts_as: int
    kind: Kind


class Contract(NamedTuple):
    """What one side bid."""

    bids: tuple[StandingBid, ...]
    tricks: int
    """The sum of the side's bids that are not nil: the contract."""
    complete: bool
    """Whether every bid that the ruleset asks of this side is there."""
    kinds: frozenset[Kind] = NO_KINDS
    """The kinds of its bids."""
    under_board: bool = False
    """Whether the side is set for having bid less than the board, however many tricks it takes."""
    certain: bool = True
    """Whether it is certain which of its bids count."""


class Auction(NamedTuple):
    """The bids of a record, judged."""

    contracts: tuple[Contract, ...]
    """For each side its contract, in the order of the table."""
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    complete: bool

    @property
    def thrown_in(self) -> bool:
        """Whether the round is void because of what all bids add up to."""
        return any(finding.code == "round_thrown_in" for finding in self.findings)

    @property
    def may_be_thrown_in(self) -> bool:
        """Whether that is open: which bids count is not certain."""
        return any(question.code == "round_thrown_in" for question in self.undecided)


def nils_of_players(contracts: Iterable[Contract]) -> dict[int, StandingBid]:
    """Return the nils that players have bid, by their seats, in that order.

    A nil of a whole side is none of these: it fails if either partner takes a trick.
    """
    nils = [bid for contract in contracts for bid in contract.bids if bid.kind in NILS]
    by_seat = {bid.seat: bid for bid in nils if bid.seat is not None}
    return {seat: by_seat[seat] for seat in sorted(by_seat)}


class OpenBid(NamedTuple):
    """A bid that may be made now, with the open question if that is not certain."""

    tricks: int
    kind: Kind
    condition: Finding | None


class ClosedBid(NamedTuple):
    """A bid that may not be made now, and the finding that it would bring."""

    tricks: int
    kind: Kind
    finding: Finding


class BidOptions(NamedTuple):
    """The bidding so far, judged, and the bids open to the next bidder."""

    auction: Auction
    next_seat: int | None
    next_side: int | None
    """Who bids next: a player, or under ``bids.by`` ``team`` a side; None if the bidding is over or nobody knows."""
    open: tuple[OpenBid, ...]
    closed: tuple[ClosedBid, ...]
    decided_by: Location | None = None
    """What would show who bids next, if nobody knows."""


def first_bidder(parameters: Parameters, table: Table, dealer: int | None) -> int | None:
    """Return the seat that bids first, or None if only the first bid recorded can say."""
    if dealer is None or parameters.bids.first_bidder == "drawn_then_rotates":
        return None
    return bidder_after(parameters, table, dealer)


def bidder_after(parameters: Parameters, table: Table, dealer: int) -> int:
    """Return the seat that bids first, if this one dealt."""
    return dealer if parameters.bids.first_bidder == "dealer" else (dealer + 1) % len(table.players)


def opener_of(parameters: Parameters, record: RoundRecord | RoundResult) -> int | None:
    """Return the seat that bids first by the dealer, or by earlier rounds; None if only the first bid can say."""
    first = first_bidder(parameters, record.table, record.dealer)
    return record.opener if first is None else first


def shown_by(parameters: Parameters) -> Location:
    """Return what would show who is to bid first, if nobody knows: the dealer, or if there is none, the bids."""
    return ("bids",) if parameters.bids.first_bidder == "drawn_then_rotates" else ("dealer",)


def dealer_before(parameters: Parameters, table: Table, bidder: int) -> int:
    """Return the seat that dealt, if this one bids first."""
    return bidder if parameters.bids.first_bidder == "dealer" else (bidder - 1) % len(table.players)


def in_turn_from(table: Table, first: int | None, bids: Iterable[Bid]) -> list[Bid]:
    """Return bids of unknown order in the order of turns from ``first``; unchanged if nobody knows who was first."""
    if first is None:
        return list(bids)
    turn = table.order[first].index
    return sorted(bids, key=lambda bid: turn(table.sides[bid.side].seats[0] if bid.seat is None else bid.seat))


class BidReporter(Reporter):
    """Reports about the bids of a round; its sentences begin with the bidder."""

    def __init__(self, context: RoundContext[RoundRecord | RoundResult]) -> None:
        super().__init__(context.table)
        self.context = context
        self.ordered = context.record.bidders is None
        """Whether the record says in which order the bids were made."""
        self.turns_known = True
        """Whether it is known at least in which order the bids were to be made."""
        self.nil_is_foreseen = context.ruleset.parameters.bids.restriction == "suicide"
        """Whether one of two partners bids nil in any case: a number is then the whole contract of its side."""
        self.one_is_enough = False
        """Whether a single number of a side is its contract, though a partner's may be missing."""
        self.not_counting: dict[int, int] = {}
        """By side how many of its numbers do not count: advice, or both if nobody knows which of them is."""
        self.may_be_advice: dict[int, Bid | None] = {}
        """By the positions of bids that count: the partner's bid that counts instead if the record has the order of the
        two wrong, None if that is not known. Such a bid proves nothing against anybody."""
        self.settled: set[int] = set()
        """The sides of which the contract is known."""

    def report_bid(
        self,
        code: str,
        bid: Bid,
        key: str,
        *,
        parameter: str | None = None,
        decided_by: Location | None = None,
        **facts: Fact,
    ) -> None:
        """Report a bid by the sentence of this key; with ``decided_by`` it is an open question until that is known.

        ``parameter`` is the one whose rule is broken, if it is not the usual one of the code. If the bid may be advice,
        an offence is an open question.
        """
        about: About = {"side": bid.side} if bid.seat is None else {"seat": bid.seat}
        if key == "bid_said_again":
            about["severity"] = "note"  # or it was written twice
        if parameter is not None:
            about["parameter"] = parameter
        detail = [say(key, bidder=bidder_of(bid), bid=bid.tricks, **facts)]
        if bid.position in self.may_be_advice and CODES[code].severity == "offence":
            decided_by = decided_by or ("bids",)
            detail.append(say("may_be_advice"))
        if decided_by is None:
            self.report(code, ("bids", bid.position), *detail, **about)
        else:
            about["decided_by"] = decided_by
            self.ask(code, ("bids", bid.position), *detail, **about)


def bidder_of(bid: Bid) -> Sentence:
    """Return who made a bid, as the subject of a sentence: a player, or a side that bids as one."""
    return say("side", side=bid.side) if bid.seat is None else say("player", player=bid.seat)


def form_contract(reporter: BidReporter, side: int, first_bids: list[Bid]) -> Contract:
    """Form the contract of a side from all bids that count: raise what the rules raise, then set nil apart."""
    parameters, seats = reporter.context.ruleset.parameters, reporter.table.sides[side].seats
    rules = parameters.bids
    # Under bidding by team, the bid is the side's, whichever partner makes it.
    as_one = rules.by == "team" and len(seats) > 1
    bids = [bid for bid in first_bids if bid.side == side]
    made: list[StandingBid] = []
    for position, seat, _, tricks, kind in bids:
        made.append(StandingBid(position, None if as_one else seat, tricks, tricks, kind))
    # A side that bids as a whole makes one bid. One that does not count is there, too.
    not_counting = reporter.not_counting.get(side, 0)
    complete = len(made) + not_counting == len(seats) or (len(made) == 1 and made[0].seat is None)
    settled = bool(made) and (complete or (reporter.one_is_enough and any(bid.kind not in NILS for bid in made)))
    if settled:
        reporter.settled.add(side)
    certain = bool(made) and made[0].position not in reporter.may_be_advice
    kinds = frozenset([bid.kind for bid in made])
    if len(made) > 1:
        _check_how_many(reporter, bids, made)
    # Where the nil is foreseen, a bid too low to go with it was illegal when it was made.
    was_illegal = reporter.nil_is_foreseen and rules.partner_of_nil.breach != "raise_earlier"
    if not (was_illegal or kinds.isdisjoint(NILS)):
        _check_nil_partner(reporter, bids, made)
    under_board = False
    if not kinds <= NILS and (settled or rules.by != "last_partner"):
        under_board = _check_board(reporter, bids, made, complete=settled or reporter.nil_is_foreseen)
    return Contract(
        bids=tuple(made),
        tricks=sum([bid.counts_as for bid in made]),  # a nil counts as 0
        complete=complete,
        kinds=kinds,
        under_board=under_board,
        certain=certain,
    )


def unknown_contract(parameters: Parameters) -> Contract:
    """Return the contract of a side whose bids were not recorded: any nil that may be bid may be among them."""
    nils = [kind for kind in NILS if parameters.bids.of(kind).allowed]
    return Contract((), 0, complete=False, kinds=frozenset[Kind](nils or ["zero"]))


def _check_how_many(reporter: BidReporter, bids: list[Bid], made: list[StandingBid]) -> None:
    """Report the bids of a side beyond the number of partners who may make them: of one kind, or nils of both kinds."""
    rules = reporter.context.ruleset.parameters.bids
    limits: list[tuple[frozenset[Kind], str]] = []
    if rules.both_nil.how == "forbidden":
        limits.append((NILS, "bids.both_nil.how"))
    limits += [(frozenset({bid.kind}), f"bids.{bid.kind}.per_side") for bid in made if rules.of(bid.kind).per_side == 1]
    for kinds, parameter in dict.fromkeys(limits):
        alike = [bid for bid, standing in zip(bids, made, strict=True) if standing.kind in kinds]
        code = "blind_bid_not_allowed" if kinds <= BLIND else "bid_not_allowed"
        what = KINDS_IN_WORDS[next(iter(kinds)) if len(kinds) == 1 else "nil"]
        if not reporter.ordered and len(alike) > 1:
            for bid in alike:
                reporter.report_bid(code, bid, "one_too_many", parameter=parameter, decided_by=("bids",), what=what)
        elif len(alike) > 1:
            for bid in alike[1:]:
                reporter.report_bid(code, bid, "not_beside_partners", parameter=parameter, what=what)


def _check_nil_partner(reporter: BidReporter, bids: list[Bid], made: list[StandingBid]) -> None:
    rules = reporter.context.ruleset.parameters.bids
    least = rules.partner_of_nil.least
    first_nil = next(index for index, bid in enumerate(made) if bid.kind in NILS)
    for index, bid in enumerate(made):
        if bid.kind in NILS or bid.counts_as >= least:
            continue
        raised = rules.partner_of_nil.breach == "raise_earlier"
        if not reporter.ordered and not (raised and reporter.turns_known and index < first_nil):
            code, key = "nil_partner_bid_too_low", "low_bid_or_raised" if raised else "low_bid_or_nil"
            for doubted in (bids[index],) if raised else sorted((bids[index], bids[first_nil])):
                reporter.report_bid(code, doubted, key, least=least, decided_by=("bids",))
        elif index > first_nil:
            reporter.report_bid("nil_partner_bid_too_low", bids[index], "bid_too_low_beside_nil", least=least)
        elif raised:
            made[index] = bid._replace(counts_as=least)
            parameter = "bids.partner_of_nil.breach"
            reporter.report_bid("bid_raised", bids[index], "bid_raised_by_nil", parameter=parameter, least=least)
        else:
            code, key = "nil_partner_bid_too_low", "nil_beside_bid_too_low"
            reporter.report_bid(code, bids[first_nil], key, partners=bid.tricks, least=least)


def _check_board(reporter: BidReporter, bids: list[Bid], made: list[StandingBid], *, complete: bool) -> bool:
    """Check what the side bid together, raise it if the rules do, and return whether the side is set for it.

    The caller leaves out sides that bid nothing but nil: they have no contract, and the board does not apply to them.
    """
    rules = reporter.context.ruleset.parameters.bids
    if not (rules.side_least or rules.side_most):
        return False
    together = sum([bid.counts_as for bid in made])
    side, enough = bids[-1].side, together >= rules.side_least or not complete
    if enough and together <= (rules.side_most or together):
        return False
    index = max(index for index, bid in enumerate(made) if bid.kind not in NILS)
    at_last = reporter.ordered and bids[index].position not in reporter.may_be_advice
    if enough:
        code, most = "team_bid_too_high", rules.side_most
        if at_last or not _is_proved(reporter, bids[index], lambda tricks: tricks > most):
            reporter.report_bid(code, bids[index], "side_over_its_most", together=together, side=side, most=most)
        else:
            detail = say("side_over_its_most_together", together=together, side=side, most=most)
            reporter.report(code, ("bids",), detail, side=side)
        return False
    board = rules.side_least
    if rules.side_breach == "raised":
        made[index] = made[index]._replace(counts_as=made[index].counts_as + board - together)
        if reporter.ordered:
            key = "bid_raised_to_board"
            reporter.report_bid("bid_raised", bids[index], key, together=together, side=side, board=board)
        else:
            detail = say("side_raised_to_board", together=together, side=side, board=board)
            reporter.report("bid_raised", ("bids",), detail, side=side)
        return False
    proved = _is_proved(reporter, bids[index], lambda tricks: tricks < board)
    if at_last or not proved:
        key = "side_under_the_board"
        last = index if reporter.nil_is_foreseen else -1
        reporter.report_bid("team_bid_too_low", bids[last], key, together=together, side=side, board=board)
    else:
        detail = say("side_under_the_board_together", together=together, side=side, board=board)
        reporter.report("team_bid_too_low", ("bids",), detail, side=side)
    return proved and rules.side_breach == "set"


def _is_proved(reporter: BidReporter, number: Bid, is_breach: Callable[[int], bool]) -> bool:
    """Return whether a side breaks a limit with this number, even if that was advice."""
    if number.position not in reporter.may_be_advice:
        return True
    instead = reporter.may_be_advice[number.position]
    return instead is not None and is_breach(instead.tricks)
