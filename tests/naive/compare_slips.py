"""The service against the naive proof, on rounds with one slip: ``python -m tests.naive.compare_slips FIRST LAST``.

Prints each seed on which they differ, with what differs, and at the end a table by kind of slip. Nobody may be accused
of what the true round does not have; and the reading that restores the true record should be offered.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

from tests.naive.compare import STEP, Case, ask, proved_by, rulings_differing
from tests.naive.mended import Mended
from tests.naive.ruling import rule
from tests.naive.slip_cases import SlipCase, is_false, slip_cases, still_provable, true_readings

Json = dict[str, Any]

MOST_READINGS = 8
"""So many readings the service offers at most."""
COLUMNS = ("records", "shown", "differ", "false", "oracle false", "provable", "kept", "oracle kept", "mended", "true")


def usable(seed: int) -> tuple[SlipCase, Json]:
    """Return the first case of a seed that the service takes, and its answer."""
    for case in slip_cases(seed):
        answer = ask(Case(case.seed, case.reference, case.parameters, case.spoilt.record))
        if answer is not None:
            return case, answer
    raise ValueError(f"no usable case for seed {seed}")


def is_offered(mended: Mended, reading: Json) -> bool:
    """Tell whether a reading of the service is this one: it may leave open which card it was, and have tricks more."""
    changes: list[Json] = reading["changes"]
    if len(changes) > len(mended.changes):
        changes = [told for told in changes if not _is_whole_trick(told["pointer"])] or changes
    if reading["slip"] != mended.slip or len(changes) != len(mended.changes):
        return False
    both = zip(_by_pointer(mended.changes), _by_pointer(changes), strict=True)
    return all(
        change["pointer"] == told["pointer"]
        and change.get("recorded") == told.get("recorded")
        and told.get("suggested") in {None, change.get("suggested")}
        for change, told in both
    )


def _is_whole_trick(pointer: str) -> bool:
    """Tell whether a change is a trick that the record lacks or has twice."""
    return pointer.startswith("#/tricks/") and pointer.count("/") == len(("tricks", "0"))


def _by_pointer(changes: list[Json]) -> list[Json]:
    return sorted(changes, key=lambda change: str(change["pointer"]))


def compare(seed: int) -> tuple[SlipCase, list[str], Counter[str]]:
    """Return the case of a seed, a line for each thing that differs, and what it adds to the table."""
    case, answer = usable(seed)
    expected = rule(case.spoilt.record, case.parameters)
    ours, theirs = proved_by(answer), expected["offences"]
    lines = rulings_differing(answer, expected)
    count = Counter(records=1)
    false = {each for each in ours if is_false(case, each)}
    oracle_false = {each for each in theirs if is_false(case, each)}
    provable = still_provable(case)
    restoring, offered = [], False
    if expected["errors"] and case.spoilt.kind != "two_slips":
        readings: list[Json] = answer.get("readings", [])
        restoring = true_readings(case)
        offered = any(is_offered(mended, reading) for mended in restoring for reading in readings)
        if restoring and not offered and len(readings) < MOST_READINGS and not answer.get("limit_reached"):
            lines.append(f"the true reading is not among {len(readings)}: {[each.changes for each in restoring]}")
        lines += [f"the service accuses an innocent player: {each}" for each in sorted(false, key=str)]
        lines += [f"the oracle accuses an innocent player: {each}" for each in sorted(oracle_false, key=str)]
    count += Counter(
        {
            "shown": bool(expected["errors"]),
            "false": bool(false),
            "oracle false": bool(oracle_false),
            "provable": len(provable),
            "kept": len(provable & ours),
            "oracle kept": len(provable & theirs),
            "mended": bool(restoring),
            "true": offered,
        }
    )
    return case, lines, count + Counter(differ=bool(lines))


def run(first: int, last: int) -> int:
    """Compare these seeds, the last among them; return how many differ."""
    table: dict[str, Counter[str]] = {}
    for done, seed in enumerate(range(first, last + 1), 1):
        try:
            case, lines, count = compare(seed)
        except Exception as error:  # noqa: BLE001 - one seed that fails must not hide the others
            sys.stdout.write(f"seed {seed} failed with {error!r}\n")
            continue
        table.setdefault(case.spoilt.kind, Counter()).update(count)
        if lines:
            sys.stdout.write("\n".join([f"seed {seed} ({case.spoilt.kind}):", *(f"    {line}" for line in lines), ""]))
        if done % STEP == 0:
            sys.stdout.write(f"{done} of {last + 1 - first}\n")
            sys.stdout.flush()
    total = sum(table.values(), Counter[str]())
    rows = [*sorted(table.items()), ("all", total)]
    sys.stdout.write(f"{'':24}" + "".join(f"{column:>14}" for column in COLUMNS) + "\n")
    sys.stdout.writelines(
        f"{kind:24}" + "".join(f"{count[column]:14}" for column in COLUMNS) + "\n" for kind, count in rows
    )
    return total["differ"]


if __name__ == "__main__":
    sys.exit(bool(run(int(sys.argv[1]), int(sys.argv[2]))))
