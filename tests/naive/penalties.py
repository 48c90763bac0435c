"""What the offences cost: one entry for each consequence of each finding, and what they come to for each side."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from tests.naive.calls import Called, Key
from tests.naive.corrections import Revoke
from tests.naive.declared import tricks_moved
from tests.naive.referee import Referee
from tests.naive.scorer import Adjustment

Json = dict[str, Any]

RANK = ["as_played", "credited", "no_points", "set", "lost"]
"""What may happen to a contract: the graver stands."""


@dataclass
class Penalties:
    """All entries, and the adjustment of each side."""

    entries: list[tuple[Key, str, str, int | None]] = field(default_factory=list)
    """Finding, team, effect, tricks."""
    adjustments: dict[str, Adjustment] = field(default_factory=dict)


def penalise(referee: Referee, called: Called, *, scored: bool) -> list[Penalties]:
    """Return what the offences of a record cost: if play ended with the log, and if it went on."""
    ended = _decided(called, called.accountable, established=False)
    went_on = _decided(called, called.perhaps, established=True)
    return [_Court(referee, each, scored=scored).sentence() for each in (ended, went_on)]


def _decided(called: Called, accountable: list[Revoke], *, established: bool) -> Called:
    """Return what came of all calls with these revokes to account for, and nothing open."""
    known = [replace(each, established=established) if each.established is None else each for each in called.proved]
    due = [
        each
        for each, before in zip(known, called.proved, strict=True)
        if any(before is revoke for revoke in accountable)
    ]
    return replace(called, accountable=due, proved=known)


class _Court:
    def __init__(self, referee: Referee, called: Called, *, scored: bool) -> None:
        self.referee = referee
        self.table = referee.table
        self.rules: Json = referee.parameters["irregularities"]
        self.called = called
        self.scored = scored
        self.penalties = Penalties(adjustments={side: Adjustment() for side in self.table.sides})
        self.due = [revoke for revoke in called.accountable if revoke.established]
        self.established = [revoke for revoke in called.proved if revoke.established]
        self.offenders = {self.table.side_of[revoke.player] for revoke in self.established}
        """The sides that revoked, whether anybody called it or not."""
        self.losers = {self.table.side_of[player] for player in referee.miscounted}
        self.losers |= {self.table.side_of[revoke.player] for revoke in self.due}
        """The sides that forfeit their contract themselves: none of them is credited with its bid."""
        if self.rules["false_accusation"] in {"same_penalty", "contract_set"}:
            self.losers |= {self.table.side_of[by] for key, by in called.findings if key[0] == "false_accusation"}
        if self.rules["out_of_turn"] == "as_revoke":
            self.losers |= {self.table.side_of[player] for _, player in self._turns()}
        taken = {
            side: sum(referee.winners.count(player) for player in group) for side, group in self.table.sides.items()
        }
        moved = tricks_moved(taken, referee.record.get("adjustments", []), referee.pack.hand_size)
        self.tricks_left = {side: tricks + sum(moved[side].values()) for side, tricks in taken.items()}

    def sentence(self) -> Penalties:
        if self.referee.record.get("void"):
            return self.penalties  # what happened in it costs nothing
        for player in self.referee.miscounted:
            if self.referee.void:
                self.penalties.entries.append(
                    (("wrong_hand_size", f"#/hands/{player}"), self.table.side_of[player], "round", None)
                )
                continue
            self._contract(("wrong_hand_size", f"#/hands/{player}"), self.table.side_of[player], "set")
        if self.referee.void:
            return self.penalties
        self._plays()
        for key, caller in self.called.findings:
            if key[0] == "false_accusation":
                self._false_call(key, self.table.side_of[caller])
        return self.penalties

    def _plays(self) -> None:
        """Penalise what went wrong in the play, in the order of the findings."""
        deeds: list[tuple[tuple[int, ...], Key, str, Revoke | None]] = [
            (_order(revoke.pointer), (revoke.code, revoke.pointer), revoke.player, revoke) for revoke in self.due
        ]
        if self.rules["out_of_turn"] != "stands":
            deeds += [(_order(key[1], of_turn=True), key, player, None) for key, player in self._turns()]
        for _, key, player, revoke in sorted(deeds, key=lambda deed: deed[0]):
            if revoke is not None:
                self._revoke(key, revoke)
            elif self.rules["out_of_turn"] == "tricks":
                self._take(key, self.table.side_of[player], self.rules["revoke_tricks"])
            else:
                self._turn_as_revoke(key, player)

    def _turns(self) -> list[tuple[Key, str]]:
        """Return the cards out of turn, but no lead that follows from a wrong winner; each with its player."""
        return [
            ((code, pointer), player)
            for code, pointer, player, _ in self.referee.findings
            if player and code in {"out_of_turn", "wrong_leader"} and self.referee.severity(code, pointer) == "offence"
        ]

    def _turn_as_revoke(self, key: Key, player: str) -> None:
        """Penalise a card out of turn like a revoke: it counts as none, and nobody has to call it."""
        rule, side = self.rules["revoke_penalty"], self.table.side_of[player]
        if rule == "none":
            return
        tricks, trick = self.rules["revoke_tricks"], _order(key[1])[0]
        if rule == "bridge_64":
            exempt = len(self.offenders | {side}) > 1 or trick == self.referee.pack.hand_size - 2
            tricks = 0 if exempt else self._by_law_64(player, trick)
        if self.scored or rule != "bridge_64":
            self._punish(key, side, tricks)
        self._own_nil(key, side, player)

    def _revoke(self, key: Key, revoke: Revoke) -> None:
        rule = self.rules["revoke_penalty"]
        side = self.table.side_of[revoke.player]
        before = self.established[: next(at for at, each in enumerate(self.established) if each is revoke)]
        again = any(each.player == revoke.player and each.suit == revoke.suit for each in before)
        if rule == "none":
            return
        adjustment = self.penalties.adjustments[side]
        adjustment.revokes += 1
        if again and self.rules["repeat_revoke"] == "same_suit_once":
            return
        tricks = self.rules["revoke_tricks"]
        if rule == "bridge_64":
            exempt = again or len(self.offenders) > 1 or revoke.spot[0] == self.referee.pack.hand_size - 2
            tricks = 0 if exempt else self._by_law_64(revoke.player, revoke.spot[0])
        if self.scored or rule != "bridge_64":  # by that law later tricks tell
            self._punish(key, side, tricks)
        earlier = self.referee.record.get("before", {}).get(side, {}).get("revokes", 0)
        again_loses = self.rules["repeat_revoke"] == "forfeit_game" and rule != "forfeit_game"
        if again_loses and earlier + adjustment.revokes > 1:
            self.penalties.entries.append((key, side, "game", None))
        self._own_nil(key, side, revoke.player)

    def _by_law_64(self, player: str, trick: int) -> int:
        group = self.table.sides[self.table.side_of[player]]
        winners = self.referee.winners
        later = any(winner in group for winner in winners[trick + 1 :])
        if trick < len(winners) and winners[trick] == player:
            return 2 if later else 1
        return 1 if later or (trick < len(winners) and winners[trick] in group) else 0

    def _punish(self, key: Key, side: str, tricks: int) -> None:
        """Penalise a side as for a revoke; ``tricks`` where the penalty is in tricks."""
        rule = self.rules["revoke_penalty"]
        others = [other for other in self.table.sides if other != side]
        if rule in {"tricks", "bridge_64"}:
            self._take(key, side, tricks)
        elif rule == "forfeit_game":
            self.penalties.entries.append((key, side, "game", None))
        elif rule == "contract_set":
            self._contract(key, side, "set")
        elif rule == "no_contract_points":
            self._contract(key, side, "no_points")
        elif rule == "opponents_credited":
            self._contract(key, side, "lost")
            for other in others:
                if other not in self.losers:
                    self._contract(key, other, "credited")

    def _take(self, key: Key, side: str, tricks: int) -> None:
        taken = min(tricks, self.tricks_left[side]) if self.scored else tricks
        self.tricks_left[side] -= taken
        self.penalties.entries.append((key, side, "tricks", -taken))
        self.penalties.adjustments[side].taken += taken
        if taken and self.rules["revoke_tricks_go_to"] == "opponents":
            other = next(each for each in self.table.sides if each != side)
            self.penalties.entries.append((key, other, "tricks", taken))
            self.penalties.adjustments[other].brought += taken

    def _contract(self, key: Key, side: str, what: str) -> None:
        effect = "points" if what == "no_points" else "contract"
        self.penalties.entries.append((key, side, effect, None))
        adjustment = self.penalties.adjustments[side]
        adjustment.contract = max(adjustment.contract, what, key=RANK.index)

    def _own_nil(self, key: Key, side: str, player: str) -> None:
        rule = self.rules["revoke_and_nil"]
        nils = [bid for bid in self.referee.bidding.of(side) if bid.player == player and bid.is_nil]
        if not nils or rule == "untouched" or player in self.referee.winners:
            return  # a nil that took a trick has failed by itself
        self.penalties.entries.append((key, side, "nil", None))
        adjustment = self.penalties.adjustments[side]
        (adjustment.failed_nils if rule == "fails" else adjustment.void_nils).add(player)

    def _false_call(self, key: Key, side: str) -> None:
        rule = self.rules["false_accusation"]
        if rule == "tricks":
            self._take(key, side, self.rules["revoke_tricks"])
        elif rule == "contract_set":
            self._contract(key, side, "set")
        elif rule == "same_penalty":
            self._punish(key, side, 1 if self.rules["revoke_penalty"] == "bridge_64" else self.rules["revoke_tricks"])


def _order(pointer: str, *, of_turn: bool = False) -> tuple[int, ...]:
    """Return what sorts the findings of the play: in each trick first who played when, then the cards.

    The cards that were taken back come before the one that stayed.
    """
    trick, place, *position = (int(part) for part in pointer.split("/") if part.isdigit())
    return (trick, 0 if of_turn else 1, place, *(position or [99]))
