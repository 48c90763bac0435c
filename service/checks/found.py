"""Invariants that a finding breaks: which findings of a ruling count, and each of them in a few words."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

from service.checks.model import Broken, Check, Seen
from service.spades import cards
from service.spades.english import quoted
from service.spades.findings import Finding
from service.spades.record.model import RoundRecord, RoundResult
from service.spades.table import Table


def free_of(codes: Container[str], applies: Callable[[Seen], bool]) -> Check:
    """Return the check that a ruling has no finding with one of these codes.

    A figure of the sheet that is wrong as played but right as ruled breaks nothing: it includes the penalties.
    """

    def check(seen: Seen) -> Broken | None:
        broken = tuple(in_short(each, seen.table) for each in _standing(seen) if each.code in codes)
        return broken if broken or applies(seen) else None

    return check


def _standing(seen: Seen) -> Iterator[Finding]:
    """Yield the findings, without those on figures that are as ruled."""
    differing = {each.location for each in seen.ruling.differences or ()}
    for each in seen.ruling.findings:
        match each.location:
            case ("reported", _, _) if each.location not in differing:
                continue
        yield each


def in_short(finding: Finding, table: Table) -> str:
    """Return a finding in a few words: what, who, where, and the figures.

    Names are in quotes, in which whatever could not be printed is escaped.
    """
    words = [finding.code]
    if finding.seat is not None:
        words.append(quoted(table.players[finding.seat]))
    elif finding.side is not None:
        words.append(quoted(table.sides[finding.side].name))
    if finding.card is not None:
        words.append(cards.CODES[finding.card])
    if finding.trick is not None:
        words.append(f"in trick {finding.trick}")
    evidence = finding.evidence
    figures = "" if evidence is None or evidence.reported is None else f": {evidence.reported}, not {evidence.counted}"
    return " ".join(words) + figures


# What a round has to say for an invariant to be checked on it.


def always(_: Seen) -> bool:
    """Return True: every round can be checked."""
    return True


def has_cards(seen: Seen) -> bool:
    """Tell whether any card of the round is recorded."""
    record = seen.record
    return isinstance(record, RoundRecord) and bool(record.tricks or any(record.hands) or record.draws)


def has_tricks(seen: Seen) -> bool:
    """Tell whether the log has a trick."""
    return isinstance(seen.record, RoundRecord) and bool(seen.record.tricks)


def has_listed_hands(seen: Seen) -> bool:
    """Tell whether the log has a trick and a hand is known beside it."""
    return has_tricks(seen) and isinstance(seen.record, RoundRecord) and any(seen.record.hands)


def has_bids(seen: Seen) -> bool:
    """Tell whether any bid is recorded, or has to be, as on a row of the sheet that is not void."""
    if isinstance(seen.record, RoundRecord):
        return seen.record.bids_recorded
    return bool(seen.record.bids) or not seen.record.decisions.void


def has_all_tricks(seen: Seen) -> bool:
    """Tell whether the tricks of a round that was not declared void are all recorded, claimed or on the sheet."""
    if seen.record.decisions.void:
        return False
    if isinstance(seen.record, RoundResult):
        return True
    size, claim = seen.ruleset.packs[len(seen.table.players)].hand_size, seen.ruling.claim
    if claim is not None and claim.given is not None:
        return True
    return len(seen.record.tricks) >= size or (seen.reported is not None and seen.reported.tricks_won is not None)


def reports_points(seen: Seen) -> bool:
    """Tell whether the sheet has points for the round, which has a score."""
    return seen.ruling.as_ruled is not None and seen.reported is not None and bool(seen.reported.points)


def reports_score(seen: Seen) -> bool:
    """Tell whether the sheet has a running score, and the standing before the round is known."""
    return _is_continued(seen) and seen.reported is not None and bool(seen.reported.score)


def reports_bags(seen: Seen) -> bool:
    """Tell whether the sheet has bags, bags count, and the standing before the round is known."""
    counts = bool(seen.ruleset.parameters.scoring.bag_limit)
    return counts and _is_continued(seen) and seen.reported is not None and bool(seen.reported.bags)


def _is_continued(seen: Seen) -> bool:
    return seen.ruling.as_ruled is not None and seen.ruling.record.before is not None


def in_game(seen: Seen) -> bool:
    """Tell whether the round is one of a game."""
    return seen.number is not None
