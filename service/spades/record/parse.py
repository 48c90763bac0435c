"""From a request that meets the contract to a record, or to every reason why it can't be read.

Reading never judges whether the rules of Spades were kept. It fails only for a request that makes no record: a name
that is not at the table, a bidder named twice, tricks that don't add up on a score sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.spades.english import quoted
from service.spades.errors import Fault, UnreadableRecord
from service.spades.record.bids_read import read_bids
from service.spades.record.impossible_moments import impossible_moments
from service.spades.record.lookup import Reader, indices
from service.spades.record.model import (
    AuditedGame,
    Bid,
    GameRecord,
    Moment,
    RoundRecord,
    RoundResult,
    Standing,
    Trick,
    TrickRecord,
)
from service.spades.record.tricks_read import read_tricks
from service.spades.rules.bid_kinds import NILS, bids_itself, kind_of
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.seating import sit_down
from service.spades.table import Table

# The members that only a round with its tricks can have.
_OF_A_RECORD = ("hands", "set_aside", "draws", "exchanges", "accusations")


def _reader(ruleset: Ruleset, request: Mapping[str, Any]) -> Reader:
    rules = ruleset.parameters.table
    return Reader(ruleset, sit_down(request["players"], request.get("teams"), rules.sides, rules.players))


def read_record(ruleset: Ruleset, request: Mapping[str, Any]) -> RoundRecord:
    """Read a round record, or the bidding of a round that has not been played; members as in the contract.

    Raises `UnreadableRecord` with every fault.
    """
    reader = _reader(ruleset, request)
    number, before = reader.round_number(request.get("round_number")), reader.before(request.get("before"))
    record = _record(reader, request, number, before)
    reader.raise_faults()
    return record


def read_result(ruleset: Ruleset, request: Mapping[str, Any]) -> RoundResult:
    """Read a finished round from a score sheet; members as in the contract.

    Raises `UnreadableRecord` with every fault, also for a missing or repeated bid, and for tricks that don't add
    up to the size of a hand (docs/rules.md, The order of scoring, step 1).
    """
    reader = _reader(ruleset, request)
    number, before = reader.round_number(request.get("round_number")), reader.before(request.get("before"))
    result = _result(reader, request, number, before)
    reader.raise_faults()
    return result


def read_game(ruleset: Ruleset, request: Mapping[str, Any]) -> GameRecord:
    """Read the rounds of a game; members as in the contract. Raises `UnreadableRecord` with every fault."""
    reader = _reader(ruleset, request)
    dealer, before = _first_dealer(reader, request), reader.before(request.get("before"))
    rounds = []
    for index, each in enumerate(request["rounds"]):
        reader.prefix = ("rounds", index)
        rounds.append(_result(reader, each, index + 1))
    reader.raise_faults()
    return GameRecord(reader.table, tuple(rounds), dealer, before)


def read_audited_game(ruleset: Ruleset, request: Mapping[str, Any]) -> AuditedGame:
    """Read a game of records and rows of a sheet; members as in the contract.

    Raises `UnreadableRecord` with every fault, also for a round that is neither a record nor a row, or both.
    """
    reader = _reader(ruleset, request)
    dealer, before = _first_dealer(reader, request), reader.before(request.get("before"))
    rounds: list[RoundRecord | RoundResult] = []
    for index, each in enumerate(request["rounds"]):
        reader.prefix = ("rounds", index)
        if ("tricks" in each) == ("tricks_won" in each):
            detail = "A round has either tricks (a record) or tricks_won (a row of the sheet): give exactly one."
            reader.fault("tricks_or_tricks_won", detail)
        elif "tricks" in each:
            rounds.append(_record(reader, each, index + 1))
        else:
            rounds.append(_row(reader, each, index + 1))
    reader.raise_faults()
    return AuditedGame(reader.table, tuple(rounds), dealer, before)


def _row(reader: Reader, request: Mapping[str, Any], round_number: int) -> RoundResult:
    """Read a row of the sheet of an audited game, and note the members that only a record can have."""
    for member in _OF_A_RECORD:
        if member in request:
            reader.fault("needs_tricks", "Only a round with its tricks can have this member.", member)
    if "tricks_won" in request.get("reported", {}):
        reader.fault("needs_tricks", "The row itself says how many tricks were won.", "reported", "tricks_won")
    if "bids" not in request and "bids_by_player" not in request:
        reader.fault("required", "A row of the sheet needs its bids.", "bids")
        request = {**request, "bids": ()}
    return _audited_result(reader, request, round_number)


def _first_dealer(reader: Reader, request: Mapping[str, Any]) -> int | None:
    """Return the first dealer; the first round may name him too, if it names the same."""
    named = request.get("first_dealer")
    if named is None:
        return None
    dealt = request["rounds"][0].get("dealer", named) if request["rounds"] else named
    if dealt != named and {dealt, named} <= reader.table.seat.keys():
        detail = f"The first dealer is {quoted(named)}, and the first round was dealt by {quoted(dealt)}."
        reader.fault("two_dealers", detail, "rounds", 0, "dealer")
    return reader.seat(named, "first_dealer")


def read_trick(ruleset: Ruleset, request: Mapping[str, Any]) -> TrickRecord:
    """Read one trick; members as in the contract. Raises `UnreadableRecord` with every fault."""
    reader = _reader(ruleset, request)
    leader = request.get("leader")
    plays = request["plays"]
    hands = reader.hands(request.get("hands"))
    trick = Trick(
        tuple(reader.seat(play["player"], "plays", index, "player") for index, play in enumerate(plays)),
        indices([play["card"] for play in plays]),
    )
    expected = None if leader is None else reader.seat(leader, "leader")
    reader.raise_faults()
    return TrickRecord(reader.table, trick, hands, expected, request.get("trick_number"), request.get("spades_broken"))


def read_moment(ruleset: Ruleset, request: Mapping[str, Any]) -> tuple[Pack, tuple[int, ...], Moment]:
    """Read a hand and the moment at which a card of it is to be played; members as in the contract.

    Raises `UnreadableRecord` with every fault, also if only the players could say which pack is used.
    """
    plays = request["plays"]
    if "players" in request:
        reader = _reader(ruleset, request)
        for index, play in enumerate(plays):
            reader.seat(play["player"], "plays", index, "player")
        reader.raise_faults()
        count = len(request["players"])
    elif len(ruleset.packs) == 1:
        count = next(iter(ruleset.packs))
    else:
        detail = "This ruleset has different packs for different numbers of players: name the players."
        raise UnreadableRecord([Fault("#/players", "required", detail)])
    moment = Moment(indices([play["card"] for play in plays]), request["trick_number"], broken=request["spades_broken"])
    return ruleset.packs[count], indices(request["hand"]), moment


def _record(
    reader: Reader, request: Mapping[str, Any], round_number: int | None, before: tuple[Standing, ...] | None = None
) -> RoundRecord:
    """Read the record of one round, and note its impossible moments."""
    faults_before, log = len(reader.faults), read_tricks(reader, request.get("tricks", ()))
    bids = read_bids(reader, request)
    record = RoundRecord(
        table=reader.table,
        bids=bids.bids,
        tricks=log.tricks,
        hands=reader.hands(request.get("hands")),
        dealer=reader.dealer(request.get("dealer")),
        round_number=round_number,
        set_aside=indices(request["set_aside"]) if "set_aside" in request else None,
        exchanges=reader.exchanges(request.get("exchanges")),
        draws=reader.draws(request.get("draws")),
        before=before,
        withdrawn=log.withdrawn,
        accusations=reader.accusations(request.get("accusations")),
        reported=reader.reported(request.get("reported")),
        bids_recorded=bids.recorded,
        bidders=bids.bidders,
        short=log.short,
        leads_left_out=log.leads_left_out,
    )
    # If a name is unknown, nobody can say whose card a moment is about.
    if (record.withdrawn or record.accusations) and len(reader.faults) == faults_before:
        _check_moments(reader, record)
    return record


def _check_moments(reader: Reader, record: RoundRecord) -> None:
    players = len(record.table.players)
    size = reader.ruleset.packs[players].hand_size
    calls = record.accusations or ()
    for each in impossible_moments(record.tricks, record.withdrawn, calls, players=players, hand_size=size):
        reader.fault(each.code, each.detail, *each.path)


def _result(
    reader: Reader, request: Mapping[str, Any], round_number: int | None, before: tuple[Standing, ...] | None = None
) -> RoundResult:
    """Read one finished round, and note what keeps it from being scored."""
    ruleset, faults_before = reader.ruleset, len(reader.faults)
    result = _unchecked_result(reader, request, round_number, before)
    hand_size = ruleset.packs[len(reader.table.players)].hand_size
    if sum(result.side_tricks) != hand_size:
        detail = f"The tricks won add up to {sum(result.side_tricks)}; the round has {hand_size}."
        reader.fault("tricks_total", detail, "tricks_won")
    # Without the number of the round it may not be known whether it has bids.
    number_known = round_number is not None or ruleset.parameters.bidding.first_round == "normal"
    if number_known and len(reader.faults) == faults_before and not bids_itself(ruleset.parameters, round_number):
        _check_one_bid_each(reader, result)
        _check_tricks_of_nils(reader, result)
    return result


def _audited_result(reader: Reader, request: Mapping[str, Any], round_number: int) -> RoundResult:
    """Read a row of an audited game: tricks that don't add up, and bids missing or repeated, are found, not refused."""
    ruleset, faults_before = reader.ruleset, len(reader.faults)
    result = _unchecked_result(reader, request, round_number, None)
    adds_up = sum(result.side_tricks) == ruleset.packs[len(reader.table.players)].hand_size
    scored = adds_up and len(reader.faults) == faults_before and _has_every_bid(result.bids, result.table)
    if scored and not bids_itself(ruleset.parameters, round_number):
        _check_tricks_of_nils(reader, result)
    return result._replace(reported=reader.reported(request.get("reported")))


def _has_every_bid(bids: tuple[Bid, ...], table: Table) -> bool:
    """Return whether each player has bid, or his side as a whole."""
    bidders = {(bid.side, bid.seat) for bid in bids}
    return all((side, None) in bidders or (side, seat) in bidders for seat, side in enumerate(table.side_of))


def _unchecked_result(
    reader: Reader, request: Mapping[str, Any], round_number: int | None, before: tuple[Standing, ...] | None
) -> RoundResult:
    side_tricks, seat_tricks = reader.tricks_won(request["tricks_won"])
    bids = read_bids(reader, request, required=True)
    return RoundResult(
        table=reader.table,
        bids=bids.bids,
        side_tricks=side_tricks,
        seat_tricks=seat_tricks,
        dealer=reader.dealer(request.get("dealer")),
        round_number=round_number,
        before=before,
        bidders=bids.bidders,
    )


def _check_one_bid_each(reader: Reader, result: RoundResult) -> None:
    by_team = reader.ruleset.parameters.bidding.by == "team"
    table, bids = result.table, result.bids
    for index, side in enumerate(table.sides):
        made = [bid for bid in bids if bid.side == index]
        whole = by_team or any(bid.seat is None for bid in made)
        seen: set[int | None] = set()
        for bid in made:
            if bid.seat in seen or (whole and seen):
                name = side.name if whole or bid.seat is None else table.players[bid.seat]
                detail = f"{name} has bid already; a score sheet has one bid of each."
                reader.fault("doubled_bid", detail, "bids", bid.position)
            seen.add(bid.seat)
        if whole and made:
            continue
        for name in [side.name] if by_team else [table.players[seat] for seat in side.seats if seat not in seen]:
            member = "bids" if result.bidders is None else "bids_by_player"
            reader.fault("missing_bid", f"There is no bid by {name}.", member)


def _check_tricks_of_nils(reader: Reader, result: RoundResult) -> None:
    parameters = reader.ruleset.parameters
    if parameters.bidding.by == "team":
        return
    done: set[tuple[int, int | None]] = set()
    for bid in result.bids:
        stands = done.isdisjoint({(bid.side, bid.seat), (bid.side, None)})
        done.add((bid.side, bid.seat))
        nil = stands and kind_of(parameters, bid.tricks, blind=bid.blind) in NILS
        if nil and bid.seat is not None and result.seat_tricks[bid.seat] is None:
            team = result.table.sides[bid.side].name
            player = result.table.players[bid.seat]
            detail = f"{player} bid nil, so the tricks of {team} are needed player by player."
            reader.fault("nil_needs_player", detail, "tricks_won", team)
