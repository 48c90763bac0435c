"""The bidding, judged step by step; what rests on the hands is judged by the evidence of the whole record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from tests.naive.bidding_turns import bidder, bidders, dealer_of, first_bidders, out_of_turn
from tests.naive.declared import may_lack_bids
from tests.naive.table import Table, path

Json = dict[str, Any]
Found = tuple[str, str, str | None, str | None]
"""A finding: code, pointer, player, card."""

NILS = {"nil", "blind_nil"}
BLIND = {"blind", "blind_nil"}


@dataclass
class Bid:
    """A bid that stands."""

    place: int
    player: str | None
    side: str
    tricks: int
    kind: str
    counts_as: int

    @property
    def pointer(self) -> str:
        return path("bids", self.place)

    @property
    def is_nil(self) -> bool:
        return self.kind in NILS


@dataclass
class Bidding:
    """What came of the bidding."""

    findings: list[Found] = field(default_factory=list)
    undecided: list[Found] = field(default_factory=list)
    spoken: list[Bid] = field(default_factory=list)
    """The first bid of everybody, advice too."""
    standing: list[Bid] = field(default_factory=list)
    """Those that count."""
    repeated: bool = False
    doubtful: dict[int, Bid | None] = field(default_factory=dict)
    """By the places of numbers that may be advice: the partner's that then counts, if there is one."""
    settled: set[str] = field(default_factory=set)
    """The sides whose contract is known."""
    below_board: set[str] = field(default_factory=set)
    """The sides whose contract is below the board."""
    by_side: list[tuple[str, str, str]] = field(default_factory=list)
    """Code, pointer and side of each finding about all that a side bid."""
    thrown_in: bool = False
    """Whether the round is dealt again because of what the bids add up to."""
    may_be_thrown_in: bool = False
    """Whether that is open, so that the round has no score."""
    bids_itself: bool = False

    def of(self, side: str) -> list[Bid]:
        """Return the bids of a side."""
        return [bid for bid in self.standing if bid.side == side]

    def add(self, code: str, bid: Bid) -> None:
        """Report this of a bid; of a number that may be advice it is open, unless it is nobody's fault."""
        is_open = bid.place in self.doubtful and code != "bid_raised"
        (self.undecided if is_open else self.findings).append((code, bid.pointer, bid.player, None))


def kind_of(raw: Json, rules: Json) -> str:
    """Return what a bid is: a 0 that does not say so is nil, if there is nil; otherwise it promises nothing."""
    unseen = "number" if raw["tricks"] else "nil" if rules["nil"]["allowed"] else "zero"
    return str(raw.get("kind", unseen))


def read_bids(record: Json, table: Table, parameters: Json) -> Bidding:
    """Judge all of the bidding but what rests on the hands."""
    bidding = Bidding()
    rules = parameters["bids"]
    bidding.bids_itself = rules["first_round"] == "bids_itself" and record.get("round_number") == 1
    if bidding.bids_itself:
        for place, raw in enumerate(record.get("bids", [])):
            bidding.findings.append(("bid_not_allowed", path("bids", place), bidder(raw, table), None))
        return bidding
    if "bids" not in record:
        return bidding  # bids that were not recorded are not missing
    starts = first_bidders(record, rules, table)
    # Once play has begun, a bid that is missing is one fault: who bid after it did not bid out of turn.
    # Nor is any bid missed in a round that is void or was broken off.
    is_over = bool(record["tricks"]) or "tricks_won" in record or may_lack_bids(record, table)
    silent = set(table.players) - bidders(record, table) if is_over else set()
    outs = [set(out_of_turn(record, rules, table, start, silent)) for start in starts]
    proved = _surely_out(record, rules, table, starts, outs, is_over=is_over)
    open_ = {place for out in outs if len(out) == min(map(len, outs)) for place in out}
    done: set[str] = set()
    raises = _raises(record, table, rules)
    for place, raw in enumerate(record["bids"]):
        player = bidder(raw, table)
        side: str = raw["team"] if player is None else table.side_of[player]
        seats = {player} if player is not None and rules["by"] != "team" else set(table.sides[side])
        if _have_bid(seats, done, rules) and place not in raises:
            bidding.repeated = True
            bidding.findings.append(("bid_repeated", path("bids", place), player, None))
            done |= seats
            continue
        if place in proved:
            bidding.findings.append(("bid_out_of_turn", path("bids", place), player, None))
        elif place in open_:
            bidding.undecided.append(("bid_out_of_turn", path("bids", place), player, None))
        done |= seats
        if raises and place < max(raises):
            continue  # a bid that was raised is no bid any more
        bidding.spoken.append(Bid(place, player, side, raw["tricks"], kind_of(raw, rules), raw["tricks"]))
    likely = [start for start, out in zip(starts, outs, strict=True) if len(out) == min(map(len, outs))]
    _settle(bidding, table, rules, likely, is_over=is_over)
    _judge_bids(bidding, record, table, parameters)
    _missing(bidding, record, table, rules)
    for side in table.sides:
        _judge_side(bidding, side, parameters)
    _judge_table(bidding, table, rules)
    return bidding


def _have_bid(seats: set[str], done: set[str], rules: Json) -> bool:
    """Tell whether those who bid have bid already; in the name of their side the other partner may bid."""
    return seats <= done if rules["by"] == "last_partner" else bool(done & seats)


def _surely_out(
    record: Json, rules: Json, table: Table, starts: list[str], outs: list[set[int]], *, is_over: bool
) -> set[int]:
    """Return the places of the bids that were out of turn, whoever was first and whatever was not written down.

    Whoever was passed over may have bid, unless the record has a later bid of his.
    """
    if is_over or len(starts) > 1:
        return set.intersection(*outs) if outs else set()
    return set(out_of_turn(record, rules, table, starts[0], set(table.players) - bidders(record, table)))


def _settle(bidding: Bidding, table: Table, rules: Json, starts: list[str], *, is_over: bool) -> None:
    """Find out which bids count, and whose contract is known; ``starts`` are the players who may have been first."""
    bidding.standing = list(bidding.spoken)
    for side in table.sides if rules["by"] == "last_partner" else ():
        _tell_advice(bidding, side, table, starts)
    for side in table.sides:
        if side_is_complete(bidding, side, table, rules) or (is_over and _one_is_enough(bidding, side, rules)):
            bidding.settled.add(side)


def _tell_advice(bidding: Bidding, side: str, table: Table, starts: list[str]) -> None:
    """Leave out the number of the partner who bid first, and find out which number may not be the one that counts."""
    own = [bid for bid in bidding.spoken if bid.side == side]
    numbers = [bid for bid in own if not bid.is_nil]
    if len(own) == len(numbers) == 1 < len(table.sides[side]) and own[0].player is not None:
        bidding.doubtful[own[0].place] = None
    if len(numbers) < len(table.sides[side]) or len(numbers) == 1:
        return
    first, second = numbers
    bidding.standing.remove(first)
    bidding.findings.append(("bid_advised", first.pointer, first.player, None))
    for turns in map(table.rotation, starts):
        if second.player is None or (first.tricks, first.kind) == (second.tricks, second.kind):
            break
        if turns.index(second.player) < turns.index(first.player or ""):
            bidding.doubtful[second.place] = first


def _one_is_enough(bidding: Bidding, side: str, rules: Json) -> bool:
    """Tell whether a side has its contract by one number, though a partner's may be missing."""
    has_number = any(not bid.is_nil for bid in bidding.of(side))
    return bool(rules["by"] == "last_partner" and has_number and not bidding.repeated)


def _raises(record: Json, table: Table, rules: Json) -> list[int]:
    """Return the places of the bids that raise one of their side before any other side has bid."""
    if rules["changes"] == "never" or rules["by"] == "player":
        return []
    raises: list[int] = []
    highest: int | None = None
    first: str | None = None
    for place, raw in enumerate(record["bids"]):
        side = raw["team"] if "team" in raw else table.side_of[raw["player"]]
        if first not in {None, side}:
            break
        if highest is not None and raw["tricks"] > highest:
            raises.append(place)
        first, highest = side, max(raw["tricks"], -1 if highest is None else highest)
    return raises


def _judge_bids(bidding: Bidding, record: Json, table: Table, parameters: Json) -> None:
    """Judge each bid by the row of its kind."""
    for bid in bidding.standing:
        row = parameters["bids"][bid.kind]
        if not row["allowed"]:
            bidding.add(not_allowed(bid), bid)
        if bid.tricks:
            _judge_range(bidding, bid, table, parameters["bids"])
        if row["allowed"] and row["deficit"]:
            _judge_deficit(bidding, bid, record, table, row["deficit"])


def not_allowed(bid: Bid) -> str:
    """Return the code of a bid that may not be made."""
    return "blind_bid_not_allowed" if bid.kind in BLIND else "bid_not_allowed"


def _judge_range(bidding: Bidding, bid: Bid, table: Table, rules: Json) -> None:
    hand_size = table.pack.hand_size
    is_blind = bid.kind == "blind" and rules["blind"]["allowed"]
    # A blind bid where there is none is a number like others. What a side bids as one is limited by the board.
    limits = bid.player is not None or rules["by"] == "team"
    most = rules["blind" if is_blind else "number"]["most"] if limits else 0
    if bid.tricks > min(most or hand_size, hand_size):
        bidding.add("bid_too_high", bid)
    least = max(rules["blind"]["least"], rules["number"]["least"]) if is_blind else rules["number"]["least"]
    if bid.tricks < least and (is_blind or limits):
        bidding.add("bid_too_low", bid)


def _judge_deficit(bidding: Bidding, bid: Bid, record: Json, table: Table, deficit: int) -> None:
    if "before" not in record:
        bidding.undecided.append((not_allowed(bid), bid.pointer, bid.player, None))
        return
    scores = {side: record["before"].get(side, {}).get("score", 0) for side in table.sides}
    away = [each.get("score", 0) for each in record.get("away", {}).values()]  # who sits out is in the lead, too
    highest_other = max([score for side, score in scores.items() if side != bid.side] + away)
    if highest_other - scores[bid.side] < deficit:
        bidding.add(not_allowed(bid), bid)


def without_bid(bidding: Bidding, table: Table, rules: Json) -> list[str | None]:
    """Return who has not bid: players, or None for each side that was to bid as one."""
    if bidding.bids_itself:
        return []
    missing: list[str | None] = []
    for side, group in table.sides.items():
        bids = [bid for bid in bidding.spoken if bid.side == side]
        bidders = {bid.player for bid in bids}
        if rules["by"] == "team" or (rules["by"] == "last_partner" and not bids):
            missing += [] if bids else [None]
        elif _one_is_enough(bidding, side, rules):
            continue
        elif None not in bidders:
            missing += [player for player in group if player not in bidders]
    return missing


def _missing(bidding: Bidding, record: Json, table: Table, rules: Json) -> None:
    if record["tricks"] and not may_lack_bids(record, table):
        bidding.findings += [("bid_missing", "#/bids", who, None) for who in without_bid(bidding, table, rules)]


def side_is_complete(bidding: Bidding, side: str, table: Table, rules: Json) -> bool:
    """Tell whether everyone on the side has bid, or the side as one."""
    bids = [bid for bid in bidding.spoken if bid.side == side]
    as_one = any(bid.player is None for bid in bids) or (rules["by"] == "team" and bool(bids))
    return as_one or len(bids) == len(table.sides[side])


def side_is_certain(bidding: Bidding, side: str, table: Table, rules: Json) -> bool:
    """Tell whether everyone on the side has bid, and it is certain which bids count."""
    is_certain = all(bid.place not in bidding.doubtful for bid in bidding.of(side))
    return is_certain and side_is_complete(bidding, side, table, rules)


def _judge_side(bidding: Bidding, side: str, parameters: Json) -> None:
    rules = parameters["bids"]
    bids = bidding.of(side)
    _judge_how_many(bidding, bids, rules)
    if len(bids) > 1:
        _judge_partners(bidding, bids[0], bids[1], rules)
    least = rules["partner_of_nil"]["least"]
    if rules["restriction"] == "suicide" and rules["partner_of_nil"]["breach"] == "illegal":
        # The partner will have to bid nil, so that a bid too low beside it is illegal when it is made.
        for place, bid in enumerate(bids):
            clash = place > 0 and bid.is_nil == bids[0].is_nil
            if not bid.is_nil and bid.tricks < least and not clash:
                bidding.add("nil_partner_bid_too_low", bid)
    if rules["by"] == "last_partner" and side not in bidding.settled:
        return
    _judge_board(bidding, side, rules)
    total = sum(bid.counts_as for bid in bids)
    most = rules["side_most"]
    if most and total > most:
        number = [bid for bid in bids if not bid.is_nil][-1]
        _add_of_side(bidding, "team_bid_too_high", number, certain=lambda tricks: tricks > most)


def _judge_how_many(bidding: Bidding, bids: list[Bid], rules: Json) -> None:
    """Report the bids of a kind that are more than partners may make."""
    for place, bid in enumerate(bids):
        most = rules[bid.kind]["per_side"]
        if 0 < most <= [other.kind for other in bids[:place]].count(bid.kind):
            bidding.add(not_allowed(bid), bid)


def _add_of_side(bidding: Bidding, code: str, last: Bid, certain: Callable[[int], bool]) -> bool:
    """Report a contract, if it may be another number only if that breaks the rule too; tell whether it is proved."""
    instead = bidding.doubtful.get(last.place)
    if instead is not None and certain(instead.tricks):
        bidding.findings.append((code, "#/bids", None, None))
        bidding.by_side.append((code, "#/bids", last.side))
        return True
    bidding.add(code, last)
    return last.place not in bidding.doubtful


def _judge_partners(bidding: Bidding, earlier: Bid, later: Bid, rules: Json) -> None:
    nils = [bid for bid in (earlier, later) if bid.is_nil]
    suicide = rules["restriction"] == "suicide"
    both_nil_barred = suicide or rules["both_nil"]["how"] == "forbidden"
    if (len(nils) == len((earlier, later)) and both_nil_barred) or (not nils and suicide):
        bidding.add("bid_not_allowed", later)
    least, breach = rules["partner_of_nil"]["least"], rules["partner_of_nil"]["breach"]
    if len(nils) != 1:
        return
    other = later if earlier.is_nil else earlier
    if other.counts_as >= least:
        return
    if other is earlier and breach == "raise_earlier":
        other.counts_as = least
        bidding.add("bid_raised", other)
    elif not (suicide and breach == "illegal"):
        bidding.add("nil_partner_bid_too_low", later)


def _judge_board(bidding: Bidding, side: str, rules: Json) -> None:
    bids = bidding.of(side)
    contract = [bid for bid in bids if not bid.is_nil]
    is_suicide = rules["restriction"] == "suicide"  # the partner of a number has to bid nil
    if not contract or not (is_suicide or side in bidding.settled):
        return
    lacking = rules["side_least"] - sum(bid.counts_as for bid in contract)
    if lacking <= 0:
        return
    if rules["side_breach"] == "raised":
        contract[-1].counts_as += lacking
        bidding.add("bid_raised", contract[-1])
        return
    last = contract[-1] if is_suicide else bids[-1]
    proved = _add_of_side(bidding, "team_bid_too_low", last, certain=lambda tricks: tricks < rules["side_least"])
    if proved and rules["side_breach"] == "set":
        bidding.below_board.add(side)


def _judge_table(bidding: Bidding, table: Table, rules: Json) -> None:
    """Judge what all bids add up to; only that it is too much can be told before the last one."""
    counted = bidding.standing
    if rules["by"] == "last_partner":
        counted = [bid for bid in counted if bid.side in bidding.settled]
    limits, size = rules["table"], table.pack.hand_size
    total = sum(bid.counts_as for bid in counted)
    everyone = bidding.settled == set(table.sides)
    barred = {*limits["not"], *([size] if limits["not_hand_size"] else [])}
    is_barred = everyone and (total in barred or total < limits["least"])
    if not is_barred and not 0 < limits["most"] < total:
        return
    is_doubtful = any(bid.place in bidding.doubtful for bid in counted)
    if limits["breach"] == "redeal":
        if is_doubtful:
            bidding.undecided.append(("round_thrown_in", "#/bids", None, None))
            bidding.may_be_thrown_in = True
        elif everyone:
            bidding.findings.append(("round_thrown_in", "#/bids", None, None))
            bidding.thrown_in = True
    elif is_doubtful:
        bidding.undecided.append(("table_total_not_allowed", "#/bids", None, None))
    else:
        offender = bidding.standing[-1]
        if 0 < limits["most"] < total:  # whoever went over it, whatever was bid after that
            # What a bid is raised by comes with the last bid of its side.
            last = {bid.side: bid.place for bid in counted}
            raised = {side: sum(bid.counts_as - bid.tricks for bid in counted if bid.side == side) for side in last}
            reached = accumulate(
                bid.tricks + (raised[bid.side] if last[bid.side] == bid.place else 0) for bid in counted
            )
            offender = next(bid for bid, sum_ in zip(counted, reached, strict=True) if sum_ > limits["most"])
        bidding.add("table_total_not_allowed", offender)


def opening_leader(record: Json, bidding: Bidding, table: Table, parameters: Json) -> str | None:
    """Return who has to lead to the first trick by the deal and the bids, or None where the record does not tell.

    Where it names no dealer, the first bid is presumed to have been in turn.
    """
    rules = parameters["bids"]
    how = parameters["play"]["opening_leader"]
    dealer = dealer_of(record, rules, table)
    if how == "first_bidder" and "opener" in record:
        return str(record["opener"])
    if how == "first_bidder" and rules["first_bidder"] == "drawn_then_rotates":
        return bidder(record["bids"][0], table) if record["bids"] else None
    if how == "first_bidder":
        return dealer if dealer is None or rules["first_bidder"] == "dealer" else table.after(dealer)
    if how == "high_bidder":
        leaders = _high_bidders(record, bidding, table, rules)
        return leaders[0] if len(leaders) == 1 else None
    if dealer is None:
        return None
    return dealer if how == "dealer" else table.after(dealer)


def _high_bidders(record: Json, bidding: Bidding, table: Table, rules: Json) -> list[str | None]:
    """Return the first of the highest bidders; all of them where it is not known in which order they were to bid."""
    if not bidding.standing or not all(side_is_certain(bidding, side, table, rules) for side in table.sides):
        return []
    highest = max(bid.counts_as for bid in bidding.standing)
    equals = [bid.player for bid in bidding.standing if bid.counts_as == highest]
    starts = first_bidders(record, rules, table)
    in_order = len(starts) == 1 or any(not out_of_turn(record, rules, table, start, set()) for start in starts)
    return equals[:1] if in_order else equals
