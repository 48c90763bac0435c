"""The bidding, judged step by step; what rests on the hands is judged by the evidence of the whole record."""

from __future__ import annotations

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
    standing: list[Bid] = field(default_factory=list)
    below_board: set[str] = field(default_factory=set)
    """The sides whose contract is below the board."""
    bids_itself: bool = False

    def of(self, side: str) -> list[Bid]:
        """Return the bids of a side."""
        return [bid for bid in self.standing if bid.side == side]

    def add(self, code: str, bid: Bid) -> None:
        """Report this of a bid."""
        self.findings.append((code, bid.pointer, bid.player, None))


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
        seats = {player} if player is not None and rules["by"] == "player" else set(table.sides[side])
        if done & seats and place not in raises:
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
        blind = bool(raw.get("blind", False))
        tricks = raw["tricks"]
        bid = Bid(place, player, side, tricks, kind_of(tricks, rules, blind=blind), tricks)
        bidding.standing.append(bid)
        _judge_bid(bidding, bid, record, table, parameters, blind=blind)
    _missing(bidding, record, table, rules)
    for side in table.sides:
        _judge_side(bidding, side, table, parameters)
    _judge_table(bidding, table, rules)
    return bidding


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


def _judge_bid(bidding: Bidding, bid: Bid, record: Json, table: Table, parameters: Json, *, blind: bool) -> None:
    rules = parameters["bidding"]
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
        bids = bidding.of(side)
        bidders = {bid.player for bid in bids}
        if rules["by"] == "team":
            missing += [] if bids else [None]
        elif None not in bidders:
            missing += [player for player in group if player not in bidders]
    return missing


def _missing(bidding: Bidding, record: Json, table: Table, rules: Json) -> None:
    if record["tricks"] and not may_lack_bids(record, table):
        bidding.findings += [("bid_missing", "#/bids", who, None) for who in without_bid(bidding, table, rules)]


def side_is_complete(bidding: Bidding, side: str, table: Table, rules: Json) -> bool:
    """Tell whether everyone on the side has bid, or the side as one."""
    bids = bidding.of(side)
    as_one = any(bid.player is None for bid in bids) or (rules["by"] == "team" and bool(bids))
    return as_one or len(bids) == len(table.sides[side])


def _judge_side(bidding: Bidding, side: str, table: Table, parameters: Json) -> None:
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
    _judge_board(bidding, side, table, rules)
    total = sum(bid.counts_as for bid in bids)
    if rules["team_maximum"] and total > rules["team_maximum"]:
        bidding.add("team_bid_too_high", bids[-1])


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


def _judge_board(bidding: Bidding, side: str, table: Table, rules: Json) -> None:
    bids = bidding.of(side)
    contract = [bid for bid in bids if not bid.is_nil]
    if not contract or not side_is_complete(bidding, side, table, rules):
        return
    lacking = rules["team_minimum"] - sum(bid.counts_as for bid in contract)
    if lacking <= 0:
        return
    if rules["team_minimum_breach"] == "raised":
        contract[-1].counts_as += lacking
        bidding.add("bid_raised", contract[-1])
        return
    bidding.add("team_bid_too_low", bids[-1])
    if rules["team_minimum_breach"] == "set":
        bidding.below_board.add(side)


def _judge_table(bidding: Bidding, table: Table, rules: Json) -> None:
    total = sum(bid.counts_as for bid in bidding.standing)
    hand_size = table.pack.hand_size
    everyone = all(side_is_complete(bidding, side, table, rules) for side in table.sides)
    exact = rules["table_total"] == "not_hand_size" and everyone and total == hand_size
    above = rules["table_total"] == "at_most_hand_size" and total > hand_size
    if exact or above:
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
    if not bidding.standing or without_bid(bidding, table, rules):
        return []
    highest = max(bid.counts_as for bid in bidding.standing)
    equals = [bid.player for bid in bidding.standing if bid.counts_as == highest]
    starts = first_bidders(record, rules, table)
    in_order = len(starts) == 1 or any(not out_of_turn(record, rules, table, start, set()) for start in starts)
    return equals[:1] if in_order else equals
