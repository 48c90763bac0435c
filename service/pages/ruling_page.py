"""The page of a ruling, in the order and the words of people.

It is made from the request and from the answer in JSON, so that page and JSON are one ruling. The page has no section
for a member that the answer lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice, repeat, zip_longest
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from service.media_types import Json
from service.pages.page import Page
from service.pages.phrases import card_text, cards_text, moment_in_words
from service.pages.ruling_findings import (
    FindingMarks,
    calls_in_words,
    finding_counts,
    places,
    resting_on_defaults,
)
from service.pages.score_page import bids_shown, differences_shown, scores_shown
from service.spades.cards import RANKS, UNREAD_CODE
from service.spades.english import count_of
from service.spades.table import Side
from service.wire.places import Path

_JOKERS: Final = ("BJ", "LJ")
_LINE_TITLES: Mapping[str, str] = MappingProxyType({"disproved": "A way of playing the cards that takes fewer"})
"""What a line of play shows, if it shows why a claim fails."""


def ruling_page(record: Json, answer: Json, sides: Sequence[Side]) -> Page:
    """Return the page of a ruling.

    ``record`` is the request, checked by the contract. ``answer`` is the contract's ``Ruling`` with a summary, but its
    sentences have cards and numbers as people write them, and each pointer is a tuple of names and indices.
    ``sides`` are those of the table.
    """
    marks = FindingMarks(record, answer)
    number = record.get("round_number")
    side_of = {player: side.name for side in sides for player in side.players}
    content = {
        "record": record,
        "answer": answer,
        "sides": sides,
        "marks": marks,
        "of_game": f"Round {number} of the game." if number else "",
        "callers": ", ".join(dict.fromkeys(call["by"] for call in record.get("accusations", ()))),
        "found": finding_counts(answer),
        "resting": resting_on_defaults(answer),
        "calls": calls_in_words(record, answer),
        "claim": _claim(answer, record),
        "scores": scores_shown(answer),
        "side_of": side_of,
        # Nobody's side is named twice where all play alone.
        "has_sides": any(player != side for player, side in side_of.items()),
        "tricks_won": {player: _tricks_of(player, answer) for player in record["players"]},
        "bids": bids_shown(record, answer),
        "log": _log(record, answer),
        "differences": differences_shown(answer, record, marks),
        "hands": [_hand(name, record["hands"][name]) for name in record["players"] if name in record.get("hands", {})],
        "deal_notes": list(_deal_notes(record)),
        "places": places(answer),
    }
    return Page("ruling", f"Ruling: {answer['verdict']}", content, links=False)


def _claim(answer: Json, record: Json) -> Json:
    """Return what became of the claim with which the play ended, and a line of play, trick by trick; None for none."""
    if "claim" not in answer:
        return None
    ruled, sent = answer["claim"], record["claim"]
    return {
        "ruled": ruled,
        "made": moment_in_words(sent["at"]) if "at" in sent else "",
        "statement": cards_text(sent.get("statement", ())),
        "given": {player: tricks for player, tricks in ruled.get("given", {}).items() if tricks},
        "title": _LINE_TITLES.get(ruled["result"], "A line of play to the end of the round"),
        "line": list(_line(ruled, len(record["players"]))) if ruled.get("line") else (),
    }


def _line(claim: Json, players: int) -> Iterator[tuple[int, Sequence[Json]]]:
    """Yield the tricks of a line of play, which goes to the end of the round; the first may have begun before it."""
    start = claim["line_from"]
    plays = [*start["plays"], *claim["line"]]
    for index, first in enumerate(range(0, len(plays), players)):
        yield start["trick"] + index, plays[first : first + players]


def _tricks_of(player: str, answer: Json) -> str:
    """Return the tricks that a player won, and how many of them a claim gave."""
    if answer["tricks_won"] and player not in answer["tricks_won"]:
        return ""  # the sheet has only those of the side
    won, given = answer["tricks_won"].get(player, 0), answer.get("claim", {}).get("given", {}).get(player, 0)
    return f"{won} ({given} by the claim)" if given else str(won)


def _log(record: Json, answer: Json) -> Json:
    """Return the tricks of a record in the order of the page, what ended the play, and what a legend says of them.

    None for a record without tricks.
    """
    tricks = list(recorded(record, answer))
    if not tricks:
        return None
    players = len(record["players"])
    members = {member for trick in record["tricks"] for member in trick}
    end = ""
    if "claim" in answer:
        end = _end(answer["claim"], _in_progress(answer, len(tricks) if len(tricks[-1][1]) < players else None))
    return {
        # With a claim, the trick in progress has room for the cards of all players.
        "width": max([len(plays) for _, plays in tricks] + [players] * ("claim" in record)),
        "rows": list(_rows(record, tricks)),
        "end": end,
        "broken_in": next((trick["number"] for trick in answer["tricks"] if trick.get("spades_broken")), None),
        "is_counted": "after_gap" in members and "number" not in members,
    }


def _rows(
    record: Json, tricks: Sequence[tuple[Json, list[tuple[Json, Path]]]]
) -> Iterator[tuple[bool, int, Json, Any]]:
    """Yield whether tricks are missing before each, its number, what became of it, and its plays with their places."""
    due = 1
    for index, (outcome, plays) in enumerate(tricks):
        number = outcome.get("number", index + 1)
        places_in_record = [(play, ("tricks", index, *path)) for play, path in plays]
        yield bool(record["tricks"][index].get("after_gap")) or number > due, number, outcome, places_in_record
        due = number + 1


def _in_progress(answer: Json, short: int | None) -> int | None:
    """Return the number of the trick in which the claim was made; None if it was made between two, or may have been.

    ``short`` is the number of the last trick of the record if it lacks a card as it was written.
    """
    start = answer["claim"].get("line_from")
    if start is not None:
        return int(start["trick"]) if start["plays"] else None
    return None if answer.get("readings") else short


def _end(claim: Json, in_progress: int | None) -> str:
    included = f", trick {in_progress} included" if in_progress else ""
    return f"Here {claim['by']} claimed, with {count_of(claim['left'], 'trick')} left{included}."


def recorded(record: Json, answer: Json) -> Iterator[tuple[Json, list[tuple[Json, Path]]]]:
    """Yield what became of each trick, and its plays, each with its place in the trick."""
    for trick, outcome in zip_longest(record["tricks"], answer["tricks"]):
        yield outcome or {}, list(_plays(record, trick or {}, outcome or {}))


def _plays(record: Json, trick: Json, outcome: Json) -> Iterator[tuple[Json, Path]]:
    """Yield the plays of a trick, each with its place in it, as the contract's ``LoggedPlay``.

    The player is None if nobody can say whose the card is.
    """
    for index, play in enumerate(trick.get("plays", ())):
        yield play, ("plays", index)
    players, cards = record["players"], trick.get("cards", ())
    leader = outcome.get("leader")
    # Whose the cards of a list are follows from who led; where some players had no card left, not from that alone.
    is_known = leader is not None and len(cards) >= len(players)
    names = islice(cycle(players), players.index(leader), None) if is_known else repeat(None)
    for index, (player, card) in enumerate(zip(names, cards, strict=False)):
        yield {"player": player, "card": card}, ("cards", index)
    by_player = trick.get("cards_by_player", {})
    first = players.index(leader or trick.get("leader") or players[0])
    for player in islice(cycle(players), first, first + len(players)):
        if player in by_player:
            yield {"player": player, "card": by_player[player]}, ("cards_by_player", player)


class Hand(NamedTuple):
    """The cards of a hand by suit and from high to low, jokers before spades, and how many nobody can read."""

    player: str
    unreadable: int
    suits: Sequence[str]


def _hand(player: str, cards: Sequence[str]) -> Hand:
    held = sorted(cards, key=lambda code: RANKS.find(code[0]), reverse=True)
    jokers = [card for card in held if card in _JOKERS]
    suits = [[card for card in held if card[-1] == suit and card not in _JOKERS] for suit in "SHDC"]
    shown = [" ".join(map(card_text, suit)) for suit in [[*jokers, *suits[0]], *suits[1:]]]
    return Hand(player, held.count(UNREAD_CODE), shown)


def _deal_notes(record: Json) -> Iterator[str]:
    """Yield a sentence for each exchange and draw in the record, and one for the cards set aside."""
    for exchange in record.get("exchanges", ()):
        yield f"{exchange['from']} passed {cards_text(exchange['cards']) or 'no card'} to {exchange['to']}."
    for draw in record.get("draws", ()):
        cards, kept = cards_text(draw["cards"]) or "no card", cards_text(draw["kept"]) or "none"
        yield f"{draw['player']} drew {cards} and kept {kept}."
    if record.get("set_aside"):
        yield f"Set aside: {cards_text(record['set_aside'])}."
