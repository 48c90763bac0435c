"""Random records with a slip or two, from rounds whose truth is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random

from service.spades.errors import UnusableRuleset
from tests.naive.compare import parameters_of
from tests.naive.house_rules import merged
from tests.naive.spoilt.kinds import Need, any_slip
from tests.naive.spoilt.log_slips import in_short_form
from tests.naive.spoilt.model import Make, Offence, Offences, Scene, Slip, copied, numbered
from tests.naive.spoilt.rounds import FOR_FOUR, LEGAL, Carelessness, random_carelessness, random_round, random_rules
from tests.naive.spoilt.truth import has_errors, offences_of, penalised_in, points_in, ruling_on, told_of
from tests.naive.spoilt.visibility import Visibility, random_visibility, seen, tricks_won
from tests.naive.table import Table
from tests.spades.builders import asking
from tests.spades.builders.cards import Json
from tests.spades.builders.rulesets import ruleset_named

NOT_JUDGED = {"/problems/unusable-ruleset", "/problems/unreadable-record"}
MOST_PASSED_OVER = 3_000
"""After so many rounds one after the other none of which can be spoilt, the plan is taken to be impossible."""
CARELESS = Carelessness(card=0.03)


@dataclass(frozen=True)
class Plan:
    """What records are made: of which rounds, what they show, and which slips they have."""

    name: str
    slips: tuple[Make, ...]
    """Made one after another."""
    before: tuple[Make, ...] = ()
    """What is done to the record that is no slip of the pen, such as bids that nobody wrote down."""
    need: Need = ""
    shown: Json | None = None
    """Members of `Visibility` that are the same in all records."""
    plain: bool = True
    """Whether sensible people play in fours by a preset; else by any rules at any table."""
    careless: bool | None = None
    """Whether offences are possible; None: not in plain rounds."""
    overrides: Json | None = None
    """Rules of plain rounds that are not the preset's."""
    shows: bool = False
    """Whether only slips count that the ruling shows in some way."""
    calls: bool = False
    """Whether some revokes are called, and ``shifts``, whether the numbers of tricks may change: no call names one."""
    shifts: bool = False
    scored: bool = False
    """Whether only records count that have a score without the slips."""
    revokes: bool = False
    """Whether only revokes count as provable, not leads or turns."""


@dataclass(frozen=True)
class SpoiltRecord:
    """A record with slips, and its truth."""

    seed: int
    plan: Plan
    attempt: int
    """How many rounds of this seed had to be passed over."""
    shown: Visibility
    unspoilt: Json
    """The body without the slip."""
    body: Json
    """The body that is sent."""
    slip: Slip
    truth: Offences
    """All offences of the round."""
    penalised: frozenset[tuple[str, str]]
    """Code and side of what may be penalised."""
    provable: Offences
    """The offences of players that the record proves without the slip, but those of plays that the slip has removed."""
    revoked: frozenset[str]
    """Who revoked, but by a lead."""
    points: Json | None
    """The true points of each side, if the round was legal; None if they are not known."""


def spoilt_records(seed: int, plan: Plan) -> Iterator[SpoiltRecord]:
    """Yield the records of a seed and a plan; raise `LookupError` where hardly any round can be spoilt so."""
    passed_over = 0
    for attempt in count():
        if passed_over > MOST_PASSED_OVER:
            raise LookupError(f"{plan.name}: none of {passed_over} rounds can be spoilt so")
        passed_over += 1
        rng = Random(f"{plan.name} {seed} {attempt}")
        reference, parameters = _plain_rules(rng, plan) if plan.plain else random_rules(rng)
        is_careless = not plan.plain if plan.careless is None else plan.careless
        carelessness = LEGAL if not is_careless else CARELESS if plan.plain else random_carelessness(rng)
        found = random_round(rng, parameters, carelessness, sensible=plan.plain)
        if found is None:
            continue
        record, truth = found
        if plan.calls:
            record = _with_calls(rng, record, truth, names_tricks=not plan.shifts)
        members = _spoilt(rng, plan, reference, Scene(record, parameters, Table(record, parameters), truth))
        if members is not None:
            passed_over = 0
            yield SpoiltRecord(seed, plan, attempt, **members)


def _plain_rules(rng: Random, plan: Plan) -> tuple[Json, Json]:
    preset, overrides = rng.choice(FOR_FOUR), plan.overrides or {}
    return {"name": preset, "overrides": overrides}, merged(parameters_of(preset), overrides)


def _with_calls(rng: Random, record: Json, truth: Offences, *, names_tricks: bool) -> Json:
    """Return the record, sometimes with calls of revokes that were made after the round.

    Who names the trick of somebody who revoked names the right one; `claims.revoke_called_beside` does not.
    """
    if rng.random() < 0.75:
        return record
    calls: list[Json] = []
    for _ in range(rng.choice([1, 1, 2])):
        by, against = rng.sample(record["players"], 2)
        call: Json = {"by": by, "against": against}
        if names_tricks and rng.random() < 0.5:
            tricks = [trick for code, player, trick in truth if (code, player) == ("illegal card", against)]
            call["trick"] = rng.choice(tricks or range(1, len(record["tricks"]) + 1))
        calls.append(call)
    return {**record, "accusations": calls}


def _spoilt(rng: Random, plan: Plan, reference: Json, whole: Scene) -> Json | None:
    """Return the members of a record of this plan, or None if it can't be made of this round."""
    shown = replace(random_visibility(rng, plan.need), **(plan.shown or {}))
    record = seen(whole.record, whole.table, shown, rng)
    started = _made(rng, plan.before, Slip(record, (), numbered(record)), whole)
    spoilt = started and _made(rng, plan.slips, started, whole)
    if started is None or spoilt is None or (plan.slips and spoilt.record == started.record):
        return None
    if whole.table.pack.longer and not all("dealer" in each.record for each in (started, spoilt)):
        return None  # refused: without a dealer nobody knows who was dealt one card more
    truly = _true_ruling({"ruleset": reference, **whole.record})
    if truly is None:
        return None
    blameless = not (whole.truth or spoilt.done or whole.record.get("accusations"))
    points = points_in(truly) if blameless else None
    if shown.sheet and points is not None and rng.random() < 0.5:
        for each in (started, spoilt):
            each.record["reported"]["points"] = copied(points)
    unspoilt, body = ({"ruleset": reference, **each.record} for each in (started, spoilt))
    if asking.answer("auditRound", body)[1].get("type") in NOT_JUDGED:
        return None  # in a short form a slip may leave open whose the cards are
    before = ruling_on(unspoilt)
    unseen = plan.shows and told_of(before, started.origins) == told_of(ruling_on(body), spoilt.origins)
    if unseen or (plan.scored and points_in(before) is None):
        return None
    of_claims = _only(offences_of(before, started.origins), lambda each: each[0].startswith("claim_"))
    if "claim" in started.record:
        # A claim that was contested may give the tricks left to other players than their cards would have.
        points = points_in(before)
    truth = whole.truth + Counter(spoilt.done) + _wrong_calls(whole) + of_claims
    provable = _provable(whole.truth, shown, started.record, offences_of(before, started.origins))
    if plan.revokes:
        provable &= _revokes(provable, whole)
    return {
        "shown": shown,
        "unspoilt": unspoilt,
        "body": body,
        "slip": spoilt,
        "truth": truth,
        "revoked": frozenset(player for _, player, _ in _revokes(truth, whole) if player),
        "penalised": penalised_in(truly) | penalised_in(before) | _penal(truth, whole.table),
        "provable": _only(provable, lambda each: each[1:] not in spoilt.lost),
        "points": points,
    }


def _true_ruling(body: Json) -> Json | None:
    """Return the ruling on all that is true of a round; None where the rules contradict themselves."""
    status, truly = asking.answer("auditRound", body)
    if status != 200:
        if truly["type"] not in NOT_JUDGED:
            raise ValueError(f"a true record was refused: {truly}")
        return None
    if has_errors(truly):
        raise ValueError(f"a true record contradicts itself: {truly['findings']}")
    return truly


def _made(rng: Random, makes: tuple[Make, ...], slip: Slip, whole: Scene) -> Slip | None:
    """Return a record after so many slips more, or None where one can't be made."""
    for place, make in enumerate(makes):
        leaders = tuple(_leader(whole, number) for number in slip.origins)
        later = make(replace(whole, record=slip.record, leaders=leaders), rng)
        if later is None or not later.record["tricks"]:
            return None
        slip = replace(slip.then(later), readings=later.readings if not place else ())
    return slip


def _leader(whole: Scene, number: int) -> tuple[str, bool]:
    """Return who really led to the trick with this number, and whether it was his lead."""
    leader: str = whole.record["tricks"][number - 1]["plays"][0]["player"]
    return leader, ("wrong_leader", leader, number) not in whole.truth


def _wrong_calls(whole: Scene) -> Offences:
    """Return the calls of players who did not revoke, but for a lead, as offences of their callers."""
    revoked = {player for _, player, _ in _revokes(whole.truth, whole)}
    calls = [call for call in whole.record.get("accusations", ()) if call["against"] not in revoked]
    return Counter(("false_accusation", call["by"], call.get("trick")) for call in calls)


def _penal(truth: Offences, table: Table) -> frozenset[tuple[str, str]]:
    return frozenset((code, table.side_of[player]) for code, player, _ in truth if player is not None)


def _provable(truth: Offences, shown: Visibility, visible: Json, proved: Offences) -> Offences:
    """Return the offences that a record proves.

    All hands or a whole log decide everything that was done; who had to lead to the first trick may stay open.
    """
    if shown.hands != "all" and not shown.whole:
        return proved & truth
    plays = {(play["player"], place + 1) for place, trick in enumerate(visible["tricks"]) for play in trick["plays"]}
    return _only(truth, lambda each: each[1:] in plays and (each[::2] != ("wrong_leader", 1) or each in proved))


def _revokes(offences: Offences, scene: Scene) -> Offences:
    """Return the revokes among offences: no leads, and nothing that may break the rule of the first trick alone."""
    ruled_apart = scene.parameters["play"]["first_trick"] != "normal"
    leads = {(trick["plays"][0]["player"], place + 1) for place, trick in enumerate(scene.record["tricks"])}
    return _only(
        offences,
        lambda each: each[0] == "illegal card" and each[1:] not in leads and not (ruled_apart and each[2] == 1),
    )


def _only(offences: Offences, wanted: Callable[[Offence], bool]) -> Offences:
    return Counter({each: times for each, times in offences.items() if wanted(each)})


def careless_record(seed: int) -> Json:
    """Return a record of a round in which few or many rules were broken, perhaps with slips of the pen in it."""
    for attempt in count():
        rng = Random(f"careless {seed} {attempt}")
        reference, parameters = random_rules(rng)
        if not _is_usable(reference):
            continue
        carelessness = Carelessness(
            rng.choice([0.0, 0.1, 0.3, 0.6, 1.0]),
            rng.choice([0.0, 0.0, 0.1, 0.5]),
            rng.choice([0.0, 0.0, 0.1, 0.5]),
            rng.choice([0.0, 0.0, 0.2, 0.8]),
        )
        found = random_round(rng, parameters, carelessness, sensible=rng.random() < 0.3)
        if found is None:
            continue
        whole, truth = found
        table = Table(whole, parameters)
        record = seen(whole, table, random_visibility(rng, ""), rng)
        for _ in range(rng.choice([0, 1, 1, 2, 3])):
            slip = any_slip(Scene(record, parameters, table, truth), rng)
            record = record if slip is None or not slip.record["tricks"] else slip.record
        if rng.random() < 0.2:
            by, against = rng.sample(whole["players"], 2)
            record["accusations"] = [{"by": by, "against": against}]
        if rng.random() < 0.15:
            record.setdefault("reported", {"tricks_won": tricks_won(whole, table, by_team=True)})
        if rng.random() < 0.3:
            record = in_short_form(Scene(record, parameters, table, truth), rng, without=0.7)
        return {"ruleset": reference, **record}
    raise ValueError(seed)


def _is_usable(reference: Json) -> bool:
    """Tell whether a ruleset does not contradict itself."""
    try:
        ruleset_named(reference)
    except UnusableRuleset:
        return False
    return True
