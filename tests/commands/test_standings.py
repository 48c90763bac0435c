"""League tables made from files of games, of results and of answers."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from tests.commands.running import ALONE, error_of, in_process
from tests.contract.corpus import BODIES
from tests.spades.builders.asking import ask
from tests.spades.builders.cards import Json

NAMES = ("the target", "the floor", "sets", "a tie is shared", "another round is needed")
RESULTS: list[Json] = [
    {"standing": {"Bears": {"score": 500, "bags": 2}, "Lions": {"score": 400}}},
    {"standing": {"Lions": {"score": 510}, "Wolves": {"score": 200}}, "labels": {"table": "4"}},
]
SHEET = """\
# players: ana,ben,cy,dee
# team: Bears,ana,cy
round,ana bid,ben bid,cy bid,dee bid,Bears tricks,ben+dee tricks
1,3,4,2,3,6,7
"""
FIFTY = '{"name": "pagat", "overrides": {"game": {"target": 50}}}'


def lines(*values: Json) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in values)


def made(given: bytes, *arguments: str) -> Json:
    """Return the table of what is given, which must work, as JSON."""
    ended = in_process("standings", "-", "--as", "json", *arguments, given=given)
    assert ended.returncode == 0, ended.stderr
    table: Json = json.loads(ended.stdout)
    return table


def rows_of(given: bytes, *arguments: str) -> list[Json]:
    rows: list[Json] = made(given, *arguments)["rows"]
    return rows


def test_results_make_the_table_that_the_service_makes() -> None:
    assert made(lines(*RESULTS)) == ask("makeLeagueTable", {"results": RESULTS})


def test_games_their_answers_and_their_rulings_make_one_table() -> None:
    games = [BODIES["scoreGame"][name] for name in NAMES]
    given = lines(*games)
    rows = rows_of(given)
    assert rows == ask("makeLeagueTable", {"games": games})["rows"]
    for what in ("score", "audit"):
        answered = in_process("games", what, "-", *ALONE, given=given).stdout
        assert rows_of(answered) == rows
        alone = [json.loads(line)["result"] for line in answered.splitlines()]
        assert rows_of(lines(*alone)) == rows
    assert rows_of(json.dumps(games, indent=2).encode()) == rows


def test_a_sheet_in_csv_is_scored_by_the_ruleset_of_the_command(tmp_path: Path) -> None:
    first, second = tmp_path / "one.csv", tmp_path / "two.csv"
    first.write_text(SHEET)
    second.write_text(SHEET.replace("Bears", "Lions").replace("ana", "eve").replace("cy", "fay"))
    ended = in_process("standings", str(first), str(second), "--ruleset", FIFTY, "--as", "json")
    assert ended.returncode == 0, ended.stderr
    rows = json.loads(ended.stdout)["rows"]
    assert {row["team"]: (row["played"], row["won"]) for row in rows} == {
        "ben+dee": (2, 2),
        "Bears": (1, 0),
        "Lions": (1, 0),
    }


def test_the_ruleset_of_the_command_is_for_games_that_name_none() -> None:
    game = {name: value for name, value in BODIES["scoreGame"]["the target"].items() if name != "ruleset"}
    played = [
        row["played"] for row in rows_of(lines(*RESULTS, game, BODIES["scoreGame"]["the target"]), "--ruleset", FIFTY)
    ]
    assert sorted(played) == [1, 1, 2, 2, 2]


def test_options_are_those_of_a_request() -> None:
    given = lines(*RESULTS)
    arguments = ("--order", "won, points_for", "--league-points", '{"win": 3}', "--team", "Hawks", "--team", "Otters")
    assert made(given, *arguments) == ask(
        "makeLeagueTable",
        {
            "results": RESULTS,
            "order": ["won", "points_for"],
            "league_points": {"win": 3},
            "teams": ["Hawks", "Otters"],
        },
    )


def test_players_byes_and_points_taken_off_are_options_too() -> None:
    game = BODIES["scoreGame"]["names for the teams"]
    taken = {"team": "ana", "league_points": -2, "reason": "late"}
    arguments = ("--players", "--bye", "eve", "--bye", "eve", "--adjust", json.dumps(taken))
    expected = ask(
        "makeLeagueTable",
        {"games": [game], "table_of": "players", "byes": ["eve", "eve"], "adjustments": [taken]},
    )
    assert {row["team"] for row in expected["rows"]} == {"ana", "ben", "cy", "dee", "eve"}
    answered = in_process("games", "audit", "-", *ALONE, given=lines(game)).stdout
    for given in (lines(game), answered):
        found = made(given, *arguments)
        assert (found["rows"], found["adjustments"]) == (expected["rows"], [taken])
    page = in_process("standings", "-", *arguments, given=answered).stdout.decode()
    assert "| Player |" in page
    assert "- ana: \N{MINUS SIGN}2, late" in page


def test_what_is_not_in_the_table_is_named() -> None:
    faulty = {**BODIES["scoreGame"]["the target"], "ruleset": "bridge"}
    answered = in_process("games", "score", "-", *ALONE, given=lines(faulty)).stdout
    going_on = {**RESULTS[0], "finished": False}
    given = lines(faulty, RESULTS[0]) + answered + b'{"results": []}\n5\n' + lines(going_on)
    ended = in_process("standings", "-", "--as", "json", given=given)
    assert ended.returncode == 1
    assert [row["played"] for row in json.loads(ended.stdout)["rows"]] == [1, 1]
    told = ended.stderr.decode()
    for number in (1, 3, 4, 5):
        assert f"game {number} is not in the table: " in told
    assert "game 6 is not in the table: The game between Bears and Lions is not over." in told
    assert "#/ruleset: There is no ruleset 'bridge'" in told
    assert "1 of 6 games in the table, 1 not over, 4 with a problem." in told


def test_the_page_calls_what_is_not_in_the_table_by_its_file(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("week1.json", "week2.json")]
    for path, result in zip(paths, (RESULTS[0], {**RESULTS[0], "finished": False}), strict=True):
        path.write_bytes(lines(result))
    page = in_process("standings", *map(str, paths)).stdout.decode()
    assert "week2.json. The game between Bears and Lions is not over.\n" in page
    assert "#/results" not in page


def test_an_audited_game_whose_standing_is_not_known_is_named() -> None:
    game = BODIES["auditGame"]["bids that were not recorded"]
    answered = in_process("games", "audit", "-", *ALONE, given=lines(game)).stdout
    ended = in_process("standings", "-", given=answered)
    assert ended.returncode == 1
    assert b"game 1 is not in the table: The record of this game does not show its standing." in ended.stderr


def test_two_names_of_one_team_are_named_with_their_games() -> None:
    other = {"standing": {"bears": {"score": 1}, "Lions": {"score": 2}}}
    message = error_of(in_process("standings", "-", given=b"5\n" + lines(*RESULTS, other)))
    assert "game 4/standing/bears: 'bears' here and 'Bears' at game 2/standing/Bears differ only in case" in message


def test_what_is_asked_for_is_checked_before_anything_is_read() -> None:
    assert "'point' is not one of" in error_of(in_process("standings", "nowhere", "--order", "point"))
    assert "#/teams" in error_of(in_process("standings", "nowhere", "--team", "a", "--team", "a"))
    assert "nowhere: No such file" in error_of(in_process("standings", "nowhere"))


def test_a_table_is_markdown_unless_another_form_is_asked_for(tmp_path: Path) -> None:
    given = lines(*RESULTS)
    markdown = in_process("standings", "-", given=given)
    assert markdown.stdout.startswith(b"# League table\n")
    assert in_process("standings", "-", "--as", "html", given=given).stdout.startswith(b"<!doctype html>")
    table = [*csv.DictReader(io.StringIO(in_process("standings", "-", "--as", "csv", given=given).stdout.decode()))]
    assert [row["team"] for row in table] == ["Bears", "Lions", "Wolves"]
    output = tmp_path / "table.md"
    assert in_process("standings", "-", "--output", str(output), given=given).stdout == b""
    assert output.read_bytes() == markdown.stdout
    assert "already exists: name a new file" in error_of(
        in_process("standings", "-", "--output", str(output), given=given)
    )


def test_a_season_is_not_held_to_the_limits_of_a_body() -> None:
    season = [
        {"standing": {f"team {index % 50}": {"score": index}, f"team {50 + index % 49}": {"score": 5}}}
        for index in range(9_000)
    ]
    assert sum(row["played"] for row in rows_of(lines(*season))) == 18_000
