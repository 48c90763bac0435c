"""People's mistakes, each sent to the service: what is answered says what to write instead."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from flask.testing import FlaskClient

from service.wire.faults import wrong_values
from tests.http.failures import problem_in
from tests.http.mistakes import MISTAKES, REQUESTS
from tests.http.wire import Answer

_LONGEST_DETAIL = 600


def test_there_are_many() -> None:
    assert len(MISTAKES) >= 170
    assert max(Counter(mistake.name for mistake in MISTAKES).values()) == 1
    assert sum(len(mistake.faults) > 1 for mistake in MISTAKES) >= 30


def test_nothing_is_wrong_without_the_mistake(client: FlaskClient) -> None:
    assert {name: client.post(path, json=body).status_code for name, (path, body) in REQUESTS.items()} == (
        dict.fromkeys(REQUESTS, 200)
    )


def test_each_is_answered_by_what_to_write_instead(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for mistake in MISTAKES:
        with subtests.test(mistake.name):
            sent = json.dumps(mistake.body, ensure_ascii=False).encode()
            answer = Answer.of(client.post(mistake.path, data=sent, content_type="application/json"))
            errors = problem_in(answer, client, 422, mistake.slug)["errors"]
            assert [(each["pointer"], each["code"]) for each in errors] == [fault[:2] for fault in mistake.faults]
            for error, (_, _, words) in zip(errors, mistake.faults, strict=True):
                assert words in error["detail"]
                assert len(error["detail"]) <= _LONGEST_DETAIL


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("score", {"bids_by_player": {"ana": 3, "ben": 4, "cy": 2, "dee": 0}, "blind_bidders": ["dee"], "bids": None}),
        ("score", {"ruleset": {"name": "pagat", "overrides": {"bags": {"limit": 0}}}}),
        ("score", {"teams": [{"name": "Bears", "players": ["ana", "cy"]}], "tricks_won": {"Bears": 8, "ben+dee": 5}}),
        ("audit", {"hands": {"ana": ["AS", "KS"]}}),
        (
            "resolve",
            {
                "ruleset": {
                    "name": "pagat",
                    "overrides": {"contracts": [{"least": 10, "most": 10, "made": {"points": 200}}]},
                }
            },
        ),
    ],
)
def test_what_is_advised_is_answered(client: FlaskClient, name: str, changes: dict[str, object]) -> None:
    path, body = REQUESTS[name]
    sent = {member: value for member, value in {**body, **changes}.items() if value is not None}
    assert client.post(path, json=sent).status_code == 200


def test_each_shape_of_a_wrong_value_is_among_them(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = wrong_values.SHAPES
    numbered = tuple(shape._replace(sentence=f"Shape {index}.") for index, shape in enumerate(shapes))
    monkeypatch.setattr(wrong_values, "SHAPES", numbered)
    said = "".join(client.post(mistake.path, json=mistake.body).get_data(as_text=True) for mistake in MISTAKES)
    assert [shape for index, shape in enumerate(shapes) if f"Shape {index}." not in said] == []
