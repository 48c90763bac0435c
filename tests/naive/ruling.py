"""The whole ruling: as the record is written, but nobody accused of what a slip of the pen may be to blame for."""

from __future__ import annotations

from typing import Any

from tests.naive.proof import Proof, prove
from tests.naive.referee import Referee
from tests.naive.written import judged, offence, rule_as_written, verdict

Json = dict[str, Any]


def rule(record: Json, parameters: Json) -> Json:
    """Rule on a record (the body of a request, its ruleset apart) by the parameters of a ruleset.

    The members are those of the service, ``readings`` in the shape of this oracle. Of a record that contradicts itself
    the service and the oracle may word their doubts in different ways: there only what is proved can be compared.
    """
    referee, judgement = judged(record, parameters)
    ruled = rule_as_written(referee, judgement)
    proof = prove(referee, ruled)
    if proof.errors:
        ruled = _without_unproved(referee, judgement, proof)
    return {**ruled, "offences": proof.offences, "errors": proof.errors, "readings": proof.readings}


def _without_unproved(referee: Referee, judgement: Json, proof: Proof) -> Json:
    """Rule again on a record that contradicts itself: what is not proved is no finding, and costs nothing."""
    kept = []
    for finding in referee.findings:
        code, pointer, *_ = finding
        severity = referee.severity(code, pointer)
        weighed = severity == "offence" or (code, severity) == ("wrong_hand_size", "note")
        if not weighed or offence(referee, code, pointer) in proof.offences:
            kept.append(finding)
        else:
            referee.undecided.append(finding)
    referee.findings[:] = kept
    referee.proved = proof.offences
    if not proof.miscounted:
        referee.miscounted.clear()
    ruled = rule_as_written(referee, judgement)
    severities = {"error"} | ({"offence"} if proof.offences else set())
    return {**ruled, "verdict": verdict(severities, void=referee.void, undecided=True)}
