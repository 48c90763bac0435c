"""What the contract and docs/reference/rules.md say of parameters, written from their entries.

The groups of parameters are components of openapi.yaml, and each section of codes in docs/reference/rules.md has a
table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from service.spades.catalogue.entries import Entry, entries_of
from service.spades.catalogue.parameters.blind_and_special_bids import Slam, Ten
from service.spades.rules.ruleset import ALL_GROUPS, ENTRIES

REFERENCES = {
    "deck.removed": "CardsByPlayerCount",
    "deck.hand_size": "NumberByPlayerCount",
    "special_bids.ten": "TenParameters",
    "special_bids.slam": "SlamParameters",
}
"""The parameters whose values have a component of their own, and these components."""
RECORDS: Mapping[str, type] = {"TenParameters": Ten, "SlamParameters": Slam}
SHAPES: Mapping[str, tuple[str, ...]] = {
    "counts": (
        *("minItems: 1", "maxItems: 5", "uniqueItems: true"),
        'items: {type: "integer", minimum: 2, maximum: 6}',
    ),
    "cards": ("maxItems: 54", 'items: {$ref: "#/components/schemas/Card"}'),
}
"""The lines that the contract has for values of these shapes."""
ONE_LINE = 140
"""A parameter with a single value is written on one line if that is no longer."""


def with_parameters(text: str) -> str:
    """Return the text of the contract with the groups of parameters as in the catalogue."""
    for group in ALL_GROUPS:
        properties = {f"{group.name}.{key}": entry for key, entry in entries_of(group.rules).items()}
        lines = [line for name, entry in properties.items() for line in _property(name, entry)]
        text = _with_component(text, group.component, group.contract, lines)
    for name, component in REFERENCES.items():
        members = entries_of(RECORDS[component]) if component in RECORDS else {}
        lines = [line for key, entry in members.items() for line in _property(key, entry)]
        text = _with_component(text, component, ENTRIES[name].contract, lines)
    return text


def with_rows(text: str) -> str:
    """Return the text of docs/reference/rules.md with the rows of its tables of codes as in the catalogue."""
    written = [
        (row, row.cell or f"`{group.name}.{key}`")
        for group in ALL_GROUPS
        for key, entry in entries_of(group.rules).items()
        for row in entry.rows
    ]
    written += [(row, "\N{EN DASH}") for group in ALL_GROUPS for row in group.laws]
    rows = {row.code: f"| {row.code} | {cell} | {row.rule} |" for row, cell in written}
    for letter in sorted({code[0] for code in rows}):
        table = [rows[code] + "\n" for code in sorted(rows, key=_number) if code[0] == letter]
        text = _with_table(text, letter, table)
    return text


def _with_table(text: str, letter: str, table: list[str]) -> str:
    """Return docs/reference/rules.md with these lines in place of those that have a code with this letter."""
    lines = text.splitlines(keepends=True)
    there = [number for number, line in enumerate(lines) if re.match(rf"\| {letter}\d", line)]
    if not there or there[-1] - there[0] >= len(there):
        message = f"docs/reference/rules.md needs one table of codes in {letter}, with a row in it"
        raise SystemExit(message)
    lines[there[0] : there[-1] + 1] = table
    return "".join(lines)


def _number(code: str) -> int:
    """Return the number of a row: 4 for ``F4, F5``."""
    return int(code[1:].partition(",")[0])


def _with_component(text: str, name: str, description: str, properties: list[str]) -> str:
    """Return the contract with this description, and these lines of properties if there are any, in a component."""
    before, label, rest = text.partition(f"\n    {name}:\n")
    block, gap, after = rest.partition("\n\n")
    lines = block.split("\n")
    described = next(number for number, line in enumerate(lines) if line.startswith("      description: "))
    lines[described] = f"      description: {_quoted(description)}"
    if properties:
        lines[lines.index("      properties:") + 1 :] = [f"        {line}" for line in properties]
    return "".join([before, label, "\n".join(lines), gap, after])


def _property(name: str, entry: Entry) -> Iterator[str]:
    """Yield the lines of a parameter among the properties of its component, without their margin."""
    key, default = name.rpartition(".")[2], entry.default
    if name in REFERENCES:
        yield f'{key}: {{$ref: "#/components/schemas/{REFERENCES[name]}"}}'
    elif entry.shape:
        yield from (f"{key}:", '  type: "array"', f"  description: {_quoted(_described(entry))}")
        yield from map("  {}".format, SHAPES[entry.shape])
    elif isinstance(default, bool):
        yield f'{key}: {{type: "boolean", description: {_quoted(_described(entry))}}}'
    elif isinstance(default, int) and entry.least < entry.most:
        bounds = f"minimum: {entry.least}, maximum: {entry.most}"
        yield f'{key}: {{type: "integer", description: {_quoted(_described(entry))}, {bounds}}}'
    else:
        kind = "integer" if isinstance(default, int) else "string"
        yield from _vocabulary(key, kind, entry)


def _vocabulary(key: str, kind: str, entry: Entry) -> Iterator[str]:
    description, values = _described(entry), ", ".join(map(json.dumps, entry.means))
    line = f'{key}: {{type: "{kind}", description: {_quoted(description)}, enum: [{values}]}}'
    if len(entry.means) == 1 and len(line) <= ONE_LINE:
        yield line
        return
    yield from (f"{key}:", f'  type: "{kind}"')
    if "\n" in description:
        yield from ("  description: |", *(f"    {part}" for part in description.split("\n")))
    else:
        yield f"  description: {_quoted(description)}"
    yield f"  enum: [{values}]"


def _described(entry: Entry) -> str:
    """Return the description of a parameter with its default, unless it states that itself."""
    if "Default: " in entry.contract or not entry.means:  # a member of an object has no sentence and no default
        return entry.contract
    default = f"`{entry.default}`" if isinstance(entry.default, str) else json.dumps(entry.default)
    return f"{entry.contract} Default: {default}."


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
