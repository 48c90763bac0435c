"""The docket of a replay: what is found in the play goes on it, with its proof, or as an open question.

A play is held against the rules of `legality`; whether its player held a card that makes it illegal comes from
`proof`. What is not proved is never called an offence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from service.spades.cards import BIT, CODES, SUIT_NAMES, SUITS, codes_of, mask_of
from service.spades.findings import Finding
from service.spades.play.evidence import PROVED, Hand, Knowledge, Verdict
from service.spades.play.legality import Objection, legal_cards, objections
from service.spades.play.replay_context import Case
from service.spades.play.revoke_deadline import is_established_at_end, revoke_codes
from service.spades.pointers import pointer_to
from service.spades.record.log import Spot, spots
from service.spades.record.model import Broken
from service.spades.rules.rulebook import cite
from service.spades.table import Table

# Findings about cards that put a hand in doubt.
_CONFLICTS = frozenset({"wrong_hand_size", "duplicate_card", "card_not_held", "card_replayed", "card_not_in_deck"})


@dataclass(slots=True)
class Docket:
    """The findings and the open questions of a replay, in the order of the log."""

    case: Case
    offset: int
    """How many findings come before those of the play."""
    findings: list[Finding] = field(default_factory=list)
    undecided: list[Finding] = field(default_factory=list)
    _spots: tuple[Spot, ...] | None = None

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Every card of the log, in order, those taken back too."""
        if self._spots is None:
            self._spots = tuple(spots(self.case.record, self.case.pack.hand_size))
        return self._spots

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
        established: bool | None = None,
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
            established=established,
            follows=follows,
            conflicts_with=() if conflicting else None,
            decided_by=decided_by,
        )

    def judge(self, spot: Spot, led: int | None, hand: Hand, broken: Broken, *, sound: bool) -> None:
        """Hold a play against the rules: report what is proved, and what this record can't decide.

        ``led`` is the suit led, None for a lead; ``hand`` what is known of the player's hand after the play; ``broken``
        whether spades were broken before this trick; ``sound`` whether the player is known to have held the card.
        """
        for objection in self._objections(spot, led, broken):
            if self._weigh(objection, spot, led, hand, broken, sound=sound):
                return

    def judge_returned(  # noqa: PLR0913 - the same, and when
        self, spot: Spot, led: int | None, hand: Hand, broken: Broken, *, sound: bool, late: bool
    ) -> None:
        """Judge a card that was taken back, in time or too ``late``, as `judge` does with one that stayed.

        Of what was taken back in time only a revoke is told, or what counts as one, and that it was corrected.
        """
        for objection in self._objections(spot, led, broken):
            if objection.code in {"revoke", "illegal_spade_lead"}:
                self._weigh(objection, spot, led, hand, broken, sound=sound, late=late)

    def ask_what_was_led(self, spot: Spot, *, late: bool) -> None:
        """Note that a card taken back may have been a revoke, depending on when the lead was taken back."""
        where = pointer_to("tricks", spot.trick, "plays", 0, "withdrawn", 0, "at")
        detail = f"played {CODES[spot.card]}{_taken_back(late=late)}; which lead it answered is not known."
        self.ask("revoke" if late else "revoke_corrected", spot, detail, "play.follow_suit", decided_by=where)

    def _objections(self, spot: Spot, led: int | None, broken: Broken) -> Iterator[Objection]:
        rules, first = self.case.ruleset.parameters.play, spot.trick == 0
        return objections(rules, self.case.pack, spot.card, led, first=first, broken=broken is Broken.YES)

    def _weigh(  # noqa: PLR0913 - one rule against one card
        self,
        objection: Objection,
        spot: Spot,
        led: int | None,
        hand: Hand,
        broken: Broken,
        *,
        sound: bool,
        late: bool | None = None,
    ) -> bool:
        """Hold a card against one rule; tell whether it is proved that the rule was broken.

        ``late`` tells of a card that was taken back whether that was too late; None of one that stayed.
        """
        case = self.case
        verdict = case.known.held(spot.seat, objection.held, hand)
        if verdict is Verdict.DISPROVED:
            return False
        # Without a card that is known to forbid the play, nothing tells what was legal instead.
        legal = None
        if verdict is Verdict.PROVED:
            rules, cards = case.ruleset.parameters.play, hand.holding | BIT[spot.card]
            legal = legal_cards(rules, case.pack, cards, led, first=spot.trick == 0, broken=broken is Broken.YES)
            legal &= ~BIT[spot.card]
        code = "revoke_corrected" if late is False else objection.code
        returned = "" if late is None else _taken_back(late=late)
        waits = objection.code == "illegal_spade_lead" and broken is Broken.MAYBE
        deed = f"led {CODES[spot.card]}" if waits else _deed(objection.code, spot.card, led)
        if verdict in PROVED and sound and not waits:
            evidence = self._evidence(spot, led, hand.holding, objection, verdict)
            held = evidence.get("held") or evidence.get("possible")
            names = ", ".join(held) if isinstance(held, list) else ""
            if "held" not in evidence:
                names = f"{'one of ' if ', ' in names else ''}{names}, which the count puts in this hand"
            self.findings.append(
                self._of_play(
                    code,
                    spot,
                    f"{deed} while holding {names}{returned}.",
                    objection.parameter,
                    legal=legal,
                    evidence=evidence,
                    established=self._is_established(code, spot),
                )
            )
            return True
        conflicting = not sound or verdict is Verdict.CONFLICTING
        self.undecided.append(
            self._of_play(
                code,
                spot,
                f"{deed}{returned}; {_open_question(conflicting=conflicting, waits=waits)}",
                objection.parameter,
                legal=legal,
                conflicting=conflicting,
                decided_by="#/hands" if waits else case.decided_by(spot.seat),
            )
        )
        return False

    def _is_established(self, code: str, spot: Spot) -> bool | None:
        """Tell whether it was too late to correct a revoke; None for what the ruleset does not count as one.

        A card that was taken back is found to be one only where that came too late.
        """
        rules = self.case.ruleset.parameters.irregularities
        if code not in revoke_codes(rules):
            return None
        if spot.position is not None:
            return True
        record, over = self.case.record, self.case.is_over()
        return is_established_at_end(rules.revoke_established, record, spot.trick, spot.place, over=over)

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
        """Return the pointer to what proves that the player held these cards: the hand, another card, an exchange."""
        record = self.case.record
        hand = record.hands[spot.seat]
        if hand is not None and self.case.complete_hands[spot.seat] and held & mask_of(hand):
            return self.case.hand_pointer(spot.seat, held)
        shows = [each for each in self.spots if each.seat == spot.seat and held & BIT[each.card]]
        later = [each for each in shows if each.moment > spot.moment]
        # A card that he took back before was in his hand again.
        if later or shows:
            return (later or shows)[0].pointer
        taken = (place for place, each in enumerate(record.exchanges or ()) if each.taker == spot.seat)
        return pointer_to("exchanges", next(taken))


def _taken_back(*, late: bool) -> str:
    return f", and took it back {'too late' if late else 'in time'}"


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
