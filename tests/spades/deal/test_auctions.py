"""The rows of ``auctions.txt`` in ``tests/corpus``: bids, what is found in them, and which are open next."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.cases.case_text import request_of
from tests.cases.score_tables import rows, ruleset
from tests.spades.builders.asking import ask
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.options import by_kind
from tests.spades.builders.rulesets import rules

_FINDINGS = re.compile(r"(\??)(\w+) (.*?)(?: by (\S+))?(?: open to (\S+))?")
_KINDS = {"": "number", "b": "blind"}


def _ruleset(head: str) -> tuple[int, Json | str]:
    """Return how many players a line in brackets is about, and the ruleset; pagat's if none is named."""
    named, _, values = head.partition(": ")
    count, _, preset = named.partition(" players")
    if count.isdecimal() and not preset:
        overrides = ruleset(f"pagat: {values}")
        return int(count), rules(int(count), **overrides["overrides"] if isinstance(overrides, dict) else {})
    preset = preset.removeprefix(", ") if count.isdecimal() else named
    is_preset = preset and "=" not in preset
    return int(count) if count.isdecimal() else 4, ruleset(preset if is_preset else f"pagat: {head}")


def _request(head: str, said: str) -> Json:
    """Return the bids of a row, in which no card has been played."""
    count, reference = _ruleset(head)
    bids, *members = (part.strip() for part in said.split(";"))
    if re.match(r"b?\d", bids):
        bids = " > ".join(f"{name} {bid}" for name, bid in zip(PLAYERS, bids.split(), strict=False))
    lines = [f"players {' '.join(PLAYERS[:count])}", f"bids > {bids}" if bids else "bids none", "stopped"]
    if "no dealer" not in members and not any(each.startswith("dealer") for each in members):
        lines.append(f"dealer {PLAYERS[count - 1]}")
    _, body = request_of(["pagat", *lines, *(each for each in members if each != "no dealer")])
    return {**body, "ruleset": reference}


def _found(text: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]], dict[str, tuple[str | None, str | None]]]:
    """Return the findings and the open questions of a row, and by code which parameter and what decides it."""
    findings, questions, rest = list[tuple[str, str]](), list[tuple[str, str]](), {}
    for part in filter(None, text.split(", ")):
        match = _FINDINGS.fullmatch(part)
        assert match, part
        mark, code, where, parameter, decided_by = match.groups()
        pointers = [f"#/bids/{each}" if each.isdecimal() else each for each in where.split()]
        (questions if mark else findings).extend((code, pointer) for pointer in pointers)
        rest[code] = parameter, decided_by
    return findings, questions, rest


def _faults(head: str, said: str, found: str, open_: str) -> Iterator[object]:
    body = _request(head, said)
    asked = {name: value for name, value in body.items() if name not in {"tricks", "stopped"}}
    check = ask("checkBids", asked)
    audited = ask("auditRound", {"tricks": [], **body})
    # Of an audit, that nothing was recorded.
    audited["undecided"] = [each for each in audited["undecided"] if each["code"] != "tricks_not_recorded"]
    # And that whoever was passed over may have bid.
    unwritten = [each for each in audited["undecided"] if each["detail"].endswith("was not written down.")]
    audited["undecided"] = [each for each in audited["undecided"] if each not in unwritten]
    audited["findings"] += unwritten
    for answer in (check, audited):
        yield from _faults_of_findings(found, answer)
    yield from _faults_of_bidder(open_, check)
    if ": " in open_:
        yield from _faults_of_options(open_, check)


def _faults_of_findings(found: str, answer: Json) -> Iterator[object]:
    findings, questions, rest = _found(found)
    for name, expected in (("findings", findings), ("undecided", questions)):
        if sorted((each["code"], each["pointer"]) for each in answer[name]) != sorted(expected):
            yield name, [(each["code"], each["pointer"]) for each in answer[name]]
    for each in (*answer["findings"], *answer["undecided"]):
        parameter, decided_by = rest.get(each["code"], (None, None))
        if parameter not in {None, each["rule"]["parameter"]}:
            yield each["rule"]
        if decided_by is not None and each["decided_by"] != f"#/{decided_by}":
            yield each["decided_by"]


def _faults_of_bidder(open_: str, check: Json) -> Iterator[object]:
    who = open_.partition(": ")[0]
    if check.get("next_bidder", "nobody" if who else "") != who:
        yield check.get("next_bidder")
    if not check.get("next_bidder") and check["open"] + check["closed"]:
        yield "bids are open, and nobody is next"
    if ("next_bidder_decided_by" in check) is bool(who):
        yield "what shows who bids next"


def _faults_of_options(open_: str, check: Json) -> Iterator[object]:
    kinds: dict[str, list[int]] = {}
    asked = set()
    for word in open_.partition(": ")[2].split():
        match = re.fullmatch(r"([a-z_]*)(\d*)-?(\d*)(\??)", word)
        assert match, word
        kind, least, most, mark = match.groups()
        name = _KINDS.get(kind, kind)
        kinds.setdefault(name, []).extend(range(int(least or 0), int(most or least or 0) + 1))
        asked |= {name} if mark else set()
    if by_kind(check["open"]) != kinds:
        yield by_kind(check["open"])
    if {each["kind"] for each in check["open"] if "condition" in each} != asked:
        yield [each for each in check["open"] if "condition" in each]
    every = by_kind([*check["open"], *check["closed"]])
    yield from (f"{kind} twice" for kind, tricks in every.items() if len(tricks) != len(set(tricks)))


def test_the_rows_of_auctions() -> None:
    """Parameters, bids; rulings, bids."""
    wrong = {
        (head, said, rule): faults
        for _, head, (said, found, open_, rule) in rows("auctions.txt")
        if (faults := list(_faults(head, said, found, open_)))
    }
    assert wrong == {}
