"""The forms of an answer: brief, full and with a summary, which change nothing in what is answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from service import create_app
from service.operations import runner
from service.operations.operation import Computation
from service.operations.runner import HANDLERS
from service.wire import ruling_json
from service.wire.exchange import BRIEF, FULL, WITH_SUMMARY
from tests.contract.corpus import BODIES
from tests.contract.document import OPERATIONS
from tests.spades.builders.asking import ask

Json = Any
FORMS = {name: each.forms for name, each in HANDLERS.items() if isinstance(each, Computation) and each.forms}
MOST_BYTES = {"listLegalPlays": 400, "scoreGame": 600, "auditGame": 600, "scoreRound": 300}
SCORES = ("as_played", "as_ruled", "teams")


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def both(operation: str) -> Iterator[tuple[str, Json, Json]]:
    """Yield every request of the corpus to an operation by its title, with its full and its brief answer."""
    for title, body in BODIES[operation].items():
        yield title, ask(operation, {**body, "answer": FULL}), ask(operation, {**body, "answer": BRIEF})


def test_whatever_scores_or_audits_can_be_brief() -> None:
    assert FORMS.keys() == {"scoreRound", "auditRound", "scoreGame", "auditGame", "listLegalPlays"}
    assert all(BRIEF in forms for forms in FORMS.values())
    assert {name for name, forms in FORMS.items() if WITH_SUMMARY in forms} == {"auditRound", "auditGame"}


@pytest.mark.parametrize("operation", FORMS)
def test_a_brief_answer_says_what_the_full_one_says(operation: str, subtests: pytest.Subtests) -> None:
    for title, full, brief in both(operation):
        with subtests.test(title=title):
            assert brief.pop("answer") == BRIEF
            assert "answer" not in full
            offences = [each for each in full.get("findings", ()) if each["severity"] == "offence"]
            said = brief.pop("offences", [])
            assert [(each["code"], each["pointer"], each.get("player")) for each in said] == [
                (each["code"], each["pointer"], each.get("player")) for each in offences
            ]
            for scores in SCORES:
                sides = [{name: side[name] for name in ("team", "points", "after")} for side in full.get(scores, ())]
                for side in sides:
                    side["after"] = {name: total for name, total in side["after"].items() if total or name == "score"}
                assert brief.pop(scores, []) == sides
            summary = brief.pop("summary", None)
            if operation == "auditRound":
                assert summary == ask(operation, {**BODIES[operation][title], "answer": WITH_SUMMARY})["summary"]
            assert brief == {name: full[name] for name in brief}


@pytest.mark.parametrize("operation", MOST_BYTES)
def test_a_brief_answer_is_short(operation: str, subtests: pytest.Subtests) -> None:
    for title, body in BODIES[operation].items():
        if len(body.get("players", ())) not in {0, 4} or body.get("labels"):
            continue  # each side more has its standing, and labels are the client's
        with subtests.test(title=title):
            brief = ask(operation, {**body, "answer": BRIEF})
            if len(brief.get("teams") or brief.get("standing") or ()) > 2 or brief.keys() & {"offences", "standings"}:
                continue
            assert len(orjson.dumps(brief)) <= MOST_BYTES[operation]


def test_a_brief_answer_is_a_fraction_of_the_full_one() -> None:
    for operation in FORMS:
        sizes = [(len(orjson.dumps(full)), len(orjson.dumps(brief))) for _, full, brief in both(operation)]
        assert sum(brief for _, brief in sizes) < sum(full for full, _ in sizes) / 2, operation


def test_the_form_is_no_part_of_the_id() -> None:
    for operation, forms in FORMS.items():
        title, body = next(iter(BODIES[operation].items()))
        ids = {ask(operation, {**body, "answer": form})["ruling_id"] for form in (FULL, *forms)}
        assert ids == {ask(operation, body)["ruling_id"]}, title


def test_full_is_what_a_request_gets_that_asks_for_no_form() -> None:
    for operation in FORMS:
        body = next(iter(BODIES[operation].values()))
        assert ask(operation, {**body, "answer": FULL}) == ask(operation, body)


@pytest.mark.parametrize(("operation", "refused"), [("scoreRound", WITH_SUMMARY), ("auditRound", "short")])
def test_a_form_that_an_operation_does_not_have_is_refused(operation: str, refused: str) -> None:
    body = {**next(iter(BODIES[operation].values())), "answer": refused}
    problem = ask(operation, body, 422)
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == [("#/answer", "enum")]


def test_what_has_no_forms_has_no_member_for_them() -> None:
    for operation in ("checkBids", "judgeTrick", "compareRound", "makeLeagueTable"):
        body = {**next(iter(BODIES[operation].values())), "answer": BRIEF}
        problem = ask(operation, body, 422)
        assert ("#/answer", "additionalProperties") in {(each["pointer"], each["code"]) for each in problem["errors"]}


@pytest.mark.parametrize("operation", [name for name in FORMS if name != "listLegalPlays"])
def test_each_line_of_a_batch_has_the_form_that_it_asks_for(operation: str, client: FlaskClient) -> None:
    (path,) = (each.path for each in OPERATIONS if each.name == operation)
    body = next(iter(BODIES[operation].values()))
    lines = [{**body, "answer": form} for form in (BRIEF, FULL, BRIEF)]
    sent = "\n".join(map(json.dumps, lines))
    answer = client.post(f"{path}/batch", data=sent, content_type="application/x-ndjson")
    results = [json.loads(line)["result"] for line in answer.text.splitlines()]
    assert results == [ask(operation, line) for line in lines]
    assert [each.get("answer") for each in results] == [BRIEF, None, BRIEF]


@pytest.mark.parametrize("operation", [name for name in FORMS if name != "listLegalPlays"])
def test_a_page_does_not_depend_on_the_form(operation: str, client: FlaskClient) -> None:
    (path,) = (each.path for each in OPERATIONS if each.name == operation)
    body = next(iter(BODIES[operation].values()))
    for accept in ("text/html", "text/markdown"):
        pages = [
            client.post(path, json={**body, "answer": form}, headers={"Accept": accept}).data
            for form in (FULL, *FORMS[operation])
        ]
        assert len(set(pages)) == 1
        assert pages[0]


def test_a_brief_answer_about_a_game_makes_none_of_its_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    made = ruling_json.round_of_game_json

    def noted(played: Any, *arguments: Any) -> Any:
        asked.append(played.number)
        return made(played, *arguments)

    monkeypatch.setattr(ruling_json, "round_of_game_json", noted)
    for operation in ("scoreGame", "auditGame"):
        body = next(iter(BODIES[operation].values()))
        assert body["rounds"]
        for form, rounds in ((BRIEF, []), (FULL, [*range(1, len(body["rounds"]) + 1)])):
            asked.clear()
            runner.answer(operation, orjson.dumps({**body, "answer": form}))
            assert asked == rounds


@pytest.mark.parametrize("body", BODIES["listLegalPlays"].values())
def test_no_text_of_a_rule_is_repeated(body: Json) -> None:
    texts = [each["rule"]["text"] for each in ask("listLegalPlays", {**body, "answer": "full"})["illegal"]]
    assert len(set(texts)) == len(texts)
