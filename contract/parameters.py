"""What the contract and docs/reference/rules.md say of parameters, written from their entries.

The groups of parameters are components of openapi.yaml, and each section of codes in docs/reference/rules.md has a
table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import get_args

from service.spades.catalogue.entries import Entry, Group, TableRow, entries_in, rows_of
from service.spades.catalogue.parameters.contracts import ABOUT_A_ROW, COLUMNS, BlindInContract
from service.spades.english import listed
from service.spades.rules.ruleset import ALL_GROUPS, ENTRIES, plain

REFERENCES = {
    "deck.removed": "CardsByPlayerCount",
    "deck.hand_size": "NumberByPlayerCount",
}
"""The parameters whose values have a component of their own, and these components."""
WORDS = {
    "table.redeal_by": "RedealBy",
    "claims.test": "ClaimAcceptance",
}
"""The parameters whose words occur elsewhere in the contract, too, and the components that list them."""
WORTHS = {"gain": "Gain", "loss": "Loss"}
"""The components of what is scored, and of what is lost."""
SHAPES: Mapping[str, tuple[str, ...]] = {
    "counts": (
        *("minItems: 1", "maxItems: 5", "uniqueItems: true"),
        'items: {type: "integer", minimum: 2, maximum: 6}',
    ),
    "cards": ("maxItems: 54", 'items: {$ref: "#/components/schemas/Card"}'),
    "numbers": ("maxItems: 54", "uniqueItems: true", 'items: {type: "integer", minimum: 0, maximum: 54}'),
    "misdeals": ("maxItems: 2", "uniqueItems: true", 'items: {$ref: "#/components/schemas/MisdealHand"}'),
    "remedies": ("maxItems: 8", "uniqueItems: true", 'items: {$ref: "#/components/schemas/Remedy"}'),
}
"""The lines that the contract has for values of these shapes."""
ONE_LINE = 140
"""A parameter with a single value is written on one line if that is no longer."""


def with_parameters(text: str) -> str:
    """Return the text of the contract with the groups of parameters as in the catalogue."""
    for group in ALL_GROUPS:
        rows = {} if group.whole is not None else rows_of(group.rules)
        for component in dict.fromkeys(row.component for row in rows.values()):
            shared = {name: row for name, row in rows.items() if row.component == component}
            text = _with_component(text, component, *_of_rows(group.name, shared))
        text = _with_component(text, group.component, group.contract, [] if group.whole else _members(group, rows))
    text = _with_component(text, "ContractParameters", ABOUT_A_ROW, _contract_columns())
    for name, component in REFERENCES.items():
        text = _with_component(text, component, ENTRIES[name].contract, [])
    return text


def _of_rows(group: str, rows: Mapping[str, TableRow]) -> tuple[str, list[str]]:
    """Return the description of rows with the same columns, and the lines of these: those of the first row."""
    name, row = next(iter(rows.items()))
    lines: list[str] = []
    for column in row.columns:
        entry = ENTRIES[f"{group}.{name}.{column}"]
        is_shared = len(rows) > 1 and len({json.dumps(plain(each.columns[column])) for each in rows.values()}) > 1
        lines += _property(f"{group}.{name}.{column}", entry._replace(default=None) if is_shared else entry)
    if len(rows) == 1:
        return row.about, lines
    return f"A row of `{group}`. Several have these columns.", lines


def _members(group: Group, rows: Mapping[str, TableRow]) -> list[str]:
    """Return the lines of the parameters and the rows of a group."""
    lines: list[str] = []
    for name, entry in entries_in(group).items():
        key, _, column = name.removeprefix(f"{group.name}.").partition(".")
        if not column:
            lines += _property(name, entry)
        elif key in rows and f"{key}:" not in lines:
            lines += [f"{key}:", f"  description: {_quoted(rows[key].about + _defaults(group.name, key, rows))}"]
            lines.append(f'  $ref: "#/components/schemas/{rows[key].component}"')
    return lines


def _defaults(group: str, key: str, rows: Mapping[str, TableRow]) -> str:
    """Return the defaults of a row that are not those of other rows with the same columns, as a sentence."""
    others = [row for row in rows.values() if row.component == rows[key].component]
    own = {
        column: plain(ENTRIES[f"{group}.{key}.{column}"].default)
        for column in rows[key].columns
        if len({json.dumps(plain(row.columns[column])) for row in others}) > 1
    }
    return f" Default: {listed(f'`{column}` {json.dumps(value)}' for column, value in own.items())}." if own else ""


def _contract_columns() -> list[str]:
    """Return the lines of the columns of a row of `contracts`."""
    lines: list[str] = []
    for name, (default, description) in COLUMNS.items():
        stated = f"{description} Default: {json.dumps(default)}." if isinstance(default, bool) else description
        quoted = _quoted(f"{description} Default: `{default}`." if isinstance(default, str) else stated)
        if name in {"made", "failed"}:
            lines += _worth(name, "gain" if name == "made" else "loss", description)
        elif isinstance(default, bool):
            lines.append(f'{name}: {{type: "boolean", description: {quoted}}}')
        elif isinstance(default, str):
            values = json.dumps(get_args(BlindInContract))
            lines.append(f'{name}: {{type: "string", description: {quoted}, enum: {values}}}')
        else:
            lines.append(f'{name}: {{type: "integer", description: {quoted}, minimum: 0, maximum: 27}}')
    return lines


def _worth(key: str, shape: str, description: str) -> list[str]:
    return _referring(key, description, WORTHS[shape])


def _referring(key: str, description: str, component: str) -> list[str]:
    return [f"{key}:", f"  description: {_quoted(description)}", f'  $ref: "#/components/schemas/{component}"']


def with_rows(text: str) -> str:
    """Return the text of docs/reference/rules.md with the rows of its tables of codes as in the catalogue."""
    written = [(row, row.cell or f"`{name}`") for name, entry in ENTRIES.items() for row in entry.rows]
    written += [(row, "\N{EN DASH}") for group in ALL_GROUPS for row in group.laws]
    rows: dict[str, str] = {}
    for row, cell in written:  # rows of a table share their columns' codes: the first one says what they are
        rule = row.rule.partition(" Default: ")[0].removesuffix(".")
        rows.setdefault(row.code, f"| {row.code} | {cell} | {rule} |")
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
        at = next(number for number, line in enumerate(lines) if line.strip() == "properties:")
        margin = " " * (lines[at].index("p") + 2)
        lines[at + 1 :] = [f"{margin}{line}" for line in properties]
    return "".join([before, label, "\n".join(lines), gap, after])


def _property(name: str, entry: Entry) -> Iterator[str]:
    """Yield the lines of a parameter among the properties of its component, without their margin."""
    key, default = name.rpartition(".")[2], ENTRIES[name].default
    if name in REFERENCES:
        yield f'{key}: {{$ref: "#/components/schemas/{REFERENCES[name]}"}}'
    elif name in WORDS:
        yield from _referring(key, _described(entry), WORDS[name])
    elif entry.shape in WORTHS:
        yield from _worth(key, entry.shape, _described(entry))
    elif entry.shape:
        yield from (f"{key}:", '  type: "array"', f"  description: {_quoted(_described(entry))}")
        yield from map("  {}".format, SHAPES[entry.shape])
    elif isinstance(default, bool):
        yield f'{key}: {{type: "boolean", description: {_quoted(_described(entry))}}}'
    elif isinstance(default, int):
        least, most = (entry.least, entry.most) if entry.least < entry.most else (min(entry.means), max(entry.means))
        bounds = f"minimum: {least}, maximum: {most}"
        yield f'{key}: {{type: "integer", description: {_quoted(_described(entry))}, {bounds}}}'
    else:
        yield from _vocabulary(key, entry)


def _vocabulary(key: str, entry: Entry) -> Iterator[str]:
    description, values = _described(entry), ", ".join(map(json.dumps, entry.means))
    line = f'{key}: {{type: "string", description: {_quoted(description)}, enum: [{values}]}}'
    if len(entry.means) == 1 and len(line) <= ONE_LINE:
        yield line
        return
    yield from (f"{key}:", '  type: "string"')
    if "\n" in description:
        yield from ("  description: |", *(f"    {part}" for part in description.split("\n")))
    else:
        yield f"  description: {_quoted(description)}"
    yield f"  enum: [{values}]"


def _described(entry: Entry) -> str:
    """Return the description of a parameter with its default, unless it states that itself."""
    if "Default: " in entry.contract or entry.default is None:  # rows that share the column have defaults of their own
        return entry.contract
    default = f"`{entry.default}`" if isinstance(entry.default, str) else json.dumps(plain(entry.default))
    return f"{entry.contract} Default: {default}."


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
