"""The sheet of a game in CSV: it has the engine's figures, and comes back as a game with nothing wrong on its sheet."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.reply import preferred
from service.media_types import CSV, HTML, JSON, MARKDOWN
from service.wire.exchange import BRIEF
from tests.contract.corpus import BODIES
from tests.http.bodies import AUDIT_GAME, GAME
from tests.http.game_page_samples import Members, asked, eventful, renamed, ten_rounds, with_sheet
from tests.http.ruling_page_samples import HOSTILE
from tests.lengths import in_two_portions
from tests.naive.compare_games import cases

READ = "/v1/records/read"
OPERATIONS = {
    path: {name: body for name, body in BODIES[operation].items() if body.get("answer") != BRIEF}
    for path, operation in ((GAME, "scoreGame"), (AUDIT_GAME, "auditGame"))
}
# Games that no sheet can hold, and the round that it can't hold.
WITHOUT_SHEET = {
    (GAME, "a round without bids"): "#/rounds/0",
    (GAME, "by rta3"): "#/rounds/0",
    (AUDIT_GAME, "an unfinished round before another"): "#/rounds/0",
    (AUDIT_GAME, "rows that can't be scored"): "#/rounds/2/bids",
    (AUDIT_GAME, "bids that were not recorded"): "#/rounds/0",
    (AUDIT_GAME, "a row written twice"): "#/rounds/1",  # the standing behind them is one of two
    (AUDIT_GAME, "a row that is missing"): "#/rounds/0",
    (AUDIT_GAME, "a pair that sits out"): "#/rounds/1",
    (AUDIT_GAME, "a side that gave up behind a round without a score"): "#/rounds/0",
}
SAMPLES = [(path, name) for path, games in OPERATIONS.items() for name in games if (path, name) not in WITHOUT_SHEET]
SHEET_CODES = {"wrong_tricks_won", "wrong_points", "wrong_score", "wrong_bags"}


def sheet_of(client: FlaskClient, game: Members, path: str) -> str:
    answer = asked(client, game, path, "text/csv")
    assert (answer.status, answer.headers["content-type"]) == (200, CSV), answer.body
    return answer.body.decode()


def read_back(client: FlaskClient, game: Members, text: str) -> Members:
    """Return the record of a sheet, under the ruleset of the game."""
    answer = asked(client, {"text": text, "notation": "csv", "ruleset": game["ruleset"]}, READ)
    assert answer.status == 200, answer.body
    (record,) = answer.json()["records"]
    return dict(record)


def figures(answer: Members) -> list[list[tuple[Any, ...]]]:
    """Return the team, the points and the running score of each side in every round that has a score."""
    return [
        [
            (each["team"], each["points"], each.get("after", {}).get("score"))
            for each in played.get("teams", played.get("as_ruled"))
        ]
        for played in answer["rounds"]
        if played.get("teams", played.get("as_ruled"))
    ]


def check(client: FlaskClient, game: Members, path: str) -> Members:
    """Return what is read from the sheet of a game, of which the audit has the same figures and finds no error."""
    record = read_back(client, game, sheet_of(client, game, path))
    audited = asked(client, record, AUDIT_GAME)
    assert audited.status == 200, audited.body
    found = audited.json()
    assert "first_error" not in found
    assert found["shifts"] == []
    assert {finding["code"] for each in found["rounds"] for finding in each["findings"]} & SHEET_CODES == set()
    assert figures(found) == figures(asked(client, game, path).json())
    return record


def test_a_sheet_comes_back_with_every_figure(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path, name in SAMPLES:
        with subtests.test(path=path, name=name):
            game = OPERATIONS[path][name]
            record = check(client, game, path)
            for each in record["rounds"]:
                assert {"points", "score"} <= each["reported"].keys()


def test_a_game_that_no_sheet_can_hold_is_refused_with_the_round(
    client: FlaskClient, subtests: pytest.Subtests
) -> None:
    for (path, name), pointer in WITHOUT_SHEET.items():
        with subtests.test(path=path, name=name):
            problem = asked(client, OPERATIONS[path][name], path, "text/csv")
            assert (problem.status, problem.json()["type"]) == (422, "/problems/unwritable-record")
            assert pointer in [each["pointer"] for each in problem.json()["errors"]]


def test_figures_of_a_paper_sheet_are_replaced_by_the_right_ones(client: FlaskClient) -> None:
    game = with_sheet(client, ten_rounds())
    wrong = copy.deepcopy(game)
    for each in wrong["rounds"][3:]:
        each["reported"]["score"]["ana+cy"] += 100
    wrong["rounds"][5]["reported"]["bags"]["ben+dee"] = 9
    assert sheet_of(client, wrong, AUDIT_GAME) == sheet_of(client, game, AUDIT_GAME)
    assert check(client, wrong, AUDIT_GAME)["rounds"][3]["reported"] == game["rounds"][3]["reported"]


@pytest.mark.parametrize("path", [GAME, AUDIT_GAME])
def test_what_a_director_decided_is_on_the_sheet(path: str, client: FlaskClient) -> None:
    sent = eventful()
    record = check(client, sent, path)
    for member in ("adjustments", "void", "forfeited_by", "reason", "substitutions"):
        assert [each.get(member) for each in record["rounds"]] == [each.get(member) for each in sent["rounds"]], member


@pytest.mark.parametrize("path", [GAME, AUDIT_GAME])
def test_what_a_penalty_costs_is_an_adjustment(path: str, client: FlaskClient) -> None:
    """And so is what it brings later: with the tricks, the revoke took bags that would have reached the limit."""
    revoked = BODIES["auditRound"]["a finished round with a revoke"]
    first = {name: revoked[name] for name in ("bids", "tricks", "dealer")}
    over = {
        "bids_by_player": {"ana": 1, "ben": 1, "cy": 1, "dee": 1},
        "tricks_won": {"ana+cy": 3, "ben+dee": 1},
    }
    ruleset = copy.deepcopy(revoked["ruleset"])
    ruleset["overrides"].setdefault("bags", {})["limit"] = 3
    game = {**revoked, "ruleset": ruleset, "rounds": [first, over, over]}
    game = {name: game[name] for name in ("ruleset", "players", "rounds")}
    penalised = asked(client, game, AUDIT_GAME).json()["rounds"][0]["penalties"]
    assert penalised
    record = check(client, game, path)
    reasons = [each["reason"] for played in record["rounds"] for each in played.get("adjustments", ())]
    assert reasons == [penalised[0]["detail"], "The bags are counted as ruled."]


def test_a_name_comes_back_or_is_refused(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for name in HOSTILE:
        with subtests.test(name=name):
            game = renamed(ten_rounds(), {"ana": HOSTILE[name], "ana+cy": f"{HOSTILE[name]}+cy"})
            answer = asked(client, game, GAME, "text/csv")
            if answer.status == 200:
                assert read_back(client, game, answer.body.decode())["players"] == game["players"]
            else:
                assert answer.json()["type"] == "/problems/unwritable-record"
                assert answer.json()["errors"]


def test_a_sheet_comes_only_for_the_asking(client: FlaskClient) -> None:
    offered = (JSON, MARKDOWN, HTML, CSV)
    kinds = {"text/csv": CSV, "text/*": MARKDOWN, "*/*": JSON, "text/csv;q=0.5, text/html": HTML, "text/csv, */*": CSV}
    assert {accept: preferred(accept, offered) for accept in kinds} == kinds
    answer = asked(client, ten_rounds(), GAME, "text/csv; charset=utf-8")
    assert answer.headers["vary"].split(", ")[0] == "Accept"
    assert "content-disposition" not in answer.headers
    assert b"\n# players: ana,ben,cy,dee\n" in answer.body


def notes_on(client: FlaskClient, text: str) -> list[tuple[str, str]]:
    answer = asked(client, {"text": text, "notation": "csv"}, READ)
    assert answer.status == 200, answer.body
    return [(each["code"], each["detail"]) for each in answer.json()["notes"]]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_row_without_a_score_stays_on_the_sheet(place: int, client: FlaskClient) -> None:
    game = ten_rounds()
    game["rounds"] = game["rounds"][:3]
    game["rounds"][place]["tricks_won"] = {"ana": 3, "ben": 4, "cy": 3, "dee": 2}
    record = read_back(client, game, sheet_of(client, game, AUDIT_GAME))
    for member in ("bids_by_player", "tricks_won"):
        assert [each[member] for each in record["rounds"]] == [each[member] for each in game["rounds"]]
    assert "reported" not in record["rounds"][place]
    found = asked(client, record).json()
    assert found["verdict"] == "inconsistent"
    assert [each["pointer"] for each in found["rounds"][place]["findings"]] == [f"#/rounds/{place}/tricks_won"]


@pytest.mark.parametrize("path", [GAME, AUDIT_GAME])
def test_the_sheet_of_a_game_that_goes_on_has_the_numbers_of_its_rounds(path: str, client: FlaskClient) -> None:
    standing = {"before": {"ana+cy": {"score": 100}}, "first_round_number": 7}
    ruleset = {"name": "pagat", "overrides": {"bids": {"first_round": "bids_itself"}, "game": {"round_limit": 9}}}
    game = ten_rounds(ruleset=ruleset, **standing)
    del game["rounds"][3:]
    text = sheet_of(client, game, path)
    assert [line.split(",")[0] for line in text.splitlines()[-3:]] == ["7", "8", "9"]
    record = read_back(client, game, text)
    assert {member: record[member] for member in standing} == standing
    answers = [asked(client, body, AUDIT_GAME).json() for body in (game, record)]
    assert figures(answers[0]) == figures(answers[1])
    assert [answer["reason"] for answer in answers] == ["round_limit"] * 2
    assert "first_error" not in answers[1]
    wrong = copy.deepcopy(record)
    wrong["rounds"][1]["reported"]["points"]["ana+cy"] += 1
    assert sheet_of(client, wrong, AUDIT_GAME) == text
    unfinished = {"bids_by_player": {"ana": 3, "ben": 3, "cy": 3, "dee": 3}, "tricks": []}
    game["rounds"][2] = unfinished
    left_out = "# Round 9 is left out: it has no score, and a log of tricks has no row"
    assert sheet_of(client, game, AUDIT_GAME).splitlines()[1] == left_out


def test_a_last_round_that_has_no_row_is_named_in_a_comment(client: FlaskClient) -> None:
    game = ten_rounds(ruleset={"name": "pagat"})
    unfinished = {"bids_by_player": {"ana": 3, "ben": 3, "cy": 3, "dee": 3}, "tricks": []}
    game["rounds"] = [*game["rounds"][:2], unfinished]
    text = sheet_of(client, game, AUDIT_GAME)
    assert text.splitlines()[:2] == [
        "# Round 3 is left out: it has no score, and a log of tricks has no row",
        "# ruleset: pagat",
    ]
    assert len(read_back(client, game, text)["rounds"]) == 2
    assert ("unmapped", "The sheet has 1 comment, which a record has no place for.") in notes_on(client, text)


@pytest.mark.parametrize(
    ("ruleset", "line"),
    [
        ("pagat", "# ruleset: pagat"),
        ({"name": "pagat", "overrides": {}}, "# ruleset: pagat"),
        (
            {"name": "pagat", "overrides": {"game": {"target": 600, "floor": -200}}},
            "# Scored by the ruleset pagat, version 1, with house rules (game.floor = -200; game.target = 600)",
        ),
        ({"name": "nello", "options": ["short-game"]}, "# Scored by the ruleset nello, version 1, with short-game"),
    ],
)
def test_a_sheet_says_by_which_rules_it_was_scored(ruleset: Any, line: str, client: FlaskClient) -> None:
    for path in (GAME, AUDIT_GAME):
        text = sheet_of(client, ten_rounds(ruleset=ruleset), path)
        assert text.splitlines()[0] == line
        read = asked(client, {"text": text, "notation": "csv"}, READ).json()["records"][0]
        assert read.get("ruleset") == ("pagat" if line == "# ruleset: pagat" else None)


@in_two_portions("seeds", range(120), few=30)
def test_random_games_come_back_from_their_sheets_or_are_refused(seeds: Sequence[int], client: FlaskClient) -> None:
    """Whatever happened in a game, its sheet has the same scores, end and winners, or there is none."""
    written = 0
    for seed in seeds:
        case = next(cases(seed))
        ruled = asked(client, case.request, AUDIT_GAME)
        answer = asked(client, case.request, AUDIT_GAME, "text/csv")
        if ruled.status != 200:
            assert answer.status == ruled.status
            continue
        assert answer.status in {200, 422}, (seed, answer.body)
        if answer.status == 422:
            assert answer.json()["type"] == "/problems/unwritable-record", seed
            assert all(each["pointer"].startswith("#/rounds") for each in answer.json()["errors"]), seed
            continue
        record = read_back(client, case.request, answer.body.decode())
        audited = asked(client, record, AUDIT_GAME).json()
        of_ruling, of_sheet = figures(ruled.json()), figures(audited)
        assert of_sheet == of_ruling[: len(of_sheet)], seed
        if len(audited["rounds"]) == len(ruled.json()["rounds"]):
            ends = [
                [each.get(member) for member in ("winners", "reason", "finished")] for each in (ruled.json(), audited)
            ]
            assert ends[0] == ends[1], seed
        written += 1
    assert written > len(seeds) * 5 // 12
