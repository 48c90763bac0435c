"""Texts of every notation, changed at random: whatever they are then, reading them finds records or lists faults.

    python -m tests.notations.mutations shorthand 100000

reads so many mutated texts of one notation, and prints how many of them were read and why the others were not. The same
texts come for the same number.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from service.notations.model import Remark, UnreadableText, UnwritableRecord
from service.notations.registry import NOTATIONS
from service.wire.record_kinds import violations
from tests.notations.records import Record, played, samples, shortened
from tests.notations.texts import TEXTS

_CHARACTERS = (
    "NESWnesw 2345TJQKAkqj10CDHScdhs??::==>>(),;\n\t#\"'-+@.|[]{}%♠♥♦♣→“”0123456789abcé\u00a0\u2028\x00\\"
    "\N{MINUS SIGN}\N{EN DASH}"
)


def texts_of(name: str) -> list[str]:
    """Return valid texts of a notation: those that the tests have, and records that it can hold, written."""
    notation = NOTATIONS[name]
    found = list(TEXTS.get(name, ()))
    if notation.write is not None:
        records = [*samples(), *(shortened(played(seed), seed) for seed in range(60))]
        found += [text for record in records if (text := _written(name, record)) is not None]
    return found


def _written(name: str, record: Record) -> str | None:
    write = NOTATIONS[name].write
    try:
        return None if write is None else write(record).text
    except UnwritableRecord:
        return None


def mutants(texts: Sequence[str], seed: int = 0) -> Iterator[str]:
    """Yield texts with one to six changes, without end."""
    luck = random.Random(seed)
    while True:
        text = luck.choice(texts)
        for _ in range(luck.choice((1, 1, 1, 2, 3, 6))):
            text = _changed(text, texts, luck)
        yield text


def _changed(text: str, texts: Sequence[str], luck: random.Random) -> str:
    """Return a text with one change: of a character, a piece, a line, or with a line of another text."""
    place, end = sorted(luck.randrange(len(text) + 1) for _ in range(2))
    end = min(end, place + luck.choice((1, 1, 2, 5, 40)))
    lines = text.split("\n")
    line, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    match luck.randrange(10):
        case 0:
            return text[:place] + text[end:]
        case 1 | 2:
            return text[:place] + luck.choice(_CHARACTERS) + text[place + 1 :]
        case 3 | 4:
            return text[:place] + luck.choice(_CHARACTERS) + text[place:]
        case 5:
            lines[line], lines[other] = lines[other], lines[line]
        case 6:
            del lines[line]
        case 7:
            lines.insert(line, luck.choice(luck.choice(texts).split("\n")))
        case 8:
            return text[:place] + text[place:end].swapcase() + text[end:]
        case _:
            words = lines[line].split(" ")
            luck.shuffle(words)
            lines[line] = " ".join(words)
    return "\n".join(lines)


def outcome(name: str, text: str) -> str:
    """Read a text, and return ``read`` or the code of its first fault; raises `AssertionError` for a failure."""
    faults: tuple[Remark, ...] = ()
    found = None
    try:
        found = NOTATIONS[name].read(text)
    except UnreadableText as error:
        faults = error.faults
    if found is None:
        assert faults, "no reason"
        lines = text.count("\n") + 1
        assert all(1 <= fault.line <= lines and fault.column >= 1 and fault.detail for fault in faults)
        return faults[0].code
    assert found.records, "nothing read"
    for record in found.records:
        # The parameters of a ruleset are known to the contract alone.
        named = {**record, "ruleset": "x"} if isinstance(record.get("ruleset"), dict) else record
        assert violations(named) == (), (violations(named), text)
    return "read"


def main(name: str, count: int) -> None:
    """Read so many mutants of the texts of a notation, and print how they were read."""
    outcomes = Counter(outcome(name, text) for text in islice(mutants(texts_of(name)), count))
    for code, times in outcomes.most_common():
        print(f"{times:8} {code}")  # noqa: T201 - the output of a command


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
