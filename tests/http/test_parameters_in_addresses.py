"""Parameters in the address: no operation has any, and one that is sent is never ignored."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.contract.corpus import CORPUS, Request

ONE_OF_EACH = {request.operation.name: request for request in CORPUS}


@pytest.mark.parametrize("request_", ONE_OF_EACH.values(), ids=[*ONE_OF_EACH])
def test_an_operation_refuses_them(request_: Request, client: FlaskClient) -> None:
    assert request_.ask(client).status_code == 200
    refused = request_.ask(client, query_string={"option": "shrt"})
    assert refused.status_code == 400
    told = refused.get_json()
    assert told["type"] == "/problems/bad-request"
    instead = (
        "this address has no parameters. Options are put in a body, by POST."
        if request_.operation.is_lookup or request_.operation.method == "get"
        else "the whole request is in the body."
    )
    assert told["detail"] == f"Leave out '?option=shrt': {instead}"


def test_pages_of_the_desk_may_have_them(client: FlaskClient) -> None:
    """Whoever shares a link may have had something added to it."""
    assert client.get("/desk?utm_source=mail").status_code == 200
    assert client.get("/?utm_source=mail").status_code == 200
