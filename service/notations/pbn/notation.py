"""Portable Bridge Notation (PBN 2.1), read for its deal and its play; the calls and the contract are bridge's own.

Each game becomes a round record: the players by name or by seat, ``dealer``, ``hands``, and the tricks by player,
because the play section has one column for each player, whoever led. It says who led the first trick, and who led out
of turn; everybody else who leads has won the trick before. A play that ends early with a result has a claim.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from service.notations.bridge_result import TRICKS, outcome
from service.notations.compass import SEATS, Name, players_called
from service.notations.limits import LONGEST_LABEL, MOST_CARDS
from service.notations.model import Notation, Place, ReadText, Record, Remarks
from service.notations.pbn.text import Cell, Game, Reader, Tag
from service.spades.cards import INDEX, RANKS, UNREAD_CODE
from service.spades.english import listed, quoted

_LABELS = {
    "Event": "event",
    "Site": "site",
    "Date": "date",
    "Round": "round",
    "Board": "board",
    "Table": "table",
    "Room": "room",
}
_SEAT_TAGS = ("North", "East", "South", "West")
_TAKEN = {*_LABELS, *_SEAT_TAGS, "Dealer", "Deal", "Play"}
_OF_A_RESULT = ("Result", "Declarer")
_INHERITED = {*_LABELS, *_SEAT_TAGS}
_UNKNOWN = {"", "?"}
_BRIDGE = {"Vulnerable", "Declarer", "Contract", "Scoring"}
_OTHERS = {"GameOptionsJson", "GameScores", "Undealt", "CardsAdded", "CardsRemoved", "Seats", "Deck"}
_TAG_NAME = re.compile(r"^\[[ \t]*(\w+)[ \t]*\"", re.MULTILINE)
_DEAL = re.compile(r"\s*(?P<first>[NESWnesw])\s*:(?P<hands>.*)", re.DOTALL)
_RESULT = re.compile(
    r"\s*\^?\s*(?:(?P<side>NS|EW)\s+)?(?P<tricks>[0-9]{1,2})\s*(?:(?:NS|EW)\s+[0-9]{1,2}\s*)?", re.IGNORECASE
)
_CONTRACT = re.compile(r"[1-7]([SHDCN])")
_RANK = re.compile(r"10|.", re.DOTALL)
_SUITS = "SHDC"


def _evidence(text: str) -> str | None:
    """Recognise the tags that only bridge has, beside none that another notation with tags has."""
    names = {match[1] for match in _TAG_NAME.finditer(text)}
    found = sorted(names & _BRIDGE)
    if not found or names & _OTHERS:
        return None
    return f"it has the bridge {'tag' if len(found) == 1 else 'tags'} {listed(f'[{name}]' for name in found)}"


def _read(text: str) -> ReadText:
    remarks = Remarks()
    reader = Reader(text, remarks)
    records = []
    inherited: dict[str, str] = {}
    lasting: dict[str, Tag] = {}
    for game in reader.games():
        _inherit(game, inherited, lasting)
        record = _Round(game, reader, remarks).record()
        if record is not None:
            records.append(record)
    remarks.raise_faults()
    if not records:
        detail = (
            'There is no game with a deal or a play: write [Deal "N:AKQ2.T98.AK6.QJ9 ..."], one hand for each seat.'
        )
        remarks.fault(Place(1, 1), "nothing_to_read", detail)
    remarks.raise_faults()
    return ReadText(tuple(records), remarks.notes)


def _inherit(game: Game, inherited: dict[str, str], lasting: dict[str, Tag]) -> None:
    """Put in the values of earlier games: ``#`` takes the nearest one, ``##`` gives a text to all that follow."""
    for name in _INHERITED & game.tags.keys():
        tag = game.tags[name]
        if tag.value.startswith("##"):
            lasting[name] = game.tags[name] = Tag(tag.value[2:], tag.place)
        elif tag.value == "#":
            game.tags[name] = Tag(inherited.get(name, ""), tag.place)
        elif name in lasting:
            lasting[name] = tag
        inherited[name] = game.tags[name].value
    # A header that only sets values for later games is no game itself.
    for name, tag in lasting.items():
        game.tags.setdefault(name, tag)


class _Round:
    """Makes the record of one game."""

    def __init__(self, game: Game, reader: Reader, remarks: Remarks) -> None:
        self._game = game
        self._reader = reader
        self._remarks = remarks

    def record(self) -> Record | None:
        """Return the record, or None if the game has neither deal nor play."""
        tags = self._game.tags
        if "Deal" not in tags and "Play" not in tags:
            self._leave_out(_TAKEN)
            return None
        names = {seat: Name(*tags[name]) for seat, name in enumerate(_SEAT_TAGS) if name in tags}
        players = players_called(names, self._remarks)
        record: Record = {"players": players}
        labels = self._labels()
        if labels:
            record["labels"] = labels
        dealer = self._seat("Dealer")
        if dealer is not None:
            record["dealer"] = players[dealer]
        hands = self._hands()
        if hands:
            record["hands"] = {players[seat]: cards for seat, cards in sorted(hands.items())}
        record["tricks"] = self._tricks(players)
        claim = self._claim(record)
        self._leave_out(_TAKEN if claim is None else {*_TAKEN, *_OF_A_RESULT})
        return record if claim is None else {**record, "claim": claim}

    def _leave_out(self, taken: Collection[str]) -> None:
        """Note the tags that the record has no place for."""
        for name, tag in self._game.tags.items():
            if name not in taken and tag.value not in _UNKNOWN:
                self._reader.leave_out(f"the tag [{name}]", tag.place)

    def _claim(self, record: Record) -> Record | None:
        """Return the claim with which the play ended: after its ``*``, the result is that of the tricks not played."""
        tags = self._game.tags
        result, declarer = (tags[name] if name in tags else Tag("", Place(1, 1)) for name in _OF_A_RESULT)
        number, seat = _RESULT.fullmatch(result.value), declarer.value.strip().upper().removeprefix("^")
        if self._game.ended is None or not record["tricks"] or number is None or seat not in {*SEATS}:
            return None
        total = int(number["tricks"])
        if total > TRICKS:
            return None
        side = (number["side"] or seat).upper()
        total = total if seat in side else TRICKS - total
        contract = _CONTRACT.match(tags["Contract"].value.strip().upper()) if "Contract" in tags else None
        claim, detail = outcome(record, SEATS.index(seat), total, contract[1] if contract else "")
        self._remarks.note(result.place, "unmapped" if claim is None else "claim_read", detail)
        return claim

    def _labels(self) -> dict[str, str]:
        labels = {}
        for name, label in _LABELS.items():
            tag = self._game.tags.get(name)
            if tag is None or tag.value in _UNKNOWN:
                continue
            if len(tag.value) > LONGEST_LABEL:
                detail = f"The tag [{name}] is longer than the {LONGEST_LABEL} characters of a label, and left out."
                self._remarks.note(tag.place, "unmapped", detail)
            else:
                labels[label] = tag.value
        return labels

    def _seat(self, name: str) -> int | None:
        """Return the seat that a tag names; None if it names none, which is a fault unless it is unknown."""
        tag = self._game.tags.get(name)
        if tag is None or tag.value.strip() in _UNKNOWN:
            return None
        seat = tag.value.strip().upper()
        if len(seat) == 1 and seat in SEATS:
            return SEATS.index(seat)
        self._remarks.fault(tag.place, "not_a_seat", f"{quoted(tag.value)} is no seat: write N, E, S or W.")
        return None

    def _hands(self) -> dict[int, list[str]]:
        tag = self._game.tags.get("Deal")
        if tag is None or tag.value.strip() in _UNKNOWN:
            return {}
        match = _DEAL.fullmatch(tag.value)
        if match is None:
            detail = "A deal begins with the seat of its first hand and a colon, as in N:AKQ2.T98.AK6.QJ9 ..."
            self._remarks.fault(tag.place, "not_a_deal", detail)
            return {}
        first, hands = SEATS.index(match["first"].upper()), {}
        texts = list(re.finditer(r"\S+", match["hands"]))
        if len(texts) != len(SEATS):
            detail = f"A deal has four hands, with - for one that is not known; this one has {len(texts)}."
            self._remarks.fault(tag.place, "not_a_deal", detail)
            return {}
        for turn, text in enumerate(texts):
            offset = match.start("hands") + text.start()
            place = Place(tag.place.line, tag.place.column + offset)
            hand = self._hand(text[0], place)
            if hand is not None:
                hands[(first + turn) % 4] = hand
        return hands

    def _hand(self, text: str, place: Place) -> list[str] | None:
        """Return the cards of a hand such as ``AKQ2.T98.AK6.QJ9``; None for one that is not known."""
        if text == "-":
            return None
        suits = text.split(".")
        if len(suits) != len(_SUITS):
            detail = f"{quoted(text)} is no hand: write spades, hearts, diamonds and clubs with dots between them."
            self._remarks.fault(place, "not_a_hand", detail)
            return None
        cards = []
        for suit, ranks in zip(_SUITS, suits, strict=True):
            for rank in _RANK.findall(ranks):
                code = ("T" if rank == "10" else rank.upper()) + suit
                if code[0] in RANKS and code in INDEX:
                    cards.append(code)
                elif rank in {"x", "X"}:
                    cards.append(UNREAD_CODE)
                    self._remarks.note(place, "card_unknown", "A card written x is some card that nobody wrote down.")
                else:
                    detail = f"{quoted(rank)} in {quoted(text)} is no rank: write A, K, Q, J, T or 9 to 2."
                    self._remarks.fault(place, "not_a_rank", detail)
        if len(cards) > MOST_CARDS:
            self._remarks.fault(place, "too_many_cards", f"A hand has at most {MOST_CARDS} cards, not {len(cards)}.")
        return cards

    def _tricks(self, players: list[str]) -> list[Record]:
        """Return the tricks, each by player; a column belongs to one seat in all of them."""
        first, cells, tag = self._seat("Play"), self._game.cells, self._game.tags.get("Play")
        if first is None:
            if tag is not None and cells:
                detail = "The play has to say whose column is the first: write N, E, S or W."
                self._remarks.fault(tag.place, "not_a_seat", detail)
            return []
        self._refuse_uneven_lines(cells)
        codes = [self._card(cell) for cell in cells]
        # In the last trick with a card, what is missing was not played yet; before it, it was but is not known.
        played = max((index for index, code in enumerate(codes) if code not in {"-", "+"}), default=-1) // 4 + 1
        if played > MOST_CARDS:
            place = cells[MOST_CARDS * 4].place
            self._remarks.fault(place, "too_many_tricks", f"A round has at most {MOST_CARDS} tricks, not {played}.")
            return []
        tricks = []
        for number in range(played):
            row = range(number * 4, min(number * 4 + 4, len(cells)))
            cards = {}
            for index in row:
                if codes[index] not in {"-", "+"}:
                    cards[players[(first + index) % 4]] = codes[index]
                elif number + 1 < played:
                    cards[players[(first + index) % 4]] = UNREAD_CODE
                    detail = "A card was played here, because later tricks were, and it is not known."
                    self._remarks.note(cells[index].place, "card_unknown", detail)
            out_of_turn = [players[(first + index) % 4] for index in row if cells[index].led_out_of_turn]
            leader = out_of_turn[:1] or ([players[first]] if number == 0 else [])
            tricks.append({**({"leader": leader[0]} if leader else {}), "cards_by_player": cards})
        if self._game.ended:
            detail = "The play ends here by its *: the cards that were left are not recorded."
            self._remarks.note(self._game.ended, "play_ended", detail)
        return tricks

    def _refuse_uneven_lines(self, cells: list[Cell]) -> None:
        """Refuse a line that does not end with a trick, unless annotations explain it: columns would shift."""
        for index in range(len(cells) - 1):
            cell, following = cells[index], cells[index + 1]
            trick = cells[index - index % 4 : index + 1]
            ends_a_line = cell.place.line != following.place.line
            if ends_a_line and (index + 1) % 4 and not any(each.marked for each in trick):
                detail = "This line ends within a trick: write all four columns, with - for a card that is not known."
                self._remarks.fault(cell.place, "short_line", detail)
                return

    def _card(self, cell: Cell) -> str:
        """Return a card's code from suit and rank, or the mark of a cell without a card."""
        text = cell.text.upper()
        if text in {"-", "+"}:
            return text
        code = text[1:].replace("10", "T") + text[:1]
        if code in INDEX and len(code) == len("KS") and code[0] in RANKS and code[1] in _SUITS:
            return code
        detail = f"{quoted(cell.text)} is no card: write suit and rank, as SK, or - for a card that is not known."
        self._remarks.fault(cell.place, "not_a_card", detail)
        return "-"


NOTATION = Notation(
    "pbn",
    "Portable Bridge Notation",
    _evidence,
    _read,
    looks_like='tags such as [Deal "N:..."] and [Vulnerable "None"], and rows of cards by seat, SA S3 S2 C2',
)
