"""The page of a league table, and the table as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from types import MappingProxyType

from service.media_types import Json, harmless
from service.pages.page import Page
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
        "points_difference": ("Diff", "the difference of the two"),
        "bags": ("Bags", "bags left at the end of games"),
        "sets": ("Sets", "how often the team was set"),
        "revokes": ("Rev", "revokes"),
        "byes": ("Bye", "byes, which are no games"),
        "adjusted": ("Adj", "league points given or taken off, which are in the league points"),
    }
)
"""The short title of each column, and what it counts."""
_ONLY_IF_ANY = {"drawn", "forfeits", "bags", "sets", "revokes", "byes", "adjusted"}
"""Columns that a table goes without if they have nothing but zeros: many leagues don't keep these counts."""
_MEMBERS = ("place", "team", *_COLUMNS, "decided_by")
_KINDS: Mapping[str, str] = MappingProxyType({"results": "Result", "games": "Game"})


def league_page(table: Json) -> Page:
    """Return the page of a league table (the contract's ``LeagueTable``).

    A game that is not in the table may have a ``name``, such as that of its file, to be shown instead of its pointer.
    """
    content = {
        "table": table,
        "labels": sorted(table.get("labels", {}).items()),
        "names": [name for name in _COLUMNS if name not in _ONLY_IF_ANY or any(row[name] for row in table["rows"])],
        "columns": _COLUMNS,
        "figure": _figure,
        "tie_breaks": _TIE_BREAKS,
        "league_points": _league_points(table["league_points"]),
        "is_head_to_head": any(name.startswith("head_to_head") for name in table["order"]),
        "number_of": _number,
    }
    return Page("league", "League table", content, links=False)


def _figure(name: str, value: int) -> str:
    return signed_number(value) if name in {"points_difference", "adjusted"} else number_text(value)


def _league_points(points: Mapping[str, int]) -> str:
    """Return the league points for each outcome in words; a bye only if it counts."""
    words = {"win": "a win", "draw": "a draw", "loss": "a loss", "forfeit_loss": "a forfeit"}
    words |= {"bye": "a bye"} if points["bye"] else {}
    return listed(f"{number_text(points[name])} for {noun}" for name, noun in words.items())


def _number(pointer: str) -> str:
    """Return which game of the request a pointer leads to, counted from 1."""
    member, index = parts_of(pointer)
    return f"{_KINDS[member]} {int(index) + 1}"


def league_csv(table: Json) -> bytes:
    """Return a league table as CSV (RFC 4180): a line for each row, with the names of its members in the first line.

    Comments below it name the games that are not in it. No spreadsheet runs a name, or a part of one, as a formula.
    """
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, _MEMBERS, restval="")
    writer.writeheader()
    for row in table["rows"]:
        writer.writerow({name: harmless(value) if isinstance(value, str) else value for name, value in row.items()})
    comments = [f"# {each.get('name') or _number(each['pointer'])}: {each['detail']}" for each in table["left_out"]]
    csv.writer(file).writerows([harmless(comment)] for comment in comments)
    return file.getvalue().encode()
