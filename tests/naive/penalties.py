"""What the offences cost: one entry for each consequence of each finding, and what they come to for each side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tests.naive.calls import Called, Key
from tests.naive.corrections import Revoke, counts_as_revoke
from tests.naive.declared import tricks_moved
from tests.naive.prices import ROWS, count_voids, row_of
from tests.naive.referee import Referee
from tests.naive.scorer import Adjustment

Json = dict[str, Any]

RANK = ["as_played", "credited", "no_points", "set", "lost"]
"""What may happen to a contract: the graver stands."""
CONTRACTS = {"set", "no_points", "credit_opponents", "forfeit_game"}
"""The remedies by which a side forfeits its contract."""


@dataclass
class Penalties:
    """All entries, and the adjustment of each side."""

    entries: list[tuple[Key, str, str, int | None]] = field(default_factory=list)
    """Finding, team, effect, tricks."""
    adjustments: dict[str, Adjustment] = field(default_factory=dict)
    void: bool = False
    """Whether the round is dealt again."""


@dataclass
class Deed:
    """An offence that the ruleset has a row for."""

    key: Key
    row: str
    side: str
    player: str | None
    """None for what a side did as a whole."""
    suit: str = ""
    trick: int = -1
    """From 0; -1 where it belongs to none."""
    revoke: Revoke | None = None


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
        self.called = called
        self.scored = scored
        self.penalties = Penalties(adjustments={side: Adjustment() for side in self.table.sides})
        self.due = [revoke for revoke in called.accountable if revoke.established]
        self.established = [revoke for revoke in called.proved if revoke.established]
        self.offenders = {self.table.side_of[revoke.player] for revoke in self.established}
        """The sides that revoked, whether anybody called it or not."""
        self.deeds = [] if referee.record.get("void") else list(self._deeds())
        self.losers = {deed.side for deed in self.deeds if self._row(deed)["remedy"] in CONTRACTS}
        """The sides that forfeit their contract themselves: none of them is credited with its bid."""
        taken = {
            side: sum(referee.winners.count(player) for player in group) for side, group in self.table.sides.items()
        }
        moved = tricks_moved(taken, referee.record.get("adjustments", []), referee.pack.hand_size)
        self.tricks_left = {side: tricks + sum(moved[side].values()) for side, tricks in taken.items()}

    def _row(self, deed: Deed) -> Json:
        return row_of(self.referee.parameters, deed.row)

    def sentence(self) -> Penalties:
        bidding = self.referee.bidding
        if self.referee.record.get("void") or bidding.thrown_in or bidding.may_be_thrown_in:
            return self.penalties  # what happened in it costs nothing, or perhaps nothing
        if self.referee.void:
            for player in self.referee.miscounted if count_voids(self.referee.parameters) else ():
                key = ("wrong_hand_size", f"#/hands/{player}")
                self.penalties.entries.append((key, self.table.side_of[player], "round", None))
            return self.penalties
        before: list[Deed] = []
        for deed in self.deeds:
            same_bid = deed.row == "illegal_bid" and any(
                (each.row, each.side) == (deed.row, deed.side) and deed.key[1] in {"#/bids", each.key[1]}
                for each in before
            )
            if self._row(deed)["remedy"] != "none" and not same_bid:
                self._punish(deed, again=self._is_again(deed, before))
            before.append(deed)
        if any(effect == "round" for _, _, effect, _ in self.penalties.entries):
            # What else happened in a round that is dealt again costs nothing, unless it is the game.
            self.penalties.void = True
            self.penalties.entries = [each for each in self.penalties.entries if each[2] in {"round", "game"}]
        return self.penalties

    def _deeds(self) -> Iterator[Deed]:
        """Yield all offences that have a row, in the order of the record."""
        referee, side_of = self.referee, self.table.side_of
        for name in referee.miscounted:
            yield Deed(("wrong_hand_size", f"#/hands/{name}"), "wrong_count", side_of[name], name)
        yield from self._bids()
        plays: list[tuple[tuple[int, ...], Deed]] = []
        for each in self.due:
            row, key = ROWS[each.code], (each.code, each.pointer)
            deed = Deed(key, row, side_of[each.player], each.player, each.suit, each.spot[0], each)
            plays.append((_order(each.pointer), deed))
        called = {"revoke"} | ({"illegal_spade_lead"} if counts_as_revoke(referee) else set())
        for code, pointer, player, card in referee.findings:
            is_play = "/tricks/" in pointer and ROWS.get(code) and code not in called
            if is_play and player and referee.severity(code, pointer) == "offence":
                order = _order(pointer, of_turn=ROWS[code].endswith("out_of_turn"))
                suit = "" if card is None else referee.pack.suit(card)
                plays.append((order, Deed((code, pointer), ROWS[code], side_of[player], player, suit, order[0])))
        yield from (deed for _, deed in sorted(plays, key=lambda each: each[0]))
        for key, caller in self.called.findings:
            if key[0] == "false_accusation":
                yield Deed(key, "false_call", side_of[caller], caller)

    def _bids(self) -> Iterator[Deed]:
        """Yield the offences of the bidding, what a side bid as a whole after all bids."""
        bidding = self.referee.bidding
        of_sides = [(code, pointer) for code, pointer, _ in bidding.by_side]
        deeds = [Deed((code, pointer), ROWS[code], side, None) for code, pointer, side in bidding.by_side]
        for code, pointer, player, _ in self.referee.findings:
            is_priced = code in ROWS and self.referee.severity(code, pointer) == "offence"
            if pointer.startswith("#/bids") and is_priced and (code, pointer) not in of_sides:
                bidder = player or self.referee.record["bids"][int(pointer.split("/")[2])]["team"]
                side = self.table.side_of.get(bidder, bidder)
                deeds.append(Deed((code, pointer), ROWS[code], side, player))
        yield from sorted(deeds, key=lambda deed: _order_of_bid(deed.key[1]))

    def _is_again(self, deed: Deed, before: list[Deed]) -> bool:
        """Tell whether a player has done the same in the same suit before; of revokes also what nobody called."""
        if deed.revoke is not None:
            at = next(at for at, each in enumerate(self.established) if each is deed.revoke)
            earlier = self.established[:at]
            return any((each.player, each.suit) == (deed.player, deed.suit) for each in earlier)
        same = (deed.row, deed.player, deed.suit)
        return bool(deed.suit) and any((each.row, each.player, each.suit) == same for each in before)

    def _punish(self, deed: Deed, *, again: bool) -> None:
        side, rows = deed.side, self.referee.parameters["penalties"]
        row, adjustment = self._row(deed), self.penalties.adjustments[side]
        # What counts as a revoke is repeated like one.
        repeat = rows["revoke" if deed.revoke is not None else deed.row]["repeat"]
        if deed.revoke is not None:
            adjustment.revokes += 1
        if again and repeat == "once_a_suit":
            return
        self._take_price(deed, row, again=again)
        if deed.player is not None:
            self._own_nil(deed.key, side, deed.player, row["nil"])
        earlier = self.referee.record.get("before", {}).get(side, {}).get("revokes", 0)
        again_loses = deed.revoke is not None and repeat == "forfeit_game" and row["remedy"] != "forfeit_game"
        if again_loses and earlier + adjustment.revokes > 1:
            self.penalties.entries.append((deed.key, side, "game", None))

    def _take_price(self, deed: Deed, row: Json, *, again: bool) -> None:
        key, side, remedy = deed.key, deed.side, row["remedy"]
        if remedy == "tricks" and row["tricks"]:
            self._take(key, side, row["tricks"], row["to"])
        elif remedy == "bridge_64" and (self.scored or deed.trick < 0):  # by that law later tricks tell
            self._take(key, side, self._tricks_by_law_64(deed, again=again), row["to"])
        elif remedy == "points":
            for each in self.table.sides if row["to"] == "opponents" else [side]:
                self.penalties.entries.append((key, each, "points", None))
                self.penalties.adjustments[each].points += row["points"] if each == side else -row["points"]
        elif remedy in {"redeal", "forfeit_game"}:
            self.penalties.entries.append((key, side, "round" if remedy == "redeal" else "game", None))
        elif remedy in {"set", "no_points"}:
            self._contract(key, side, remedy)
        elif remedy == "credit_opponents":
            self._contract(key, side, "lost")
            for other in self.table.sides:
                if other != side and other not in self.losers:
                    self._contract(key, other, "credited")

    def _tricks_by_law_64(self, deed: Deed, *, again: bool) -> int:
        if deed.trick < 0:
            return 1  # there is no trick to judge it by
        exempt = again or len(self.offenders | {deed.side}) > 1 or deed.trick == self.referee.pack.hand_size - 2
        return 0 if exempt else self._by_law_64(deed.player or "", deed.trick)

    def _by_law_64(self, player: str, trick: int) -> int:
        group = self.table.sides[self.table.side_of[player]]
        winners = self.referee.winners
        later = any(winner in group for winner in winners[trick + 1 :])
        if trick < len(winners) and winners[trick] == player:
            return 2 if later else 1
        return 1 if later or (trick < len(winners) and winners[trick] in group) else 0

    def _take(self, key: Key, side: str, tricks: int, to: str) -> None:
        taken = min(tricks, self.tricks_left[side]) if self.scored else tricks
        self.tricks_left[side] -= taken
        self.penalties.entries.append((key, side, "tricks", -taken))
        self.penalties.adjustments[side].taken += taken
        if taken and to == "opponents":
            other = next(each for each in self.table.sides if each != side)
            self.penalties.entries.append((key, other, "tricks", taken))
            self.penalties.adjustments[other].brought += taken

    def _contract(self, key: Key, side: str, what: str) -> None:
        effect = "points" if what == "no_points" else "contract"
        self.penalties.entries.append((key, side, effect, None))
        adjustment = self.penalties.adjustments[side]
        adjustment.contract = max(adjustment.contract, what, key=RANK.index)

    def _own_nil(self, key: Key, side: str, player: str, rule: str) -> None:
        nils = [bid for bid in self.referee.bidding.of(side) if bid.player == player and bid.is_nil]
        if not nils or rule == "untouched" or player in self.referee.winners:
            return  # a nil that took a trick has failed by itself
        self.penalties.entries.append((key, side, "nil", None))
        adjustment = self.penalties.adjustments[side]
        (adjustment.failed_nils if rule == "fails" else adjustment.void_nils).add(player)


def _order_of_bid(pointer: str) -> int:
    """Return what sorts the findings of the bidding: by their bids, and those of all together last."""
    places = [int(part) for part in pointer.split("/") if part.isdigit()]
    return places[0] if places else 1000


def _order(pointer: str, *, of_turn: bool = False) -> tuple[int, ...]:
    """Return what sorts the findings of the play: in each trick first who played when, then the cards.

    The cards that were taken back come before the one that stayed.
    """
    trick, place, *position = (int(part) for part in pointer.split("/") if part.isdigit())
    return (trick, 0 if of_turn else 1, place, *(position or [99]))
