"""Action ids of OpenSpiel's game of Spades: the history of a state as numbers, which is only read.

A state is 52 cards dealt one at a time to North, East, South and West, four bids and 52 plays. A card is 13 times its
suit (clubs 0, diamonds 1, hearts 2, spades 3) plus its rank (2 is 0, the ace is 12), a bid is 52 plus its tricks. The
ids name no players: North bids and leads first unless a program that used the game set another player, and after that
the bids go clockwise and the winner of a trick leads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.notations.model import Notation, Place, ReadText, Record, Remarks
from service.spades.cards import CODES
from service.spades.english import quoted
from service.spades.rules.pack import pack_for
from service.spades.rules.ruleset import Parameters

SEATS = "NESW"
"""The seats, clockwise."""
SEAT_NAMES = ("North", "East", "South", "West")
DECK = 52
MOST_TRICKS_BID = 13
_PACK = pack_for(Parameters().deck, len(SEATS))

_LAST_ID = DECK + MOST_TRICKS_BID
_LONGEST = DECK + 4 + DECK
_ID = re.compile(r"[^\s,;\[\]()]+")
_ONLY_IDS = re.compile(r"[\s,;\[\]()]*(?:\d{1,2}(?:[\s,;\[\]()]+|\Z))+")


class _Action(NamedTuple):
    """An id, and where it was written."""

    id: int
    place: Place


def _evidence(text: str) -> str | None:
    """Recognise ids by the deal: 52 different numbers below 52."""
    if not _ONLY_IDS.fullmatch(text):
        return None
    ids = [int(number[0]) for number in _ID.finditer(text)]
    if len(set(ids[:DECK])) == DECK and max(ids[:DECK]) < DECK and max(ids) <= _LAST_ID:
        return "it is a list of numbers, and the first 52 are the ids of 52 different cards"
    return None


def _read(text: str) -> ReadText:
    remarks = Remarks()
    read = [_record_of(actions, remarks) for actions in _states(text, remarks)]
    remarks.raise_faults()
    if not read:
        remarks.refuse(Place(1, 1), "nothing_to_read", "There are no action ids: write 52 numbers for the deal first.")
    return ReadText(tuple(record for record in read if record is not None), remarks.notes)


def _states(text: str, remarks: Remarks) -> Iterator[list[_Action]]:
    """Yield the ids of each state: of each line if every line has a whole deal, else of the whole text."""
    lines = [_ids_of(line, number, remarks) for number, line in enumerate(text.split("\n"), 1)]
    filled = [line for line in lines if line]
    if len(filled) > 1 and all(len(line) >= DECK for line in filled):
        yield from filled
    elif filled:
        yield [action for line in filled for action in line]


def _ids_of(line: str, number: int, remarks: Remarks) -> list[_Action]:
    actions = []
    for match in _ID.finditer(line):
        place, token = Place(number, match.start() + 1), match[0]
        if token.isascii() and token.isdigit() and len(token) <= len(str(_LAST_ID)) and int(token) <= _LAST_ID:
            actions.append(_Action(int(token), place))
        else:
            detail = f"{quoted(token)} is no action id: write a number from 0 to {_LAST_ID}."
            remarks.fault(place, "not_an_action", detail)
            # What follows is counted from here, so the place of an unreadable id has to be kept.
            actions.append(_Action(-1, place))
    return actions


def _record_of(actions: Sequence[_Action], remarks: Remarks) -> Record | None:
    """Return the record of a state, or None if an id is not what comes there."""
    deal, bids, plays = actions[:DECK], actions[DECK : DECK + 4], actions[DECK + 4 : _LONGEST]
    not_cards = [action for action in (*deal, *plays) if action.id >= DECK]
    for action in not_cards:
        detail = f"{action.id} is a bid, and a card comes here: write a number from 0 to {DECK - 1}."
        remarks.fault(action.place, "not_a_card", detail)
    not_bids = [action for action in bids if 0 <= action.id < DECK]
    for action in not_bids:
        detail = f"{action.id} is a card, and a bid comes here: write {DECK} for nil, {DECK + 1} for one, and so on."
        remarks.fault(action.place, "not_a_bid", detail)
    if len(actions) > _LONGEST:
        detail = f"After {DECK} cards dealt, 4 bids and {DECK} plays a state is at its end: put the next on a new line."
        remarks.fault(actions[_LONGEST].place, "too_many_actions", detail)
    if not_cards or not_bids or len(actions) > _LONGEST or any(action.id < 0 for action in actions):
        return None
    hands = {seat: [CODES[action.id] for action in deal[index::4]] for index, seat in enumerate(SEATS)}
    record: Record = {"players": list(SEATS), "hands": hands, "tricks": []}
    leader = _first_player(deal, bids, plays, remarks)
    if bids:
        record["bids"] = [
            {"player": SEATS[(leader + turn) % 4], "tricks": action.id - DECK} for turn, action in enumerate(bids)
        ]
    for start in range(0, len(plays), 4):
        trick = [action.id for action in plays[start : start + 4]]
        record["tricks"].append(
            {"plays": [{"player": SEATS[(leader + turn) % 4], "card": CODES[card]} for turn, card in enumerate(trick)]}
        )
        leader = (leader + (_PACK.winning_play(trick) or 0)) % 4
    return record


def _first_player(deal: Sequence[_Action], bids: Sequence[_Action], plays: Sequence[_Action], remarks: Remarks) -> int:
    """Return the seat that bids and leads first: whoever was dealt the first card played, otherwise North."""
    holders = [turn % 4 for turn, action in enumerate(deal) if plays and action.id == plays[0].id]
    if len(set(holders)) == 1:
        if holders[0]:
            detail = f"{SEAT_NAMES[holders[0]]} was dealt the first card played, and so bid and led first."
            remarks.note(plays[0].place, "first_player_by_card", detail)
        return holders[0]
    if bids:
        detail = "North is taken to have bid and led first: the ids name nobody, and no card played shows who did."
        remarks.note((plays or bids)[0].place, "first_player_assumed", detail)
    return 0


NOTATION = Notation(
    "openspiel",
    "action ids of OpenSpiel",
    _evidence,
    _read,
    looks_like="numbers, 52 of them from 0 to 51 for the deal, then bids from 52 and the cards played",
)
