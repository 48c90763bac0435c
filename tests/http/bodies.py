"""Request bodies: the valid ones that the contract shows, and their spellings as text, member by member."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

from service.wire.contract import load_document

SCORE = "/v1/rounds/score"
AUDIT = "/v1/rounds/audit"
RESOLVE = "/v1/rulesets/resolve"
COMPARE = "/v1/rulesets/compare"
COMPARE_ROUND = "/v1/rounds/compare"
BIDS = "/v1/bids/check"
ESTIMATE = "/v1/bids/estimate"
PLAYS = "/v1/plays/legal"
TRICK = "/v1/tricks/judge"
CLAIM = "/v1/claims/judge"
GAME = "/v1/games/score"
AUDIT_GAME = "/v1/games/audit"
STANDINGS = "/v1/standings"
AUDIT_BATCH = "/v1/rounds/audit/batch"
ROUND_SIZED = (SCORE, AUDIT, RESOLVE, COMPARE, COMPARE_ROUND, BIDS, ESTIMATE, PLAYS, TRICK, CLAIM)
COMPUTATIONS = (*ROUND_SIZED, GAME)
LIMIT = 32 * 1024
GAME_LIMIT = 512 * 1024


@cache
def _document() -> dict[str, Any]:
    return load_document()


BATCHES = tuple(path for path in _document()["paths"] if path.endswith("/batch"))
"""The paths of batches."""


def example(path: str, name: str | None = None) -> dict[str, Any]:
    """Return a request that the document gives as an example (its first), for the caller to change as he likes."""
    examples = _document()["paths"][path]["post"]["requestBody"]["content"]["application/json"]["examples"]
    value: dict[str, Any] = copy.deepcopy(examples[name or next(iter(examples))]["value"])
    return value


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def array(*items: str) -> str:
    return "[" + ", ".join(items) + "]"


def named(*members: str) -> str:
    return "{" + ", ".join(members) + "}"


def spelled(body: dict[str, Any], *more: str, **members: str) -> bytes:
    """Return a body as text in which these members are spelled in this way, with more of them at the end."""
    texts = {name: json.dumps(value) for name, value in body.items()} | members
    return named(*(f'"{name}": {text}' for name, text in texts.items()), *more).encode()


def scoring(*more: str, **members: str) -> bytes:
    """Return a valid request to score a round, with these members spelled otherwise."""
    return spelled(example(SCORE, "made"), *more, **members)


def auditing(*more: str, **members: str) -> bytes:
    """Return a valid request to audit a round, with these members spelled otherwise."""
    return spelled(example(AUDIT, "revoke"), *more, **members)


def asking(path: str, *more: str, **members: str) -> bytes:
    """Return a valid request to an operation, with these members spelled otherwise."""
    return spelled(example(path), *more, **members)


def game(rounds: int, **members: Any) -> bytes:
    """Return the sheet of a game of so many rounds, in which all bids are made."""
    body = example(GAME)
    body["rounds"] = [body["rounds"][place % 2] for place in range(rounds)]
    return json.dumps({**body, **members}).encode()


def bidding(tricks: str) -> bytes:
    """Return a valid request to score a round in which the first bid is spelled in this way."""
    bids = example(SCORE, "made")["bids"]
    first = f'{{"player": "ana", "tricks": {tricks}}}'
    return scoring(bids=array(first, *map(json.dumps, bids[1:])))


VALID = scoring()


def padded(body: bytes, length: int) -> bytes:
    """Return a body of just this length: spaces after a value are JSON."""
    assert len(body) <= length
    return body.ljust(length)


def nested(levels: int, opening: str, closing: str, core: str = "") -> str:
    """Return a value of so many levels."""
    return opening * levels + core + closing * levels


CLUB = """
name = "our-club"
version = "1"
title = "Our club's Spades"
summary = "Set at three bags."
source = { title = "House rules of our club, 2026" }

[parameters.bags]
limit = [3, "written", "rule 7"]
"""
"""A preset of an operator, as its file has it."""
