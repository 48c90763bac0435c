"""Rounds of trick-notation: a deal, its calls, exchanges and tricks become a record, and a record becomes such lines.

A text holds the players, the names of teams, the dealer, hands and cards set aside (each in the order of
`write_holding`), exchanges, bids in order or by player, the round number, the claimed score after the round, labels,
and tricks as ``cards``, or as ``cards_by_player`` if somebody in between has none or the leader is left out. It has no
place for a ruleset, a standing before the round, accusations, cards drawn or taken back, winners, bids of teams and
other claims of a score sheet, and a trick that is written as ``plays`` loses the order of play.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from service.notations.model import (
    HIGHEST_ROUND,
    HIGHEST_SCORE,
    MOST_BIDS,
    MOST_CARDS,
    MOST_EXCHANGES,
    Place,
    ReadText,
    Record,
    Remarks,
    WrittenText,
)
from service.notations.round_parts import (
    NOT_PLAYED,
    Bid,
    Losses,
    SeatedPlayers,
    Word,
    bid_of,
    bids_by_player,
    bids_in_order,
    clockwise,
    members_by_player,
    refuse_unusable,
    row_from,
    trick_rows,
)
from service.notations.trick_notation.document import (
    DECK_WITH_JOKERS,
    FIRST_LINE,
    JOKERS,
    PLAIN_DECK,
    PLAYER,
    READ_HEADERS,
    TEAM,
    UNKNOWN,
    Deck,
    Document,
    Event,
    read_cards,
    read_deck,
    read_documents,
    read_holding,
    read_labels,
    read_round_number,
    read_table,
    read_teams,
    write_card,
    write_header,
    write_holding,
)
from service.spades.english import quoted

_CALL = re.compile(r"(?P<blind>b(?:lind)?[:_-]?)?(?P<bid>\d{1,2}|nil|n)", re.IGNORECASE)
_FAULT_OF_CALL = ("bad_call", f"nil, blind:nil, blind:6, or {UNKNOWN} if it is unknown")
_NOT_NOTED = {UNKNOWN, "-"}


def read_calls(lines: Sequence[Event], dealer: str | None, table: SeatedPlayers, remarks: Remarks) -> dict[str, Any]:
    """Return the bids of a round as members of a record.

    One line lists the calls by seat, from a seat that it names. Programs name the first seat whoever bids first, so
    that order is taken as the order of bidding only if nothing else explains it. Lines follow each other in time.
    """
    by_line = [_line(event, table, remarks) for event in lines[: MOST_BIDS + 1]]
    calls = [call for starts, made in by_line for call in made if starts is not None]
    if max(len(calls), len(lines)) > MOST_BIDS:
        remarks.fault(lines[-1].place, "too_many_calls", f"A round has no more than {MOST_BIDS} bids.")
    if not calls:
        return {}
    first = by_line[0][0]
    if len(lines) > 1 or (first is not None and _bids_first(first, dealer, table.players)):
        return {"bids": [call.member for call in calls]}
    detail = f"The calls are listed from {first}, which does not say who bid first: their order is not taken."
    remarks.note(lines[0].place, "order_of_bids", detail)
    return members_by_player(calls, table.players)


def _bids_first(first: str, dealer: str | None, players: Sequence[str]) -> bool:
    """Whether calls that are listed from this player are in the order of bidding."""
    return first != players[0] if dealer is None else first == clockwise(players, dealer)[1]


def _line(event: Event, table: SeatedPlayers, remarks: Remarks) -> tuple[str | None, list[Bid]]:
    """Return the player whom a line starts from, and its calls."""
    parts = event.after_colon()
    if parts is None:
        remarks.fault(event.place, "bad_event", "A call has a seat and a colon: write it like 'C E: 3 4 nil 4'.")
        return None, []
    seat, words = parts
    first = table.player_at(Word(seat, event.rest_at), remarks)
    if len(words) > len(table.seats):
        detail = f"These are more calls than the {len(table.seats)} seats: write one for each, or another line."
        remarks.fault(words[len(table.seats)].place, "too_many_calls", detail)
    if first is None:
        return None, []
    made = [
        bid_of(word, player, _CALL, _FAULT_OF_CALL, remarks)
        for player, word in zip(clockwise(table.players, first), words, strict=False)
        if word.text not in _NOT_NOTED
    ]
    return first, [call for call in made if call is not None]


def write_calls(record: Mapping[str, Any], seats: Mapping[str, str], losses: Losses) -> list[str]:
    """Return the bids of a record as lines; ``seats`` holds the seat of each player."""
    if "bids" not in record:
        return _write_by_seat(record, seats, losses)
    made = bids_in_order(record, losses)
    players = list(seats)
    turns = clockwise(players, made[0].player) if made else []
    in_turn = [bid.player for bid in made] == turns[: len(made)]
    if in_turn and made and _bids_first(made[0].player, record.get("dealer"), players):
        return [f"C {seats[made[0].player]}: {' '.join(map(_token, made))}"]
    if len(made) == 1:
        losses.lose("order_of_bids", "A single call does not say that it was the first.", "bids")
    return [f"C {seats[bid.player]}: {_token(bid)}" for bid in made]


def _write_by_seat(record: Mapping[str, Any], seats: Mapping[str, str], losses: Losses) -> list[str]:
    bids = bids_by_player(record, losses)
    players = list(seats)
    # A line from the seat that bids first would say that the calls are in order.
    start = players[_bids_first(players[0], record.get("dealer"), players)]
    order = clockwise(players, start)
    while order and order[-1] not in bids:
        order.pop()
    if not order:
        return []
    tokens = [_token(bids[player]) if player in bids else UNKNOWN for player in order]
    return [f"C {seats[start]}: {' '.join(tokens)}"]


def _token(bid: Bid) -> str:
    return f"{'blind:' if bid.blind else ''}{bid.tricks or 'nil'}"


SPADES = "spades"
EXCHANGE = "exchange"
_ORDER_IN_A_ROUND = "DCXP"
_SCORE = re.compile("-?[0-9]{1,7}")


class _Heads(NamedTuple):
    """What the headers say for every round of a text."""

    table: SeatedPlayers
    deck: Deck
    dealer: str | None
    members: Mapping[str, Any]
    """The members that every record of the text has, beside its labels."""
    labels: Mapping[str, str]
    exchanges_noted: bool
    first_round: int | None


def read(text: str) -> ReadText:
    """Read a text in trick-notation as one record a deal. Raises `UnreadableText`, with 50 faults at most."""
    remarks = Remarks()
    records = [record for document in read_documents(text, remarks) for record in _read_document(document, remarks)]
    remarks.raise_faults()
    return ReadText(tuple(records), remarks.notes)


def _read_document(document: Document, remarks: Remarks) -> list[Record]:
    heads = _read_heads(document, remarks)
    records = [_read_round(events, number, heads, remarks) for number, events in enumerate(_rounds(document, remarks))]
    _number(records, heads, document, remarks)
    _report_result(records, heads.table, document, remarks)
    return records


def _read_heads(document: Document, remarks: Remarks) -> _Heads:
    headers = document.headers
    game, deck = headers.get("Game"), headers.get("Deck")
    if game is None:
        remarks.note(document.start, "game_not_named", "The text does not name its game: read as Spades.")
    elif game.value.strip().lower() != SPADES:
        remarks.fault(game.place, "other_game", f"This is a game of {quoted(game.value)}, not of Spades.")
    if deck is None:
        detail = 'The deck is missing, which gives the order of suits in a hand: write [Deck "french52"].'
        remarks.fault(document.start, "no_deck", detail)
    table = read_table(document, remarks)
    members: dict[str, Any] = {"players": list(table.players)}
    if teams := read_teams(headers, table, remarks):
        members["teams"] = teams
    dealer = headers.get("Dealer")
    return _Heads(
        table=table,
        deck=read_deck(deck, remarks) if deck else Deck(),
        dealer=table.player_at(Word(dealer.value.strip(), dealer.place), remarks) if dealer else None,
        members=members,
        labels=read_labels(headers, len(table.seats), remarks),
        exchanges_noted="Caps" in headers and EXCHANGE in headers["Caps"].value.split(),
        first_round=read_round_number(headers, remarks),
    )


def _rounds(document: Document, remarks: Remarks) -> list[list[Event]]:
    """Return the events of each round. A deal begins one; a text without a deal is one round."""
    deals = [index for index, event in enumerate(document.events) if event.code == "D"]
    if not deals:
        return [list(document.events)]
    if deals[0] > 0:
        detail = (
            "These events come before the first deal: they may be a round of which the hands are not known, or belong "
            "to that deal. Write them into a text of their own, or after the deal."
        )
        remarks.fault(document.events[0].place, "event_before_deal", detail)
    return [
        list(document.events[start:end]) for start, end in zip(deals, [*deals[1:], len(document.events)], strict=True)
    ]


def _read_round(events: Sequence[Event], number: int, heads: _Heads, remarks: Remarks) -> Record:
    by_code: dict[str, list[Event]] = {code: [] for code in _ORDER_IN_A_ROUND}
    stage = 0
    for event in events:
        if event.code not in by_code:
            remarks.note(event.place, "unmapped", f"A record has no place for {quoted(event.code + ' ' + event.rest)}.")
            continue
        by_code[event.code].append(event)
        if _ORDER_IN_A_ROUND.index(event.code) < stage:
            detail = "In a record the bids come first, then the exchanges, then the tricks: taken as if in that order."
            remarks.note(event.place, "order_of_events", detail)
        stage = max(stage, _ORDER_IN_A_ROUND.index(event.code))
    # A header names one dealer, and after each round another player deals.
    dealer = heads.dealer if number == 0 else None
    record: Record = dict(heads.members)
    if dealer is not None:
        record["dealer"] = dealer
    for event in by_code["D"]:
        record |= _read_deal(event, heads, remarks)
    exchanges = [_read_exchange(event, heads.table, remarks) for event in by_code["X"][:MOST_EXCHANGES]]
    if len(by_code["X"]) > MOST_EXCHANGES:
        place = by_code["X"][MOST_EXCHANGES].place
        remarks.fault(place, "too_many_exchanges", f"A round has no more than {MOST_EXCHANGES} exchanges.")
    if exchanges or heads.exchanges_noted:
        record["exchanges"] = exchanges
    if len(by_code["P"]) > MOST_CARDS:
        place = by_code["P"][MOST_CARDS].place
        remarks.fault(place, "too_many_tricks", f"A round has no more than {MOST_CARDS} tricks: begin another with D.")
    record |= read_calls(by_code["C"], dealer, heads.table, remarks)
    record["tricks"] = [_read_trick(event, heads.table, remarks) for event in by_code["P"][:MOST_CARDS]]
    return {**record, "labels": dict(heads.labels)} if heads.labels else record


def _read_deal(event: Event, heads: _Heads, remarks: Remarks) -> dict[str, Any]:
    hands: dict[str, list[str]] = {}
    aside: list[str] = []
    pile = ""
    for word in event.words:
        target, colon, holding = word.text.partition(":")
        place = Place(word.place.line, word.place.column + len(target) + 1)
        if not colon or not holding:
            detail = f"{quoted(word.text)} is not a hand: write a seat, a colon and the cards, like N:AKQ4.T98.AK6.QJ9."
            remarks.fault(word.place, "bad_holding", detail)
            continue
        if holding == NOT_PLAYED:
            remarks.note(place, "unknown_hand", "Read as a hand that is not known.")
            continue
        cards = read_holding(Word(holding, place), heads.deck, remarks)
        if target.startswith("@"):
            if aside:
                remarks.note(word.place, "several_piles", f"The cards of {pile} and {target} are set aside together.")
            aside += cards
            pile = target
        else:
            player = heads.table.player_at(Word(target, word.place), remarks)
            if player in hands:
                remarks.fault(word.place, "repeated_hand", f"There are two hands of {target}: leave one of them out.")
            elif player is not None:
                hands[player] = cards
        if len(cards) > MOST_CARDS or len(aside) > MOST_CARDS:
            remarks.fault(word.place, "too_many_cards", f"A hand has no more than {MOST_CARDS} cards.")
    dealt: dict[str, Any] = {"hands": hands} if hands else {}
    return {**dealt, "set_aside": aside} if aside else dealt


def _read_exchange(event: Event, table: SeatedPlayers, remarks: Remarks) -> dict[str, Any]:
    parts = event.after_colon()
    giver, arrow, taker = parts[0].partition(">") if parts else ("", "", "")
    if parts is None or not arrow:
        remarks.fault(event.place, "bad_event", "An exchange names both seats: write it like 'X N>S: 2C 7D'.")
        return {}
    if len(parts[1]) > MOST_CARDS:
        remarks.fault(event.place, "too_many_cards", f"An exchange has no more than {MOST_CARDS} cards.")
    return {
        "from": table.player_at(Word(giver.strip(), event.rest_at), remarks),
        "to": table.player_at(Word(taker.strip(), event.rest_at), remarks),
        "cards": read_cards(parts[1], remarks),
    }


def _read_trick(event: Event, table: SeatedPlayers, remarks: Remarks) -> dict[str, Any]:
    """Read ``P N 2C 3C``, or ``P ? 2C 3C`` if the leader is not known, or ``P ?N 2C 3C`` if only the seats are."""
    (seat, place), *words = event.words
    if len(words) > len(table.seats):
        detail = f"A trick has no more than {len(table.seats)} cards, one of each player."
        remarks.fault(words[len(table.seats)].place, "too_many_cards", detail)
    if not words:
        detail = f"No cards follow: write those of the trick in turn, or {NOT_PLAYED} if nobody played."
        remarks.fault(event.place, "bad_event", detail)
    words = words[: len(table.seats)]
    played = [word for word in words if word.text != NOT_PLAYED]
    cards = read_cards(played, remarks)
    in_a_row = played == words[: len(played)]
    if seat == UNKNOWN:
        if not in_a_row:
            detail = (
                "Whose card is missing depends on the leader: write the leader, or ? and the seat of the first card."
            )
            remarks.fault(place, "no_leader", detail)
        return {"cards": cards}
    first = table.player_at(Word(seat.removeprefix(UNKNOWN), place), remarks)
    order = [] if first is None else clockwise(table.players, first)
    if in_a_row and not seat.startswith(UNKNOWN):
        return {"leader": first, "cards": cards}
    seats = [player for player, word in zip(order, words, strict=False) if word.text != NOT_PLAYED]
    by_player = {"cards_by_player": dict(zip(seats, cards, strict=False))}
    return by_player if seat.startswith(UNKNOWN) else {"leader": first, **by_player}


def _number(records: Sequence[Record], heads: _Heads, document: Document, remarks: Remarks) -> None:
    """Give each round its number: from that of the text on, or from 1 if there are several."""
    if heads.first_round is None and len(records) == 1:
        return
    first = heads.first_round or 1
    deals = [event for event in document.events if event.code == "D"]
    if first + len(records) - 1 > HIGHEST_ROUND:
        remarks.fault(deals[-1].place, "too_many_rounds", f"A game has no more than {HIGHEST_ROUND} rounds.")
    if len(records) > 1:
        detail = f"These are {len(records)} rounds of one game, numbered from {first} in the order of the text."
        remarks.note(deals[1].place, "numbered_rounds", detail)
        if heads.dealer is not None:
            detail = "The dealer is that of the first round; the text does not say who dealt the others."
            remarks.note(document.headers["Dealer"].place, "dealer_of_first_round", detail)
    for number, record in enumerate(records, first):
        record["round_number"] = number


def _report_result(records: Sequence[Record], table: SeatedPlayers, document: Document, remarks: Remarks) -> None:
    """Take the result of a game that is over as the score that its last record claims."""
    header = document.headers.get("Result")
    if header is None or header.value.strip() == "*":
        return
    words = header.value.split()
    scores = [int(word) for word in words if _SCORE.fullmatch(word) and abs(int(word)) <= HIGHEST_SCORE]
    ended = document.headers.get("Termination")
    if not table.pairs or not len(words) == len(scores) == len(table.pairs) or (ended and ended.value != "Completed"):
        detail = f"The result {quoted(header.value)} is not taken: it is not a score of each partnership at the end."
        remarks.note(header.place, "unmapped", detail)
        return
    names = {tuple(team["players"]): team["name"] for team in records[-1].get("teams", ())}
    sides = [names.get(pair, "+".join(sorted(pair, key=table.players.index))) for pair in table.pairs]
    records[-1]["reported"] = {"score": dict(zip(sides, scores, strict=True))}
    remarks.note(header.place, "result", "Read as the score of each partnership after the last round of this text.")


TITLE = "trick-notation"
ASIDE = "@aside"
_MEMBERS_WRITTEN = {
    *("players", "teams", "dealer", "round_number", "hands", "set_aside", "exchanges"),
    *("bids", "bids_by_player", "blind_bidders", "tricks", "reported", "labels"),
}
_FOUR_SEATS = ("N", "E", "S", "W")
_OTHER_SEATS = ("A", "B", "C", "D", "E", "F")
_WORD = re.compile(r"[^\s;\"\[\]]+")
_SEAT = re.compile(r"[A-Z]")


def write(record: Mapping[str, Any]) -> WrittenText:
    """Write the record of a round; raises `UnwritableRecord` for anything else."""
    refuse_unusable(record, TITLE)
    losses = Losses(TITLE)
    losses.lose_members(record, _MEMBERS_WRITTEN)
    players = record["players"]
    labels = _written_labels(record, losses)
    if all(_SEAT.fullmatch(player) for player in players) and not any(PLAYER.fullmatch(key) for key in labels):
        seats = dict(zip(players, players, strict=True))
    else:
        seats = dict(zip(players, _FOUR_SEATS if len(players) == len(_FOUR_SEATS) else _OTHER_SEATS, strict=False))
    # What a program has to know to read the text, beyond deals, calls and tricks.
    needed = ["specials"] if _has_jokers(record) else []
    needed += ["piles"] if record.get("set_aside") else []
    needed += [EXCHANGE] if "exchanges" in record else []
    headers = [
        ("Game", SPADES),
        ("Deck", DECK_WITH_JOKERS if _has_jokers(record) else PLAIN_DECK),
        ("Seats", " ".join(seats.values())),
        *([("Dealer", seats[record["dealer"]])] if "dealer" in record else []),
        *_player_headers(seats, labels, losses),
        *_side_headers(record, seats, losses),
        *([("Caps", " ".join(needed))] if needed else []),
        *([("Round", str(record["round_number"]))] if "round_number" in record else []),
        *labels.items(),
    ]
    events = [
        *_deal(record, seats),
        *write_calls(record, seats, losses),
        *(
            " ".join([f"X {seats[exchange['from']]}>{seats[exchange['to']]}:", *map(write_card, exchange["cards"])])
            for exchange in record.get("exchanges", ())
        ),
        *_tricks(record, seats, losses),
    ]
    lines = [FIRST_LINE, *(f'[{key} "{value}"]' for key, value in headers), "", *events]
    return WrittenText("\n".join(lines) + "\n", losses.all)


def _written_labels(record: Mapping[str, Any], losses: Losses) -> dict[str, str]:
    """Return the labels that can be headers."""
    labels: dict[str, str] = {}
    named = [_WORD.fullmatch(player) is not None and player != UNKNOWN for player in record["players"]]
    for key, value in record.get("labels", {}).items():
        number = PLAYER.fullmatch(key)
        taken = key in READ_HEADERS or TEAM.fullmatch(key) is not None
        taken = taken or (number is not None and int(number[1]) < len(named) and not named[int(number[1])])
        if taken or write_header(key, value) is None:
            losses.lose("unmapped", "This label cannot be a header of the text.", "labels", key)
        else:
            labels[key] = value
    return labels


def _has_jokers(record: Mapping[str, Any]) -> bool:
    cards = chain(
        *record.get("hands", {}).values(),
        record.get("set_aside", ()),
        *(exchange["cards"] for exchange in record.get("exchanges", ())),
        *(trick.get("cards", trick.get("cards_by_player", {}).values()) for trick in record["tricks"]),
        *((play["card"] for play in trick.get("plays", ())) for trick in record["tricks"]),
    )
    return not JOKERS.keys().isdisjoint(cards)


def _player_headers(seats: Mapping[str, str], labels: Mapping[str, str], losses: Losses) -> list[tuple[str, str]]:
    """Return the names of the players: words together, other names each in a header of its own."""
    if list(seats) == list(seats.values()) and not any(PLAYER.fullmatch(key) for key in labels):
        return []
    words, others = [], []
    for index, player in enumerate(seats):
        plain = _WORD.fullmatch(player) is not None and player != UNKNOWN
        words.append(player if plain else UNKNOWN)
        if not plain and write_header(f"Player{index}", player):
            others.append((f"Player{index}", player))
        elif not plain:
            detail = f"This name cannot be in a header: the player is called {seats[player]}."
            losses.lose("renamed", detail, "players", index)
    return [("Players", " ".join(words)), *others]


def _side_headers(record: Mapping[str, Any], seats: Mapping[str, str], losses: Losses) -> list[tuple[str, str]]:
    """Return who plays together, the names of these sides, and the score that they claim."""
    players = list(seats)
    groups: list[tuple[str, ...]] = []
    names: list[tuple[str, str]] = []
    for index, team in enumerate(record.get("teams", ())):
        group = tuple(team["players"])
        if not _is_side(group, players) or any(set(group) & set(other) for other in groups):
            losses.lose("unmapped", "These players are no side of a table, or of two.", "teams", index)
            continue
        if write_header("Team0", team["name"]):
            names.append((f"Team{len(groups)}", team["name"]))
        else:
            losses.lose("renamed", "This name cannot be in a header.", "teams", index, "name")
        groups.append(group)
    reported = record.get("reported", {})
    losses.lose_members(reported, {"score"}, "reported")
    by_name = {name: groups[int(key.removeprefix("Team"))] for key, name in names}
    by_group = {_group_of(name, by_name, players): points for name, points in reported.get("score", {}).items()}
    sides = [*groups, *(group for group in by_group if group and group not in groups)]
    result: list[tuple[str, str]] = []
    if "score" in reported:
        one_each = bool(sides) and set(sides) == set(by_group) and len(sides) == len(reported["score"])
        apart = len({player for side in sides for player in side}) == sum(map(len, sides))
        if one_each and apart and record.get("labels", {}).get("Termination", "Completed") == "Completed":
            groups, result = sides, [("Result", " ".join(str(by_group[side]) for side in sides))]
        else:
            losses.lose("unmapped", "A result has the score of each side at the end.", "reported", "score")
    together = " ".join("".join(seats[player] for player in group) for group in groups)
    return [*([("Partnerships", together)] if groups else []), *names, *result]


def _is_side(group: Sequence[str], players: Sequence[str]) -> bool:
    """Whether these are one player, or two opposite each other."""
    if not group or not set(group) <= set(players):
        return False
    opposite = 2 * abs(players.index(group[0]) - players.index(group[-1])) == len(players)
    return len(group) == 1 or (len(group) == len(("one", "other")) and opposite)


def _group_of(name: str, by_name: Mapping[str, tuple[str, ...]], players: Sequence[str]) -> tuple[str, ...]:
    """Return the players of the side of this name, or nobody."""
    if name in by_name:
        return by_name[name]
    if name in players:
        return (name,)
    half = len(players) // 2
    pairs = zip(players[:half], players[half:], strict=False) if len(players) % 2 == 0 else ()
    return next((pair for pair in pairs if "+".join(pair) == name), ())


def _deal(record: Mapping[str, Any], seats: Mapping[str, str]) -> list[str]:
    hands = record.get("hands", {})
    dealt = [f"{seat}:{write_holding(hands[player])}" for player, seat in seats.items() if player in hands]
    if record.get("set_aside"):
        dealt.append(f"{ASIDE}:{write_holding(record['set_aside'])}")
    return [" ".join(["D", *dealt])] if dealt else []


def _tricks(record: Mapping[str, Any], seats: Mapping[str, str], losses: Losses) -> list[str]:
    lines = []
    for leader, cards, in_turn in trick_rows(record, losses):
        first = next(iter(seats)) if leader is None else leader
        row = list(in_turn) or row_from(clockwise(list(seats), first), cards)
        while len(row) > 1 and row[-1] == NOT_PLAYED:
            row.pop()
        led_by = seats[first] if leader is not None else UNKNOWN if in_turn else f"{UNKNOWN}{seats[first]}"
        lines.append(" ".join(["P", led_by, *map(write_card, row)]))
    return lines
