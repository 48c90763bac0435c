"""The files that hold something from the catalogue, and what is written in them.

In `openapi.yaml`: the closed sets of words, such as verdicts, and the names that generated clients have for cards; the
lists of codes that may grow, of findings, slips, score lines and faults; the groups of parameters, with their values,
bounds, defaults and descriptions. In `docs/reference/rules.md`: the tables of codes.
`tests/contract/test_generated.py` holds all of it to that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

from contract.parameters import with_parameters, with_rows
from contract.yaml_text import replaced
from service import core_build, fault_codes
from service.analysis.claims.judged_claim import Acceptance
from service.analysis.comparison import Subject
from service.analysis.estimates.held_hand import Method
from service.analysis.solver.position import Result
from service.kit.engine import Asks
from service.league.results import NO_CONTEST, TableOf, TieBreak
from service.notations import registry
from service.pages.finding_texts import AUTHORITIES
from service.spades import cards
from service.spades.catalogue.entries import Severity
from service.spades.catalogue.parameters.bids import Kind
from service.spades.catalogue.parameters.penalties import CHOICES
from service.spades.catalogue.parameters.table_and_deck import MisdealHand
from service.spades.findings import CODES, PARTS, Verdict
from service.spades.proof.single_trick import WinReason
from service.spades.record.model import RedealBy
from service.spades.ruling.claims import ClaimResult, ClaimTest
from service.spades.ruling.model import CallResult, Effect, FiguresFrom, SheetCause
from service.spades.scoring.model import LINE_CODES, EndReason
from service.spades.slips.suspects import SlipCode
from service.wire.parameters_json import ParameterType
from service.wire.ruling_json import RuleBasis

ROOT = Path(__file__).parent.parent
_SCHEMAS = ("components", "schemas")
_CODED = ("Card", "RecordedCard", "Suit")

CLOSED: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "Card": cards.CODES,
        "RecordedCard": [*cards.CODES, cards.UNREAD_CODE],
        "Suit": cards.SUITS,
        "BidKind": get_args(Kind),
        "KitQuestion": get_args(Asks),
        "RedealBy": get_args(RedealBy),
        "MisdealHand": get_args(MisdealHand),
        "Remedy": [*CHOICES],
        "Verdict": get_args(Verdict),
        "Severity": get_args(Severity),
        "Basis": get_args(RuleBasis),
        "FindingPart": [part.name for part in PARTS],
        "Authority": [*AUTHORITIES],
        "FiguresFrom": get_args(FiguresFrom),
        "PenaltyEffect": get_args(Effect),
        "CallResult": get_args(CallResult),
        "ClaimTest": get_args(ClaimTest),
        "ClaimResult": get_args(ClaimResult),
        "ClaimAcceptance": get_args(Acceptance),
        "ProofResult": get_args(Result),
        "WinReason": get_args(WinReason),
        "SheetCause": get_args(SheetCause),
        "EndReason": get_args(EndReason),
        "DifferenceSubject": get_args(Subject),
        "CountMethod": get_args(Method),
        "TableOf": get_args(TableOf),
        "NoContest": [NO_CONTEST],
        "TieBreak": get_args(TieBreak),
        "Notation": [*registry.NOTATIONS],
        "WrittenNotation": [*registry.WRITERS],
        "ParameterType": get_args(ParameterType),
        "CoreBuild": get_args(core_build.Kind),
    }
)
"""The words of each component that is a closed set: an enum, which changes only with the version of the contract."""
GROWING: Mapping[tuple[str, ...], Sequence[str]] = MappingProxyType(
    {
        ("FindingCode",): [*CODES],
        ("SlipCode",): get_args(SlipCode),
        ("FaultCode",): sorted({code for codes in fault_codes.CODES.values() for code in codes}),
        ("ScoreLine", "properties", "code"): [*LINE_CODES],
    }
)
"""The codes that may grow, by where each list is among the components: strings with examples."""


def _names(codes: Sequence[str], in_words: Mapping[str, str]) -> list[str]:
    """Return what generated clients call each of these codes, which are no names in most languages."""
    return [in_words[code].upper().replace(" ", "_") for code in codes]


def openapi(text: str) -> str:
    """Return the text of the contract with everything that comes from the catalogue, and nothing else changed."""
    in_words = {code: cards.card_name(code) for code in cards.CODES} | {cards.UNREAD_CODE: "unread"}
    in_words |= {suit: f"{name}s" for suit, name in zip(cards.SUITS, cards.SUIT_NAMES, strict=True)}
    values: dict[tuple[str, ...], Any] = {
        **{(*_SCHEMAS, name, "enum"): [*words] for name, words in CLOSED.items()},
        **{(*_SCHEMAS, name, "x-enum-varnames"): _names(CLOSED[name], in_words) for name in _CODED},
        **{(*_SCHEMAS, *place, "examples"): [*codes] for place, codes in GROWING.items()},
    }
    return with_parameters(replaced(text, values))


WRITERS: Mapping[Path, Callable[[str], str]] = MappingProxyType(
    {
        ROOT / "openapi.yaml": openapi,
        ROOT / "docs" / "reference" / "rules.md": with_rows,
    }
)
"""For each file the function that returns its text as it should be, from its text as it is."""
