"""Games at random that a score sheet can hold, right or wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from service.notations.csv_sheet.heads import STANDING
from service.spades.english import plain_form

Game = dict[str, Any]
_TEXT = st.text(
    st.sampled_from(
        [*"abcXYZ019 ,;.:#'\"=-@_()/&|[]%\t", "\uff1d", "\N{LATIN SMALL LETTER SHARP S}", "\N{BLACK SPADE SUIT}"]
    ),
    min_size=1,
    max_size=12,
)
WORDS = st.sampled_from(
    ["ana", "ben", "cy", "dee", "Us", "Them", "bid", "Total", "round", "nil", "N", "score bags", "a.b", "#1", "NS"]
)
NAMES = (_TEXT | WORDS).map(str.strip).filter(bool)
REASONS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\r"), min_size=1, max_size=20
) | st.sampled_from(("yes", "no", "void", 'Late, again; "so what"\n# not a comment', "=1+1", "x" * 256))
REASONS = REASONS.filter(lambda reason: reason == reason.strip())
LABELS = st.dictionaries(NAMES, _TEXT.map(str.strip), max_size=4)
_ADJUSTED = st.integers(-10_000, 10_000)
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
        record["first_round_number"] = draw(st.sampled_from((1, 2, 5, 997)))
    if draw(st.booleans()):
        record["labels"] = draw(LABELS.filter(bool))
    if draw(st.booleans()):
        record["before"] = {side: draw(_standings()) for side in _subset(draw, sides)}
    table, waiting = [*players], draw(st.lists(NAMES, max_size=3, unique_by=plain_form))
    taken = {plain_form(name) for name in [*names, *sides]}
    waiting = [name for name in waiting if plain_form(name) not in taken]
    record["rounds"] = [_round(draw, table, waiting, sides, players) for _ in range(draw(st.integers(1, 4)))]
    return record


def _round(draw: st.DrawFn, table: list[str], waiting: list[str], sides: list[str], first: list[str]) -> Game:
    """Draw a row after substitutions, with whatever else may have happened; ``table`` has those who sit then."""
    changes = []
    for _ in range(draw(st.sampled_from((0, 0, 0, 1, 2))) if waiting else 0):
        seat = draw(st.integers(0, len(table) - 1))
        # Whoever was a side of one comes back to the seat that keeps the name.
        free = [name for name in waiting if name not in first or sides is not first or first[seat] == name]
        if free:
            coming = draw(st.sampled_from(free))
            changes.append({"out": table[seat], "in": coming})
            waiting[waiting.index(coming)], table[seat] = table[seat], coming
    # The players of a game without partners are sides of their own, which keep the names of those who sat there first.
    row = _row(draw, table, sides)
    if changes:
        row["substitutions"] = changes
    if draw(st.integers(0, 2)) == 0:
        row["adjustments"] = [_adjustment(draw, sides) for _ in range(draw(st.sampled_from((1, 1, 2, 3, 12))))]
    if draw(st.integers(0, 9)) == 0:
        row["time_called"] = True
    if draw(st.integers(0, 3)) == 0:
        row |= draw(
            st.sampled_from(({"void": True}, {"forfeited_by": sides[0]}, {"void": True, "forfeited_by": sides[1]}))
        )
        row["reason"] = draw(REASONS)
        if "void" in row and draw(st.booleans()):
            row["redeal_by"] = draw(st.sampled_from(("same_dealer", "next_dealer")))
        for member in [["tricks_won"], ["bids_by_player", "blind_bidders", "tricks_won"], []][draw(st.integers(0, 2))]:
            row.pop(member, None)
    return row


def _adjustment(draw: st.DrawFn, sides: Sequence[str]) -> Game:
    """Return points or tricks for a side, or both; of tricks that it loses, perhaps who gets them."""
    adjustment: Game = {"team": draw(st.sampled_from(sides)), "reason": draw(REASONS)}
    of_what = draw(st.sampled_from((("points",), ("tricks",), ("points", "tricks"))))
    if "points" in of_what:
        adjustment["points"] = draw(st.integers(-10_000, 10_000))
    if "tricks" in of_what:
        adjustment["tricks"] = draw(st.integers(-54, 54))
        others = [side for side in sides if side != adjustment["team"]]
        if adjustment["tricks"] < 0 and draw(st.booleans()):
            adjustment["to"] = draw(st.sampled_from(others))
    return adjustment


@st.composite
def _standings(draw: st.DrawFn) -> dict[str, int]:
    figures = [each for each in STANDING if draw(st.booleans())]
    return {figure: draw(_POINTS if figure == "score" else st.integers(0, 1000)) for figure in figures}


def _row(draw: st.DrawFn, players: list[str], sides: list[str]) -> Game:
    is_alone = len(sides) == len(players)
    bidders = _subset(draw, players if is_alone else draw(st.sampled_from((players, sides))))
    row: Game = {"bids_by_player": {name: draw(_TRICKS) for name in bidders}}
    blind = [name for name in bidders if draw(st.integers(0, 3)) == 0]
    if blind:
        row["blind_bidders"] = blind
    winners = players if is_alone else draw(st.sampled_from((players, sides)))
    row["tricks_won"] = {name: draw(_TRICKS) for name in winners}
    figures = [each for each in ("points", "score", "bags") if draw(st.booleans())]
    if figures:
        row["reported"] = {figure: {side: draw(_POINTS) for side in _subset(draw, sides)} for figure in figures}
    if draw(st.booleans()):
        row["dealer"] = draw(st.sampled_from(players))
    if draw(st.booleans()):
        row["labels"] = {draw(st.sampled_from(("event", "date", "table", "director"))): draw(NAMES)}
    return row
