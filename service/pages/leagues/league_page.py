"""The content of the page of a league table, and the table as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from service.json_types import Json
from service.pages.phrases import number_text, signed_number
from service.spades.english import listed
from service.spades.errors import parts_of

_TIE_BREAKS: Mapping[str, str] = MappingProxyType(
    {
        "league_points": "league points",
        "won": "games won",
        "win_rate": "share of games won",
        "points_difference": "difference of points",
        "points_for": "points for",
        "points_against": "fewer points against",
        "head_to_head": "head to head",
        "head_to_head_difference": "difference head to head",
        "fewest_bags": "fewer bags",
        "fewest_sets": "fewer sets",
        "fewest_revokes": "fewer revokes",
    }
)
"""Each tie-break in words."""
_HEAD_TO_HEAD = "Head to head, only the games among the teams still equal count."
_COLUMNS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "played": ("P", "games played"),
        "won": ("W", "won"),
        "drawn": ("D", "drawn"),
        "lost": ("L", "lost"),
        "forfeits": ("Ff", "forfeited, of those lost"),
        "league_points": ("Pts", "league points"),
        "points_for": ("For", "points for"),
        "points_against": ("Agst", "points against"),
        "difference": ("Diff", "the difference of the two"),
        "bags": ("Bags", "bags left at the end of games"),
        "sets": ("Sets", "how often the team was set"),
        "revokes": ("Rev", "revokes"),
    }
)
"""The short title of each column, and what it counts."""
_ONLY_IF_ANY = {"drawn", "forfeits", "bags", "sets", "revokes"}
"""Columns that a table goes without if they have nothing but zeros: many leagues don't keep these counts."""
_MEMBERS = ("place", "team", *_COLUMNS, "decided_by")
_KINDS: Mapping[str, str] = MappingProxyType({"results": "Result", "games": "Game"})


def league_content(table: Json) -> dict[str, Any]:
    """Return the content of the page, by the names that its templates use.

    ``table`` is a league table (the contract's ``LeagueTable``).
    """
    rows = table["rows"]
    columns = [name for name in _COLUMNS if name not in _ONLY_IF_ANY or any(row[name] for row in rows)]
    titles = [_COLUMNS[name] for name in columns]
    return {
        "labels": sorted(table.get("labels", {}).items()),
        "titles": [title for title, _ in titles],
        "legend": "; ".join(f"{title}: {words}" for title, words in titles),
        "rows": [
            {
                "place": row["place"],
                "team": row["team"],
                "cells": [_cell(name, row[name]) for name in columns],
                "decided_by": _TIE_BREAKS.get(row.get("decided_by", ""), ""),
            }
            for row in rows
        ],
        "order": ", then ".join(_TIE_BREAKS[name] for name in table["order"]),
        "head_to_head": _HEAD_TO_HEAD if any(name.startswith("head_to_head") for name in table["order"]) else "",
        "league_points": _league_points(table["league_points"]),
        "left_out": [
            {"number": _number(each["pointer"]), "labels": sorted(each.get("labels", {}).items()), **_detail(each)}
            for each in table["left_out"]
        ],
        "ruling_id": table["ruling_id"],
        "engine_version": table["engine_version"],
    }


def _detail(left_out: Json) -> dict[str, str]:
    return {"pointer": left_out["pointer"], "detail": left_out["detail"]}


def _cell(name: str, value: int) -> str:
    return signed_number(value) if name == "difference" else number_text(value)


def _league_points(points: Mapping[str, int]) -> str:
    """Return the league points for each outcome in words."""
    words = {"win": "a win", "draw": "a draw", "loss": "a loss", "forfeit_loss": "a forfeit"}
    return listed(f"{number_text(points[name])} for {noun}" for name, noun in words.items())


def _number(pointer: str) -> str:
    """Return which game of the request a pointer leads to, counted from 1."""
    member, index = parts_of(pointer)
    return f"{_KINDS[member]} {int(index) + 1}"


def league_csv(table: Json) -> bytes:
    """Return a league table as CSV (RFC 4180): a line for each row, with the names of its members in the first line."""
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, _MEMBERS, restval="")
    writer.writeheader()
    writer.writerows(table["rows"])
    return file.getvalue().encode()
