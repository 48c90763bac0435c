"""Texts of every notation, spoilt at random: whatever they are then, reading them finds records or lists faults.

    python -m tests.notations.mutations shorthand 100000

reads so many spoilt texts of one notation, and prints how many of them were read and why the others were not. The same
texts come for the same number.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from service.notations.model import ReadText, Remark, UnreadableText, UnwritableRecord
from service.notations.registry import NOTATIONS
from tests.notations.records import Record, played, samples, shortened
from tests.notations.text_cases import assert_sound, cases_in, files

_ODD: list[str] = [
    *"NESWnesw 2345TJQKAkqjCDHScdhs??::=>(),;\n\t#\"'-+@.|[]{}%/\\^*!$&♠♥♦♣→“”0123456789abcé\xa0\u2028\x00\r",
    *("\N{MINUS SIGN}", "\N{EN DASH}", "\N{LATIN SMALL LETTER SHARP S}", "\N{ARABIC-INDIC DIGIT FOUR}"),
    *("\N{SUPERSCRIPT TWO}", "\N{GRINNING FACE}", "10", "99999999999", "nil", "Blind Nil", "->", "==", "---\n"),
]


def texts_of(name: str) -> list[str]:
    """Return valid texts of a notation: those of the cases, and records that it can hold, written."""
    cases = [case for file in files() for case in cases_in(file) if case.notation == name and not case.is_written]
    cases = [case for case in cases if len(case.text) < 5_000 and "\ud800" not in case.text]
    found = [case.text for case in cases if outcome(name, case.text) == "read"]
    records = [*samples(), *(shortened(played(seed), seed) for seed in range(60))]
    return found + [text for record in records if (text := _written(name, record)) is not None]


def _written(name: str, record: Record) -> str | None:
    write = NOTATIONS[name].write
    try:
        return None if write is None else write(record).text
    except UnwritableRecord:
        return None


def mutants(texts: Sequence[str], seed: int = 0) -> Iterator[str]:
    """Yield texts with one to eight changes, without end."""
    luck = random.Random(seed)
    while True:
        text = luck.choice(texts)
        for _ in range(luck.choice((1, 1, 1, 2, 3, 8))):
            text = _changed(text, texts, luck)
        yield text


def _changed(text: str, texts: Sequence[str], luck: random.Random) -> str:
    """Return a text cut, doubled, with lines or words in another order, other characters, or a line of another text."""
    start, elsewhere = luck.randrange(len(text) + 1), luck.randrange(len(text) + 1)
    end = min(len(text), start + luck.choice((1, 1, 2, 5, 30, 200)))
    piece, before, after, odd = text[start:end], text[:start], text[end:], luck.choice(_ODD)
    lines = text.split("\n")
    line, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    words = lines[line].split(" ")
    luck.shuffle(words)
    swapped = list(lines)
    swapped[line], swapped[other] = lines[other], lines[line]
    inserted = [*lines[:line], luck.choice(luck.choice(texts).split("\n")), *lines[line:]]
    whole = (
        swapped,
        inserted,
        [*lines[:line], *lines[line + 1 :]],
        [*lines[:line], " ".join(words), *lines[line + 1 :]],
    )
    return luck.choice(
        (
            *("\n".join(each) for each in whole),
            *(before + after, before, before + odd + piece + after, before + odd + piece[1:] + after),
            *(before + odd + after, before + piece + piece + after, before + piece.swapcase() + after),
            text[:elsewhere] + piece + text[elsewhere:],
        )
    )


def outcome(name: str, text: str) -> str:
    """Read a text, and return ``read`` or the code of its first fault; what is read is sound, and written as it is."""
    faults: tuple[Remark, ...] = ()
    found = ReadText((), ())
    try:
        found = NOTATIONS[name].read(text)
    except UnreadableText as error:
        faults = error.faults
    assert_sound(text, faults, found)
    return faults[0].code if faults else "read"


def main(name: str, count: int) -> None:
    """Read so many mutants of the texts of a notation, and print how they were read."""
    outcomes = Counter(outcome(name, text) for text in islice(mutants(texts_of(name)), count))
    for code, times in outcomes.most_common():
        print(f"{times:8} {code}")  # noqa: T201 - the output of a command


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
