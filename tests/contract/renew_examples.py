"""Renew the examples in openapi.yaml: ``python -m tests.contract.renew_examples``, or ``make renew`` with all else.

Every response example becomes the service's answer to the request example of the same name. Nothing else in the file
changes, and a second run changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml
from flask.testing import FlaskClient

from contract.yaml_text import replaced
from service import create_app
from service.wire.contract import OPENAPI_FILE
from tests.contract.corpus import examples
from tests.contract.document import JSON, operations_of


def renewed(text: str, client: FlaskClient) -> str:
    """Return the text of the document with its examples renewed."""
    return replaced(text, dict(_renewals(yaml.load(text, Loader=yaml.CSafeLoader), client)))


def _renewals(document: Any, client: FlaskClient) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield each value to renew as (path of keys, new value)."""
    for operation in operations_of(document):
        asked = {each.name.removeprefix("example "): each for each in examples(operation)}
        for kind, answer in operation.content["responses"]["200"].get("content", {}).items():
            for name in answer.get("examples", {}):
                # A batch is answered in one form, whatever is accepted.
                accept = {} if operation.lines is not None else {"headers": {"Accept": kind}}
                response = asked[name].ask(client, **accept)
                if response.status_code != 200:
                    message = f"{operation.name}, {name}: {response.status}\n{response.text}"
                    raise SystemExit(message)
                where = ("responses", "200", "content", kind, "examples", name, "value")
                shown = response.json if kind == JSON else response.text
                yield ("paths", operation.path, operation.method, *where), shown


if __name__ == "__main__":
    before = OPENAPI_FILE.read_text(encoding="utf-8")
    if (after := renewed(before, create_app().test_client())) != before:
        OPENAPI_FILE.write_text(after, encoding="utf-8")
