"""From offences to penalties: what each costs by the ruleset, and what that changes in each side's score.

Every finding has its own penalties, in the order of the findings, also where an earlier one has already done the
same. Tricks are taken from those won in play only, never more than there are, so that no order of the offences
favours a side (catalogue H5).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from service.spades.deal.model import Contract
from service.spades.english import count_of
from service.spades.findings import Finding
from service.spades.record.model import Standing
from service.spades.rules.bid_kinds import NILS
from service.spades.rules.parameters import IrregularityRules
from service.spades.rules.rulebook import cite
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.law_64 import tricks_by_law_64
from service.spades.ruling.model import Effect, Penalised, Penalty
from service.spades.ruling.offences import Offence, costly_offences, parameters_behind
from service.spades.scoring.model import NO_ADJUSTMENT, Adjustment, Fate
from service.spades.scoring.score_lines import concerns
from service.spades.table import Table

_WEIGHT: tuple[Fate, ...] = ("as_played", "credited", "no_points", "set", "lost")
"""What may become of a contract: of several fates the last one here holds."""
_ALREADY: Mapping[Fate, str] = MappingProxyType(
    {
        "credited": "is credited with its bid",
        "no_points": "scores no points for its contract",
        "set": "is set",
        "lost": "has lost its bid",
    }
)
_ORDINALS: Mapping[int, str] = MappingProxyType({2: "second", 3: "third", 4: "fourth"})
_PAIR = 2


def penalties_for(  # noqa: PLR0913 - what penalties depend on
    ruleset: Ruleset,
    table: Table,
    contracts: tuple[Contract, ...],
    findings: tuple[Finding, ...],
    *,
    called: frozenset[int] | None,
    winners: tuple[int | None, ...],
    tricks_won: tuple[int, ...],
    before: tuple[Standing, ...] | None,
    void: bool = False,
    finished: bool = True,
) -> Penalised:
    """Return what the offences among these findings cost.

    ``called`` are the places of the findings that were called in time, None for all of them; ``winners`` has the
    winner of each trick and ``tricks_won`` the tricks of each seat; a ``void`` round counts for nothing and knows no
    other penalty. While a round is not ``finished``, nothing tells how many tricks there will be to take: a penalty
    is then named in full, and Law 64, which asks for later tricks, not applied.
    """
    if void:
        return _void(ruleset, table, findings)
    rules = ruleset.parameters.irregularities
    everything = costly_offences(rules, table, findings)
    offences = tuple(each for each in everything if called is None or not each.is_revoke or each.place in called)
    if not offences:
        return Penalised((), (NO_ADJUSTMENT,) * len(table.sides))
    bench = _Bench(
        ruleset=ruleset,
        rules=rules,
        table=table,
        contracts=contracts,
        offences=offences,
        everything=everything,
        winners=winners,
        tricks_won=tricks_won,
        last=ruleset.packs[len(table.players)].hand_size,
        before=before or (Standing(),) * len(table.sides),
        finished=finished,
    )
    for offence in offences:
        bench.judge(offence)
    return Penalised(tuple(bench.penalties), tuple(tally.adjustment() for tally in bench.tallies))


def _void(ruleset: Ruleset, table: Table, findings: tuple[Finding, ...]) -> Penalised:
    rule = cite(ruleset, "irregularities.wrong_count")
    penalties = tuple(
        Penalty(place, table.side[finding.team], "round", None, rule, f"The round is void: {finding.detail}")
        for place, finding in enumerate(findings)
        if finding.code == "wrong_hand_size" and finding.gravity == "offence" and finding.team is not None
    )
    return Penalised(penalties, (Adjustment(void=True),) * len(table.sides))


@dataclass(slots=True)
class _Tally:
    """What the penalties so far change for one side."""

    purse: int
    """Those of the tricks won in play that no penalty has taken."""
    tricks: int = 0
    contract: Fate = "as_played"
    failed_nils: set[int] = field(default_factory=set)
    void_nils: set[int] = field(default_factory=set)
    revokes: int = 0

    def decide(self, fate: Fate) -> None:
        self.contract = max(self.contract, fate, key=_WEIGHT.index)

    def adjustment(self) -> Adjustment:
        return Adjustment(
            tricks=self.tricks,
            contract=self.contract,
            failed_nils=frozenset(self.failed_nils),
            void_nils=frozenset(self.void_nils),
            revokes=self.revokes,
        )


@dataclass(slots=True, kw_only=True)
class _Bench:
    """A round before its judge: the offences that cost something, and what they have cost so far."""

    ruleset: Ruleset
    rules: IrregularityRules
    table: Table
    contracts: tuple[Contract, ...]
    offences: tuple[Offence, ...]
    everything: tuple[Offence, ...]
    """The same with the revokes that nobody called in time: they cost nothing, and are facts."""
    winners: tuple[int | None, ...]
    tricks_won: tuple[int, ...]
    last: int
    """The number of the last trick."""
    before: tuple[Standing, ...]
    finished: bool
    tallies: list[_Tally] = field(init=False)
    penalties: list[Penalty] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tallies = [_Tally(sum(self.tricks_won[seat] for seat in side.seats)) for side in self.table.sides]

    def judge(self, offence: Offence) -> None:
        """Give this offence the penalties that it has by the ruleset."""
        if offence.is_revoke:
            self._revoke(offence)
        elif offence.code == "wrong_hand_size":
            self._set(offence)
        elif offence.code == "false_accusation" and self.rules.false_accusation == "same_penalty":
            self._punish(offence)
        else:
            self._take(offence, self.rules.revoke_tricks)

    def _add(self, offence: Offence, side: int, effect: Effect, detail: str, tricks: int | None = None) -> None:
        detail = f"{self.table.sides[side].name} {detail}"
        rule, *further = (cite(self.ruleset, name) for name in parameters_behind(self.rules, offence, effect, tricks))
        self.penalties.append(Penalty(offence.place, side, effect, tricks, rule, detail, tuple(further)))

    def _revoke(self, offence: Offence) -> None:
        """Penalise a revoke, the revoker's nil, and one that is not the first (`irregularities.repeat_revoke`)."""
        tally = self.tallies[offence.side]
        tally.revokes += 1
        if offence.repeated and self.rules.repeat_revoke == "same_suit_once":
            return
        self._punish(offence)
        self._nil(offence)
        count = self.before[offence.side].revokes + tally.revokes
        if count > 1 and self.rules.repeat_revoke == "forfeit_game":
            number = _ORDINALS.get(count, f"number {count}")
            detail = f"forfeits the game for {offence.words}: its {number} revoke of the game."
            self._add(offence, offence.side, "game", detail)

    def _punish(self, offence: Offence) -> None:
        """Apply `irregularities.revoke_penalty`, which is not ``none`` where a revoke costs something."""
        match self.rules.revoke_penalty:
            case "tricks":
                self._take(offence, self.rules.revoke_tricks)
            case "contract_set":
                self._set(offence)
            case "no_contract_points":
                self._decide(
                    offence,
                    offence.side,
                    "no_points",
                    f"scores no points for a contract that it makes: {offence.words}.",
                )
            case "opponents_credited":
                self._credit(offence)
            case "bridge_64":
                self._law_64(offence)

    def _take(self, offence: Offence, tricks: int, why: str = "") -> None:
        """Take tricks that a side has won, as far as it has any left, and give them where the ruleset says."""
        if not tricks:
            return
        side, tally = offence.side, self.tallies[offence.side]
        taken = min(tricks, tally.purse) if self.finished else tricks
        tally.purse -= taken
        tally.tricks -= taken
        detail = f"loses {_tricks(taken)} for {offence.words}{why}."
        if taken < tricks:
            detail = (
                f"owes {_tricks(tricks)} for {offence.words}{why}, and has {_tricks(taken)} of its own left to lose."
            )
        self._add(offence, side, "tricks", detail, -taken)
        if taken and self.rules.revoke_tricks_go_to == "opponents" and len(self.tallies) == _PAIR:
            other = 1 - side
            self.tallies[other].tricks += taken
            self._add(offence, other, "tricks", f"is given {_tricks(taken)} for {offence.words}.", taken)

    def _law_64(self, offence: Offence) -> None:
        """Take the tricks that Law 64 gives; a false accusation has no trick to be judged by, and costs one."""
        if offence.code == "false_accusation":
            self._take(offence, 1)
        elif self.finished:
            side = self.table.sides[offence.side]
            tricks, why = tricks_by_law_64(offence, side, self.everything, self.winners, last=self.last)
            if tricks:
                self._take(offence, tricks, f" ({why})")
            else:
                self._add(offence, offence.side, "tricks", f"loses no trick for {offence.words} ({why}).", 0)

    def _set(self, offence: Offence) -> None:
        self._decide(offence, offence.side, "set", f"is set for {offence.words}, whatever it took.")

    def _credit(self, offence: Offence) -> None:
        """Let the offending side lose its bid; credit with its own every side whose contract is not forfeit itself."""
        self._decide(offence, offence.side, "lost", f"loses {self._bid(offence.side)} for {offence.words}.")
        guilty = {other.side for other in self.offences if self._costs_the_contract(other)}
        for side in range(len(self.tallies)):
            if side not in guilty:
                detail = f"is credited with {self._bid(side)} for {offence.words}."
                self._decide(offence, side, "credited", detail)

    def _decide(self, offence: Offence, side: int, fate: Fate, detail: str) -> None:
        """Let a contract have this fate, in these words unless an earlier penalty has done the same or more."""
        tally = self.tallies[side]
        if _WEIGHT.index(tally.contract) >= _WEIGHT.index(fate):
            detail = f"{_ALREADY[tally.contract]} already; {offence.words} adds nothing to that."
        tally.decide(fate)
        self._add(offence, side, "points" if fate == "no_points" else "contract", detail)

    def _costs_the_contract(self, offence: Offence) -> bool:
        """Tell whether this offence forfeits a contract where a revoke does."""
        if offence.code == "false_accusation":
            return self.rules.false_accusation == "same_penalty"
        return offence.is_revoke or offence.code == "wrong_hand_size"

    def _bid(self, side: int) -> str:
        contract = self.contracts[side]
        if contract.bids and contract.kinds <= NILS:
            return "its contract of 0, nil apart,"
        return f"its bid of {contract.tricks}" if contract.bids else "its bid"

    def _nil(self, offence: Offence) -> None:
        """Judge the revoker's own nil by `irregularities.revoke_and_nil`; one that failed in play stays as it is."""
        rule, seat, side = self.rules.revoke_and_nil, offence.seat, self.table.sides[offence.side]
        bids = self.contracts[offence.side].bids
        own = [bid.seat for bid in bids if bid.kind in NILS and concerns(bid.seat, frozenset((seat,)))]
        if rule == "untouched" or not own:
            return
        bidders = side.seats if own[0] is None else (seat,)
        if any(self.tricks_won[each] for each in bidders):
            return
        tally = self.tallies[offence.side]
        whose = "its nil" if own[0] is None or len(side.seats) == 1 else f"{offence.player}'s nil"
        nils = tally.failed_nils if rule == "fails" else tally.void_nils
        if seat in nils:
            detail = f"has lost {whose} already; {offence.words} adds nothing to that."
        elif rule == "fails":
            detail = f"loses {whose} for {offence.words}: it fails without a trick."
        else:
            standing = " if it stands" if self.ruleset.parameters.nil.scoring == "linked" else ""
            detail = f"scores nothing for {whose}{standing}: {offence.words}."
        nils.add(seat)
        self._add(offence, offence.side, "nil", detail)


def _tricks(number: int) -> str:
    return count_of(number, "trick") if number else "none"
