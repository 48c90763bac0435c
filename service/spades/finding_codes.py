"""Every finding code with its properties, once.

To add a code, give it an entry in the table of its part of a round (`codes`). Whatever the rest of the core asks about
a code is a property of it there, so that no other module keeps a list of codes. The rules behind them: docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from service.spades.codes.code import Code
from service.spades.codes.of_bidding import OF_BIDDING
from service.spades.codes.of_calls_and_claims import OF_CALLS, OF_CLAIMS
from service.spades.codes.of_deal import OF_DEAL
from service.spades.codes.of_play import OF_PLAY
from service.spades.codes.of_sheet import OF_SHEET

CODES: Final[Mapping[str, Code]] = MappingProxyType(
    {**OF_DEAL, **OF_BIDDING, **OF_PLAY, **OF_CALLS, **OF_CLAIMS, **OF_SHEET}
)

SHEET_CODES: Final[Mapping[str, str]] = MappingProxyType(
    {row: code for code, each in CODES.items() if (row := each.sheet_row)}
)
"""For each row of a score sheet the code of a wrong value in it."""
