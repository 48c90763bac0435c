"""What is answered can be sent back: a bid that is open, one that was scored, a ruleset, and what was read."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.contract.document import SCHEMAS, WITH_BODY
from tests.http.bodies import AUDIT, AUDIT_GAME, BIDS, COMPARE_ROUND, GAME, SCORE

PLAYERS = ["ana", "ben", "cy", "dee"]
ALL_KINDS = {
    "name": "pagat",
    "overrides": {
        "bids": {
            "zero": {"allowed": True},
            "nil": {"deficit": 0},
            "blind": {"allowed": True, "deficit": 0},
            "blind_nil": {"allowed": True, "deficit": 0},
        }
    },
}
RECORD: dict[str, Any] = {"players": PLAYERS, "tricks": []}
ROW: dict[str, Any] = {"tricks_won": {"ana": 3, "ben": 3, "cy": 4, "dee": 3}}


def requests_with(bids: list[Any]) -> dict[str, Any]:
    """Return a request of each operation that takes bids, by its path."""
    ruled = {"ruleset": ALL_KINDS, "players": PLAYERS}
    return {
        BIDS: {**ruled, "bids": bids},
        SCORE: {**ruled, **ROW, "bids": bids},
        AUDIT: {**ruled, "tricks": [], "bids": bids},
        "/v1/rounds/next": {**ruled, "bids": bids},
        COMPARE_ROUND: {"rulesets": [ALL_KINDS, "pagat"], "players": PLAYERS, "tricks": [], "bids": bids},
        GAME: {**ruled, "rounds": [{**ROW, "bids": bids}]},
        AUDIT_GAME: {**ruled, "rounds": [{**ROW, "bids": bids}]},
    }


OTHERS = [{"player": name, "tricks": 3} for name in PLAYERS[1:]]


def test_a_bid_that_is_open_can_be_sent_as_a_bid(client: FlaskClient) -> None:
    asked = {"ruleset": ALL_KINDS, "players": PLAYERS, "dealer": "dee", "bids": []}
    answer = client.post(BIDS, json=asked).get_json()
    bids = [{"player": answer["next_bidder"], **each} for each in answer["open"]]
    assert {bid["kind"] for bid in bids} == {*SCHEMAS["BidKind"]["enum"]}
    for bid in [bid for bid in bids if bid["tricks"] < 4]:
        for path, body in requests_with([bid, *OTHERS]).items():
            answered = client.post(path, json=body)
            assert answered.status_code == 200, (path, bid, answered.text)


def test_every_operation_with_bids_is_asked() -> None:
    taking = {
        each.path
        for each in WITH_BODY
        if "Bids" in str(SCHEMAS[str((each.body or {})["schema"]["$ref"]).rpartition("/")[2]].get("properties"))
        or each.path in {GAME, AUDIT_GAME}
    }
    # A claim to judge needs all hands open; the others take what a text says.
    assert taking - {"/v1/claims/judge", "/v1/records/write"} == {*requests_with([])}


@pytest.mark.parametrize("kind", ["nil", "zero", "blind_nil"])
def test_a_kind_that_contradicts_the_number_is_refused_with_its_fix(kind: str, client: FlaskClient) -> None:
    for path, body in requests_with([{"player": "ana", "tricks": 4, "kind": kind}, *OTHERS]).items():
        if path != COMPARE_ROUND:  # which says of each ruleset what it can't read
            (error,) = client.post(path, json=body).get_json()["errors"]
            assert error["code"] == "kind_of_bid"
            assert error["pointer"].endswith("/bids/0/kind")
            assert error["detail"].endswith('and this one is for 4: write the kind "number" or "blind".')


def test_what_an_answer_says_beside_a_bid_is_left_out(client: FlaskClient) -> None:
    for member, value in (("counts_as", 4), ("condition", {"code": "blind_bid_not_allowed"})):
        body = requests_with([{"player": "ana", "tricks": 4, "kind": "number", member: value}, *OTHERS])[SCORE]
        (error,) = client.post(SCORE, json=body).get_json()["errors"]
        assert (error["pointer"], error["code"]) == (f"#/bids/0/{member}", "additionalProperties")
        assert f"There is no member '{member}' here: leave it out" in error["detail"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/records/read", {"text": "N E S W\nN 2 E 5 S nil W 1\nN QD 2D 5D 3D\n", "format": "shorthand"}),
        ("/v1/records/write", {"record": RECORD, "format": "shorthand"}),
    ],
)
def test_the_former_name_of_a_notation_is_answered_with_the_new_one(
    path: str, body: dict[str, Any], client: FlaskClient
) -> None:
    errors = {each["pointer"]: each["detail"] for each in client.post(path, json=body).get_json()["errors"]}
    assert errors["#/format"].startswith("There is no member 'format' here: write notation.")
    assert client.post(path, json={"notation": body.pop("format"), **body}).status_code == 200
