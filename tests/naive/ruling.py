"""The whole ruling: nobody accused of what a slip may be to blame for, and no figure but those of every reading."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.naive.contradictions import Proved, facts
from tests.naive.corrections import revokes
from tests.naive.figures import Figures, agreed, fits_sheet
from tests.naive.prices import count_voids
from tests.naive.proof import Proof, Reading, prove
from tests.naive.referee import SHEET, Referee
from tests.naive.written import judged, rule_as_written, verdict

Json = dict[str, Any]

FALSE_CALL = "false_accusation"


def rule(record: Json, parameters: Json, stated: Proved | None = None) -> Json:
    """Rule on a record (the body of a request, its ruleset apart) by the parameters of a ruleset.

    ``stated``: the only offences that may be stated, where it is a round of a game that may stand in several ways.

    The members are those of the service, ``readings`` in the shape of this oracle. Where there is more than one
    reading, the service and the oracle may word their doubts in different ways: there only what is stated, and the
    figures, can be compared.
    """
    proof = prove(record, parameters)
    if proof.is_plain:
        referee, judgement = judged(record, parameters)
        if stated is not None:
            found = facts(referee)
            _keep(referee, {key for offence, key in found.items() if offence in stated})
        ruled = rule_as_written(referee, judgement)
        offences = {referee.offence(*key) for key in _offences(ruled)}
        told = {"plain": True, "errors": [], "readings": [], "offences": offences, "figures_from": None}
        return {**ruled, **told, "winners": referee.winners}
    return _rule_on_readings(
        proof if stated is None else replace(proof, offences=proof.offences & stated), record, parameters
    )


def _keep(referee: Referee, stated: set[tuple[str, str]]) -> None:
    """Leave out all offences that this referee has found but those with these keys."""
    referee.findings[:] = [
        found for found in referee.findings if referee.severity(*found[:2]) != "offence" or found[:2] in stated
    ]
    referee.stated = {referee.offence(*key) for key in stated}
    if not count_voids(referee.parameters):  # else it is nobody's offence
        of_hands = ((player, ("wrong_hand_size", f"#/hands/{player}")) for player in referee.miscounted)
        referee.miscounted = [player for player, key in of_hands if key in stated]


def _offences(ruled: Json) -> list[tuple[str, str]]:
    return [key for key, severity in ruled["severities"].items() if severity == "offence" and key[0] != FALSE_CALL]


def _rule_on_readings(proof: Proof, record: Json, parameters: Json) -> Json:
    readings = proof.readings or proof.masked
    written, judgement = judged(record, parameters)
    full = [rule_as_written(*judged(reading.mended.record, parameters)) for reading in readings]
    calls = _calls(proof, full, written)
    stated = [_with_stated(reading, proof, calls, parameters) for reading in readings]
    figures = [Figures(reading, ruled) for reading, ruled in zip(readings, stated, strict=True)]
    plain = rule_as_written(written, judgement)
    tricks = len(written.record["tricks"])
    void = written.void and all(ruled["verdict"] == "void" for ruled in full)
    told = agreed(figures, tricks, void=void)
    is_scored = told["as_played"] is not None and told["as_ruled"] is not None
    thrown_in = all(reading.referee.bidding.thrown_in for reading in readings)
    source = "readings" if is_scored and proof.readings and not thrown_in else None
    counted = figures
    if not is_scored and proof.readings:
        fitting = [each for each in figures if fits_sheet(each, record.get("reported", {}))]
        by_sheet = agreed(fitting, tricks, void=void) if fitting else None
        if by_sheet is not None and by_sheet["as_played"] is not None and by_sheet["as_ruled"] is not None:
            told = {**by_sheet, "winners": told["winners"]}  # only a complete round has a score
            source, counted = "sheet", fitting
    wrong = set.intersection(*({key for key in ruled["severities"] if key[0] in SHEET} for ruled in full))
    called = _called(stated)
    errors = {key for key, severity in plain["severities"].items() if severity == "error" and key[0] not in SHEET}
    severities = {"error"} if errors | wrong else set[str]()
    severities |= {"offence"} if proof.offences or FALSE_CALL in {code for code, _ in called} else set()
    return {
        **told,
        "verdict": verdict(severities, void=void, undecided=True),
        "plain": False,
        "is_whole": proof.is_whole,
        "offences": proof.offences,
        "errors": proof.errors,
        "readings": proof.readings,
        "masked": bool(proof.masked),
        "accusations": calls,
        "figures_from": source,
        "differences": _differences(stated, figures, counted),
        "findings": [(code, pointer, None) for code, pointer in sorted(errors | wrong | called)],
        "severities": {key: plain["severities"].get(key, "offence") for key in errors | wrong | called},
        "undecided": [],
        "penalties": _penalties(stated),
        "pairs": [(told["as_played"], told["as_ruled"])]
        if source == "sheet"
        else [pair for each in stated for pair in each["pairs"]],
    }


def _calls(proof: Proof, full: list[Json], written: Referee) -> list[str] | None:
    """Return the result of each call: the one that it has in every reading."""
    if full[0]["accusations"] is None:
        return None
    if proof.masked:
        stated = _with_stated(proof.masked[0], proof, None, written.parameters)
        return [_result_in_doubt(proof, *call) for call in stated["accusations"]]
    as_stated = [_with_stated(reading, proof, None, written.parameters) for reading in proof.readings]
    results = zip(*([result for result, _ in ruled["accusations"]] for ruled in full), strict=True)
    upheld = zip(*([result for result, _ in ruled["accusations"]] for ruled in as_stated), strict=True)
    told = [_in_all(*each) for each in zip(results, upheld, strict=True)]
    return [
        "undecidable"
        if result == "refuted" and proof.is_numbered_in_doubt and _goes_by_number(call, written)
        else result
        for result, call in zip(told, written.record["accusations"], strict=True)
    ]


def _in_all(results: tuple[str, ...], stated: tuple[str, ...]) -> str:
    """Return the result of a call in every reading; upheld only by what is stated, or was corrected in all."""
    if set(results) != {results[0]} or (results[0] == "upheld" and set(stated) != {"upheld"}):
        return "undecidable"
    return results[0]


def _goes_by_number(call: Json, referee: Referee) -> bool:
    """Tell whether it depends on the number of a trick what a call is about."""
    return "at" in call or bool(referee.parameters["calls"]["names"] == "trick")


def _result_in_doubt(proof: Proof, result: str, findings: list[tuple[str, str]]) -> str:
    """Return the result of a call where several things may be written wrong: only what is stated upholds it."""
    blank = proof.masked[0].referee
    offences = {blank.offence(code, pointer) for code, pointer in findings if "/tricks/" in pointer}
    return result if result == "invalid" or offences & (proof.offences | proof.corrected) else "undecidable"


def _called(stated: list[Json]) -> set[tuple[str, str]]:
    """Return the findings about calls, which are the same in every reading."""
    return set.intersection(*({key for key in ruled["severities"] if "/accusations/" in key[1]} for ruled in stated))


def _with_stated(reading: Reading, proof: Proof, calls: list[str] | None, parameters: Json) -> Json:
    """Rule on a reading with nothing but the offences that are stated, and with calls decided like this."""
    referee, judgement = judged(reading.mended.record, parameters)
    read, _ = revokes(referee)
    _keep(referee, {key for offence, key in reading.offences.items() if offence in proof.offences})
    referee.called = calls
    if proof.masked:
        referee.corrected = proof.corrected
    return rule_as_written(referee, judgement, read)


def _differences(
    stated: list[Json], figures: list[Figures], counted: list[Figures]
) -> list[tuple[str, int, int]] | None:
    """Return the reported values that are not those as ruled, in every reading that counts."""
    lists = [ruled["differences"] for ruled, each in zip(stated, figures, strict=True) if each in counted]
    if lists[0] is None:
        return None
    return [each for each in lists[0] if all(each in others for others in lists)]


def _penalties(stated: list[Json]) -> list[Any]:
    """Return the penalties that are the same in every reading, save for where a trick stands in it."""
    lists = [[(key[0], *entry) for key, *entry in ruled["penalties"]] for ruled in stated]
    first = zip(stated[0]["penalties"], lists[0], strict=True)
    return [each for each, told in first if all(told in others for others in lists)]
