"""The bids and the tricks of a record as rows of a page, in whichever form they were recorded."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice, zip_longest
from typing import Any

from service.json_types import Json
from service.pages.phrases import Path, card_text
from service.pages.rulings.finding_marks import FindingMarks


def bid_rows(record: Json, answer: Json, marks: FindingMarks) -> list[dict[str, Any]]:
    """Return the bids, in the order in which they were made if the record has one."""
    scored_bids = {
        bid.get("player", side["team"]): bid for side in answer.get("as_played", ()) for bid in side.get("bids", ())
    }
    rows = []
    for bidder, tricks, blind, path in _bids(record):
        scored = scored_bids.get(bidder, {})
        notes = ["blind"] if blind else []
        if scored.get("kind") in {"nil", "blind_nil"}:
            notes.append("nil")
        if scored.get("counts_as", tricks) != tricks:
            notes.append(f"counts as {scored['counts_as']}")
        rows.append({"bidder": bidder, "tricks": tricks, "notes": ", ".join(notes), **marks.within(*path)})
    return rows


def _bids(record: Json) -> Iterator[tuple[str, int, bool, Path]]:
    """Yield the bidder of each bid, its tricks, whether it was blind, and where it is in the record."""
    for index, bid in enumerate(record.get("bids", ())):
        yield bid.get("player", bid.get("team")), bid["tricks"], bid.get("blind", False), ("bids", index)
    by_player = record.get("bids_by_player", {})
    for name in sorted(by_player, key=[*record["players"], *by_player].index):
        yield name, by_player[name], name in record.get("blind_bidders", ()), ("bids_by_player", name)


def trick_rows(record: Json, answer: Json, marks: FindingMarks) -> list[dict[str, Any]]:
    """Return the tricks, each with its plays in order; without an order, clockwise from the leader."""
    rows = []
    for index, (trick, result) in enumerate(zip_longest(record["tricks"], answer["tricks"], fillvalue=None)):
        outcome = result or {}
        rows.append(
            {
                "number": index + 1,
                "leader": {"name": outcome.get("leader", ""), **marks.at("tricks", index, "leader")},
                "winner": {
                    "name": outcome.get("winner", ""),
                    "card": card_text(outcome["winning_card"]) if "winning_card" in outcome else "",
                    **marks.at("tricks", index, "winner"),
                },
                "plays": [
                    _play(play, ("tricks", index, *path), marks) for play, path in _plays(record, trick or {}, outcome)
                ],
                **marks.at("tricks", index),
            }
        )
    return rows


def _plays(record: Json, trick: Json, outcome: Json) -> Iterator[tuple[Json, Path]]:
    """Yield the plays of a trick, each as one of the contract's ``LoggedPlay`` and with its place in the trick."""
    for index, play in enumerate(trick.get("plays", ())):
        yield play, ("plays", index)
    players = record["players"]
    leader = outcome.get("leader") or trick.get("leader") or players[0]
    clockwise = islice(cycle(players), players.index(leader), None)
    for index, (player, card) in enumerate(zip(clockwise, trick.get("cards", ()), strict=False)):
        yield {"player": player, "card": card}, ("cards", index)
    by_player = trick.get("cards_by_player", {})
    for player in islice(cycle(players), players.index(leader), players.index(leader) + len(players)):
        if player in by_player:
            yield {"player": player, "card": by_player[player]}, ("cards_by_player", player)


def _play(play: Json, path: Path, marks: FindingMarks) -> dict[str, Any]:
    return {
        "player": play["player"],
        "card": card_text(play["card"]),
        "withdrawn": [
            {"card": card_text(withdrawn["card"]), **marks.at(*path, "withdrawn", index)}
            for index, withdrawn in enumerate(play.get("withdrawn", ()))
        ],
        **marks.at(*path),
    }
