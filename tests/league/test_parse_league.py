"""What keeps a league from being read, and games that are scored for a table."""

from __future__ import annotations

import time

import pytest

from service.wire.contract import load_document
from tests.contract.corpus import BODIES
from tests.league.leagues import results, table
from tests.spades.builders.asking import answer, ask, faults
from tests.spades.builders.cards import Json

BEARS = results("Bears 500:400 Lions")[0]
TABLE = "makeLeagueTable"
GAMES = BODIES["scoreGame"]
GAME = GAMES["the target"]  # ana+cy 51, ben+dee 70


def errors(body: Json) -> dict[str, str]:
    status, content = answer(TABLE, body)
    assert status == 422
    return {each["pointer"]: each["detail"] for each in content["errors"]}


@pytest.mark.parametrize(
    ("result", "found"),
    [
        ({"winners": ["Wolves"]}, ("/winners/0", "unknown_team")),
        ({"reason": "forfeit", "forfeited_by": ["lions"]}, ("/forfeited_by/0", "unknown_team")),
        ({"standing": {"Bears": {"score": 1}}}, ("/standing", "needs_two_teams")),
        ({"finished": False, "winners": ["Bears"]}, ("/winners", "winners_before_end")),
        ({"reason": "forfeit", "forfeited_by": ["Bears"], "winners": ["Bears"]}, ("/forfeited_by", "winner_forfeited")),
        ({"forfeited_by": ["Bears"]}, ("/reason", "not_forfeited")),
        ({"forfeited_by": ["Bears"], "reason": "target"}, ("/reason", "not_forfeited")),
        ({"reason": "forfeit"}, ("/winners", "winners_missing")),
        ({"reason": "sets_limit"}, ("/winners", "winners_missing")),
        (
            {"standing": {"Bears": {"score": 1}, "Lions": {"score": 2}, "Owls": {"score": 3}}, "reason": "forfeit"}
            | {"winners": ["Owls"]},
            ("/forfeited_by", "forfeited_by_missing"),
        ),
    ],
)
def test_a_result_that_contradicts_itself_is_refused(result: Json, found: tuple[str, str]) -> None:
    assert faults({"results": [BEARS, {**BEARS, **result}]}, TABLE) == [(f"#/results/1{found[0]}", found[1])]


@pytest.mark.parametrize(
    ("members", "found"),
    [
        ({"byes": ["ANA"]}, ("#/results/0/standing/ana+ben", "similar_teams")),
        ({"teams": ["Ben"]}, ("#/results/0/standing/ana+ben", "similar_teams")),
        (
            {"results": [{"standing": {"ana+ben": {"score": 1}, "cy+ana": {"score": 2}}}]},
            ("#/results/0/standing", "duplicate_player"),
        ),
        (
            {
                "results": [
                    {
                        "standing": {"ana+ben": {"score": 1}, "cy+dee": {"score": 2}},
                        "teams": [{"name": "Bears", "players": ["ana", "ben"]}],
                    }
                ]
            },
            ("#/results/0/teams/0/name", "unknown_team"),
        ),
    ],
)
def test_a_table_of_players_that_contradicts_itself_is_refused(members: Json, found: tuple[str, str]) -> None:
    request = {"table_of": "players", "results": [{"standing": {"ana+ben": {"score": 1}, "cy+dee": {"score": 2}}}]}
    assert faults({**request, **members}, TABLE) == [found]


def test_an_unknown_winner_is_answered_by_the_names_that_there_are() -> None:
    (detail,) = errors({"results": [{**BEARS, "winners": ["bears"]}]}).values()
    assert "write 'Bears'" in detail
    assert "The teams of this result are 'Bears' and 'Lions'." in detail


def test_results_or_games_have_to_be_there() -> None:
    assert faults({"teams": ["Bears"]}, TABLE) == [("#/results", "required")]
    assert faults({"games": []}, TABLE) == faults({"results": []}, TABLE) == []


@pytest.mark.parametrize("other", ["bears", " Bears ", "\uff22\uff25\uff21\uff32\uff33"])
def test_two_names_for_one_team_are_refused_wherever_they_are(other: str) -> None:
    twice = {"results": [BEARS, *results("Hawks 1:0 Lions")], "teams": ["Wolves", other]}
    assert [code for _, code in faults(twice, TABLE)] == ["similar_teams"]
    ((pointer, detail),) = errors(twice).items()
    assert pointer == "#/results/0/standing/Bears"
    assert f"'Bears' here and {other!r} at #/teams/1 differ only in case, spaces or Unicode form" in detail


def test_league_points_are_for_a_team_that_something_else_names() -> None:
    late: Json = {"adjustments": [{"team": "Baers", "league_points": -1, "reason": "late"}]}
    _, problem = answer(TABLE, {"results": [BEARS], **late})
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == [("#/adjustments/0/team", "unknown_team")]
    assert "Perhaps 'Bears' was meant" in problem["errors"][0]["detail"]
    assert faults({"results": [BEARS], "teams": ["Baers"], **late}, TABLE) == []
    assert faults({"results": [BEARS], "byes": ["Baers"], **late}, TABLE) == []
    # Nothing says who played in a game whose standing is open.
    assert faults({"results": [BEARS, {"ruling_id": f"sha256:{0:064}", "finished": False}], **late}, TABLE) == []
    assert faults({"results": [{**BEARS, "winners": ["x"]}], **late}, TABLE) == [
        ("#/results/0/winners/0", "unknown_team")
    ]


def test_a_side_named_by_its_players_in_another_order_is_the_same_team() -> None:
    moved = {**GAME, "players": ["cy", "ben", "ana", "dee"], "first_dealer": "dee"}
    row = {**GAME["rounds"][0], "tricks_won": {"cy+ana": 6, "ben+dee": 7}}
    rows = table({"games": [GAME, {**moved, "rounds": [row]}]})
    assert {row["team"]: row["played"] for row in rows} == {"ana+cy": 2, "ben+dee": 2}
    result: Json = {"standing": {"cy+ana": {"score": 1}, "dee+ben": {"score": 2}}, "winners": ["ana+cy"]}
    assert {row["team"]: row["won"] for row in table({"results": [result]})} == {"cy+ana": 1, "dee+ben": 0}
    more = {
        "teams": ["cy+ana"],
        "byes": ["ana+cy"],
        "adjustments": [{"team": "cy+ana", "league_points": 1, "reason": "x"}],
    }
    (first, second) = table({"results": [result], **more})
    assert (first["team"], first["won"], first["byes"], first["adjusted"]) == ("ana+cy", 1, 1, 1)
    assert (second["team"], second["lost"]) == ("dee+ben", 1)


def test_the_same_answer_about_a_finished_game_counts_once() -> None:
    ended = ask("scoreGame", GAME)
    begun = ask("scoreGame", {**GAME, "rounds": []})
    assert (ended["finished"], begun["finished"]) == (True, False)
    assert faults({"results": [begun, begun]}, TABLE) == []  # two games that have not been played yet are alike
    assert faults({"results": [BEARS, ended, ended]}, TABLE) == [("#/results/2/ruling_id", "game_repeated")]
    (detail,) = errors({"results": [ended, ended]}).values()
    assert "the same answer as #/results/0" in detail
    again = {name: value for name, value in ended.items() if name != "ruling_id"}
    assert faults({"results": [ended, again]}, TABLE) == []


def test_the_same_side_twice_in_a_game_is_refused() -> None:
    twice = {"standing": {"cy+ana": {"score": 1}, "ana+cy": {"score": 2}}}
    assert faults({"results": [twice]}, TABLE) == [("#/results/0/standing", "duplicate_player")]
    other = {"standing": {"cy+Ana": {"score": 1}, "ben+dee": {"score": 2}}}
    same = {"standing": {"ana+cy": {"score": 1}, "ben+dee": {"score": 2}}}
    assert faults({"results": [same, other]}, TABLE) == [("#/results/1/standing/cy+Ana", "similar_teams")]


# Whole answers, and games that count for nobody


def is_left_out_as_open(result: Json) -> bool:
    """Return whether a result is left out because its standing is open, and the table made of the others."""
    alone, both = (ask(TABLE, {"results": [BEARS, *more]}) for more in ((), (result,)))
    (left_out,) = both["left_out"]
    assert left_out["pointer"] == "#/results/1"
    assert both["rows"] == alone["rows"]
    assert both["ruling_id"] != alone["ruling_id"]
    return str(left_out["detail"]).startswith("Its standing is open")


@pytest.mark.parametrize(
    "member", [{"verdict": "undetermined"}, {"ruling_id": "sha256:0"}, {"standings": [{"Bears": {}}, {"Bears": {}}]}]
)
def test_only_an_answer_may_leave_its_standing_open(member: Json) -> None:
    """What somebody wrote by hand lacks the standing by mistake, and is refused."""
    by_hand: Json = {"finished": True, "winners": ["Bears"]}
    assert is_left_out_as_open({**by_hand, **member})
    assert faults({"results": [BEARS, by_hand]}, TABLE) == [("#/results/1/standing", "required")]
    no_contest = {**member, "result": "no_contest", "teams": ["Bears", "Lions"]}
    (left_out,) = ask(TABLE, {"results": [no_contest]})["left_out"]
    assert "no contest" in left_out["detail"]


@pytest.mark.parametrize("operation", ["scoreGame", "auditGame"])
@pytest.mark.parametrize("form", ["full", "brief"])
def test_an_answer_about_a_game_is_a_result_as_it_comes(operation: str, form: str, subtests: pytest.Subtests) -> None:
    """Members that it has beyond a result change neither the table nor its id."""
    names = ("standing", "finished", "winners", "reason", "forfeited_by")
    for title, body in BODIES[operation].items():
        with subtests.test(title=title):
            whole = ask(operation, {**body, "answer": form})
            if "standing" not in whole:
                assert is_left_out_as_open(whole)
                continue
            cut = {name: whole[name] for name in names if name in whole}
            tables = [ask(TABLE, {"results": [each]}) for each in (whole, cut)]
            for each in tables:
                for left_out in each["left_out"]:
                    left_out.pop("labels", None)
            assert tables[0] == tables[1]


def test_a_game_that_was_no_contest_counts_for_nobody() -> None:
    rows = {"Bears": {"played": 1, "won": 1}, "Lions": {"played": 1, "won": 0}, "Wolves": {"played": 0, "won": 0}}
    for no_contest in (
        {"teams": ["Wolves", "Bears"]},
        {"teams": ["Wolves", {"name": "Bears", "players": ["ana", "cy"]}]},
        {"standing": {"Wolves": {"score": 500}, "Bears": {"score": 10}}, "finished": True, "winners": ["Wolves"]},
    ):
        answer = ask(TABLE, {"results": [BEARS, {**no_contest, "result": "no_contest"}]})
        assert {row["team"]: {name: row[name] for name in ("played", "won")} for row in answer["rows"]} == rows
        (left_out,) = answer["left_out"]
        assert left_out["pointer"] == "#/results/1"
        assert left_out["detail"] == "The game between Bears and Wolves was no contest: it counts for nobody."


def test_its_players_have_rows_too() -> None:
    no_contest = {"result": "no_contest", "teams": ["ana+cy", {"name": "Lions", "players": ["ben", "dee"]}]}
    rows = table({"table_of": "players", "results": [no_contest]})
    assert {row["team"]: row["played"] for row in rows} == dict.fromkeys(("ana", "ben", "cy", "dee"), 0)


@pytest.mark.parametrize(
    ("result", "found"),
    [
        ({}, ("", "required")),
        ({"teams": ["Bears", "Lions"]}, ("/standing", "required")),
        ({"result": "no_contest"}, ("/teams", "needs_two_teams")),
        ({"result": "no_contest", "teams": ["Bears"]}, ("/teams", "needs_two_teams")),
        ({"result": "no_contest", "teams": ["ana+cy", "Bears", "cy+ana"]}, ("/teams", "duplicate_player")),
        ({"result": "no_contest", "teams": ["Bears", "Lions"], "winners": ["Owls"]}, ("/winners/0", "unknown_team")),
    ],
)
def test_a_result_says_who_played(result: Json, found: tuple[str, str]) -> None:
    place = found if result else ("/standing", "required")
    assert faults({"results": [result]}, TABLE) == [(f"#/results/0{place[0]}", place[1])]


# Games


def test_a_game_counts_like_its_result() -> None:
    answers = [ask("scoreGame", GAMES[name]) for name in ("the target", "the floor", "a tie is shared")]
    members = ("standing", "finished", "winners", "reason")
    cut = [{name: each[name] for name in members if name in each} for each in answers]
    games = [GAMES[name] for name in ("the target", "the floor", "a tie is shared")]
    assert table({"games": games}) == table({"results": cut}) == table({"games": games[:1], "results": cut[1:]})
    assert sum(row["played"] for row in table({"games": games})) == 6


def test_a_game_that_nobody_has_won_yet_is_left_out() -> None:
    answer = ask(TABLE, {"games": [GAME, GAMES["another round is needed"]]})
    assert [each["pointer"] for each in answer["left_out"]] == ["#/games/1"]
    assert {row["played"] for row in answer["rows"]} == {1}


def test_a_forfeit_of_a_game_counts_for_the_side_that_forfeits() -> None:
    """In a game of three sides, the third has lost it too, but not by forfeit."""
    row = {"bids_by_player": {"ana": 5, "ben": 6, "cy": 4}, "tricks_won": {"ana": 9, "ben": 8}}
    left = {"forfeited_by": "ben", "reason": "Left the hall"}
    game = {"ruleset": "cutthroat", "players": ["ana", "ben", "cy"], "rounds": [row, left]}
    points = {"league_points": {"win": 3, "loss": 1, "forfeit_loss": 0}}
    scored = ask("scoreGame", game)
    assert (scored["winners"], scored["forfeited_by"]) == (["ana"], ["ben"])
    rows = table({"games": [game], **points})
    assert [(each["team"], each["league_points"], each["forfeits"]) for each in rows] == [
        ("ana", 3, 0),
        ("cy", 1, 0),
        ("ben", 0, 1),
    ]
    cut = {name: scored[name] for name in ("standing", "finished", "winners", "reason", "forfeited_by")}
    assert table({"results": [cut], **points}) == rows


def test_a_game_that_ended_before_a_forfeit_was_not_forfeited() -> None:
    late = {"forfeited_by": "ben+dee", "reason": "Left the hall"}
    scored = ask("scoreGame", {**GAME, "rounds": [*GAME["rounds"], late]})
    assert scored["reason"] == "target"
    assert "forfeited_by" not in scored


def test_a_record_that_cannot_be_scored_is_told_at_its_place() -> None:
    unfinished = {**GAME, "rounds": [{"bids": GAME["rounds"][0]["bids"], "tricks": []}]}
    assert faults({"games": [GAME, unfinished, unfinished]}, TABLE) == [
        ("#/games/1/rounds/0", "unfinished_round"),
        ("#/games/2/rounds/0", "unfinished_round"),
    ]


def test_what_is_wrong_with_a_game_is_told_at_its_place() -> None:
    faulty = {**GAME, "rounds": [*GAME["rounds"], {**GAME["rounds"][0], "tricks_won": {"ana+cy": 5, "ben+dee": 7}}]}
    assert faults({"games": [GAME, faulty], "results": [{**BEARS, "winners": ["x"]}]}, TABLE) == [
        ("#/games/1/rounds/1/tricks_won", "tricks_total"),
        ("#/results/0/winners/0", "unknown_team"),
    ]


def test_the_rulesets_of_all_games_are_refused_at_once_and_before_the_record() -> None:
    games = [{**GAME, "ruleset": "bridge"}, GAME, {**GAME, "ruleset": {"name": "whizz"}}]
    status, content = answer(TABLE, {"games": games, "results": [{**BEARS, "winners": ["x"]}]})
    assert (status, content["type"]) == (422, "/problems/unusable-ruleset")
    assert [each["pointer"] for each in content["errors"]] == ["#/games/0/ruleset", "#/games/2/ruleset/name"]


def test_many_unknown_names_are_answered_in_bounded_time() -> None:
    names = [f"the {each} well-known players of the club house at ninth" for each in range(750)]
    many = [{**BEARS, "standing": {name: {"score": 1} for name in names[:6]}, "winners": [name]} for name in names]
    start = time.process_time()
    assert len(faults({"results": many}, TABLE)) == 50
    assert time.process_time() - start < 5


# The id


def identity(body: Json) -> str:
    return str(ask(TABLE, body)["ruling_id"])


def test_labels_and_the_spelling_of_a_ruleset_change_no_id() -> None:
    body = {"results": [BEARS], "games": [GAME]}
    labels = {"labels": {"table": "4"}}
    rounds = [{**each, **labels} for each in GAME["rounds"]]
    labelled = {"results": [{**BEARS, **labels}], "games": [{**GAME, **labels, "rounds": rounds}], **labels}
    assert identity(labelled) == identity(body)
    spelled = {**GAME, "ruleset": {"name": "pagat", "options": [], "overrides": {"game": {"target": 70}}}}
    assert identity({**body, "games": [spelled]}) == identity(body)


def test_whatever_changes_the_table_changes_the_id() -> None:
    body = {"results": [BEARS], "games": [GAME]}
    others: list[Json] = [
        {**body, "order": ["won"]},
        {**body, "games": [{**GAME, "ruleset": "pagat"}]},
        {**body, "results": [BEARS, BEARS]},
        {**body, "league_points": {"win": 3}},
        {"results": [BEARS]},
    ]
    assert len({identity(each) for each in [body, *others]}) == 6


def test_every_member_of_an_answer_about_a_game_is_a_member_of_a_result() -> None:
    """As they come, answers in every form are results of a league table (contract, GameResult)."""
    schemas = load_document()["components"]["schemas"]
    for answer_of_any_form in ("AnyGameScore", "AnyGameRuling"):
        for form in schemas[answer_of_any_form]["oneOf"]:
            members = schemas[form["$ref"].rpartition("/")[2]]["properties"]
            assert set(members) <= set(schemas["GameResult"]["properties"])


@pytest.mark.parametrize(
    ("teams", "met", "meant"),
    [
        (["Bears", "Lions", "Wolves"], "Loins", "Lions"),
        (["Bears", "Lions", "Wolves"], "Lion", "Lions"),
        (["Bears", "Lions", "Wolves"], "wolvess", "Wolves"),
        (["Bears", "Lions", "Wolves"], "Linos ", "Lions"),
        (["Bears", "Lions", "Wolves"], "Owls", None),
        (["Wolves"], "Wolvse", None),  # it lists only who has not played
        (["Bears", "Lions", "Linos"], "Linos", None),
    ],
)
def test_a_team_that_is_one_letter_from_a_listed_one_is_a_fault(teams: list[str], met: str, meant: str | None) -> None:
    """Else it would have a row of its own: a team that nobody knows."""
    request = {"results": [BEARS, {"standing": {"Bears": {"score": 1}, met: {"score": 2}}}], "teams": teams}
    if meant is None:
        assert answer(TABLE, request)[0] == 200
    else:
        ((pointer, detail),) = errors(request).items()
        assert pointer == f"#/results/1/standing/{met.replace(' ', '%20')}"
        assert detail.startswith(f"{met!r} is not in `teams`. Perhaps {meant!r} was meant.")
