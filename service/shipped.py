"""Files that the service needs and that lie beside the package in a checkout: the contract, gunicorn's configuration.

A wheel holds them inside the package, where `setup.py` puts them under the same names.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def shipped(name: str) -> Path:
    """Return the path of a file that ships with the service; ``name`` is its path in the checkout."""
    installed = _PACKAGE / name
    return installed if installed.exists() else _PACKAGE.parent / name
