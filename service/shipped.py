"""Files that the service needs and that lie beside the package in a checkout: the contract, gunicorn's configuration.

A wheel holds them inside the package, where `setup.py` puts them under the same names. The version of the contract is
that of the package, too; setup.py and the release read it here.
"""

from __future__ import annotations

import re
from pathlib import Path

PACKAGE = Path(__file__).parent
"""The folder of the package `service`."""


def shipped(name: str) -> Path:
    """Return the path of a file that ships with the service; ``name`` is its path in the checkout."""
    return (PACKAGE if is_installed() else PACKAGE.parent) / name


def is_installed() -> bool:
    """Return whether the service runs from a wheel, and not from a checkout or a copy of one."""
    return (PACKAGE / "openapi.yaml").exists()


def contract_version() -> str:
    """Return the version that the contract states, without reading all of it."""
    with shipped("openapi.yaml").open(encoding="utf-8") as document:
        for line in document:
            if found := re.fullmatch(r'  version: "([0-9.]+)"\n', line):
                return found[1]
    raise ValueError("openapi.yaml states no version")
