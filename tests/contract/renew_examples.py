"""Renew the examples in openapi.yaml: ``python -m tests.contract.renew_examples``, or ``make renew`` with all else.

Every response example becomes the service's answer to the request example of the same name. Nothing else in the file
changes, and a second run changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from flask.testing import FlaskClient

from contract.yaml_text import replaced
from service import create_app
from service.wire.contract import OPENAPI_FILE
from tests.contract.document import JSON, operations_of


def renewed(text: str, client: FlaskClient) -> str:
    """Return the text of the document with its examples renewed."""
    return replaced(text, dict(_renewals(yaml.load(text, Loader=yaml.CSafeLoader), client)))


def _renewals(document: Any, client: FlaskClient) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield each value to renew as (path of keys, new value)."""
    for operation in operations_of(document):
        for kind, answer in operation.content["responses"]["200"].get("content", {}).items():
            for name in answer.get("examples", {}):
                # A batch is answered in one form, whatever is accepted.
                accept = {} if operation.lines is not None else {"headers": {"Accept": kind}}
                response = operation.ask(client, name, **accept)
                if response.status_code != 200:
                    message = f"{operation.name}, {name}: {response.status}\n{response.text}"
                    raise SystemExit(message)
                where = ("responses", "200", "content", kind, "examples", name, "value")
                shown = response.json if kind == JSON else response.text
                yield ("paths", operation.path, operation.method, *where), shown


def main(file: Path = OPENAPI_FILE) -> None:
    """Renew the examples of the document."""
    client = create_app().test_client()
    before = file.read_bytes()
    after = renewed(before.decode(), client).encode()
    # The file may have changed while the answers were computed; then start again from its new content.
    while (now := file.read_bytes()) != before:
        before, after = now, renewed(now.decode(), client).encode()
    if after != before:
        file.write_bytes(after)


if __name__ == "__main__":
    main()
