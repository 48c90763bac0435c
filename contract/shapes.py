"""The shapes of the library `spades_arbiter` as ``TypedDict`` classes: ``python -m contract.shapes``.

They are those of the requests and answers of its functions and of a problem, and whatever these refer to. A component
that only lists values, such as a card, is an alias; any other without members of its own is written out wherever it is
referred to. The module that is made, `service/library/shapes.py`, is not kept: `make`, a wheel and the image make it.
"""

from __future__ import annotations

import json
import keyword
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import yaml

_ROOT = Path(__file__).parent.parent
ROOTS = (
    *("RoundRecord", "Ruling", "BriefRuling", "ScoreRequest", "RoundScore", "BriefRoundScore"),
    *("TurnRequest", "TurnAnswer", "PlaysRequest", "PlaysAnswer", "BriefPlaysAnswer"),
    *("GameRequest", "GameScore", "BriefGameScore", "StandingsRequest", "LeagueTable"),
    *("ReadRecordsRequest", "RecordsRead", "Problem"),
)
"""The components from which all others are reached."""
_HEADER = '''"""The shapes of requests and answers, made from openapi.yaml."""
# ruff: noqa: D204 - a shape is a list to look up, and more of them are on a screen without blank lines in it

from typing import Literal, NotRequired, TypeAlias, TypedDict

# fmt: off
'''
_LONG = 105
_WIDTH = 120
_SCALARS = {"string": "str", "integer": "int", "boolean": "bool"}


def write_shapes() -> None:
    """Write the module of the shapes into the package of the library."""
    contract = (_ROOT / "openapi.yaml").read_bytes()
    (_ROOT / "service" / "library" / "shapes.py").write_text(shapes(contract), encoding="utf-8")


def shapes(contract: bytes) -> str:
    """Return the module of the shapes, from the text of the contract."""
    components: Mapping[str, Any] = yaml.load(contract, Loader=yaml.CSafeLoader)["components"]["schemas"]
    reached = list(_reached(components))
    aliases = [_alias(name, components[name]) for name in reached if "enum" in components[name]]
    classes = [_class(name, components) for name in reached if "properties" in components[name]]
    return "\n".join([_HEADER + "".join(aliases), *classes])


def _reached(components: Mapping[str, Any]) -> Iterable[str]:
    """Return the names of all components that the roots lead to, each after those that it refers to.

    So the module needs no names of what follows, which would hide from a running program what may be absent.
    """
    reached: dict[str, list[str]] = {}
    waiting = list(ROOTS)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached[name] = sorted(_references(components[name]))
            waiting += reached[name]
    return TopologicalSorter(dict(sorted(reached.items()))).static_order()


def _references(schema: Mapping[str, Any]) -> Iterator[str]:
    if "$ref" in schema:
        yield _referred(schema)
    for member in schema.get("properties", {}).values():
        yield from _references(member)
    for inner in ("items", "additionalProperties"):
        if isinstance(schema.get(inner), dict):
            yield from _references(schema[inner])


def _referred(schema: Mapping[str, Any]) -> str:
    name: str = schema["$ref"].rpartition("/")[2]
    return name


def _alias(name: str, schema: Mapping[str, Any]) -> str:
    values = textwrap.fill(", ".join(map(json.dumps, schema["enum"])), 110)
    return f'{name}: TypeAlias = Literal[\n{textwrap.indent(values, "    ")},\n]\n"""{_summary(schema)}"""\n'


def _class(name: str, components: Mapping[str, Any]) -> str:
    """Return the class of a component, as a call if one of its members is no name in Python."""
    schema = components[name]
    required = schema.get("required", [])
    members = {
        member: kind if member in required else f"NotRequired[{kind}]"
        for member, each in schema["properties"].items()
        for kind in [_type_of(each, components)]
    }
    if any(not member.isidentifier() or keyword.iskeyword(member) for member in members):
        listed = ", ".join(f"{json.dumps(member)}: {kind}" for member, kind in members.items())
        lines = _wrapped(f"    {listed},", " " * 4)
        return f'{name} = TypedDict("{name}", {{\n{lines}}})\n"""{_summary(schema)}"""\n'
    lines = "".join(_wrapped(f"    {member}: {kind}", " " * 8) for member, kind in members.items())
    return f'class {name}(TypedDict):\n    """{_summary(schema)}"""\n{lines}'


def _wrapped(code: str, indent: str) -> str:
    """Return code that is on one line, or on more if it is long: it has brackets, in which lines may end."""
    return textwrap.fill(code, _WIDTH, subsequent_indent=indent, break_on_hyphens=False) + "\n"


def _type_of(schema: Mapping[str, Any], components: Mapping[str, Any]) -> str:
    """Return the type of a value of the contract."""
    if "$ref" in schema:
        name = _referred(schema)
        target = components[name]
        if "enum" in target or (target["type"] == "object" and "properties" in target):
            return name
        return " | ".join([_SCALARS["string"], name]) if "properties" in target else _type_of(target, components)
    if "enum" in schema:
        return _literal(schema)
    kind = schema["type"]
    if kind == "array":
        return f"list[{_type_of(schema['items'], components)}]"
    if kind == "object":
        inner = schema["additionalProperties"]
        return f"dict[str, {'object' if inner is True else _type_of(inner, components)}]"
    return " | ".join(_SCALARS[each] for each in ([kind] if isinstance(kind, str) else kind))


def _literal(schema: Mapping[str, Any]) -> str:
    return f"Literal[{', '.join(map(json.dumps, schema['enum']))}]"


def _summary(schema: Mapping[str, Any]) -> str:
    """Return the first sentence of a description, or what precedes its colon if it is long."""
    sentence = " ".join(schema["description"].split()).partition(". ")[0].rstrip(".:")
    return f"{sentence if len(sentence) < _LONG else sentence.partition(':')[0]}."


if __name__ == "__main__":
    write_shapes()
