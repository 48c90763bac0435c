"""The table of invariants, in the order in which a check lists them.

To add one, write its function beside its kind, give it an entry here and a section in docs/how-to/check-sheets.md with
an example that breaks it. Each finding code that is no note breaks at least one of them: its entry in the catalogue
names it, except `rules_kept`, which every offence breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from service.checks import round_checks as checks
from service.checks.round_checks import Broken, Check, Group, Invariant, Seen, free_of
from service.spades.findings import CODES

READABLE = "readable"
"""The invariant of a line, which is checked before there is a ruling."""

TITLES: Mapping[Group, str] = MappingProxyType(
    {
        "line": "Each line",
        "itself": "The record against itself",
        "rules": "The play against the rules",
        "engine": "The sheet against the engine",
    }
)
"""What the invariants of a group compare."""

BY_FAULT: Mapping[str, str] = MappingProxyType(
    {"tricks_total": "tricks_add_up", "missing_bid": "one_bid_each", "doubled_bid": "one_bid_each"}
)
"""The invariant behind a fault that keeps a row of the sheet, sent by itself, from being scored."""

_OFFENCES = frozenset(code for code, finding in CODES.items() if finding.severity == "offence")


def _readable(_: Seen) -> Broken:
    """Return that a round is readable: there would be no ruling on it otherwise."""
    return ()


def _breaking(name: str) -> frozenset[str]:
    """Return the codes whose entries say that they break an invariant."""
    return frozenset(code for code, finding in CODES.items() if finding.breaks == name)


def _coded(name: str, group: Group, meaning: str, applies: Callable[[Seen], bool]) -> Invariant:
    """Return an invariant that is broken by the findings whose entries name it."""
    codes = _breaking(name)
    return Invariant(name, group, meaning, free_of(codes, applies), codes)


def _either(one: Check, other: Check) -> Check:
    """Return a check that two others make together."""

    def check(seen: Seen) -> Broken | None:
        results = [result for result in (one(seen), other(seen)) if result is not None]
        return sum(results, ()) if results else None

    return check


_TABLE = (
    Invariant(READABLE, "line", "The line can be read as a round, a row of a sheet or a game.", _readable),
    _coded(
        "tricks_add_up",
        "itself",
        "The tricks of a round add up to the size of a hand, and are those that its log shows.",
        checks.has_all_tricks,
    ),
    _coded(
        "tricks_whole",
        "itself",
        "Every player has one card in each trick.",
        checks.has_tricks,
    ),
    _coded(
        "every_card_once",
        "itself",
        "No card is there twice or outside the pack, and hands are of the right size.",
        checks.has_cards,
    ),
    _coded(
        "cards_from_hands",
        "itself",
        "Every card is played from the hand that holds it.",
        checks.has_listed_hands,
    ),
    _coded(
        "leads_and_winners",
        "itself",
        "The leaders and winners that are named are those of the cards, and the tricks stand in their order.",
        checks.has_tricks,
    ),
    _coded(
        "one_bid_each",
        "itself",
        "Everybody has bid, and nobody twice.",
        checks.has_bids,
    ),
    Invariant(
        "dealer_rotates",
        "itself",
        "The deal goes round, where dealers are recorded.",
        _either(checks.dealer_rotates, free_of(_breaking("dealer_rotates"), lambda _: False)),
        _breaking("dealer_rotates"),
    ),
    Invariant(
        "rounds_complete",
        "itself",
        "Every round of a game but the last is complete, so that the standing after it is known.",
        checks.rounds_complete,
    ),
    Invariant(
        "totals_continue",
        "itself",
        "A running score is the one before plus the points of the round, by the sheet's own figures.",
        _either(checks.totals_continue, free_of(_breaking("totals_continue"), lambda _: False)),
        _breaking("totals_continue"),
    ),
    Invariant(
        "bags_carry",
        "itself",
        "Bags follow from the sheet's own bags before, and from the limit at which they are taken off.",
        checks.bags_carry,
    ),
    Invariant(
        "rules_kept",
        "rules",
        "No offence is proved.",
        free_of(_OFFENCES, checks.always),
        _OFFENCES,
    ),
    _coded("game_ends_once", "rules", "No round is played after the end of a game.", checks.in_game),
    _coded("points_agree", "engine", "The points of a round are the engine's.", checks.reports_points),
    _coded(
        "totals_agree",
        "engine",
        "The running score is the engine's, or off by no more than in the round before.",
        checks.reports_score,
    ),
    _coded(
        "bags_agree",
        "engine",
        "The bags are the engine's, or off by no more than in the round before.",
        checks.reports_bags,
    ),
    Invariant(
        "penalties_counted",
        "engine",
        "Where an offence has a penalty, the figures of the sheet include it.",
        checks.penalties_counted,
    ),
)
INVARIANTS: Mapping[str, Invariant] = MappingProxyType({invariant.name: invariant for invariant in _TABLE})
"""Every invariant by its name."""
