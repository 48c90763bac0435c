"""LIN, the files of Bridge Base Online, read for their deal and their play; the calls are bridge's own.

A file is a row of fields ``tag|value|``. Each ``md`` begins a board, which becomes a round record: the players by name
or by seat, ``dealer``, ``hands`` (the fourth is left out in the file if it is all the other cards), and the tricks as
cards in the order in which they were played. Who led is not in the file; the deal shows it. A play that ended with a
claim has one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from service.notations.bridge_result import TRICKS, outcome
from service.notations.compass import SEAT_NAMES, SEATS, Name, players_called, winner_of
from service.notations.limits import LONGEST_LABEL, MOST_CARDS
from service.notations.lin.fields import Board, Field, boards_of, fields_of
from service.notations.model import Notation, Place, ReadText, Record, Remarks
from service.spades.cards import CODES, INDEX, RANKS, UNREAD_CODE
from service.spades.english import quoted

_MARKS = re.compile(
    r"(?:\A|\||\n)[ \t]*(?:md\|[0-4]?[SHDC,][SHDC0-9TJQKAX, ]*\||pc\|[SHDC](?:10|[2-9TJQKA])\|)", re.IGNORECASE
)
_TRICKS_IN_ALL = re.compile(r"\s*[0-9]{1,2}\s*")
_SOUTH = SEATS.index("S")
_HAND_SIZE = 13
_PACK = frozenset(CODES[:52])


def _evidence(text: str) -> str | None:
    """Recognise a deal or a card between bars."""
    if _MARKS.search(text) is None:
        return None
    return "it has fields between bars: md|...| for a deal, or pc|...| for a card played"


def _read(text: str) -> ReadText:
    remarks = Remarks()
    fields = fields_of(text, remarks)
    records = [_Round(board, remarks).record() for board in boards_of(fields, remarks)]
    remarks.raise_faults()
    if not records:
        detail = "There is no board: write md|1S...,W...,N...,| for the deal, then pc|S2| and so on for the cards."
        remarks.fault(Place(1, 1), "nothing_to_read", detail)
    remarks.raise_faults()
    return ReadText(tuple(records), remarks.notes)


class _Round:
    """Makes the record of one board."""

    def __init__(self, board: Board, remarks: Remarks) -> None:
        self._board = board
        self._remarks = remarks
        self._holder: dict[str, int] = {}
        """The seat to which each card was dealt; a card that was dealt twice is missing."""

    def record(self) -> Record:
        """Return the record of the board."""
        players = players_called(self._names(), self._remarks)
        record: Record = {"players": players}
        labels = self._labels()
        if labels:
            record["labels"] = labels
        dealer, hands = self._deal()
        if dealer is not None:
            record["dealer"] = players[dealer]
        if hands:
            record["hands"] = {players[seat]: cards for seat, cards in sorted(hands.items())}
            self._note_holders(hands)
        record["tricks"] = self._tricks(players)
        claim = self._claim(record)
        return record if claim is None else {**record, "claim": claim}

    def _names(self) -> dict[int, Name]:
        """Return the names of the seats: the first four are those of the open room, the next four of the closed one."""
        field = self._board.names
        if field is None:
            return {}
        names, column = [], 0
        for text in field.value.split(",", 2 * len(SEATS))[: 2 * len(SEATS)]:
            names.append(Name(text, field.within(column)))
            column += len(text) + 1
        closed = self._board.room == "closed" and len(names) > len(SEATS)
        chosen = names[len(SEATS) :] if closed else names[: len(SEATS)]
        return {(_SOUTH + index) % 4: name for index, name in enumerate(chosen[: len(SEATS)])}

    def _labels(self) -> dict[str, str]:
        labels = {}
        for name, label in self._board.labels.items():
            if len(label.value) > LONGEST_LABEL:
                detail = f"This {name} is longer than the {LONGEST_LABEL} characters of a label, and left out."
                self._remarks.note(label.place, "unmapped", detail)
            else:
                labels[name] = label.value
        return labels

    def _deal(self) -> tuple[int | None, dict[int, list[str]]]:
        """Return the dealer, and the hands by seat that are known."""
        field = self._board.deal
        value, start = field.value, 0
        dealer = None
        if value[:1].isdigit():
            start = 1
            if value[0] in "1234":
                dealer = (_SOUTH + int(value[0]) - 1) % 4
            elif value[0] != "0":
                detail = f"{value[0]} is no dealer: write 1 for South, 2 for West, 3 for North or 4 for East."
                self._remarks.fault(field.place, "not_a_dealer", detail)
        texts = value[start:].split(",")
        if len(texts) > len(SEATS):
            detail = f"A deal has at most four hands; this one has {len(texts)}."
            self._remarks.fault(field.place, "not_a_deal", detail)
            return dealer, {}
        hands = {}
        for index, text in enumerate(texts):
            if text.strip():
                hands[(_SOUTH + index) % 4] = self._hand(text, field.within(start))
            start += len(text) + 1
        self._complete(hands)
        return dealer, hands

    def _hand(self, text: str, place: Place) -> list[str]:
        cards: list[str] = []
        suit = ""
        for letter in text.replace("10", "T").upper():
            if letter in "SHDC":
                suit = letter
            elif suit and letter in RANKS:
                cards.append(letter + suit)
            elif suit and letter == "X":
                cards.append(UNREAD_CODE)
                self._remarks.note(place, "card_unknown", "A card written x is some card that nobody wrote down.")
            elif not letter.isspace():
                detail = (
                    f"{quoted(letter)} in {quoted(text)} is no card: write each suit and then its ranks, as SAK2H9."
                )
                self._remarks.fault(place, "not_a_hand", detail)
                break
        if len(cards) > len(_PACK):
            self._remarks.fault(place, "too_many_cards", f"A hand of {len(cards)} cards is more than the pack.")
        return cards

    def _complete(self, hands: dict[int, list[str]]) -> None:
        """Add the fourth hand, which a file may leave out, if the other three leave exactly thirteen cards for it."""
        if len(hands) != len(SEATS) - 1:
            return
        known = {card for hand in hands.values() for card in hand}
        seat = next(seat for seat in range(4) if seat not in hands)
        left = _PACK - known
        if len(left) == _HAND_SIZE and all(len(hand) == _HAND_SIZE for hand in hands.values()):
            hands[seat] = sorted(left, key=lambda card: -INDEX[card])
            detail = f"{SEAT_NAMES[seat]}'s hand is not in the file: it is the thirteen cards that the others leave."
            self._remarks.note(self._board.deal.place, "hand_completed", detail)
        else:
            detail = f"{SEAT_NAMES[seat]}'s hand is not in the file, and the other three do not leave thirteen cards."
            self._remarks.note(self._board.deal.place, "hand_unknown", detail)

    def _note_holders(self, hands: dict[int, list[str]]) -> None:
        times = Counter(card for hand in hands.values() for card in hand)
        self._holder = {
            card: seat for seat, hand in hands.items() for card in hand if times[card] == 1 and card in _PACK
        }

    def _tricks(self, players: Sequence[str]) -> list[Record]:
        """Return the tricks as cards in the order of play, with the leader where the deal is needed to tell."""
        plays = self._board.plays
        if len(plays) > MOST_CARDS * len(SEATS):
            place = plays[MOST_CARDS * len(SEATS)].place
            self._remarks.fault(place, "too_many_tricks", f"A round has at most {MOST_CARDS} tricks of four cards.")
            return []
        tricks: list[Record] = []
        expected: int | None = None
        for start in range(0, len(plays), len(SEATS)):
            row = plays[start : start + len(SEATS)]
            cards = [self._card(field) for field in row]
            leader = self._leader_shown(cards, expected, row[0], is_first=start == 0)
            trick: Record = {"leader": players[leader]} if leader is not None else {}
            tricks.append({**trick, "cards": cards})
            first = expected if leader is None else leader
            # Some card that nobody wrote down may have won the trick.
            is_decided = len(cards) == len(SEATS) and UNREAD_CODE not in cards
            expected = (first + winner_of(cards)) % 4 if first is not None and is_decided else None
        return tricks

    def _claim(self, record: Record) -> Record | None:
        """Return the claim that ``mc`` is: the tricks of declarer's side in all. Declarer sits before who led first."""
        for field in self._board.claims:
            leader = record["tricks"][0].get("leader") if record["tricks"] else None
            total = int(field.value) if _TRICKS_IN_ALL.fullmatch(field.value) else -1
            if not 0 <= total <= TRICKS:
                detail = f"A claim is the number of tricks of declarer's side, 0 to {TRICKS}: this one is left out."
            elif leader is None:
                detail = (
                    "This result is not read as a claim: the deal does not show who led first, and so the declarer."
                )
            else:
                declarer = (record["players"].index(leader) - 1) % len(SEATS)
                claim, detail = outcome(record, declarer, total, "".join(self._board.bids[-1:]))
                if claim is not None:
                    self._remarks.note(field.place, "claim_read", detail)
                    return claim
            self._remarks.note(field.place, "unmapped", detail)
        return None

    def _leader_shown(self, cards: Sequence[str], expected: int | None, field: Field, *, is_first: bool) -> int | None:
        """Return who led, if only the deal tells: for the first trick, or if the last winner did not hold the cards.

        ``expected`` is the winner of the trick before, or None if that is not known.
        """
        holder = self._holder.get(cards[0])
        if holder is None:
            if expected is None:
                taken = "the ruleset's leader" if is_first else "the winner of the trick before"
                detail = f"The file does not say who led, and the deal does not show it: {taken} is taken."
                self._remarks.note(field.place, "leader_unknown", detail)
            return None
        if expected is None:
            detail = f"{SEAT_NAMES[holder]} led: the card was dealt to that seat. The file itself names no leader."
            self._remarks.note(field.place, "leader_by_card", detail)
            return holder
        if holder == expected or not all(self._fits(cards, holder)) or all(self._fits(cards, expected)):
            return None
        detail = f"The deal shows that {SEAT_NAMES[holder]} led, although {SEAT_NAMES[expected]} won the trick before."
        self._remarks.note(field.place, "leader_by_card", detail)
        return holder

    def _fits(self, cards: Sequence[str], leader: int) -> Iterator[bool]:
        """Tell of each card whether it was dealt to the player who played it, if this one led."""
        return (self._holder.get(card) == (leader + turn) % 4 for turn, card in enumerate(cards))

    def _card(self, field: Field) -> str:
        text = field.value.strip().upper().replace("10", "T")
        code = text[1:] + text[:1]
        if code in _PACK:
            return code
        if code == "X" + text[:1] and text[:1] in {*"SHDC"}:
            detail = f"Some card of the suit {text[0]} was played here, and it is not known which."
            self._remarks.note(field.place, "card_unknown", detail)
            return UNREAD_CODE
        detail = f"{quoted(field.value)} is no card: write suit and rank, as SK."
        self._remarks.fault(field.place, "not_a_card", detail)
        return UNREAD_CODE


NOTATION = Notation(
    "lin",
    "LIN of Bridge Base Online",
    _evidence,
    _read,
    looks_like="fields between bars, md|3S...,W...,N...,| for the deal and pc|SA| for a card",
)
