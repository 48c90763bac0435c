"""Writes the record of a round in PTN.

The notation holds the players, the dealer, hands and cards set aside, cards passed (each pair of players once),
bids in order or by player, the claimed score after the round, labels, and tricks as ``cards_by_player``, the first of
them with or without its leader. It has no place for a ruleset, names of teams, a standing before the round,
accusations, cards drawn or taken back, winners, leaders beyond the first, bids of teams and other claims of a score
sheet. A trick in ``cards`` becomes one in ``cards_by_player``, and one in ``plays`` loses the order of play.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from service.notations.losses import Losses, refuse_unusable
from service.notations.model import Place, Remarks, WrittenText
from service.notations.ptn.auction import write_auction
from service.notations.ptn.cards import UNKNOWN_HAND, write_card, write_hand, write_run
from service.notations.ptn.claims import UNKNOWN_SCORE, opposite_pairs, read_exchanges, read_scores
from service.notations.ptn.reader import BID_ORDER, FIRST_LEADER, SPADES
from service.notations.ptn.seats import SEATS, TAG_OF, Table
from service.notations.ptn.tags import COMMENT, KNOWN, NOT_RECORDED, ROUND_NUMBER, Tag, write_tag
from service.notations.trick_rows import NOT_PLAYED, TrickRow, clockwise, row_from, trick_rows

TITLE = "PTN"
FIRST_LINE = f"{COMMENT} {TITLE}"
_MEMBERS_WRITTEN = {
    *("players", "dealer", "round_number", "hands", "set_aside", "exchanges"),
    *("bids", "bids_by_player", "blind_bidders", "tricks", "reported", "labels"),
}
_NAME = re.compile(r"[^\s\"\[\]%]+")
_KNOWN_IN_ANY_CASE = {name.lower() for name in KNOWN}


def write(record: Mapping[str, Any]) -> WrittenText:
    """Write the record of a round; raises `UnwritableRecord` for anything else."""
    refuse_unusable(record, TITLE)
    losses = Losses(TITLE)
    losses.lose_members(record, _MEMBERS_WRITTEN)
    players = record["players"]
    seat_of = dict(zip(players, SEATS[len(players)], strict=True))
    labels = _labels(record, losses)
    auction = write_auction(record, losses)
    rows = trick_rows(record, losses)
    missing = [BID_ORDER] if auction and "bids_by_player" in record else []
    if rows and rows[0].leader is None:
        missing.append(FIRST_LEADER)
    event = labels.pop("Event", "")
    tags = [
        ("Event", event),
        *labels.items(),
        ("GameCode", SPADES),
        *([(ROUND_NUMBER, str(record["round_number"]))] if "round_number" in record else []),
        *_scores(record, event, losses),
        *((TAG_OF[seat], player) for player, seat in seat_of.items() if player != seat),
        *([("Dealer", seat_of[record["dealer"]])] if "dealer" in record else []),
        ("Deal", _deal(record, seat_of)),
        *([("Undealt", write_run(record["set_aside"]))] if record.get("set_aside") else []),
        *_passed(record, seat_of, losses),
        *([(NOT_RECORDED, ", ".join(missing))] if missing else []),
    ]
    lines = [FIRST_LINE, *(write_tag(name, value) for name, value in tags)]
    if auction:
        lines += [write_tag("Auction", seat_of[auction[0]]), *auction[1]]
    return WrittenText("\n".join([*lines, *_play(record, rows, seat_of, losses)]) + "\n", losses.all)


def _labels(record: Mapping[str, Any], losses: Losses) -> dict[str, str]:
    """Return the labels that can be tags."""
    labels = {}
    for name, value in record.get("labels", {}).items():
        if name != "Event" and (name.lower() in _KNOWN_IN_ANY_CASE or not _NAME.fullmatch(name)):
            losses.lose("unmapped", "This name cannot be that of a tag of its own.", "labels", name)
        elif not value:
            losses.lose("unmapped", "A tag without a value says nothing.", "labels", name)
        else:
            labels[name] = value
    return labels


def _scores(record: Mapping[str, Any], event: str, losses: Losses) -> list[tuple[str, str]]:
    reported = record.get("reported", {})
    losses.lose_members(reported, {"score"}, "reported")
    claimed = reported.get("score")
    if not claimed:
        return []
    players = record["players"]
    scores = {player: claimed[player] for player in players if player in claimed}
    for pair in opposite_pairs(players):
        if "+".join(pair) in claimed:
            scores |= dict.fromkeys(pair, claimed["+".join(pair)])
    value = " ".join(str(scores.get(player, UNKNOWN_SCORE)) for player in players)
    table = Table(SEATS[len(players)], tuple(players))
    tag = Tag("GameScores", f"{table.seats[0]}:{value}", Place(1, 1), ())
    if read_scores(tag, table, event, Remarks()) == claimed:
        return [(tag.name, tag.value)]
    detail = "Scores by seat do not tell whose these are: of players or of sides that have no names of their own."
    losses.lose("unmapped", detail, "reported", "score")
    return []


def _deal(record: Mapping[str, Any], seat_of: Mapping[str, str]) -> str:
    hands = record.get("hands", {})
    first = record.get("dealer", record["players"][0])
    dealt = (
        write_hand(hands[player]) if player in hands else UNKNOWN_HAND for player in clockwise(record["players"], first)
    )
    return f"{seat_of[first]}:{' '.join(dealt)}"


def _passed(record: Mapping[str, Any], seat_of: Mapping[str, str], losses: Losses) -> list[tuple[str, str]]:
    """Return the cards that players received, and those that they gave away."""
    if "exchanges" not in record:
        return []
    exchanges = record["exchanges"]
    added = [f"{seat_of[each['to']]}:{write_run(each['cards'])}" for each in exchanges]
    removed = [f"{seat_of[each['from']]}:{write_run(each['cards'])}" for each in exchanges]
    tags = [
        *(("CardsAdded", value) for value in added or [""]),
        *(("CardsRemoved", value) for value in removed or [""]),
    ]
    table, remarks = Table(tuple(seat_of.values()), tuple(seat_of)), Remarks()
    if read_exchanges([Tag(*tag, Place(1, 1), ()) for tag in tags], table, remarks) == exchanges:
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
            losses.lose(
                "no_leader", "Without a leader, it is not known whose cards these are.", "tricks", index, "cards"
            )
    order = clockwise(record["players"], rows[0].leader or record["players"][0])
    lines = [
        " ".join(card if card == NOT_PLAYED else write_card(card) for card in row_from(order, row.cards))
        for row in rows
    ]
    return [write_tag("Play", seat_of[order[0]]), *lines]
