"""trick-notation, version 1: headers in brackets, then a line for each deal, call, exchange and trick.

``AKQ4.T98.-.97`` is a hand, ``KC`` a card, ``*BJ`` a joker. A text holds the players, the names of teams, the dealer,
hands and cards set aside (suits in the order S H D C, each from high to low), exchanges, bids in order or by player,
the round number, the claimed score after the round, labels, and tricks as ``cards``, or as ``cards_by_player`` if
somebody in between has none or the leader is left out. It has no place for a ruleset, a standing before the round,
accusations, cards drawn or taken back, winners, bids of teams and other claims of a score sheet, and a trick that is
written as ``plays`` loses the order of play.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from service.notations import model
from service.notations.model import Notation, Place, ReadText, Record, Remarks, WrittenText
from service.notations.round_parts import (
    NOT_PLAYED,
    SPADES,
    UNREAD_RANK,
    Bid,
    Holding,
    Losses,
    SeatedPlayers,
    Tag,
    Word,
    bid_of,
    bids_by_player,
    bids_in_order,
    called,
    cards_written_together,
    check_count,
    check_game,
    clockwise,
    members_by_player,
    opposite_pairs,
    read_labels,
    read_round_number,
    refuse_unusable,
    row_from,
    trick_rows,
    up_to,
    words_of,
)
from service.spades.cards import INDEX, RANKS, UNREAD_CODE, card_meant
from service.spades.english import quoted

_TITLE = "trick-notation"
_MARKER = f"% {_TITLE}"
_FIRST_LINE = f"{_MARKER} v1"
_EVENTS = {
    "D": "D N:AKQ4.T98.AK6.QJ9 E:...",
    "C": "C E: 3 4 nil 4",
    "X": "X N>S: 2C 7D",
    "P": "P E KC 5C 2C TC",
    "U": "U @aside:2C",
    "M": "M N KS QS",
}
"""The events that there are, each with an example; those with a place in a record first, in their order there."""
_ORDER_IN_A_ROUND = "DCXP"
_UNKNOWN = "?"
"""A player without a name, a leader or a call that nobody noted."""
_READ_HEADERS = {"Game", "Deck", "Seats", "Dealer", "Players", "Partnerships", "Caps", "Round", "Result"}
"""The headers that say something about a record; any other is a label."""
_EXCHANGE = "exchange"

_SEVERAL_HEADERS = re.compile(r"(?:\[[^\s\"\[\]]+\s+\"[^\"]*\"\s*\]\s*){2,}")
_HEADER = re.compile(r"\[([^\s\"\[\]]+)\s+\"([^\"]*)\"\s*\]")
_WHOLE_HEADER = re.compile(r"\[([^\s\"\[\]]+)\s+\"(.*)\"\s*\]")
_PLAYER = re.compile(r"Player([0-5])")
_TEAM = re.compile(r"Team([0-5])")
_SCORE = re.compile("-?[0-9]{1,7}")


class _Event(NamedTuple):
    """A line of the log: its code, and what follows."""

    code: str
    rest: str
    place: Place
    """Where the line begins."""
    rest_at: Place

    @property
    def words(self) -> list[Word]:
        """The words that follow the code."""
        return words_of(self.rest, self.rest_at)

    def after_colon(self) -> tuple[str, list[Word]] | None:
        """Return what stands before the first colon and the words after it, or None if there is no colon."""
        before, colon, after = self.rest.partition(":")
        start = Place(self.rest_at.line, self.rest_at.column + len(before) + 1)
        return (before.strip(), words_of(after, start)) if colon else None


class _Document(NamedTuple):
    """The headers by key, the events in order, and where the document begins."""

    headers: Mapping[str, Tag]
    events: Sequence[_Event]
    start: Place


def _read_documents(text: str, remarks: Remarks) -> list[_Document]:
    """Take a text apart into documents, each of which begins with the marker; there is one at least."""
    found: list[tuple[Place, dict[str, Tag], list[_Event]]] = []
    commented = False
    for number, raw in enumerate(text.split("\n"), 1):
        content, semicolon, _ = raw.partition(";")
        place = Place(number, len(content) - len(content.lstrip()) + 1)
        line = content.strip()
        is_marker = line.startswith(_MARKER)
        if is_marker or number == 1:
            found.append((place, {}, []))
            if line != _FIRST_LINE:
                detail = f"A text in this notation begins with the line {quoted(_FIRST_LINE)}: write it."
                remarks.fault(place, "no_marker", detail)
        _, headers, events = found[-1]
        if line.startswith("["):
            for header in _headers(line, place, remarks):
                _add(headers, header, remarks)
        elif line and not is_marker:
            events += _event(line, place, remarks)
        if semicolon and not commented:
            commented = True
            place = Place(number, len(content) + 1)
            remarks.note(place, "comment", "Comments are not taken into the record; this is the first one.")
    return [_Document(headers, events, start) for start, headers, events in found]


def _headers(line: str, place: Place, remarks: Remarks) -> list[Tag]:
    found = _WHOLE_HEADER.fullmatch(line)
    headers = [found] if found else []
    if _SEVERAL_HEADERS.fullmatch(line):
        remarks.note(place, "several_headers", "Read as several headers, not as one with brackets in its value.")
        headers = [*_HEADER.finditer(line)]
    if not headers:
        detail = f'{quoted(line)} is not a header: write it as [Key "value"], and no semicolon in the value.'
        remarks.fault(place, "bad_header", detail)
    return [Tag(found[1], found[2], Place(place.line, place.column + found.start(2))) for found in headers]


def _add(headers: dict[str, Tag], header: Tag, remarks: Remarks) -> None:
    if headers.setdefault(header.name, header) is not header:
        line = headers[header.name].place.line
        detail = f"{quoted(header.name)} is in line {line} already, and both cannot hold: leave one of them out."
        remarks.fault(header.place, "repeated_header", detail)


def _written_header(key: str, value: str) -> str | None:
    """Return a header as a line; None if it would be read as something else."""
    line = f'[{key} "{value}"]'
    fits = _WHOLE_HEADER.fullmatch(line) and not any(mark in line for mark in ";\n")
    return line if fits and not _SEVERAL_HEADERS.fullmatch(line) else None


def _event(line: str, place: Place, remarks: Remarks) -> list[_Event]:
    code, *rest = line.split(maxsplit=1)
    if code not in _EVENTS:
        known = ", ".join(sorted(_EVENTS))
        remarks.fault(place, "unknown_event", f"No event begins with {quoted(code)}: write one of {known}.")
        return []
    if not rest:
        remarks.fault(place, "bad_event", f"Nothing follows {code}: write it like {quoted(_EVENTS[code])}.")
        return []
    return [_Event(code, rest[0], place, Place(place.line, place.column + line.index(rest[0], 1)))]


def _read_table(document: _Document, remarks: Remarks) -> SeatedPlayers:
    """Read the seats, the players and the partnerships. Without seats the faults are raised at once."""
    header = document.headers.get("Seats")
    seats = tuple(header.value.split()) if header else ()
    if header is None:
        detail = 'The seats are missing: write them clockwise, such as [Seats "N E S W"].'
        remarks.fault(document.start, "no_seats", detail)
        remarks.raise_faults()
    elif not model.FEWEST_PLAYERS <= len(seats) <= model.MOST_PLAYERS or len(set(seats)) < len(seats):
        remarks.fault(header.place, "bad_seats", "Write two to six different seats, such as N E S W.")
        remarks.raise_faults()
    players = _players(document.headers, seats, remarks)
    return SeatedPlayers(seats, players, _pairs(document.headers.get("Partnerships"), seats, players, remarks))


def _players(headers: Mapping[str, Tag], seats: tuple[str, ...], remarks: Remarks) -> tuple[str, ...]:
    """Return the players by the names in one header, or in one each for those that this leaves open."""
    header = headers.get("Players")
    names = header.value.split() if header else []
    if header is not None and len(names) != len(seats):
        detail = f"These are {len(names)} names for {len(seats)} seats, so nobody is called by one of them."
        remarks.note(header.place, "names_not_taken", detail)
    if len(names) != len(seats):
        names = [_UNKNOWN] * len(seats)
    others = {index: headers[key].value for index in range(len(seats)) if (key := f"Player{index}") in headers}
    named = [others.get(index, "") if name == _UNKNOWN else name for index, name in enumerate(names)]
    return called(named, seats, (header or headers["Seats"]).place, remarks)


def _pairs(
    header: Tag | None, seats: tuple[str, ...], players: tuple[str, ...], remarks: Remarks
) -> tuple[tuple[str, ...], ...]:
    if header is None:
        return ()
    words = header.value.split()
    groups = [tuple(players[seats.index(seat)] for seat in word if seat in seats) for word in words]
    together = [player for group in groups for player in group]
    if len(together) < sum(map(len, words)) or len(set(together)) < len(together):
        remarks.fault(header.place, "bad_partnerships", 'Write each seat once, such as [Partnerships "NS EW"].')
    elif not all(_is_side(group, players) for group in groups):
        detail = "Partners sit opposite each other: write Seats and Partnerships so that they do."
        remarks.fault(header.place, "not_opposite", detail)
    else:
        detail = "Who plays together is not part of a record: choose a ruleset that makes these sides."
        remarks.note(header.place, "partnerships", detail)
    return tuple(groups)


def _is_side(group: Sequence[str], players: Sequence[str]) -> bool:
    """Whether these are one player, or two opposite each other."""
    if len(group) == 1:
        return group[0] in players
    half = len(players) // 2
    opposite = zip(players, [*players[half:], *players[:half]], strict=True) if len(players) % 2 == 0 else ()
    return tuple(group) in opposite


def _read_teams(headers: Mapping[str, Tag], table: SeatedPlayers, remarks: Remarks) -> list[dict[str, object]]:
    """Return the teams that have a name."""
    teams = []
    for key, header in headers.items():
        number = _TEAM.fullmatch(key)
        if number is None:
            continue
        index = int(number[1])
        if index >= len(table.pairs) or not 0 < len(header.value) <= model.LONGEST_NAME:
            remarks.note(header.place, "unmapped", f"{key} names none of the partnerships; it is not taken.")
        else:
            teams.append((index, header.value))
    return [{"name": name, "players": list(table.pairs[index])} for index, name in sorted(teams)]


def _labels(headers: Mapping[str, Tag], seats: int, remarks: Remarks) -> dict[str, str]:
    """Return the headers that say nothing about a record as labels."""
    named = headers["Players"].value.split() if "Players" in headers else []
    nameless = {f"Player{index}" for index in range(seats) if len(named) != seats or named[index] == _UNKNOWN}
    others = [
        header for key, header in headers.items() if key not in _READ_HEADERS | nameless and not _TEAM.fullmatch(key)
    ]
    if "MaxPoints" in headers:
        detail = "MaxPoints is kept as a label only: choose a ruleset with this rule."
        remarks.note(headers["MaxPoints"].place, "unmapped", detail)
    return read_labels(others, remarks)


_JOKERS = {"BJ": "*BJ", "LJ": "*LJ"}
"""The special cards of a deck with jokers."""
_PLAIN_DECK = "french52"
_DECK_WITH_JOKERS = f"suits=SHDC ranks={RANKS} specials=BJ,LJ"
_JOKER_NAMES = {"bj": "BJ", "lj": "LJ", "bigjoker": "BJ", "littlejoker": "LJ", "big": "BJ", "little": "LJ"}
_EXTRAS = re.compile(r"\*[A-Za-z]+|\?")
_HAND = Holding(void="-")


def _check_deck(header: Tag | None, start: Place, remarks: Remarks) -> None:
    """Refuse a text without a deck, or with one that Spades is not played with."""
    if header is None:
        detail = f'The deck is missing, which gives the order of suits in a hand: write [Deck "{_PLAIN_DECK}"].'
        remarks.fault(start, "no_deck", detail)
    elif " ".join(header.value.split()) not in {_PLAIN_DECK, _DECK_WITH_JOKERS}:
        detail = (
            f"The deck {quoted(header.word.text)} is not known: write {quoted(_PLAIN_DECK)}, or with jokers "
            f"{quoted(_DECK_WITH_JOKERS)}, and the suits of each hand in that order."
        )
        remarks.fault(header.place, "unknown_deck", detail)


def _read_hand(word: Word, remarks: Remarks) -> list[str]:
    """Read a hand by suits, or card by card without dots: ``JD9C``."""
    if "." not in word.text:
        written = up_to(model.MOST_CARDS, cards_written_together(word), "cards of a hand", remarks)
        return _read_cards(written, remarks)
    return _HAND.read(word, _read_extras, remarks)


def _read_extras(group: Word, remarks: Remarks) -> list[str]:
    found = _EXTRAS.findall(group.text)
    cards = [UNREAD_CODE if card == UNREAD_RANK else _JOKER_NAMES.get(card[1:].lower(), "") for card in found]
    if "".join(found) != group.text or not all(cards):
        detail = (
            f"{quoted(group.text)} is not a group of jokers: write {' or '.join(_JOKERS.values())}, or ? for a card."
        )
        remarks.fault(group.place, "bad_holding", detail)
        return []
    return cards


def _read_cards(words: Iterable[Word], remarks: Remarks) -> list[str]:
    """Read cards, rank then suit: ``KC``, ``*BJ`` or ``??``; those that are no cards are faults, and left out."""
    cards = []
    for word in words:
        plain = word.text.upper()
        if plain.startswith("*"):
            plain = _JOKER_NAMES.get(plain[1:].lower(), plain)
        if plain in INDEX:
            cards.append(plain)
            continue
        meant = card_meant(word.text)
        advice = (
            f"write {meant}" if meant else "write rank and suit, 2C to AS, *BJ or *LJ for a joker, ?? if unreadable"
        )
        remarks.fault(word.place, "bad_card", f"{quoted(word.text)} is not a card: {advice}.")
    return cards


def _written_card(card: str) -> str:
    return _JOKERS.get(card, card)


def _written_hand(cards: Sequence[str]) -> str:
    return _HAND.write(cards, lambda card: UNREAD_RANK if card == UNREAD_CODE else _written_card(card))


_OTHER_CALLS = f"nil, blind:nil, blind:6, or {_UNKNOWN} if it is unknown"


def _read_calls(lines: Sequence[_Event], dealer: str | None, table: SeatedPlayers, remarks: Remarks) -> dict[str, Any]:
    """Return the bids of a round as members of a record.

    One line lists the calls by seat, from a seat that it names. Programs name the first seat whoever bids first, so
    that order is taken as the order of bidding only if nothing else explains it. Lines follow each other in time.
    """
    by_line = [_line(event, table, remarks) for event in lines[: model.MOST_BIDS + 1]]
    calls = [call for starts, made in by_line for call in made if starts is not None]
    if lines:
        check_count(max(len(calls), len(lines)), model.MOST_BIDS, "calls of a round", lines[-1].place, remarks)
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


def _line(event: _Event, table: SeatedPlayers, remarks: Remarks) -> tuple[str | None, list[Bid]]:
    """Return the player whom a line starts from, and its calls."""
    parts = event.after_colon()
    if parts is None:
        remarks.fault(event.place, "bad_event", "A call has a seat and a colon: write it like 'C E: 3 4 nil 4'.")
        return None, []
    first = table.player_at(Word(parts[0], event.rest_at), remarks)
    words = up_to(len(table.seats), parts[1], "calls of a line", remarks)
    made = [
        bid_of(word, player, _OTHER_CALLS, remarks)
        for player, word in zip(clockwise(table.players, first) if first else (), words, strict=False)
        if word.text not in {_UNKNOWN, NOT_PLAYED}
    ]
    return first, [call for call in made if call is not None]


def _written_calls(record: Mapping[str, Any], seats: Mapping[str, str], losses: Losses) -> list[str]:
    """Return the bids of a record as lines; ``seats`` holds the seat of each player."""
    players = list(seats)
    if "bids" not in record:
        return _calls_by_seat(players, record, seats, losses)
    made = bids_in_order(record, losses)
    turns = clockwise(players, made[0].player) if made else []
    in_turn = [bid.player for bid in made] == turns[: len(made)]
    if in_turn and made and _bids_first(made[0].player, record.get("dealer"), players):
        return [f"C {seats[made[0].player]}: {' '.join(map(_token, made))}"]
    if len(made) == 1:
        losses.lose("order_of_bids", "A single call does not say that it was the first.", "bids")
    return [f"C {seats[bid.player]}: {_token(bid)}" for bid in made]


def _calls_by_seat(
    players: Sequence[str], record: Mapping[str, Any], seats: Mapping[str, str], losses: Losses
) -> list[str]:
    bids = bids_by_player(record, losses)
    # A line from the seat that bids first would say that the calls are in order.
    start = players[_bids_first(players[0], record.get("dealer"), players)]
    order = clockwise(players, start)
    while order and order[-1] not in bids:
        order.pop()
    tokens = [_token(bids[player]) if player in bids else _UNKNOWN for player in order]
    return [f"C {seats[start]}: {' '.join(tokens)}"] if tokens else []


def _token(bid: Bid) -> str:
    return f"{'blind:' if bid.blind else ''}{bid.tricks or 'nil'}"


class _Heads(NamedTuple):
    """What the headers say for every round of a text."""

    table: SeatedPlayers
    dealer: str | None
    members: Mapping[str, Any]
    """The members that every record of the text has, beside its labels."""
    labels: Mapping[str, str]
    exchanges_noted: bool
    first_round: int | None


def read(text: str) -> ReadText:
    """Read a text in trick-notation as one record a deal. Raises `UnreadableText`, with 50 faults at most."""
    remarks = Remarks()
    records = [record for document in _read_documents(text, remarks) for record in _read_document(document, remarks)]
    remarks.raise_faults()
    return ReadText(tuple(records), remarks.notes)


def _read_document(document: _Document, remarks: Remarks) -> list[Record]:
    heads = _read_heads(document, remarks)
    records = [_read_round(events, number, heads, remarks) for number, events in enumerate(_rounds(document, remarks))]
    _number(records, heads, document, remarks)
    _report_result(records, heads.table, document, remarks)
    return records


def _read_heads(document: _Document, remarks: Remarks) -> _Heads:
    headers = document.headers
    check_game(headers.get("Game"), document.start, remarks)
    _check_deck(headers.get("Deck"), document.start, remarks)
    table = _read_table(document, remarks)
    members: dict[str, Any] = {"players": list(table.players)}
    if teams := _read_teams(headers, table, remarks):
        members["teams"] = teams
    return _Heads(
        table=table,
        dealer=table.player_at(headers["Dealer"].word, remarks) if "Dealer" in headers else None,
        members=members,
        labels=_labels(headers, len(table.seats), remarks),
        exchanges_noted="Caps" in headers and _EXCHANGE in headers["Caps"].value.split(),
        first_round=read_round_number(headers["Round"], remarks) if "Round" in headers else None,
    )


def _rounds(document: _Document, remarks: Remarks) -> list[Sequence[_Event]]:
    """Return the events of each round. A deal begins one; a text without a deal is one round."""
    deals = [index for index, event in enumerate(document.events) if event.code == "D"]
    if not deals:
        return [document.events]
    if deals[0] > 0:
        detail = (
            "These events come before the first deal: they may be a round of which the hands are not known, or belong "
            "to that deal. Write them into a text of their own, or after the deal."
        )
        remarks.fault(document.events[0].place, "event_before_deal", detail)
    ends = [*deals[1:], len(document.events)]
    return [document.events[start:end] for start, end in zip(deals, ends, strict=True)]


def _read_round(events: Sequence[_Event], number: int, heads: _Heads, remarks: Remarks) -> Record:
    by_code: dict[str, list[_Event]] = {code: [] for code in _ORDER_IN_A_ROUND}
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
    record: Record = {**heads.members, **({} if dealer is None else {"dealer": dealer})}
    for event in by_code["D"]:
        record |= _read_deal(event, heads.table, remarks)
    exchanges = up_to(model.MOST_EXCHANGES, by_code["X"], "exchanges of a round", remarks)
    if exchanges or heads.exchanges_noted:
        record["exchanges"] = [_read_exchange(event, heads.table, remarks) for event in exchanges]
    record |= _read_calls(by_code["C"], dealer, heads.table, remarks)
    tricks = up_to(model.MOST_CARDS, by_code["P"], "tricks of a round", remarks)
    record["tricks"] = [_read_trick(event, heads.table, remarks) for event in tricks]
    return {**record, "labels": dict(heads.labels)} if heads.labels else record


def _read_deal(event: _Event, table: SeatedPlayers, remarks: Remarks) -> dict[str, Any]:
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
        cards = _read_hand(Word(holding, place), remarks)
        if target.startswith("@"):
            if aside:
                remarks.note(word.place, "several_piles", f"The cards of {pile} and {target} are set aside together.")
            aside += cards
            pile = target
        else:
            player = table.player_at(Word(target, word.place), remarks)
            if player in hands:
                remarks.fault(word.place, "repeated_hand", f"There are two hands of {target}: leave one of them out.")
            elif player is not None:
                hands[player] = cards
    check_count(len(aside), model.MOST_CARDS, "cards of a round", event.place, remarks)
    return {**({"hands": hands} if hands else {}), **({"set_aside": aside} if aside else {})}


def _read_exchange(event: _Event, table: SeatedPlayers, remarks: Remarks) -> dict[str, Any]:
    parts = event.after_colon()
    giver, arrow, taker = parts[0].partition(">") if parts else ("", "", "")
    if parts is None or not arrow:
        remarks.fault(event.place, "bad_event", "An exchange names both seats: write it like 'X N>S: 2C 7D'.")
        return {}
    check_count(len(parts[1]), model.MOST_CARDS, "cards of an exchange", event.place, remarks)
    return {
        "from": table.player_at(Word(giver.strip(), event.rest_at), remarks),
        "to": table.player_at(Word(taker.strip(), event.rest_at), remarks),
        "cards": _read_cards(parts[1], remarks),
    }


def _read_trick(event: _Event, table: SeatedPlayers, remarks: Remarks) -> dict[str, Any]:
    """Read ``P N 2C 3C``, or ``P ? 2C 3C`` if the leader is not known, or ``P ?N 2C 3C`` if only the seats are."""
    (seat, place), *others = event.words
    words = up_to(len(table.seats), others, "cards of a trick", remarks)
    if not words:
        detail = f"No cards follow: write those of the trick in turn, or {NOT_PLAYED} if nobody played."
        remarks.fault(event.place, "bad_event", detail)
    played = [word for word in words if word.text != NOT_PLAYED]
    cards = _read_cards(played, remarks)
    in_a_row = played == words[: len(played)]
    if seat == _UNKNOWN:
        if not in_a_row:
            detail = (
                "Whose card is missing depends on the leader: write the leader, or ? and the seat of the first card."
            )
            remarks.fault(place, "no_leader", detail)
        return {"cards": cards}
    first = table.player_at(Word(seat.removeprefix(_UNKNOWN), place), remarks)
    leader = {} if seat.startswith(_UNKNOWN) else {"leader": first}
    if in_a_row and leader:
        return {**leader, "cards": cards}
    order = clockwise(table.players, first) if first else []
    seats = [player for player, word in zip(order, words, strict=False) if word.text != NOT_PLAYED]
    return {**leader, "cards_by_player": dict(zip(seats, cards, strict=False))}


def _number(records: Sequence[Record], heads: _Heads, document: _Document, remarks: Remarks) -> None:
    """Give each round its number: from that of the text on, or from 1 if there are several."""
    if heads.first_round is None and len(records) == 1:
        return
    first = heads.first_round or 1
    deals = [event for event in document.events if event.code == "D"]
    for event in deals[-1:]:
        check_count(first + len(records) - 1, model.HIGHEST_ROUND, "rounds of a game", event.place, remarks)
    if len(records) > 1:
        detail = f"These are {len(records)} rounds of one game, numbered from {first} in the order of the text."
        remarks.note(deals[1].place, "numbered_rounds", detail)
        if heads.dealer is not None:
            detail = "The dealer is that of the first round; the text does not say who dealt the others."
            remarks.note(document.headers["Dealer"].place, "dealer_of_first_round", detail)
    for number, record in enumerate(records, first):
        record["round_number"] = number


def _report_result(records: Sequence[Record], table: SeatedPlayers, document: _Document, remarks: Remarks) -> None:
    """Take the result of a game that is over as the score that its last record claims."""
    header = document.headers.get("Result")
    if header is None or header.value.strip() == "*":
        return
    words = header.value.split()
    scores = [int(word) for word in words if _SCORE.fullmatch(word) and abs(int(word)) <= model.HIGHEST_SCORE]
    ended = document.headers.get("Termination")
    if not table.pairs or not len(words) == len(scores) == len(table.pairs) or (ended and ended.value != _ENDED):
        detail = f"The result {quoted(header.value)} is not taken: it is not a score of each partnership at the end."
        remarks.note(header.place, "unmapped", detail)
        return
    names = {tuple(team["players"]): team["name"] for team in records[-1].get("teams", ())}
    sides = [names.get(pair, "+".join(sorted(pair, key=table.players.index))) for pair in table.pairs]
    records[-1]["reported"] = {"score": dict(zip(sides, scores, strict=True))}
    remarks.note(header.place, "result", "Read as the score of each partnership after the last round of this text.")


_ENDED = "Completed"
_ASIDE = "@aside"
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
    refuse_unusable(record, _TITLE)
    losses = Losses(_TITLE)
    losses.lose_members(record, _MEMBERS_WRITTEN)
    players = record["players"]
    # Names that are no words have a header each, which is no label then.
    nameless = {f"Player{index}" for index, name in enumerate(players) if not _is_plain(name)}
    labels = _written_labels(record, nameless, losses)
    has_names = not all(map(_SEAT.fullmatch, players)) or any(map(_PLAYER.fullmatch, labels))
    letters = (_FOUR_SEATS if len(players) == len(_FOUR_SEATS) else _OTHER_SEATS) if has_names else players
    seats = dict(zip(players, letters, strict=False))
    has_jokers = not _JOKERS.keys().isdisjoint(_cards_of(record))
    # What a program has to know to read the text, beyond deals, calls and tricks.
    needed = ["specials"] if has_jokers else []
    needed += ["piles"] if record.get("set_aside") else []
    needed += [_EXCHANGE] if "exchanges" in record else []
    headers = [
        ("Game", SPADES.lower()),
        ("Deck", _DECK_WITH_JOKERS if has_jokers else _PLAIN_DECK),
        ("Seats", " ".join(seats.values())),
        *([("Dealer", seats[record["dealer"]])] if "dealer" in record else []),
        *(_player_headers(seats, losses) if has_names else []),
        *_side_headers(record, seats, losses),
        *([("Caps", " ".join(needed))] if needed else []),
        *([("Round", str(record["round_number"]))] if "round_number" in record else []),
        *labels.items(),
    ]
    events = [
        *_deal(record, seats),
        *_written_calls(record, seats, losses),
        *(
            " ".join([f"X {seats[exchange['from']]}>{seats[exchange['to']]}:", *map(_written_card, exchange["cards"])])
            for exchange in record.get("exchanges", ())
        ),
        *_tricks(record, seats, losses),
    ]
    lines = [_FIRST_LINE, *(f'[{key} "{value}"]' for key, value in headers), "", *events]
    return WrittenText("\n".join(lines) + "\n", losses.all)


def _is_plain(name: str) -> bool:
    """Whether a name is a word that may stand beside others."""
    return _WORD.fullmatch(name) is not None and name != _UNKNOWN


def _written_labels(record: Mapping[str, Any], nameless: set[str], losses: Losses) -> dict[str, str]:
    """Return the labels that can be headers."""
    labels: dict[str, str] = {}
    for key, value in record.get("labels", {}).items():
        if key in _READ_HEADERS | nameless or _TEAM.fullmatch(key) or _written_header(key, value) is None:
            losses.lose("unmapped", "This label cannot be a header of the text.", "labels", key)
        else:
            labels[key] = value
    return labels


def _cards_of(record: Mapping[str, Any]) -> Iterable[str]:
    return chain(
        *record.get("hands", {}).values(),
        record.get("set_aside", ()),
        *(exchange["cards"] for exchange in record.get("exchanges", ())),
        *(trick.get("cards", trick.get("cards_by_player", {}).values()) for trick in record["tricks"]),
        *((play["card"] for play in trick.get("plays", ())) for trick in record["tricks"]),
    )


def _player_headers(seats: Mapping[str, str], losses: Losses) -> list[tuple[str, str]]:
    """Return the names of the players: words together, other names each in a header of its own."""
    others = []
    for index, player in enumerate(seats):
        if not _is_plain(player) and _written_header(f"Player{index}", player):
            others.append((f"Player{index}", player))
        elif not _is_plain(player):
            detail = f"This name cannot be in a header: the player is called {seats[player]}."
            losses.lose("renamed", detail, "players", index)
    return [("Players", " ".join(player if _is_plain(player) else _UNKNOWN for player in seats)), *others]


def _side_headers(record: Mapping[str, Any], seats: Mapping[str, str], losses: Losses) -> list[tuple[str, str]]:
    """Return who plays together, the names of these sides, and the score that they claim."""
    players = list(seats)
    groups: dict[tuple[str, ...], str | None] = {}
    """The sides, and the name of each that can be in a header."""
    for index, team in enumerate(record.get("teams", ())):
        group = tuple(team["players"])
        if not _is_side(group, players) or any(set(group) & set(other) for other in groups):
            losses.lose("unmapped", "These players are no side of a table, or of two.", "teams", index)
            continue
        groups[group] = team["name"] if _written_header("Team0", team["name"]) else None
        if groups[group] is None:
            losses.lose("renamed", "This name cannot be in a header.", "teams", index, "name")
    names = [(f"Team{number}", name) for number, name in enumerate(groups.values()) if name is not None]
    reported = record.get("reported", {})
    losses.lose_members(reported, {"score"}, "reported")
    known: dict[str, tuple[str, ...]] = {"+".join(pair): pair for pair in opposite_pairs(players)} | {
        name: (name,) for name in players
    }
    known |= {name: group for group, name in groups.items() if name is not None}
    by_group = {known.get(name, ()): points for name, points in reported.get("score", {}).items()}
    sides = [*groups, *(group for group in by_group if group and group not in groups)]
    result: list[tuple[str, str]] = []
    if "score" in reported:
        one_each = bool(sides) and set(sides) == set(by_group) and len(sides) == len(reported["score"])
        apart = len({player for side in sides for player in side}) == sum(map(len, sides))
        if one_each and apart and record.get("labels", {}).get("Termination", _ENDED) == _ENDED:
            groups, result = dict.fromkeys(sides), [("Result", " ".join(str(by_group[side]) for side in sides))]
        else:
            losses.lose("unmapped", "A result has the score of each side at the end.", "reported", "score")
    together = " ".join("".join(seats[player] for player in group) for group in groups)
    return [*([("Partnerships", together)] if groups else []), *names, *result]


def _deal(record: Mapping[str, Any], seats: Mapping[str, str]) -> list[str]:
    hands = record.get("hands", {})
    dealt = [f"{seat}:{_written_hand(hands[player])}" for player, seat in seats.items() if player in hands]
    if record.get("set_aside"):
        dealt.append(f"{_ASIDE}:{_written_hand(record['set_aside'])}")
    return [" ".join(["D", *dealt])] if dealt else []


def _tricks(record: Mapping[str, Any], seats: Mapping[str, str], losses: Losses) -> list[str]:
    lines = []
    for leader, cards, in_turn in trick_rows(record, losses):
        first = next(iter(seats)) if leader is None else leader
        row = list(in_turn) or row_from(clockwise(list(seats), first), cards)
        while len(row) > 1 and row[-1] == NOT_PLAYED:
            row.pop()
        led_by = seats[first] if leader is not None else _UNKNOWN if in_turn else f"{_UNKNOWN}{seats[first]}"
        lines.append(" ".join(["P", led_by, *map(_written_card, row)]))
    return lines


def _evidence(text: str) -> str | None:
    first = text.partition("\n")[0].strip()
    if first == _FIRST_LINE:
        return f"its first line is '{_FIRST_LINE}'"
    return f"its first line begins with '{_MARKER}'" if first.startswith(_MARKER) else None


NOTATION = Notation(
    name="trick_notation",
    title=_TITLE,
    evidence=_evidence,
    read=read,
    write=write,
    looks_like=f'{_FIRST_LINE}, then headers such as [Seats "N E S W"], and a line for each trick, P E KC 5C 2C TC',
)
