"""The mistakes of newcomers, each sent to the service: what is answered says what to write instead."""

from __future__ import annotations

from collections import Counter

import pytest
from flask.testing import FlaskClient

from tests.http.claim_mistakes import CLAIM_MISTAKES
from tests.http.failures import problem_in
from tests.http.league_mistakes import LEAGUE_MISTAKES
from tests.http.mistakes import MISTAKES, Mistake
from tests.http.wire import Answer

_LONGEST_DETAIL = 600
ALL = (*MISTAKES, *LEAGUE_MISTAKES, *CLAIM_MISTAKES)


def test_there_are_many() -> None:
    assert len(MISTAKES) >= 70
    assert max(Counter(mistake.name for mistake in ALL).values()) == 1
    assert sum(len(mistake.faults) > 1 for mistake in MISTAKES) >= 15


@pytest.mark.parametrize("mistake", ALL, ids=lambda mistake: mistake.name)
def test_it_is_answered_by_what_to_write_instead(mistake: Mistake, client: FlaskClient) -> None:
    answer = Answer.of(client.post(mistake.path, data=mistake.bytes, content_type="application/json"))
    problem = problem_in(answer, client, 422, mistake.slug)
    errors = problem["errors"]
    assert [(each["pointer"], each["code"]) for each in errors] == [fault[:2] for fault in mistake.faults]
    for error, (_, _, words) in zip(errors, mistake.faults, strict=True):
        assert words in error["detail"]
        assert len(error["detail"]) <= _LONGEST_DETAIL
