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

The record is shorthand, a statement a line. ``from NAME`` starts from ``round NAME``, which stands in ``rounds*.txt``
or further up in the same file: a line then takes the place of the one that begins alike (``2.``, ``hand ana``,
``dealer``, ``bids``), or is added where none does; ``- 2., 3., hand`` takes some away (``hand``: all hands), ``2a.``
puts a trick in after the second, and the tricks are counted anew. ``ruleset NAME = JSON`` gives a ruleset a short name.
In the block of a case, ``+ play.spade_lead=any_time`` is another value of the ruleset (``+ spade_lead``, as nothing
else ends so, and ``+ revoke.tricks``), ``set #/tricks/0/leader "ben"`` and ``unset #/dealer`` change a member that
shorthand has no words for, and ``op checkBids`` asks another operation than the audit, about the bids alone
(``op judgeTrick`` about the one trick). In a game a line that begins with ``---`` begins a round, whose lines are
replaced by its own alone; ``--- NAME`` plays a named round in it. ``words NAME = TEXT``, or a ruleset, stands for its
text where a line says ``$NAME``. ``--`` begins the next case of
the block: from the same ``from`` if it has none, with the ``+`` and ``op`` lines above the first ``>``. It may begin
the line of its first statement, and a semicolon begins a new line like this one: ``> CODE POINTER; PATH = VALUE``.

Lines behind ``>`` say what the answer is. Its findings and open questions are exactly those named:

- ``CODE POINTER [POINTER ...] [PATH=VALUE ...]`` is a finding, or one for each pointer, in the order of the answer;
  with ``?`` before it an open question, with ``!`` a fault for which the request is refused;
- ``PATH = VALUE`` is a member of the answer, and ``PATH = absent`` says that there is none. In
  ``as_ruled[ana+cy].points`` the brackets choose the element of a list with this team, player, number, code or slip, or
  else by its index from 0; ``penalties[*].effect`` is the list of them all. ``PATH ~ WORDS`` is a part of a sentence.
  A question about a claim is its result with the fewest and the most tricks, an outcome the points of the teams, and a
  line its plays: ``certain = proved 2-3``, ``scores[1] = 62 -70``, ``certain.line ~ ana AH, ben 2S``.
- ``* SLIP POINTER OLD>NEW ... [PATH=VALUE ...]`` is a reading with its changes; ``QS>`` suggests nothing, ``>QS`` was
  not recorded, and a whole trick has a pointer alone. If there are such lines, they are all readings in their order,
  or with ``* ...`` at their end some of them in any order.

A value is JSON, or else a word. ``~`` begins a line of the twin: the record with these lines on top, in which nothing
is found and nothing is open but what lines behind ``~>`` say.

Many cases that differ little are a table, a case a line::

    from revoked
    | | found | accusations[0].result
    | call ben > cy 1 | revoke | upheld
    | from ranks; call ben > cy 1 | | refuted

Its first cell changes the record that stands above it, the others have the value of the path at their head, ``absent``
if there is none: ``found`` and ``open`` are the codes of all findings and open questions (or ``CODE POINTER`` of each),
which without these columns are not compared, and ``~ PATH`` is a part of a sentence.
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
from string import Template
from typing import Any

from service.spades.rules.ruleset import NAMES, dotted, nested
from tests.spades.builders.asking import answer
from tests.spades.builders.cards import Json

FOLDER = Path(__file__).parent
_KEY = re.compile(r"\d+[a-z]?\.|(?:hand|team|label|pass)\s+\S+|draw\s+\S+\s+\S+|\S+")
_TRICK = re.compile(r"(\d+)([a-z]?)\.(.*)")
_LINE = re.compile(r"(~>|[>~]|)(.*)")
_HEAD = re.compile(r"==|round [a-z]\w*$|(ruleset|words) \w+ =")
_STEP = re.compile(r"\[([^\]]*)\]|([^.\[]+)")
_NAMED_BY = ("team", "player", "number", "code", "slip")
_FINDING = re.compile(r"([?!]?)\s*(\w+)\s+(#\S*(?:\s+#\S*)*)(.*)")
_MEMBER = re.compile(r"(\S+)\s+([=~])\s+(.*)")
_EXPECTED = re.compile(rf"\* |{_FINDING.pattern}|{_MEMBER.pattern}")
_CODES = {"found": "findings", "open": "undecided", "refused": "errors"}
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
        compare = _cells_differing if self.expected[:1] == ("|",) else _differences
        return list(compare(self.expected, status, content))


@dataclass
class _Names:
    """The rounds and rulesets that cases start from."""

    rounds: dict[str, list[str]] = field(default_factory=dict)
    rulesets: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)


@cache
def _shared() -> _Names:
    names = _Names()
    for path in sorted(FOLDER.glob("rounds*.txt")):
        assert not list(_cases_in(path, names)), f"{path.name} has rounds alone"
    return names


def files() -> list[str]:
    """Return the names of all files of cases."""
    paths = (path for path in FOLDER.glob("**/*.txt") if not path.name.startswith("rounds"))
    return sorted(path.relative_to(FOLDER).as_posix() for path in paths)


def cases_in(name: str) -> list[Case]:
    """Return the cases of a file."""
    return list(_cases_in(FOLDER / name, copy.deepcopy(_shared())))


def _cases_in(path: Path, names: _Names) -> Iterator[Case]:
    lines = [(number, line.strip()) for number, line in enumerate(path.read_text().splitlines(), 1)]
    block: list[tuple[int, str]] = []
    for number, line in [*lines, (len(lines) + 1, "==")]:
        if _HEAD.match(line):
            yield from _cases_of(path, block, names)
            block = [(number, line)]
        elif line and not line.startswith("# "):
            block += [(number, each) for each in _statements(line)]


def _statements(line: str) -> Iterator[str]:
    """Yield the statements of a line, each with the sign with which the line begins; a row of a table is one."""
    if line.startswith("|"):
        yield line
        return
    if line.startswith("-- "):
        yield "--"
        line = line.removeprefix("-- ")
    found = _LINE.fullmatch(line)
    assert found
    statements: list[str] = []
    for each in found[2].split(";"):
        if statements and found[1] in {">", "~>"} and not _EXPECTED.match(each.strip()):
            statements[-1] += f";{each}"  # of a sentence
        else:
            statements.append(each)
    yield from (f"{found[1]} {each.strip()}".strip() for each in statements)


def _cases_of(path: Path, block: list[tuple[int, str]], names: _Names) -> Iterator[Case]:
    if not block:
        return
    (_, head), *rest = block
    if head.startswith("ruleset "):
        name, _, value = head.removeprefix("ruleset ").partition("=")
        names.rulesets[name.strip()] = value.strip()
        return
    if head.startswith("words "):
        name, _, value = head.removeprefix("words ").partition("=")
        names.words[name.strip()] = value.strip()
        return
    lines = [line for _, line in rest]
    if head.startswith("round "):
        names.rounds[head.removeprefix("round ").strip()] = _record_of(lines, names)
        return
    title = head.removeprefix("==").strip()
    if any(line.startswith("|") for line in lines):
        yield from _rows_of(path, title, block, names)
        return
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
        if start:
            own = [*(common if not own[0].startswith("from ") else [own.pop(0), *common[len(_from(common)) :]]), *own]
        yield from _case_and_twin(place, title, own, names)


def _rows_of(file: Path, title: str, block: list[tuple[int, str]], names: _Names) -> Iterator[Case]:
    above = [line for _, line in block[1:] if not line.startswith("|")]
    rows = [(number, [cell.strip() for cell in line[1:].split("|")]) for number, line in block if line.startswith("|")]
    _, (_, *paths) = rows[0]
    for number, (changes, *values) in rows[1:]:
        own = [each.strip() for each in changes.split(";") if each.strip()]
        keeps_from = not own or not own[0].startswith("from ")
        own = [*above, *own] if keeps_from else [own[0], *above[len(_from(above)) :], *own[1:]]
        cells = zip(paths, values, strict=True)
        expected = [
            f"{path.lstrip('~ ')} {'=' if path[0] != '~' or value == 'absent' else '~'} {value}"
            for path, value in cells
        ]
        yield Case(
            f"{file.relative_to(FOLDER).as_posix()}:{number}", title, tuple(_record_of(own, names)), ("|", *expected)
        )


def _from(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.startswith("from ")]


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
    begun = 0
    for written in lines:
        line = Template(written).safe_substitute(names.rulesets | names.words)
        if line.startswith("from "):
            record, begun = list(names.rounds[line.removeprefix("from ").strip()]), 0
            continue
        if line.startswith("---"):
            name = line.removeprefix("---").strip()
            played = names.rounds.get(name)
            record += [line] if played is None else ["---", *played[_head(played) :]]
            begun = len(record) if played is None else len(record) - len(played) + _head(played)
            continue
        word = line.removeprefix("ruleset ").split()[0]
        if word in names.rulesets and (not record or line.startswith("ruleset ")):
            line = f"ruleset {names.rulesets[word]}"
        if line.startswith("- "):
            for key in line.removeprefix("- ").split(","):
                record = _without(record, key.strip())
            continue
        key = _key(line)
        index = next((at for at in range(begun, len(record)) if _key(record[at]) == key), None)
        if line.startswith((*_OWN, "call ", "adjust ")) or set(line) == {"="}:
            record.append(line)
        elif index is not None:
            record[index] = line
        else:
            record.append(line)
    return record


def _without(record: list[str], key: str) -> list[str]:
    kept = [line for line in record if _key(line) != key and not _key(line).startswith(f"{key} ")]
    assert len(kept) < len(record), f"no line begins like {key!r}"
    return kept


def _head(record: Sequence[str]) -> int:
    """Return how many lines of a round are those of the head of a game: up to its players."""
    return next(index for index, line in enumerate(record, 1) if line.startswith("players "))


def _key(line: str) -> str:
    found = _KEY.match(line)
    return " ".join(found.group().split()) if found else line


def request_of(lines: Sequence[str]) -> tuple[str, Json]:
    """Return the operation that a case asks, and the body."""
    text = "\n".join(_counted([line for line in lines if not line.startswith(_OWN)]))
    status, content = answer("readRecords", {"text": text, "notation": "shorthand"})
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
    if operation == "checkBids":
        body = {name: value for name, value in body.items() if name not in {"tricks", "stopped"}}
    if operation == "judgeTrick":
        (trick,) = body.pop("tricks")
        body["plays"] = trick["plays"]
    return operation, body


def _counted(lines: Sequence[str]) -> list[str]:
    """Return the lines with the tricks of each round in the order of their numbers, before its claim."""
    parts: list[list[str]] = [[]]
    for line in lines:
        if line.startswith(("---", "===")):
            parts += [[line], []]
        else:
            parts[-1].append(line)
    return [line for part in parts for line in _with_tricks_counted(part)]


def _with_tricks_counted(lines: list[str]) -> list[str]:
    found = [match for match in map(_TRICK.match, lines) if match]
    if not found:
        return lines
    tricks = [each[3].strip() for each in sorted(found, key=lambda each: (int(each[1]), each[2]))]
    counted = [cards if cards == ":" else f"{number}. {cards}" for number, cards in enumerate(tricks, 1)]
    others = [line for line in lines if not _TRICK.match(line)]
    return sorted([*others, *counted], key=lambda line: line in counted or 2 * line.startswith("claim "))


def _override(body: Json, text: str) -> None:
    name, _, value = text.partition("=")
    (full,) = [each for each in NAMES if each == name.strip() or each.endswith(f".{name.strip()}")]
    reference = body["ruleset"] if isinstance(body["ruleset"], dict) else {"name": body["ruleset"]}
    overrides = {**dotted(reference.get("overrides", {})), full: _value(value)}
    body["ruleset"] = {**reference, "overrides": nested(overrides)}


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
    readings = [shlex.split(line.removeprefix("* "), posix=False) for line in expected if line.startswith("* ")]
    for line in (each for each in expected if not each.startswith("* ")):
        if match := _FINDING.fullmatch(line):
            mark, code, pointers, rest = match.groups()
            found[mark] += [(code, pointer, shlex.split(rest, posix=False)) for pointer in pointers.split()]
        else:
            member = _MEMBER.fullmatch(line)
            assert member, f"neither a finding nor a member: {line!r}"
            members.append(member.groups())
    lists = {"": "findings", "?": "undecided", "!": "errors"}
    if (status == 200) is bool(found["!"]):
        yield f"the status is {status}: {json.dumps(content)[:2000]}"
        return
    yield from _reading_differences(readings, content.get("readings", []))
    for mark, name in lists.items():
        got = _listed(content, name)
        if [(each["code"], each["pointer"]) for each in got] != [each[:2] for each in found[mark]]:
            yield f"{name} are {[' '.join((each['code'], each['pointer'])) for each in got]}"
            continue
        for each, (code, _, facts) in zip(got, found[mark], strict=True):
            for path, _, value in (fact.partition("=") for fact in facts):
                yield from _difference(each, path, "=", value, f"{code} ")
    for path, sign, value in members:
        yield from _difference(content, path, sign, value, "")


def _reading_differences(expected: Sequence[Sequence[str]], readings: Sequence[Json]) -> Iterator[str]:
    """Yield in what the readings are not those of the lines; the words of a line are a slip, changes and facts."""
    got = {_reading_text(each): each for each in readings} if expected else {}
    wanted = {" ".join(word for word in line if word[0] == "#" or "=" not in word): line for line in expected}
    if wanted.pop("...", None) is None and list(wanted) != list(got):
        yield f"readings are {list(got)}"
    for text, line in wanted.items():
        if text not in got:
            yield f"no reading {text!r}, but {list(got)}"
            continue
        for path, _, value in (word.partition("=") for word in line if word[0] != "#" and "=" in word):
            yield from _difference(got[text], path, "=", value, f"{text}: ")


def _reading_text(reading: Json) -> str:
    words = [reading["slip"]]
    for change in reading["changes"]:
        words.append(change["pointer"])
        if {"recorded", "suggested"} & change.keys() or change["pointer"].count("/") > len(("tricks", "0")):
            words.append(f"{change.get('recorded', '')}>{change.get('suggested', '')}")
    return " ".join(words)


def _cells_differing(expected: Sequence[str], _: int, content: Json) -> Iterator[str]:
    for line in expected[1:]:
        path, sign, value = line.split(" ", 2)
        if path in _CODES:
            found = _listed(content, _CODES[path])
            got = " ".join(f"{each['code']} {each['pointer']}" if "#" in value else each["code"] for each in found)
            if got != value:
                yield f"{path}: {got}"
        else:
            yield from _difference(content, path, sign, value, "")


def _listed(content: Json, name: str) -> list[Json]:
    """Return the findings, questions or faults of an answer; of a game those of all its rounds."""
    return [each for part in (content, *content.get("rounds", ())) for each in part.get(name, ())]


def _difference(content: Any, path: str, sign: str, value: str, where: str) -> Iterator[str]:
    is_there, got = _at(content, path)
    if sign == "~":
        if not is_there or value not in (got if isinstance(got, str) else _short(got)):
            yield f"{where}{path} is {got!r}"
    elif value == "absent":
        if is_there:
            yield f"{where}{path} is {got!r}"
    elif not is_there or (_short(got) != value and got != _value(value)):
        yield f"{where}{path} is {_short(got) if is_there else 'absent'}"


def _short(value: Any) -> Any:
    """Return a question about a claim, the scores of an outcome, or a line of play in a few words."""
    match value:
        case {"result": result, "tricks": {"at_least": low, "at_most": high}}:
            return f"{result} {low}-{high}"
        case {"tricks": _, "teams": teams}:
            return " ".join(str(each["points"]) for each in teams)
        case [{"player": _, "card": _}, *_]:
            return ", ".join(f"{each['player']} {each['card']}" for each in value)
        case _:
            return json.dumps(value)


def _at(content: Any, path: str) -> tuple[bool, Any]:
    """Return whether a path leads to a member, and the member."""
    for match in _STEP.finditer(path):
        chosen, name = match.groups()
        if chosen == "*" and isinstance(content, list):
            return True, [_at(each, path[match.end() :])[1] for each in content]
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
