"""What a text in PTN says beside the cards and the bids: scores, options of its program, labels, cards passed."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from service.notations.limits import HIGHEST_ROUND, HIGHEST_SCORE, LONGEST_LABEL, LONGEST_NAME, MOST_CARDS, MOST_LABELS
from service.notations.model import Place, Remarks
from service.notations.ptn.cards import read_run
from service.notations.ptn.seats import Table
from service.notations.ptn.tags import KNOWN, Tag
from service.notations.words import Word
from service.spades.english import listed, quoted

UNKNOWN_SCORE = "-"
_NUMBER = re.compile(r"-?\d{1,7}", re.ASCII)
_ALONE = re.compile(r"\bsolo\b|\bindividual\b", re.IGNORECASE)
_TOGETHER = re.compile(r"\bteams?\b|\b\dv\d\b|\bpartner", re.IGNORECASE)


def read_scores(tag: Tag, table: Table, event: str, remarks: Remarks) -> dict[str, int]:
    """Return the scores after the round by side, or by player if opposite players differ.

    The tag gives a score for each seat. Partners have the same, and so may two who play alone: then the title of the
    event decides, and without one nothing is taken if all have the same.
    """
    scores = _by_player(tag, table, remarks)
    pairs = opposite_pairs(table.players)
    alike = bool(pairs) and all(scores.get(one) == scores.get(other) for one, other in pairs)
    together, alone = bool(_TOGETHER.search(event)), bool(_ALONE.search(event))
    if alike and together == alone and len(set(scores.values())) == 1:
        detail = "All have the same score: it may be that of players or that of sides, so it is not taken."
        remarks.note(tag.place, "unmapped", detail)
        return {}
    if not alike or (alone and not together):
        remarks.note(tag.place, "scores", "Read as the score of each player after this round.")
        return scores
    remarks.note(tag.place, "scores", "Read as the score of each two opposite players after this round: they agree.")
    return {"+".join(pair): scores[pair[0]] for pair in pairs if pair[0] in scores}


def opposite_pairs(players: Sequence[str]) -> list[tuple[str, str]]:
    """Return the players who sit opposite each other; none at a table of two or of an odd number."""
    half = len(players) // 2
    return list(zip(players[:half], players[half:], strict=True)) if len(players) in {4, 6} else []


def _by_player(tag: Tag, table: Table, remarks: Remarks) -> dict[str, int]:
    seat, colon, rest = tag.value.partition(":")
    words = rest.split()
    scores: dict[str, int] = {}
    if not colon or len(words) != len(table.seats):
        detail = f"Write a seat, a colon and {len(table.seats)} scores clockwise from that seat, - if one is not known."
        remarks.fault(tag.place, "bad_scores", detail)
        return scores
    for player, word in zip(table.players_from(Word(seat.strip(), tag.place), remarks), words, strict=False):
        if word == UNKNOWN_SCORE:
            continue
        if not _NUMBER.fullmatch(word) or abs(int(word)) > HIGHEST_SCORE:
            remarks.fault(tag.place, "bad_scores", f"{quoted(word)} is not a score: write a whole number.")
            continue
        scores[player] = int(word)
    return scores


def note_options(tag: Tag, remarks: Remarks) -> None:
    """Note each option of the program: only those are given that differ from its defaults, which nobody can look up."""
    try:
        options = json.loads(tag.value)
        written = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in options.items()]
    except (ValueError, RecursionError, AttributeError):
        remarks.note(tag.place, "unmapped", f"These options cannot be read and are not taken: {quoted(tag.value)}.")
        return
    for option in written:
        detail = f"The option {quoted(option)} is not taken: choose a ruleset that says the same."
        remarks.note(tag.place, "unmapped", detail)


def read_labels(tags: Mapping[str, Tag], remarks: Remarks) -> dict[str, str]:
    """Return the event and the tags that say nothing about a record as labels."""
    labels: dict[str, str] = {}
    for name, tag in tags.items():
        if name in KNOWN - {"Event"} or not tag.value:
            continue
        if len(labels) == MOST_LABELS or len(name) > LONGEST_NAME:
            detail = f"{quoted(name)} is not taken: a record has {MOST_LABELS} labels with names to {LONGEST_NAME}."
            remarks.note(tag.place, "unmapped", detail)
            continue
        labels[name] = tag.value[:LONGEST_LABEL]
        if len(tag.value) > LONGEST_LABEL:
            rest = tag.value[LONGEST_LABEL:]
            detail = f"A label has {LONGEST_LABEL} characters; this is left out: {quoted(rest)}."
            remarks.note(tag.place, "label_cut", detail)
    return labels


def read_round_number(tag: Tag, remarks: Remarks) -> int | None:
    """Return the number of the round; None and a fault if it is none."""
    if _NUMBER.fullmatch(tag.value) and 0 < int(tag.value) <= HIGHEST_ROUND:
        return int(tag.value)
    remarks.fault(tag.place, "bad_round", f"The number of a round is 1 to {HIGHEST_ROUND}.")
    return None


def read_exchanges(passed: Sequence[Tag], table: Table, remarks: Remarks) -> list[dict[str, Any]]:
    """Match the cards that players gave away with those that others received."""
    takers: dict[str, Counter[str]] = {}
    received = [move for tag in passed if tag.name == "CardsAdded" for move in _moves(tag, table, remarks)]
    for taker, card, _ in received:
        takers.setdefault(card, Counter())[taker] += 1
    exchanges: dict[tuple[str, str], list[str]] = {}
    for giver, card, place in (
        move for tag in passed if tag.name == "CardsRemoved" for move in _moves(tag, table, remarks)
    ):
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


def _moves(tag: Tag, table: Table, remarks: Remarks) -> list[tuple[str, str, Place]]:
    """Return each player of a tag like ``S:S5HQ N:C2`` with each of their cards."""
    moves = []
    for word in tag.words:
        seat, colon, run = word.text.partition(":")
        player = table.player_at(Word(seat, word.place), remarks)
        place = Place(word.place.line, word.place.column + len(seat) + 1)
        cards = read_run([Word(run, place)], remarks)
        if len(cards) > MOST_CARDS or not colon:
            detail = f"Write a seat, a colon and the cards, such as S:S5HQC8; {MOST_CARDS} cards at most."
            remarks.fault(word.place, "bad_cards", detail)
        elif player is not None:
            moves += [(player, card, place) for card in cards]
    return moves
