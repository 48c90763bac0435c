"""A stateless REST API that scores rounds of Spades and rules on disputed ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from service import core_build

if TYPE_CHECKING:
    from flask import Flask

    from service.settings import Settings

core_build.choose()


def create_app(settings: Settings | None = None, document: Mapping[str, Any] | None = None) -> Flask:
    """Return the Flask application; see `service.app.create_app`."""
    from service import app  # noqa: PLC0415 - importing the package must not import Flask: the command line needs none

    return app.create_app(settings, document)
