"""The table of a league: what a game counts for, and who is placed above whom."""

from __future__ import annotations

from random import Random

import pytest

from tests.contract.corpus import BODIES
from tests.league.leagues import order_of, places, random_club, random_league, results, table
from tests.naive.league import naive_rows
from tests.spades.builders.asking import ask
from tests.spades.builders.cards import Json

SEEDS = range(150)

# What a game counts for


def one(request: Json, team: str) -> Json:
    return next(row for row in table(request) if row["team"] == team)


def outcome(result: Json, team: str, **members: Json) -> tuple[int, int, int, int]:
    """Return games won, drawn and lost, and league points, after a single game."""
    row = one({"results": [result], **members}, team)
    assert row["played"] == 1
    return row["won"], row["drawn"], row["lost"], row["league_points"]


WON, DRAWN, LOST = (1, 0, 0, 2), (0, 1, 0, 1), (0, 0, 1, 0)


@pytest.mark.parametrize(
    ("members", "bears", "lions"),
    [
        pytest.param({}, WON, LOST, id="the highest score has won"),
        pytest.param({"finished": True}, WON, LOST, id="a game is over unless it says it is not"),
        pytest.param({"winners": ["Lions"]}, LOST, WON, id="winners count, not scores"),
        pytest.param({"winners": ["Lions", "Bears"]}, DRAWN, DRAWN, id="a shared win is a draw"),
        pytest.param({"winners": []}, LOST, LOST, id="all have lost"),
        pytest.param({"reason": "forfeit", "forfeited_by": ["Bears"]}, LOST, WON, id="a forfeit against the score"),
        pytest.param({"reason": "forfeit", "forfeited_by": ["Bears", "Lions"]}, LOST, LOST, id="both forfeit"),
    ],
)
def test_how_a_game_ended(members: Json, bears: tuple[int, ...], lions: tuple[int, ...]) -> None:
    result = {"standing": {"Bears": {"score": 500}, "Lions": {"score": 400}}, **members}
    assert (outcome(result, "Bears"), outcome(result, "Lions")) == (bears, lions)


def test_equal_highest_scores_are_a_draw_among_them() -> None:
    result = {"standing": {"Bears": {"score": 500}, "Lions": {"score": 500}, "Wolves": {"score": 499}}}
    assert [outcome(result, team) for team in ("Bears", "Lions", "Wolves")] == [DRAWN, DRAWN, LOST]


def test_league_points_are_those_of_the_request() -> None:
    points = {"league_points": {"win": 3, "draw": 2, "loss": 1, "forfeit_loss": -1}}
    lost, drawn = results("Bears 500:400 Lions  Bears 500:500 Lions")
    assert [outcome(lost, team, **points)[3] for team in ("Bears", "Lions")] == [3, 1]
    assert outcome(drawn, "Lions", **points)[3] == 2
    assert outcome({**lost, "winners": ["Bears"], "reason": "forfeit"}, "Lions", **points)[3] == -1


def test_in_a_game_of_more_sides_only_who_forfeits_loses_by_it() -> None:
    standing = {"Bears": {"score": 500}, "Lions": {"score": 400}, "Wolves": {"score": 300}}
    given = {"standing": standing, "reason": "forfeit", "forfeited_by": ["Bears"]}
    points = {"loss": 1, "forfeit_loss": 0}
    rows = table({"results": [given], "league_points": points})
    assert {row["team"]: (row["league_points"], row["forfeits"]) for row in rows} == {
        "Lions": (2, 0),
        "Wolves": (1, 0),
        "Bears": (0, 1),
    }


def test_all_that_a_row_counts_is_added_up() -> None:
    first = {
        "Bears": {"score": 512, "bags": 3, "sets": 1, "revokes": 1},
        "Lions": {"score": 430},
        "Wolves": {"score": -7},
    }
    second = {"Bears": {"score": 100, "bags": 4, "sets": 2, "revokes": 3}, "Lions": {"score": 500, "bags": 9}}
    assert one({"results": [{"standing": first}, {"standing": second}]}, "Bears") == {
        "place": 2,
        "team": "Bears",
        "played": 2,
        "won": 1,
        "drawn": 0,
        "lost": 1,
        "forfeits": 0,
        "league_points": 2,
        "points_for": 612,
        "points_against": 923,
        "points_difference": -311,
        "bags": 7,
        "sets": 3,
        "revokes": 4,
        "byes": 0,
        "adjusted": 0,
        "decided_by": "points_difference",
    }


def test_a_game_that_is_not_over_counts_for_nothing_and_is_named() -> None:
    going_on = {**results("Bears 300:100 Lions")[0], "finished": False, "winners": [], "labels": {"table": "4"}}
    answer = ask("makeLeagueTable", {"results": [*results("Lions 500:400 Wolves"), going_on]})
    assert [(row["team"], row["played"]) for row in answer["rows"]] == [("Lions", 1), ("Bears", 0), ("Wolves", 1)]
    assert answer["left_out"] == [
        {
            "pointer": "#/results/1",
            "labels": {"table": "4"},
            "detail": "The game between Bears and Lions is not over.",
        }
    ]


def test_teams_that_have_not_played_share_a_place_in_alphabetical_order() -> None:
    rows = table({"results": [], "teams": ["wolves", "Bears", "lions", "élan"]})
    assert [row["team"] for row in rows] == ["Bears", "lions", "wolves", "élan"]
    assert {(row["place"], row["played"], row.get("decided_by")) for row in rows} == {(1, 0, None)}
    assert table({"results": []}) == []
    assert places({"games": [], "teams": ["Bears"]}) == [(1, "Bears")]


def test_places_after_a_shared_one_are_skipped() -> None:
    given = results("Bears 500:400 Wolves  Lions 500:400 Wolves  Bears 500:300 Hawks  Lions 500:300 Hawks")
    assert places({"results": given}) == [(1, "Bears"), (1, "Lions"), (3, "Wolves"), (4, "Hawks")]


# Tables of tournaments that everybody can look up. A goal is a point here, a win counts 3.

EURO_2012_A = (
    "Poland 1:1 Greece Russia 4:1 Czechs Greece 1:2 Czechs Poland 1:1 Russia Czechs 1:0 Poland Greece 1:0 Russia"
)
EURO_2004_C = (
    "Denmark 0:0 Italy Sweden 5:0 Bulgaria Bulgaria 0:2 Denmark Italy 1:1 Sweden Italy 2:1 Bulgaria Denmark 2:2 Sweden"
)
EURO_2024_E = (
    "Romania 3:0 Ukraine Belgium 0:1 Slovakia Slovakia 1:2 Ukraine Belgium 2:0 Romania Slovakia 1:1 Romania"
    " Ukraine 0:0 Belgium"
)


def tournament(text: str, *order: str) -> Json:
    return {"results": results(text), "order": ["league_points", *order], "league_points": {"win": 3}}


def test_the_game_between_two_equal_teams_counts_before_the_difference_of_all() -> None:
    """Greece went through with four points, as Russia had, whom they had beaten."""
    assert order_of(tournament(EURO_2012_A, "head_to_head", "points_difference")) == [
        ("Czechs", ""),
        ("Greece", "league_points"),
        ("Russia", "head_to_head"),
        ("Poland", "league_points"),
    ]
    by_difference = order_of(tournament(EURO_2012_A, "points_difference", "head_to_head"))
    assert by_difference[1:3] == [("Russia", "league_points"), ("Greece", "points_difference")]


def test_three_teams_that_drew_with_each_other_are_equal_head_to_head() -> None:
    """Sweden, Denmark and Italy had five points each, two of them from draws among themselves."""
    request = tournament(EURO_2004_C, "head_to_head", "head_to_head_difference", "points_difference")
    assert order_of(request) == [
        ("Sweden", ""),
        ("Denmark", "points_difference"),
        ("Italy", "points_difference"),
        ("Bulgaria", "league_points"),
    ]


def test_teams_that_head_to_head_leaves_equal_go_on_and_no_step_is_taken_again() -> None:
    """All four had four points. Romania was placed above Belgium, who had beaten them: they had more goals."""
    steps = ("head_to_head", "head_to_head_difference")
    assert order_of(tournament(EURO_2024_E, *steps, "points_for")) == [
        ("Romania", ""),
        ("Belgium", "points_for"),
        ("Slovakia", "head_to_head_difference"),
        ("Ukraine", "head_to_head_difference"),
    ]
    again = order_of(tournament(EURO_2024_E, *steps, "head_to_head", "points_for"))
    assert again[:2] == [("Belgium", ""), ("Romania", "head_to_head")]


def test_a_circle_of_three_is_settled_by_its_own_games_or_shares_a_place() -> None:
    given = results("Bears 500:400 Lions  Lions 500:450 Wolves  Wolves 500:100 Bears  Bears 900:0 Hawks")
    circle = {"results": [*given, *results("Lions 1:0 Hawks  Wolves 1:0 Hawks")]}
    assert order_of({**circle, "order": ["won", "head_to_head", "head_to_head_difference"]}) == [
        ("Wolves", ""),
        ("Lions", "head_to_head_difference"),
        ("Bears", "head_to_head_difference"),
        ("Hawks", "won"),
    ]
    assert places({**circle, "order": ["won", "head_to_head"]})[:3] == [(1, "Bears"), (1, "Lions"), (1, "Wolves")]


def test_in_a_game_of_three_sides_head_to_head_leaves_the_third_out() -> None:
    three = {"Bears": {"score": 300}, "Lions": {"score": 250}, "Wolves": {"score": 900, "bags": 1}}
    request = {"results": [{"standing": three}, *results("Hawks 100:90 Lions")]}
    assert order_of({**request, "order": ["fewest_bags", "head_to_head_difference"]}) == [
        ("Bears", ""),
        ("Hawks", "head_to_head_difference"),
        ("Lions", "head_to_head_difference"),
        ("Wolves", "fewest_bags"),
    ]
    assert order_of({**request, "order": ["fewest_bags", "points_difference"]})[0] == ("Hawks", "")


# Against a second implementation, and what holds of every table


def test_it_is_the_table_by_the_letter_of_the_contract(subtests: pytest.Subtests) -> None:
    for seed in SEEDS:
        with subtests.test(seed=seed):
            rng = Random(seed)
            request = random_league(rng, sides=2 if seed % 2 else 4)
            rows = table(request)
            assert [dict(sorted(row.items())) for row in rows] == [
                dict(sorted(row.items())) for row in naive_rows(request)
            ]


def test_a_table_of_players_is_the_one_by_the_letter_too(subtests: pytest.Subtests) -> None:
    for seed in SEEDS:
        with subtests.test(seed=seed):
            request = random_club(Random(seed))
            rows = table(request)
            assert [dict(sorted(row.items())) for row in rows] == [
                dict(sorted(row.items())) for row in naive_rows(request)
            ]


ROTATING: Json = {
    "table_of": "players",
    "results": [
        {"standing": {"ana+ben": {"score": 512}, "cy+dee": {"score": 430}}},
        {
            "standing": {"Bears": {"score": 300}, "dee+ben": {"score": 470}},
            "teams": [{"name": "Bears", "players": ["ana", "cy"]}],
        },
    ],
}


def test_what_a_game_counts_for_a_side_counts_for_each_of_its_players() -> None:
    rows = {
        row["team"]: (row["won"], row["lost"], row["league_points"], row["points_difference"])
        for row in table(ROTATING)
    }
    assert rows == {
        "ben": (2, 0, 4, 252),
        "dee": (1, 1, 2, 88),
        "ana": (1, 1, 2, -88),
        "cy": (0, 2, 0, -252),
    }


def test_partners_are_no_opponents_head_to_head() -> None:
    request = {**ROTATING, "order": ["won", "head_to_head"]}
    assert order_of(request)[1:3] == [("ana", "won"), ("dee", "")]  # each beat the other once
    partners = {"standing": {"ana+dee": {"score": 1}, "eve+fay": {"score": 2}}}
    assert order_of({**request, "results": [*ROTATING["results"], partners]})[1] == ("ana", "won")


def test_games_of_the_same_players_make_a_table_of_players() -> None:
    rows = table({"table_of": "players", "games": [BODIES["scoreGame"]["the target"]]})
    assert {row["team"]: row["points_for"] for row in rows} == {"ben": 70, "dee": 70, "ana": 51, "cy": 51}


def test_a_bye_is_no_game_and_points_taken_off_are_in_the_league_points() -> None:
    request = {
        "results": results("Bears 500:400 Lions"),
        "byes": ["Wolves", "Wolves", "Lions"],
        "adjustments": [{"team": "Bears", "league_points": -3, "reason": "late"}],
        "league_points": {"bye": 1},
    }
    rows = {row["team"]: (row["played"], row["byes"], row["adjusted"], row["league_points"]) for row in table(request)}
    assert rows == {"Wolves": (0, 2, 0, 2), "Lions": (1, 1, 0, 1), "Bears": (1, 0, -3, -1)}
    assert ask("makeLeagueTable", request)["adjustments"] == request["adjustments"]


def test_a_walkover_is_a_game_without_scores_that_was_forfeited() -> None:
    nothing = {"Bears": {"score": 0}, "Lions": {"score": 0}}
    walkover = {"standing": nothing, "reason": "forfeit", "forfeited_by": ["Lions"]}
    assert (outcome(walkover, "Bears"), outcome(walkover, "Lions")) == (WON, LOST)
    assert one({"results": [walkover]}, "Lions")["forfeits"] == 1


def test_the_order_of_results_does_not_matter(subtests: pytest.Subtests) -> None:
    for seed in SEEDS:
        with subtests.test(seed=seed):
            rng = Random(seed)
            request = random_league(rng, sides=3)
            shuffled = {**request, "results": rng.sample(request["results"], len(request["results"]))}
            shuffled["results"] = [
                {**each, "standing": dict(rng.sample([*each["standing"].items()], len(each["standing"])))}
                if "standing" in each
                else {**each, "teams": rng.sample(each["teams"], len(each["teams"]))}
                for each in shuffled["results"]
            ]
            rows = table(request)
            assert table(shuffled) == rows
            assert table({**shuffled, "teams": [row["team"] for row in rows]}) == rows


def test_what_one_side_gains_the_other_loses(subtests: pytest.Subtests) -> None:
    for seed in SEEDS:
        with subtests.test(seed=seed):
            rng = Random(seed)
            request = random_league(rng)
            request["results"] = [
                {"standing": each["standing"]}
                for each in request["results"]
                if each.get("finished", True) and "standing" in each
            ]
            rows, counted = table(request), ("won", "drawn", "lost", "played", "points_difference")
            total = {name: sum(row[name] for row in rows) for name in counted}
            assert total["won"] == total["lost"]
            assert total["drawn"] % 2 == 0
            assert total["played"] == 2 * len(request["results"]) == total["won"] + total["drawn"] + total["lost"]
            assert sum(row["points_for"] for row in rows) == sum(row["points_against"] for row in rows)
            assert total["points_difference"] == 0
