"""Findings as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from service.json_types import Json
from service.spades.cards import SUITS
from service.spades.catalogue.finding_codes import CODES
from service.spades.findings import COUNTING, Evidence, Finding
from service.spades.rules.rulebook import Rule
from service.wire.writer import Writer


def findings_json(writer: Writer, findings: Iterable[Finding]) -> Json:
    """Return findings, or open questions."""
    return [finding_json(writer, finding) for finding in findings]


def finding_json(writer: Writer, finding: Finding) -> Json:  # noqa: C901, PLR0912 - one member after the other
    """Return a finding, proved or open, with the members that have something to say."""
    card, players = writer.style.card, writer.players
    # Unpacked in one go: to ask for each member by name costs more than the rest.
    (code, location, detail, severity, parameter, trick, seat, side, own, cards, legal, evidence, established,
     alternatives, follows, conflicts_with, decided_by) = finding  # fmt: skip
    members: dict[str, Json] = {"code": code, "severity": severity, "pointer": writer.location(location)}
    if trick is not None:
        members["trick"] = trick
    if seat is not None:
        members["player"] = players[seat]
    if side is not None:
        members["team"] = writer.team(side)
    if own is not None:
        members["card"] = card(own)
    if cards is not None:
        members["cards"] = list(map(card, cards))
    if legal is not None:
        members["legal_cards"] = list(map(card, legal))
    if evidence is not None:
        members["evidence"] = _evidence(writer, evidence)
    if established is not None:
        members["established"] = established
    if alternatives is not None:
        members["alternatives"] = [{"card": card(other), "winner": players[winner]} for other, winner in alternatives]
    if follows is not None:
        members["follows"] = follows
    if conflicts_with:
        members["conflicts_with"] = conflicts_with
    if decided_by is not None:
        members["decided_by"] = writer.location(decided_by)
    rule = rule_json(writer, code, parameter)
    if rule is not None:
        members["rule"] = rule
    members["detail"] = writer.text(detail)
    return members


def rule_json(writer: Writer, code: str, parameter: str | None) -> Json:
    """Return the rule behind a code: that of a parameter, else that of the game itself; None if there is neither."""
    if parameter is not None:
        return parameter_rule_json(writer.rule(parameter))
    law = CODES[code].law
    return None if law is None else {"basis": "game", "text": law}


def parameter_rule_json(rule: Rule) -> Json:
    """Return the rule of a parameter."""
    return {"parameter": rule.parameter, "basis": rule.basis, "text": rule.text}


def _evidence(writer: Writer, evidence: Evidence) -> Json:
    """Return the evidence of a finding."""
    return {
        name: write(writer, value)
        for (name, write), value in zip(_EVIDENCE, evidence, strict=True)
        if value is not None
    }


def _cards(writer: Writer, cards: tuple[int, ...]) -> Json:
    return list(map(writer.style.card, cards))


def _player(writer: Writer, seat: int) -> Json:
    return writer.players[seat]


def _number(_: Writer, number: int) -> Json:
    return number


_EVIDENCE: tuple[tuple[str, Callable[[Writer, Any], Json]], ...] = (
    ("led_suit", lambda _, suit: SUITS[suit]),
    ("held", _cards),
    ("possible", _cards),
    ("proved_by", lambda writer, proof: proof if proof == COUNTING else writer.location(proof)),
    ("also_at", Writer.location),
    ("expected", _player),
    ("claimed", _player),
    ("led", _player),
    ("won", _player),
    ("reported", _number),
    ("counted", _number),
    ("listed", _number),
    ("dealt", _number),
    ("played", _cards),
)
"""The members of `Evidence`, and how each is written."""
