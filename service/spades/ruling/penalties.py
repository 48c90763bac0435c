"""From offences to penalties: what each costs by the ruleset, and what that changes in each side's score.

Every offence has its own penalties, in the order of the findings, even if an earlier one already has the same effect.
Tricks are taken only from those won in play, and never more than there are, so that no order of the offences favours a
side (docs/rules.md, H5).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from service.spades.findings import Finding
from service.spades.proof.facts import Facts
from service.spades.record.model import Standing
from service.spades.rules.bid_kinds import NILS
from service.spades.ruling.model import Circumstances, Effect, Penalised, Penalty
from service.spades.ruling.offences import Offence, parameters_behind, tricks_by_law_64
from service.spades.scoring.model import NO_ADJUSTMENT, Adjustment, Fate, is_bid_by
from service.spades.sentence import Sentence, say
from service.spades.table import Table

_BY_GRAVITY: Final[tuple[Fate, ...]] = ("as_played", "credited", "no_points", "set", "lost")
"""The fates of a contract, the gravest last: of several, the gravest prevails."""
_ALREADY: Final[Mapping[Fate, str]] = MappingProxyType(
    {
        "credited": "already_credited",
        "no_points": "already_without_points",
        "set": "already_set",
        "lost": "already_lost",
    }
)
_ORDINALS: Final[Mapping[int, str]] = MappingProxyType({2: "second", 3: "third", 4: "fourth"})
_TWO_SIDES: Final = 2
_NOTHING: Final = say("nothing")


def penalties_for(facts: Facts, offences: tuple[Offence, ...], circumstances: Circumstances) -> Penalised:
    """Return the penalties for these offences of a round that is not void.

    While a round is not finished, nobody knows how many tricks there will be to take: a penalty is then named in full,
    and Law 64, which depends on later tricks, is not applied.
    """
    called = circumstances.called
    punished = tuple(
        offence for offence in offences if called is None or not offence.is_revoke or offence.finding_index in called
    )
    if not punished:
        return Penalised((), (NO_ADJUSTMENT,) * len(facts.context.table.sides))
    penaliser = _Penaliser(facts, offences, punished, finished=circumstances.finished)
    for offence in punished:
        penaliser.penalise(offence)
    return Penalised(tuple(penaliser.penalties), tuple(tally.adjustment() for tally in penaliser.tallies))


def penalties_of_void_round(table: Table, findings: tuple[Finding, ...]) -> Penalised:
    """Return the penalties of a void round: one for each wrong hand that voids it, and no others."""
    penalties = tuple(
        Penalty(
            finding=index,
            side=finding.side,
            effect="round",
            tricks=None,
            parameter="irregularities.wrong_count",
            detail=(say("round_void", why=finding.detail),),
        )
        for index, finding in enumerate(findings)
        if finding.code == "wrong_hand_size" and finding.severity == "offence" and finding.side is not None
    )
    return Penalised(penalties, (Adjustment(void=True),) * len(table.sides))


class _Tally:
    """The changes that the penalties so far make for one side."""

    def __init__(self, tricks_left: int) -> None:
        self.tricks_left = tricks_left
        """Tricks won in play that no penalty has taken."""
        self.tricks = 0
        self.contract: Fate = "as_played"
        self.failed_nils: set[int] = set()
        self.void_nils: set[int] = set()
        self.revokes = 0
        self.forfeits = False

    def decide(self, fate: Fate) -> None:
        """Let the contract have this fate, unless it already has a graver one."""
        self.contract = max(self.contract, fate, key=_BY_GRAVITY.index)

    def adjustment(self) -> Adjustment:
        """Return the changes in the form that the scoring takes."""
        failed, void = frozenset(self.failed_nils), frozenset(self.void_nils)
        return Adjustment(self.tricks, self.contract, failed, void, self.revokes, forfeits=self.forfeits)


class _Penaliser:
    """The penalties of a round while they are found, offence after offence."""

    def __init__(
        self, facts: Facts, offences: tuple[Offence, ...], punished: tuple[Offence, ...], *, finished: bool
    ) -> None:
        """``offences`` are all of the round, ``punished`` those among them that were called in time."""
        record, ruleset, pack, table = facts.context
        self.parameters, self.rules = ruleset.parameters, ruleset.parameters.irregularities
        self.table, self.last_trick = table, pack.hand_size
        self.contracts = facts.auction.contracts
        self.offences, self.punished = offences, punished
        self.tricks, self.claimed = facts.play.tricks, facts.play.claimed
        self.played = len(self.tricks) if not self.claimed else facts.play.finished
        self.tricks_won = facts.play.tricks_won
        self.before = record.before or (Standing(),) * len(table.sides)
        self.finished = finished
        self.game_over = record.decisions.game_over
        self.tallies = [_Tally(sum([self.tricks_won[seat] for seat in side.seats])) for side in table.sides]
        self.penalties: list[Penalty] = []

    def penalise(self, offence: Offence) -> None:
        """Give this offence the penalties that it has by the ruleset."""
        if offence.is_revoke:
            self._penalise_revoke(offence)
        elif offence.code == "wrong_hand_size":
            self._set_contract(offence)
        elif offence.code == "false_accusation" and self.rules.false_accusation == "same_penalty":
            self._apply_revoke_penalty(offence)
        else:
            self._take_tricks(offence, self.rules.revoke_tricks)

    def _add(self, offence: Offence, side: int, effect: Effect, detail: Sentence, tricks: int | None = None) -> None:
        parameter, *further = parameters_behind(self.rules, offence, effect, tricks)
        self.penalties.append(
            Penalty(offence.finding_index, side, effect, tricks, parameter, (detail,), tuple(further))
        )

    def _penalise_revoke(self, offence: Offence) -> None:
        """Apply what a revoke costs in itself, the revoker's nil, and the side's game if it has revoked before."""
        tally = self.tallies[offence.side]
        tally.revokes += 1
        if offence.repeated and self.rules.repeat_revoke == "same_suit_once":
            return
        self._apply_revoke_penalty(offence)
        self._penalise_nil(offence)
        count = self.before[offence.side].revokes + tally.revokes
        if count > 1 and self.rules.repeat_revoke == "forfeit_game" and not self.game_over:
            tally.forfeits = True
            number = _ORDINALS.get(count, f"number {count}")
            detail = say("forfeits_game", side=offence.side, offence=offence.phrase, number=number)
            self._add(offence, offence.side, "game", detail)

    def _apply_revoke_penalty(self, offence: Offence) -> None:
        """Apply `irregularities.revoke_penalty`; under ``none`` no offence gets here (`costly_offences`)."""
        match self.rules.revoke_penalty:
            case "tricks":
                self._take_tricks(offence, self.rules.revoke_tricks)
            case "contract_set":
                self._set_contract(offence)
            case "no_contract_points":
                detail = say("scores_no_contract_points", side=offence.side, offence=offence.phrase)
                self._decide_contract(offence, offence.side, "no_points", detail)
            case "opponents_credited":
                self._credit_opponents(offence)
            case "bridge_64":
                self._apply_law_64(offence)

    def _take_tricks(self, offence: Offence, tricks: int, why: Sentence | None = None) -> None:
        """Take tricks from the offending side, as far as it has any left; give them to the opponents if ruled so."""
        if not tricks:
            return
        side, tally = offence.side, self.tallies[offence.side]
        taken = min(tricks, tally.tricks_left) if self.finished else tricks
        tally.tricks_left -= taken
        tally.tricks -= taken
        phrase, why = offence.phrase, _NOTHING if why is None else why
        if taken < tricks:
            detail = say("owes_tricks", side=side, tricks=tricks, left=taken, offence=phrase, why=why)
        else:
            detail = say("loses_tricks", side=side, tricks=taken, offence=phrase, why=why)
        self._add(offence, side, "tricks", detail, -taken)
        if taken and self.rules.revoke_tricks_go_to == "opponents" and len(self.tallies) == _TWO_SIDES:
            other = 1 - side
            self.tallies[other].tricks += taken
            detail = say("is_given_tricks", side=other, tricks=taken, offence=offence.phrase)
            self._add(offence, other, "tricks", detail, taken)

    def _apply_law_64(self, offence: Offence) -> None:
        """Take the tricks that Law 64 gives; a false accusation has no trick to be judged by, and costs one."""
        if offence.code == "false_accusation":
            self._take_tricks(offence, 1)
        elif self.finished:
            side = self.table.sides[offence.side]
            winners = (*[trick.winner for trick in self.tricks[: self.played]], *self.claimed)
            tricks, why = tricks_by_law_64(offence, side, self.offences, winners, self.last_trick)
            if tricks:
                self._take_tricks(offence, tricks, say("in_brackets", text=why))
            else:
                detail = say("loses_no_trick", side=offence.side, offence=offence.phrase, why=why)
                self._add(offence, offence.side, "tricks", detail, 0)

    def _set_contract(self, offence: Offence) -> None:
        detail = say("is_set_by_penalty", side=offence.side, offence=offence.phrase)
        self._decide_contract(offence, offence.side, "set", detail)

    def _credit_opponents(self, offence: Offence) -> None:
        """Let the offending side lose its bid, and credit every side without such an offence with its own bid."""
        detail = say("loses_bid", side=offence.side, bid=self._bid(offence.side), offence=offence.phrase)
        self._decide_contract(offence, offence.side, "lost", detail)
        guilty = {other.side for other in self.punished if self._costs_contract(other)}
        for side in range(len(self.tallies)):
            if side not in guilty:
                detail = say("is_credited", side=side, bid=self._bid(side), offence=offence.phrase)
                self._decide_contract(offence, side, "credited", detail)

    def _decide_contract(self, offence: Offence, side: int, fate: Fate, detail: Sentence) -> None:
        """Let a contract have this fate, in this sentence unless an earlier penalty has done the same or more."""
        tally = self.tallies[side]
        if _BY_GRAVITY.index(tally.contract) >= _BY_GRAVITY.index(fate):
            detail = say(_ALREADY[tally.contract], side=side, offence=offence.phrase)
        tally.decide(fate)
        self._add(offence, side, "points" if fate == "no_points" else "contract", detail)

    def _costs_contract(self, offence: Offence) -> bool:
        """Return whether this offence costs a contract if a revoke does."""
        if offence.code == "false_accusation":
            return self.rules.false_accusation == "same_penalty"
        return offence.is_revoke or offence.code == "wrong_hand_size"

    def _bid(self, side: int) -> Sentence:
        contract = self.contracts[side]
        if contract.bids and contract.kinds <= NILS:
            return say("contract_beside_nils")
        return say("bid_of_tricks", bid=contract.tricks) if contract.bids else say("bid_unknown")

    def _penalise_nil(self, offence: Offence) -> None:
        """Judge the revoker's own nil by `irregularities.revoke_and_nil`; one that failed in play stays as it is."""
        rule, contract = self.rules.revoke_and_nil, self.contracts[offence.side]
        if rule == "untouched" or contract.kinds.isdisjoint(NILS):
            return
        seat, side = offence.seat, self.table.sides[offence.side]
        own = [bid.seat for bid in contract.bids if bid.kind in NILS and is_bid_by(bid.seat, frozenset((seat,)))]
        if not own:
            return
        bidders = side.seats if own[0] is None else (seat,)
        if any(self.tricks_won[bidder] for bidder in bidders):
            return
        tally = self.tallies[offence.side]
        nil = say("own_nil") if own[0] is None or len(side.seats) == 1 else say("nil_of", player=seat)
        nils = tally.failed_nils if rule == "fails" else tally.void_nils
        if seat in nils:
            key = "has_lost_nil_already"
        elif rule == "fails":
            key = "loses_nil"
        else:
            key = (
                "scores_nothing_for_linked_nil" if self.parameters.nil.scoring == "linked" else "scores_nothing_for_nil"
            )
        nils.add(seat)
        self._add(offence, offence.side, "nil", say(key, side=offence.side, nil=nil, offence=offence.phrase))
