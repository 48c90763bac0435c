"""Offences of a log that leaves out who led: whose every card is follows from the tricks before it."""

from __future__ import annotations

from tests.spades.builders.asking import ask

LOG = (
    "KC 9C 7C 8H|2C 6C 3C 7H|7D 4S 8D 9D|KS QS 2S TS|AH 9H QH JH|TC 8S 8C AC|QD AD 6D JC|3D TD AS JD|TH 5H 4H 2H|"
    "KD 3S 9S 5D|JS 5S 6H 7S|6S 3H QC KH|5C 4D 2D 4C"
)
"""Cards 1 and 3 of trick 9 are exchanged; the round was legal."""


def test_several_later_cards_are_no_proof_if_one_slip_turns_all_of_them() -> None:
    tricks = [{"cards": trick.split()} for trick in LOG.split("|")]
    ruling = ask("auditRound", {"ruleset": "pagat", "players": ["N", "E", "S", "W"], "dealer": "N", "tricks": tricks})
    assert ruling["findings"] == []
    assert ruling["verdict"] == "undetermined"
