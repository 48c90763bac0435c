"""The modules of the site answer as the service does, although other libraries parse, check and write in them.

Here they run in a process of this Python, without the browser: the same archive, but for its compiled modules.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from deploy.site.build import modules
from service.media_types import HTML, JSON, MARKDOWN
from tests.contract.corpus import BODIES
from tests.contract.document import CSV, OPERATIONS, WITH_BODY
from tests.http.hostile import VALUES, once_each, violations
from tests.http.mistakes import MISTAKES

ASK = """
import json, sys
from in_page import answered
for line in sys.stdin:
    status, media_type, content = answered(*json.loads(line))
    print(json.dumps([status, media_type, content.decode()]))
"""

PATHS = {each.name: each.path for each in OPERATIONS}


class Asked(NamedTuple):
    """A request as a page sends it."""

    method: str
    path: str
    accept: str
    body: str = ""


class Answered(NamedTuple):
    """What is answered to it."""

    status: int
    media_type: str
    content: str


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which the modules of the site lie."""
    folder = tmp_path_factory.mktemp("arbiter")
    for name, content in modules():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def in_the_site(archive: Path, asked: list[Asked]) -> list[Answered]:
    """Return what the modules of the site answer."""
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", ASK],
        input="".join(json.dumps(each) + "\n" for each in asked),
        capture_output=True,
        text=True,
        timeout=500,
        cwd=archive,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    return [Answered(*json.loads(line)) for line in ended.stdout.splitlines()]


def of_the_service(client: FlaskClient, asked: Asked) -> Answered:
    """Return what the service answers; a problem without the number of the request, which no page has."""
    headers = {"Accept": asked.accept, "Content-Type": JSON}
    answer = client.open(asked.path, method=asked.method, headers=headers, data=asked.body.encode())
    content = answer.text
    if answer.status_code >= 400:
        told: dict[str, Any] = json.loads(content)
        told.pop("instance", None)
        content = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return Answered(answer.status_code, str(answer.content_type), content)


def hold(archive: Path, client: FlaskClient, asked: list[Asked]) -> None:
    """Fail unless the site answers each as the service does."""
    there = in_the_site(archive, asked)
    assert len(there) == len(asked)
    here = [of_the_service(client, each) for each in asked]
    differ = [each for each in zip(asked, here, there, strict=True) if each[1] != each[2]]
    assert differ[:3] == []


def test_the_requests_that_are_kept_get_the_same_bytes(archive: Path, client: FlaskClient) -> None:
    asked = [
        Asked("POST", PATHS[operation], JSON, json.dumps(body))
        for operation, bodies in BODIES.items()
        for body in bodies.values()
    ]
    assert len(asked) > 500
    hold(archive, client, asked)


def test_pages_and_sheets_are_the_same(archive: Path, client: FlaskClient) -> None:
    asked = [
        Asked("POST", PATHS[operation], accept, json.dumps(body))
        for operation, bodies in BODIES.items()
        for body, accept in zip(bodies.values(), (HTML, MARKDOWN, CSV), strict=False)
    ]
    hold(archive, client, asked)


def test_what_is_looked_up_is_the_same(archive: Path, client: FlaskClient) -> None:
    paths = [each.path for each in OPERATIONS if each.is_lookup and "{" not in each.path]
    paths += ["/v1/rulesets/pagat", "/v1/rulesets/pagat/rulebook", "/v1/findings/revoke"]
    asked = [Asked("GET", path, accept) for path in paths if path.startswith("/v1/") for accept in ("", HTML, MARKDOWN)]
    asked.append(Asked("GET", "/v1/rulesets/pagt", JSON))
    hold(archive, client, asked)


def test_mistakes_get_the_same_faults(archive: Path, client: FlaskClient) -> None:
    texts = ["", "{", '{"ruleset": "pagat", "ruleset": 1}', "[" * 40, '{"a": NaN}', '"\\ud800"', "N 1  E 2", "1" * 5000]
    numbers = ["1" * 18, "1" * 19, "9" * 20, "-" + "9" * 19, "1e400", "4.0", "0.5", "-0"]
    asked = [Asked("POST", each.path, JSON, json.dumps(each.body)) for each in MISTAKES]
    asked += [Asked("POST", "/v1/rounds/audit", JSON, text) for text in texts]
    asked += [Asked("POST", "/v1/tricks/judge", JSON, f'{{"ruleset": "pagat", "trick_number": {n}}}') for n in numbers]
    hold(archive, client, asked)


@pytest.mark.long
def test_hostile_bodies_get_the_same_faults(archive: Path, client: FlaskClient) -> None:
    lot = Random(5)
    found = [*chain.from_iterable(violations(operation, lot, 1) for operation in WITH_BODY)]
    found += once_each(lambda: lot.sample(VALUES, 1))
    questions = lot.sample(found, 1_000)
    asked = [
        Asked("POST", each.operation.path, JSON, each.body.decode())
        for each in questions
        if len(each.body) < 20_000 and each.body.isascii()
    ]
    assert len(asked) > 900
    hold(archive, client, asked)


def test_batches_are_left_to_a_server(archive: Path) -> None:
    (answer,) = in_the_site(archive, [Asked("POST", "/v1/rounds/audit/batch", JSON, "{}")])
    assert answer.status == 404
    assert "A server answers batches" in answer.content
