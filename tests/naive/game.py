"""A whole game: rounds one after the other, each from the standing that the one before leaves, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.naive.bidding_turns import bidder, dealer_of
from tests.naive.contradictions import Proved
from tests.naive.declared import (
    BESIDES,
    is_forfeit_known,
    nothing_scored,
    seated_after,
    sides_seated,
    with_adjustments,
    with_forfeits,
)
from tests.naive.game_rows import compare_totals, rule_row, score_row
from tests.naive.ruling import rule
from tests.naive.table import Table

Json = dict[str, Any]


def standing_after(scores: dict[str, Json]) -> dict[str, Json]:
    """Return the standing that these scores of a round leave."""
    return {
        side: {
            "score": score["score"],
            "bags": score["bags_after"],
            "sets": score["sets"],
            "revokes": score["revokes"],
            "consecutive_sets": score["consecutive_sets"],
        }
        for side, score in scores.items()
    }


def told(standing: dict[str, Json] | None) -> dict[str, Json] | None:
    """Return a standing as an answer tells it: without a count of sets in a row that is 0."""
    if standing is None:
        return None
    return {
        side: {member: total for member, total in totals.items() if total or member != "consecutive_sets"}
        for side, totals in standing.items()
    }


@dataclass
class Game:
    """A game as far as it has been played."""

    body: Json
    parameters: Json
    dealer: str | None = None
    """Who deals that one; None where that is not known. Where the ruleset has no dealer, nothing rests on it."""
    opener: str | None = None
    """Who bids first in it, where there are no dealers."""
    standing: dict[str, Json] | None = None
    """The standing as ruled; None where a round without a score left it unknown."""
    winners: list[str] = field(default_factory=list)
    reason: str | None = None
    """What has ended the game; None while it goes on. Where all have lost it, nobody has won."""
    time_called: bool = False
    """Whether time was called in a round so far."""

    def __post_init__(self) -> None:
        self.table = Table(self.body, self.parameters)
        """The table as it is seated now."""
        self.without_dealers = self.parameters["bids"]["first_bidder"] == "drawn_then_rotates"
        self.number: int = self.body.get("first_round_number", 1)
        """The number of the round that comes next."""
        self.dealer = self.body.get("first_dealer")
        nothing = {"score": 0, "bags": 0, "sets": 0, "revokes": 0, "consecutive_sets": 0}
        before: dict[str, Json] = self.body.get("before", {})
        self.standing = {side: nothing | before.get(side, {}) for side in self.table.sides}
        self.counted: dict[str, Json] | None = self.standing
        """The standing as it counts: no round after the end moves it."""
        self.was_over = False
        """Whether the game was over before the last round."""
        self.judge(rounds=self.number - 1)

    def told(self, each: Json) -> Json:
        """Return a round of the game as a record by itself, with what the rounds before tell about it."""
        seats = seated_after(self.table, each.get("substitutions", []))
        now: dict[str | None, str] = dict(zip(self.table.players, seats, strict=True))
        head = {"players": seats, "teams": sides_seated(self.table, seats)}
        known = {
            "dealer": now.get(self.dealer),
            "opener": now.get(self.opener),
            "before": self.standing,
            "round_number": self.number,
        }
        own = {member: value for member, value in each.items() if member not in BESIDES}
        return head | {member: value for member, value in known.items() if value is not None} | own

    def play(self, each: Json, *, is_last: bool, stated: Proved | None = None, again: bool = False) -> Json:
        """Play one round, a record, a row of the sheet or neither; return the ruling on it.

        ``stated``: the only offences that may be stated, where the game may stand in several ways. ``again``: it is
        dealt again if that is open.
        """
        record = self.told(each)
        self._seat(record)
        self.was_over = self.reason is not None
        if "tricks_won" in each or not {"bids", "tricks"} & each.keys():
            ruling = rule_row(record, self.parameters)
        else:
            ruling = rule({"tricks": [], **record}, self._rules_of_a_round(), stated)
        ruling |= {"dealer": record.get("dealer"), "standing_known": self.standing is not None}
        ruling |= {"seated": self.table.sides, "declared_void": each.get("void", False)}
        if ruling["declared_void"]:
            ruling["verdict"] = "void"
        if self.reason is not None:
            ruling["findings"] = [*ruling["findings"], ("round_after_end", "#", None)]
            ruling["severities"]["round_after_end", "#"] = "error"
            ruling["penalties"] = [entry for entry in ruling["penalties"] if entry[2] != "game"]
        out = self._settle(each, ruling)
        compare_totals(ruling, each.get("reported", {}), self.parameters)
        self.time_called = self.time_called or each.get("time_called", False)
        ruling["may_be_redealt"] = ruling["verdict"] != "void" and ruling["perhaps_redealt"] and not ruling["redealt"]
        if ruling["verdict"] == "void" or ruling["redealt"] or (again and ruling["may_be_redealt"]):
            self._deal_again(record, each.get("redeal_by", self.parameters["table"]["redeal_by"]))
        elif not is_last or ruling["as_ruled"] is not None or self._is_finished(each):
            self.pass_on(record)
            self.number += 1
        self._enter(ruling["as_ruled"])
        if self.reason is None and out:
            self._end_by_forfeit(out)
        elif self.reason is None:
            self.judge(rounds=self.number - 1, scores=ruling["as_ruled"])
        return ruling

    def _rules_of_a_round(self) -> Json:
        """Return the parameters without what a forfeit brings, which the game settles itself."""
        nothing = {"forfeit_score": "as_it_stands", "forfeit_penalty": 0, "forfeit_credit": 0}
        return {**self.parameters, "game": {**self.parameters["game"], **nothing}}

    def _seat(self, record: Json) -> None:
        """Have those play on who sit at the table in this round."""
        earlier, self.table = self.table, Table(record, self.parameters)
        now: dict[str | None, str] = dict(zip(earlier.players, self.table.players, strict=True))
        self.dealer, self.opener = now.get(self.dealer), now.get(self.opener)

    def _settle(self, each: Json, ruling: Json) -> set[str]:
        """Score what a round declares; return the sides that forfeit the game in it."""
        unscored = "forfeited_by" in each and ruling["as_played"] is None
        if ruling["declared_void"] or unscored:
            ruling["as_played"] = ruling["as_ruled"] = nothing_scored(self._standing_or_none())
            ruling["pairs"] = [(ruling["as_played"], ruling["as_ruled"])]
            ruling["figures_from"] = None  # they don't rest on how the record is read
            # It counts for nothing: nobody is penalised for what happened in it.
            ruling |= {"penalties": [], "redealt": False, "perhaps_redealt": False}
        by_penalty = {team for _, team, effect, _ in ruling["penalties"] if effect == "game"}
        declared = {each["forfeited_by"]} if "forfeited_by" in each and self.reason is None else set[str]()
        all_out = declared | by_penalty
        ruling["as_played"] = self._settled(ruling["as_played"], each, declared)
        ruling["as_ruled"] = self._settled(ruling["as_ruled"], each, all_out)
        ruling["pairs"] = [
            (self._settled(played, each, declared), self._settled(ruled, each, all_out))
            for played, ruled in ruling["pairs"]
        ]
        if not is_forfeit_known(all_out, self.parameters["game"], known=self.standing is not None):
            ruling["as_ruled"], ruling["pairs"] = None, [(played, None) for played, _ in ruling["pairs"]]
        return all_out

    def _settled(self, scores: dict[str, Json] | None, each: Json, out: set[str]) -> dict[str, Json] | None:
        """Return these scores with what a round declares, where these sides forfeit the game."""
        if scores is None:
            return None
        adjusted = with_adjustments(scores, each.get("adjustments", []))
        return with_forfeits(adjusted, out, self.parameters["game"], known=self.standing is not None)

    def _standing_or_none(self) -> dict[str, Json]:
        return self.standing if self.standing is not None else {side: {} for side in self.table.sides}

    def _is_finished(self, each: Json) -> bool:
        """Tell whether a round is over: the last one of a game may still be going on."""
        size = self.table.pack.hand_size
        return "tricks" not in each or (
            len(each["tricks"]) >= size
            and len(each["tricks"][-1]["plays"]) >= (self.table.pack.longer or len(self.table.players))
        )

    def _enter(self, scores: dict[str, Json] | None) -> None:
        """Enter the score of a round; from one without a score on, the standing is not known."""
        if scores is None or self.standing is None:
            self.stand_at(None)
            return
        self.stand_at(standing_after(scores))

    def stand_at(self, standing: dict[str, Json] | None) -> None:
        """Leave the game at this standing, which counts unless the last round came after the end."""
        self.standing = standing
        if not self.was_over:
            self.counted = standing

    def _stay(self, record: Json) -> None:
        """Leave the deal with the one who had it, or the first bid where nobody deals."""
        if self.without_dealers:
            first = bidder(record["bids"][0], self.table) if record.get("bids") else None
            self.opener = record.get("opener", first)
            self.dealer = None
        else:
            self.dealer = dealer_of({"bids": [], **record}, self.parameters["bids"], self.table)

    def pass_on(self, record: Json) -> None:
        """Pass the deal on, or the first bid where nobody deals."""
        self._stay(record)
        self.opener = None if self.opener is None else self.table.after(self.opener)
        self.dealer = None if self.dealer is None else self.table.after(self.dealer)

    def _deal_again(self, record: Json, by: str) -> None:
        """Have a round that does not count dealt again."""
        if by == "next_dealer":
            self.pass_on(record)
        else:
            self._stay(record)

    def next(self) -> Json | None:
        """Return which round comes next, with who deals it and who bids first in it; None where none does."""
        return None if self.reason is not None else self.coming()

    def coming(self) -> Json:
        """Return which round would come next, whether or not the game is over."""
        first = self.opener
        if self.dealer is not None and not self.without_dealers:
            by_dealer = self.parameters["bids"]["first_bidder"] == "dealer"
            first = self.dealer if by_dealer else self.table.after(self.dealer)
        told = {"round_number": self.number, "dealer": self.dealer, "first_bidder": first}
        return {member: value for member, value in told.items() if value is not None}

    # The end (catalogue G).

    def judge(self, *, rounds: int, scores: dict[str, Json] | None = None) -> None:
        """Say whether the game is over after so many rounds, the last with these scores, and who has won it and why."""
        won = [side for side, score in (scores or {}).items() if score.get("wins")]
        if won:
            every = all(scores[side]["boston"] for side in won) if scores else False
            self.winners, self.reason = won, "boston" if every else "contract"
            return
        if self.standing is not None:
            self._judge_standing(self.standing, rounds)

    def _judge_standing(self, now: dict[str, Json], rounds: int) -> None:
        playing = list(self.table.sides)
        rules = self.parameters["game"]
        scores = {side: standing["score"] for side, standing in now.items()}
        floored = [side for side in playing if self._at_floor(scores[side])]
        often_set = [side for side in playing if 0 < rules["sets_limit"] <= now[side]["sets"]]
        in_a_row = [side for side in playing if 0 < rules["consecutive_sets_limit"] <= now[side]["consecutive_sets"]]
        losers = often_set + in_a_row + (floored if rules["floor_effect"] == "side_loses" else [])
        others = [side for side in playing if side not in losers]
        past = [side for side in others if self._past_target(scores[side])]
        if past:
            self._highest(past, scores, "target")
        elif floored:
            self._highest(others, scores, "floor")
        elif often_set:
            self._highest(others, scores, "sets_limit")
        elif in_a_row:
            self._highest(others, scores, "consecutive_sets_limit")
        elif self.time_called:
            self._highest(others, scores, "time")
        elif rules["round_limit"] and rounds >= rules["round_limit"]:
            self._highest(playing, scores, "round_limit")

    def _end_by_forfeit(self, out: set[str]) -> None:
        """End the game: the highest of the other sides has won, equal ones together."""
        self.reason = "forfeit"
        others = [side for side in self.table.sides if side not in out]
        if self.standing is None:
            self.winners = others if len(others) == 1 else []
            return
        scores = {side: standing["score"] for side, standing in self.standing.items()}
        self.winners = [side for side in others if scores[side] == max(scores[each] for each in others)]

    def _at_floor(self, score: int) -> bool:
        rules = self.parameters["game"]
        if not rules["floor"]:
            return False
        return bool(score < rules["floor"] or (rules["floor_test"] == "at_or_below" and score == rules["floor"]))

    def _past_target(self, score: int) -> bool:
        rules = self.parameters["game"]
        return bool(score > rules["target"] or (rules["target_test"] == "at_least" and score == rules["target"]))

    def _highest(self, among: list[str], scores: dict[str, int], reason: str) -> None:
        winners = [side for side in among if scores[side] == max(scores[each] for each in among)]
        if len(winners) < 2 or self.parameters["game"]["tie"] == "shared":
            self.winners, self.reason = winners, reason


def score_alone(row: Json, parameters: Json) -> Json:
    """Score a row that is a round by itself; the standing before it may have ended the game."""
    game = Game({**row, "first_round_number": row.get("round_number", 2)}, parameters)
    is_known = "before" in row and ("round_number" in row or not parameters["game"]["round_limit"])
    sits_out = not game.table.sides.keys() >= row.get("before", {}).keys()
    return score_row(row, parameters, is_over=game.reason is not None and is_known and not sits_out)
