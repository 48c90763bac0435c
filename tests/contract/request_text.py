"""Requests as text (``requests/*.txt``): a title, and what its body differs in from another one.

A line ``== scoreRound`` names the operation of the requests below it. A request is ``TITLE: STATEMENT; STATEMENT``, and
indented lines continue it; ``start NAME: ...`` and ``ruleset NAME: ...`` are only there for others to begin with.

- ``from NAME`` takes a body over: that of a start, of a request of the same operation, or of ``auditRound/TITLE``.
- ``- hands dealer`` takes members away, ``/bids/0/tricks 3`` changes one inside, and ``MEMBER VALUE`` states one. A
  value is YAML in one line, whose names are always texts.
- ``bids 4 3`` are those of the first players in their order; otherwise ``bids ben 3, ana blind 0, ana+cy 5``.
- ``trick ana KH 2H`` is the next trick, its cards clockwise from a player, or ``trick ana KH, cy 2H``; with ``> ben``
  it names the first player as its leader, and ben as its winner. The first such statement begins the list anew;
  ``tricks to 9`` keeps so many. ``plays`` is written alike, ``hand ana: AS KH`` is the hand of a player, and with
  ``draw ana AS 2C > AS`` she keeps one of two cards. ``standing Bears 500, Lions 400`` are scores of a league.
- ``ruleset pagat +option play.spade_lead=any_time`` has overrides (``game={}``: none); ``*`` are all parameters with
  their defaults. Of ``rulesets A | B`` each is written so, and ``.`` is the ruleset that the body had.
- ``---`` begins a round of a game, or a result of a league, whose statements follow.
- Lines behind ``|`` are the member ``text``. What is behind ``=>`` is of the answer (``tests/conformance/written.py``).
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from service.spades.rules.ruleset import ENTRIES, nested, plain
from tests.spades.builders.cards import FOUR
from tests.spades.builders.records import bids, trick, tricks_won

Body: TypeAlias = dict[str, Any]

FOLDER = Path(__file__).parent / "requests"
FILES = (
    *("rounds_audited", "rounds_compared", "rounds_scored", "rulesets", "bids_and_plays", "claims", "games", "leagues"),
    "records",
)
"""The files in the order in which they are read: a request may begin with one of a file before."""
DEFAULTS = nested({name: plain(entry.default) for name, entry in ENTRIES.items()})
_LISTS = {"players", "hand", "set_aside", "order", "byes", "blind_bidders", "winners"}
_ENTRY = re.compile(r"(start |ruleset |)(.+?):(?: (.*))?")
_RULE = re.compile(r"(\w+(?:\.\w+)*)=(.*)")
_HAND = re.compile(r"(\S+):(.*)")


@dataclass
class Requests:
    """The requests read so far, and what they may begin with."""

    starts: dict[str, Body] = field(default_factory=dict)
    rulesets: dict[str, Any] = field(default_factory=dict)
    bodies: dict[str, dict[str, Body]] = field(default_factory=dict)
    answers: dict[tuple[str, str], str] = field(default_factory=dict)

    def read(self, text: str) -> None:
        """Read a file of requests."""
        operation = ""
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        while lines:
            line = lines.pop(0)
            if line.startswith("== "):
                operation = line.removeprefix("== ")
                continue
            more = [*takewhile(lambda each: each[0] == " ", lines)]
            del lines[: len(more)]
            found = _ENTRY.fullmatch(line)
            assert found, line
            kind, title, first = found.groups()
            stated = " ".join([first or "", *(each.strip() for each in more if each.strip()[0] != "|")])
            stated, _, answer = stated.partition(" => ")
            quoted = [each.strip()[2:] for each in more if each.strip()[0] == "|"]
            if kind == "ruleset ":
                self.rulesets[title] = self.ruleset(stated, None)
                continue
            body = self.body(stated, operation)
            if quoted:
                body = {"text": "".join(f"{each}\n" for each in quoted), **body}
            if operation == "writeRecord" and not kind:
                body = {"notation": body.pop("notation", "shorthand"), "record": body}
            into = self.starts if kind else self.bodies.setdefault(operation, {})
            assert title not in into, title
            into[title] = body
            if answer:
                self.answers[operation, title] = answer

    def body(self, text: str, operation: str) -> Body:
        """Return the body that these statements make."""
        statements = [each.strip() for each in text.split(";") if each.strip()]
        starts = [index for index, each in enumerate(statements) if each.startswith("---")]
        body = self._stated(statements[: starts[0] if starts else None], operation, ())
        rows = [
            self._stated(
                [statements[start][3:].strip(), *statements[start + 1 : end]], operation, body.get("players", ())
            )
            for start, end in zip(starts, [*starts[1:], None], strict=False)
        ]
        return body | ({"results" if operation == "makeLeagueTable" else "rounds": rows} if rows else {})

    def _stated(self, statements: Sequence[str], operation: str, players: Sequence[str]) -> Body:
        body: Body = {}
        is_first_trick = True
        for statement in filter(None, statements):
            word, _, rest = statement.partition(" ")
            seats = body.get("players", players or FOUR)
            if word == "from":
                body = copy.deepcopy(self._named(rest, operation))
            elif word == "-":
                for name in rest.split():
                    del body[name]
            elif word.startswith("/"):
                _set(body, word.split("/")[1:], value_of(rest))
            elif word == "trick":
                body["tricks"] = [*([] if is_first_trick else body["tricks"]), _trick(rest, seats)]
                is_first_trick = False
            elif word == "draw":
                player, *cards = rest.partition(" > ")[0].split()
                turn = {"player": player, "cards": cards, "kept": rest.partition(" > ")[2].split()}
                body["draws"] = [*body.get("draws", ()), turn]
            elif word == "hand" and (found := _HAND.fullmatch(rest)):
                body.setdefault("hands", {})[found[1]] = found[2].split()
            elif word == "rulesets":
                own = body.get("ruleset")
                each = [self.ruleset(one, own) for one in rest.split(" | ")]
                body = {"rulesets": each} | {name: value for name, value in body.items() if name != "ruleset"}
            else:
                body[word] = self._member(word, rest, body, seats)
        return body

    def _member(self, name: str, text: str, body: Body, players: Sequence[str]) -> Any:
        if name == "ruleset":
            return self.ruleset(text, body.get(name))
        if name == "bids" and not text.startswith("["):
            return _bids(text, players)
        if name == "plays" and not text.startswith("["):
            return _trick(text, players)["plays"]
        if name == "standing" and not text.startswith("{"):
            return {team: {"score": score} for team, score in tricks_won(text).items()}
        if name == "tricks" and text.startswith("to "):
            return body[name][: int(text.removeprefix("to "))]
        return text.split() if name in _LISTS and not text.startswith("[") else value_of(text)

    def _named(self, name: str, operation: str) -> Body:
        if name in self.starts:
            return self.starts[name]
        of, _, title = name.partition("/")
        return self.bodies[of][title] if of in self.bodies else self.bodies[operation][name]

    def ruleset(self, text: str, own: Any) -> Any:
        """Return the ruleset that these words refer to."""
        if text.lstrip().startswith("{"):
            return value_of(text)
        name, *changes = re.findall(r"(?:[^\s\[{]|\[[^\]]*\]|{(?:[^{}]|{[^}]*})*})+", text)
        reference = copy.deepcopy(own if name == "." else self.rulesets.get(name, name))
        if not changes:
            return reference
        if isinstance(reference, str):
            reference = {"name": reference} | ({} if name == "." else {"options": []})
        overrides = reference.setdefault("overrides", {})
        for change in changes:
            if change == "*":
                overrides.update(DEFAULTS)
            elif change.startswith("+"):
                reference["options"] += [change[1:]] if change[1:] else []
            else:
                found = _RULE.fullmatch(change)
                assert found, change
                _merge(overrides, nested({found[1]: value_of(found[2])}))
        return reference


def _merge(groups: Body, changes: Body, path: str = "") -> None:
    """Put changes into groups and their rows; the value of a parameter is replaced whole."""
    for name, value in changes.items():
        if isinstance(value, dict) and path + name not in ENTRIES:
            _merge(groups.setdefault(name, {}), value, f"{path}{name}.")
        else:
            groups[name] = value


def value_of(text: str) -> Any:
    return _named_by_texts(yaml.load(text, Loader=yaml.CSafeLoader))


def _named_by_texts(value: Any) -> Any:
    if isinstance(value, list):
        return [_named_by_texts(each) for each in value]
    return {str(name): _named_by_texts(each) for name, each in value.items()} if isinstance(value, dict) else value


def _set(body: Any, path: Sequence[str], value: Any) -> None:
    *inside, last = path
    for name in inside:
        body = body[int(name) if isinstance(body, list) else name]
    if isinstance(body, list) and int(last) == len(body):
        body.append(value)
    else:
        body[int(last) if isinstance(body, list) else last] = value


def _bids(text: str, players: Sequence[str]) -> list[Body]:
    if text[0].isdecimal():
        return [{"player": player, "tricks": int(each)} for player, each in zip(players, text.split(), strict=False)]
    return bids(text)


def _trick(text: str, players: Sequence[str]) -> Body:
    plays, _, winner = text.partition(" > ")
    made = trick(plays.replace(",", ""), players)
    return made | ({"leader": made["plays"][0]["player"], "winner": winner} if winner else {})


def requests() -> Mapping[str, Mapping[str, Body]]:
    """Return the bodies of all files by operation and title."""
    read = Requests()
    for name in FILES:
        read.read((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    return read.bodies
