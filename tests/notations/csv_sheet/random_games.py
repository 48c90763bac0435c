"""Games at random that a score sheet can hold, right or wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from service.notations.csv_sheet.heads import STANDING
from service.spades.spelling import plain_form

Game = dict[str, Any]
_TEXT = st.text(
    st.sampled_from([*"abcXYZ019 ,;.:#'\"=-_()/&|[]%\t", "\N{LATIN SMALL LETTER SHARP S}", "\N{BLACK SPADE SUIT}"]),
    min_size=1,
    max_size=12,
)
WORDS = st.sampled_from(
    ["ana", "ben", "cy", "dee", "Us", "Them", "bid", "Total", "round", "nil", "N", "score bags", "a.b", "#1", "NS"]
)
NAMES = (_TEXT | WORDS).map(str.strip).filter(bool)
LABELS = st.dictionaries(NAMES, _TEXT.map(str.strip), max_size=4)
_TRICKS, _POINTS = st.integers(0, 54), st.integers(-1_000_000, 1_000_000)


def _subset(draw: st.DrawFn, keys: Sequence[str]) -> list[str]:
    return [key for key in keys if draw(st.booleans())] or [keys[0]]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game with tricks of everybody, whose figures are those of players, of pairs, or of pairs with names."""
    count = draw(st.sampled_from((2, 3, 4, 4, 4, 6)))
    names = draw(st.lists(NAMES, min_size=count + 3, max_size=count + 3, unique_by=plain_form))
    players, team_names = names[:count], names[count:]
    record: Game = {"players": players}
    sides = players
    if count in {4, 6} and draw(st.booleans()):
        pairs = [[player, players[seat + count // 2]] for seat, player in enumerate(players[: count // 2])]
        sides = ["+".join(pair) for pair in pairs]
        if draw(st.booleans()):
            sides = team_names[: count // 2]
            named = [{"name": name, "players": pair} for name, pair in zip(sides, pairs, strict=True)]
            record["teams"] = draw(st.permutations(named))
            # Those who bid blind come back in the order of the players, then of the teams.
            sides = [team["name"] for team in record["teams"]]
    if draw(st.booleans()):
        record["ruleset"] = draw(NAMES)
    if draw(st.booleans()):
        record["first_dealer"] = draw(st.sampled_from(players))
    if draw(st.booleans()):
        record["labels"] = draw(LABELS.filter(bool))
    if draw(st.booleans()):
        record["before"] = {side: draw(_standings()) for side in _subset(draw, sides)}
    record["rounds"] = [_row(draw, players, sides) for _ in range(draw(st.integers(1, 4)))]
    return record


@st.composite
def _standings(draw: st.DrawFn) -> dict[str, int]:
    figures = [each for each in STANDING if draw(st.booleans())]
    return {figure: draw(_POINTS if figure == "score" else st.integers(0, 1000)) for figure in figures}


def _row(draw: st.DrawFn, players: list[str], sides: list[str]) -> Game:
    bidders = _subset(draw, draw(st.sampled_from((players, sides))))
    row: Game = {"bids_by_player": {name: draw(_TRICKS) for name in bidders}}
    blind = [name for name in bidders if draw(st.integers(0, 3)) == 0]
    if blind:
        row["blind_bidders"] = blind
    winners = draw(st.sampled_from((players, sides)))
    row["tricks_won"] = {name: draw(_TRICKS) for name in winners}
    figures = [each for each in ("points", "score", "bags") if draw(st.booleans())]
    if figures:
        row["reported"] = {figure: {side: draw(_POINTS) for side in _subset(draw, sides)} for figure in figures}
    if draw(st.booleans()):
        row["dealer"] = draw(st.sampled_from(players))
    if draw(st.booleans()):
        row["labels"] = {draw(st.sampled_from(("event", "date", "table", "director"))): draw(NAMES)}
    return row
