"""The entries that an offence of the play rests on: with every other card and bid unknown, it is proved all the same.

A card that a player held is proved by his later play of it, or by the list that has it and all that he played before;
that spades were unbroken, by every card of the tricks before. What a count proves, and what depends on a card that
could not be read, rests on the whole record (docs/reference/rules.md, "Proof").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from service.spades.cards import SPADES, UNREAD
from service.spades.findings import Evidence, Finding, Location, is_accusing, play_of
from service.spades.record.log import LoggedCard, RoundContext, lacks_a_card, logged_cards
from service.spades.record.model import RoundRecord
from service.spades.sentence import Sentence, say

_NO_EVIDENCE: Final = Evidence()


def with_entries(
    context: RoundContext[RoundRecord],
    findings: tuple[Finding, ...],
    *,
    lacks_tricks: bool = False,
    is_single: bool = False,
) -> tuple[Finding, ...]:
    """Return the findings, the offences of the play with the entries that they rest on.

    ``lacks_tricks`` is whether the log may lack tricks in any place, and ``is_single`` whether it is one trick by
    itself: whether spades were broken before it, the record says then.
    """
    found: list[Finding] = []
    logged: Sequence[Sequence[LoggedCard]] = ()
    for finding in findings:
        if not is_accusing(finding) or play_of(finding.location) is None:
            found.append(finding)
            continue
        logged = logged or cards_as_evidence(context)
        proof = OffenceProof(context, finding, logged, is_single=is_single)
        needs_all = proof.needs_all or (lacks_tricks and rests_on_earlier_tricks(context.record, finding))
        entries = tuple(dict.fromkeys(proof.everything() if needs_all else proof.entries()))
        evidence = (finding.evidence or _NO_EVIDENCE)._replace(rests_on=entries)
        detail = finding.detail if needs_all else (*finding.detail, *proof.unbroken())
        found.append(finding._replace(evidence=evidence, detail=detail))
    return tuple(found)


def cards_as_evidence(context: RoundContext[RoundRecord]) -> Sequence[Sequence[LoggedCard]]:
    """Return every card of each trick of the log, in order, those taken back too; none that nobody recorded."""
    record = context.record
    cards: list[list[LoggedCard]] = [[] for _ in record.tricks]
    for each in logged_cards(record, len(record.tricks)):  # one that was written twice makes a trick too many
        if not record.sent or record.tricks[each.trick].form != "unwritten":
            cards[each.trick].append(each)
    return cards


class OffenceProof:
    """What proves one offence of the play."""

    def __init__(
        self,
        context: RoundContext[RoundRecord],
        finding: Finding,
        logged: Sequence[Sequence[LoggedCard]],
        *,
        is_single: bool = False,
    ) -> None:
        """Keep what it is made of; ``logged`` is every card of each trick, in order (`cards_as_evidence`)."""
        self.context, self.record, self.finding, self.is_single = context, context.record, finding, is_single
        self.logged, index = logged, play_of(finding.location)
        in_trick = () if index is None else logged[index[0]]
        self.own = next(each for each in in_trick if each.location == finding.location)
        self.leads = [each for each in in_trick if not each.play]
        self.evidence = finding.evidence or _NO_EVIDENCE
        held, trick = self.evidence.held or (), self.own.trick
        own = [each for cards in logged for each in cards if each.seat == self.own.seat]
        at = own.index(self.own)
        self.earlier = own[:at]
        """The cards that the player played before."""
        self.shown = [each for each in own[at + 1 :] if each.card in held]
        """The cards that show that he held one: those that he played later."""
        self.is_spade_lead = finding.parameter == "play.spade_lead"
        # Who led a trick that lacks a card may depend on who was to lead it.
        is_short = lacks_a_card(context.pack, self.record.tricks[trick], trick)
        by_lead = finding.code == "wrong_leader" or is_short
        self.by_opening = context.record.leads_left_out or (by_lead and not trick and not is_single)
        """Whether it rests on who was to lead first."""
        said = [index for index in range(trick + 1) if self.record.tricks[index].spades_broken is False]
        self.said_unbroken = said[-1] if said and self.is_spade_lead else None
        """The last trick before which spades had not been broken, as the record says."""
        since = (self.said_unbroken or 0) if self.is_spade_lead else max(0, trick - by_lead)
        self.before = range(since, trick)
        """The indices of the tricks before of which it rests on every card."""

    @property
    def needs_all(self) -> bool:
        """Whether it rests on the whole record, as far as it is known."""
        tricks, pack = self.record.tricks, self.context.pack
        is_counted = self.evidence.possible is not None
        return is_counted or self._is_open or any(lacks_a_card(pack, tricks[at], at) for at in self.before)

    @property
    def _is_open(self) -> bool:
        """Whether it depends on a card that could not be read, or on which of several cards was led, or led first."""
        leads = {self.context.pack.suit[each.card] for each in self.leads}
        return (
            (self.by_opening and self.context.ruleset.parameters.play.opening_leader == "lowest_club")
            or (len(leads) > 1 and self.own.withdrawn is not None)  # whichever of them it answered
            or any(UNREAD in self.record.tricks[at].cards for at in self.before)
        )

    def everything(self) -> Iterator[Location]:
        """Yield the place of every card and every bid of the record."""
        yield from [each.location for cards in self.logged for each in cards if each.card != UNREAD]
        yield from self._in_lists()
        yield from self._in_bids()
        yield from self._in_statement()

    def entries(self) -> Iterator[Location]:
        """Yield the places of the entries that are enough: those in the log in its order, then the others."""
        # One is enough: that to which the evidence points, or else the first that stayed on the table.
        shown = sorted(
            self.shown, key=lambda each: (each.location != self.evidence.proved_by, each.withdrawn is not None)
        )
        yield from self._with_proof(shown[:1], by_list=bool(self.evidence.held) and not shown)

    def needed_by_every_proof(self) -> Iterator[Location]:
        """Yield the places of the entries that every proof of it needs: if one of them is wrong, nothing may prove it.

        Two cards that he played later each show that he held one: no single one of them has to be right. His list does
        not show that he still held it. A count needs to know which cards the record has, and not in which places.
        """
        if self._is_open:
            yield from self.everything()
            return
        shown = self.shown
        is_one = len({(each.trick, each.play) for each in shown}) == 1
        yield from self._with_proof(shown if is_one else [], by_list=bool(self.evidence.held) and not shown)
        if self.record.leads_left_out and shown:  # whose any of them is follows from all before
            first = min(each.trick for each in shown)
            yield from [each.location for cards in self.logged[: first + 1] for each in cards]

    def _with_proof(self, shown: list[LoggedCard], *, by_list: bool) -> Iterator[Location]:
        """Yield the places of the play, of what it answers, and of what shows that he held a card."""
        whole, single = self.before, {self.own, *self.leads, *shown, *(self.earlier if by_list else ())}
        if self.record.leads_left_out:  # whose the cards are follows from all before
            whole = range(1 + max([each.trick for each in single]))
        for index, cards in enumerate(self.logged):
            is_whole = index in whole
            yield from [each.location for each in cards if is_whole or each in single]
        if by_list:
            yield from self._in_lists(self.own.seat, self.evidence.held or ())
        if by_list or self.by_opening:
            yield from self._in_bids()
        yield from self._in_statement()

    def unbroken(self) -> Iterator[Sentence]:
        """Yield what shows that spades were unbroken, if that matters."""
        if (self.is_spade_lead and self.is_single) or (self.is_spade_lead and not self.before):
            yield say("spades_said_unbroken", then=say("nothing"))
        elif self.is_spade_lead:
            if self.said_unbroken is not None:
                yield say("spades_said_unbroken", then=say("before_trick", trick=self.said_unbroken + 1))
            suit, tricks = self.context.pack.suit, tuple([index + 1 for index in self.before])
            played = any(suit[each.card] == SPADES for at in self.before for each in self.logged[at])
            yield say("no_spade_broke_them" if played else "no_spade_before", tricks=tricks)

    def _in_lists(self, seat: int | None = None, held: tuple[int, ...] | None = None) -> Iterator[Location]:
        """Yield the places in the lists of this player that have these cards, and of all cards passed by him or to him.

        Without a player, yield every card of every list.
        """
        record, lists = self.record, list[tuple[Location, tuple[int, ...]]]()
        lists += [(("hands", owner), hand or ()) for owner, hand in enumerate(record.hands) if seat in {None, owner}]
        for index, draw in enumerate(record.draws or ()):
            if seat in {None, draw.seat}:
                lists += [(("draws", index, "cards"), draw.cards), (("draws", index, "kept"), draw.kept)]
        if seat is None:
            lists.append((("set_aside",), record.set_aside or ()))
        for location, cards in lists:
            wanted = cards if held is None else held
            yield from [(*location, place) for place, card in enumerate(cards) if card in wanted and card != UNREAD]
        for index, exchange in enumerate(record.exchanges or ()):
            if seat in {None, exchange.giver, exchange.taker}:
                yield from [("exchanges", index, "cards", place) for place in range(len(exchange.cards))]

    def _in_bids(self) -> Iterator[Location]:
        """Yield the places of the bids: by them partners may have passed cards, and a high bidder may lead."""
        yield from [("bids", index) for index in range(len(self.record.bids))]

    def _in_statement(self) -> Iterator[Location]:
        """Yield the place where the record says that spades were unbroken, if that matters."""
        if self.is_spade_lead and self.is_single:
            yield ("spades_broken",)
        elif self.said_unbroken is not None:
            yield ("tricks", self.said_unbroken, "spades_broken")


def rests_on_earlier_tricks(record: RoundRecord, finding: Finding) -> bool:
    """Return whether an offence may be none if another trick was played before it, or after."""
    if finding.trick is None or finding.code == "out_of_turn":
        return False
    seats = record.tricks[finding.trick - 1].seats
    # Which card was led in a trick that lacks a play may rest on who won the trick before.
    lead_may_be_missing = finding.trick < len(record.tricks) and len(set(seats)) < len(record.table.players)
    is_revoke = finding.properties.may_be_revoke and finding.code != "illegal_spade_lead"
    # A card that he took back before the revoke may have gone to a trick between.
    shown, own = _shown_by(finding), play_of(finding.location)
    return lead_may_be_missing or not (is_revoke and shown is not None and own is not None and shown >= own)


def _shown_by(finding: Finding) -> tuple[int, int] | None:
    """Return the trick and the play of the later card that proves an offence, None if no card does."""
    proof = None if finding.evidence is None else finding.evidence.proved_by
    return play_of(proof) if isinstance(proof, tuple) else None
