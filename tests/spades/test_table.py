"""Who sits where, who plays with whom under which name, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

import pytest

from service.spades.errors import UnreadableRecord
from service.spades.table import Table, in_turn, sit_down
from tests.spades.builders.cards import FOUR, PLAYERS

Sides: TypeAlias = Literal["partnership", "individual"]
Teams: TypeAlias = list[Mapping[str, object]]
Found: TypeAlias = list[tuple[str, str]]
PARTNERS: Final = "partnership"
ALONE: Final = "individual"


def team(name: str, *players: str) -> Mapping[str, object]:
    return {"name": name, "players": list(players)}


def seated(
    players: Sequence[str],
    sides: Sides = PARTNERS,
    teams: Teams | None = None,
    allowed: Sequence[int] = (2, 3, 4, 5, 6),
) -> Table:
    return sit_down(list(players), teams, sides, allowed)


def faults_of(
    players: Sequence[str],
    sides: Sides = PARTNERS,
    teams: Teams | None = None,
    allowed: Sequence[int] = (2, 3, 4, 5, 6),
) -> Found:
    with pytest.raises(UnreadableRecord) as refused:
        seated(players, sides, teams, allowed)
    assert all(fault.detail for fault in refused.value.faults)
    return [(fault.pointer, fault.code) for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("players", "sides", "names", "seats"),
    [
        pytest.param(FOUR, PARTNERS, ("ana+cy", "ben+dee"), ((0, 2), (1, 3)), id="A2: four, partners opposite"),
        pytest.param(
            PLAYERS, PARTNERS, ("ana+dee", "ben+eve", "cy+fay"), ((0, 3), (1, 4), (2, 5)), id="A2: six, three pairs"
        ),
        pytest.param(FOUR, ALONE, FOUR, ((0,), (1,), (2,), (3,)), id="A2: four, each alone"),
        pytest.param(FOUR[:2], ALONE, FOUR[:2], ((0,), (1,)), id="A1: two"),
        pytest.param(FOUR[:3], ALONE, FOUR[:3], ((0,), (1,), (2,)), id="A1: three"),
        pytest.param(PLAYERS[:5], ALONE, PLAYERS[:5], ((0,), (1,), (2,), (3,), (4,)), id="A1: five"),
    ],
)
def test_the_sides_of_a_table(
    players: tuple[str, ...], sides: Sides, names: tuple[str, ...], seats: tuple[tuple[int, ...], ...]
) -> None:
    table = seated(players, sides)
    assert table.players == players
    assert tuple(side.name for side in table.sides) == names
    assert tuple(side.seats for side in table.sides) == seats
    for index, side in enumerate(table.sides):
        assert table.side[side.name] == index
        for seat in side.seats:
            assert table.side_of[seat] == index
            assert table.team_of(seat) == side.name
            assert sorted((seat, *table.partners(seat))) == list(side.seats)
    assert {player: table.seat[player] for player in players} == dict(zip(players, range(len(players)), strict=True))


@pytest.mark.parametrize("count", range(2, 7))
def test_turns_go_clockwise_from_anyone(count: int) -> None:
    table = seated(PLAYERS[:count], ALONE)
    for first in range(count):
        assert table.order[first] == tuple((first + step) % count for step in range(count))


@pytest.mark.parametrize(
    ("teams", "names"),
    [
        pytest.param(None, ("ana+cy", "ben+dee"), id="no names"),
        pytest.param([], ("ana+cy", "ben+dee"), id="an empty list of names"),
        pytest.param([team("Reds", "ana", "cy"), team("Blues", "ben", "dee")], ("Reds", "Blues"), id="both sides"),
        pytest.param([team("Blues", "dee", "ben"), team("Reds", "cy", "ana")], ("Reds", "Blues"), id="in any order"),
        pytest.param([team("Blues", "ben", "dee")], ("ana+cy", "Blues"), id="one of them"),
        pytest.param([team("ana+cy", "ana", "cy")], ("ana+cy", "ben+dee"), id="the name that it has"),
        pytest.param(
            [team("ben+dee", "ana", "cy"), team("ana+cy", "ben", "dee")], ("ben+dee", "ana+cy"), id="each other's name"
        ),
    ],
)
def test_teams_rename_the_sides(teams: Teams | None, names: tuple[str, ...]) -> None:
    table = seated(FOUR, teams=teams)
    assert tuple(side.name for side in table.sides) == names
    assert tuple(side.seats for side in table.sides) == ((0, 2), (1, 3))


def test_a_player_alone_may_have_the_name_of_a_team() -> None:
    teams: Teams = [team("Team Ana", "ana"), team("ben", "ben")]
    assert tuple(side.name for side in seated(FOUR, ALONE, teams).sides) == ("Team Ana", "ben", "cy", "dee")


HOSTILE = (
    "a/b~c",
    "~1",
    "%2F",
    "#/players/0",
    "__proto__",
    "toString",
    "0",
    "-1",
    "null",
    " ",
    "\n\t\u0000",
    '"',
    "'; --",
    "<b>&amp;</b>",
    "{ana}",
    "\u202eeve",
    "a\u0301",
    "á",
    "\U0001f0a1",
    "x" * 64,
)


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_will_do(name: str) -> None:
    """Ids and names are the caller's own."""
    table = seated((name, "ben", "cy", "dee"))
    assert table.seat[name] == 0
    assert table.sides[0].name == f"{name}+cy"
    table = seated(FOUR, teams=[team(name, "ana", "cy")])
    assert table.side[name] == 0
    assert table.team_of(2) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("á", "a\u0301"),
        ("ana", "ANA"),
        ("ana b", " ana  b"),
        ("Straße", "STRASSE"),
        ("ana", "\uff41\uff4e\uff41"),
        ("ana", "an\u200ba"),
    ],
)
def test_names_that_sound_alike_do_not_sit_at_one_table(one: str, other: str) -> None:
    """An accent that is a character of its own, letters of another case or width, spaces, and what nobody sees."""
    assert faults_of((one, "ben", other, "dee"), ALONE) == [("#/players/2", "similar_players")]
    assert seated((one, "ben"), ALONE, allowed=(2,)).players == (one, "ben")


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("Reds", "reds"), [("#/teams", "similar_teams")]),
        (("Reds", "BEN"), [("#/teams", "ambiguous_team")]),
        (("Reds", "Blues"), []),
    ],
)
def test_names_of_teams_that_sound_alike_are_ambiguous(names: tuple[str, str], found: list[tuple[str, str]]) -> None:
    teams: Teams = [{"name": names[0], "players": ["ana", "cy"]}, {"name": names[1], "players": ["ben", "dee"]}]
    if not found:
        assert [side.name for side in seated(FOUR, PARTNERS, teams).sides] == ["Reds", "Blues"]
        return
    assert faults_of(FOUR, PARTNERS, teams) == found


def test_a_player_alone_may_be_named_in_capitals() -> None:
    teams: Teams = [{"name": "ANA", "players": ["ana"]}]
    assert seated(FOUR, ALONE, teams).sides[0].name == "ANA"


@pytest.mark.parametrize(
    ("players", "sides", "teams", "allowed", "found"),
    [
        pytest.param(
            ("ana", "ben", "ana", "dee"),
            PARTNERS,
            None,
            (4,),
            [("#/players/2", "duplicate_player")],
            id="a player twice",
        ),
        pytest.param(
            ("ana", "ana", "ana", "dee"),
            PARTNERS,
            None,
            (4,),
            [("#/players/1", "duplicate_player"), ("#/players/2", "duplicate_player")],
            id="a player three times",
        ),
        pytest.param(FOUR[:3], PARTNERS, None, (4,), [("#/players", "player_count")], id="A1: too few players"),
        pytest.param(PLAYERS[:5], ALONE, None, (3, 4), [("#/players", "player_count")], id="A1: too many players"),
        pytest.param(
            ("ana", "ana", "cy"),
            PARTNERS,
            None,
            (4,),
            [("#/players/1", "duplicate_player"), ("#/players", "player_count")],
            id="both at once",
        ),
        pytest.param(
            FOUR,
            PARTNERS,
            [team("Reds", "ana", "ben"), team("Blues", "cy", "dee")],
            (4,),
            [("#/teams/0/players", "not_a_side"), ("#/teams/1/players", "not_a_side")],
            id="A2: another partition",
        ),
        pytest.param(
            FOUR, PARTNERS, [team("Reds", "ana")], (4,), [("#/teams/0/players", "not_a_side")], id="A2: half a side"
        ),
        pytest.param(
            FOUR, PARTNERS, [team("All", *FOUR)], (4,), [("#/teams/0/players", "not_a_side")], id="A2: two sides as one"
        ),
        pytest.param(
            FOUR,
            PARTNERS,
            [team("Reds", "ana", "ana")],
            (4,),
            [("#/teams/0/players", "not_a_side")],
            id="one player twice",
        ),
        pytest.param(
            FOUR,
            ALONE,
            [team("Reds", "ana", "cy")],
            (4,),
            [("#/teams/0/players", "not_a_side")],
            id="A2: partners alone",
        ),
        pytest.param(
            FOUR,
            PARTNERS,
            [team("Reds", "ana", "cyd"), team("Blues", "bob", "dee")],
            (4,),
            [("#/teams/0/players/1", "unknown_player"), ("#/teams/1/players/0", "unknown_player")],
            id="players who are not there",
        ),
        pytest.param(
            FOUR,
            PARTNERS,
            [team("Reds", "ana", "cy"), team("Blues", "cy", "ana")],
            (4,),
            [("#/teams/1", "duplicate_team")],
            id="a side named twice",
        ),
        pytest.param(
            FOUR,
            PARTNERS,
            [team("Reds", "ana", "cy"), team("Reds", "ben", "dee")],
            (4,),
            [("#/teams", "duplicate_team")],
            id="two sides of one name",
        ),
        pytest.param(
            FOUR,
            PARTNERS,
            [team("ben+dee", "ana", "cy")],
            (4,),
            [("#/teams", "duplicate_team")],
            id="the name that the other side has",
        ),
        pytest.param(
            FOUR, PARTNERS, [team("ana", "ana", "cy")], (4,), [("#/teams", "ambiguous_team")], id="the id of a partner"
        ),
        pytest.param(
            FOUR,
            PARTNERS,
            [team("ben", "ana", "cy")],
            (4,),
            [("#/teams", "ambiguous_team")],
            id="the id of an opponent",
        ),
        pytest.param(
            FOUR,
            ALONE,
            [team("ben", "ana"), team("ana", "ben")],
            (4,),
            [("#/teams", "ambiguous_team"), ("#/teams", "ambiguous_team")],
            id="the ids of each other",
        ),
        pytest.param(
            ("ana", "ben", "cy", "ana+cy"),
            PARTNERS,
            None,
            (4,),
            [("#/players", "ambiguous_team")],
            id="a player called as a side is named",
        ),
        pytest.param(
            ("a", "a+b", "b+c", "c"),
            PARTNERS,
            None,
            (4,),
            [("#/players", "duplicate_team")],
            id="two sides whose names come out alike",
        ),
        pytest.param(
            FOUR,
            PARTNERS,
            [team("Reds", "ana", "cyd"), team("Blues", "ben", "cy"), team("Reds", "ana", "cy"), team("x", "cy", "ana")],
            (4,),
            [
                ("#/teams/0/players/1", "unknown_player"),
                ("#/teams/1/players", "not_a_side"),
                ("#/teams/3", "duplicate_team"),
            ],
            id="several at once",
        ),
    ],
)
def test_a_table_that_can_not_be_laid(
    players: tuple[str, ...], sides: Sides, teams: Teams | None, allowed: tuple[int, ...], found: Found
) -> None:
    """Every fault has its pointer."""
    assert faults_of(players, sides, teams, allowed) == found


def test_teams_tell_sides_apart_whose_usual_names_are_equal() -> None:
    """What would be ambiguous is readable once the sides have names of their own."""
    teams: Teams = [team("one", "a", "b+c"), team("two", "a+b", "c")]
    assert tuple(side.name for side in seated(("a", "a+b", "b+c", "c"), teams=teams).sides) == ("one", "two")
    teams = [team("one", "ana", "cy")]
    assert seated(("ana", "ben", "cy", "ana+cy"), teams=teams).side == {"one": 0, "ben+ana+cy": 1}


@pytest.mark.parametrize(
    ("seats", "jumped"),
    [
        pytest.param((0, 1, 2, 3), [], id="in turn"),
        pytest.param((0, 2, 1, 3), [2], id="one who jumps"),
        pytest.param((0, 2, 3, 1), [2], id="law 67: who follows one who jumped has not jumped"),
        pytest.param((0, 3, 1, 2), [3], id="two passed over by one"),
        pytest.param((0, 3, 2, 1), [3, 2], id="two who jump"),
        pytest.param((2, 3, 0, 1), [2], id="a leader out of turn jumps the first"),
    ],
)
def test_who_acts_out_of_turn(seats: tuple[int, ...], jumped: list[int]) -> None:
    """One fault, one offender: only who jumped is out of turn."""
    order = (0, 1, 2, 3)
    acted: set[int] = set()
    found = []
    for seat in seats:
        if not in_turn(order, acted, seat):
            found.append(seat)
        acted.add(seat)
    assert found == jumped


def test_the_first_in_the_rotation_is_always_in_turn() -> None:
    for first in range(4):
        order = tuple((first + step) % 4 for step in range(4))
        assert in_turn(order, set(), first)
        assert not in_turn(order, set(), order[1])
        assert in_turn(order, {order[1], order[2]}, first)
