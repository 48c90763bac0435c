"""Findings as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from service.json_types import Json
from service.spades.cards import SUITS
from service.spades.finding_codes import CODES
from service.spades.findings import COUNTING, Evidence, Finding
from service.spades.rules.rulebook import Rule
from service.wire.values import present
from service.wire.writer import Writer


def findings_json(writer: Writer, findings: Iterable[Finding]) -> Json:
    """Return findings, or open questions."""
    return [finding_json(writer, each) for each in findings]


def finding_json(writer: Writer, finding: Finding) -> Json:
    """Return a finding, proved or open."""
    card, players = writer.style.card, writer.players
    return present(
        {
            "code": finding.code,
            "severity": finding.severity,
            "pointer": writer.location(finding.location),
            "trick": finding.trick,
            "player": None if finding.seat is None else players[finding.seat],
            "team": None if finding.side is None else writer.team(finding.side),
            "card": None if finding.card is None else card(finding.card),
            "cards": None if finding.cards is None else list(map(card, finding.cards)),
            "legal_cards": None if finding.legal_cards is None else list(map(card, finding.legal_cards)),
            "evidence": None if finding.evidence is None else _evidence(writer, finding.evidence),
            "established": finding.established,
            "alternatives": finding.alternatives
            and [{"card": card(each.card), "winner": players[each.winner]} for each in finding.alternatives],
            "follows": finding.follows,
            "conflicts_with": finding.conflicts_with or None,
            "decided_by": writer.location(finding.decided_by),
            "rule": rule_json(writer, finding.code, finding.parameter),
            "detail": writer.text(finding.detail),
        }
    )


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
    card, players = writer.style.card, writer.players
    proof = evidence.proved_by
    seats = {"expected": evidence.expected, "claimed": evidence.claimed, "led": evidence.led, "won": evidence.won}
    return present(
        {
            "led_suit": None if evidence.led_suit is None else SUITS[evidence.led_suit],
            "held": None if evidence.held is None else list(map(card, evidence.held)),
            "possible": None if evidence.possible is None else list(map(card, evidence.possible)),
            "proved_by": proof if proof is None or proof == COUNTING else writer.location(proof),
            "also_at": None if evidence.also_at is None else writer.location(evidence.also_at),
            **{name: None if seat is None else players[seat] for name, seat in seats.items()},
            "reported": evidence.reported,
            "counted": evidence.counted,
            "listed": evidence.listed,
            "dealt": evidence.dealt,
            "played": None if evidence.played is None else list(map(card, evidence.played)),
        }
    )
