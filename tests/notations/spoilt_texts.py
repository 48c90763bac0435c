"""Texts of a notation spoilt at random, and what reading any text whatever has to come to."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from service.notations.model import MOST_FAULTS, Notation, ReadText, Remark, UnreadableText
from service.wire.record_kinds import violations

_ODD = [
    *'"|[]{}#;:,.+-/\\%^*?!=$&\n\t\r \0',
    "\N{NO-BREAK SPACE}",
    "\N{LATIN SMALL LETTER SHARP S}",
    "\N{ARABIC-INDIC DIGIT FOUR}",
]
_ODD += [
    "\N{BLACK SPADE SUIT}",
    "\N{SUPERSCRIPT TWO}",
    "\N{MINUS SIGN}",
    "10",
    "99999999999",
    "N",
    "x",
    "??",
    "\N{GRINNING FACE}",
]
_LARGE = 96 * 1024


def read_or_refused(notation: Notation, text: str) -> ReadText | None:
    """Read a text, which may be refused with faults and fail in no other way; what is read meets the contract."""
    faults: tuple[Remark, ...] = ()
    read = None
    try:
        read = notation.read(text)
    except UnreadableText as refused:
        faults = refused.faults
    if read is None:
        assert 1 <= len(faults) <= MOST_FAULTS
        _check(faults, text)
    else:
        assert read.records
        assert [violations(record) for record in read.records] == [()] * len(read.records)
        _check(read.notes, text)
    return read


def _check(remarks: tuple[Remark, ...], text: str) -> None:
    assert list(remarks) == sorted(remarks)
    lines = text.split("\n")
    for each in remarks:
        assert 1 <= each.line <= len(lines), each
        assert 1 <= each.column <= len(lines[each.line - 1]) + 1, (each, lines[each.line - 1])
        assert each.code.isidentifier(), each
        assert each.detail.endswith((".", "?")), each
        assert len(each.detail) < 400, each


def spoilt(text: str, count: int, seed: int = 1) -> Iterator[str]:
    """Yield copies of a text with a few random edits each."""
    chance = random.Random(seed)
    for _ in range(count):
        changed = text
        for _ in range(chance.choice((1, 1, 2, 4, 8))):
            changed = _edited(changed, chance)
        yield changed


def _edited(text: str, chance: random.Random) -> str:
    start = chance.randrange(len(text) + 1)
    end = min(len(text), start + chance.choice((1, 1, 2, 5, 30, 200)))
    elsewhere = chance.randrange(len(text) + 1)
    lines = text.split("\n")
    chance.shuffle(lines)
    return chance.choice(
        (
            text[:start] + text[end:],
            text[:start] + chance.choice(_ODD) + text[end:],
            text[:start] + chance.choice(_ODD) + text[start:],
            text[:end] + text[start:],
            text[:elsewhere] + text[start:end] + text[elsewhere:],
            "\n".join(lines),
            text[:start],
        )
    )


def assert_reads_large_texts_in_time(notation: Notation, *seeds: str) -> None:
    """Read long texts, each made of one of these repeated, within seconds: nothing takes the square of a length."""
    for seed in seeds:
        text = seed * max(1, _LARGE // len(seed))
        start = time.process_time()
        read_or_refused(notation, text)
        notation.evidence(text)
        assert time.process_time() - start < 4, seed[:40]
