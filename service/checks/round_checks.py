"""A round as a check sees it, and how one breaks an invariant: by a finding, or by the figures of its sheet."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from service.spades import cards
from service.spades.english import quoted
from service.spades.findings import Finding
from service.spades.record.model import GameRecord, Reported, RoundRecord, RoundResult, Standing
from service.spades.rules.ruleset import Ruleset, bids_itself
from service.spades.ruling.audit import audit_row
from service.spades.ruling.model import GameRuling, Ruling
from service.spades.scoring.round import write_bag_penalty
from service.spades.table import Table


class Seen(NamedTuple):
    """A round as it was written down, and the ruling on it."""

    record: RoundRecord | RoundResult
    """As the sheet has it; that of the ruling also has what follows from earlier rounds of its game."""
    ruling: Ruling
    ruleset: Ruleset
    opening: tuple[Standing, ...] | None
    """For each side, its standing before the round on the sheet, if this is the first round there."""
    number: int | None = None
    """Its number in its game, void rounds counted; None for a round by itself."""
    last: bool = True
    """Whether no round follows it."""
    dealer: int | None = None
    """Who dealt: the dealer that is recorded, or who follows from the rounds before."""
    previous: Seen | None = None
    """The round before it in its game."""

    @property
    def table(self) -> Table:
        """Who sits where in this round."""
        return self.ruling.table

    @property
    def reported(self) -> Reported | None:
        """The figures of the sheet, as far as the ruling compares them."""
        return self.ruling.record.reported


Broken: TypeAlias = tuple[str, ...]
"""How a round breaks an invariant, each fault in a few words; empty if it doesn't."""

Check: TypeAlias = Callable[[Seen], Broken | None]
"""Checks a round; None if the round says nothing that could be checked."""

Group: TypeAlias = Literal["line", "itself", "rules", "engine"]
"""What is compared: a line with the contract, the record with itself, with the rules, or the sheet with the engine."""


class Invariant(NamedTuple):
    """A statement that has to be true of every round that says enough to be checked."""

    name: str
    group: Group
    meaning: str
    """One sentence."""
    check: Check
    codes: frozenset[str] = frozenset()
    """The finding codes that break it."""


def seen_alone(record: RoundRecord, ruling: Ruling, ruleset: Ruleset) -> Seen:
    """Return a round that is not part of a game here."""
    return Seen(record, ruling, ruleset, record.before, dealer=record.dealer)


def seen_row(row: RoundResult, ruleset: Ruleset) -> Seen:
    """Return a row of a sheet that is not part of a game here, with a ruling on it."""
    return Seen(row, audit_row(row, ruleset), ruleset, row.before, dealer=row.dealer)


def seen_in_game(game: GameRecord, ruling: GameRuling, ruleset: Ruleset) -> Iterator[Seen]:
    """Yield the rounds of a game in order; without a standing before the first, every side began at 0."""
    opening = game.before or (Standing(),) * len(game.table.sides)
    previous = None
    for record, played in zip(game.rounds, ruling.played.rounds, strict=True):
        previous = Seen(
            record=record,
            ruling=played.ruling,
            ruleset=ruleset,
            opening=None if previous else opening,
            number=played.number,
            last=record is game.rounds[-1],
            dealer=played.record.dealer,
            previous=previous,
        )
        yield previous


def free_of(codes: Container[str], applies: Callable[[Seen], bool]) -> Check:
    """Return the check that a ruling has no finding with one of these codes.

    A figure of the sheet that is wrong as played but right as ruled breaks nothing: it includes the penalties.
    """

    def check(seen: Seen) -> Broken | None:
        broken = tuple(in_short(finding, seen.table) for finding in _standing(seen) if finding.code in codes)
        return broken if broken or applies(seen) else None

    return check


def _standing(seen: Seen) -> Iterator[Finding]:
    """Yield the findings, but not those on figures that are as ruled."""
    differing = {difference.location for difference in seen.ruling.differences or ()}
    for finding in seen.ruling.findings:
        match finding.location:
            case ("reported", _, _) if finding.location not in differing:
                continue
        yield finding


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


# What has to be recorded of a round for an invariant to be checked on it.


def always(_: Seen) -> bool:
    """Return True: every round can be checked."""
    return True


def has_cards(seen: Seen) -> bool:
    """Return whether any card of the round is recorded."""
    record = seen.record
    return isinstance(record, RoundRecord) and bool(record.tricks or any(record.hands) or record.draws)


def has_tricks(seen: Seen) -> bool:
    """Return whether the log has a trick."""
    return isinstance(seen.record, RoundRecord) and bool(seen.record.tricks)


def has_listed_hands(seen: Seen) -> bool:
    """Return whether the log has a trick and a hand is known beside it."""
    return has_tricks(seen) and isinstance(seen.record, RoundRecord) and any(seen.record.hands)


def has_bids(seen: Seen) -> bool:
    """Return whether any bid is recorded, or has to be: a row of the sheet that is not void needs one."""
    if isinstance(seen.record, RoundRecord):
        return seen.record.bids_recorded
    return bool(seen.record.bids) or not seen.record.decisions.void


def has_all_tricks(seen: Seen) -> bool:
    """Return whether the tricks of a round that was not declared void are all recorded, claimed or on the sheet."""
    if seen.record.decisions.void:
        return False
    if isinstance(seen.record, RoundResult):
        return True
    size, claim = seen.ruleset.packs[len(seen.table.players)].hand_size, seen.ruling.claim
    if claim is not None and claim.given is not None:
        return True
    return len(seen.record.tricks) >= size or (seen.reported is not None and seen.reported.tricks_won is not None)


def reports_points(seen: Seen) -> bool:
    """Return whether the sheet has points for the round, which has a score."""
    return seen.ruling.as_ruled is not None and seen.reported is not None and bool(seen.reported.points)


def reports_score(seen: Seen) -> bool:
    """Return whether the sheet has a running score, and the standing before the round is known."""
    return _is_continued(seen) and seen.reported is not None and bool(seen.reported.score)


def reports_bags(seen: Seen) -> bool:
    """Return whether the sheet has bags, bags count, and the standing before the round is known."""
    counts = bool(seen.ruleset.parameters.scoring.bag_limit)
    return counts and _is_continued(seen) and seen.reported is not None and bool(seen.reported.bags)


def _is_continued(seen: Seen) -> bool:
    return seen.ruling.as_ruled is not None and seen.ruling.record.before is not None


def in_game(seen: Seen) -> bool:
    """Return whether the round is one of a game."""
    return seen.number is not None


def totals_continue(seen: Seen) -> Broken | None:
    """Check that a running score is the one before plus the points of the round, all three as on the sheet."""
    reported = seen.record.reported
    before = _before(seen, lambda sheet: sheet.score, lambda standing: standing.score)
    points = {} if reported is None else reported.points or {}
    totals = {} if reported is None else reported.score or {}
    names = [name for name in totals if name in before and name in points]
    return _differing({name: (totals[name], before[name] + points[name]) for name in names})


def bags_carry(seen: Seen) -> Broken | None:
    """Check that bags are those before on the sheet plus those of the round, less those that a penalty takes off.

    The bags of the round are those as played or those as ruled.
    """
    parameters, record = seen.ruleset.parameters, seen.ruling.record
    if not parameters.scoring.bag_limit or bids_itself(parameters, record.round_number):
        return None
    reported = seen.record.reported
    before = _before(seen, lambda sheet: sheet.bags, lambda standing: standing.bags)
    broken: dict[str, tuple[int, int]] = {}
    bags = {} if reported is None else reported.bags or {}
    for side, played in enumerate(seen.ruling.as_played or ()):
        name, ruled = seen.table.sides[side].name, (seen.ruling.as_ruled or seen.ruling.as_played or ())[side]
        if name in bags and name in before:
            # A void round changes no bags, not even those that were left too high.
            is_void, had = seen.ruling.verdict == "void", before[name]
            carried = [
                had if is_void else write_bag_penalty([], parameters, had + score.bags) for score in (played, ruled)
            ]
            broken[name] = (bags[name], bags[name] if bags[name] in carried else carried[0])
    return _differing(broken)


def _before(
    seen: Seen, row: Callable[[Reported], Mapping[str, int] | None], figure: Callable[[Standing], int]
) -> Mapping[str, int]:
    """Return a row of the sheet as it stood before the round, for each side of which it is known."""
    if seen.previous is not None:
        reported = seen.previous.record.reported
        return {} if reported is None else row(reported) or {}
    if seen.opening is None:
        return {}
    return {side.name: figure(standing) for side, standing in zip(seen.table.sides, seen.opening, strict=True)}


def _differing(figures: Mapping[str, tuple[int, int]]) -> Broken | None:
    """Return the figures that are not what they should be, each with its name; None if there are none at all."""
    if not figures:
        return None
    return tuple(f"{quoted(name)}: {value}, not {right}" for name, (value, right) in figures.items() if value != right)


def dealer_rotates(seen: Seen) -> Broken | None:
    """Check that the deal has moved on by one seat, where dealers are recorded.

    After a void round it has if a director or `table.redeal_by` says so (docs/reference/rules.md, A12).
    """
    previous, dealer = seen.previous, seen.record.dealer
    if previous is None or previous.dealer is None or dealer is None:
        return None
    players = seen.table.players
    by = previous.record.decisions.redeal_by or seen.ruleset.parameters.table.redeal_by
    again = previous.ruling.verdict == "void" and by == "same_dealer"
    following = previous.dealer if again else (previous.dealer + 1) % len(players)
    return () if dealer == following else (f"dealt by {quoted(players[dealer])}, not {quoted(players[following])}",)


def rounds_complete(seen: Seen) -> Broken | None:
    """Check that a round that others follow has a score, so that the standing after it is known."""
    if seen.last:
        return None
    return () if seen.ruling.as_ruled is not None else ("no score, so that later totals can't be checked",)


def penalties_counted(seen: Seen) -> Broken | None:
    """Check that no figure of the sheet leaves out what the penalties of the round change in it."""
    ruling, reported = seen.ruling, seen.reported
    if not ruling.penalties or reported is None or ruling.as_played is None or ruling.as_ruled is None:
        return None
    broken: list[str] = []
    for played, ruled in zip(ruling.as_played, ruling.as_ruled, strict=True):
        name = seen.table.sides[ruled.side].name
        for row, figures, without, right in (
            ("points", reported.points, played.points, ruled.points),
            ("score", reported.score, played.after.score, ruled.after.score),
            ("bags", reported.bags, played.after.bags, ruled.after.bags),
        ):
            if figures is not None and figures.get(name) == without != right:
                broken.append(f"{row} {quoted(name)}: {without}, not {right}")
    return tuple(broken)
