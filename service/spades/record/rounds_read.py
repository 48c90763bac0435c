"""One round of a request: its record with all tricks, or its row of a score sheet.

A row that is to be scored must have all that a score needs; in an audited game what it lacks is found, not refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from service.spades.record.bids_read import read_bids
from service.spades.record.claim_read import read_claim
from service.spades.record.decisions_read import read_decisions, read_substitutions
from service.spades.record.impossible_moments import impossible_moments
from service.spades.record.lookup import Reader, indices
from service.spades.record.model import NO_DECISIONS, Bid, Decisions, RoundRecord, RoundResult, Standing
from service.spades.record.tricks_read import read_tricks
from service.spades.rules.bid_kinds import NILS, bids_itself, kind_of
from service.spades.table import Table

# The members that only a round with its tricks can have.
_OF_A_RECORD: Final = ("hands", "set_aside", "draws", "exchanges", "accusations", "claim")

RowReader: TypeAlias = Callable[[Reader, Mapping[str, Any], int | None, None, Decisions], RoundResult]
"""Reads a row of the sheet of a game, of the round with this number; None if the number is not known."""


class RoundPlace(NamedTuple):
    """Where a round is in its game: its place, from 1, and its number, which void rounds don't advance.

    The number is None if only a ruling can tell it.
    """

    place: int
    number: int | None


def read_round(
    reader: Reader, request: Mapping[str, Any], position: RoundPlace, read_row: RowReader
) -> RoundRecord | RoundResult:
    """Read a round of a game, after its substitutions; notes every fault.

    A round that is void, or in which the game is forfeited, may have neither tricks nor tricks won.
    """
    read_substitutions(reader, request.get("substitutions", ()), position.place)
    decisions = read_decisions(reader, request)
    if "tricks" in request and "tricks_won" in request:
        detail = "A round has either tricks (a record) or tricks_won (a row of the sheet), not both: leave one out."
        reader.fault("tricks_or_tricks_won", detail)
    elif "tricks" not in request and "tricks_won" not in request and not decisions.may_be_broken_off:
        detail = (
            "A round has either tricks (a record) or tricks_won (a row of the sheet): give exactly one, unless the"
            " round is void or forfeited."
        )
        reader.fault("tricks_or_tricks_won", detail)
    elif "tricks_won" in request:
        _refuse_members_of_a_record(reader, request)
        return read_row(reader, request, position.number, None, decisions)
    return record_of(reader, request, position.number, None, decisions)


def _refuse_members_of_a_record(reader: Reader, request: Mapping[str, Any]) -> None:
    """Note the members of a row that only a record can have."""
    for member in _OF_A_RECORD:
        if member in request:
            reader.fault("needs_tricks", "Only a round with its tricks can have this member.", member)
    if "tricks_won" in request.get("reported", {}):
        reader.fault("needs_tricks", "The row itself says how many tricks were won.", "reported", "tricks_won")


def record_of(
    reader: Reader,
    request: Mapping[str, Any],
    round_number: int | None,
    before: tuple[Standing, ...] | None = None,
    decisions: Decisions = NO_DECISIONS,
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
        decisions=decisions,
    )
    record = record._replace(claim=read_claim(reader, request, record)) if "claim" in request else record
    # If a name is unknown, nobody can say whose card a moment is about.
    if (record.withdrawn or record.accusations) and len(reader.faults) == faults_before:
        _check_moments(reader, record)
    return record


def _check_moments(reader: Reader, record: RoundRecord) -> None:
    size = reader.ruleset.packs[len(record.table.players)].hand_size
    for each in impossible_moments(record, size):
        reader.fault(each.code, each.detail, *each.path)


def result_of(
    reader: Reader,
    request: Mapping[str, Any],
    round_number: int | None,
    before: tuple[Standing, ...] | None = None,
    decisions: Decisions = NO_DECISIONS,
) -> RoundResult:
    """Read one finished round, and note what keeps it from being scored; a void one needs no score."""
    ruleset, faults_before = reader.ruleset, len(reader.faults)
    hand_size = ruleset.packs[len(reader.table.players)].hand_size
    needs_score = not decisions.is_broken_off(finished=sum(request["tricks_won"].values()) >= hand_size)
    result = _unchecked_result(reader, request, round_number, before, decisions, needs_bids=needs_score)
    if not needs_score:
        return result
    if sum(result.side_tricks) != hand_size:
        detail = f"The tricks won add up to {sum(result.side_tricks)}; the round has {hand_size}."
        reader.fault("tricks_total", detail, "tricks_won")
    if len(reader.faults) == faults_before:
        _check_bids_of_score(reader, result)
    return result


def result_so_far_of(reader: Reader, request: Mapping[str, Any], over: int | None, *, has_bids: bool) -> RoundResult:
    """Read the bids and the tricks won in a round that is not finished, and note what keeps it from being scored later.

    ``over`` is how many of its tricks are over, None if that is not known; ``has_bids`` is whether there are any bids.
    """
    faults_before = len(reader.faults)
    number = reader.round_number(request.get("round_number")) if has_bids else request.get("round_number")
    before = reader.before(request.get("before"))
    row = request if "tricks_won" in request else {**request, "tricks_won": {}}
    result = _unchecked_result(reader, row, number, before, NO_DECISIONS, needs_bids=False)
    is_known = over is not None and "tricks_won" in request and len(reader.faults) == faults_before
    if is_known and sum(result.side_tricks) != over:
        detail = (
            f"The tricks won add up to {sum(result.side_tricks)}; by the cards left, {over} are over, and one in"
            " progress does not count."
        )
        reader.fault("tricks_so_far", detail, "tricks_won")
    if has_bids and len(reader.faults) == faults_before:
        _check_bids_of_score(reader, result)
    return result


def _check_bids_of_score(reader: Reader, result: RoundResult) -> None:
    """Note what is missing or repeated in the bids of a row that is to be scored, or in the tricks of its nils."""
    parameters = reader.ruleset.parameters
    # Without the number of the round it may not be known whether it has bids.
    number_known = result.round_number is not None or parameters.bidding.first_round == "normal"
    if number_known and not bids_itself(parameters, result.round_number):
        _check_one_bid_each(reader, result)
        _check_tricks_of_nils(reader, result)


def audited_result_of(
    reader: Reader, request: Mapping[str, Any], round_number: int | None, before: None, decisions: Decisions
) -> RoundResult:
    """Read a row of an audited game: tricks that don't add up, and bids missing or repeated, are found, not refused."""
    ruleset, faults_before = reader.ruleset, len(reader.faults)
    hand_size = ruleset.packs[len(reader.table.players)].hand_size
    needs_score = not decisions.is_broken_off(finished=sum(request["tricks_won"].values()) >= hand_size)
    if needs_score and "bids" not in request and "bids_by_player" not in request:
        reader.fault("required", "A row of the sheet needs its bids.", "bids")
    result = _unchecked_result(reader, request, round_number, before, decisions, needs_bids=False)
    adds_up = sum(result.side_tricks) == hand_size
    scored = adds_up and needs_score and len(reader.faults) == faults_before
    if scored and _has_every_bid(result.bids, result.table) and not bids_itself(ruleset.parameters, round_number):
        _check_tricks_of_nils(reader, result)
    return result._replace(reported=reader.reported(request.get("reported")))


def _has_every_bid(bids: tuple[Bid, ...], table: Table) -> bool:
    """Return whether each player has bid, or his side as a whole."""
    bidders = {(bid.side, bid.seat) for bid in bids}
    return all((side, None) in bidders or (side, seat) in bidders for seat, side in enumerate(table.side_of))


def _unchecked_result(  # noqa: PLR0913 - the members of a row, and what is known beside it
    reader: Reader,
    request: Mapping[str, Any],
    round_number: int | None,
    before: tuple[Standing, ...] | None,
    decisions: Decisions,
    *,
    needs_bids: bool,
) -> RoundResult:
    side_tricks, seat_tricks = reader.tricks_won(request["tricks_won"])
    bids = read_bids(reader, request, required=needs_bids)
    return RoundResult(
        table=reader.table,
        bids=bids.bids,
        side_tricks=side_tricks,
        seat_tricks=seat_tricks,
        dealer=reader.dealer(request.get("dealer")),
        round_number=round_number,
        before=before,
        bidders=bids.bidders,
        decisions=decisions,
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
