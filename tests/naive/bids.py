"""The bidding, judged step by step; what rests on the hands is judged by the evidence of the whole record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.naive.bidding_turns import bidder, bidders, dealer_of, first_bidders, out_of_turn
from tests.naive.declared import may_lack_bids
from tests.naive.table import Table, path

Json = dict[str, Any]
Found = tuple[str, str, str | None, str | None]
"""A finding: code, pointer, player, card."""

NILS = {"nil", "blind_nil"}


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
    bids_itself: bool = False

    def of(self, side: str) -> list[Bid]:
        """Return the bids of a side."""
        return [bid for bid in self.standing if bid.side == side]

    def add(self, code: str, bid: Bid) -> None:
        """Report this of a bid; of a number that may be advice it is open, unless it is nobody's fault."""
        is_open = bid.place in self.doubtful and code != "bid_raised"
        (self.undecided if is_open else self.findings).append((code, bid.pointer, bid.player, None))


def kind_of(tricks: int, rules: Json, *, blind: bool) -> str:
    """Return what a bid is."""
    if tricks:
        return "blind" if blind else "ordinary"
    if rules["zero"] == "nil":
        return "blind_nil" if blind else "nil"
    return "uncommitted"


def read_bids(record: Json, table: Table, parameters: Json) -> Bidding:
    """Judge all of the bidding but what rests on the hands."""
    bidding = Bidding()
    rules = parameters["bidding"]
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
    proved = set.intersection(*outs) if outs else set()
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
        tricks = raw["tricks"]
        kind = kind_of(tricks, rules, blind=bool(raw.get("blind", False)))
        bidding.spoken.append(Bid(place, player, side, tricks, kind, tricks))
    likely = [start for start, out in zip(starts, outs, strict=True) if len(out) == min(map(len, outs))]
    _settle(bidding, record, table, rules, likely, is_over=is_over)
    _judge_bids(bidding, record, table, parameters)
    _missing(bidding, record, table, rules)
    for side in table.sides:
        _judge_side(bidding, side, parameters)
    _judge_table(bidding, table, rules)
    return bidding


def _have_bid(seats: set[str], done: set[str], rules: Json) -> bool:
    """Tell whether those who bid have bid already; in the name of their side the other partner may bid."""
    return seats <= done if rules["by"] == "last_partner" else bool(done & seats)


def _settle(bidding: Bidding, record: Json, table: Table, rules: Json, starts: list[str], *, is_over: bool) -> None:
    """Find out which bids count, and whose contract is known; ``starts`` are the players who may have been first."""
    bidding.standing = list(bidding.spoken)
    for side in table.sides if rules["by"] == "last_partner" else ():
        _tell_advice(bidding, side, record, table, starts)
    for side in table.sides:
        if side_is_complete(bidding, side, table, rules) or (is_over and _one_is_enough(bidding, side, rules)):
            bidding.settled.add(side)


def _tell_advice(bidding: Bidding, side: str, record: Json, table: Table, starts: list[str]) -> None:
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
    one, other = ((raw["tricks"], raw.get("blind", False)) for raw in (record["bids"][b.place] for b in numbers))
    for turns in map(table.rotation, starts):
        if second.player is None or one == other:
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
    rules = parameters["bidding"]
    for bid in bidding.standing:
        blind = bool(record["bids"][bid.place].get("blind", False))
        if bid.tricks == 0 and rules["zero"] == "not_allowed":
            bidding.add("bid_not_allowed", bid)  # whether 0 may be bid this rule says alone
        else:
            _judge_range(bidding, bid, table, parameters, blind=blind)
        if blind:
            _judge_blind(bidding, bid, record, table, parameters)


def _judge_range(bidding: Bidding, bid: Bid, table: Table, parameters: Json, *, blind: bool) -> None:
    rules = parameters["bidding"]
    hand_size = table.pack.hand_size
    limits = bid.player is not None or rules["by"] == "team"
    greatest = rules["maximum"] if limits and rules["maximum"] else hand_size
    if bid.tricks > greatest or bid.tricks > hand_size:
        bidding.add("bid_too_high", bid)
    least = rules["minimum"]
    if blind and not bid.is_nil and parameters["blind_bid"]["allowed"]:
        least = max(least, parameters["blind_bid"]["minimum"])
        if bid.tricks < least:
            bidding.add("bid_too_low", bid)
    elif limits and 0 < bid.tricks < least:
        bidding.add("bid_too_low", bid)


def _judge_blind(bidding: Bidding, bid: Bid, record: Json, table: Table, parameters: Json) -> None:
    blind_bid, nil = parameters["blind_bid"], parameters["nil"]
    if bid.kind == "blind_nil":
        allowed, deficit = nil["blind"], nil["blind_deficit"]
    else:
        allowed, deficit = blind_bid["allowed"], blind_bid["deficit"]
    if not allowed:
        bidding.add("blind_bid_not_allowed", bid)
    elif deficit and "before" not in record:
        bidding.undecided.append(("blind_bid_not_allowed", bid.pointer, bid.player, None))
    elif deficit:
        scores = {side: record["before"].get(side, {}).get("score", 0) for side in table.sides}
        if max(scores.values()) - scores[bid.side] < deficit:
            bidding.add("blind_bid_not_allowed", bid)


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
    rules, nil = parameters["bidding"], parameters["nil"]
    bids = bidding.of(side)
    if len(bids) > 1:
        _judge_partners(bidding, bids[0], bids[1], rules, nil)
    if rules["restriction"] == "suicide" and rules["nil_partner_breach"] == "illegal":
        # The partner will have to bid nil, so that a bid too low beside it is illegal when it is made.
        for place, bid in enumerate(bids):
            beside = bids[:place]
            clash = bool(beside) and (bid.tricks == 0) == (beside[0].tricks == 0)
            if 0 < bid.tricks < rules["nil_partner_minimum"] and not clash:
                bidding.add("nil_partner_bid_too_low", bid)
    if rules["by"] == "last_partner" and side not in bidding.settled:
        return
    _judge_board(bidding, side, rules)
    total = sum(bid.counts_as for bid in bids)
    most = rules["team_maximum"]
    if most and total > most:
        _add_of_side(bidding, "team_bid_too_high", bids[-1], certain=lambda tricks: tricks > most)


def _add_of_side(bidding: Bidding, code: str, last: Bid, certain: Callable[[int], bool]) -> bool:
    """Report a contract, if it may be another number only if that breaks the rule too; tell whether it is proved."""
    instead = bidding.doubtful.get(last.place)
    if instead is not None and certain(instead.tricks):
        bidding.findings.append((code, "#/bids", None, None))
        return True
    bidding.add(code, last)
    return last.place not in bidding.doubtful


def _judge_partners(bidding: Bidding, earlier: Bid, later: Bid, rules: Json, nil: Json) -> None:
    nils = [bid for bid in (earlier, later) if bid.is_nil]
    suicide = rules["restriction"] == "suicide"
    both_nil_barred = suicide or nil["both_partners"] == "forbidden"
    if (len(nils) == len((earlier, later)) and both_nil_barred) or (not nils and suicide):
        bidding.add("bid_not_allowed", later)
    least = rules["nil_partner_minimum"]
    if len(nils) != 1:
        return
    other = later if earlier.is_nil else earlier
    if other.counts_as >= least:
        return
    if other is earlier and rules["nil_partner_breach"] == "raise_earlier":
        other.counts_as = least
        bidding.add("bid_raised", other)
    elif not (suicide and rules["nil_partner_breach"] == "illegal"):
        bidding.add("nil_partner_bid_too_low", later)


def _judge_board(bidding: Bidding, side: str, rules: Json) -> None:
    bids = bidding.of(side)
    contract = [bid for bid in bids if not bid.is_nil]
    if not contract or side not in bidding.settled:
        return
    lacking = rules["team_minimum"] - sum(bid.counts_as for bid in contract)
    if lacking <= 0:
        return
    if rules["team_minimum_breach"] == "raised":
        contract[-1].counts_as += lacking
        bidding.add("bid_raised", contract[-1])
        return
    proved = _add_of_side(bidding, "team_bid_too_low", bids[-1], certain=lambda tricks: tricks < rules["team_minimum"])
    if proved and rules["team_minimum_breach"] == "set":
        bidding.below_board.add(side)


def _judge_table(bidding: Bidding, table: Table, rules: Json) -> None:
    counted = bidding.standing
    if rules["by"] == "last_partner":
        counted = [bid for bid in counted if bid.side in bidding.settled]
    total = sum(bid.counts_as for bid in counted)
    hand_size = table.pack.hand_size
    everyone = bidding.settled == set(table.sides)
    exact = rules["table_total"] == "not_hand_size" and everyone and total == hand_size
    above = rules["table_total"] == "at_most_hand_size" and total > hand_size
    if (exact or above) and any(bid.place in bidding.doubtful for bid in counted):
        bidding.undecided.append(("table_total_not_allowed", "#/bids", None, None))
    elif exact or above:
        bidding.add("table_total_not_allowed", bidding.standing[-1])


def opening_leader(record: Json, bidding: Bidding, table: Table, parameters: Json) -> str | None:
    """Return who has to lead to the first trick by the deal and the bids, or None where the record does not tell.

    Where it names no dealer, the first bid is presumed to have been in turn.
    """
    rules = parameters["bidding"]
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
