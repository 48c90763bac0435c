"""The page of a league table, and the table as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from service.media_types import Json, harmless
from service.pages.content import (
    Block,
    Bullets,
    Column,
    Facts,
    Heading,
    Labels,
    Page,
    Paragraph,
    Row,
    Table,
    Value,
    joined,
    text,
)
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
    rows, left_out = table["rows"], table["left_out"]
    names = [name for name in _COLUMNS if name not in _ONLY_IF_ANY or any(row[name] for row in rows)]
    head_to_head = _HEAD_TO_HEAD if any(name.startswith("head_to_head") for name in table["order"]) else ""
    blocks: list[Block] = []
    labels = sorted(table.get("labels", {}).items())
    if labels:
        blocks.append(Labels([text("{}: <strong>{}</strong>", name, label) for name, label in labels], gap=""))
    if rows:
        legend = "; ".join(f"{title}: {words}" for title, words in map(_COLUMNS.__getitem__, names))
        blocks += [_table(names, table), Paragraph(text("<small>{}.</small>", legend))]
    else:
        blocks.append(Paragraph(f"There are no {table['table_of']}."))
    order = text(
        "League points: {}. Order: {}. Each of these counts only among teams that are equal in all\nbefore it, and"
        " <em>decided by</em> names the one that puts a team below the team above it.{} Equal teams share a place.",
        _league_points(table["league_points"]),
        ", then ".join(_TIE_BREAKS[name] for name in table["order"]),
        text(" {}", head_to_head) if head_to_head else "",
    )
    blocks.append(Paragraph(order))
    if "adjustments" in table:
        given = [
            text("{}: {}, {}", adjusted["team"], signed_number(adjusted["league_points"]), adjusted["reason"])
            for adjusted in table["adjustments"]
        ]
        blocks += [Heading("Given or taken off"), Bullets(given)]
    if left_out:
        blocks += [Heading("Not in the table"), Bullets(list(map(_left_out, left_out)))]
    check = (
        "Send the same request to <code>POST /v1/standings</code> of engine version {}: it gives the same\vtable with"
        " the\fsame id on any machine."
    )
    blocks += [
        Heading("To check this table"),
        Paragraph(text(check, table["engine_version"])),
        Facts([text("Table <code>{}</code>", table["ruling_id"])]),
    ]
    return Page("League table", blocks, links=False)


def _table(names: Sequence[str], table: Json) -> Block:
    figures = [Column(_COLUMNS[name][0], number=True) for name in names]
    columns = [
        Column("Place", number=True),
        Column("Player" if table["table_of"] == "players" else "Team", names_row=True, kind="team"),
        *figures,
        Column("Decided by"),
    ]
    shown = []
    for row in table["rows"]:
        decided_by = text("<small>{}</small>", _TIE_BREAKS.get(row.get("decided_by", ""), ""))
        shown.append(Row([row["place"], row["team"], *(_cell(name, row[name]) for name in names), decided_by]))
    return Table(columns, shown, wide=True, scoped=False)


def _left_out(game: Json) -> Value:
    labels = joined("", [text(", {}: {}", name, label) for name, label in sorted(game.get("labels", {}).items())])
    if "name" in game:
        return text("<bdi>{}</bdi>{}. {}", game["name"], labels, game["detail"])
    return text(
        "{}{}. {} <small><code>{}</code></small>", _number(game["pointer"]), labels, game["detail"], game["pointer"]
    )


def _cell(name: str, value: int) -> str:
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

    No spreadsheet runs a name, or a part of one, as a formula.
    """
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, _MEMBERS, restval="")
    writer.writeheader()
    for row in table["rows"]:
        writer.writerow({name: harmless(value) if isinstance(value, str) else value for name, value in row.items()})
    return file.getvalue().encode()
