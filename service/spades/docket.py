"""The docket of a replay: what is found in the play goes on it, with its proof, or as an open question.

A play is held against the rules of `legality`; whether its player held a card that makes it illegal comes from
`proof`. What is not proved is never called an offence.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from service.spades.cards import BIT, CODES, SUIT_NAMES, SUITS, Pack, codes_of, mask_of
from service.spades.contracts import Contract
from service.spades.faults import pointer_to
from service.spades.findings import Finding
from service.spades.legality import Objection, legal_cards, objections
from service.spades.proof import PROVED, Broken, Hand, Knowledge, Verdict
from service.spades.record import RoundRecord
from service.spades.rulebook import cite
from service.spades.ruleset import Ruleset
from service.spades.table import Table

# Findings about cards that put a hand in doubt.
_CONFLICTS = frozenset({"wrong_hand_size", "duplicate_card", "card_not_held", "card_replayed", "card_not_in_deck"})


class Spot(NamedTuple):
    """A play in the log: the trick and the place in it, both from 0, who played and what."""

    trick: int
    place: int
    seat: int
    card: int

    @property
    def pointer(self) -> str:
        """The pointer to this play."""
        return pointer_to("tricks", self.trick, "plays", self.place)


class Case(NamedTuple):
    """Everything that a replay rests on."""

    record: RoundRecord
    ruleset: Ruleset
    pack: Pack
    contracts: tuple[Contract, ...]
    known: Knowledge
    complete_hands: tuple[bool, ...]
    """For each seat whether its hand is listed whole, so that a card outside the list was not held."""

    def listed_elsewhere(self, seat: int, card: int) -> str | None:
        """Return the pointer to another list that has this card, if one does."""
        for other, listed in enumerate(self.known.listed):
            if other != seat and listed & BIT[card]:
                return self.hand_pointer(other, BIT[card])
        return "#/set_aside" if card in (self.record.set_aside or ()) else None

    def decided_by(self, seat: int) -> str:
        """Return the pointer to what would tell this hand: its list, or the exchange that may have changed it."""
        if self.record.hands[seat] is not None and not self.complete_hands[seat]:
            return "#/exchanges"
        return pointer_to("hands", self.record.table.players[seat])

    def gave(self, seat: int, card: int) -> str | None:
        """Return the pointer to the exchange in which a player passed this card away, if he did."""
        for place, exchange in enumerate(self.record.exchanges or ()):
            if exchange.giver == seat and card in exchange.cards:
                return pointer_to("exchanges", place)
        return None

    def hand_pointer(self, seat: int, held: int) -> str:
        """Return the pointer to a hand that is known: its list, or the turn in which such a card was drawn."""
        if not self.complete_hands[seat]:
            for place, exchange in enumerate(self.record.exchanges or ()):
                if exchange.taker == seat and held & mask_of(exchange.cards):
                    return pointer_to("exchanges", place)
        if seat not in self.record.drawn_hands:
            return pointer_to("hands", self.record.table.players[seat])
        for place, draw in enumerate(self.record.draws or ()):
            if draw.seat == seat and held & mask_of(draw.kept):
                return pointer_to("draws", place)
        return "#/draws"


@dataclass(slots=True)
class Docket:
    """The findings and the open questions of a replay, in the order of the log."""

    case: Case
    offset: int
    """How many findings come before those of the play."""
    findings: list[Finding] = field(default_factory=list)
    undecided: list[Finding] = field(default_factory=list)

    @property
    def next_place(self) -> int:
        """The place that the next finding will have among all findings of the ruling."""
        return self.offset + len(self.findings)

    def about_trick(  # noqa: PLR0913 - the members of a finding
        self,
        code: str,
        trick: int,
        detail: str,
        *,
        member: str | None = None,
        seat: int | None = None,
        parameter: str | None = None,
        evidence: dict[str, object] | None = None,
    ) -> None:
        """Report what is wrong with a trick as a whole, or with a member of it."""
        table = self.case.record.table
        self.findings.append(
            Finding(
                code=code,
                pointer=pointer_to("tricks", trick, *(() if member is None else (member,))),
                detail=detail,
                rule=None if parameter is None else cite(self.case.ruleset, parameter),
                trick=trick + 1,
                player=None if seat is None else table.players[seat],
                team=None if seat is None else table.team_of(seat),
                evidence=evidence,
            )
        )

    def about_play(  # noqa: PLR0913 - the members of a finding
        self,
        code: str,
        spot: Spot,
        detail: str,
        *,
        parameter: str | None = None,
        evidence: dict[str, object] | None = None,
        follows: int | None = None,
    ) -> None:
        """Report what is wrong with a play."""
        self.findings.append(self._of_play(code, spot, detail, parameter, evidence=evidence, follows=follows))

    def ask(self, code: str, spot: Spot, detail: str, parameter: str, *, decided_by: str) -> None:
        """Note what about a play this record can't decide."""
        self.undecided.append(self._of_play(code, spot, detail, parameter, decided_by=decided_by))

    def _of_play(  # noqa: PLR0913 - the members of a finding
        self,
        code: str,
        spot: Spot,
        detail: str,
        parameter: str | None,
        *,
        legal: int | None = None,
        evidence: dict[str, object] | None = None,
        follows: int | None = None,
        conflicting: bool = False,
        decided_by: str | None = None,
    ) -> Finding:
        table = self.case.record.table
        name = table.players[spot.seat]
        return Finding(
            code=code,
            pointer=spot.pointer,
            detail=f"{name} {detail}",
            rule=None if parameter is None else cite(self.case.ruleset, parameter),
            trick=spot.trick + 1,
            player=name,
            team=table.team_of(spot.seat),
            card=CODES[spot.card],
            legal_cards=None if legal is None else codes_of(legal),
            evidence=evidence,
            follows=follows,
            conflicts_with=() if conflicting else None,
            decided_by=decided_by,
        )

    def judge(self, spot: Spot, led: int | None, hand: Hand, broken: Broken, *, sound: bool) -> None:
        """Hold a play against the rules: report what is proved, and what this record can't decide.

        ``led`` is the suit led, None for a lead; ``hand`` what is known of the player's hand after the play; ``broken``
        whether spades were broken before this trick; ``sound`` whether the player is known to have held the card.
        """
        case = self.case
        rules, pack, first = case.ruleset.parameters.play, case.pack, spot.trick == 0
        for objection in objections(rules, pack, spot.card, led, first=first, broken=broken is Broken.YES):
            verdict = case.known.held(spot.seat, objection.held, hand)
            if verdict is Verdict.DISPROVED:
                continue
            # Without a card that is known to forbid the play, nothing tells what was legal instead.
            legal = None
            if verdict is Verdict.PROVED:
                cards = hand.holding | BIT[spot.card]
                legal = legal_cards(rules, pack, cards, led, first=first, broken=broken is Broken.YES)
                legal &= ~BIT[spot.card]
            deed = _deed(objection.code, spot.card, led)
            waits = objection.code == "illegal_spade_lead" and broken is Broken.MAYBE
            if verdict in PROVED and sound and not waits:
                evidence = self._evidence(spot, led, hand.holding, objection, verdict)
                held = evidence.get("held")
                names = ", ".join(held) if isinstance(held, list) else "a card that the count puts in this hand"
                detail = f"{deed} while holding {names}."
                self.findings.append(
                    self._of_play(objection.code, spot, detail, objection.parameter, legal=legal, evidence=evidence)
                )
                return
            conflicting = not sound or verdict is Verdict.CONFLICTING
            self.undecided.append(
                self._of_play(
                    objection.code,
                    spot,
                    f"{deed}; {_open_question(conflicting=conflicting, waits=waits)}",
                    objection.parameter,
                    legal=legal,
                    conflicting=conflicting,
                    decided_by="#/hands" if waits else case.decided_by(spot.seat),
                )
            )

    def _evidence(
        self, spot: Spot, led: int | None, holding: int, objection: Objection, verdict: Verdict
    ) -> dict[str, object]:
        evidence: dict[str, object] = {} if led is None else {"led_suit": SUITS[led]}
        if verdict is Verdict.COUNTED:
            evidence["possible"] = list(codes_of(self.case.known.unseen & objection.held))
            evidence["proved_by"] = "counting"
        else:
            held = holding & objection.held
            evidence["held"] = list(codes_of(held))
            evidence["proved_by"] = self._proof(spot, held)
        return evidence

    def _proof(self, spot: Spot, held: int) -> str:
        """Return the pointer to what proves that the player held these cards: the hand, a later play, an exchange."""
        record = self.case.record
        hand = record.hands[spot.seat]
        if hand is not None and self.case.complete_hands[spot.seat] and held & mask_of(hand):
            return self.case.hand_pointer(spot.seat, held)
        for number, trick in enumerate(record.tricks):
            for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
                later = Spot(number, place, seat, card)
                if seat == spot.seat and held & BIT[card] and later > spot:
                    return later.pointer
        taken = (place for place, each in enumerate(record.exchanges or ()) if each.taker == spot.seat)
        return pointer_to("exchanges", next(taken))


def _deed(code: str, card: int, led: int | None) -> str:
    if led is not None:
        return f"played {CODES[card]} on a {SUIT_NAMES[led]} lead"
    if code == "illegal_opening_card":
        return f"opened with {CODES[card]}"
    return f"led {CODES[card]} before spades were broken"


def _open_question(*, conflicting: bool, waits: bool) -> str:
    if conflicting:
        return "the record contradicts itself about this hand."
    if waits:
        return "whether spades had been broken depends on a hand that is not known."
    return "whether the hand held a card that forbids it is not known."


def with_conflicts(finding: Finding, findings: tuple[Finding, ...], table: Table, known: Knowledge) -> Finding:
    """Name the findings that put this player's cards in doubt: his own, and those about cards he is to have held."""
    if finding.conflicts_with is None or finding.player is None:
        return finding
    doubtful = codes_of(known.doubtful[table.seat[finding.player]])
    return replace(
        finding,
        conflicts_with=tuple(
            place
            for place, other in enumerate(findings)
            if other.code in _CONFLICTS and (other.player == finding.player or other.card in doubtful)
        ),
    )
