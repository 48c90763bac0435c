"""The command for a terminal that calls an operation, with an example of the contract as its body."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from service.media_types import Json

_WIDTH: Final = 76
"""The most characters in a line of an example, if it can be broken."""
LONG: Final = 18
"""A text with more lines than this scrolls in a frame of its own, where there is such a frame."""
_END: Final = "END"


class Command(NamedTuple):
    """The lines of a command: those before the body that it sends, the body, and those after it."""

    before: Sequence[str]
    body: Sequence[str] = ()
    after: Sequence[str] = ()

    @property
    def lines(self) -> list[str]:
        """The whole command."""
        return [*self.before, *self.body, *self.after]

    @property
    def is_long(self) -> bool:
        """Whether it would fill a page."""
        return len(self.lines) > LONG


def call_command(call: Json, address: str, *, needs_key: bool) -> Command:
    """Return the command that calls an operation with a body.

    ``call`` has the ``path`` of the operation, and the ``media_type`` and an ``example`` of its body: a JSON value, or
    the text of a batch. ``address`` is that of the service, such as ``http://127.0.0.1:8000``, of harmless characters
    only.
    """
    before = [
        *_asking(call["path"], address, needs_key=needs_key),
        f"  -H 'Content-Type: {call['media_type']}'",
        f"  --data-binary @- <<'{_END}'",
    ]
    return Command(_continued(before), in_lines(call["example"]), [_END])


def look_up_command(path: str, address: str, *, needs_key: bool) -> Command:
    """Return the command that asks for a path."""
    return Command(_continued(_asking(path, address, needs_key=needs_key)))


def _asking(path: str, address: str, *, needs_key: bool) -> list[str]:
    key = ["  -H 'Authorization: Bearer YOUR-KEY'"] if needs_key else []
    return [f"curl -s {address}{path}", *key]


def _continued(lines: Sequence[str]) -> list[str]:
    """Return the lines of one command as a shell reads them."""
    return [*(f"{line} \\" for line in lines[:-1]), lines[-1]]


def in_lines(example: Json) -> list[str]:
    """Return an example in lines: a JSON value laid out to be read, or a text as it is."""
    shown = example.replace("\r\n", "\n").rstrip("\n") if isinstance(example, str) else _spread(example)
    return shown.split("\n")


def _spread(value: Json, indent: str = "") -> str:
    """Return JSON with a line for each member of an object that does not fit on one line, and each item that is one."""
    compact = json.dumps(value, ensure_ascii=False)
    is_list_of_values = isinstance(value, list) and not any(isinstance(item, dict | list) for item in value)
    if len(indent) + len(compact) <= _WIDTH or not isinstance(value, dict | list) or is_list_of_values:
        return compact
    inner = indent + "  "
    if isinstance(value, dict):
        lines = [f"{json.dumps(name, ensure_ascii=False)}: {_spread(member, inner)}" for name, member in value.items()]
    else:
        lines = [_spread(item, inner) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(lines) + f"\n{indent}{closing}"
