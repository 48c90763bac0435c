"""The library answers as the service does, in the shapes that it promises."""

from __future__ import annotations

import pickle
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from flask.testing import FlaskClient
from mypy import api

from service import library
from service.library import Problem, audit, legal, next_play, read, score, score_game, shapes, standings
from tests.contract.corpus import bodies_of

ROOT = Path(__file__).parent.parent.parent
GUIDE = (ROOT / "docs" / "how-to" / "use-as-a-library.md").read_text()
PROGRAM, PRINTED = re.findall(r"```(?:python|text)\n(.*?)```", GUIDE, re.DOTALL)
OPERATIONS: dict[str, tuple[str, Callable[[Any], Any], type]] = {
    "auditRound": ("/v1/rounds/audit", audit, shapes.Ruling),
    "scoreRound": ("/v1/rounds/score", score, shapes.RoundScore),
    "nextInRound": ("/v1/rounds/next", next_play, shapes.TurnAnswer),
    "listLegalPlays": ("/v1/plays/legal", legal, shapes.PlaysAnswer),
    "scoreGame": ("/v1/games/score", score_game, shapes.GameScore),
    "makeLeagueTable": ("/v1/standings", standings, shapes.LeagueTable),
    "readRecords": (
        "/v1/records/read",
        lambda body: read(body["text"], notation=body.get("notation"), ruleset=body.get("ruleset")),
        shapes.RecordsRead,
    ),
}


def mismatches(value: Any, shape: Any, place: str = "#") -> Iterator[str]:  # noqa: C901 - a case for each kind of type
    """Yield where a value does not have the shape that a type promises."""
    origin = get_origin(shape)
    if is_typeddict(shape):
        if not isinstance(value, dict):
            yield f"{place} is {value!r}"
            return
        members = get_type_hints(shape)
        yield from (f"{place}/{name} is missing" for name in shape.__required_keys__ - value.keys())
        yield from (f"{place}/{name} is unknown" for name in value.keys() - members.keys())
        for name in value.keys() & members.keys():
            yield from mismatches(value[name], members[name], f"{place}/{name}")
    elif origin is Literal:
        yield from [] if value in get_args(shape) else [f"{place} is {value!r}"]
    elif origin is list:
        for number, item in enumerate(value):
            yield from mismatches(item, get_args(shape)[0], f"{place}/{number}")
    elif origin is dict:
        for name, member in value.items():
            yield from mismatches(member, get_args(shape)[1], f"{place}/{name}")
    elif get_args(shape):
        each = [list(mismatches(value, part, place)) for part in get_args(shape)]
        yield from min(each, key=len)
    elif type(value) is not shape:
        yield f"{place} is {value!r}"


BRIEF = {
    shapes.Ruling: shapes.BriefRuling, shapes.RoundScore: shapes.BriefRoundScore,
    shapes.PlaysAnswer: shapes.BriefPlaysAnswer, shapes.GameScore: shapes.BriefGameScore,
}
SERVER = {"flask", "werkzeug", "gunicorn", "prometheus_client"}


def test_it_loads_no_server() -> None:
    loaded = "import sys, service.library; print(*{name.partition('.')[0] for name in sys.modules})"
    ended = subprocess.run([sys.executable, "-c", loaded], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "marshmallow" in ended.stdout.split()
    assert SERVER & {*ended.stdout.split()} == set()


@pytest.mark.parametrize("operation", OPERATIONS)
def test_it_answers_as_the_service_does_in_the_shapes_that_it_promises(operation: str, client: FlaskClient) -> None:
    path, function, shape = OPERATIONS[operation]
    asked = bodies_of(operation).values()
    assert len(asked) >= 10
    for body in asked:
        over_http = client.post(path, json=body)
        if over_http.status_code == 200:
            answer = function(body)
            assert answer == over_http.get_json()
            assert list(mismatches(answer, BRIEF.get(shape, shape) if "answer" in answer else shape)) == []
        else:
            with pytest.raises(Problem) as raised:
                function(body)
            told = {name: member for name, member in over_http.get_json().items() if name != "instance"}
            (members,) = raised.value.args
            assert members == told
            assert list(mismatches(members, shapes.Problem)) == []


def test_a_problem_has_the_members_of_the_services_and_survives_a_queue() -> None:
    with pytest.raises(Problem, match=r"1 fault\.\n#/players/1: 'a' sits at the table twice") as raised:
        audit({"ruleset": "pagat", "players": ["a", "a", "b", "c"], "tricks": []})
    for problem in (raised.value, pickle.loads(pickle.dumps(raised.value))):  # noqa: S301 - its own
        assert (problem.type, problem.status) == ("/problems/unreadable-record", 422)
        assert (problem.detail, problem.errors_truncated) == ("1 fault.", False)
        assert [error["pointer"] for error in problem.errors] == ["#/players/1"]


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        ({"players": [float("nan")]}, "not-json"),
        ({"players": ["\ud800"]}, "not-json"),
        ({"labels": {"x": "y" * 40_000}}, "too-large"),
        ([], "contract-violation"),
        (None, "contract-violation"),
    ],
)
def test_what_the_service_refuses_is_a_problem(record: Any, kind: str) -> None:
    with pytest.raises(Problem) as raised:
        audit(record)
    assert raised.value.type == f"/problems/{kind}"


def test_what_no_json_can_say_is_a_wrong_type_or_value() -> None:
    within_itself: list[Any] = []
    within_itself.append(within_itself)
    wrong: Any
    for wrong, error in (({"players": {"ana"}}, TypeError), ({"players": within_itself}, ValueError)):
        with pytest.raises(error):
            audit(wrong)


def test_the_program_shown_prints_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "spades_arbiter", library)
    (tmp_path / "evening.py").write_text(PROGRAM)
    runpy.run_path(str(tmp_path / "evening.py"))
    assert capsys.readouterr().out == PRINTED


def test_the_types_tell_a_wrong_program_from_the_one_shown(tmp_path: Path) -> None:
    package = tmp_path / "spades_arbiter"
    package.symlink_to(ROOT / "service" / "library")
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(PROGRAM)
    wrong.write_text(PROGRAM.replace('ruling["verdict"]', 'ruling["verdicts"]'))
    said = [
        api.run([str(file), "--strict", "--config-file", "", "--follow-untyped-imports"]) for file in (right, wrong)
    ]
    assert [status for *_, status in said] == [0, 1], said
    assert '"verdicts"' in said[1][0]
