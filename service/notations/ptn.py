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
from typing import Any, NamedTuple

from service.notations import model
from service.notations.model import Notation, Place, ReadText, Record, Remarks, WrittenText
from service.notations.round_parts import (
    NOT_PLAYED,
    SPADES,
    SUITS,
    UNREAD_RANK,
    Bid,
    Holding,
    Losses,
    SeatedPlayers,
    Tag,
    TrickRow,
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
from service.spades.cards import RANKS, UNREAD_CODE, card_meant
from service.spades.english import listed, quoted

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
_WITH_LINES = {"Auction", "Play"}

_TAG = re.compile(r"\[\s*(?P<name>[^\s\"\[\]]+)\s*")
_ANOTHER_TAG = re.compile(r"\"\s*\]\s*\[\s*[A-Za-z]+\s+\"")
_ESCAPE = re.compile(r"\\(?:([\"\\])|u([0-9A-Fa-f]{4}))")
_BARE_QUOTE = re.compile(r"(?<!\\)(?:\\\\)*\"")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_UNSAFE = re.compile(r"[\"\\\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NAME = re.compile(r"[^\s\"\[\]%]+")


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
            line = by_name[tag.name].place.line
            detail = (
                f"{tag.name} is in line {line} already: leave one of them out, or begin another round with "
                '[Event "..."].'
            )
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
    at = Place(place.line, place.column + opening + 1)
    if _ANOTHER_TAG.search(line, opening + 1):
        detail = "This may be one value with quotes in it, or several tags: write each tag in a line of its own."
        remarks.fault(at, "several_tags", detail)
    elif _BARE_QUOTE.search(value):
        remarks.note(at, "unescaped_quotes", f"Read as one value, to the last quote of the line: {quoted(value)}.")
    if not end:
        remarks.note(Place(place.line, place.column + len(line)), "missing_bracket", "Read as if it ended with ].")
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


def _written_tag(name: str, value: str) -> str:
    """Return a tag as a line."""
    safe = _UNSAFE.sub(lambda found: f"\\{found[0]}" if found[0] in '"\\' else f"\\u{ord(found[0]):04x}", value)
    return f'[{name} "{safe}"]'


_UNKNOWN_HAND = "-"
_HAND = Holding()
_JOKERS = {"H": "BJ", "L": "LJ", UNREAD_RANK: UNREAD_CODE}
"""The jokers, high and low, and cards that nobody can read, in a group of their own after the suits."""
_CARDS = {
    **{suit + rank: rank + suit for suit in SUITS for rank in RANKS},
    "JH": "BJ",
    "JL": "LJ",
    UNREAD_CODE: UNREAD_CODE,
}
"""The card that each word means."""
_LETTERS = {card: letter for letter, card in _JOKERS.items()}
_WORDS = {card: word for word, card in _CARDS.items()}


def _read_card(word: Word, remarks: Remarks) -> str | None:
    """Read a card; None and a fault if it is none."""
    card = _CARDS.get(word.text.upper())
    if card is None:
        meant = card_meant(word.text)
        advice = f"write {_WORDS[meant]}" if meant else "write suit and rank, S2 to CA, JH or JL for a joker"
        remarks.fault(word.place, "bad_card", f"{quoted(word.text)} is not a card: {advice}.")
    return card


def _read_run(words: Iterable[Word], remarks: Remarks) -> list[str]:
    """Read cards that follow each other without a space: ``S2SJCJ``."""
    written = (card for word in words for card in cards_written_together(word))
    return [card for card in (_read_card(card_word, remarks) for card_word in written) if card is not None]


def _written_run(cards: Iterable[str]) -> str:
    return "".join(_WORDS[card] for card in cards)


def _read_jokers(group: Word, remarks: Remarks) -> list[str]:
    cards = []
    for offset, letter in enumerate(group.text):
        card = _JOKERS.get(letter.upper())
        if card is None:
            at = Place(group.place.line, group.place.column + offset)
            remarks.fault(at, "bad_rank", f"{quoted(letter)} is not a joker: write H for the high one, L for the low.")
        else:
            cards.append(card)
    return cards


def _read_table(round_: _Round, remarks: Remarks) -> SeatedPlayers:
    """Read how many play, from the deal or else from their names, and who they are.

    Raises the faults at once if the number of players cannot be known.
    """
    named = {seat: round_.tags[tag] for tag, seat in _PLAYER_TAGS.items() if tag in round_.tags}
    deal = round_.tags.get("Deal")
    if deal is not None:
        seats = _SEATS.get(len(deal.value.partition(":")[2].split()), ())
    else:
        seats = next((seats for seats in _SEATS.values() if set(named) == set(seats)), ())
    if not seats:
        detail = (
            "Two to six can play, and the text does not say how many: write a deal with a hand or - for each, "
            'such as [Deal "N:- - - -"].'
        )
        remarks.fault(deal.place if deal else round_.place, "no_seats", detail)
        remarks.raise_faults()
    for seat, tag in named.items():
        if seat not in seats:
            detail = f"There is no seat {seat} for {len(seats)}: the players sit at {listed(seats)}."
            remarks.fault(tag.place, "unknown_seat", detail)
    players = called([named[seat].value if seat in named else "" for seat in seats], seats, round_.place, remarks)
    return SeatedPlayers(seats, players, in_any_case=True)


_UNKNOWN_SCORE = "-"
_SCORE = re.compile(r"-?\d{1,7}", re.ASCII)


def _read_scores(tag: Tag, table: SeatedPlayers, remarks: Remarks) -> dict[str, int]:
    """Return the score of each player; the tag has one for each seat, ``-`` if it is not known."""
    seat, colon, rest = tag.value.partition(":")
    words = rest.split()
    if not colon or len(words) != len(table.seats):
        detail = f"Write a seat, a colon and {len(table.seats)} scores clockwise from that seat, - if one is not known."
        remarks.fault(tag.place, "bad_scores", detail)
        return {}
    scores: dict[str, int] = {}
    for player, word in zip(table.players_from(Word(seat.strip(), tag.place), remarks), words, strict=False):
        if _SCORE.fullmatch(word) and abs(int(word)) <= model.HIGHEST_SCORE:
            scores[player] = int(word)
        elif word != _UNKNOWN_SCORE:
            remarks.fault(tag.place, "bad_scores", f"{quoted(word)} is not a score: write a whole number.")
    return scores


def _scores_of_sides(
    scores: Mapping[str, int], table: SeatedPlayers, sides: str | None, place: Place, remarks: Remarks
) -> dict[str, int]:
    """Return the scores before a round, by side if the rules say so or opposite players have the same; else by player.

    If ``sides`` are not known and all have the same score, it may be that of sides or of players: none is taken, and
    none either if partners have different ones.
    """
    pairs = opposite_pairs(table.players)
    agree = bool(pairs) and all(scores.get(one) == scores.get(other) for one, other in pairs)
    if sides == _INDIVIDUAL or (sides is None and not agree):
        remarks.note(place, "scores", "Read as the score of each player before this round.")
        return dict(scores)
    if not agree:
        detail = "Partners have different scores: it is not known which is that of their side, so none is taken."
        remarks.note(place, "unmapped", detail)
        return {}
    if sides is None and len(set(scores.values())) == 1:
        detail = "All have the same score: it may be that of players or that of sides, so it is not taken."
        remarks.note(place, "unmapped", detail)
        return {}
    remarks.note(place, "scores", "Read as the score of each two opposite players before this round: they agree.")
    return {"+".join(pair): scores[pair[0]] for pair in pairs if pair[0] in scores}


def _is_played_out(record: Mapping[str, Any]) -> bool:
    """Return whether the play came to its end, as far as the hands say how long it is: if none is known, it has."""
    cards_held = max(map(len, record.get("hands", {}).values()), default=0)
    return len(record["tricks"]) >= cards_held


def _read_exchanges(passed: Sequence[Tag], table: SeatedPlayers, remarks: Remarks) -> list[dict[str, Any]]:
    """Match the cards that players gave away with those that others received."""
    received, given = (
        [move for tag in passed if tag.name == name for move in _moves(tag, table, remarks)] for name in _PASSED
    )
    takers: dict[str, Counter[str]] = {}
    for taker, card, _ in received:
        takers.setdefault(card, Counter())[taker] += 1
    exchanges: dict[tuple[str, str], list[str]] = {}
    for giver, card, place in given:
        found = [taker for taker, count in takers.get(card, {}).items() if count and taker != giver]
        if len(found) > 1:
            detail = f"{giver} passed {card} to {listed(found, 'or')}: leave it out of the cards of one of them."
            remarks.fault(place, "ambiguous_exchange", detail)
        elif not found:
            detail = f"Nobody received {card}, which {giver} gave away: it is not taken as passed."
            remarks.note(place, "unmapped", detail)
        else:
            takers[card][found[0]] -= 1
            exchanges.setdefault((giver, found[0]), []).append(card)
    for taker, card, place in received:
        if takers[card][taker]:
            takers[card][taker] -= 1
            detail = f"Nobody gave away {card}, which {taker} received: it is not taken as passed."
            remarks.note(place, "unmapped", detail)
    return [{"from": giver, "to": taker, "cards": cards} for (giver, taker), cards in exchanges.items()]


def _moves(tag: Tag, table: SeatedPlayers, remarks: Remarks) -> list[tuple[str, str, Place]]:
    """Return each player of a tag like ``S:S5HQ N:C2`` with each of their cards."""
    moves = []
    for word in tag.words:
        seat, colon, run = word.text.partition(":")
        player = table.player_at(Word(seat, word.place), remarks)
        place = Place(word.place.line, word.place.column + len(seat) + 1)
        cards = _read_run([Word(run, place)], remarks)
        if len(cards) > model.MOST_CARDS or not colon:
            detail = f"Write a seat, a colon and the cards, such as S:S5HQC8; {model.MOST_CARDS} cards at most."
            remarks.fault(word.place, "bad_cards", detail)
        elif player is not None:
            moves += [(player, card, place) for card in cards]
    return moves


_NO_BID = "-"
_SHOW, _BLIND = "show", "blind"
_OTHER_BIDS = f"Nil, Blind Nil, Blind 6, or {_NO_BID} for none"


def _read_auction(tag: Tag, table: SeatedPlayers, *, in_order: bool, remarks: Remarks) -> dict[str, Any]:
    """Return the bids as members of a record.

    Where players first say that they look at their cards (``Show``), the rows are no order of time: the bids are then
    taken by player, and so they are if the text says that their order was not recorded.
    """
    words = _joined(word for row in tag.rows for word in row)
    turns = table.players_from(tag.word, remarks)
    shown = [word for word in words if word.text.lower() == _SHOW]
    made = [(word, turns[index % len(turns)]) for index, word in enumerate(words) if turns]
    made = [(word, player) for word, player in made if word.text.lower() not in {_NO_BID, _SHOW}]
    up_to(model.MOST_BIDS, [word for word, _ in made], "bids of a round", remarks)
    read = [(word, bid_of(word, player, _OTHER_BIDS, remarks)) for word, player in made[: model.MOST_BIDS]]
    bids = [(word, bid) for word, bid in read if bid is not None]
    if not bids:
        remarks.note(tag.place, "no_bids", "The auction has no bids: taken as not recorded.")
        return {}
    if in_order and not shown:
        return {"bids": [bid.member for _, bid in bids]}
    if shown:
        detail = "Players look at their cards in rows of their own, so the order of the bids is not taken."
        remarks.note(shown[0].place, "order_of_bids", detail)
    named: set[str] = set()
    for word, bid in bids:
        if bid.player in named:
            detail = f"{quoted(bid.player)} has bid already, and the order of bids is not known: leave one of them out."
            remarks.fault(word.place, "repeated_bid", detail)
        named.add(bid.player)
    return members_by_player((bid for _, bid in bids), table.players)


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


def _written_auction(record: Mapping[str, Any], losses: Losses) -> tuple[str, list[str]] | None:
    """Return the player whose bid comes first, and the rows of bids; None if there are no bids."""
    bids = bids_in_order(record, losses) if "bids" in record else _in_turn(record, bids_by_player(record, losses))
    if not bids:
        return None
    order = clockwise(record["players"], bids[0].player)
    slots: list[str] = []
    for bid in bids:
        slots += [_NO_BID] * ((order.index(bid.player) - len(slots)) % len(order))
        slots.append(f"{'Blind ' if bid.blind else ''}{bid.tricks or 'Nil'}")
    slots += [_NO_BID] * (-len(slots) % len(order))
    rows = [" ".join(slots[start : start + len(order)]) for start in range(0, len(slots), len(order))]
    return bids[0].player, rows


def _in_turn(record: Mapping[str, Any], bids: Mapping[str, Bid]) -> list[Bid]:
    """Return bids in turn after the dealer, or from the first player if the dealer is not known."""
    order = clockwise(record["players"], record.get("dealer", record["players"][-1]))
    return [bids[name] for name in [*order[1:], order[0]] if name in bids]


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
_TEN = {"special_bids": {"ten": {"made": 200, "failed": 0}}}
_CHOICES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "variation": _VARIATIONS,
    "failBidScoring": {"0": {}, "1": {"scoring": {"set": "minus_bid"}}},
    "tenBagsPenalty": {"true": {}, "false": {"scoring": {"bag_limit": 0}}},
    "leadSpades": {"0": {}, "2": {"play": {"spade_lead": "any_time"}}},
    "mercyRule": {"0": {}, "1": {"game": {"floor": -200}}},
    "blindNonNilBids": {"0": {}, "4": {"blind_bid": {"allowed": True, "minimum": 6, "deficit": 250}}},
    "nilOrZero": {"0": {}, "1": {"bidding": {"zero": "uncommitted"}}},
    "tenForTwoHundred": {"false": {}, "true": _TEN},
    "tenBonus": {"0": {}},
    "firstHandBidsItself": {"false": {}, "true": {"bidding": {"first_round": "bids_itself"}}},
    "isPartnership": {"true": {"table": {"sides": _PARTNERSHIP}}, "false": {"table": {"sides": _INDIVIDUAL}}},
}
"""What each value of an option (JSON) says, as far as it is public: docs/reference/notations/ptn.md has the sources."""
_TITLED: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "variation": {
        "Joker-Joker-Deuce-Deuce": _VARIATIONS["3"],
        "Joker-Joker-Ace": _VARIATIONS["1"],
        **{name: {"bidding": {"restriction": name.lower()}} for name in ("Mirror", "Suicide", "Whiz")},
    },
    "tenBonus": {"10-for-200": _TEN},
}
"""The words in the title of an export that say what an option means whose number is not public."""
_NUMBERS = {
    "gameOverScore": ("game", "target", range(1, 10_001)),
    "minBid": ("bidding", "team_minimum", range(14)),
    "nilPass": ("nil", "exchange", range(5)),
}
_OF_THE_PROGRAM = {"noWatching", "noSuggestions"}
_CARDS_OF_A_PACK = 52
_ALL_DEALT = 4
"""The players whose hands are known to take all cards but those removed; for others, the deal says how many."""


def _read_options(tags: Mapping[str, Tag], record: Mapping[str, Any], remarks: Remarks) -> dict[str, Any]:
    """Return the ruleset that the options of the program state, as a member of a record; none if they are no JSON.

    Each option that no parameter holds, or whose value is not public, is noted. There is no ruleset if the variation
    is such a value: it decides which cards are spades.
    """
    tag = tags["GameOptionsJson"]
    try:
        options = json.loads(tag.value)
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        detail = f"Options of the program are not taken: choose a ruleset that says {quoted(tag.value)}."
        remarks.note(tag.place, "unmapped", detail)
        return {}
    players = len(record["players"])
    rules: dict[str, dict[str, Any]] = {"table": {"sides": _PARTNERSHIP if players in _IN_PAIRS else _INDIVIDUAL}}
    title = tags["Event"].value if "Event" in tags else ""
    for name, value in options.items():
        if name == "players" and value == players:
            continue
        stated = _stated(name, json.dumps(value), title)
        if stated is None:
            remarks.note(tag.place, "unmapped", _why_not_taken(name, json.dumps(value)))
            if name == "variation":
                return {}
        for group, values in (stated or {}).items():
            rules[group] = {**rules.get(group, {}), **values}
    _settle(rules, record, tag.place, remarks)
    said = listed(f"{group}.{name} = {json.dumps(rules[group][name])}" for group in rules for name in rules[group])
    detail = f"The ruleset is {_PRESET} with what the options say ({said}); what they do not say is as in {_PRESET}."
    remarks.note(tag.place, "rules", detail)
    return {"ruleset": {"name": _PRESET, "overrides": rules}}


def _stated(name: str, value: str, title: str) -> Mapping[str, Mapping[str, Any]] | None:
    """Return the parameters that an option with a value (JSON) states, by group; None if it is not known."""
    if name in _NUMBERS:
        group, parameter, bounds = _NUMBERS[name]
        number = int(value) if value.isdecimal() and len(value) <= len(str(bounds[-1])) else -1
        return {group: {parameter: number}} if number in bounds else None
    stated = _CHOICES.get(name, {}).get(value)
    if stated is None:
        stated = next((rules for words, rules in _TITLED.get(name, {}).items() if words in title), None)
    return stated


def _why_not_taken(name: str, value: str) -> str:
    option = quoted(f"{name}: {value}")
    if name in _OF_THE_PROGRAM:
        return f"The option {option} is about the program and not about the game: it is not taken."
    if name in _CHOICES or name in _NUMBERS:
        return f"What the option {option} means is not public, so it is not taken."
    return f"No parameter holds the option {option}, so it is not taken."


def _settle(rules: dict[str, dict[str, Any]], record: Mapping[str, Any], place: Place, remarks: Remarks) -> None:
    """Add what follows from several options or from the cards, and leave out what needs the number of the round."""
    if len(record["players"]) not in _IN_PAIRS:
        rules["table"]["sides"] = _INDIVIDUAL
    if "special_bids" in rules:
        if rules.get("scoring", {}).get("set") == "minus_bid":
            rules["special_bids"] = {"ten": {"made": 200, "failed": -100}}
        remarks.note(place, "ten", "A bid of ten that fails is read as any other that fails: the options do not say.")
    if rules.get("bidding", {}).get("first_round") == "bids_itself" and "round_number" not in record:
        del rules["bidding"]["first_round"]
        if not rules["bidding"]:
            del rules["bidding"]
        detail = (
            "The first hand bids itself, but the text does not say which hand this is, so that the rule is not taken:"
            f' add [{_ROUND_NUMBER} "1"] if it is the first.'
        )
        remarks.note(place, "first_hand", detail)
    if (players := len(record["players"])) != _ALL_DEALT:
        rules["table"]["players"] = [players]
        pack = _CARDS_OF_A_PACK + rules.get("deck", {}).get("jokers", 0)
        sizes = {len(hand) for hand in record.get("hands", {}).values()}
        size = sizes.pop() if len(sizes) == 1 else pack // players
        deck = {"hand_size": {str(players): size}, "leftover": "none" if players * size == pack else "set_aside"}
        if sum(map(len, record.get("hands", {}).values())) == pack > players * size:
            deck = {"leftover": "dealt"}  # unequal hands with every card
        rules["deck"] = {**rules.get("deck", {}), **deck}


def _written_options(record: Mapping[str, Any], losses: Losses) -> list[tuple[str, str]]:
    """Return a ruleset that options can state as a tag."""
    if "ruleset" not in record:
        return []
    ruleset = record["ruleset"]
    stated: Mapping[str, Any] = ruleset.get("overrides", {}) if isinstance(ruleset, dict) else {}
    options = {
        name: json.loads(value)
        for name, values in _CHOICES.items()
        for value, rules in values.items()
        if rules and all(stated.get(group, {}).get(key) == of[key] for group, of in rules.items() for key in of)
    }
    if stated.get("special_bids"):
        options["tenForTwoHundred"] = True
    for name, (group, key, _) in _NUMBERS.items():
        if key in stated.get(group, {}):
            options[name] = stated[group][key]
    if len(record["players"]) in _IN_PAIRS and options.get("isPartnership"):
        del options["isPartnership"]
    tag = Tag("GameOptionsJson", json.dumps(options, separators=(",", ":")), Place(1, 1))
    if _read_options({tag.name: tag}, record, Remarks()) == {"ruleset": ruleset}:
        return [(tag.name, tag.value)]
    losses.lose("unmapped", f"{_TITLE} has only rules that are options of its program.", "ruleset")
    return []


_NOBODY = {"", "-", "?"}


def read(text: str) -> ReadText:
    """Read a text in PTN as one record a round. Raises `UnreadableText`, with 50 faults at most."""
    remarks = Remarks()
    records = [_read_round(round_, remarks) for round_ in _read_rounds(text, remarks)]
    remarks.raise_faults()
    return ReadText(tuple(records), remarks.notes)


def _read_round(round_: _Round, remarks: Remarks) -> Record:
    tags = round_.tags
    check_game(tags.get("GameCode"), round_.place, remarks)
    _check_contract(tags, remarks)
    table = _read_table(round_, remarks)
    record: Record = {"players": list(table.players)}
    if "Dealer" in tags and tags["Dealer"].word.text not in _NOBODY:
        record["dealer"] = table.player_at(tags["Dealer"].word, remarks)
    if _ROUND_NUMBER in tags:
        record["round_number"] = read_round_number(tags[_ROUND_NUMBER], remarks)
    record |= _read_cards_dealt(round_, table, remarks)
    missing = _not_recorded(tags, remarks)
    if "Auction" in tags:
        record |= _read_auction(tags["Auction"], table, in_order=_BID_ORDER not in missing, remarks=remarks)
    is_led = _FIRST_LEADER not in missing
    record["tricks"] = _read_play(tags["Play"], table, remarks, is_led=is_led) if "Play" in tags else []
    if "GameOptionsJson" in tags:
        record |= _read_options(tags, record, remarks)
    labels_too = {"Event"}
    if _GAME_SCORES in tags:
        scores = _read_scores(tags[_GAME_SCORES], table, remarks)
        if _is_played_out(record):
            detail = (
                "This is the score after the round, which can't be checked without the score before it: it is kept as a"
                " label."
            )
            remarks.note(tags[_GAME_SCORES].place, "scores", detail)
            labels_too.add(_GAME_SCORES)
        else:
            record |= _before(scores, record, table, tags[_GAME_SCORES].place, remarks)
    others = (tag for name, tag in tags.items() if name not in _KNOWN - labels_too and tag.value)
    labels = read_labels(others, remarks)
    return {**record, "labels": labels} if labels else record


def _before(
    scores: Mapping[str, int], record: Mapping[str, Any], table: SeatedPlayers, place: Place, remarks: Remarks
) -> dict[str, Any]:
    """Return the score when a round was saved that was not played out, as the member ``before`` of its record."""
    sides = record["ruleset"]["overrides"]["table"]["sides"] if "ruleset" in record else None
    before = _scores_of_sides(scores, table, sides, place, remarks)
    return {"before": {side: {"score": score} for side, score in before.items()}} if before else {}


def _check_contract(tags: Mapping[str, Tag], remarks: Remarks) -> None:
    """Refuse what none but other games have, or note it where the text names Spades."""
    for name in _OTHER_GAMES:
        tag = tags.get(name)
        if tag is None or tag.word.text in _NOBODY:
            continue
        if "GameCode" not in tags:
            detail = f'Spades has no {name.lower()}, so this is another game: if not, write [GameCode "{SPADES}"].'
            remarks.fault(tag.place, "other_game", detail)
        else:
            remarks.note(tag.place, "unmapped", f"Spades has no {name.lower()}: {quoted(tag.value)} is not taken.")


def _read_cards_dealt(round_: _Round, table: SeatedPlayers, remarks: Remarks) -> dict[str, Any]:
    """Return the hands, the cards left over, and those passed."""
    members: dict[str, Any] = {}
    if "Deal" in round_.tags and (hands := _read_deal(round_.tags["Deal"], table, remarks)):
        members["hands"] = hands
    undealt = round_.tags.get("Undealt")
    if undealt is not None and (aside := _read_run(undealt.words, remarks)):
        members["set_aside"] = aside
        check_count(len(aside), model.MOST_CARDS, "cards of a round", undealt.place, remarks)
    if round_.passed:
        members["exchanges"] = _read_exchanges(round_.passed, table, remarks)
        place = round_.passed[0].place
        check_count(len(members["exchanges"]), model.MOST_EXCHANGES, "exchanges of a round", place, remarks)
    return members


def _read_deal(tag: Tag, table: SeatedPlayers, remarks: Remarks) -> dict[str, list[str]]:
    first, _, rest = tag.value.partition(":")
    words = words_of(rest, Place(tag.place.line, tag.place.column + len(first) + 1))
    hands = zip(table.players_from(Word(first.strip(), tag.place), remarks), words, strict=False)
    return {player: _HAND.read(word, _read_jokers, remarks) for player, word in hands if word.text != _UNKNOWN_HAND}


def _not_recorded(tags: Mapping[str, Tag], remarks: Remarks) -> set[str]:
    tag = tags.get(_NOT_RECORDED)
    named = {part.strip() for part in tag.value.split(",")} if tag else set()
    if tag is not None and not named <= {_BID_ORDER, _FIRST_LEADER}:
        detail = f"Write {quoted(_BID_ORDER)}, {quoted(_FIRST_LEADER)} or both, separated by a comma."
        remarks.fault(tag.place, "bad_tag", detail)
    return named


def _read_play(tag: Tag, table: SeatedPlayers, remarks: Remarks, *, is_led: bool) -> list[dict[str, Any]]:
    """Read a row a trick: a column for each seat clockwise from the first leader, whoever led to the trick."""
    order = table.players_from(tag.word, remarks)
    up_to(model.MOST_CARDS, [row[0] for row in tag.rows], "tricks of a round", remarks)
    tricks: list[dict[str, Any]] = []
    for row in tag.rows[: model.MOST_CARDS] if order else ():
        cards = {
            player: card
            for player, word in zip(order, up_to(len(order), row, "cards of a trick", remarks), strict=False)
            if word.text != NOT_PLAYED and (card := _read_card(word, remarks)) is not None
        }
        leader = {"leader": order[0]} if is_led and not tricks else {}
        tricks.append({**leader, "cards_by_player": cards})
    return tricks


_MEMBERS_WRITTEN = {
    *("ruleset", "players", "dealer", "round_number", "hands", "set_aside", "exchanges", "before"),
    *("bids", "bids_by_player", "blind_bidders", "tricks", "labels"),
}
_KNOWN_IN_ANY_CASE = {name.lower() for name in _KNOWN}


def write(record: Mapping[str, Any]) -> WrittenText:
    """Write the record of a round; raises `UnwritableRecord` for anything else."""
    refuse_unusable(record, _TITLE)
    losses = Losses(_TITLE)
    losses.lose_members(record, _MEMBERS_WRITTEN)
    players = record["players"]
    seat_of = dict(zip(players, _SEATS[len(players)], strict=True))
    table = SeatedPlayers(tuple(seat_of.values()), tuple(seat_of), in_any_case=True)
    labels = _labels(record, table, losses)
    auction = _written_auction(record, losses)
    rows = trick_rows(record, losses)
    missing = [_BID_ORDER] if auction and "bids_by_player" in record else []
    missing += [_FIRST_LEADER] if rows and rows[0].leader is None else []
    tags = [
        ("Event", labels.pop("Event", "")),
        *labels.items(),
        ("GameCode", SPADES),
        *([(_ROUND_NUMBER, str(record["round_number"]))] if "round_number" in record else []),
        *_written_options(record, losses),
        *_written_scores(record, table, losses),
        *((_TAG_OF[seat], player) for player, seat in seat_of.items() if player != seat),
        *([("Dealer", seat_of[record["dealer"]])] if "dealer" in record else []),
        ("Deal", _deal(record, seat_of)),
        *([("Undealt", _written_run(record["set_aside"]))] if record.get("set_aside") else []),
        *_written_exchanges(record, table, losses),
        *([(_NOT_RECORDED, ", ".join(missing))] if missing else []),
    ]
    lines = [_FIRST_LINE, *(_written_tag(name, value) for name, value in tags)]
    if auction:
        lines += [_written_tag("Auction", seat_of[auction[0]]), *auction[1]]
    return WrittenText("\n".join([*lines, *_play(record, rows, seat_of, losses)]) + "\n", losses.all)


def _labels(record: Mapping[str, Any], table: SeatedPlayers, losses: Losses) -> dict[str, str]:
    """Return the labels that can be tags."""
    labels = {}
    for name, value in record.get("labels", {}).items():
        if name == _GAME_SCORES and _are_scores_after(value, record, table):
            labels[name] = value
        elif name != "Event" and (name.lower() in _KNOWN_IN_ANY_CASE or not _NAME.fullmatch(name)):
            losses.lose("unmapped", "This name cannot be that of a tag of its own.", "labels", name)
        elif not value:
            losses.lose("unmapped", "A tag without a value says nothing.", "labels", name)
        else:
            labels[name] = value
    return labels


def _are_scores_after(value: str, record: Mapping[str, Any], table: SeatedPlayers) -> bool:
    """Return whether a label is read from a tag again as the scores after a round."""
    remarks = Remarks()
    _read_scores(Tag(_GAME_SCORES, value, Place(1, 1)), table, remarks)
    return not remarks.has_faults and _is_played_out(record)


def _written_scores(record: Mapping[str, Any], table: SeatedPlayers, losses: Losses) -> list[tuple[str, str]]:
    """Return the score before a round that was not played out, as a tag."""
    before = record.get("before", {})
    for side, totals in before.items():
        losses.lose_members(totals, {"score"}, "before", side)
    claimed = {side: totals.get("score", 0) for side, totals in before.items()}
    scores = {player: claimed[player] for player in table.players if player in claimed}
    for pair in opposite_pairs(table.players):
        if "+".join(pair) in claimed:
            scores |= dict.fromkeys(pair, claimed["+".join(pair)])
    if _is_played_out(record):
        detail = "Where a round was played out, scores by seat are those after it."
    elif claimed and _scores_of_sides(scores, table, None, Place(1, 1), Remarks()) == claimed:
        value = " ".join(str(scores.get(player, _UNKNOWN_SCORE)) for player in table.players)
        return [(_GAME_SCORES, f"{table.seats[0]}:{value}")]
    else:
        detail = "Scores by seat do not tell whose these are: of players or of sides that have no names of their own."
    if claimed:
        losses.lose("unmapped", detail, "before")
    return []


def _deal(record: Mapping[str, Any], seat_of: Mapping[str, str]) -> str:
    hands = record.get("hands", {})
    first = record.get("dealer", record["players"][0])
    dealt = (
        _HAND.write(hands[player], _LETTERS.__getitem__) if player in hands else _UNKNOWN_HAND
        for player in clockwise(record["players"], first)
    )
    return f"{seat_of[first]}:{' '.join(dealt)}"


def _written_exchanges(record: Mapping[str, Any], table: SeatedPlayers, losses: Losses) -> list[tuple[str, str]]:
    """Return the cards that players received, and those that they gave away."""
    if "exchanges" not in record:
        return []
    exchanges = record["exchanges"]
    seat_of = dict(zip(table.players, table.seats, strict=True))
    tags = [
        (name, value)
        for name, end in zip(_PASSED, ("to", "from"), strict=True)
        for value in [f"{seat_of[each[end]]}:{_written_run(each['cards'])}" for each in exchanges] or [""]
    ]
    if _read_exchanges([Tag(*tag, Place(1, 1)) for tag in tags], table, Remarks()) == exchanges:
        return tags
    losses.lose("unmapped", "From cards added and removed, these exchanges cannot be told.", "exchanges")
    return []


def _play(record: Mapping[str, Any], rows: Sequence[TrickRow], seat_of: Mapping[str, str], losses: Losses) -> list[str]:
    """Return the tag and a row for each trick, in columns from the first leader."""
    if not rows:
        return []
    if any("leader" in trick for trick in record["tricks"][1:]):
        losses.lose("leaders", "Only the first trick has a leader; after it the winner leads.", "tricks")
    for index, row in enumerate(rows):
        if row.in_turn:
            detail = "Without a leader, it is not known whose cards these are."
            losses.lose("no_leader", detail, "tricks", index, "cards")
    order = clockwise(record["players"], rows[0].leader or record["players"][0])
    lines = [" ".join(_WORDS.get(card, NOT_PLAYED) for card in row_from(order, row.cards)) for row in rows]
    return [_written_tag("Play", seat_of[order[0]]), *lines]


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
