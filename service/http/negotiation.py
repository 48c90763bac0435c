"""Which of the media types on offer a client prefers."""

from __future__ import annotations

import re
from functools import lru_cache

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

_CHARSET = re.compile(r";\s*charset\s*=\s*\"?utf-?8\"?", re.IGNORECASE)


def preferred(accept: str | None, kinds: tuple[str, ...]) -> str:
    """Return which of these media types an ``Accept`` header prefers, the first where it prefers none."""
    return _preferred(accept, kinds) if accept and len(kinds) > 1 else kinds[0]


@lru_cache(maxsize=256)
def _preferred(accept: str, kinds: tuple[str, ...]) -> str:
    # Every kind is UTF-8, so that a wish for it says nothing more.
    wishes = parse_accept_header(_CHARSET.sub("", accept), MIMEAccept)
    offered = {kind.partition(";")[0]: kind for kind in kinds}
    best = wishes.best_match(list(offered))
    return kinds[0] if best is None else offered[best]
