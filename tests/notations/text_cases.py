"""Texts in the notations, what they are read as or refused for, and records, what they are written as, in files.

A file (``*.txt`` in the folder of a notation; those in ``any`` are in none) has blocks; each begins with
``==`` and a title. Lines behind ``|`` come before each text of the block. A case is a text and what is expected of it,
behind ``=>`` on its line, or in lines behind ``>`` below, several with ``&`` between them::

    == A card is a rank and a suit
    | N E S W; dealer W
    N QD KX 5D 3D => card 2:6 write rank then suit, KH
    N Q♦ 2♦ 5♦ 3♦
    > as N QD 2D 5D 3D & tricks[0].cards = ["QD", "2D", "5D", "3D"]

In a text, ``⏎`` ends a line as well; ``...x`` puts an x at the end of the last line above, ``^x`` a line x before them,
``~a~b`` writes b for each a; ``{{x*65}}`` is an x 65 times, ``{{U+7}}`` this character, and ``{{}}`` at the end of a
line goes on with the next. Of the text is expected:

- ``CODE LINE:COLUMN WORDS``: a fault for which it is refused, with a part of the sentence. They are all, in their
  order, but for ``...``, which says that there are others.
- ``? CODE LINE:COLUMN WORDS``: a note, likewise; ``? none``: there are none.
- ``PATH = JSON``: a member of the only record, or with ``[1]`` before it of the second; ``PATH = absent``;
  ``= JSON``: the whole record; ``3 records``; ``audit PATH = JSON``: a member of the ruling on the record.
- ``as TEXT``: it becomes the same records as this text, behind the lines above.
- ``evidence WORDS`` is what shows that it is in this notation, and ``no evidence`` says that nothing does.

In ``writing*.txt``, lines above are the JSON of a record and those of a case change it: ``PATH = JSON`` or ``absent``,
where ``.`` is the whole record. Of what is written is expected:

- ``refused CODE POINTER WORDS``, ``lost CODE POINTER WORDS``, all of them in their order; without any, nothing is lost;
- ``same``: the text is read as the same record, or ``PATH = JSON``: it is read as one with this member;
- ``| LINE``: a line of the text, of all.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from service.notations import registry
from service.notations.model import (
    MOST_FAULTS,
    Loss,
    ReadText,
    Record,
    Remark,
    UnreadableText,
    UnwritableRecord,
    WrittenText,
)
from service.wire.record_kinds import violations
from tests.notations.records import is_same, normal
from tests.spades.builders.asking import ruling

FOLDER = Path(__file__).parent
_NAMES = {"csv_sheet": "csv", "any": None}
_CHARACTER, _REPEATED = re.compile(r"\{\{U\+([0-9A-F]+)\}\}"), re.compile(r"\{\{(.+?)\*(\d+)\}\}")
_FAULT, _NOTE = (re.compile(rf"{mark}([a-z_]+) (\d+:\d+)(?: (.*))?") for mark in ("", r"\? "))
_LOSS = re.compile(r"(lost|refused) (\w+) (#\S*)(?: (.*))?")
_MEMBER = re.compile(r"(?:(.+?) )?= (.*)")
_STEP = re.compile(r"[^.\[\]]+")
_ABSENT = object()


class Case(NamedTuple):
    """A text or a record's changes, what is expected of it, and its place."""

    place: str
    notation: str | None
    above: tuple[str, ...]
    lines: tuple[str, ...]
    expected: tuple[str, ...]

    @property
    def is_written(self) -> bool:
        """Whether it is a record to be written."""
        return "writing" in self.place.partition(":")[0]

    @property
    def text(self) -> str:
        """The text, or the JSON of the record."""
        return text_of(self.above, self.lines)

    def faults(self) -> list[str]:
        """Return in which points the answer is another one."""
        return [*(_of_writing(self) if self.is_written else _of_reading(self))]


def files() -> list[str]:
    return sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.txt") if "==" in path.read_text())


@cache
def cases_in(name: str) -> list[Case]:
    """Return the cases of a file."""
    notation = _NAMES.get(folder := name.partition("/")[0], folder)
    found: list[Case] = []
    above: list[str] = []
    lines: list[str] = []
    expected: list[str] = []
    start = 0
    for number, line in enumerate([*(FOLDER / name).read_text().split("\n"), "== end"], 1):
        is_title = line.startswith("== ")
        if is_title or (expected and line and not line.startswith(">")):
            if expected:
                found.append(Case(f"{name}:{start}", notation, tuple(above), tuple(lines), tuple(expected)))
            above, lines, expected = ([] if is_title else above), [], []
        if line.startswith("|"):
            above = [*above, *line[2:].split("\N{RETURN SYMBOL}")]
        elif line.startswith(">"):
            expected += line[2:].split(" & ")
        elif not expected and not is_title:
            start = start if lines else number
            text, _, answer = line.partition(" => ")
            lines += text.split("\N{RETURN SYMBOL}")
            expected += answer.split(" & ") if answer else []
    return found


def text_of(above: Sequence[str], lines: Sequence[str]) -> str:
    """Return the text of a case."""
    text, before, own = "".join(f"{line}\n" for line in above), "", ""
    for line in lines:
        if line.startswith("..."):
            text = f"{text[:-1]}{line[3:]}\n"
        elif line.startswith("^"):
            before += f"{line[1:]}\n"
        elif line.startswith("~"):
            _, old, new = _whole(line).split("~")
            assert old in text, line
            text = text.replace(old, new)
        else:
            own += f"{line}\n"
    return _whole((before + text + own).replace("{{}}\n", ""))


def _whole(text: str) -> str:
    text = _REPEATED.sub(lambda found: found[1] * int(found[2]), text)
    return _CHARACTER.sub(lambda found: chr(int(found[1], 16)), text)


def assert_sound(text: str, faults: Sequence[Remark], read: ReadText) -> None:
    """Check what is read of any text: records of the contract, or faults; and that each remark has its place."""
    assert bool(faults) != bool(read.records), text
    assert len(faults) <= MOST_FAULTS
    json.dumps([read.records, read.notes, faults], ensure_ascii=False).encode()  # no half of a surrogate pair
    lines = text.split("\n")
    for remarks in (faults, read.notes):
        assert list(remarks) == sorted(remarks)
        for each in remarks:
            assert 1 <= each.line <= len(lines), (each, text)
            assert 1 <= each.column <= len(lines[each.line - 1]) + 1, (each, text)
            assert each.code.isidentifier(), each
            assert each.detail.endswith((".", "?")), each
            assert len(each.detail) < 400 or each.code in {"rules", "unknown_notation"}, each
    for record in read.records:
        # The parameters of a ruleset are known to the contract alone.
        named = {**record, "ruleset": "x"} if isinstance(record.get("ruleset"), dict) else record
        assert violations(named) == (), text


class _Outcome(NamedTuple):
    """What was read of a text, or the faults of it."""

    read: ReadText
    faults: tuple[Remark, ...]


def _outcome(text: str, name: str | None) -> _Outcome:
    faults: tuple[Remark, ...] = ()
    read = ReadText((), ())
    try:
        _, read = registry.read(text, name)
    except UnreadableText as refused:
        faults = refused.faults
    return _Outcome(read, faults)


def _of_reading(case: Case) -> Iterator[str]:
    got = _outcome(case.text, case.notation)
    assert_sound(case.text.replace("\r", "\n"), got.faults, got.read)
    faults, notes = ([match for line in case.expected if (match := each.fullmatch(line))] for each in (_FAULT, _NOTE))
    is_about_evidence = any("evidence" in line.split()[:2] for line in case.expected)
    is_open = "..." in case.expected or is_about_evidence
    if faults or not is_open:
        yield from _remarks(faults, got.faults, is_open=is_open)
    if notes or "? none" in case.expected:
        yield from _remarks(notes, got.read.notes, is_open=is_open)
    for line in case.expected:
        if not (_FAULT.fullmatch(line) or _NOTE.fullmatch(line) or line in {"...", "? none"}):
            yield from _of_line(line, case, got)


def _of_line(line: str, case: Case, got: _Outcome) -> Iterator[str]:
    """Yield what is not as one of the lines says that are about what was read."""
    word, _, rest = line.partition(" ")
    if match := _MEMBER.fullmatch(line):
        yield from _member(got.read.records, match[1] or "", match[2])
    elif word == "as":
        lines = [] if not rest else rest.split("{{U+A}}")
        other = _outcome(text_of(case.above, lines), case.notation)
        if other.faults or not is_same(got.read.records, other.read.records):
            yield f"{line}: {other} is not {got}"
    elif rest == "records":
        if len(got.read.records) != int(word):
            yield f"{len(got.read.records)} records"
    else:
        assert line.startswith(("evidence ", "no evidence")), f"{case.place}: {line}"
        evidence = registry.NOTATIONS[case.notation or ""].evidence(case.text)
        if bool(evidence) != (word == "evidence") or (evidence and rest not in evidence):
            yield f"evidence {evidence}"


def _remarks(expected: Sequence[re.Match[str]], found: Sequence[Remark], *, is_open: bool) -> Iterator[str]:
    places = [f"{each.code} {each.line}:{each.column}" for each in found]
    wanted = [f"{each[1]} {each[2]}" for each in expected]
    if not (set(wanted) <= set(places) if is_open else wanted == places):
        yield f"faults and notes are {[each[2:] + each[:2] for each in found]}"
        return
    for each, place in zip(expected, wanted, strict=True):
        sentences = [remark.detail for remark, at in zip(found, places, strict=True) if at == place]
        if not any((each[3] or "") in sentence for sentence in sentences):
            yield f"{place} says {sentences}"


def _member(records: Sequence[Record], path: str, value: str) -> Iterator[str]:
    whole: Any = list(records)
    if not path.startswith("["):
        if len(records) != 1:
            yield f"{len(records)} records"
            return
        whole = ruling(records[0]) if path.startswith("audit ") else records[0]
    found = _at(whole, path.removeprefix("audit "))
    wanted = _ABSENT if value == "absent" else json.loads(value)
    if found is not wanted if _ABSENT in (found, wanted) else not is_same(found, wanted):
        yield f"{path} = {'absent' if found is _ABSENT else json.dumps(found)}"


def _at(value: Any, path: str) -> Any:
    for step in _STEP.findall(path):
        if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            return _ABSENT
    return value


def record_of(case: Case) -> Record:
    """Return the record of a case, with its changes."""
    record: Any = json.loads(_whole("".join(case.above)))
    for line in case.lines:
        path, _, value = _whole(line).partition(" = ")
        new = _ABSENT if value == "absent" else json.loads(value)
        *way, last = _STEP.findall(path) or [""]
        place: Any = _at(record, ".".join(way))
        if not last:
            record = new
        elif isinstance(place, list):
            place[int(last) : int(last) + 1] = [] if new is _ABSENT else [new]
        elif new is _ABSENT:
            del place[last]
        else:
            place[last] = new
    return copy.deepcopy(record)


def _of_writing(case: Case) -> Iterator[str]:
    record = record_of(case)
    refusals: Sequence[Loss] = ()
    written = WrittenText("")
    try:
        written = registry.write(record, case.notation or "")
    except UnwritableRecord as refused:
        refusals = refused.faults
    yield from _losses(case, "refused", refusals)
    yield from _losses(case, "lost", written.losses)
    if refusals:
        return
    lines = [each for line in case.expected if line.startswith("|") for each in line[2:].split("\N{RETURN SYMBOL}")]
    if lines and _whole("".join(f"{line}\n" for line in lines).replace("{{}}\n", "")) != written.text:
        yield f"written {written.text}"
    back = _outcome(written.text, case.notation).read.records
    members = [line for line in case.expected if not (line == "same" or line.startswith("|") or _LOSS.fullmatch(line))]
    if not members and not written.losses and not is_same(back, [normal(record)]):
        yield f"read {back}"
    for match in map(_MEMBER.fullmatch, members):
        assert match, f"{case.place}: {members}"
        yield from _member(back, match[1] or "", match[2])


def _losses(case: Case, word: str, found: Sequence[Loss]) -> Iterator[str]:
    wanted = [match for line in case.expected if (match := _LOSS.fullmatch(line)) and match[1] == word]
    if [(match[2], match[3]) for match in wanted] != [(each.code, each.pointer) for each in found]:
        yield f"{word} {[(each.code, each.pointer, each.detail) for each in found]}"
        return
    yield from (
        f"{word} {each}" for match, each in zip(wanted, found, strict=True) if (match[4] or "") not in each.detail
    )
