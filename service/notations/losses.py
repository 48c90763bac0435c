"""What of a record comes back from the text that it was written as, and what is lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from service.notations.model import Loss
from service.spades.english import quoted
from service.spades.errors import pointer_to

CHANGED = "changed"
"""The code of what comes back as something else, so that the record is not written at all."""
_SAYS_NOTHING: tuple[Any, ...] = (False, [], {}, "", "number")
"""What says the same as its absence; ``number`` is the kind of a bid."""


def losses(of: Any, back: Any, title: str, *path: str | int) -> Iterator[Loss]:
    """Yield what of a record does not come back, and as `CHANGED` what comes back as something else or was not there.

    ``title`` is what holds it, such as "A score sheet".
    """
    if isinstance(of, Mapping) and isinstance(back, Mapping):
        for name in of:
            if name in back:
                yield from losses(of[name], back[name], title, *path, name)
            elif of[name] in _SAYS_NOTHING or name in {"number", "after_gap"}:
                detail = "This says the same as if it were left out, and is not written."
                yield Loss(pointer_to(*path, name), "absence", detail)
            else:
                yield Loss(pointer_to(*path, name), "unmapped", f"{title} has no place for {quoted(name)} here.")
        for name in (name for name in back if name not in of):
            detail = f"This would be read as a record with {quoted(name)} here, which it has not."
            yield Loss(pointer_to(*path, name), CHANGED, detail)
    elif isinstance(of, list) and isinstance(back, list) and len(of) == len(back) and path[-1:] != ("blind_bidders",):
        for index, values in enumerate(zip(of, back, strict=True)):
            yield from losses(*values, title, *path, index)
    elif of != back or isinstance(of, bool) is not isinstance(back, bool):
        yield from _other_value(of, back, title, *path)


def _other_value(of: Any, back: Any, title: str, *path: str | int) -> Iterator[Loss]:
    member, pointer = path[-1], pointer_to(*path)
    if member == "kind":
        yield Loss(pointer, "unmapped", f"This is read as {quoted(str(back))}, of which kind such a bid is.")
    elif (member == "reason" or "labels" in path[-2:-1]) and of.split() == back.split():
        yield Loss(pointer, "unmapped", f"{title} keeps neither spaces around a text nor carriage returns in it.")
    elif member != "blind_bidders" or sorted(of) != sorted(back):  # who have no order
        yield Loss(pointer, CHANGED, "This would be read as something else: it contradicts the rest of the record.")
