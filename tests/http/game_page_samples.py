"""Games for the pages of games, and a way to read these pages."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

from flask.testing import FlaskClient

from tests.http.bodies import AUDIT_GAME, GAME
from tests.http.ruling_page_samples import JSON, Page
from tests.http.wire import Answer

Members = dict[str, Any]
PLAYERS = ["ana", "ben", "cy", "dee"]
# The bids and the tricks of ana, ben, cy and dee in each round.
_ROUNDS = (
    ([4, 3, 3, 2], [5, 3, 2, 3]),
    ([3, 5, 0, 3], [4, 6, 0, 3]),
    ([5, 2, 4, 2], [4, 4, 4, 1]),
    ([4, 4, 2, 2], [4, 3, 4, 2]),
    ([3, 0, 3, 5], [3, 1, 4, 5]),
    ([6, 2, 3, 1], [6, 2, 4, 1]),
    ([4, 3, 4, 2], [5, 3, 3, 2]),
    ([2, 6, 3, 2], [3, 5, 2, 3]),
    ([5, 3, 3, 2], [5, 2, 4, 2]),
    ([4, 3, 5, 1], [5, 2, 5, 1]),
)


def ten_rounds(**members: Any) -> Members:
    """Return a game of ten rounds between four players, with these members."""
    rounds = [
        {
            "bids_by_player": dict(zip(PLAYERS, bids, strict=True)),
            "tricks_won": dict(zip(PLAYERS, won, strict=True)),
        }
        for bids, won in _ROUNDS
    ]
    labels = {"event": "Spring Cup", "table": "4", "date": "2026-11-22"}
    return {
        "ruleset": {"name": "pagat", "overrides": {"game": {"target": 600}}},
        "players": PLAYERS,
        "first_dealer": "dee",
        "labels": labels,
        "rounds": rounds,
        **members,
    }


def with_sheet(client: FlaskClient, game: Members) -> Members:
    """Return a game with every figure of a paper sheet that is right."""
    scored = asked(client, game, GAME).json()
    game = copy.deepcopy(game)
    for played, written in zip(game["rounds"], scored["rounds"], strict=True):
        played["reported"] = {
            "points": {side["team"]: side["points"] for side in written["teams"]},
            "score": {side["team"]: side["after"]["score"] for side in written["teams"]},
            "bags": {side["team"]: side["after"]["bags"] for side in written["teams"]},
        }
    return game


def eventful(**members: Any) -> Members:
    """Return a game in which a director had to decide something in almost every round."""
    game = ten_rounds(**members)
    rounds = game["rounds"]
    rounds[1]["adjustments"] = [{"team": "ben+dee", "points": -50, "reason": "Late to the table"}]
    rounds[3] = {"void": True, "reason": "A card was exposed in the deal"}
    rounds[5] = {
        "substitutions": [{"out": "cy", "in": "eve"}],
        "bids_by_player": {"ana": 6, "ben": 2, "eve": 0, "dee": 1},
        "tricks_won": {"ana": 6, "ben": 3, "eve": 1, "dee": 3},
        "labels": {"hour": "21:30"},
    }
    game["rounds"] = [*rounds[:6], {"forfeited_by": "ben+dee", "reason": "Left the hall"}]
    return game


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Return a request in which whatever is exactly one of these names is another."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [renamed(each, names) for each in value]
    if isinstance(value, dict):
        return {renamed(name, names): renamed(each, names) for name, each in value.items()}
    return value


def asked(client: FlaskClient, game: Members, path: str = AUDIT_GAME, accept: str = JSON) -> Answer:
    return Answer.of(client.post(path, data=json.dumps(game), content_type=JSON, headers={"Accept": accept}))


class GamePage(Page):
    """The page of a game: like that of a ruling, with a drawing, and with cells over several rows or columns."""

    elements = Page.elements | {"h3", "figure", "figcaption", "svg", "desc", "path", "text", "wbr"}
    attributes = Page.attributes | {
        *("rowspan", "colspan", "role", "aria-labelledby", "aria-hidden", "viewbox", "id", "d", "x", "y"),
    }

    def __init__(self, written: str) -> None:
        self.drawn: list[str] = []
        self._below: dict[int, int] = {}
        """For each table the rows that its latest tall cell reaches down to, from the one that is open."""
        self._columns = 0
        super().__init__(re.sub(r"<(wbr|path)([^>]*?)/?>", r"<\1\2></\1>", written))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        members = dict(attrs)
        assert not {name for name in members if name.startswith("on")}
        super().handle_starttag(tag, attrs)
        if tag == "tr":
            self._columns = 1 if self._below.get(len(self.widths), 0) > 0 else 0
        elif tag in {"td", "th"}:
            self._columns += int(members.get("colspan") or 1)
            if "rowspan" in members:
                self._below[len(self.widths)] = int(members["rowspan"] or 1)
        elif tag == "path":
            self.drawn.append(str(members["d"]))

    def handle_endtag(self, tag: str) -> None:
        if tag == "tr":
            self._below[len(self.widths)] = self._below.get(len(self.widths), 0) - 1
            assert self.waiting.pop() == tag
            self.marking = ""
            self.widths[-1].add(self._columns)
            return
        super().handle_endtag(tag)
