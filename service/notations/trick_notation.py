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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, NamedTuple

from service.notations import model
from service.notations.model import Notation, Place, ReadText, Record, Remarks, WrittenText
from service.notations.round_parts import (
    NOT_PLAYED,
    SPADES,
    UNREAD_RANK,
    Bid,
    RoundReader,
    RoundWriter,
    Tag,
    Word,
    clockwise,
    members_by_player,
    opposite_pairs,
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
_VOID = "-"
_JOKERS = {"BJ": "*BJ", "LJ": "*LJ"}
"""The special cards of a deck with jokers."""
_PLAIN_DECK = "french52"
_DECK_WITH_JOKERS = f"suits=SHDC ranks={RANKS} specials=BJ,LJ"
_JOKER_NAMES = {"bj": "BJ", "lj": "LJ", "bigjoker": "BJ", "littlejoker": "LJ", "big": "BJ", "little": "LJ"}
_ENDED = "Completed"
_FOUR_SEATS = ("N", "E", "S", "W")
_OTHER_SEATS = ("A", "B", "C", "D", "E", "F")

_SEVERAL_HEADERS = re.compile(r"(?:\[[^\s\"\[\]]+\s+\"[^\"]*\"\s*\]\s*){2,}")
_HEADER = re.compile(r"\[([^\s\"\[\]]+)\s+\"([^\"]*)\"\s*\]")
_WHOLE_HEADER = re.compile(r"\[([^\s\"\[\]]+)\s+\"(.*)\"\s*\]")
_PLAYER = re.compile(r"Player([0-5])")
_TEAM = re.compile(r"Team([0-5])")
_SCORE = re.compile("-?[0-9]{1,7}")
_EXTRAS = re.compile(r"\*[A-Za-z]+|\?")
_WORD = re.compile(r"[^\s;\"\[\]]+")
_SEAT = re.compile(r"[A-Z]")


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
        return (before.strip(), words_of(after, self.rest_at.right(len(before) + 1))) if colon else None


class _Document(NamedTuple):
    """The headers by key, the events in order, and where the document begins."""

    headers: dict[str, Tag]
    events: list[_Event]
    start: Place


def _read_documents(text: str, remarks: Remarks) -> list[_Document]:
    """Take a text apart into documents, each of which begins with the marker; there is one at least."""
    found: list[_Document] = []
    commented = False
    for number, raw in enumerate(text.split("\n"), 1):
        content, semicolon, _ = raw.partition(";")
        place = Place(number, len(content) - len(content.lstrip()) + 1)
        line = content.strip()
        is_marker = line.startswith(_MARKER)
        if is_marker or number == 1:
            found.append(_Document({}, [], place))
            if line != _FIRST_LINE:
                detail = f"A text in this notation begins with the line {quoted(_FIRST_LINE)}: write it."
                remarks.fault(place, "no_marker", detail)
        if line.startswith("["):
            _read_headers(found[-1].headers, line, place, remarks)
        elif line and not is_marker:
            found[-1].events.extend(_event(line, place, remarks))
        if semicolon and not commented:
            commented = True
            place = Place(number, len(content) + 1)
            remarks.note(place, "comment", "Comments are not taken into the record; this is the first one.")
    return found


def _read_headers(headers: dict[str, Tag], line: str, place: Place, remarks: Remarks) -> None:
    """Add the headers of a line to those of its document."""
    whole = _WHOLE_HEADER.fullmatch(line)
    matches = [whole] if whole else []
    if _SEVERAL_HEADERS.fullmatch(line):
        remarks.note(place, "several_headers", "Read as several headers, not as one with brackets in its value.")
        matches = [*_HEADER.finditer(line)]
    if not matches:
        detail = f'{quoted(line)} is not a header: write it as [Key "value"], and no semicolon in the value.'
        remarks.fault(place, "bad_header", detail)
    for match in matches:
        header = Tag(match[1], match[2], place.right(match.start(2)))
        first = headers.setdefault(header.name, header)
        if first is not header:
            is_there = f"{quoted(header.name)} is in line {first.place.line} already"
            remarks.fault(header.place, "repeated_header", f"{is_there}, and both cannot hold: leave one of them out.")


def _event(line: str, place: Place, remarks: Remarks) -> Iterator[_Event]:
    code, *rest = line.split(maxsplit=1)
    if code not in _EVENTS:
        known = ", ".join(sorted(_EVENTS))
        remarks.fault(place, "unknown_event", f"No event begins with {quoted(code)}: write one of {known}.")
    elif not rest:
        remarks.fault(place, "bad_event", f"Nothing follows {code}: write it like {quoted(_EVENTS[code])}.")
    else:
        yield _Event(code, rest[0], place, place.right(line.index(rest[0], 1)))


def _is_side(group: Sequence[str], players: Sequence[str]) -> bool:
    """Whether these are one player, or two opposite each other."""
    if len(group) == 1:
        return group[0] in players
    half = len(players) // 2
    opposite = zip(players, [*players[half:], *players[:half]], strict=True) if len(players) % 2 == 0 else ()
    return tuple(group) in opposite


def _bids_first(first: str, dealer: str | None, players: Sequence[str]) -> bool:
    """Whether calls that are listed from this player are in the order of bidding."""
    return first != players[0] if dealer is None else first == clockwise(players, dealer)[1]


class _DocumentReader(RoundReader):
    """Reads the rounds of a document."""

    void = _VOID
    other_bids = f"nil, blind:nil, blind:6, or {_UNKNOWN} if it is unknown"

    def __init__(self, document: _Document, remarks: Remarks) -> None:
        super().__init__(remarks)
        self._headers, self._events, self._start = document
        self._pairs: tuple[tuple[str, ...], ...] = ()
        """Those who play together, if the text says so."""
        self._dealer: str | None = None
        self._members: Record = {}
        """The members that every record of the text has, beside its labels."""
        self._labels: dict[str, str] = {}

    def records(self) -> list[Record]:
        """Return the record of each round."""
        headers = self._headers
        self.check_game(headers.get("Game"), self._start)
        self._check_deck()
        self._seat_players()
        self._members["players"] = list(self.players)
        if teams := self._teams():
            self._members["teams"] = teams
        self._dealer = self.player_at(headers["Dealer"].word) if "Dealer" in headers else None
        self._labels = self._labels_in_headers()
        first_round = self.round_number(headers["Round"]) if "Round" in headers else None
        records = [self._round(events, number) for number, events in enumerate(self._rounds())]
        self._number(records, first_round)
        self._report_result(records[-1])
        return records

    def _check_deck(self) -> None:
        """Refuse a text without a deck, or with one that Spades is not played with."""
        header = self._headers.get("Deck")
        if header is None:
            detail = f'The deck is missing, which gives the order of suits in a hand: write [Deck "{_PLAIN_DECK}"].'
            self.fault(self._start, "no_deck", detail)
        elif " ".join(header.value.split()) not in {_PLAIN_DECK, _DECK_WITH_JOKERS}:
            detail = (
                f"The deck {quoted(header.word.text)} is not known: write {quoted(_PLAIN_DECK)}, or with jokers "
                f"{quoted(_DECK_WITH_JOKERS)}, and the suits of each hand in that order."
            )
            self.fault(header.place, "unknown_deck", detail)

    def _seat_players(self) -> None:
        """Read the seats, the players and the partnerships. Without seats the faults are raised at once."""
        header = self._headers.get("Seats")
        seats = tuple(header.value.split()) if header else ()
        if header is None:
            detail = 'The seats are missing: write them clockwise, such as [Seats "N E S W"].'
            self.fault(self._start, "no_seats", detail)
            self.remarks.raise_faults()
        elif not model.FEWEST_PLAYERS <= len(seats) <= model.MOST_PLAYERS or len(set(seats)) < len(seats):
            self.fault(header.place, "bad_seats", "Write two to six different seats, such as N E S W.")
            self.remarks.raise_faults()
        self._read_names(seats)
        if "Partnerships" in self._headers:
            self._pairs = self._read_pairs(self._headers["Partnerships"])

    def _read_names(self, seats: tuple[str, ...]) -> None:
        """Seat the players by the names in one header, or in one each for those that this leaves open."""
        header = self._headers.get("Players")
        names = header.value.split() if header else []
        if header is not None and len(names) != len(seats):
            detail = f"These are {len(names)} names for {len(seats)} seats, so nobody is called by one of them."
            self.note(header.place, "names_not_taken", detail)
        if len(names) != len(seats):
            names = [_UNKNOWN] * len(seats)
        others = {
            place: self._headers[key].value for place in range(len(seats)) if (key := f"Player{place}") in self._headers
        }
        named = [others.get(index, "") if name == _UNKNOWN else name for index, name in enumerate(names)]
        self.seat(named, seats, (header or self._headers["Seats"]).place)

    def _read_pairs(self, header: Tag) -> tuple[tuple[str, ...], ...]:
        words, seats = header.value.split(), self.seats
        groups = [tuple(self.players[seats.index(seat)] for seat in word if seat in seats) for word in words]
        together = [player for group in groups for player in group]
        if len(together) < sum(map(len, words)) or len(set(together)) < len(together):
            self.fault(header.place, "bad_partnerships", 'Write each seat once, such as [Partnerships "NS EW"].')
        elif not all(_is_side(group, self.players) for group in groups):
            detail = "Partners sit opposite each other: write Seats and Partnerships so that they do."
            self.fault(header.place, "not_opposite", detail)
        else:
            detail = "Who plays together is not part of a record: choose a ruleset that makes these sides."
            self.note(header.place, "partnerships", detail)
        return tuple(groups)

    def _teams(self) -> list[dict[str, object]]:
        """Return the teams that have a name."""
        teams = []
        for key, header in self._headers.items():
            number = _TEAM.fullmatch(key)
            if number is None:
                continue
            index = int(number[1])
            if index >= len(self._pairs) or not 0 < len(header.value) <= model.LONGEST_NAME:
                self.note(header.place, "unmapped", f"{key} names none of the partnerships; it is not taken.")
            else:
                teams.append((index, header.value))
        return [{"name": name, "players": list(self._pairs[index])} for index, name in sorted(teams)]

    def _labels_in_headers(self) -> dict[str, str]:
        """Return the headers that say nothing about a record as labels."""
        headers, seats = self._headers, len(self.seats)
        named = headers["Players"].value.split() if "Players" in headers else []
        nameless = {f"Player{index}" for index in range(seats) if len(named) != seats or named[index] == _UNKNOWN}
        said = _READ_HEADERS | nameless
        others = [header for key, header in headers.items() if key not in said and not _TEAM.fullmatch(key)]
        if "MaxPoints" in headers:
            detail = "MaxPoints is kept as a label only: choose a ruleset with this rule."
            self.note(headers["MaxPoints"].place, "unmapped", detail)
        return self.labels(others)

    def _rounds(self) -> list[Sequence[_Event]]:
        """Return the events of each round. A deal begins one; a text without a deal is one round."""
        deals = [index for index, event in enumerate(self._events) if event.code == "D"]
        if not deals:
            return [self._events]
        if deals[0] > 0:
            detail = (
                "These events come before the first deal: they may be a round of which the hands are not known, or"
                " belong to that deal. Write them into a text of their own, or after the deal."
            )
            self.fault(self._events[0].place, "event_before_deal", detail)
        ends = [*deals[1:], len(self._events)]
        return [self._events[start:end] for start, end in zip(deals, ends, strict=True)]

    def _round(self, events: Sequence[_Event], number: int) -> Record:
        by_code: dict[str, list[_Event]] = {code: [] for code in _ORDER_IN_A_ROUND}
        stage = 0
        for event in events:
            if event.code not in by_code:
                detail = f"A record has no place for {quoted(event.code + ' ' + event.rest)}."
                self.note(event.place, "unmapped", detail)
                continue
            by_code[event.code].append(event)
            if _ORDER_IN_A_ROUND.index(event.code) < stage:
                detail = (
                    "In a record the bids come first, then the exchanges, then the tricks: taken as if in that order."
                )
                self.note(event.place, "order_of_events", detail)
            stage = max(stage, _ORDER_IN_A_ROUND.index(event.code))
        # A header names one dealer, and after each round another player deals.
        dealer = self._dealer if number == 0 else None
        record: Record = {**self._members, **({} if dealer is None else {"dealer": dealer})}
        for event in by_code["D"]:
            record |= self._deal(event)
        exchanges = self.up_to(model.MOST_EXCHANGES, by_code["X"], "exchanges of a round")
        if exchanges or ("Caps" in self._headers and _EXCHANGE in self._headers["Caps"].value.split()):
            record["exchanges"] = [self._exchange(event) for event in exchanges]
        record |= self._calls(by_code["C"], dealer)
        tricks = self.up_to(model.MOST_CARDS, by_code["P"], "tricks of a round")
        record["tricks"] = [self._trick(event) for event in tricks]
        return {**record, "labels": dict(self._labels)} if self._labels else record

    def _deal(self, event: _Event) -> dict[str, Any]:
        hands: dict[str, list[str]] = {}
        aside: list[str] = []
        pile = ""
        for word in event.words:
            target, colon, holding = word.text.partition(":")
            place = word.place.right(len(target) + 1)
            if not colon or not holding:
                said = f"{quoted(word.text)} is not a hand"
                detail = f"{said}: write a seat, a colon and the cards, like N:AKQ4.T98.AK6.QJ9."
                self.fault(word.place, "bad_holding", detail)
                continue
            if holding == NOT_PLAYED:
                self.note(place, "unknown_hand", "Read as a hand that is not known.")
                continue
            cards = self._cards_dealt(Word(holding, place))
            if target.startswith("@"):
                if aside:
                    self.note(word.place, "several_piles", f"The cards of {pile} and {target} are set aside together.")
                aside += cards
                pile = target
            else:
                player = self.player_at(Word(target, word.place))
                if player in hands:
                    self.fault(word.place, "repeated_hand", f"There are two hands of {target}: leave one of them out.")
                elif player is not None:
                    hands[player] = cards
        self.check_count(len(aside), model.MOST_CARDS, "cards of a round", event.place)
        return {**({"hands": hands} if hands else {}), **({"set_aside": aside} if aside else {})}

    def _cards_dealt(self, word: Word) -> list[str]:
        """Read a hand by suits, or card by card without dots: ``JD9C``."""
        if "." in word.text:
            return self.hand(word)
        return self._cards(self.up_to(model.MOST_CARDS, word.cards(), "cards of a hand"))

    def jokers(self, group: Word) -> list[str]:
        """Read jokers and unreadable cards: ``*BJ?``."""
        found = _EXTRAS.findall(group.text)
        cards = [UNREAD_CODE if card == UNREAD_RANK else _JOKER_NAMES.get(card[1:].lower(), "") for card in found]
        if "".join(found) == group.text and all(cards):
            return cards
        jokers = " or ".join(_JOKERS.values())
        detail = f"{quoted(group.text)} is not a group of jokers: write {jokers}, or ? for a card."
        self.fault(group.place, "bad_holding", detail)
        return []

    def _cards(self, words: Iterable[Word]) -> list[str]:
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
            form = "rank and suit, 2C to AS, *BJ or *LJ for a joker, ?? if unreadable"
            self.fault(word.place, "bad_card", f"{quoted(word.text)} is not a card: write {meant or form}.")
        return cards

    def _calls(self, lines: Sequence[_Event], dealer: str | None) -> dict[str, Any]:
        """Return the bids of a round as members of a record.

        One line lists the calls by seat, from a seat that it names. Programs name the first seat whoever bids first, so
        that order is taken as the order of bidding only if nothing else explains it. Lines follow each other in time.
        """
        by_line = [self._calls_of(event) for event in lines[: model.MOST_BIDS + 1]]
        calls = [call for starts, made in by_line for call in made if starts is not None]
        if lines:
            self.check_count(max(len(calls), len(lines)), model.MOST_BIDS, "calls of a round", lines[-1].place)
        if not calls:
            return {}
        first = by_line[0][0]
        if len(lines) > 1 or (first is not None and _bids_first(first, dealer, self.players)):
            return {"bids": [call.member for call in calls]}
        detail = f"The calls are listed from {first}, which does not say who bid first: their order is not taken."
        self.note(lines[0].place, "order_of_bids", detail)
        return members_by_player(calls, self.players)

    def _calls_of(self, event: _Event) -> tuple[str | None, list[Bid]]:
        """Return the player whom a line starts from, and its calls."""
        parts = event.after_colon()
        if parts is None:
            self.fault(event.place, "bad_event", "A call has a seat and a colon: write it like 'C E: 3 4 nil 4'.")
            return None, []
        first = self.player_at(Word(parts[0], event.rest_at))
        words = self.up_to(len(self.seats), parts[1], "calls of a line")
        made = [
            self.bid_of(word, player)
            for player, word in zip(clockwise(self.players, first) if first else (), words, strict=False)
            if word.text not in {_UNKNOWN, NOT_PLAYED}
        ]
        return first, [call for call in made if call is not None]

    def _exchange(self, event: _Event) -> dict[str, Any]:
        parts = event.after_colon()
        giver, arrow, taker = parts[0].partition(">") if parts else ("", "", "")
        if parts is None or not arrow:
            self.fault(event.place, "bad_event", "An exchange names both seats: write it like 'X N>S: 2C 7D'.")
            return {}
        self.check_count(len(parts[1]), model.MOST_CARDS, "cards of an exchange", event.place)
        return {
            "from": self.player_at(Word(giver.strip(), event.rest_at)),
            "to": self.player_at(Word(taker.strip(), event.rest_at)),
            "cards": self._cards(parts[1]),
        }

    def _trick(self, event: _Event) -> dict[str, Any]:
        """Read ``P N 2C 3C``, or ``P ? 2C 3C`` if the leader is not known, or ``P ?N 2C 3C`` if only the seats are."""
        (seat, place), *others = event.words
        words = self.up_to(len(self.seats), others, "cards of a trick")
        if not words:
            detail = f"No cards follow: write those of the trick in turn, or {NOT_PLAYED} if nobody played."
            self.fault(event.place, "bad_event", detail)
        played = [word for word in words if word.text != NOT_PLAYED]
        cards = self._cards(played)
        in_a_row = played == words[: len(played)]
        if seat == _UNKNOWN:
            if not in_a_row:
                needed = "write the leader, or ? and the seat of the first card"
                self.fault(place, "no_leader", f"Whose card is missing depends on the leader: {needed}.")
            return {"cards": cards}
        first = self.player_at(Word(seat.removeprefix(_UNKNOWN), place))
        leader = {} if seat.startswith(_UNKNOWN) else {"leader": first}
        if in_a_row and leader:
            return {**leader, "cards": cards}
        order = clockwise(self.players, first) if first else []
        seats = [player for player, word in zip(order, words, strict=False) if word.text != NOT_PLAYED]
        return {**leader, "cards_by_player": dict(zip(seats, cards, strict=False))}

    def _number(self, records: Sequence[Record], first_round: int | None) -> None:
        """Give each round its number: from that of the text on, or from 1 if there are several."""
        if first_round is None and len(records) == 1:
            return
        first = first_round or 1
        deals = [event for event in self._events if event.code == "D"]
        for event in deals[-1:]:
            self.check_count(first + len(records) - 1, model.HIGHEST_ROUND, "rounds of a game", event.place)
        if len(records) > 1:
            detail = f"These are {len(records)} rounds of one game, numbered from {first} in the order of the text."
            self.note(deals[1].place, "numbered_rounds", detail)
            if self._dealer is not None:
                detail = "The dealer is that of the first round; the text does not say who dealt the others."
                self.note(self._headers["Dealer"].place, "dealer_of_first_round", detail)
        for number, record in enumerate(records, first):
            record["round_number"] = number

    def _report_result(self, last: Record) -> None:
        """Take the result of a game that is over as the score that its last record claims."""
        header = self._headers.get("Result")
        if header is None or header.value.strip() == "*":
            return
        words = header.value.split()
        scores = [int(word) for word in words if _SCORE.fullmatch(word) and abs(int(word)) <= model.HIGHEST_SCORE]
        ended = self._headers.get("Termination")
        if not self._pairs or not len(words) == len(scores) == len(self._pairs) or (ended and ended.value != _ENDED):
            detail = (
                f"The result {quoted(header.value)} is not taken: it is not a score of each partnership at the end."
            )
            self.note(header.place, "unmapped", detail)
            return
        names = {tuple(team["players"]): team["name"] for team in last.get("teams", ())}
        sides = [names.get(pair, "+".join(sorted(pair, key=self.players.index))) for pair in self._pairs]
        last["reported"] = {"score": dict(zip(sides, scores, strict=True))}
        self.note(header.place, "result", "Read as the score of each partnership after the last round of this text.")


def read(text: str) -> ReadText:
    """Read a text in trick-notation as one record a deal. Raises `UnreadableText`, with 50 faults at most."""
    remarks = Remarks()
    documents = _read_documents(text, remarks)
    records = [record for document in documents for record in _DocumentReader(document, remarks).records()]
    remarks.raise_faults()
    return ReadText(tuple(records), remarks.notes)


def _written_card(card: str) -> str:
    return _JOKERS.get(card, card)


def _token(bid: Bid) -> str:
    return f"{'blind:' if bid.blind else ''}{bid.tricks or 'nil'}"


def _is_header(key: str, value: str) -> bool:
    """Whether a header with this value is read as what it is."""
    line = f'[{key} "{value}"]'
    fits = _WHOLE_HEADER.fullmatch(line) and not any(mark in line for mark in ";\n")
    return bool(fits) and not _SEVERAL_HEADERS.fullmatch(line)


def _is_plain(name: str) -> bool:
    """Whether a name is a word that may stand beside others."""
    return _WORD.fullmatch(name) is not None and name != _UNKNOWN


class _Writer(RoundWriter):
    title = _TITLE
    members = frozenset(
        (
            *("players", "teams", "dealer", "round_number", "hands", "set_aside", "exchanges"),
            *("bids", "bids_by_player", "blind_bidders", "tricks", "reported", "labels"),
        )
    )
    void = _VOID
    extras: ClassVar[Mapping[str, str]] = {**_JOKERS, UNREAD_CODE: UNREAD_RANK}

    def text(self) -> str:
        """Return the text of the record."""
        record = self.record
        labels = self._labels()
        has_names = not all(map(_SEAT.fullmatch, self.players)) or any(map(_PLAYER.fullmatch, labels))
        letters = _FOUR_SEATS if len(self.players) == len(_FOUR_SEATS) else _OTHER_SEATS
        self._seats = dict(zip(self.players, letters if has_names else self.players, strict=False))
        seats = self._seats
        has_jokers = not _JOKERS.keys().isdisjoint(self._all_cards())
        # What a program has to know to read the text, beyond deals, calls and tricks.
        needed = ["specials"] if has_jokers else []
        needed += ["piles"] if record.get("set_aside") else []
        needed += [_EXCHANGE] if "exchanges" in record else []
        headers = [
            ("Game", SPADES.lower()),
            ("Deck", _DECK_WITH_JOKERS if has_jokers else _PLAIN_DECK),
            ("Seats", " ".join(seats.values())),
            *([("Dealer", seats[record["dealer"]])] if "dealer" in record else []),
            *(self._player_headers() if has_names else []),
            *self._side_headers(),
            *([("Caps", " ".join(needed))] if needed else []),
            *([("Round", str(record["round_number"]))] if "round_number" in record else []),
            *labels.items(),
        ]
        exchanges = (
            " ".join([f"X {seats[exchange['from']]}>{seats[exchange['to']]}:", *map(_written_card, exchange["cards"])])
            for exchange in record.get("exchanges", ())
        )
        events = [*self._deal(), *self._calls(), *exchanges, *self._tricks()]
        return "\n".join([_FIRST_LINE, *(f'[{key} "{value}"]' for key, value in headers), "", *events]) + "\n"

    def _labels(self) -> dict[str, str]:
        """Return the labels that can be headers."""
        # Names that are no words have a header each, which is no label then.
        nameless = {f"Player{index}" for index, name in enumerate(self.players) if not _is_plain(name)}
        labels: dict[str, str] = {}
        for key, value in self.record.get("labels", {}).items():
            if key in _READ_HEADERS | nameless or _TEAM.fullmatch(key) or not _is_header(key, value):
                self.lose("unmapped", "This label cannot be a header of the text.", "labels", key)
            else:
                labels[key] = value
        return labels

    def _all_cards(self) -> Iterable[str]:
        record = self.record
        return chain(
            *record.get("hands", {}).values(),
            record.get("set_aside", ()),
            *(exchange["cards"] for exchange in record.get("exchanges", ())),
            *(trick.get("cards", trick.get("cards_by_player", {}).values()) for trick in record["tricks"]),
            *((play["card"] for play in trick.get("plays", ())) for trick in record["tricks"]),
        )

    def _player_headers(self) -> list[tuple[str, str]]:
        """Return the names of the players: words together, other names each in a header of its own."""
        others = []
        for index, player in enumerate(self.players):
            if not _is_plain(player) and _is_header(f"Player{index}", player):
                others.append((f"Player{index}", player))
            elif not _is_plain(player):
                detail = f"This name cannot be in a header: the player is called {self._seats[player]}."
                self.lose("renamed", detail, "players", index)
        return [("Players", " ".join(player if _is_plain(player) else _UNKNOWN for player in self.players)), *others]

    def _side_headers(self) -> list[tuple[str, str]]:
        """Return who plays together, the names of these sides, and the score that they claim."""
        groups: dict[tuple[str, ...], str | None] = {}
        """The sides, and the name of each that can be in a header."""
        for index, team in enumerate(self.record.get("teams", ())):
            group = tuple(team["players"])
            if not _is_side(group, self.players) or any(set(group) & set(other) for other in groups):
                self.lose("unmapped", "These players are no side of a table, or of two.", "teams", index)
                continue
            groups[group] = team["name"] if _is_header("Team0", team["name"]) else None
            if groups[group] is None:
                self.lose("renamed", "This name cannot be in a header.", "teams", index, "name")
        names = [(f"Team{number}", name) for number, name in enumerate(groups.values()) if name is not None]
        reported = self.record.get("reported", {})
        self.lose_members(reported, {"score"}, "reported")
        known: dict[str, tuple[str, ...]] = {"+".join(pair): pair for pair in opposite_pairs(self.players)}
        known |= {name: (name,) for name in self.players}
        known |= {name: group for group, name in groups.items() if name is not None}
        by_group = {known.get(name, ()): points for name, points in reported.get("score", {}).items()}
        sides = [*groups, *(group for group in by_group if group and group not in groups)]
        result: list[tuple[str, str]] = []
        if "score" in reported:
            one_each = bool(sides) and set(sides) == set(by_group) and len(sides) == len(reported["score"])
            apart = len({player for side in sides for player in side}) == sum(map(len, sides))
            if one_each and apart and self.record.get("labels", {}).get("Termination", _ENDED) == _ENDED:
                groups, result = dict.fromkeys(sides), [("Result", " ".join(str(by_group[side]) for side in sides))]
            else:
                self.lose("unmapped", "A result has the score of each side at the end.", "reported", "score")
        together = " ".join("".join(self._seats[player] for player in group) for group in groups)
        return [*([("Partnerships", together)] if groups else []), *names, *result]

    def _deal(self) -> list[str]:
        hands, aside = self.record.get("hands", {}), self.record.get("set_aside")
        dealt = [f"{seat}:{self.hand(hands[player])}" for player, seat in self._seats.items() if player in hands]
        dealt += [f"@aside:{self.hand(aside)}"] if aside else []
        return [" ".join(["D", *dealt])] if dealt else []

    def _calls(self) -> list[str]:
        """Return the bids of the record as lines."""
        if "bids" not in self.record:
            return self._calls_by_seat()
        made = self.bids_in_order()
        turns = clockwise(self.players, made[0].player) if made else []
        in_turn = [bid.player for bid in made] == turns[: len(made)]
        if in_turn and made and _bids_first(made[0].player, self.record.get("dealer"), self.players):
            return [f"C {self._seats[made[0].player]}: {' '.join(map(_token, made))}"]
        if len(made) == 1:
            self.lose("order_of_bids", "A single call does not say that it was the first.", "bids")
        return [f"C {self._seats[bid.player]}: {_token(bid)}" for bid in made]

    def _calls_by_seat(self) -> list[str]:
        bids = self.bids_by_player()
        # A line from the seat that bids first would say that the calls are in order.
        start = self.players[_bids_first(self.players[0], self.record.get("dealer"), self.players)]
        order = clockwise(self.players, start)
        while order and order[-1] not in bids:
            order.pop()
        tokens = [_token(bids[player]) if player in bids else _UNKNOWN for player in order]
        return [f"C {self._seats[start]}: {' '.join(tokens)}"] if tokens else []

    def _tricks(self) -> Iterator[str]:
        for trick in self.trick_rows():
            first = self.players[0] if trick.leader is None else trick.leader
            row = list(trick.in_turn) or trick.cards_from(clockwise(self.players, first))
            while len(row) > 1 and row[-1] == NOT_PLAYED:
                row.pop()
            unknown = _UNKNOWN if trick.in_turn else f"{_UNKNOWN}{self._seats[first]}"
            led_by = unknown if trick.leader is None else self._seats[first]
            yield " ".join(["P", led_by, *map(_written_card, row)])


def write(record: Mapping[str, Any]) -> WrittenText:
    """Write the record of a round; raises `UnwritableRecord` for anything else."""
    writer = _Writer(record)
    return WrittenText(writer.text(), tuple(writer.losses))


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
