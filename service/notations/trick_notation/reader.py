"""Reads trick-notation: a deal, its calls, exchanges and tricks become the record of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from service.notations.limits import HIGHEST_ROUND, HIGHEST_SCORE, MOST_CARDS, MOST_EXCHANGES
from service.notations.model import Place, ReadText, Record, Remarks
from service.notations.trick_notation.calls import read_calls
from service.notations.trick_notation.deck import Deck, read_cards, read_deck, read_holding
from service.notations.trick_notation.document import Document, Event, Header, read_documents
from service.notations.trick_notation.table import (
    UNKNOWN,
    Table,
    read_labels,
    read_round_number,
    read_table,
    read_teams,
)
from service.notations.trick_rows import NOT_PLAYED, clockwise
from service.notations.words import Word
from service.spades.english import quoted

SPADES = "spades"
EXCHANGE = "exchange"
_ORDER_IN_A_ROUND = "DCXP"


class _Heads(NamedTuple):
    """What the headers say for every round of a text."""

    table: Table
    deck: Deck
    dealer: str | None
    members: Mapping[str, Any]
    """The members that every record of the text has."""
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
        members={**members, **_labels(headers, table, remarks)},
        exchanges_noted="Caps" in headers and EXCHANGE in headers["Caps"].value.split(),
        first_round=read_round_number(headers, remarks),
    )


def _labels(headers: Mapping[str, Header], table: Table, remarks: Remarks) -> dict[str, Any]:
    labels = read_labels(headers, len(table.seats), remarks)
    return {"labels": labels} if labels else {}


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
            detail = f"A record has no place for {quoted(event.code + ' ' + event.rest)}."
            remarks.note(event.place, "unmapped", detail)
            continue
        by_code[event.code].append(event)
        if _ORDER_IN_A_ROUND.index(event.code) < stage:
            detail = "In a record the bids come first, then the exchanges, then the tricks: taken as if in that order."
            remarks.note(event.place, "order_of_events", detail)
        stage = max(stage, _ORDER_IN_A_ROUND.index(event.code))
    # A header names one dealer, and after each round another player deals.
    dealer = heads.dealer if number == 0 else None
    record: Record = dict(heads.members)
    labels = record.pop("labels", None)
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
    return {**record, "labels": labels} if labels else record


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


def _read_exchange(event: Event, table: Table, remarks: Remarks) -> dict[str, Any]:
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


def _read_trick(event: Event, table: Table, remarks: Remarks) -> dict[str, Any]:
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
        detail = f"A game has no more than {HIGHEST_ROUND} rounds."
        remarks.fault(deals[-1].place, "too_many_rounds", detail)
    if len(records) > 1:
        detail = f"These are {len(records)} rounds of one game, numbered from {first} in the order of the text."
        remarks.note(deals[1].place, "numbered_rounds", detail)
        if heads.dealer is not None:
            detail = "The dealer is that of the first round; the text does not say who dealt the others."
            remarks.note(document.headers["Dealer"].place, "dealer_of_first_round", detail)
    for number, record in enumerate(records, first):
        record["round_number"] = number


def _report_result(records: Sequence[Record], table: Table, document: Document, remarks: Remarks) -> None:
    """Take the result of a game that is over as the score that its last record claims."""
    header = document.headers.get("Result")
    if header is None or header.value.strip() == "*":
        return
    scores = [_score(word) for word in header.value.split()]
    ended = document.headers.get("Termination")
    if None in scores or not table.pairs or len(scores) != len(table.pairs) or (ended and ended.value != "Completed"):
        detail = f"The result {quoted(header.value)} is not taken: it is not a score of each partnership at the end."
        remarks.note(header.place, "unmapped", detail)
        return
    names = {tuple(team["players"]): team["name"] for team in records[-1].get("teams", ())}
    sides = [names.get(pair, "+".join(sorted(pair, key=table.players.index))) for pair in table.pairs]
    records[-1]["reported"] = {"score": dict(zip(sides, scores, strict=True))}
    detail = "Read as the score of each partnership after the last round of this text."
    remarks.note(header.place, "result", detail)


def _score(word: str) -> int | None:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(HIGHEST_SCORE)):
        return None
    return int(word) if int(digits) <= HIGHEST_SCORE else None
