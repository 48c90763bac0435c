"""Random cases in two portions: a few for `make test`, and all others for `make test-all`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest


def in_two_portions(name: str, seeds: Sequence[int], *, few: int) -> pytest.MarkDecorator:
    """Parametrise a test with seeds: first these few, then all others, which make it long."""
    portions = [
        pytest.param(seeds[:few], id="a few"),
        pytest.param(seeds[few:], id="the others", marks=pytest.mark.long),
    ]
    return pytest.mark.parametrize(name, portions)
