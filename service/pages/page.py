"""A page before it is written: its template and what that shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Page(NamedTuple):
    """A page: its template, its title, and the values that the template shows.

    With ``links``, it begins with those of all pages.
    """

    template: str
    title: str
    content: Mapping[str, Any]
    links: bool = True
