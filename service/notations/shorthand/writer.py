"""From a record to its one form in shorthand, which is then read again: what does not come back was not written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from service.notations.losses import CHANGED, losses
from service.notations.model import Loss, Remarks, UnreadableText, UnwritableRecord, WrittenText
from service.notations.shorthand.bids import bids_written, is_shown_by_bids
from service.notations.shorthand.fields import write_pattern
from service.notations.shorthand.names import Names
from service.notations.shorthand.reader import read
from service.notations.shorthand.statements import IN_FIRST_LINE, ROW_OF, ROWS, Part, Row, Shape
from service.notations.shorthand.tricks import tricks_written
from service.notations.shorthand.words import in_json, names_sides, quoted_if_needed, ruleset_among
from service.spades.errors import pointer_to

_Path = tuple[str | int, ...]


class _Written(NamedTuple):
    """A line, and which part of the record it is for."""

    text: str
    path: _Path
    kind: str = ""


def write(record: Mapping[str, Any]) -> WrittenText:
    """Write a record that meets the contract; raises `UnwritableRecord` for one that would not be read as it is."""
    lines = [*_lines(record)]
    try:
        (back,) = read("".join(line.text + "\n" for line in lines)).records
    except UnreadableText as unreadable:
        faults = ((fault, lines[fault.line - 1]) for fault in unreadable.faults)
        raise UnwritableRecord(
            [Loss(pointer_to(*line.path), fault.code, fault.detail) for fault, line in faults]
        ) from unreadable
    lost = tuple(losses(record, back, "Shorthand"))
    if changed := [loss for loss in lost if loss.code == CHANGED]:
        raise UnwritableRecord(changed)
    heads = [line.text for line in lines if line.path[:1] != ("rounds",) and line.kind in IN_FIRST_LINE]
    others = [line.text for line in lines if line.path[:1] == ("rounds",) or line.kind not in IN_FIRST_LINE]
    return WrittenText("".join(line + "\n" for line in ["; ".join(heads), *others]), lost)


def _lines(record: Mapping[str, Any]) -> Iterator[_Written]:
    """Yield the lines of a round, of a row or of a game."""
    names = Names(record["players"], Remarks(), [team["name"] for team in record.get("teams", ())])
    yield from _lines_of(record, Part.GAME if "rounds" in record else Part.ROUND, names, ())
    for index, round_ in enumerate(record.get("rounds", ())):
        path = ("rounds", index)
        yield _Written("---", path)
        # Without a word there would be no round behind a line of dashes.
        yield from [*_lines_of(round_, Part.ROUND_OF_GAME, names, path)] or [_Written("tricks none", path)]


def _lines_of(record: Mapping[str, Any], part: Part, names: Names, path: _Path) -> Iterator[_Written]:
    """Yield the lines of a part, in the order of the table."""
    for row in ROWS:
        *into, member = row.member_in(part).split(".")
        source = record.get(into[0], {}) if into else record
        if part.value not in row.stands:
            continue
        if row.shape is Shape.OWN:
            yield from (_Written(text, (*path, *at), row.kind) for text, at in _own(row, record, names))
        elif member in source and not _is_said_otherwise(row, record, part):
            reason = {"reason": record["reason"]} if "reason" in record else {}
            yield from _by_row(row, source[member], reason, names, (*path, *into, member))


def _is_said_otherwise(row: Row, record: Mapping[str, Any], part: Part) -> bool:
    """Return whether the number of a round in its game, or a blind bidder, needs no line of its own."""
    return (row.kind == "round" and part is Part.ROUND_OF_GAME) or (row.kind == "blind" and is_shown_by_bids(record))


def _by_row(row: Row, value: Any, reason: Mapping[str, Any], names: Names, path: _Path) -> Iterator[_Written]:
    """Yield the lines of a member that a row writes by its pattern."""
    if row.shape is Shape.ONCE:
        if value is not False:
            is_whole = isinstance(value, Mapping) and "value/" not in row.pattern
            values = value if is_whole else {"value": value, **reason}
            yield _Written(write_pattern(row, values, names).removeprefix("ruleset "), path, row.kind)
    elif not value:
        yield _Written(f"{row.kind} none", path, row.kind)
    elif row.shape is Shape.LIST:
        for index, entry in enumerate(value):
            yield _Written(write_pattern(row, entry, names), (*path, index), row.kind)
    else:
        ((_, items),) = row.groups()
        members = [item.partition("/")[0] for item in items if "/" in item]
        lines = [write_pattern(row, dict(zip(members, pair, strict=True)), names) for pair in value.items()]
        if row.shape is Shape.KEYED:
            yield from (_Written(line, (*path, name), row.kind) for line, name in zip(lines, value, strict=True))
        else:
            written = row.joint.join(line.removeprefix(f"{row.kind} ") for line in lines)
            yield _Written(f"{row.kind} {written}", path, row.kind)


def _own(row: Row, record: Mapping[str, Any], names: Names) -> Iterator[tuple[str, _Path]]:
    """Yield the lines of a kind that has a way of its own, each with the part of the record that it is for."""
    match row.kind:
        case "game":
            yield from [("game", ())] if "rounds" in record else []
        case "players":
            players = record["players"]
            is_other = names_sides(players) or ruleset_among(players) is not None
            yield " ".join(in_json(name) if is_other else quoted_if_needed(name) for name in players), ("players",)
        case "sub" if "substitutions" in record:
            yield f"sub {_substitutions(record['substitutions'], names) or 'none'}", ("substitutions",)
        case "bids":
            yield from ((text, (member,)) for text, member in bids_written(record, names))
        case "trick":
            yield from ((text, ("tricks", index)) for text, index in tricks_written(record, names))
        case "sheet" if "reported" in record:
            if not record["reported"]:
                yield "sheet", ("reported",)
            elif "tricks_won" in record["reported"]:
                # Without any tricks, a line of the tricks won would make the round a row.
                word = "" if "tricks" in record else "sheet "
                lines = _by_row(ROW_OF["won"], record["reported"]["tricks_won"], {}, names, ("reported", "tricks_won"))
                yield from ((word + line.text, line.path) for line in lines)


def _substitutions(made: Sequence[Mapping[str, str]], names: Names) -> str:
    """Return substitutions as words, and seat who comes in."""
    for substitution in made:
        names.replace(substitution["out"], substitution["in"], 0)
    return ", ".join(f"{quoted_if_needed(each['out'])} > {quoted_if_needed(each['in'])}" for each in made)
