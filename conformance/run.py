#!/usr/bin/env python3
"""Send the vectors of this folder to a service, and print where its answers differ from what the rules decide.

    python conformance/run.py http://127.0.0.1:8000 [--only scoring]

README.md says what a vector states. The exit status is 0 if all answers agree, 1 if some differ, and 2 if the vectors
can't be run. Needs nothing but Python 3.11.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

FOLDER = Path(__file__).parent
OK = 200
PATIENCE = 30.0  # seconds for one answer
SHOWN = 200  # characters of a value


def main(arguments: list[str] | None = None) -> int:
    """Run the vectors and return the exit status."""
    manifest = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(description="Compare the answers of a service with the conformance vectors.")
    parser.add_argument("address", help="where the service is, such as http://127.0.0.1:8000")
    parser.add_argument("--only", action="append", choices=list(manifest["levels"]), help="run this level alone")
    options = parser.parse_args(arguments)
    try:
        service = urlsplit(options.address)
        port = service.port
    except ValueError as error:
        parser.error(f"{options.address!r} is no address such as http://127.0.0.1:8000: {error}")
    if service.scheme not in {"http", "https"} or not service.hostname:
        parser.error(f"{options.address!r} is no address such as http://127.0.0.1:8000")
    run: Counter[str] = Counter()
    agree: Counter[str] = Counter()
    make = HTTPSConnection if service.scheme == "https" else HTTPConnection
    connection = make(service.hostname, port, timeout=PATIENCE)
    for vector in vectors(manifest, options.only or ()):
        try:
            found = answer(connection, service.path.rstrip("/"), manifest, vector)
        except (OSError, HTTPException) as error:
            print(f"no answer from {options.address}: {error}", file=sys.stderr)
            return 2
        lines = list(differing(vector, *found, manifest))
        run[vector["level"]] += 1
        agree[vector["level"]] += not lines
        if lines:
            print("\n".join([f"{vector['id']}  ({vector['source']})", *(f"    {line}" for line in lines)]))
    connection.close()
    for level, count in run.items():
        print(f"{level}: {agree[level]} of {count} agree")
    return int(run != agree)


def vectors(manifest: dict[str, Any], levels: Collection[str]) -> Iterator[dict[str, Any]]:
    """Yield the vectors of these levels, or of all."""
    for name in manifest["files"]:
        for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
            vector = json.loads(line)
            if not levels or vector["level"] in levels:
                yield vector


def answer(connection: HTTPConnection, base: str, manifest: dict[str, Any], vector: dict[str, Any]) -> tuple[int, Any]:
    """Return the status and the JSON with which the service answers the request of a vector."""
    operation = manifest["operations"][vector["operation"]]
    path, body, headers = operation["path"], None, {"Accept": "application/json"}
    if operation["method"] == "GET":
        path = path.format(**{name: quote(value, safe="") for name, value in vector["request"].items()})
    elif operation.get("lines"):
        body = "".join(json.dumps(line) + "\n" for line in vector["request"])
        headers = {"Content-Type": "application/octet-stream"}
    else:
        body = vector["body"] if "body" in vector else json.dumps(vector["request"])
        headers["Content-Type"] = "application/json"
    connection.request(operation["method"], base + path, body and body.encode(), headers)
    response = connection.getresponse()
    received = response.read()
    try:
        content = received.decode()
        if operation.get("lines") and response.status == OK:
            return response.status, [json.loads(line) for line in content.splitlines()]
        return response.status, json.loads(content)
    except ValueError:
        return response.status, received.decode(errors="replace")


def differing(vector: dict[str, Any], status: int, content: Any, manifest: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each thing in which an answer differs from what a vector states."""
    if status != vector.get("status", OK):
        yield f"the status is {status} instead of {vector.get('status', 200)}: {shown(content)}"
    else:
        yield from differences(vector["answer"], content, manifest["unordered"])


def differences(stated: Any, found: Any, unordered: Collection[str], pointer: str = "") -> Iterator[str]:
    """Yield a line for each difference, with its JSON Pointer into the answer; members not stated are not compared."""
    if isinstance(stated, dict) and isinstance(found, dict):
        for name, value in stated.items():
            place = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
            yield from _in_member(value, found.get(name), unordered, place)
    elif isinstance(stated, list) and isinstance(found, list):
        if pointer.rpartition("/")[2] in unordered:
            yield from _in_any_order(stated, found, unordered, pointer)
        elif len(stated) != len(found):
            yield f"{pointer} has {len(found)} items instead of {len(stated)}: {shown(found)}"
        else:
            for at, (value, other) in enumerate(zip(stated, found, strict=True)):
                yield from differences(value, other, unordered, f"{pointer}/{at}")
    elif type(stated) is not type(found) or stated != found:
        yield f"{pointer} is {shown(found)} instead of {shown(stated)}"


def _in_member(stated: Any, found: Any, unordered: Collection[str], pointer: str) -> Iterator[str]:
    """Yield what differs in a member; None stands for one that is not there, as no answer has a null."""
    if stated is None and found is not None:
        yield f"{pointer} should not be there, but is {shown(found)}"
    elif stated is not None and found is None:
        yield f"{pointer} is missing; it should be {shown(stated)}"
    elif stated is not None:
        yield from differences(stated, found, unordered, pointer)


def _in_any_order(stated: list[Any], found: list[Any], unordered: Collection[str], pointer: str) -> Iterator[str]:
    pairs = matched(stated, found, unordered)
    yield from (f"{pointer} lacks {shown(value)}" for at, value in enumerate(stated) if at not in pairs)
    used = set(pairs.values())
    yield from (f"{pointer} should not have {shown(value)}" for at, value in enumerate(found) if at not in used)


def matched(stated: list[Any], found: list[Any], unordered: Collection[str]) -> dict[int, int]:
    """Return which item found goes with which item stated, such that as many as possible do (augmenting paths)."""
    fits = [[at for at, other in enumerate(found) if not any(differences(value, other, unordered))] for value in stated]
    taken: dict[int, int] = {}  # item found: item stated

    def place(item: int, tried: set[int]) -> bool:
        for at in fits[item]:
            if at not in tried:
                tried.add(at)
                if at not in taken or place(taken[at], tried):
                    taken[at] = item
                    return True
        return False

    for item in range(len(stated)):
        place(item, set())
    return {item: at for at, item in taken.items()}


def shown(value: Any) -> str:
    """Return a value as one short text."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as reason:  # the results can't be written, or the vectors not read
        sys.stderr.write(f"{reason}\n")
        os._exit(2)  # without another attempt to write what is left of the results
