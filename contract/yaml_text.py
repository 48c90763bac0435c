"""A YAML document in which some values are replaced and every other byte stays: comments, order and layout."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import yaml

WIDTH = 110
"""The longest line of a value that is written anew."""
_DEEPEST = 2
"""How many lists and objects a value on one line may have in each other."""
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_+]*", re.ASCII)


def replaced(text: str, values: Mapping[tuple[str, ...], Any]) -> str:
    """Return the text with the value at each path of keys replaced.

    Each key has to begin its line, and no path may lead into another. Raises `KeyError` for a path that leads nowhere.
    """
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    lines = text.splitlines(keepends=True)
    spans = [(_span(root, path, lines), path[-1], value) for path, value in values.items()]
    # From the end, so that the numbers of the lines before stay what they are.
    for (first, after, indent), key, value in sorted(spans, key=lambda span: span[0], reverse=True):
        lines[first:after] = [line + "\n" for line in _labelled(f"{key}:", value, indent)]
    return "".join(lines)


def _span(root: Any, path: tuple[str, ...], lines: list[str]) -> tuple[int, int, int]:
    """Return the first line of a key with its value, the first line after it, and its indentation."""
    node = key = root
    for name in path:
        found = next((pair for pair in node.value if pair[0].value == name), None)
        if found is None:
            raise KeyError(" / ".join(path))
        key, node = found
    first, indent = key.start_mark.line, key.start_mark.column
    if lines[first][:indent].strip():
        raise SystemExit(f"line {first + 1}: {path[-1]} must begin its line")
    # A flow value ends at its end mark; a block continues as long as lines are indented deeper.
    last = node.end_mark.line if isinstance(node, yaml.CollectionNode) and node.flow_style else first
    for number in range(last + 1, len(lines)):
        line = lines[number]
        if line.strip():
            if len(line) - len(line.lstrip()) <= indent:
                break
            last = number
    return first, last + 1, indent


def _labelled(label: str, value: Any, indent: int) -> list[str]:
    """Return the lines of a key and its value: on one line if the value is short, or else indented below."""
    line = f"{' ' * indent}{label} {_flow(value)}"
    if _short(value, line):
        return [line]
    return [f"{' ' * indent}{label}", *_block(value, indent + 2)]


def _block(value: Any, indent: int) -> list[str]:
    """Return the lines of a value that does not fit on one line."""
    margin = " " * indent
    if isinstance(value, dict):
        return [line for key, member in value.items() for line in _labelled(f"{_key(key)}:", member, indent)]
    if not any(isinstance(item, dict | list) for item in value):
        return [f"{margin}[", *_filled([_flow(item) for item in value], indent + 2), f"{margin}]"]
    lines = []
    for item in value:
        line = f"{margin}- {_flow(item)}"
        inner = [line.removeprefix(f"{margin}- ")] if _short(item, line) else _block(item, indent + 2)
        lines += [f"{margin}- {inner[0].strip()}", *inner[1:]]
    return lines


def _filled(items: list[str], indent: int) -> list[str]:
    """Return items, each followed by a comma, on as few lines as possible."""
    lines = [" " * indent + items[0] + ","]
    for item in items[1:]:
        if len(lines[-1]) + len(item) + 2 <= WIDTH:
            lines[-1] += f" {item},"
        else:
            lines.append(" " * indent + item + ",")
    return lines


def _short(value: Any, line: str) -> bool:
    """Return whether a value is written on one line: scalars always are, lists of objects never."""
    if not isinstance(value, dict | list) or not value:
        return True
    if isinstance(value, list) and _depth(value) > 1:
        return False
    return _depth(value) <= _DEEPEST and len(line) <= WIDTH


def _depth(value: Any) -> int:
    if not isinstance(value, dict | list):
        return 0
    return 1 + max(map(_depth, value.values() if isinstance(value, dict) else value), default=0)


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {_flow(member)}" for key, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    """Return a key, quoted if YAML could read it as anything but text."""
    plain = _PLAIN_KEY.fullmatch(name) and yaml.safe_load(name) == name
    return name if plain else json.dumps(name, ensure_ascii=False)
