"""Renew the examples in openapi.yaml: ``python -m tests.contract.renew_examples``.

Every response example becomes the service's answer to the request example of the same name, and the lists of finding
codes and score line codes become those of the core. Nothing else in the file changes, and a second run changes nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from flask.testing import FlaskClient

from service import create_app
from service.spades.catalogue.finding_codes import CODES
from service.spades.scoring.model import LINE_CODES
from service.wire.contract import OPENAPI_FILE
from tests.contract.document import JSON, operations_of

WIDTH = 110
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_+]*", re.ASCII)
_VOCABULARIES = {
    ("FindingCode",): CODES,
    ("ScoreLine", "properties", "code"): LINE_CODES,
}


def renewed(text: str, client: FlaskClient) -> str:
    """Return the text of the document with its examples renewed."""
    for path, value in _renewals(yaml.safe_load(text), client):
        text = _replaced(text, path, value)
    return text


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
    for place, codes in _VOCABULARIES.items():
        yield ("components", "schemas", *place, "examples"), list(codes)


def _replaced(text: str, path: tuple[str, ...], value: Any) -> str:
    """Return the text with the value at a path of keys replaced and every other byte unchanged."""
    node: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    key = node
    for name in path:
        key, node = next(pair for pair in node.value if pair[0].value == name)
    lines = text.splitlines(keepends=True)
    first, indent = key.start_mark.line, key.start_mark.column
    if lines[first][:indent].strip():
        message = f"line {first + 1}: {path[-1]} must begin its line"
        raise SystemExit(message)
    # A flow value ends at its end mark; a block continues as long as lines are indented deeper.
    last = node.end_mark.line if isinstance(node, yaml.CollectionNode) and node.flow_style else first
    for number in range(last + 1, len(lines)):
        line = lines[number]
        if line.strip():
            if len(line) - len(line.lstrip()) <= indent:
                break
            last = number
    written = [line + "\n" for line in _labelled(f"{path[-1]}:", value, indent)]
    return "".join([*lines[:first], *written, *lines[last + 1 :]])


def _labelled(label: str, value: Any, indent: int) -> list[str]:
    """Return the lines of a key and its value: on one line if the value is short, or else indented below."""
    line = f"{' ' * indent}{label} {_flow(value)}"
    if _short(value, line):
        return [line]
    return [f"{' ' * indent}{label}", *_block(value, indent + 2)]


def _block(value: Any, indent: int) -> list[str]:
    """Return the lines of a value that does not fit on one line."""
    margin = " " * indent
    if isinstance(value, dict):
        return [line for key, member in value.items() for line in _labelled(f"{_key(key)}:", member, indent)]
    if not any(isinstance(item, dict | list) for item in value):
        return [f"{margin}[", *_filled([_flow(item) for item in value], indent + 2), f"{margin}]"]
    lines = []
    for item in value:
        line = f"{margin}- {_flow(item)}"
        inner = [line.removeprefix(f"{margin}- ")] if _short(item, line) else _block(item, indent + 2)
        lines += [f"{margin}- {inner[0].strip()}", *inner[1:]]
    return lines


def _filled(items: list[str], indent: int) -> list[str]:
    """Return items, each followed by a comma, on as few lines as possible."""
    lines = [" " * indent + items[0] + ","]
    for item in items[1:]:
        if len(lines[-1]) + len(item) + 2 <= WIDTH:
            lines[-1] += f" {item},"
        else:
            lines.append(" " * indent + item + ",")
    return lines


def _short(value: Any, line: str) -> bool:
    """Return whether a value is written on one line: scalars always are, lists of objects never."""
    if not isinstance(value, dict | list) or not value:
        return True
    if isinstance(value, list) and _depth(value) > 1:
        return False
    return _depth(value) <= 2 and len(line) <= WIDTH


def _depth(value: Any) -> int:
    if not isinstance(value, dict | list):
        return 0
    return 1 + max(map(_depth, value.values() if isinstance(value, dict) else value), default=0)


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {_flow(member)}" for key, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    """Return a key, quoted if YAML could read it as anything but text."""
    plain = _PLAIN_KEY.fullmatch(name) and yaml.safe_load(name) == name
    return name if plain else json.dumps(name, ensure_ascii=False)


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
