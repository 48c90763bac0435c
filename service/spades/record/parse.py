"""From the members of a request to a record, or to every reason why it can't be parsed.

The members are those of the contract. Cards are indices already, totals are standings, and moments count from 0; only
the bids and the tricks are as they were sent.

Parsing never judges whether the rules of Spades were kept. It fails only for a request that makes no record: a name
that is not at the table, a bidder named twice, tricks that don't add up on a score sheet. A row of a score sheet that
is to be scored must have all that a score needs; in an audited game what it lacks is found, not refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from service.spades.catalogue.parameters.bids import NILS
from service.spades.english import listed, quoted
from service.spades.errors import Fault, UnreadableRecord
from service.spades.record.entries import parse_bids, parse_claim, parse_decisions, parse_substitutions, parse_tricks
from service.spades.record.gaps import as_sent, has_gaps, places_of, says_nothing_of_gaps, with_gaps
from service.spades.record.impossible_moments import impossible_moments
from service.spades.record.lookup import UNEQUAL_DEAL, Reader
from service.spades.record.model import (
    NO_DECISIONS,
    Bid,
    Decisions,
    GameRecord,
    Moment,
    RoundRecord,
    RoundResult,
    RoundSoFar,
    Standing,
    Trick,
    TrickRecord,
    is_broken_off,
)
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Parameters, Ruleset, bids_itself
from service.spades.table import Table, sit_down

# The members that only a round with its tricks can have.
_OF_A_RECORD: Final = (
    *("hands", "set_aside", "draws", "exchanges", "accusations", "claim", "stopped", "misdeal_called_by"),
)

RowParser: TypeAlias = Callable[[Reader, Mapping[str, Any], int | None, Decisions], RoundResult]
"""Parses the row of a game sheet for the round with this number, None if the number is not known."""


def _parse_round(
    reader: Reader, request: Mapping[str, Any], place: int, number: int | None, parse_row: RowParser
) -> RoundRecord | RoundResult:
    """Parse a round of a game, after its substitutions; notes every fault.

    ``place`` counts all rounds; void ones don't advance the ``number``, which is None if only a ruling could find it.
    A round that is void, or in which the game is forfeited, may have neither tricks nor tricks won.
    """
    parse_substitutions(reader, request.get("substitutions", ()), place)
    decisions = parse_decisions(reader, request)
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
        return parse_row(reader, request, number, decisions)
    return _record_of(reader, request, number, None, decisions)


def _refuse_members_of_a_record(reader: Reader, request: Mapping[str, Any]) -> None:
    """Note members that only a record can have, and not a row."""
    for member in _OF_A_RECORD:
        if member in request:
            reader.fault("needs_tricks", "Only a round with its tricks can have this member.", member)
    if "tricks_won" in request.get("reported", {}):
        reader.fault("needs_tricks", "The row itself says how many tricks were won.", "reported", "tricks_won")


def _record_of(
    reader: Reader,
    request: Mapping[str, Any],
    round_number: int | None,
    before: tuple[Standing, ...] | None,
    decisions: Decisions,
) -> RoundRecord:
    """Parse the record of one round, and note its impossible moments."""
    tricks = request.get("tricks", ())
    faults_before, log = len(reader.faults), parse_tricks(reader, tricks)
    pack = reader.pack
    _check_seating(reader, log.tricks)
    bids = parse_bids(reader, request)
    short = [] if log.plain else [trick.leader for trick in log.tricks if trick.form != "plays"]
    record = RoundRecord(
        table=reader.table,
        bids=bids.bids,
        tricks=log.tricks,
        hands=reader.hands(request.get("hands")),
        dealer=reader.dealer(request.get("dealer")),
        round_number=round_number,
        set_aside=request.get("set_aside"),
        exchanges=reader.exchanges(request.get("exchanges")),
        draws=reader.draws(request.get("draws")),
        before=before,
        withdrawn=log.withdrawn,
        accusations=reader.accusations(request.get("accusations")),
        reported=reader.reported(request.get("reported")),
        bids_recorded=bids.recorded,
        bidders=bids.bidders,
        short=bool(short),
        leads_left_out=None in short or (bool(short) and not pack.has_equal_hands),
        stopped=request.get("stopped", False),
        decisions=decisions,
        misdeal_called_by=reader.called_misdeal(request.get("misdeal_called_by")),
        away=reader.away(request.get("away")),
    )
    places = places_of(reader, tricks) if not log.plain and has_gaps(tricks) else None
    if places and says_nothing_of_gaps(places, pack):
        places = None
    numbered = any("number" in trick for trick in tricks) if places else True
    if places and numbered:
        record = with_gaps(record, places, pack, numbered=True)
    if "claim" in request and not pack.has_equal_hands:
        reader.fault("unequal_deal", UNEQUAL_DEAL.format("claims are not judged"), "claim")
    elif "claim" in request:
        record = record._replace(claim=parse_claim(reader, request["claim"], record))
    # If a name is unknown, nobody can say whose card a moment is about.
    if (record.withdrawn or record.accusations) and len(reader.faults) == faults_before:
        for path, code, detail in impossible_moments(record, pack):
            reader.fault(code, detail, *as_sent(record, path))
    if places and not numbered:
        if record.claim is not None:
            detail = "How many tricks were left is not known after a gap: give each trick its `number` instead."
            reader.fault("number_needed", detail, "claim")
        record = with_gaps(record, places, pack, numbered=False)
    return record


_ENOUGH_TRICKS: Final = 3
"""So many whole tricks in one order of the players are no slip in a trick, and nobody's offence: they sat so."""


def _check_seating(reader: Reader, tricks: tuple[Trick, ...]) -> None:
    """Note a list of players that is not in the order in which every whole trick went round the table."""
    table = reader.table
    opening = tricks[0].seats if tricks and tricks[0].form == "plays" else ()
    if opening and opening == table.order[opening[0]]:
        return  # as nearly always: a whole trick in the order of the players
    whole = [trick.seats for trick in tricks if trick.form == "plays" and trick.is_whole(len(table.players))]
    rounds = {(*seats[seats.index(0) :], *seats[: seats.index(0)]) for seats in whole}
    if len(whole) >= _ENOUGH_TRICKS and len(rounds) == 1 and table.order[0] not in rounds:
        names = listed([quoted(table.players[seat]) for seat in rounds.pop()])
        detail = f"All tricks go round the table in the order {names}: list `players` so, clockwise."
        reader.fault("players_out_of_order", detail, "tricks")


def _result_of(
    reader: Reader, request: Mapping[str, Any], round_number: int | None, decisions: Decisions
) -> RoundResult:
    """Parse one finished round, and note what keeps it from being scored; a void one needs no score."""
    faults_before, needs_score = len(reader.faults), _needs_score(reader, request, decisions)
    needs_bids = needs_score and not bids_itself(reader.ruleset.parameters, round_number)
    result = _unchecked_result(reader, request, round_number, decisions, needs_bids=needs_bids)
    if not needs_score:
        return result
    # Those of a name that is not at the table count: that is another fault.
    known = {*reader.table.seat, *reader.table.side}
    total = sum(result.side_tricks) + sum(tricks for name, tricks in request["tricks_won"].items() if name not in known)
    if total != reader.pack.hand_size:
        detail = f"The tricks won add up to {total}; the round has {reader.pack.hand_size}."
        given = request["tricks_won"]
        lacking = [side.name for side in reader.table.sides if given.keys().isdisjoint((side.name, *side.players))]
        if lacking and total < reader.pack.hand_size:
            detail += f" Those of {listed(lacking)} are missing."
        reader.fault("tricks_total", detail, "tricks_won")
    if len(reader.faults) == faults_before:
        _check_bids_of_score(reader, result)
    return result


def _needs_score(reader: Reader, request: Mapping[str, Any], decisions: Decisions) -> bool:
    finished = sum(request["tricks_won"].values()) >= reader.pack.hand_size
    return not is_broken_off(decisions, finished=finished)


def result_so_far_of(reader: Reader, request: Mapping[str, Any], over: int | None, *, has_bids: bool) -> RoundResult:
    """Parse the bids and the tricks won in an unfinished round, and note what will keep it from being scored.

    ``over`` is how many of its tricks are over, None if that is not known; ``has_bids`` is whether there are any bids.
    """
    faults_before = len(reader.faults)
    number = reader.round_number(request.get("round_number")) if has_bids else request.get("round_number")
    before = reader.before(request.get("before"))
    row = request if "tricks_won" in request else {**request, "tricks_won": {}}
    result = _unchecked_result(reader, row, number, NO_DECISIONS, needs_bids=False)._replace(before=before)
    is_known = over is not None and "tricks_won" in request and len(reader.faults) == faults_before
    if is_known and sum(result.side_tricks) != over:
        detail = (
            f"The tricks won add up to {sum(result.side_tricks)}; by the cards left, {over} are over, and one in"
            " progress does not count."
        )
        reader.fault("tricks_so_far", detail, "tricks_won")
    if has_bids and len(reader.faults) == faults_before:
        _check_bids_of_score(reader, result, needs_all=False)
    return result


def _check_bids_of_score(reader: Reader, result: RoundResult, *, needs_all: bool = True) -> None:
    """Note what is missing or repeated in the bids of a row that is to be scored, or in the tricks of its nils.

    Without ``needs_all`` bids may be missing: of a round in progress they may be known in part.
    """
    parameters = reader.ruleset.parameters
    # Without the number of the round it may not be known whether it has bids.
    number_known = result.round_number is not None or parameters.bids.first_round == "normal"
    if number_known and not bids_itself(parameters, result.round_number):
        _check_one_bid_each(reader, result, needs_all=needs_all)
        _check_tricks_of_nils(reader, result)


def _audited_result_of(
    reader: Reader, request: Mapping[str, Any], round_number: int | None, decisions: Decisions
) -> RoundResult:
    """Parse a row of an audited game: missing or repeated bids, and a wrong number of tricks, are not refused."""
    faults_before, needs_score = len(reader.faults), _needs_score(reader, request, decisions)
    needs_bids = needs_score and not bids_itself(reader.ruleset.parameters, round_number)
    if needs_bids and "bids" not in request and "bids_by_player" not in request:
        reader.fault("required", "A row of the sheet needs its bids.", "bids")
    result = _unchecked_result(reader, request, round_number, decisions, needs_bids=False)
    adds_up = sum(result.side_tricks) == reader.pack.hand_size
    lacks_bid = any(_without_bid(reader, result.bids, side) for side in range(len(result.table.sides)))
    if needs_bids and adds_up and not lacks_bid and len(reader.faults) == faults_before:
        _check_tricks_of_nils(reader, result)
    return result._replace(reported=reader.reported(request.get("reported")))


def _without_bid(reader: Reader, bids: tuple[Bid, ...], side: int) -> list[str]:
    """Return the players of a side who have to bid and have not, or the side if one bid of either is enough."""
    parameters, of_side = reader.ruleset.parameters, reader.table.sides[side]
    by, made = parameters.bids.by, [bid for bid in bids if bid.side == side]
    bidders = {bid.seat for bid in made}
    numbers = [bid for bid in made if bid.kind not in NILS]
    if None in bidders or (by == "team" and made) or (by == "last_partner" and numbers):
        return []
    if by == "player" or made:
        return [reader.table.players[seat] for seat in of_side.seats if seat not in bidders]
    return [of_side.name]


def _unchecked_result(
    reader: Reader, request: Mapping[str, Any], round_number: int | None, decisions: Decisions, *, needs_bids: bool
) -> RoundResult:
    side_tricks, seat_tricks = reader.tricks_won(request["tricks_won"])
    bids = parse_bids(reader, request, required=needs_bids)
    return RoundResult(
        table=reader.table,
        bids=bids.bids,
        side_tricks=side_tricks,
        seat_tricks=seat_tricks,
        dealer=reader.dealer(request.get("dealer")),
        round_number=round_number,
        bidders=bids.bidders,
        decisions=decisions,
        away=reader.away(request.get("away")),
    )


def _check_one_bid_each(reader: Reader, result: RoundResult, *, needs_all: bool) -> None:
    rules = reader.ruleset.parameters.bids
    by_team, may_raise = rules.by == "team", rules.changes == "raise_until_opponents_bid"
    table, bids = result.table, result.bids
    for index, side in enumerate(table.sides):
        made = [bid for bid in bids if bid.side == index]
        whole = by_team or any(bid.seat is None for bid in made)
        seen: set[int | None] = set()
        for bid in made:
            if not may_raise and (bid.seat in seen or (whole and seen)):
                name = side.name if whole or bid.seat is None else table.players[bid.seat]
                detail = f"{name} has bid already; a score sheet has one bid of each."
                reader.fault("bid_repeated", detail, "bids", bid.position)
            seen.add(bid.seat)
        for name in _without_bid(reader, bids, index) if needs_all else ():
            member = "bids" if result.bidders is None else "bids_by_player"
            reader.fault("bid_missing", f"There is no bid by {name}.", member)


def _check_tricks_of_nils(reader: Reader, result: RoundResult) -> None:
    parameters = reader.ruleset.parameters
    if parameters.bids.by == "team":
        return
    done: set[tuple[int, int | None]] = set()
    for bid in result.bids:
        counts = done.isdisjoint({(bid.side, bid.seat), (bid.side, None)})
        done.add((bid.side, bid.seat))
        nil = counts and bid.kind in NILS
        if nil and bid.seat is not None and result.seat_tricks[bid.seat] is None:
            team = result.table.sides[bid.side].name
            player = result.table.players[bid.seat]
            members = result.table.sides[bid.side].players
            instead = listed([f"those of {quoted(each)}" for each in members])
            detail = f"{player} bid nil, so the tricks of {team} are needed player by player: write {instead} instead."
            reader.fault("nil_needs_player", detail, "tricks_won", team)


def _reader(ruleset: Ruleset, request: Mapping[str, Any]) -> Reader:
    rules = ruleset.parameters.table
    return Reader(ruleset, sit_down(request["players"], request.get("teams"), rules.sides, rules.players))


def parse_record(ruleset: Ruleset, request: Mapping[str, Any], *, any_bags: bool = False) -> RoundRecord:
    """Parse a round record, or the bidding of a round that has not been played; members as in the contract.

    ``any_bags`` takes a standing with bags that no round under this ruleset can have left.

    Raises `UnreadableRecord` with every fault.
    """
    reader = _reader(ruleset, request)
    record = _single_record_of(reader, request, any_bags=any_bags)
    reader.raise_faults()
    return record


def parse_round_so_far(ruleset: Ruleset, request: Mapping[str, Any]) -> RoundSoFar:
    """Parse a round that is being played; members as in the contract. Raises `UnreadableRecord` with every fault."""
    reader = _reader(ruleset, request)
    record = _single_record_of(reader, request)
    opener, looked = request.get("first_bidder"), request.get("looked")
    if opener is not None:
        record = record._replace(opener=reader.seat(opener, "first_bidder"))
    seats = [reader.seat(player, "looked", index) for index, player in enumerate(looked or ())]
    reader.raise_faults()
    return RoundSoFar(record, None if looked is None else frozenset(seats))


def _single_record_of(reader: Reader, request: Mapping[str, Any], *, any_bags: bool = False) -> RoundRecord:
    """Parse the record of a round by itself, and note every fault."""
    number = reader.round_number(request.get("round_number"))
    before = reader.before(request.get("before"), any_bags=any_bags)
    record = _record_of(reader, request, number, before, parse_decisions(reader, request))
    if "dealer" not in request:
        _need_dealer(reader, record)
    return record


def _need_dealer(reader: Reader, record: RoundRecord) -> None:
    """Note that nobody knows whose hand has one card more, if the record has cards and hands are unequal."""
    if (record.tricks or any(record.hands)) and not reader.pack.has_equal_hands:
        detail = "Say who dealt: the first players from the dealer's left have one card more (`deck.leftover`)."
        reader.fault("required", detail, "dealer")


def parse_result(ruleset: Ruleset, request: Mapping[str, Any]) -> RoundResult:
    """Parse a finished round from a score sheet; members as in the contract.

    Raises `UnreadableRecord` with every fault, also for a missing or repeated bid, and for tricks that don't add
    up to the size of a hand (docs/reference/rules.md, The order of scoring, step 1).
    """
    reader = _reader(ruleset, request)
    number, before = reader.round_number(request.get("round_number")), reader.before(request.get("before"))
    result = _result_of(reader, request, number, parse_decisions(reader, request))
    reader.raise_faults()
    return result._replace(before=before)


def parse_game(ruleset: Ruleset, request: Mapping[str, Any]) -> GameRecord:
    """Parse a game to score; members as in the contract.

    Raises `UnreadableRecord` with every fault, also for a row of the sheet that can't be scored.
    """
    return _game(ruleset, request, _result_of)


def parse_audited_game(ruleset: Ruleset, request: Mapping[str, Any]) -> GameRecord:
    """Parse a game to audit; members as in the contract. Raises `UnreadableRecord` with every fault."""
    return _game(ruleset, request, _audited_result_of)


def _game(ruleset: Ruleset, request: Mapping[str, Any], parse_row: RowParser) -> GameRecord:
    """Parse the rounds of a game, each at the table that the substitutions so far have made."""
    reader = _reader(ruleset, request)
    named = request.get("first_dealer")
    dealer = None if named is None else reader.seat(named, "first_dealer")
    before, away = reader.before(request.get("before")), reader.away(request.get("away"))
    is_seated = named in reader.table.seat
    rounds: list[RoundRecord | RoundResult] = []
    first = reader.first_round_number(request.get("first_round_number"), goes_on="before" in request)
    number, is_known, dealt = first, True, named is not None
    by_bids = _may_be_void_by_bids(ruleset.parameters)
    for index, round_request in enumerate(request["rounds"]):
        reader.prefix = ("rounds", index)
        played = _parse_round(reader, round_request, first + index, number if is_known else None, parse_row)
        rounds.append(played if "away" in round_request else played._replace(away=away))
        dealt = dealt or "dealer" in round_request
        if isinstance(played, RoundRecord) and not dealt:
            _need_dealer(reader, played)
        if not played.decisions.void:
            # Only the ruling on a round can say whether it is void by its cards or its bids, and does not count.
            is_known = (isinstance(played, RoundResult) and not by_bids) or (is_known and number > 1)
            number += 1
    if rounds and is_seated:
        reader.prefix = ()
        _check_first_dealer(reader, request, dealer, rounds[0].table)
    reader.raise_faults()
    return GameRecord(reader.table, tuple(rounds), dealer, before, first)


def _may_be_void_by_bids(parameters: Parameters) -> bool:
    """Return whether bids may throw a round in, or cost a new deal."""
    prices = [parameters.penalties.priced(row) for row in ("illegal_bid", "bid_out_of_turn")]
    return parameters.bids.table.may_void or any("redeal" in {price.remedy, *price.of} for price in prices)


def _check_first_dealer(reader: Reader, request: Mapping[str, Any], dealer: int | None, opening: Table) -> None:
    """Note a first round dealt by another seat than the first dealer of the game; ``opening`` is its table."""
    dealt = request["rounds"][0].get("dealer")
    if dealer is not None and opening.seat.get(dealt, dealer) != dealer:
        named = request["first_dealer"]
        detail = f"The first dealer is {quoted(named)}, and the first round was dealt by {quoted(dealt)}."
        reader.fault("two_dealers", detail, "rounds", 0, "dealer")


def parse_trick(ruleset: Ruleset, request: Mapping[str, Any]) -> TrickRecord:
    """Parse one trick; members as in the contract. Raises `UnreadableRecord` with every fault."""
    reader = _reader(ruleset, request)
    leader = request.get("leader")
    plays = request["plays"]
    hands = reader.hands(request.get("hands"))
    trick = Trick(
        tuple(reader.seat(play["player"], "plays", index, "player") for index, play in enumerate(plays)),
        tuple([play["card"] for play in plays]),
    )
    expected = None if leader is None else reader.seat(leader, "leader")
    reader.raise_faults()
    return TrickRecord(reader.table, trick, hands, expected, request.get("trick_number"), request.get("spades_broken"))


def parse_moment(ruleset: Ruleset, request: Mapping[str, Any]) -> tuple[Pack, tuple[int, ...], Moment]:
    """Parse a hand and the moment at which a card of it is to be played; members as in the contract.

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
    cards = tuple([play["card"] for play in plays])
    return ruleset.packs[count], request["hand"], Moment(cards, request["trick_number"], request["spades_broken"])
