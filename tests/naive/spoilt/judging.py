"""A ruling on a spoilt record beside the truth: who is accused falsely, what is still proved, what is offered."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass

import orjson

from service.operations.runner import runner_of
from tests.naive.spoilt.generator import SpoiltRecord
from tests.naive.spoilt.model import Reading
from tests.naive.spoilt.truth import FIGURES, has_errors, is_thrown_in, offences_of, penalised_in, points_in, ruling_on
from tests.spades.builders.cards import Json

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Judged:
    """What a ruling makes of a spoilt record."""

    accused: tuple[str, ...]
    """A line for each false accusation, for each penalty for nothing, and for a round wrongly declared void."""
    offences: int
    """How many of them are offences."""
    has_errors: bool
    contradicts: bool
    """Whether the record contradicts itself. Else the slip stands as written, and may look like an offence."""
    provable: int
    proved: int
    """How many of the ``provable`` offences are still proved."""
    offered: bool
    """Whether the true reading is among those offered."""
    readings: int
    milliseconds: float
    """How long the answer took, and ``unspoilt``, how long the one on the record without the slip."""
    unspoilt: float
    states: bool | None
    """Whether a score is stated, and ``wrong``, whether it is not the true one; None if nobody knows that."""
    wrong: bool
    headline: bool
    """Whether the headline of the page states points that are not the true ones."""
    sheet: bool | None
    """Whether the sheet, which is right, is called wrong; None without one."""

    @property
    def is_false(self) -> bool:
        """Whether somebody is accused falsely although the record contradicts itself."""
        return self.contradicts and bool(self.accused)


def judged(spoilt: SpoiltRecord) -> Judged:
    """Ask for the ruling on a spoilt record and compare it with the truth."""
    _, unspoilt = _timed(spoilt.unspoilt)
    ruling, milliseconds = _timed(spoilt.body)
    found = offences_of(ruling, spoilt.slip.origins)
    errors = has_errors(ruling)
    readings = ruling.get("readings", [])
    points = spoilt.points
    stated = [points_in(ruling, member) for member in ("as_played", "as_ruled") if member in ruling]
    reported = points is not None and "reported" in spoilt.body
    denied = any(each["code"] in FIGURES for each in ruling["findings"]) or bool(ruling.get("differences"))
    return Judged(
        accused=tuple(false_accusations(spoilt, ruling)),
        offences=(found - spoilt.truth).total(),
        has_errors=errors,
        contradicts=errors or spoilt.slip.contradicts,
        provable=spoilt.provable.total(),
        proved=(spoilt.provable & found).total(),
        offered=any(is_reading(each, true) for each in readings for true in spoilt.slip.readings),
        readings=len(readings),
        milliseconds=milliseconds,
        unspoilt=unspoilt,
        states=bool(stated) if points is not None else None,
        wrong=points is not None and any(each != points for each in stated),
        headline=points is not None and not points_of_headline(spoilt.body, points) <= points.items(),
        sheet=denied if reported else None,
    )


def _timed(body: Json) -> tuple[Json, float]:
    """Return the ruling on a body and the milliseconds that it took."""
    began = time.perf_counter()
    ruling = ruling_on(body)
    return ruling, (time.perf_counter() - began) * 1000


def points_of_headline(body: Json, sides: Iterable[str]) -> set[tuple[str, int]]:
    """Return side and points that the first sentences of the page of a ruling name."""
    runner = runner_of("auditRound")
    exchange = runner.run(orjson.dumps(body))
    write = next(write for kind, write in runner.computation.pages.items() if "markdown" in kind)
    page = write(exchange).decode()
    first = next((line for line in page.splitlines() if line.startswith("- Score:")), "")
    return {
        (side, int(points.replace(MINUS, "-")))
        for side in sides
        for points in re.findall(rf"{re.escape(side)}: ([+{MINUS}]?\d+)\b(?! tricks?)", first.replace("\\", ""))
    }


def false_accusations(spoilt: SpoiltRecord, ruling: Json) -> list[str]:
    """Return a line for everything that the ruling holds against somebody and that is not true."""
    found = offences_of(ruling, spoilt.slip.origins)
    lines = [f"{code} of {player} in trick {trick}" for code, player, trick in (found - spoilt.truth).elements()]
    surplus = sorted(penalised_in(ruling) - spoilt.penalised)
    lines += [f"a penalty for {code} to {team}" for code, team in surplus]
    # What was bid, and is written as it was, may have the round thrown in; so may the numbers alone.
    truly_bid = spoilt.body.get("bids") == spoilt.unspoilt.get("bids")
    if ruling["verdict"] == "void" and not (
        is_thrown_in(ruling) and (truly_bid or is_thrown_in(ruling_on(spoilt.unspoilt)))
    ):
        lines.append("void")
    for call, answer in zip(spoilt.body.get("accusations", ()), ruling.get("accusations", ()), strict=True):
        if call["against"] in spoilt.revoked and answer["result"] == "refuted":
            lines.append(f"the call against {call['against']} is refuted")
    return lines


def is_reading(offered: Json, true: Reading) -> bool:
    """Tell whether a reading of a ruling is this one; the card that it suggests may be left open."""
    if offered["slip"] != true.slip:
        return False
    changes = {change["pointer"]: change for change in offered["changes"]}
    if set(changes) != {change.pointer for change in true.changes}:
        return False
    return all(
        changes[change.pointer].get("recorded") == change.recorded
        and (change.suggested is None or changes[change.pointer].get("suggested", change.suggested) == change.suggested)
        for change in true.changes
    )
