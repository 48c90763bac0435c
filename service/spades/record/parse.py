"""From a request that meets the contract to a record, or to every reason why it can't be read.

Reading never judges whether the rules of Spades were kept. It fails only for a request that makes no record: a name
that is not at the table, a bidder named twice, tricks that don't add up on a score sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.spades.english import quoted
from service.spades.errors import Fault, UnreadableRecord
from service.spades.record.lookup import Reader, indices
from service.spades.record.model import GameRecord, Moment, RoundRecord, RoundResult, Trick, TrickRecord
from service.spades.record.rounds_read import RoundPlace, RowReader, audited_result_of, read_round, record_of, result_of
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.seating import sit_down
from service.spades.table import Table


def _reader(ruleset: Ruleset, request: Mapping[str, Any]) -> Reader:
    rules = ruleset.parameters.table
    return Reader(ruleset, sit_down(request["players"], request.get("teams"), rules.sides, rules.players))


def read_record(ruleset: Ruleset, request: Mapping[str, Any]) -> RoundRecord:
    """Read a round record, or the bidding of a round that has not been played; members as in the contract.

    Raises `UnreadableRecord` with every fault.
    """
    reader = _reader(ruleset, request)
    number, before = reader.round_number(request.get("round_number")), reader.before(request.get("before"))
    record = record_of(reader, request, number, before)
    reader.raise_faults()
    return record


def read_result(ruleset: Ruleset, request: Mapping[str, Any]) -> RoundResult:
    """Read a finished round from a score sheet; members as in the contract.

    Raises `UnreadableRecord` with every fault, also for a missing or repeated bid, and for tricks that don't add
    up to the size of a hand (docs/rules.md, The order of scoring, step 1).
    """
    reader = _reader(ruleset, request)
    number, before = reader.round_number(request.get("round_number")), reader.before(request.get("before"))
    result = result_of(reader, request, number, before)
    reader.raise_faults()
    return result


def read_game(ruleset: Ruleset, request: Mapping[str, Any]) -> GameRecord:
    """Read a game to score; members as in the contract.

    Raises `UnreadableRecord` with every fault, also for a row of the sheet that can't be scored.
    """
    return _game(ruleset, request, result_of)


def read_audited_game(ruleset: Ruleset, request: Mapping[str, Any]) -> GameRecord:
    """Read a game to audit; members as in the contract. Raises `UnreadableRecord` with every fault."""
    return _game(ruleset, request, audited_result_of)


def _game(ruleset: Ruleset, request: Mapping[str, Any], read_row: RowReader) -> GameRecord:
    """Read the rounds of a game, each at the table as the substitutions up to it have made it."""
    reader = _reader(ruleset, request)
    named = request.get("first_dealer")
    dealer = None if named is None else reader.seat(named, "first_dealer")
    before = reader.before(request.get("before"))
    is_seated = named in reader.table.seat
    rounds: list[RoundRecord | RoundResult] = []
    number, is_known = 1, True
    for index, each in enumerate(request["rounds"]):
        reader.prefix = ("rounds", index)
        played = read_round(reader, each, RoundPlace(index + 1, number if is_known else None), read_row)
        rounds.append(played)
        if not played.decisions.void:
            # Whether a record is void by its cards, and does not count, only the ruling on it can tell.
            is_known = isinstance(played, RoundResult) or (is_known and number > 1)
            number += 1
    if rounds and is_seated:
        reader.prefix = ()
        _check_first_dealer(reader, request, dealer, rounds[0].table)
    reader.raise_faults()
    return GameRecord(reader.table, tuple(rounds), dealer, before)


def _check_first_dealer(reader: Reader, request: Mapping[str, Any], dealer: int | None, opening: Table) -> None:
    """Note a first round that another seat dealt than the game says; ``opening`` is the table of that round."""
    dealt = request["rounds"][0].get("dealer")
    if dealer is not None and opening.seat.get(dealt, dealer) != dealer:
        named = request["first_dealer"]
        detail = f"The first dealer is {quoted(named)}, and the first round was dealt by {quoted(dealt)}."
        reader.fault("two_dealers", detail, "rounds", 0, "dealer")


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
