"""A ruling on a spoilt record beside the truth: who is accused falsely, what is still proved, what is offered."""

from __future__ import annotations

import time
from dataclasses import dataclass

from tests.slips.generator import SpoiltRecord, has_errors
from tests.slips.model import Reading
from tests.slips.truth import offences_of, penalised_in
from tests.spades.builders import asking
from tests.spades.builders.cards import Json


@dataclass(frozen=True)
class Judged:
    """What a ruling makes of a spoilt record."""

    accused: tuple[str, ...]
    """A line for each false accusation, for each penalty for nothing, and for a round wrongly declared void."""
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

    @property
    def is_false(self) -> bool:
        """Whether somebody is accused falsely although the record contradicts itself."""
        return self.contradicts and bool(self.accused)


def judged(spoilt: SpoiltRecord) -> Judged:
    """Ask for the ruling on a spoilt record and compare it with the truth."""
    began = time.perf_counter()
    ruling = asking.ask("auditRound", spoilt.body)
    milliseconds = (time.perf_counter() - began) * 1000
    found = offences_of(ruling, spoilt.slip.origins)
    errors = has_errors(ruling)
    readings = ruling.get("readings", [])
    return Judged(
        accused=tuple(false_accusations(spoilt, ruling)),
        has_errors=errors,
        contradicts=errors or spoilt.slip.contradicts,
        provable=spoilt.provable.total(),
        proved=(spoilt.provable & found).total(),
        offered=any(is_reading(each, true) for each in readings for true in spoilt.slip.readings),
        readings=len(readings),
        milliseconds=milliseconds,
    )


def false_accusations(spoilt: SpoiltRecord, ruling: Json) -> list[str]:
    """Return a line for everything that the ruling holds against somebody and that is not true."""
    found = offences_of(ruling, spoilt.slip.origins)
    lines = [f"{code} of {player} in trick {trick}" for code, player, trick in (found - spoilt.truth).elements()]
    surplus = sorted(penalised_in(ruling) - spoilt.penalised)
    lines += [f"a penalty for {code} to {team}" for code, team in surplus]
    if ruling["verdict"] == "void":
        lines.append("void")
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
