"""What the columns and the heads of a sheet in CSV cannot say: house rules, and a round that has no row."""

from __future__ import annotations

from collections.abc import Iterator

from service.json_types import Json
from service.pages.phrases import overrides_in_words


def comments_on_sheet(ruleset: Json | None, left_out: int | None) -> Iterator[str]:
    """Yield the comments, each on one line.

    ``ruleset`` is that of the answer if its name alone does not say it; ``left_out`` is the number of a round without a
    row.
    """
    if ruleset is not None:
        options = f", with {', '.join(ruleset['options'])}" if ruleset["options"] else ""
        overrides = overrides_in_words(ruleset)
        house_rules = f", with house rules ({'; '.join(overrides)})" if overrides else ""
        comment = f"Scored by the ruleset {ruleset['name']}, version {ruleset['version']}{options}{house_rules}"
        yield " ".join(comment.split())
    if left_out is not None:
        yield f"Round {left_out} is left out: it has no score, and a log of tricks has no row"
