"""Cases as text: a record in shorthand, what is found in it, and its innocent twin.

A file of cases (``*.txt`` beside this module) has blocks; each begins with ``==`` and a title that cites its rule::

    == Lead by the wrong player (rulings, cascades, row 1)
    from ranks
    2. ben:KC QC JC AC
    > wrong_leader #/tricks/1/plays/0 player=ben evidence.expected=ana
    > tricks[2].winner = ana
    ~ 2. ana:AC KC QC JC
    --
    2. cy:QC JC AC KC
    > wrong_leader #/tricks/1/plays/0 player=cy

The record is shorthand, a statement a line. ``from NAME`` starts from ``round NAME``, which stands in ``rounds.txt``
or further up in the same file: a line then takes the place of the one that begins alike (``2.``, ``hand ana``,
``dealer``, ``bids``), or is added where none does; ``- 2.`` takes one away. ``ruleset NAME = JSON`` gives a ruleset a
short name. In the block of a case, ``+ play.spade_lead=any_time`` is another value of the ruleset, ``set
#/tricks/0/leader "ben"`` and ``unset #/dealer`` change a member that shorthand has no words for, and ``op checkBids``
asks another operation than the audit. ``--`` begins the next case of the block: from the same ``from``, with the ``+``
and ``op`` lines above the first ``>``.

Lines behind ``>`` say what the answer is. Its findings and open questions are exactly those named:

- ``CODE POINTER [PATH=VALUE ...]`` is a finding, in the order of the answer; with ``?`` before it an open question,
  with ``!`` a fault for which the request is refused;
- ``PATH = VALUE`` is a member of the answer, and ``PATH = absent`` says that there is none. In
  ``as_ruled[ana+cy].points`` the brackets choose the element of a list with this team, player, number, code or slip, or
  else by its index from 0. ``PATH ~ WORDS`` is a part of a sentence.

A value is JSON, or else a word. ``~`` begins a line of the twin: the record with these lines on top, in which nothing
is found and nothing is open but what lines behind ``~>`` say.
"""

from __future__ import annotations

import copy
import json
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tests.spades.builders.asking import answer
from tests.spades.builders.cards import Json

FOLDER = Path(__file__).parent
_KEY = re.compile(r"\d+\.|(?:hand|team|label|draw)\s+\S+|\S+")
_STEP = re.compile(r"\[([^\]]*)\]|([^.\[]+)")
_NAMED_BY = ("team", "player", "number", "code", "slip")
_FINDING = re.compile(r"([?!]?)\s*(\w+)\s+(#\S*)(.*)")
_MEMBER = re.compile(r"(\S+)\s+([=~])\s+(.*)")
_OWN = ("+ ", "set ", "unset ", "op ")
"""How lines begin that are no shorthand."""


@dataclass(frozen=True)
class Case:
    """A record, the lines that say what is found in it, and where it stands."""

    place: str
    title: str
    record: tuple[str, ...]
    expected: tuple[str, ...]

    def faults(self) -> list[str]:
        """Return in which points the answer is another one; none if it is as the case says."""
        operation, body = request_of(self.record)
        status, content = answer(operation, body)
        return list(_differences(self.expected, status, content))


@dataclass
class _Names:
    """The rounds and rulesets that cases start from."""

    rounds: dict[str, list[str]] = field(default_factory=dict)
    rulesets: dict[str, str] = field(default_factory=dict)


@cache
def _shared() -> _Names:
    names = _Names()
    assert not list(_cases_in(FOLDER / "rounds.txt", names)), "rounds.txt has rounds alone"
    return names


def files() -> list[str]:
    """Return the names of all files of cases."""
    return sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("**/*.txt") if path.name != "rounds.txt")


def cases_in(name: str) -> list[Case]:
    """Return the cases of a file."""
    return list(_cases_in(FOLDER / name, copy.deepcopy(_shared())))


def _cases_in(path: Path, names: _Names) -> Iterator[Case]:
    lines = [(number, line.strip()) for number, line in enumerate(path.read_text().splitlines(), 1)]
    block: list[tuple[int, str]] = []
    for number, line in [*lines, (len(lines) + 1, "==")]:
        if line.startswith(("==", "round ", "ruleset ")):
            yield from _cases_of(path, block, names)
            block = [(number, line)]
        elif line and not line.startswith("# "):
            block.append((number, line))


def _cases_of(path: Path, block: list[tuple[int, str]], names: _Names) -> Iterator[Case]:
    if not block:
        return
    (_, head), *rest = block
    if head.startswith("ruleset "):
        name, _, value = head.removeprefix("ruleset ").partition("=")
        names.rulesets[name.strip()] = value.strip()
        return
    lines = [line for _, line in rest]
    if head.startswith("round "):
        names.rounds[head.removeprefix("round ").strip()] = _record_of(lines, names)
        return
    title = head.removeprefix("==").strip()
    above = lines[: next((index for index, line in enumerate(lines) if line.startswith(">")), len(lines))]
    common = [line for line in above if line.startswith(("from ", "+ ", "op "))]
    starts = [0, *[index + 1 for index, line in enumerate(lines) if line == "--"]]
    for start in starts:
        own = []
        for line in lines[start:]:
            if line == "--":
                break
            own.append(line)
        place = f"{path.relative_to(FOLDER).as_posix()}:{rest[start][0] if start else block[0][0]}"
        yield from _case_and_twin(place, title, own if not start else [*common, *own], names)


def _case_and_twin(place: str, title: str, lines: list[str], names: _Names) -> Iterator[Case]:
    record = [line for line in lines if not line.startswith((">", "~"))]
    expected = [line.removeprefix(">").strip() for line in lines if line.startswith(">")]
    yield Case(place, title, tuple(_record_of(record, names)), tuple(filter(None, expected)))
    twin = [line.removeprefix("~").strip() for line in lines if line.startswith("~") and not line.startswith("~>")]
    if twin:
        found = [line.removeprefix("~>").strip() for line in lines if line.startswith("~>")]
        yield Case(f"{place} twin", title, tuple(_record_of([*record, *twin], names)), tuple(filter(None, found)))


def _record_of(lines: Sequence[str], names: _Names) -> list[str]:
    """Return the lines of a record, those that it starts from first, with every line in the place of the older one."""
    record: list[str] = []
    for line in lines:
        if line.startswith("from "):
            record = list(names.rounds[line.removeprefix("from ").strip()])
            continue
        word = line.removeprefix("ruleset ").split()[0]
        if word in names.rulesets and (not record or line.startswith("ruleset ")):
            line = f"ruleset {names.rulesets[word]}"  # noqa: PLW2901 - the name stands for its JSON
        taken_away = line.startswith("- ")
        key = _key(line.removeprefix("- "))
        index = next((at for at, older in enumerate(record) if _key(older) == key), None)
        if line.startswith(_OWN) or (line.startswith(("-", "=")) and set(line) <= {"-", "="}):
            record.append(line)
        elif index is not None:
            record[index : index + 1] = [] if taken_away else [line]
        else:
            assert not taken_away, f"no line begins like {line!r}"
            record.append(line)
    return record


def _key(line: str) -> str:
    found = _KEY.match(line)
    return " ".join(found.group().split()) if found else line


def request_of(lines: Sequence[str]) -> tuple[str, Json]:
    """Return the operation that a case asks, and the body."""
    text = "\n".join(line for line in lines if not line.startswith(_OWN))
    status, content = answer("readRecords", {"text": text, "format": "shorthand"})
    assert status == 200, (text, content)
    (body,) = content["records"]
    operation = "auditGame" if "rounds" in body else "auditRound"
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "op":
            operation = rest.strip()
        elif word == "+":
            _override(body, rest)
        elif word in {"set", "unset"}:
            _set(body, *rest.split(maxsplit=1))
    return operation, body


def _override(body: Json, text: str) -> None:
    name, _, value = text.partition("=")
    group, member = name.strip().split(".")
    reference = body["ruleset"] if isinstance(body["ruleset"], dict) else {"name": body["ruleset"]}
    overrides = copy.deepcopy(reference.get("overrides", {}))
    overrides.setdefault(group, {})[member] = _value(value)
    body["ruleset"] = {**reference, "overrides": overrides}


def _set(body: Json, pointer: str, *value: str) -> None:
    *path, last = [part.replace("~1", "/").replace("~0", "~") for part in pointer.removeprefix("#/").split("/")]
    place: Any = body
    for part in path:
        place = place[int(part)] if isinstance(place, list) else place[part]
    key: Any = int(last) if isinstance(place, list) else last
    if not value:
        del place[key]
    elif isinstance(place, list) and key == len(place):
        place.append(_value(value[0]))
    else:
        place[key] = _value(value[0])


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text.strip()


def _differences(expected: Sequence[str], status: int, content: Json) -> Iterator[str]:
    found: dict[str, list[tuple[str, str, list[str]]]] = {"": [], "?": [], "!": []}
    members = []
    for line in expected:
        if match := _FINDING.fullmatch(line):
            mark, code, pointer, rest = match.groups()
            found[mark].append((code, pointer, shlex.split(rest, posix=False)))
        else:
            member = _MEMBER.fullmatch(line)
            assert member, f"neither a finding nor a member: {line!r}"
            members.append(member.groups())
    lists = {"": "findings", "?": "undecided", "!": "errors"}
    if (status == 200) is bool(found["!"]):
        yield f"the status is {status}: {json.dumps(content)[:2000]}"
        return
    for mark, name in lists.items():
        got = content.get(name, [])
        if [(each["code"], each["pointer"]) for each in got] != [each[:2] for each in found[mark]]:
            yield f"{name} are {[' '.join((each['code'], each['pointer'])) for each in got]}"
            continue
        for each, (code, _, facts) in zip(got, found[mark], strict=True):
            for path, _, value in (fact.partition("=") for fact in facts):
                yield from _difference(each, path, "=", value, f"{code} ")
    for path, sign, value in members:
        yield from _difference(content, path, sign, value, "")


def _difference(content: Any, path: str, sign: str, value: str, where: str) -> Iterator[str]:
    is_there, got = _at(content, path)
    if sign == "~":
        if not is_there or value not in str(got):
            yield f"{where}{path} is {got!r}"
    elif value == "absent":
        if is_there:
            yield f"{where}{path} is {got!r}"
    elif not is_there or got != _value(value):
        yield f"{where}{path} is {json.dumps(got) if is_there else 'absent'}"


def _at(content: Any, path: str) -> tuple[bool, Any]:
    """Return whether a path leads to a member, and the member."""
    for chosen, name in _STEP.findall(path):
        if isinstance(content, list):
            step = chosen or name
            named = [
                each
                for each in content
                if isinstance(each, dict) and step in {str(each[key]) for key in _NAMED_BY if key in each}
            ]
            if not named and step.isdecimal() and int(step) < len(content):
                named = [content[int(step)]]
            if not named:
                return False, None
            content = named[0]
        elif isinstance(content, dict) and (chosen or name) in content:
            content = content[chosen or name]
        else:
            return False, None
    return True, content
