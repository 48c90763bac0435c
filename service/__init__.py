"""A stateless REST API that scores rounds of Spades and rules on disputed ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

    from service.settings import Settings


def create_app(settings: Settings | None = None, document: Mapping[str, Any] | None = None) -> Flask:
    """Return the application; it is imported here, so that nothing else of the package waits for Flask."""
    from service import app  # noqa: PLC0415 - as above

    return app.create_app(settings, document)
