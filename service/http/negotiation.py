"""Which of the media types that an operation offers a client prefers."""

from __future__ import annotations

import re
from functools import lru_cache

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from service.media_types import HTML, JSON, MARKDOWN, PROBLEM

_UTF_8 = re.compile(r";\s*charset\s*=\s*\"?utf-?8\"?", re.IGNORECASE)


def preferred(accept: str | None, offered: tuple[str, ...]) -> str:
    """Return the media type that an ``Accept`` header prefers, or the first one offered if it accepts none of them."""
    return _preferred(accept, offered) if accept and len(offered) > 1 else offered[0]


def prefers_page(accept: str | None) -> bool:
    """Return whether an ``Accept`` header asks for HTML rather than for JSON or Markdown, as that of a browser does."""
    return preferred(accept, (PROBLEM, JSON, MARKDOWN, HTML)) == HTML


@lru_cache(maxsize=256)
def _preferred(accept: str, offered: tuple[str, ...]) -> str:
    # All that is offered is UTF-8, so that asking for it changes nothing.
    accepted = parse_accept_header(_UTF_8.sub("", accept), MIMEAccept)
    by_type = {media_type.partition(";")[0]: media_type for media_type in offered}
    best = accepted.best_match(list(by_type))
    return offered[0] if best is None else by_type[best]
