"""The service against the naive game, on random games: ``python -m tests.naive.compare_games FIRST LAST [rows]``.

With ``rows`` the games are rows of a right sheet, of which one was left out, written twice or exchanged. Prints each
seed on which they differ, with what differs; two processes share the seeds.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from tests.naive.compare import PAST, Case, Told, ask, parameters_of, proof_differing, proved_by, run
from tests.naive.game_sheet import audit_game
from tests.naive.game_ways import score_game
from tests.naive.games import game_rules, random_game, with_deal_unwritten, with_row_slip
from tests.naive.house_rules import merged
from tests.naive.referee import Offence
from tests.naive.table import Table
from tests.spades.builders import asking

Json = dict[str, Any]

PRESETS = (
    *("four-player", "nello", "solitaire-bliss", "pagat", "msn-zone", "openspiel", "suicide"),
    *("classic-partnership", "classic-solo", "cutthroat", "solo-five-bags", "tournament-jja", "tournament-jjdd"),
)
MISWRITTEN = {"impossible_moment", "two_dealers", "doubled_tricks"}
"""Why a random game can't be read: what its scorers wrote makes no sense."""
SLIPS = 0.3
"""The share of games with a row that was written twice or left out."""
UNWRITTEN = 0.2
"""The share of games of which a deal is not written, and only the bids show who dealt."""
OPEN = {"clean", "undetermined"}
"""Verdicts between which only open questions decide; of a round ruled on in several ways the service asks fewer."""
ROWS = (0.3, 0.7, 1.0)
"""Shares of rounds that are rows of the sheet; a game of nothing else is scored, too."""


def cases(seed: int, *, rows: bool = False) -> Iterator[Case]:
    """Yield the games of a seed until one can be used."""
    for attempt in range(100):
        own = seed + PAST * attempt
        rng = Random(own)
        preset = rng.choice(PRESETS)
        overrides, parameters = game_rules(rng, parameters_of(preset))
        if rows:
            ending = {**overrides["game"], "target": 1000, "floor": 0, "round_limit": 0}
            # A set costs nothing in most of them, so that rows are easily lost.
            number = {**parameters["bids"]["number"], "failed": rng.choice([{"per_trick": -10}, {}, {}])}
            bids = {**overrides.get("bids", {}), "number": number}
            # Which rows a sheet lacks is found by what each side scores by itself.
            bags = {**parameters["bags"], "credit": 0}
            overrides = {**overrides, "game": ending, "bids": bids, "bags": bags}
            parameters = merged(parameters, overrides)
        body = random_game(rng, parameters, rows=1.0 if rows else ROWS[seed % len(ROWS)], careful=rows)
        if body is not None:
            slipped = with_row_slip(rng, body) if rows or rng.random() < SLIPS else body
            # With unequal hands the lists say who dealt, which is not asked here where nobody is known to have.
            if not rows and not Table(slipped, parameters).pack.longer and rng.random() < UNWRITTEN:
                slipped = with_deal_unwritten(rng, slipped)
            yield Case(own, {"name": preset, "overrides": overrides}, parameters, slipped)


def compare(seed: int, *, rows: bool = False) -> Told:
    """Return the seed of the game, and what differs in it."""
    for case in cases(seed, rows=rows):
        lines = game_differing(case)
        if lines is not None:
            return case.seed, lines
    raise ValueError(f"no usable game for seed {seed}")


def game_differing(case: Case) -> list[str] | None:
    """Return what differs in a game that is audited, and in its score; None if it is refused, and rightly."""
    answer = ask(case, "auditGame")
    if answer is None:
        return _refused_wrongly(case) or None
    expected = audit_game(case.record, case.parameters)
    lines = _audits_differing(answer, expected, case.record["rounds"])
    if not lines and not any(each.get("limit_reached") for each in answer["rounds"]):
        unclaimed = without_claims(case)
        scored = ask(unclaimed, "scoreGame")
        ruled = score_game(unclaimed.record, unclaimed.parameters)
        if scored is not None:
            return scores_differing(scored, ruled, case.record["rounds"])
        if not any(map(is_faulty, case.record["rounds"], ruled["rounds"])):
            return ["it is not scored"]
    return lines


def _refused_wrongly(case: Case) -> list[str]:
    """Return the faults for which a game is refused that has none: it is only its ruleset that can't be played."""
    _, problem = asking.answer("auditGame", case.request)
    faults = [
        (each["pointer"], each["code"]) for each in problem["errors"] if not each["pointer"].startswith("#/ruleset")
    ]
    # The row that was left out may be the one that named the dealer.
    wrongly = [(pointer, code) for pointer, code in faults if code not in MISWRITTEN and "/dealer" not in pointer]
    return [f"it is refused: {pointer} {code}" for pointer, code in wrongly]


def is_faulty(each: Json, ruled: Json) -> bool:
    """Tell whether a round can't be scored: who asks for nothing but scores is refused it."""
    if ruled["as_ruled"] is None:
        return True
    codes = {code for code, *_ in ruled["findings"]}
    return "tricks" not in each and bool(codes & {"wrong_tricks_won", "bid_missing", "bid_repeated"})


def without_claims(case: Case) -> Case:
    """Return a game as it is scored: without what the sheet claims."""
    rounds = [{member: each[member] for member in each if member != "reported"} for each in case.record["rounds"]]
    return Case(case.seed, case.reference, case.parameters, {**case.record, "rounds": rounds})


def _audits_differing(answer: Json, expected: Json, rounds: list[Json]) -> list[str]:
    if any(each.get("limit_reached") for each in answer["rounds"]):
        # It has not tried everything in some round, and goes on from what it knows: nobody is accused wrongly.
        both = zip(answer["rounds"], expected["rounds"], rounds, strict=True)
        false = [_accused_alone(_as_record(ruling), ruled, each) for ruling, ruled, each in both]
        return [
            f"round {place}: the service proves {each}" for place, offences in enumerate(false) for each in offences
        ]
    is_open = {answer["verdict"], expected["verdict"]} == OPEN and any("several" in each for each in expected["rounds"])
    verdict = {} if is_open else {"verdict": answer["verdict"]}
    lines = _differing("", _ending(answer) | verdict, {**expected, **_ending(expected)})
    first = answer.get("first_error")
    told = first and (
        first["round"],
        _inside(first["pointer"]),
        first["reported"],
        first["expected"],
        first["cause"],
    )
    lines += _differing("", {"first_error": told}, expected)
    shifts = [(each["round"], each["team"], each["reported"], each["expected"]) for each in answer["shifts"]]
    lines += _differing("", {"shifts": sorted(shifts)}, {"shifts": sorted(expected["shifts"])})
    for place, (ruling, ruled, each) in enumerate(zip(answer["rounds"], expected["rounds"], rounds, strict=True)):
        lines += _round_differing(f"round {place}: ", ruling, ruled)
        lines += _declared_differing(f"round {place}: ", ruling, each)
    return lines


def _accused_alone(ruling: Json, ruled: Json, each: Json) -> set[Any]:
    """Return the offences of a round that the service alone states, whatever was scored before it."""
    told = ruled.get("several", [ruled])
    if "tricks" in each:
        return proved_by(ruling) - set[Offence]().union(*(way["offences"] for way in told))
    stated = {(found["code"], found["pointer"]) for found in ruling["findings"] if found["severity"] == "offence"}
    return stated - {(code, pointer) for way in told for code, pointer, *_ in way["findings"]}


def _inside(pointer: str) -> str:
    """Return a pointer into a round of a game as one into a record."""
    parts = pointer.split("/")
    return "/".join(["#", *parts[3:]]) if parts[:2] == ["#", "rounds"] else pointer


def _as_record(value: Any) -> Any:
    """Return a ruling on a round of a game with its pointers into a record."""
    if isinstance(value, dict):
        return {member: _inside(told) if member == "pointer" else _as_record(told) for member, told in value.items()}
    return [_as_record(each) for each in value] if isinstance(value, list) else value


def _declared_differing(where: str, answer: Json, each: Json) -> list[str]:
    """Return what differs from the request in what a round declared, which is answered as it was sent."""
    members = ("void", "redeal_by", "forfeited_by", "reason", "substitutions", "time_called")
    return _differing(where, {member: answer.get(member) for member in members}, {m: each.get(m) for m in members})


def _round_differing(where: str, ruling: Json, ruled: Json) -> list[str]:
    ours = {member: ruling.get(member) for member in ("verdict", "complete", "number", "dealer")}
    if "several" in ruled:
        del ours["dealer"]
        if {ruling["verdict"], ruled["verdict"]} == OPEN:
            del ours["verdict"]
    lines = _differing(where, ours, ruled)
    if "several" in ruled:
        return lines + _several_differing(where, ruling, ruled)
    if ruling.get("limit_reached") or not ruled.get("is_whole", True):
        return [where + line for line in proof_differing(_as_record(ruling), ruled)]
    if not ruled["plain"]:
        lines += [where + line for line in proof_differing(_as_record(ruling), ruled)]
    else:
        lines += _sheet_differing(where, ruling, ruled) + found_differing(where, ruling, ruled)
        undecided = Counter((each["code"], _inside(each["pointer"])) for each in ruling["undecided"])
        lines += _apart(f"{where}undecided", undecided, Counter(ruled["undecided"]))
    for member in ("as_played", "as_ruled"):
        lines += teams_differing(f"{where}{member} of ", ruling.get(member), ruled[member], ruled["seated"])
    return lines


def _several_differing(where: str, ruling: Json, ruled: Json) -> list[str]:
    """Return what differs in a round that is ruled on from several standings; its points may not be the same in all."""
    lines = found_differing(where, ruling, ruled) if ruled["plain"] else []
    for member in ("as_played", "as_ruled"):
        for side in ruling.get(member, ()):
            scores = [each[member][side["team"]] for each in ruled["several"] if each[member] is not None]
            points = {score["points"] for score in scores}
            # Penalties for different numbers of bags are not the same, even if they cost the same.
            in_common = len(points) == 1 and not any(score.get("bag_penalty") for score in scores)
            if in_common and side["points"] not in points:
                lines.append(f"{where}{member} of {side['team']}: the service has {side['points']}, all ways {points}")
            if {"before", "after"} & set(side):
                lines.append(f"{where}{member} of {side['team']}: the service has one of several standings")
    return lines


def _sheet_differing(where: str, ruling: Json, ruled: Json) -> list[str]:
    lines: list[str] = []
    if ("differences" in ruling) != (ruled["differences"] is not None):
        lines.append(f"{where}differences: the service has {ruling.get('differences')}")
    told = Counter(
        (_inside(each["pointer"]), each["reported"], each["ruled"]) for each in ruling.get("differences", ())
    )
    return lines + _apart(f"{where}differences", told, Counter(ruled["differences"] or ()))


def found_differing(where: str, answer: Json, ruled: Json) -> list[str]:
    """Return what differs in the findings and in what they cost."""
    keys = [(each["code"], _inside(each["pointer"])) for each in answer["findings"]]
    lines = _apart(
        f"{where}findings", Counter(keys), Counter((code, pointer) for code, pointer, *_ in ruled["findings"])
    )
    told = answer.get("penalties", ())
    penalties = [(keys[each["finding"]], each["team"], each["effect"], each.get("tricks")) for each in told]
    return lines + _apart(f"{where}penalties", Counter(penalties), Counter(ruled["penalties"]))


def _apart(where: str, ours: Counter[Any], theirs: Counter[Any]) -> list[str]:
    lines = [f"{where}: the service alone has {item}" for item in (ours - theirs).elements()]
    return lines + [f"{where}: the oracle alone has {item}" for item in (theirs - ours).elements()]


def teams_differing(
    where: str, told: list[Json] | None, scores: dict[str, Json] | None, seated: dict[str, list[str]]
) -> list[str]:
    if told is None or scores is None:
        return [] if told is None and scores is None else [f"{where}all: the service has {told}, the oracle {scores}"]
    lines: list[str] = []
    for side in told:
        # Where the standing before the round is not known, there is none after it.
        after = side.get("after", {})
        ours = {"points": side["points"], **(_totals(after) if after else {}), "bags_after": after.get("bags")}
        ours |= {member: side[member] for member in ("boston", "made", "tricks", "tricks_decided") if member in side}
        compared = [member for member in scores[side["team"]] if member in ours and ours[member] is not None]
        ours = {member: ours[member] for member in compared if member != "bags"}
        lines += _differing(f"{where}{side['team']}: ", ours, scores[side["team"]])
        lines += _differing(f"{where}{side['team']}: ", {"players": side["players"]}, {"players": seated[side["team"]]})
        lines += _lines_differing(f"{where}{side['team']}: ", side, scores[side["team"]])
    return lines


def _lines_differing(where: str, side: Json, score: Json) -> list[str]:
    """Return what differs in the lines that were declared, which come last, and in the sum of all."""
    told = [(line["code"], line["points"], line["detail"]) for line in side["lines"]]
    declared = [(code, points, None if code == "forfeit" else detail) for code, points, detail in told]
    ours = [each for each in declared if each[0] in {"adjustment", "forfeit"}]
    lines = _differing(where, {"declared": ours}, score)
    if declared[len(declared) - len(ours) :] != ours:
        lines.append(f"{where}lines: what was declared is not last in {told}")
    if sum(points for _, points, _ in told) != side["points"]:
        lines.append(f"{where}lines: they add up to other points than {side['points']}")
    if "bags" in score and score["bags"] != side["bags"]:
        lines.append(f"{where}bags: the service has gained {side['bags']}, the oracle {score['bags']}")
    return lines


def _ending(answer: Json) -> Json:
    """Return how a game ended; the standings that it may have in one order."""
    members = ("standing", "finished", "winners", "reason", "next")
    ending = {member: answer.get(member) for member in members}
    standings = answer.get("standings")
    return {**ending, "standings": standings and sorted(standings, key=_members)}


def _members(standing: Json) -> str:
    return json.dumps(standing, sort_keys=True)


def _totals(standing: Json) -> Json:
    """Return a standing with the count that is left out where it is 0."""
    return {"consecutive_sets": 0, **standing}


def scores_differing(answer: Json, expected: Json, rounds: list[Json]) -> list[str]:
    # Which standings a game may have, only an audit says.
    lines = _differing("scored: ", _ending(answer), {**_ending(expected), "standings": None})
    for place, (scored, ruled, each) in enumerate(zip(answer["rounds"], expected["rounds"], rounds, strict=True)):
        where = f"scored: round {place}: "
        lines += _declared_differing(where, scored, each)
        # Of a round broken off before its first card an audit says that it has not tried everything, a score does not.
        if not ruled["plain"] or ("bids" in each and not {"tricks", "tricks_won"} & each.keys()):
            proved = proved_by(_as_record(scored)) - ruled["offences"]
            lines += [f"{where}the service proves {each}" for each in sorted(proved, key=str)]
        else:
            lines += found_differing(where, scored, ruled)
        lines += teams_differing(where, scored.get("teams"), ruled["as_ruled"], ruled["seated"])
        lines += _differing(where, {"dealer": scored.get("dealer")}, ruled)
    return lines


def _differing(where: str, ours: Json, theirs: Json) -> list[str]:
    return [
        f"{where}{member}: the service has {value}, the oracle {theirs[member]}"
        for member, value in ours.items()
        if value != theirs[member]
    ]


if __name__ == "__main__":
    sys.exit(bool(run(partial(compare, rows="rows" in sys.argv), int(sys.argv[1]), int(sys.argv[2]))))
