"""PTN: rounds as Trickster Cards exports them, in tags that look like those of PBN, the notation of bridge.

A card has its suit first, ``HQ``; a hand has a group for each suit, ``KJ4.T98..AQ2.H``; tricks are rows of cards, with
a column for each seat. A text holds the players, the dealer, hands and cards set aside, cards passed (each pair of
players once), bids in order or by player, the score after the round, or before one that is not played out, labels, and
tricks as ``cards_by_player``, the first of them with or without its leader. The options of the program are a ruleset,
and one that they can state is written as such. It has no place for names of teams, the rest of a standing, accusations,
cards drawn or taken back, winners, leaders beyond the first, bids of teams and other claims of a score sheet. A trick
in ``cards`` becomes one in ``cards_by_player``, and one in ``plays`` loses the order of play.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from service.notations import model
from service.notations.model import Notation, Place, ReadText, Record, Remarks, WrittenText
from service.notations.round_parts import (
    NOT_PLAYED,
    SPADES,
    SUITS,
    UNREAD_RANK,
    RoundReader,
    RoundWriter,
    Tag,
    TrickRow,
    Word,
    clockwise,
    members_by_player,
    opposite_pairs,
    words_of,
)
from service.spades.cards import RANKS, UNREAD_CODE, card_meant
from service.spades.english import listed, quoted
from service.spades.rules.ruleset import dotted, nested

_TITLE = "PTN"
_COMMENT = "%"
_FIRST_LINE = f"{_COMMENT} {_TITLE}"
_HEADINGS = (_FIRST_LINE, "% PBN")
_PLAYER_TAGS = {
    "South": "S",
    "SouthWest": "SW",
    "West": "W",
    "NorthWest": "NW",
    "North": "N",
    "NorthEast": "NE",
    "East": "E",
    "SouthEast": "SE",
}
"""The tags that name players, and the seat of each."""
_TAG_OF = {seat: tag for tag, seat in _PLAYER_TAGS.items()}
_SEATS: Mapping[int, tuple[str, ...]] = {
    2: ("S", "N"),
    3: ("S", "W", "E"),
    4: ("S", "W", "N", "E"),
    5: ("S", "SW", "NW", "NE", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
"""The seats clockwise, for each number of players."""
_NOT_RECORDED = "NotRecorded"
"""A tag of our own: what the text seems to say but nobody recorded."""
_ROUND_NUMBER = "RoundNumber"
"""A tag of our own: the number of the round in its game."""
_GAME_SCORES = "GameScores"
_BID_ORDER, _FIRST_LEADER = "bid order", "first leader"
"""What may be missing from a record though the text seems to say it."""
_PASSED = ("CardsAdded", "CardsRemoved")
_OTHER_GAMES = ("Declarer", "Contract")
_KNOWN = {
    *("Event", "GameCode", "GameOptionsJson", "GameScores", "Dealer", "Deal", "Undealt", "Auction", "Play"),
    *(_NOT_RECORDED, _ROUND_NUMBER, *_PASSED, *_OTHER_GAMES, *_PLAYER_TAGS),
}
"""The tags that say something about a record; any other is a label, and so is ``Event``."""
_KNOWN_IN_ANY_CASE = {name.lower() for name in _KNOWN}
_WITH_LINES = {"Auction", "Play"}

_TAG = re.compile(r"\[\s*(?P<name>[^\s\"\[\]]+)\s*")
_ANOTHER_TAG = re.compile(r"\"\s*\]\s*\[\s*[A-Za-z]+\s+\"")
_ESCAPE = re.compile(r"\\(?:([\"\\])|u([0-9A-Fa-f]{4}))")
_BARE_QUOTE = re.compile(r"(?<!\\)(?:\\\\)*\"")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_UNSAFE = re.compile(r"[\"\\\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NAME = re.compile(r"[^\s\"\[\]%]+")
_NOBODY = {"", "-", "?"}
_UNKNOWN_SCORE = "-"
_SCORE = re.compile(r"-?\d{1,7}", re.ASCII)
_NO_BID = "-"
_SHOW, _BLIND = "show", "blind"
_UNKNOWN_HAND = "-"
_JOKERS = {"H": "BJ", "L": "LJ", UNREAD_RANK: UNREAD_CODE}
"""The jokers, high and low, and cards that nobody can read, in a group of their own after the suits."""
_CARDS = {
    **{suit + rank: rank + suit for suit in SUITS for rank in RANKS},
    "JH": "BJ",
    "JL": "LJ",
    UNREAD_CODE: UNREAD_CODE,
}
"""The card that each word means."""
_WORDS = {card: word for word, card in _CARDS.items()}
_PRESET = "trickster"
_INDIVIDUAL, _PARTNERSHIP = "individual", "partnership"
_IN_PAIRS = {4, 6}
"""How many players sit in pairs, unless the options say that each plays for oneself."""
_TWO_JOKERS = {"jokers": 2, "removed": {"4": ["2H", "2C"]}}
_VARIATIONS: Mapping[str, Mapping[str, Any]] = {
    "0": {},
    "1": {"deck": {**_TWO_JOKERS, "top_trumps": ["BJ", "LJ"]}},
    "3": {"deck": {**_TWO_JOKERS, "top_trumps": ["BJ", "LJ", "2D", "2S"]}},
}
_TEN_ROW: Mapping[str, Any] = {"least": 10, "most": 10, "made": {"points": 200}, "instead": True}
_TEN = {"contracts": [_TEN_ROW]}
_CHOICES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "variation": _VARIATIONS,
    "failBidScoring": {"0": {}, "1": {"bids": {"number": {"failed": {"per_trick": -10}}}}},
    "tenBagsPenalty": {"true": {}, "false": {"bags": {"limit": 0}}},
    "leadSpades": {"0": {}, "2": {"play": {"spade_lead": "any_time"}}},
    "mercyRule": {"0": {}, "1": {"game": {"floor": -200}}},
    "blindNonNilBids": {"0": {}, "4": {"bids": {"blind": {"allowed": True, "least": 6, "deficit": 250}}}},
    "nilOrZero": {"0": {}, "1": {"bids": {"nil": {"allowed": False}, "zero": {"allowed": True}}}},
    "tenForTwoHundred": {"false": {}, "true": _TEN},
    "tenBonus": {"0": {}},
    "firstHandBidsItself": {"false": {}, "true": {"bids": {"first_round": "bids_itself"}}},
    "isPartnership": {"true": {"table": {"sides": _PARTNERSHIP}}, "false": {"table": {"sides": _INDIVIDUAL}}},
}
"""What each value of an option (JSON) says, as far as it is public: docs/reference/notations/ptn.md has the sources."""
_TITLED: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "variation": {
        "Joker-Joker-Deuce-Deuce": _VARIATIONS["3"],
        "Joker-Joker-Ace": _VARIATIONS["1"],
        **{name: {"bids": {"restriction": name.lower()}} for name in ("Mirror", "Suicide", "Whiz")},
    },
    "tenBonus": {"10-for-200": _TEN},
}
"""The words in the title of an export that say what an option means whose number is not public."""
_NUMBERS = {
    "gameOverScore": ("game.target", range(1, 10_001)),
    "minBid": ("bids.side_least", range(14)),
    "nilPass": ("bids.nil.exchange", range(5)),
}
_OF_THE_PROGRAM = {"noWatching", "noSuggestions"}
_CARDS_OF_A_PACK = 52
_ALL_DEALT = 4
"""The players whose hands are known to take all cards but those removed; for others, the deal says how many."""


class _Round(NamedTuple):
    """The tags of one round by name, and those that name cards passed, of which there may be several."""

    tags: Mapping[str, Tag]
    passed: Sequence[Tag]
    place: Place


def _read_rounds(text: str, remarks: Remarks) -> list[_Round]:
    """Take a text apart; each ``Event`` begins a round. There is one round at least, which may be empty."""
    rounds: list[list[Tag]] = [[]]
    for tag in _read_tags(text, remarks):
        if tag.name == "Event" and rounds[-1]:
            rounds.append([])
        rounds[-1].append(tag)
    return [_round(tags, remarks) for tags in rounds]


def _round(tags: Sequence[Tag], remarks: Remarks) -> _Round:
    by_name: dict[str, Tag] = {}
    for tag in tags:
        if tag.name not in _PASSED and by_name.setdefault(tag.name, tag) is not tag:
            is_there = f"{tag.name} is in line {by_name[tag.name].place.line} already"
            detail = f'{is_there}: leave one of them out, or begin another round with [Event "..."].'
            remarks.fault(tag.place, "repeated_tag", detail)
    return _Round(by_name, [tag for tag in tags if tag.name in _PASSED], tags[0].place if tags else Place(1, 1))


def _read_tags(text: str, remarks: Remarks) -> list[Tag]:
    tags: list[Tag] = []
    rows: list[list[Word]] = []
    noted: set[str] = set()
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        place = Place(number, len(raw) - len(raw.lstrip()) + 1)
        code = ""
        if line.startswith(_COMMENT):
            code = "" if line.startswith(_HEADINGS) else "comment"
            detail = "Comments are not taken into the record; this is the first one."
        elif line.startswith("["):
            tag = _read_tag(line, place, remarks)
            rows = []
            if tag is not None:
                tags.append(tag._replace(rows=rows))
        elif line and tags and tags[-1].name in _WITH_LINES:
            rows.append(words_of(line, place))
        elif line:
            code = "unmapped"
            detail = "This line belongs to no auction and no play; it is not taken, nor is any other such line."
        if code and code not in noted:
            noted.add(code)
            remarks.note(place, code, detail)
    return tags


def _read_tag(line: str, place: Place, remarks: Remarks) -> Tag | None:
    """Read a tag: its value ends at the last quote of the line, whatever quotes are in between."""
    found = _TAG.match(line)
    opening, closing = line.find('"'), line.rfind('"')
    if found is None or found.end() != opening or opening == closing:
        remarks.fault(place, "bad_tag", f'{quoted(line)} is not a tag: write it as [Name "value"].')
        return None
    name, value, end = found["name"], line[opening + 1 : closing], line[closing + 1 :].strip()
    at = place.right(opening + 1)
    if _ANOTHER_TAG.search(line, opening + 1):
        detail = "This may be one value with quotes in it, or several tags: write each tag in a line of its own."
        remarks.fault(at, "several_tags", detail)
    elif _BARE_QUOTE.search(value):
        remarks.note(at, "unescaped_quotes", f"Read as one value, to the last quote of the line: {quoted(value)}.")
    if not end:
        remarks.note(place.right(len(line)), "missing_bracket", "Read as if it ended with ].")
    elif end != "]":
        remarks.fault(at, "bad_tag", f"After the value comes {quoted(end)}: write a ] and nothing else.")
    meant = next((known for known in _KNOWN if known != name and known.lower() == name.lower()), None)
    if meant is not None:
        remarks.fault(place, "bad_tag", f"There is no tag {quoted(name)}: write {meant}.")
    plain = _ESCAPE.sub(lambda found: found[1] or chr(int(found[2], 16)), value)
    half = _SURROGATE.search(plain)
    if half is not None:
        detail = f"\\u{ord(half[0]):04x} is half of a character and not text: write the whole character as it is."
        remarks.fault(at, "bad_tag", detail)
    return Tag(name, _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", plain), at)


def _is_played_out(record: Mapping[str, Any]) -> bool:
    """Return whether the play came to its end, as far as the hands say how long it is: if none is known, it has."""
    return len(record["tricks"]) >= max(map(len, record.get("hands", {}).values()), default=0)


class _RoundReader(RoundReader):
    """Reads the tags of a round."""

    other_bids = f"Nil, Blind Nil, Blind 6, or {_NO_BID} for none"

    def __init__(self, round_: _Round, remarks: Remarks) -> None:
        super().__init__(remarks)
        self._tags, self._passed, self._start = round_

    def record(self) -> Record:
        """Return the record of the round."""
        tags = self._tags
        self.check_game(tags.get("GameCode"), self._start)
        self._check_contract()
        self._seat_players()
        record: Record = {"players": list(self.players)}
        if "Dealer" in tags and tags["Dealer"].word.text not in _NOBODY:
            record["dealer"] = self.player_at(tags["Dealer"].word)
        if _ROUND_NUMBER in tags:
            record["round_number"] = self.round_number(tags[_ROUND_NUMBER])
        record |= self._cards_dealt()
        missing = self._not_recorded()
        if "Auction" in tags:
            record |= self._bids(tags["Auction"], in_order=_BID_ORDER not in missing)
        is_led = _FIRST_LEADER not in missing
        record["tricks"] = self._tricks(tags["Play"], is_led=is_led) if "Play" in tags else []
        if "GameOptionsJson" in tags:
            record |= self.options(tags["GameOptionsJson"], record)
        labels_too = {"Event"}
        if _GAME_SCORES in tags:
            scores, place = self.scores(tags[_GAME_SCORES]), tags[_GAME_SCORES].place
            if _is_played_out(record):
                detail = (
                    "This is the score after the round, which can't be checked without the score before it: it is kept"
                    " as a label."
                )
                self.note(place, "scores", detail)
                labels_too.add(_GAME_SCORES)
            else:
                sides = record["ruleset"]["overrides"]["table"]["sides"] if "ruleset" in record else None
                before = self.scores_of_sides(scores, sides, place)
                record |= {"before": {side: {"score": score} for side, score in before.items()}} if before else {}
        others = (tag for name, tag in tags.items() if name not in _KNOWN - labels_too and tag.value)
        labels = self.labels(others)
        return {**record, "labels": labels} if labels else record

    def _check_contract(self) -> None:
        """Refuse what none but other games have, or note it where the text names Spades."""
        for name in _OTHER_GAMES:
            tag = self._tags.get(name)
            if tag is None or tag.word.text in _NOBODY:
                continue
            if "GameCode" not in self._tags:
                detail = f'Spades has no {name.lower()}, so this is another game: if not, write [GameCode "{SPADES}"].'
                self.fault(tag.place, "other_game", detail)
            else:
                self.note(tag.place, "unmapped", f"Spades has no {name.lower()}: {quoted(tag.value)} is not taken.")

    def _seat_players(self) -> None:
        """Read how many play, from the deal or else from their names, and who they are.

        Raises the faults at once if the number of players cannot be known.
        """
        named = {seat: self._tags[tag] for tag, seat in _PLAYER_TAGS.items() if tag in self._tags}
        deal = self._tags.get("Deal")
        if deal is not None:
            seats = _SEATS.get(len(deal.value.partition(":")[2].split()), ())
        else:
            seats = next((seats for seats in _SEATS.values() if set(named) == set(seats)), ())
        if not seats:
            detail = (
                "Two to six can play, and the text does not say how many: write a deal with a hand or - for each, "
                'such as [Deal "N:- - - -"].'
            )
            self.fault(deal.place if deal else self._start, "no_seats", detail)
            self.remarks.raise_faults()
        for seat, tag in named.items():
            if seat not in seats:
                detail = f"There is no seat {seat} for {len(seats)}: the players sit at {listed(seats)}."
                self.fault(tag.place, "unknown_seat", detail)
        self.seat([named[seat].value if seat in named else "" for seat in seats], seats, self._start)

    def _card(self, word: Word) -> str | None:
        """Read a card; None and a fault if it is none."""
        card = _CARDS.get(word.text.upper())
        if card is None:
            meant = card_meant(word.text)
            advice = f"write {_WORDS[meant]}" if meant else "write suit and rank, S2 to CA, JH or JL for a joker"
            self.fault(word.place, "bad_card", f"{quoted(word.text)} is not a card: {advice}.")
        return card

    def _run(self, words: Iterable[Word]) -> list[str]:
        """Read cards that follow each other without a space: ``S2SJCJ``."""
        cards = (self._card(card) for word in words for card in word.cards())
        return [card for card in cards if card is not None]

    def jokers(self, group: Word) -> list[str]:
        """Read jokers and unreadable cards: ``HL?``."""
        cards = []
        for offset, letter in enumerate(group.text):
            card = _JOKERS.get(letter.upper())
            if card is None:
                detail = f"{quoted(letter)} is not a joker: write H for the high one, L for the low."
                self.fault(group.place.right(offset), "bad_rank", detail)
            else:
                cards.append(card)
        return cards

    def _cards_dealt(self) -> dict[str, Any]:
        """Return the hands, the cards left over, and those passed."""
        members: dict[str, Any] = {}
        if "Deal" in self._tags and (hands := self._hands(self._tags["Deal"])):
            members["hands"] = hands
        undealt = self._tags.get("Undealt")
        if undealt is not None and (aside := self._run(undealt.words)):
            members["set_aside"] = aside
            self.check_count(len(aside), model.MOST_CARDS, "cards of a round", undealt.place)
        if self._passed:
            members["exchanges"] = self.exchanges(self._passed)
            count, place = len(members["exchanges"]), self._passed[0].place
            self.check_count(count, model.MOST_EXCHANGES, "exchanges of a round", place)
        return members

    def _hands(self, tag: Tag) -> dict[str, list[str]]:
        first, _, rest = tag.value.partition(":")
        words = words_of(rest, tag.place.right(len(first) + 1))
        hands = zip(self.players_from(Word(first.strip(), tag.place)), words, strict=False)
        return {player: self.hand(word) for player, word in hands if word.text != _UNKNOWN_HAND}

    def exchanges(self, passed: Sequence[Tag]) -> list[dict[str, Any]]:
        """Match the cards that players gave away with those that others received."""
        received, given = (
            [move for tag in passed if tag.name == name for move in self._moves(tag)] for name in _PASSED
        )
        takers: dict[str, Counter[str]] = {}
        for taker, card, _ in received:
            takers.setdefault(card, Counter())[taker] += 1
        exchanges: dict[tuple[str, str], list[str]] = {}
        for giver, card, place in given:
            found = [taker for taker, count in takers.get(card, {}).items() if count and taker != giver]
            if len(found) > 1:
                detail = f"{giver} passed {card} to {listed(found, 'or')}: leave it out of the cards of one of them."
                self.fault(place, "ambiguous_exchange", detail)
            elif not found:
                detail = f"Nobody received {card}, which {giver} gave away: it is not taken as passed."
                self.note(place, "unmapped", detail)
            else:
                takers[card][found[0]] -= 1
                exchanges.setdefault((giver, found[0]), []).append(card)
        for taker, card, place in received:
            if takers[card][taker]:
                takers[card][taker] -= 1
                detail = f"Nobody gave away {card}, which {taker} received: it is not taken as passed."
                self.note(place, "unmapped", detail)
        return [{"from": giver, "to": taker, "cards": cards} for (giver, taker), cards in exchanges.items()]

    def _moves(self, tag: Tag) -> Iterator[tuple[str, str, Place]]:
        """Yield each player of a tag like ``S:S5HQ N:C2`` with each of their cards."""
        for word in tag.words:
            seat, colon, run = word.text.partition(":")
            player = self.player_at(Word(seat, word.place))
            place = word.place.right(len(seat) + 1)
            cards = self._run([Word(run, place)])
            if len(cards) > model.MOST_CARDS or not colon:
                detail = f"Write a seat, a colon and the cards, such as S:S5HQC8; {model.MOST_CARDS} cards at most."
                self.fault(word.place, "bad_cards", detail)
            elif player is not None:
                yield from ((player, card, place) for card in cards)

    def _not_recorded(self) -> set[str]:
        tag = self._tags.get(_NOT_RECORDED)
        named = {part.strip() for part in tag.value.split(",")} if tag else set()
        if tag is not None and not named <= {_BID_ORDER, _FIRST_LEADER}:
            detail = f"Write {quoted(_BID_ORDER)}, {quoted(_FIRST_LEADER)} or both, separated by a comma."
            self.fault(tag.place, "bad_tag", detail)
        return named

    def _bids(self, tag: Tag, *, in_order: bool) -> dict[str, Any]:
        """Return the bids as members of a record.

        Where players first say that they look at their cards (``Show``), the rows are no order of time: the bids are
        then taken by player, and so they are if the text says that their order was not recorded.
        """
        words = _joined(word for row in tag.rows for word in row)
        turns = self.players_from(tag.word)
        shown = [word for word in words if word.text.lower() == _SHOW]
        made = [(word, turns[index % len(turns)]) for index, word in enumerate(words) if turns]
        made = [(word, player) for word, player in made if word.text.lower() not in {_NO_BID, _SHOW}]
        self.up_to(model.MOST_BIDS, [word for word, _ in made], "bids of a round")
        read_bids = [(word, self.bid_of(word, player)) for word, player in made[: model.MOST_BIDS]]
        bids = [(word, bid) for word, bid in read_bids if bid is not None]
        if not bids:
            self.note(tag.place, "no_bids", "The auction has no bids: taken as not recorded.")
            return {}
        if in_order and not shown:
            return {"bids": [bid.member for _, bid in bids]}
        if shown:
            detail = "Players look at their cards in rows of their own, so the order of the bids is not taken."
            self.note(shown[0].place, "order_of_bids", detail)
        named: set[str] = set()
        for word, bid in bids:
            if bid.player in named:
                why = f"{quoted(bid.player)} has bid already, and the order of bids is not known"
                self.fault(word.place, "repeated_bid", f"{why}: leave one of them out.")
            named.add(bid.player)
        return members_by_player((bid for _, bid in bids), self.players)

    def _tricks(self, tag: Tag, *, is_led: bool) -> list[dict[str, Any]]:
        """Read a row a trick: a column for each seat clockwise from the first leader, whoever led to the trick."""
        order = self.players_from(tag.word)
        self.up_to(model.MOST_CARDS, [row[0] for row in tag.rows], "tricks of a round")
        tricks: list[dict[str, Any]] = []
        for row in tag.rows[: model.MOST_CARDS] if order else ():
            words = zip(order, self.up_to(len(order), row, "cards of a trick"), strict=False)
            played = ((player, self._card(word)) for player, word in words if word.text != NOT_PLAYED)
            leader = {"leader": order[0]} if is_led and not tricks else {}
            tricks.append({**leader, "cards_by_player": {player: card for player, card in played if card is not None}})
        return tricks

    def scores(self, tag: Tag) -> dict[str, int]:
        """Return the score of each player; the tag has one for each seat, ``-`` if it is not known."""
        seat, colon, rest = tag.value.partition(":")
        words, count = rest.split(), len(self.seats)
        if not colon or len(words) != count:
            detail = f"Write a seat, a colon and {count} scores clockwise from that seat, - if one is not known."
            self.fault(tag.place, "bad_scores", detail)
            return {}
        scores: dict[str, int] = {}
        for player, word in zip(self.players_from(Word(seat.strip(), tag.place)), words, strict=False):
            if _SCORE.fullmatch(word) and abs(int(word)) <= model.HIGHEST_SCORE:
                scores[player] = int(word)
            elif word != _UNKNOWN_SCORE:
                self.fault(tag.place, "bad_scores", f"{quoted(word)} is not a score: write a whole number.")
        return scores

    def scores_of_sides(self, scores: Mapping[str, int], sides: str | None, place: Place) -> dict[str, int]:
        """Return the scores when a round was saved: by side if the rules say so or opposite players have the same.

        If ``sides`` are not known and all have the same score, it may be that of sides or of players: none is taken,
        and none either if partners have different ones. Otherwise they are the scores of players.
        """
        pairs = opposite_pairs(self.players)
        agree = bool(pairs) and all(scores.get(one) == scores.get(other) for one, other in pairs)
        if sides == _INDIVIDUAL or (sides is None and not agree):
            self.note(place, "scores", "Read as the score of each player before this round.")
            return dict(scores)
        if not agree:
            detail = "Partners have different scores: it is not known which is that of their side, so none is taken."
            self.note(place, "unmapped", detail)
            return {}
        if sides is None and len(set(scores.values())) == 1:
            detail = "All have the same score: it may be that of players or that of sides, so it is not taken."
            self.note(place, "unmapped", detail)
            return {}
        self.note(place, "scores", "Read as the score of each two opposite players before this round: they agree.")
        return {"+".join(pair): scores[pair[0]] for pair in pairs if pair[0] in scores}

    def options(self, tag: Tag, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return the ruleset that the options of the program state, as a member of a record; none if they are no JSON.

        Each option that no parameter holds, or whose value is not public, is noted. There is no ruleset if the
        variation is such a value: it decides which cards are spades.
        """
        try:
            options = json.loads(tag.value)
        except (ValueError, RecursionError):
            options = None
        if not isinstance(options, dict):
            detail = f"Options of the program are not taken: choose a ruleset that says {quoted(tag.value)}."
            self.note(tag.place, "unmapped", detail)
            return {}
        players = len(self.players)
        values: dict[str, Any] = {"table.sides": _PARTNERSHIP if players in _IN_PAIRS else _INDIVIDUAL}
        title = self._tags["Event"].value if "Event" in self._tags else ""
        for name, value in options.items():
            if name == "players" and value == players:
                continue
            stated = _stated(name, json.dumps(value), title)
            if stated is None:
                self.note(tag.place, "unmapped", _why_not_taken(name, json.dumps(value)))
                if name == "variation":
                    return {}
            values |= dotted(stated or {})
        rules = nested(values)
        self._settle(rules, record, tag.place)
        said = listed(f"{name} = {json.dumps(value)}" for name, value in dotted(rules).items())
        detail = (
            f"The ruleset is {_PRESET} with what the options say ({said}); what they do not say is as in {_PRESET}."
        )
        self.note(tag.place, "rules", detail)
        return {"ruleset": {"name": _PRESET, "overrides": rules}}

    def _settle(self, rules: dict[str, Any], record: Mapping[str, Any], place: Place) -> None:
        """Add what follows from several options or from the cards, and leave out what needs the number of the round."""
        players, hands = len(self.players), [*record.get("hands", {}).values()]
        if players not in _IN_PAIRS:
            rules["table"]["sides"] = _INDIVIDUAL
        bids = rules.get("bids", {})
        if "contracts" in rules:
            if "number" in bids:
                rules["contracts"] = [{**_TEN_ROW, "failed": {"points": -100}}]
            self.note(place, "ten", "A bid of ten that fails is read as any other that fails: the options do not say.")
        if bids.get("first_round") == "bids_itself" and "round_number" not in record:
            del bids["first_round"]
            if not bids:
                del rules["bids"]
            detail = (
                "The first hand bids itself, but the text does not say which hand this is, so that the rule is not"
                f' taken: add [{_ROUND_NUMBER} "1"] if it is the first.'
            )
            self.note(place, "first_hand", detail)
        if players != _ALL_DEALT:
            rules["table"]["players"] = [players]
            pack = _CARDS_OF_A_PACK + rules.get("deck", {}).get("jokers", 0)
            sizes = set(map(len, hands))
            size = sizes.pop() if len(sizes) == 1 else pack // players
            deck = {"hand_size": {str(players): size}, "leftover": "none" if players * size == pack else "set_aside"}
            if sum(map(len, hands)) == pack > players * size:
                deck = {"leftover": "dealt"}  # unequal hands with every card
            rules["deck"] = {**rules.get("deck", {}), **deck}
            if "contracts" in rules and size < _TEN_ROW["least"]:
                del rules["contracts"]
                self.note(place, "ten", "No hand here has ten cards, so that the rule on a bid of ten is not taken.")


def _joined(words: Iterator[Word]) -> list[Word]:
    """Join bids of two words: ``Blind Nil``, ``Show Hand``."""
    joined: list[Word] = []
    for word in words:
        before = joined[-1].text.lower() if joined else ""
        if before == _BLIND:
            joined[-1] = Word(_BLIND + word.text, joined[-1].place)
        elif not (before == _SHOW and word.text.lower() == "hand"):
            joined.append(word)
    return joined


def _stated(name: str, value: str, title: str) -> Mapping[str, Any] | None:
    """Return the parameters that an option with a value (JSON) states, by group; None if it is not known."""
    if name in _NUMBERS:
        parameter, bounds = _NUMBERS[name]
        number = int(value) if value.isdecimal() and len(value) <= len(str(bounds[-1])) else -1
        return nested({parameter: number}) if number in bounds else None
    titled = (rules for words, rules in _TITLED.get(name, {}).items() if words in title)
    stated = _CHOICES.get(name, {}).get(value)
    return next(titled, None) if stated is None else stated


def _why_not_taken(name: str, value: str) -> str:
    option = quoted(f"{name}: {value}")
    if name in _OF_THE_PROGRAM:
        return f"The option {option} is about the program and not about the game: it is not taken."
    if name in _CHOICES or name in _NUMBERS:
        return f"What the option {option} means is not public, so it is not taken."
    return f"No parameter holds the option {option}, so it is not taken."


def read(text: str) -> ReadText:
    """Read a text in PTN as one record a round. Raises `UnreadableText`, with 50 faults at most."""
    remarks = Remarks()
    records = [_RoundReader(round_, remarks).record() for round_ in _read_rounds(text, remarks)]
    remarks.raise_faults()
    return ReadText(tuple(records), remarks.notes)


def _written_tag(name: str, value: str) -> str:
    """Return a tag as a line."""
    safe = _UNSAFE.sub(lambda found: f"\\{found[0]}" if found[0] in '"\\' else f"\\u{ord(found[0]):04x}", value)
    return f'[{name} "{safe}"]'


def _written_run(cards: Iterable[str]) -> str:
    return "".join(_WORDS[card] for card in cards)


class _Writer(RoundWriter):
    title = _TITLE
    members = frozenset(
        (
            *("ruleset", "players", "dealer", "round_number", "hands", "set_aside", "exchanges", "before"),
            *("bids", "bids_by_player", "blind_bidders", "tricks", "labels"),
        )
    )
    extras: ClassVar[Mapping[str, str]] = {card: letter for letter, card in _JOKERS.items()}

    def text(self) -> str:
        """Return the text of the record."""
        record = self.record
        self._seat_of = dict(zip(self.players, _SEATS[len(self.players)], strict=True))
        labels = self._labels()
        auction = self._auction()
        rows = self.trick_rows()
        missing = [_BID_ORDER] if auction and "bids_by_player" in record else []
        missing += [_FIRST_LEADER] if rows and rows[0].leader is None else []
        tags = [
            ("Event", labels.pop("Event", "")),
            *labels.items(),
            ("GameCode", SPADES),
            *([(_ROUND_NUMBER, str(record["round_number"]))] if "round_number" in record else []),
            *self._options(),
            *self._scores(),
            *((_TAG_OF[seat], player) for player, seat in self._seat_of.items() if player != seat),
            *([("Dealer", self._seat_of[record["dealer"]])] if "dealer" in record else []),
            ("Deal", self._deal()),
            *([("Undealt", _written_run(record["set_aside"]))] if record.get("set_aside") else []),
            *self._exchanges(),
            *([(_NOT_RECORDED, ", ".join(missing))] if missing else []),
        ]
        lines = [_FIRST_LINE, *(_written_tag(name, value) for name, value in tags), *auction, *self._play(rows)]
        return "\n".join(lines) + "\n"

    def _reader(self) -> _RoundReader:
        """Return a reader at the same table, which tells whether what is written is read as what it is."""
        reader = _RoundReader(_Round({}, (), Place(1, 1)), Remarks())
        reader.seats, reader.players = tuple(self._seat_of.values()), tuple(self._seat_of)
        return reader

    def _labels(self) -> dict[str, str]:
        """Return the labels that can be tags."""
        labels = {}
        for name, value in self.record.get("labels", {}).items():
            if name == _GAME_SCORES and self._are_scores_after(value):
                labels[name] = value
            elif name != "Event" and (name.lower() in _KNOWN_IN_ANY_CASE or not _NAME.fullmatch(name)):
                self.lose("unmapped", "This name cannot be that of a tag of its own.", "labels", name)
            elif not value:
                self.lose("unmapped", "A tag without a value says nothing.", "labels", name)
            else:
                labels[name] = value
        return labels

    def _are_scores_after(self, value: str) -> bool:
        """Return whether a label is read from a tag again as the scores after a round."""
        reader = self._reader()
        reader.scores(Tag(_GAME_SCORES, value, Place(1, 1)))
        return not reader.remarks.has_faults and _is_played_out(self.record)

    def _options(self) -> list[tuple[str, str]]:
        """Return a ruleset that options can state as a tag."""
        if "ruleset" not in self.record:
            return []
        ruleset = self.record["ruleset"]
        stated = dotted(ruleset.get("overrides", {})) if isinstance(ruleset, dict) else {}
        options = {
            name: json.loads(value)
            for name, values in _CHOICES.items()
            for value, rules in values.items()
            if rules and all(stated.get(key) == own for key, own in dotted(rules).items())
        }
        if stated.get("contracts"):
            options["tenForTwoHundred"] = True
        for name, (key, _) in _NUMBERS.items():
            if key in stated:
                options[name] = stated[key]
        if len(self.players) in _IN_PAIRS and options.get("isPartnership"):
            del options["isPartnership"]
        tag = Tag("GameOptionsJson", json.dumps(options, separators=(",", ":")), Place(1, 1))
        if self._reader().options(tag, self.record) == {"ruleset": ruleset}:
            return [(tag.name, tag.value)]
        self.lose("unmapped", f"{_TITLE} has only rules that are options of its program.", "ruleset")
        return []

    def _scores(self) -> list[tuple[str, str]]:
        """Return the score before a round that was not played out, as a tag."""
        before = self.record.get("before", {})
        for side, totals in before.items():
            self.lose_members(totals, {"score"}, "before", side)
        claimed = {side: totals.get("score", 0) for side, totals in before.items()}
        scores = {player: claimed[player] for player in self.players if player in claimed}
        for pair in opposite_pairs(self.players):
            if "+".join(pair) in claimed:
                scores |= dict.fromkeys(pair, claimed["+".join(pair)])
        if _is_played_out(self.record):
            detail = "Where a round was played out, scores by seat are those after it."
        elif claimed and self._reader().scores_of_sides(scores, None, Place(1, 1)) == claimed:
            value = " ".join(str(scores.get(player, _UNKNOWN_SCORE)) for player in self.players)
            return [(_GAME_SCORES, f"{self._seat_of[self.players[0]]}:{value}")]
        else:
            detail = (
                "Scores by seat do not tell whose these are: of players or of sides that have no names of their own."
            )
        if claimed:
            self.lose("unmapped", detail, "before")
        return []

    def _deal(self) -> str:
        hands = self.record.get("hands", {})
        first = self.record.get("dealer", self.players[0])
        turns = clockwise(self.players, first)
        dealt = (self.hand(hands[player]) if player in hands else _UNKNOWN_HAND for player in turns)
        return f"{self._seat_of[first]}:{' '.join(dealt)}"

    def _exchanges(self) -> list[tuple[str, str]]:
        """Return the cards that players received, and those that they gave away."""
        if "exchanges" not in self.record:
            return []
        exchanges = self.record["exchanges"]
        tags = [
            (name, value)
            for name, end in zip(_PASSED, ("to", "from"), strict=True)
            for value in [f"{self._seat_of[each[end]]}:{_written_run(each['cards'])}" for each in exchanges] or [""]
        ]
        if self._reader().exchanges([Tag(*tag, Place(1, 1)) for tag in tags]) == exchanges:
            return tags
        self.lose("unmapped", "From cards added and removed, these exchanges cannot be worked out.", "exchanges")
        return []

    def _auction(self) -> list[str]:
        """Return the tag and the rows of bids, from the player whose bid comes first; nothing if there are no bids."""
        if "bids" in self.record:
            bids = self.bids_in_order()
        else:  # in turn after the dealer, or from the first player if the dealer is not known
            made, last = self.bids_by_player(), self.record.get("dealer", self.players[-1])
            turns = clockwise(self.players, last)
            bids = [made[name] for name in [*turns[1:], last] if name in made]
        if not bids:
            return []
        order = clockwise(self.players, bids[0].player)
        slots: list[str] = []
        for bid in bids:
            slots += [_NO_BID] * ((order.index(bid.player) - len(slots)) % len(order))
            slots.append(f"{'Blind ' if bid.blind else ''}{bid.tricks or 'Nil'}")
        slots += [_NO_BID] * (-len(slots) % len(order))
        rows = [" ".join(slots[start : start + len(order)]) for start in range(0, len(slots), len(order))]
        return [_written_tag("Auction", self._seat_of[order[0]]), *rows]

    def _play(self, rows: Sequence[TrickRow]) -> list[str]:
        """Return the tag and a row for each trick, in columns from the first leader."""
        if not rows:
            return []
        if any("leader" in trick for trick in self.record["tricks"][1:]):
            self.lose("leaders", "Only the first trick has a leader; after it the winner leads.", "tricks")
        for index, row in enumerate(rows):
            if row.in_turn:
                detail = "Without a leader, it is not known whose cards these are."
                self.lose("no_leader", detail, "tricks", index, "cards")
        order = clockwise(self.players, rows[0].leader or self.players[0])
        lines = [" ".join(_WORDS.get(card, NOT_PLAYED) for card in row.cards_from(order)) for row in rows]
        return [_written_tag("Play", self._seat_of[order[0]]), *lines]


def write(record: Mapping[str, Any]) -> WrittenText:
    """Write the record of a round; raises `UnwritableRecord` for anything else."""
    writer = _Writer(record)
    return WrittenText(writer.text(), tuple(writer.losses))


_OWN_TAG = re.compile(
    r"^[ \t]*\[(GameCode|GameOptionsJson|GameScores|CardsAdded|CardsRemoved|Undealt|NotRecorded) ", re.MULTILINE
)
_ROUND_TAG = re.compile(
    r"^[ \t]*\[(Deal|Auction|Play|Contract|Declarer|Vulnerable|Board|Scoring) \"([^\n]*)", re.MULTILINE
)
_BRIDGE = {"Contract", "Declarer", "Vulnerable", "Board", "Scoring"}
_AUCTION = re.compile(r"^[ \t]*\[Auction [^\n]*\n([^\[]*)", re.MULTILINE)
_SPADES_BID = re.compile(r"\d{1,2}|nil|blind|show|hand|-", re.IGNORECASE)
_HANDS_OF_BRIDGE = 4


def _evidence(text: str) -> str | None:
    """Return what shows that a text is in PTN.

    Tags that PBN lacks prove it, and so do hands that bridge lacks and an auction of bare numbers. A deal and a play
    alone may be either, so that the sender has to name the notation; with a contract they are bridge.
    """
    own = _OWN_TAG.search(text)
    if own is not None:
        return f"it has the tag [{own[1]}]"
    if text.partition("\n")[0].strip().startswith(_FIRST_LINE):
        return f"its first line begins with '{_FIRST_LINE}'"
    tags = {found[1]: found[2] for found in _ROUND_TAG.finditer(text)}
    first = next((name for name in tags if name not in _BRIDGE), None)
    if first is None or tags.keys() & _BRIDGE:
        return None
    auction = _AUCTION.search(text)
    if auction is not None and auction[1].strip():
        numbers = all(_SPADES_BID.fullmatch(word) for word in auction[1].split())
        return "its auction is in numbers of tricks" if numbers else None
    hands = tags.get("Deal", "").partition(":")[2].partition('"')[0].split()
    if len(hands) not in {0, _HANDS_OF_BRIDGE} or any(hand.count(".") == len(SUITS) for hand in hands):
        return "its [Deal] is for another number of players than four, or has jokers"
    return f"it has the tag [{first}], and no contract"


NOTATION = Notation(
    name="ptn",
    title=_TITLE,
    evidence=_evidence,
    read=read,
    write=write,
    looks_like='tags such as [GameCode "Spades"] and [Deal "N:..."], and a row of cards by seat, HQ H4 S3 H8',
)
