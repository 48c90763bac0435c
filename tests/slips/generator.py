"""Random records with exactly one slip that shows, from rounds whose truth is known."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tests.naive.table import Table
from tests.slips.kinds import KINDS, NAMES
from tests.slips.model import Offences, Scene, Slip, numbered
from tests.slips.rounds import random_round, random_rules
from tests.slips.truth import offences_of, penalised_in, told_of
from tests.slips.visibility import Visibility, random_visibility, seen
from tests.spades.builders import asking
from tests.spades.builders.cards import Json

ATTEMPTS = 400
"""How many rounds are tried for one seed until a slip shows."""
NOT_JUDGED = {"/problems/unusable-ruleset", "/problems/unreadable-record"}
LIKE_SLIPS = {"wrong_dealer", "tricks_exchanged"}
"""What true offences may look like, if all of them would come from one slip as well: these rounds are passed over."""
FIGURES = {"wrong_tricks_won", "wrong_points", "wrong_score", "wrong_bags"}


class AnswerFailedError(Exception):
    """The service breaks over a record; its first argument is the body."""


@dataclass(frozen=True)
class SpoiltRecord:
    """A record with one slip that shows, and its truth."""

    seed: int
    kind: str
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
    """Code and side of what is penalised, by the whole truth or by what is shown of it."""
    provable: Offences
    """The offences of players that the record proves without the slip, but those of plays that the slip has removed."""


def spoilt_record(seed: int, kind: str | None = None) -> SpoiltRecord:
    """Return the record of a seed; by default the kinds of slips take turns."""
    return next(spoilt_records(seed, kind or NAMES[seed % len(NAMES)]))


def spoilt_records(seed: int, kind: str) -> Iterator[SpoiltRecord]:
    """Yield the records of a seed with slips of this kind that show."""
    for attempt in range(ATTEMPTS):
        rng = Random(f"{kind} {seed} {attempt}")
        reference, parameters = random_rules(rng)
        record = random_round(rng, parameters)
        if record is None:
            continue
        table = Table(record, parameters)
        record = _with_calls(rng, record, names_tricks=not KINDS[kind].shifts)
        found = _spoilt(rng, kind, reference, Scene(record, parameters, table, Counter()))
        if found is not None:
            yield SpoiltRecord(seed, kind, attempt, **found)


def _with_calls(rng: Random, record: Json, *, names_tricks: bool) -> Json:
    """Return the record, sometimes with calls of revokes that were made after the round."""
    if rng.random() < 0.75:
        return record
    calls: list[Json] = []
    for _ in range(rng.choice([1, 1, 2])):
        by, against = rng.sample(record["players"], 2)
        call: Json = {"by": by, "against": against}
        if names_tricks and rng.random() < 0.5:
            call["trick"] = rng.randrange(len(record["tricks"])) + 1
        calls.append(call)
    return {**record, "accusations": calls}


def _spoilt(rng: Random, kind: str, reference: Json, whole: Scene) -> Json | None:
    """Return the members of a record that is spoilt, or None if nothing shows."""
    status, truly = asking.answer("auditRound", {"ruleset": reference, **whole.record})
    if status != 200:
        if truly["type"] not in NOT_JUDGED:
            raise ValueError(f"a true record was refused: {truly}")
        return None
    if any(found["code"] in LIKE_SLIPS for found in truly["findings"]):
        return None
    if has_errors(truly):
        raise ValueError(f"a true record contradicts itself: {truly['findings']}")
    truth = offences_of(truly, numbered(whole.record))
    shown = random_visibility(rng, KINDS[kind].need)
    visible = seen(whole.record, whole.table, shown, rng)
    slip = KINDS[kind].make(Scene(visible, whole.parameters, whole.table, truth), rng)
    if slip is None or slip.record == visible:
        return None
    unspoilt, body = ({"ruleset": reference, **record} for record in (visible, slip.record))
    before, after = ruling_on(unspoilt), ruling_on(body)
    if told_of(before, numbered(visible)) == told_of(after, slip.origins):
        return None
    return {
        "shown": shown,
        "unspoilt": unspoilt,
        "body": body,
        "slip": slip,
        "truth": truth,
        "penalised": penalised_in(truly) | penalised_in(before),
        "provable": _left(offences_of(before, numbered(visible)), slip),
    }


def ruling_on(body: Json) -> Json:
    """Return the ruling on a record; raises `AnswerFailedError` where there is none."""
    try:
        return asking.ruling(body)
    except Exception as error:
        raise AnswerFailedError(json.dumps(body)) from error


def _left(offences: Offences, slip: Slip) -> Offences:
    """Return the offences but those of plays that the slip has removed."""
    return Counter({each: count for each, count in offences.items() if (each[1], each[2]) not in slip.lost})


def has_errors(ruling: Json) -> bool:
    """Tell whether a record contradicts itself, by its ruling; a wrong figure on the sheet is the scorer's mistake."""
    return any(found["severity"] == "error" and found["code"] not in FIGURES for found in ruling["findings"])
