"""Renew the answers that the contract shows: ``python -m tests.contract.renew_examples``, a part of ``make renew``.

Every example of an answer, a file in contract/examples that `openapi.yaml` names, becomes the service's answer to the
request example of the same name. A second run changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import yaml
from flask.testing import FlaskClient

from service import create_app
from service.wire.contract import OPENAPI_FILE
from tests.contract.corpus import examples
from tests.contract.document import JSON, operations_of


def renewed(client: FlaskClient) -> Iterator[tuple[Path, bytes]]:
    """Yield the file of each example with what it should hold."""
    for operation in operations_of(yaml.load(OPENAPI_FILE.read_bytes(), Loader=yaml.CSafeLoader)):
        asked = {each.name.removeprefix("example "): each for each in examples(operation)}
        for kind, answer in operation.content["responses"]["200"].get("content", {}).items():
            for name, example in answer.get("examples", {}).items():
                # A batch is answered in one form, whatever is accepted.
                accept = {} if operation.lines is not None else {"headers": {"Accept": kind}}
                response = asked[name].ask(client, **accept)
                if response.status_code != 200:
                    message = f"{operation.name}, {name}: {response.status}\n{response.text}"
                    raise SystemExit(message)
                shown = response.data
                if kind == JSON:
                    shown = (json.dumps(response.json, indent=2, ensure_ascii=False) + "\n").encode()
                yield OPENAPI_FILE.parent / example["externalValue"], shown


if __name__ == "__main__":
    for file, shown in renewed(create_app().test_client()):
        file.write_bytes(shown)
