"""Reads PTN: the tags of a round become its record, tricks in columns by seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.notations.limits import MOST_CARDS, MOST_EXCHANGES
from service.notations.model import Place, ReadText, Record, Remarks
from service.notations.ptn.auction import read_auction
from service.notations.ptn.cards import UNKNOWN_HAND, read_card, read_hand, read_run
from service.notations.ptn.claims import note_options, read_exchanges, read_labels, read_round_number, read_scores
from service.notations.ptn.seats import Table, read_table
from service.notations.ptn.tags import NOT_RECORDED, ROUND_NUMBER, Round, Tag, read_rounds
from service.notations.trick_rows import NOT_PLAYED
from service.notations.words import Word
from service.spades.english import quoted

SPADES = "Spades"
BID_ORDER, FIRST_LEADER = "bid order", "first leader"
"""What may be missing from a record though the text seems to say it."""
_OTHER_GAMES = ("Declarer", "Contract")
_NOBODY = {"", "-", "?"}


def read(text: str) -> ReadText:
    """Read a text in PTN as one record a round. Raises `UnreadableText`, with 50 faults at most."""
    remarks = Remarks()
    records = [_read_round(round_, remarks) for round_ in read_rounds(text, remarks)]
    remarks.raise_faults()
    return ReadText(tuple(records), remarks.notes)


def _read_round(round_: Round, remarks: Remarks) -> Record:
    tags = round_.tags
    _check_game(tags, round_.place, remarks)
    table = read_table(round_, remarks)
    record: Record = {"players": list(table.players)}
    dealer = tags.get("Dealer")
    if dealer is not None and dealer.value.strip() not in _NOBODY:
        record["dealer"] = table.player_at(Word(dealer.value.strip(), dealer.place), remarks)
    if ROUND_NUMBER in tags:
        record["round_number"] = read_round_number(tags[ROUND_NUMBER], remarks)
    record |= _read_cards_dealt(round_, table, remarks)
    missing = _not_recorded(tags, remarks)
    if "Auction" in tags:
        record |= read_auction(tags["Auction"], table, in_order=BID_ORDER not in missing, remarks=remarks)
    play = tags.get("Play")
    record["tricks"] = [] if play is None else _read_play(play, table, remarks, led=FIRST_LEADER not in missing)
    record |= _read_claims(tags, table, remarks)
    labels = read_labels(tags, remarks)
    return {**record, "labels": labels} if labels else record


def _read_cards_dealt(round_: Round, table: Table, remarks: Remarks) -> dict[str, Any]:
    """Return the hands, the cards left over, and those passed."""
    members: dict[str, Any] = {}
    if "Deal" in round_.tags and (hands := _read_deal(round_.tags["Deal"], table, remarks)):
        members["hands"] = hands
    if "Undealt" in round_.tags and (aside := _read_undealt(round_.tags["Undealt"], remarks)):
        members["set_aside"] = aside
    if round_.passed:
        members["exchanges"] = read_exchanges(round_.passed, table, remarks)
        if len(members["exchanges"]) > MOST_EXCHANGES:
            detail = f"A round has no more than {MOST_EXCHANGES} exchanges."
            remarks.fault(round_.passed[0].place, "too_many_exchanges", detail)
    return members


def _read_claims(tags: Mapping[str, Tag], table: Table, remarks: Remarks) -> dict[str, Any]:
    if "GameOptionsJson" in tags:
        note_options(tags["GameOptionsJson"], remarks)
    if "GameScores" not in tags:
        return {}
    scores = read_scores(tags["GameScores"], table, tags["Event"].value if "Event" in tags else "", remarks)
    return {"reported": {"score": scores}} if scores else {}


def _check_game(tags: Mapping[str, Tag], place: Place, remarks: Remarks) -> None:
    """Refuse other games, and note what none but other games say."""
    game = tags.get("GameCode")
    if game is not None and game.value.strip().lower() != SPADES.lower():
        remarks.fault(game.place, "other_game", f"This is a round of {quoted(game.value)}, not of Spades.")
    elif game is None:
        remarks.note(place, "game_not_named", "The text does not name its game: read as Spades.")
    for name in _OTHER_GAMES:
        tag = tags.get(name)
        if tag is None or tag.value.strip() in _NOBODY:
            continue
        if game is None:
            detail = f'Spades has no {name.lower()}, so this is another game: if not, write [GameCode "{SPADES}"].'
            remarks.fault(tag.place, "other_game", detail)
        else:
            remarks.note(tag.place, "unmapped", f"Spades has no {name.lower()}: {quoted(tag.value)} is not taken.")


def _read_deal(tag: Tag, table: Table, remarks: Remarks) -> dict[str, list[str]]:
    first, *_ = tag.value.partition(":")
    after = Place(tag.place.line, tag.place.column + len(first) + 1)
    players = table.players_from(Word(first.strip(), tag.place), remarks)
    hands = {}
    for player, word in zip(players, _words_after(tag, after), strict=False):
        if word.text != UNKNOWN_HAND:
            hands[player] = read_hand(word, remarks)
            if len(hands[player]) > MOST_CARDS:
                remarks.fault(word.place, "too_many_cards", f"A hand has no more than {MOST_CARDS} cards.")
    return hands


def _words_after(tag: Tag, place: Place) -> list[Word]:
    """Return the words of a value from this place on."""
    shift = place.column - tag.place.column
    return Tag(tag.name, tag.value[shift:], place, ()).words


def _read_undealt(tag: Tag, remarks: Remarks) -> list[str]:
    cards = read_run(tag.words, remarks)
    if len(cards) > MOST_CARDS:
        remarks.fault(tag.place, "too_many_cards", f"No more than {MOST_CARDS} cards can be left over.")
    return cards


def _not_recorded(tags: Mapping[str, Tag], remarks: Remarks) -> set[str]:
    tag = tags.get(NOT_RECORDED)
    named = {each.strip() for each in tag.value.split(",")} if tag else set()
    if tag is not None and not named <= {BID_ORDER, FIRST_LEADER}:
        detail = f"Write {quoted(BID_ORDER)}, {quoted(FIRST_LEADER)} or both, separated by a comma."
        remarks.fault(tag.place, "bad_tag", detail)
    return named


def _read_play(tag: Tag, table: Table, remarks: Remarks, *, led: bool) -> list[dict[str, Any]]:
    """Read a row a trick: a column for each seat clockwise from the first leader, whoever led to the trick."""
    order = table.players_from(Word(tag.value.strip(), tag.place), remarks)
    if len(tag.rows) > MOST_CARDS:
        place = tag.rows[MOST_CARDS][0].place
        remarks.fault(place, "too_many_tricks", f"A round has no more than {MOST_CARDS} tricks.")
    tricks = [_read_row(row, order, remarks) for row in tag.rows[:MOST_CARDS]] if order else []
    if tricks and led:
        tricks[0] = {"leader": order[0], **tricks[0]}
    return tricks


def _read_row(row: Sequence[Word], order: Sequence[str], remarks: Remarks) -> dict[str, Any]:
    if len(row) > len(order):
        detail = f"A row has no more than {len(order)} cards, one of each player."
        remarks.fault(row[len(order)].place, "too_many_cards", detail)
    cards = {
        player: card
        for player, word in zip(order, row, strict=False)
        if word.text != NOT_PLAYED and (card := read_card(word, remarks)) is not None
    }
    return {"cards_by_player": cards}
