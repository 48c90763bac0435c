"""The service against the second scorer: ``python -m tests.spades.second_scorer.compare FIRST LAST``.

Prints each table on which they differ, with what differs.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from tests.spades.builders.asking import answer
from tests.spades.second_scorer.sheet import Line
from tests.spades.second_scorer.tables import LeagueTable, random_table

Json = dict[str, Any]

ROUNDS = 8


def compare(seed: int) -> list[str]:
    """Return a line for each thing in which the service and the second scorer differ on the table of this seed."""
    rng = Random(seed)
    for _ in range(50):
        table = random_table(rng, ROUNDS)
        status, content = answer("scoreGame", table.body)
        if status == 200:
            return _differing(content, table)
        if content["type"] != "/problems/unusable-ruleset":
            return [f"it is refused: {content.get('errors', content)}"]
    raise ValueError(f"no usable ruleset for seed {seed}")


def _differing(content: Json, table: LeagueTable) -> list[str]:
    sheet = table.sheet
    standing = {side.name: side.totals for side in sheet.sides}
    theirs = {name: _totals(each) for name, each in content["standing"].items()}
    pairs: list[tuple[str, object, object]] = [
        ("standing", theirs, standing),
        ("finished", content["finished"], sheet.reason is not None),
        ("reason", content.get("reason"), sheet.reason),
        ("winners", content["winners"], sheet.winners),
        ("next", content.get("next"), sheet.upcoming),
    ]
    for number, (scored, expected) in enumerate(zip(content["rounds"], table.rounds, strict=True), 1):
        late = "round_after_end" in [each["code"] for each in scored["findings"]]
        pairs.append((f"round {number}: after the end", late, expected.comes_late))
        pairs += [
            (f"round {number}: {side['team']}", _line(side), expected.lines[side["team"]]) for side in scored["teams"]
        ]
    return [f"{what}: the service has {ours}, the scorer {other}" for what, ours, other in pairs if ours != other]


def _totals(standing: Json) -> tuple[int, int, int, int]:
    return standing["score"], standing["bags"], standing["sets"], standing.get("consecutive_sets", 0)


def _line(side: Json) -> Line:
    """Return a side's score; what was declared is read only if it comes last, and the lines add up."""
    told = [(line["code"], line["points"]) for line in side["lines"]]
    start = next((at for at, (code, _) in enumerate(told) if code in {"adjustment", "forfeit"}), len(told))
    points = sum(points for _, points in told)
    return Line(points, side["bags"], told[start:], _totals(side["after"]), side["players"])


def main(first: int, last: int) -> int:
    """Compare these tables, the last among them; return how many differ."""
    count = 0
    for seed in range(first, last + 1):
        lines = compare(seed)
        count += bool(lines)
        sys.stdout.writelines(f"{line}\n" for line in ([f"seed {seed}:", *lines] if lines else []))
    sys.stdout.write(f"{last + 1 - first} tables of {ROUNDS} rounds: {count} differ\n")
    return count


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]), int(sys.argv[2]))))
