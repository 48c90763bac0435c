"""The entries of a round: its bids, its tricks, the claim that ended it, and what a director decided about it.

Bids are in the order in which they were made, or by bidder, if that order is not known. A trick is given play by play,
or in a short form, which has the cards without the order in which they were played: clockwise from the leader, or by
player. If a short form leaves out the leader, that is the winner of the trick before (`record.log.with_leads`); until
then its seats begin anywhere.

A claim ends the log, so it is about the cards that the log leaves: a trick in progress counts among the tricks left. It
is a fault to claim more tricks than are left, to state cards that the record shows elsewhere, and to go on playing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args

from service.spades.by_position import by_position
from service.spades.cards import CODES, INDEX, UNREAD
from service.spades.catalogue.parameters.bids import NILS, Kind
from service.spades.english import count_of, listed, quoted
from service.spades.findings import codes_priced_by, penalty_row
from service.spades.record.log import end_of_log, placed, seats_of_plays, tricks_left
from service.spades.record.lookup import Reader
from service.spades.record.model import (
    NO_DECISIONS,
    At,
    Bid,
    ChosenRemedy,
    Decisions,
    DirectorsAdjustment,
    RoundClaim,
    RoundRecord,
    Trick,
    TrickForm,
    Withdrawn,
)
from service.spades.rules.ruleset import kind_of
from service.spades.table import why_not_seated, with_substitute


class ParsedBids(NamedTuple):
    """The bids of a request."""

    bids: tuple[Bid, ...]
    bidders: tuple[str, ...] | None = None
    """The bidders by name, parallel to the bids, if their order is not known; then the bids are in the order of the
    table. None for bids in order."""
    recorded: bool = True
    """Whether there are any."""


def parse_bids(reader: Reader, request: Mapping[str, Any], *, required: bool = False) -> ParsedBids:
    """Return the bids of a request, and note what is wrong with their form."""
    blind = request.get("blind_bidders", ())
    in_order, by_player = request.get("bids"), request.get("bids_by_player")
    if in_order is not None and by_player is not None:
        detail = "Give either `bids`, in the order in which they were made, or `bids_by_player`, not both."
        reader.fault("bids_or_bids_by_player", detail, "bids_by_player")
    elif in_order is None and by_player is None and required:
        detail = "Give the bids: `bids`, in the order in which they were made, or `bids_by_player`."
        reader.fault("required", detail, "bids")
    if blind and by_player is None:
        detail = "Only `bids_by_player` has `blind_bidders`; in `bids` each bid says itself of which `kind` it is."
        reader.fault("needs_bids_by_player", detail, "blind_bidders")
    if in_order is not None:
        return ParsedBids(bids_in_order(reader, in_order))
    return ParsedBids((), recorded=False) if by_player is None else _by_player(reader, by_player, blind)


def bids_in_order(reader: Reader, bids: Sequence[dict[str, Any]]) -> tuple[Bid, ...]:
    """Return bids in the order in which they were made."""
    table = reader.table
    parsed: list[Bid] = []
    for index, bid in enumerate(bids):
        tricks, player = bid["tricks"], bid.get("player")
        kind = _kind(reader, tricks, bid.get("kind"), "bids", index)
        if (player is None) == ("team" not in bid):
            reader.fault("player_or_team", "A bid names exactly one of player and team.", "bids", index)
        elif player is not None:
            seat = reader.seat(player, "bids", index, "player")
            parsed.append(Bid(index, seat, table.side_of[seat], tricks, kind))
        else:
            side = reader.side(bid["team"], "bids", index, "team")
            _check_nil_of_side(reader, side, kind, "bids", index)
            seats = table.sides[side].seats
            parsed.append(Bid(index, seats[0] if len(seats) == 1 else None, side, tricks, kind))
    return tuple(parsed)


def _kind(reader: Reader, tricks: int, stated: Kind | None, *path: str | int) -> Kind:
    """Return the kind of a bid, and note what is wrong with the one that is stated, or that it has to be stated."""
    parameters = reader.ruleset.parameters
    if stated is None:
        if not tricks and parameters.bids.nil.allowed and parameters.bids.zero.allowed:
            listed = "a list of bids, `bids`, with " if path[0] == "bids_by_player" else ""
            what = "Under this ruleset 0 is a nil or a bid that promises nothing"
            reader.fault("kind_needed", f'{what}: write {listed}"kind": "nil" or "kind": "zero".', *path)
        return kind_of(parameters, tricks)
    if (stated in _NUMBERS) != (tricks > 0):
        means = "1 trick or more" if stated in _NUMBERS else "0 tricks"
        instead = " or ".join(f'"{kind}"' for kind in (_NUMBERS if tricks else _ZEROS))
        detail = f'A bid of the kind "{stated}" is for {means}, and this one is for {tricks}: write the kind {instead}.'
        reader.fault("kind_of_bid", detail, *path, "kind")
    return stated


def _check_nil_of_side(reader: Reader, side: int, kind: Kind, *path: str | int) -> None:
    """Note a nil by a side of several players as a whole, if each player bids for himself."""
    if kind in NILS and len(reader.table.sides[side].seats) > 1 and reader.ruleset.parameters.bids.by != "team":
        reader.fault("nil_needs_player", "A nil is bid by a player, not by a team: say what each partner bid.", *path)


def _by_player(reader: Reader, bids: Mapping[str, int], blind: Sequence[str]) -> ParsedBids:
    """Return bids by bidder; of a side there may be only one bid, or one of each player."""
    for index, name in enumerate(blind):
        if name not in bids:
            reader.fault("blind_without_bid", f"`bids_by_player` has no bid by {quoted(name)}.", "blind_bidders", index)
    made: list[tuple[int, int | None, str]] = []
    kinds: dict[str, Kind] = {}
    for name, tricks in bids.items():
        stated = kind_of(reader.ruleset.parameters, tricks, blind=True) if name in blind else None
        kinds[name] = _kind(reader, tricks, stated, "bids_by_player", name)
        bidder = _bidder(reader, name, kinds[name])
        if bidder is not None:
            made.append((*bidder, name))
    _check_one_bid_each(reader, made)
    made.sort(key=lambda bidder: reader.table.sides[bidder[0]].seats[0] if bidder[1] is None else bidder[1])
    parsed = tuple(
        Bid(position, seat, side, bids[name], kinds[name]) for position, (side, seat, name) in enumerate(made)
    )
    return ParsedBids(parsed, tuple(name for _, _, name in made))


def _bidder(reader: Reader, name: str, kind: Kind) -> tuple[int, int | None] | None:
    """Return the side and the seat (None for a side as a whole) that bid, None for an unknown name."""
    table = reader.table
    if name in table.seat:
        seat = table.seat[name]
        return table.side_of[seat], seat
    if name not in table.side:
        reader.player_or_team(name, "bids_by_player", name)
        return None
    side = table.side[name]
    _check_nil_of_side(reader, side, kind, "bids_by_player", name)
    seats = table.sides[side].seats
    return side, seats[0] if len(seats) == 1 else None


def _check_one_bid_each(reader: Reader, made: Sequence[tuple[int, int | None, str]]) -> None:
    """Note a second bid by one bidder: without an order, nobody could say which of the two counts."""
    by_team = reader.ruleset.parameters.bids.by == "team"
    for index, side in enumerate(reader.table.sides):
        own = [(seat, name) for made_by, seat, name in made if made_by == index]
        names = [name for _, name in own]
        as_one = by_team or None in {seat for seat, _ in own}
        if len(own) > 1 and (as_one or len({seat for seat, _ in own}) < len(own)):
            given = f"give one, as that of {quoted(side.name)}" if as_one and len(side.seats) > 1 else "give one"
            detail = f"{' and '.join(names)} are bids of one side, {side.name}, which here has only one: {given}."
            reader.fault("bid_repeated", detail, "bids_by_player", names[-1])


_NUMBERS: Final[tuple[Kind, ...]] = ("number", "blind")
_ZEROS: Final[tuple[Kind, ...]] = ("nil", "zero", "blind_nil")
_PLAIN: Final = 2  # the members of a play without withdrawn cards: its player and its card
_FORMS: Final[tuple[TrickForm, ...]] = get_args(TrickForm)
_trick: Final = by_position(Trick)


class ParsedLog(NamedTuple):
    """The tricks of a request, and the cards taken back in them."""

    tricks: tuple[Trick, ...]
    withdrawn: tuple[Withdrawn, ...]
    plain: bool
    """Whether every trick is given play by play, with its leader and its winner at most."""


def parse_tricks(reader: Reader, tricks: Sequence[dict[str, Any]]) -> ParsedLog:
    """Return the log of a request, and note every name that is not at the table, and every trick without one form."""
    # As objects: compiled code would make each number anew for the list that it goes into.
    seat_of: dict[str, Any] = reader.table.seat
    index_of: dict[str, Any] = INDEX
    read: list[Trick] = []
    withdrawn: list[Withdrawn] = []
    plain = True
    for index, trick in enumerate(tricks):
        leader = winner = spades_broken = None
        plays, leads, wins = trick.get("plays"), trick.get("leader"), trick.get("winner")
        form: TrickForm = "plays"
        if plays is None or len(trick) > 1 + (leads is not None) + (wins is not None):
            plain, form, spades_broken = False, _form_of(reader, index, trick), trick.get("spades_broken")
            if form != "plays":
                plays = _in_short_form(reader, index, trick, form)
        seats: list[int] = []
        cards: list[int] = []
        for play in plays or ():
            try:
                seats.append(seat_of[play["player"]])
            except KeyError:
                seats.append(reader.seat(play["player"], "tricks", index, "plays", len(seats), "player"))
            cards.append(index_of[play["card"]])
            if len(play) > _PLAIN:
                withdrawn += _taken_back(index, len(cards) - 1, play)
        if leads is not None:
            leader = reader.seat(leads, "tricks", index, "leader")
        if wins is not None:
            winner = reader.seat(wins, "tricks", index, "winner")
        written = _trick((tuple(seats), tuple(cards), leader, winner, form, form == "plays", spades_broken, False))
        if form != "plays" and leader is not None:
            written = placed(written, leader, reader.table.order)
        read.append(written)
    return ParsedLog(tuple(read), tuple(withdrawn), plain)


def _taken_back(trick: int, play: int, members: Mapping[str, Any]) -> Iterator[Withdrawn]:
    """Yield the cards that were taken back at a play."""
    for position, card in enumerate(members.get("withdrawn", ())):
        at = card.get("at")
        yield Withdrawn(trick, play, position, INDEX[card["card"]], at and At(at["trick"] - 1, at["plays"]))


def _form_of(reader: Reader, index: int, trick: Mapping[str, Any]) -> TrickForm:
    """Return the form of a trick; notes one that has none or several."""
    forms = [form for form in _FORMS if form in trick]
    if len(forms) != 1:
        reader.fault("plays_or_cards", _which_form(forms), "tricks", index)
    return forms[0] if forms else "plays"


def _in_short_form(reader: Reader, index: int, trick: Mapping[str, Any], form: TrickForm) -> list[dict[str, Any]]:
    """Return the plays of a trick in a short form; for a list of cards, of which nobody knows the seats, by any seats.

    Cards by player are by seat, not in the order of the request: the order of members means nothing.
    """
    written, players = trick[form], reader.table.players
    if form == "cards":
        seats = seats_of_plays(reader.table.order[0], len(written))
        return [{"player": players[seat], "card": card} for seat, card in zip(seats, written, strict=True)]
    for name in written:
        reader.seat(name, "tricks", index, form, name)
    return [{"player": name, "card": written[name]} for name in players if name in written]


def _which_form(given: Sequence[str]) -> str:
    if not given:
        forms = "`plays` (in order), `cards` (clockwise from the leader) or `cards_by_player`"
        return f"This trick has no cards: give exactly one of {forms}."
    return f"This trick has {' and '.join(f'`{form}`' for form in given)}: give exactly one of them."


REST: Final = "rest"
"""The text that claims all the tricks left, instead of a number."""


def parse_claim(reader: Reader, claim: Mapping[str, Any], record: RoundRecord) -> RoundClaim:
    """Return the claim of a round; notes every fault."""
    seat = reader.seat(claim["by"], "claim", "by")
    left = tricks_left(record, reader.pack.hand_size)
    if left <= 0:
        reader.fault("claim_after_end", "No trick is left to be claimed: the log has every trick.", "claim")
    _check_moment(reader, claim.get("at"), record)
    tricks = claimed_tricks(reader, claim["tricks"], left)
    statement = claim.get("statement", ())
    if claim["by"] in record.table.seat:
        _check_statement(reader, statement, seat, record)
    return RoundClaim(seat, tricks, statement, claim["accepted"])


def claimed_tricks(reader: Reader, tricks: int | str, left: int) -> int | None:
    """Return the number of tricks claimed, None for all; notes what is no number, and one above the tricks left."""
    if isinstance(tricks, str):
        if tricks != REST:
            detail = f"{quoted(tricks)} is no number of tricks: give a number, or {quoted(REST)} for all that are left."
            if tricks.isascii() and tricks.isdigit():
                detail = f"{quoted(tricks)} is a text: write {tricks}, without quotes."
            reader.fault("claimed_tricks", detail, "claim", "tricks")
        return None
    if tricks > left > 0:
        detail = f"Only {count_of(left, 'trick')} can be claimed: so many are left, a trick in progress included."
        reader.fault("too_many_tricks", detail, "claim", "tricks")
    return tricks


def _check_moment(reader: Reader, at: At | None, record: RoundRecord) -> None:
    """Note a moment of the claim that is not the end of the log."""
    if at is None:
        return
    players, trick, plays = len(record.table.players), at.trick + 1, at.plays
    if plays >= players:
        trick, plays = trick + 1, plays - players
    last, shown = end_of_log(record)
    end = last + 1
    returned = sum(withdrawn.trick == last for withdrawn in record.withdrawn)
    if (trick, plays) < (end, shown):
        detail = "A claim ends the play, but the log goes on after this moment: leave out the plays after it."
        reader.fault("plays_after_claim", detail, "claim", "at")
    elif trick > end or plays > shown + returned:
        detail = (
            f"The log ends with {count_of(shown, 'card')} of trick {end} on the table, before this moment: add the"
            " plays up to the claim."
        )
        reader.fault("plays_missing", detail, "claim", "at")


def _check_statement(reader: Reader, statement: tuple[int, ...], seat: int, record: RoundRecord) -> None:
    """Note every stated card that the claimer can't have held then, and every one that he states twice."""
    gone = {card: other for trick in record.tricks for other, card in zip(trick.seats, trick.cards, strict=True)}
    player, hand = record.table.players[seat], record.hands[seat]
    passed = {card for exchange in record.exchanges or () if exchange.taker == seat for card in exchange.cards}
    for index, card in enumerate(statement):
        code = CODES[card]
        path = ("claim", "statement", index)
        if card in statement[:index]:
            reader.fault("stated_twice", f"{code} is stated twice: a card is played once.", *path)
        elif card in gone:
            who = record.table.players[gone[card]]
            reader.fault("stated_not_held", f"{player} does not hold {code}: {who} has played it.", *path)
        elif _is_listed_elsewhere(record, seat, card) or (
            hand is not None and len(hand) >= len(statement) and UNREAD not in hand and card not in {*hand, *passed}
        ):
            reader.fault("stated_not_held", f"{player} is not listed with {code}: state cards of that hand.", *path)


def _is_listed_elsewhere(record: RoundRecord, seat: int, card: int) -> bool:
    """Return whether a card that was passed to nobody is listed for another player, or was set aside."""
    if any(card in exchange.cards for exchange in record.exchanges or ()):
        return False
    others = (hand for other, hand in enumerate(record.hands) if other != seat and hand is not None)
    return any(card in hand for hand in others) or card in (record.set_aside or ())


_MEMBERS: Final = frozenset({"adjustments", "void", "redeal_by", "forfeited_by", "reason", "time_called", "remedies"})


def parse_decisions(reader: Reader, request: Mapping[str, Any]) -> Decisions:
    """Return what was decided about a round, and note a reason that is missing, or that is given for nothing."""
    if _MEMBERS.isdisjoint(request):
        return NO_DECISIONS
    void, forfeited_by, reason = request.get("void", False), request.get("forfeited_by"), request.get("reason")
    if (reason is None or not reason.strip()) and (void or forfeited_by is not None):
        what = "void" if void else "forfeited"
        reader.fault("reason_missing", f'Say why the round is {what}: add "reason": "…".', "reason")
    elif reason is not None and not void and forfeited_by is None:
        detail = (
            "A reason belongs to a round that is void or in which the game is forfeited, and this one is neither:"
            ' leave it out, or add "void": true or "forfeited_by".'
        )
        reader.fault("reason_alone", detail, "reason")
    if "redeal_by" in request and not void:
        detail = 'Only a round that does not count is dealt again: leave this out, or add "void": true and a "reason".'
        reader.fault("redeal_alone", detail, "redeal_by")
    return Decisions(
        adjustments=tuple(
            [
                _parse_adjustment(reader, adjustment, index)
                for index, adjustment in enumerate(request.get("adjustments", ()))
            ]
        ),
        void=void,
        redeal_by=request.get("redeal_by"),
        forfeited_by=None if forfeited_by is None else reader.side(forfeited_by, "forfeited_by"),
        reason=reason,
        time_called=request.get("time_called", False),
        remedies=tuple([_chosen(reader, each, index) for index, each in enumerate(request.get("remedies", ()))]),
    )


def _chosen(reader: Reader, chosen: Mapping[str, Any], index: int) -> ChosenRemedy:
    """Return what a wronged side chose for the offence of another one."""
    code, path = chosen["code"], ("remedies", index)
    row = penalty_row(code)
    if row is None:
        meant = [quoted(each) for each in codes_priced_by(code)]
        detail = f"No ruleset has a penalty for {quoted(code)}."
        if meant:
            detail = f"Named here is the code of a finding, not the row of its penalty: write {listed(meant, 'or')}."
        reader.fault("remedy_not_offered", detail, *path, "code")
    else:
        reader.remedy(chosen["remedy"], row, *path, "remedy")
    return ChosenRemedy(code, reader.side(chosen["team"], *path, "team"), chosen["remedy"])


def _parse_adjustment(reader: Reader, adjustment: Mapping[str, Any], index: int) -> DirectorsAdjustment:
    """Return an adjustment; one without a reason, or that adjusts nothing, is noted."""
    path = ("adjustments", index)
    side = reader.side(adjustment["team"], *path, "team")
    tricks, to = adjustment.get("tricks", 0), adjustment.get("to")
    if "points" not in adjustment and "tricks" not in adjustment:
        reader.fault("nothing_adjusted", 'Say what is adjusted: add "points" or "tricks", below 0 to take them.', *path)
    if not adjustment["reason"].strip():
        what = "tricks" if tricks and not adjustment.get("points") else "points"
        reader.fault("reason_missing", f"Say why the {what} are given or taken.", *path, "reason")
    if to is not None and (tricks >= 0 or to == adjustment["team"]):
        detail = (
            'This is the team that gets the tricks taken from another one: leave it out, or give "tricks" below 0'
            " and another team here."
        )
        reader.fault("nothing_to_move", detail, *path, "to")
    taker = None if to is None else reader.side(to, *path, "to")
    return DirectorsAdjustment(side, adjustment.get("points", 0), adjustment["reason"], tricks, taker)


def parse_substitutions(reader: Reader, substitutions: Sequence[Mapping[str, str]], round_number: int) -> None:
    """Seat each substitute in turn, for this round and those after it; one who may not be is noted."""
    for index, substitution in enumerate(substitutions):
        leaver, newcomer = substitution["out"], substitution["in"]
        faults_before = len(reader.faults)
        seat = reader.seat(leaver, "substitutions", index, "out")
        if len(reader.faults) > faults_before:
            continue
        refusal = why_not_seated(reader.table, seat, newcomer)
        if refusal is not None:
            reader.fault(*refusal, "substitutions", index, "in")
            if refusal[0] == "duplicate_player":
                continue
            # Seated all the same: one name that can't be taken is one fault, wherever it occurs.
        reader.table = with_substitute(reader.table, seat, newcomer)
        reader.gone[leaver] = f"left in round {round_number}, when {quoted(newcomer)} came in"
        reader.gone.pop(newcomer, None)
