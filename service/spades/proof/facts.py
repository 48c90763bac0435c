"""What a record proves by itself: the deal, the bids and the play, before calls, penalties and the sheet.

For an irregular card the facts also say what else it may have changed: who would have won the trick, and from which
trick on play is tainted. Nobody can know what the players would have done instead, so no score rests on this.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from service.spades.cards import UNREAD
from service.spades.deal.auction import deal_and_bid
from service.spades.deal.contracts import Auction
from service.spades.deal.hands_dealt import Deal, knowledge_from_lists, knowledge_from_log
from service.spades.findings import (
    CODES,
    Alternative,
    Contradiction,
    Finding,
    Key,
    Reporter,
    StopWhen,
    is_about_withdrawn_card,
    play_of,
    saying,
)
from service.spades.play.evidence import (
    Replay,
    ReplayContext,
    with_conflicts,
)
from service.spades.play.replay import fits_lists, replay
from service.spades.play.rests_on import with_entries
from service.spades.play.turn_order import opening_leader
from service.spades.record.log import (
    RoundContext,
    context_of,
    lacks_a_card,
    may_be_in_progress,
    may_be_incomplete,
    with_record,
)
from service.spades.record.model import Knowledge, RoundRecord, Trick
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.slips.suspects import MendedRecord


class Facts(NamedTuple):
    """What is found in a record, and what it leaves open."""

    context: RoundContext[RoundRecord]
    auction: Auction
    play: Replay
    known: Knowledge
    """What the record shows of every hand at the start of play."""
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    contradictory: bool = False
    """Whether the record contradicts itself, so that it can't refute a call of a revoke."""


class Reading(NamedTuple):
    """A record without contradictions, which one slip would have made the record as written, and what it proves."""

    facts: Facts
    """What is found in it; of its open questions perhaps only the first, where nobody needs more."""
    mended: MendedRecord | None = None
    """None for the record as written, and for one without its suspect entries."""
    accusing: Mapping[Key, Finding] = MappingProxyType({})
    """The findings that accuse a player, by what makes them the same in the record as written; not needed if there is
    no other reading."""


class Weighed(NamedTuple):
    """What a record proves once its slips are considered, and its readings."""

    facts: Facts
    """What is proved in the record as written."""
    readings: tuple[Reading, ...]
    """The record as written if it contradicts nothing, then those that mend it. If nothing mends it, what is proved in
    it, or the record without its suspect entries."""
    rests_on_sheet: bool = False
    """Whether it matters to any of this if the sheet is that of a finished round."""
    limit_reached: bool = False
    """Whether there were more mended records than may be judged."""

    @property
    def is_mended(self) -> bool:
        """Whether a slip may have made it the record that it is."""
        return any(reading.mended is not None for reading in self.readings)

    def with_entries(self, record: RoundRecord) -> Weighed:
        """Return the same of this record, each offence of the play with the entries that it rests on."""
        facts = self.facts
        if not facts.findings:
            return self
        # Where the log may lack a trick in any place, what it shows is not all that was played before.
        placed = [reading.mended.tricks for reading in self.readings if reading.mended is not None]
        lacks_tricks = any(None in tricks for tricks in placed if tricks is not None)
        found = with_entries(with_record(facts.context, record), facts.findings, lacks_tricks=lacks_tricks)
        return self._replace(facts=facts._replace(findings=found))


def with_alternatives(findings: tuple[Finding, ...], record: RoundRecord, pack: Pack) -> tuple[Finding, ...]:
    """Return the findings with alternatives: for each illegal card, who would have won with each legal card instead.

    The other plays are left as they were, so another lead is considered only in the same suit. Only a whole trick, with
    one card of every player, all of them read, has alternatives; a card that was taken back has none, because another
    card stayed in its place.
    """
    judged = list(findings)
    dead = [_play_of(finding) for finding in findings if CODES[finding.code].cannot_win]
    for position, finding in enumerate(findings):
        legal = finding.legal_cards
        indices = _play_of(finding) if legal and CODES[finding.code].illegal_card else None
        if indices is None or not legal:
            continue
        index, play = indices
        trick = record.tricks[index]
        seats, cards = trick.seats, trick.cards
        if len(seats) == pack.players == len(set(seats)) and UNREAD not in cards:
            alive = [other for other in range(pack.players) if other != play]
            if dead:
                alive = [other for other in alive if (index, other) not in dead]
            alternatives = _alternatives(trick, pack, alive, play, legal)
            if alternatives:
                judged[position] = saying(finding, finding.detail, alternatives)
    return tuple(judged)


def _alternatives(
    trick: Trick, pack: Pack, alive: list[int], play: int, cards: tuple[int, ...]
) -> tuple[Alternative, ...]:
    """Return who wins a trick with each of these cards at this play; ``alive`` are the other plays that can win."""
    led = pack.suit[trick.cards[0]]
    strength = pack.strength[led]
    best, best_seat = 0, 0
    for other in alive:
        wins = strength[trick.cards[other]]
        if wins > best:
            best, best_seat = wins, trick.seats[other]
    alternatives: list[Alternative] = []
    for card in cards:
        if not play and pack.suit[card] != led:
            continue  # on another lead the others would have had to follow another suit
        if strength[card] > best:
            alternatives.append(Alternative(card, trick.seats[play]))
        elif best:
            alternatives.append(Alternative(card, best_seat))
    return tuple(alternatives)


def affected_from(findings: tuple[Finding, ...]) -> int | None:
    """Return the number of the first trick in which a fault may have influenced later play, None if there is none.

    An error does not count: a wrong entry changed nothing on the table.
    """
    first: int | None = None
    for finding in findings:
        trick = finding.trick
        if trick is not None and (first is None or trick < first) and CODES[finding.code].taints_play:
            first = trick
    return first


def is_void(ruleset: Ruleset, findings: tuple[Finding, ...]) -> bool:
    """Return whether the round is thrown in, or a hand was a misdeal, or had a wrong number if that voids the round."""
    return voided_by(ruleset, findings) is not None


def voided_by(ruleset: Ruleset, findings: tuple[Finding, ...]) -> str | None:
    """Return the code of the first finding that makes the round void, None if none does."""
    voiding = {"round_thrown_in", "misdeal"}
    if ruleset.parameters.penalties.count_voids:
        voiding.add("wrong_hand_size")
    return next((each.code for each in findings if each.code in voiding and each.severity != "error"), None)


def _play_of(finding: Finding) -> tuple[int, int] | None:
    """Return the indices of the trick and of the play in it that a finding is about.

    It is None if it is about no play, or about a card that was taken back.
    """
    return None if is_about_withdrawn_card(finding) else play_of(finding.location)


def facts_of(record: RoundRecord, ruleset: Ruleset, stop_when: StopWhen | None = None) -> Facts:
    """Return what the deal, the bids and the play of a record prove, and what they leave open.

    With ``stop_when``, raises `Contradiction` as soon as the record contradicts itself in its cards or plays, or
    shows an offence that ends the trial.
    """
    context, reporter = context_of(record, ruleset), Reporter(record.table, stop_when)
    bidding_over = bool(record.tricks) or may_be_incomplete(context)
    deal, auction = deal_and_bid(context, reporter, bidding_over=bidding_over)
    found = (*reporter.findings, *auction.findings)
    play, known = _replay(deal, auction, stop_when, offset=len(found))
    findings = (*found, *play.findings)
    if play.findings:
        findings = with_alternatives(findings, record, context.pack)
    undecided = (*reporter.undecided, *auction.undecided, *with_conflicts(play.undecided, findings, known))
    return Facts(deal.context, auction, play, known, findings, undecided)


def _replay(deal: Deal, auction: Auction, stop_when: StopWhen | None, *, offset: int) -> tuple[Replay, Knowledge]:
    """Replay the log, first by the listed hands alone; the log is searched for their cards only if they don't fit.

    ``offset`` is the number of findings that come before those of the play.
    """
    record, ruleset, pack, _ = deal.context
    ends = stop_when is not None and stop_when.is_over_at_once and stop_when.offences is None
    if ends and _contradicts_itself(record, pack, deal):
        raise Contradiction(())

    def replayed(known: Knowledge) -> Replay:
        played = ReplayContext(
            record=record,
            ruleset=ruleset,
            pack=pack,
            known=known,
            stop_when=stop_when,
            log=deal.log,
        )
        return replay(played, opening_leader(played, auction), offset=offset)

    listed = knowledge_from_lists(deal)
    # With unknown cards the lists alone don't fit, which is no contradiction.
    unfit = stop_when is not None and any(
        UNREAD in trick.cards or lacks_a_card(pack, trick, index) for index, trick in enumerate(record.tricks)
    )
    if listed is not None and not unfit:
        play = replayed(listed)
        if not play.lists_refuted:
            return play, listed
    known = knowledge_from_log(deal)
    return replayed(known), known


def _contradicts_itself(record: RoundRecord, pack: Pack, deal: Deal) -> bool:
    """Return whether a log shows an error without a replay, which costs far more.

    Such is a card that stays on the table twice, or is played by somebody whose whole list does not have it; and in
    equal hands a trick before the last one without one card of every player.
    """
    own = [known if whole else -1 for known, whole in zip(deal.known, deal.complete, strict=True)]
    tricks, even = record.tricks[: pack.hand_size], pack.has_equal_hands and not deal.miscounted
    over = [trick for index, trick in enumerate(tricks) if not may_be_in_progress(record, index)]
    if even and any(len(trick.seats) != pack.players for trick in over):
        return True
    return not fits_lists(tricks, own)
