"""A whole game: rounds one after the other, each from the standing that the one before leaves, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.naive.bidding_turns import bidder, dealer_of
from tests.naive.bids import without_bid
from tests.naive.referee import Referee
from tests.naive.ruling import rule
from tests.naive.scorer import Adjustment, score_sides
from tests.naive.sheet import COLUMNS, pointer_to
from tests.naive.table import Table
from tests.naive.written import verdict

Json = dict[str, Any]

TOTALS = ("points", "bags", "score")
"""The rows of the sheet, each before what rests on it."""


@dataclass
class Game:
    """A game as far as it has been played."""

    body: Json
    parameters: Json
    number: int = 1
    """The number of the round that comes next."""
    dealer: str | None = None
    """Who deals that one; None where that is not known. Where the ruleset has no dealer, nothing rests on it."""
    opener: str | None = None
    """Who bids first in it, where there are no dealers."""
    standing: dict[str, Json] | None = None
    """The standing as ruled; None where a round without a score left it unknown."""
    out: set[str] = field(default_factory=set)
    """The sides that have forfeited the game."""
    winners: list[str] = field(default_factory=list)
    reason: str | None = None
    """What has ended the game; None while it goes on. Where all have lost it, nobody has won."""

    def __post_init__(self) -> None:
        self.table = Table(self.body, self.parameters)
        self.without_dealers = self.parameters["bidding"]["first_bidder"] == "drawn_then_rotates"
        self.dealer = self.body.get("first_dealer")
        nothing = {"score": 0, "bags": 0, "sets": 0, "revokes": 0}
        before: dict[str, Json] = self.body.get("before", {})
        self.standing = {side: nothing | before.get(side, {}) for side in self.table.sides}
        self._judge(rounds=0)

    def told(self, each: Json) -> Json:
        """Return a round of the game as a record by itself, with what the rounds before tell about it."""
        head = {member: self.body[member] for member in ("players", "teams") if member in self.body}
        known = {"dealer": self.dealer, "opener": self.opener, "before": self.standing, "round_number": self.number}
        return head | {member: value for member, value in known.items() if value is not None} | each

    def play(self, each: Json, *, is_last: bool) -> Json:
        """Play one round, a record or a row of the sheet; return the ruling on it."""
        record = self.told(each)
        ruling = rule(record, self.parameters) if "tricks" in each else rule_row(record, self.parameters)
        ruling |= {"dealer": record.get("dealer"), "standing_known": self.standing is not None}
        if self.reason is not None:
            ruling["findings"] = [*ruling["findings"], ("round_after_end", "#", None)]
            ruling["severities"]["round_after_end", "#"] = "error"
            ruling["penalties"] = [entry for entry in ruling["penalties"] if entry[2] != "game"]
            if ruling["verdict"] not in {"void", "irregular"}:
                ruling["verdict"] = "inconsistent"
        if ruling["verdict"] == "void":
            return ruling  # it does not count, and the same dealer deals again
        if not is_last or ruling["as_ruled"] is not None or self._is_finished(each):
            self._pass_on(record)
        self._enter(ruling["as_ruled"])
        self.out |= {team for _, team, effect, _ in ruling["penalties"] if effect == "game"}
        if self.reason is None:
            self._judge(rounds=self.number - 1)
        return ruling

    def _is_finished(self, each: Json) -> bool:
        """Tell whether a round is over: the last one of a game may still be going on."""
        size = self.table.pack.hand_size
        return "tricks" not in each or (
            len(each["tricks"]) >= size and len(each["tricks"][-1]["plays"]) >= len(self.table.players)
        )

    def _enter(self, scores: dict[str, Json] | None) -> None:
        """Enter the score of a round; from one without a score on, the standing is not known."""
        if scores is None or self.standing is None:
            self.standing = None
            return
        self.standing = {
            side: {
                "score": score["score"],
                "bags": score["bags_after"],
                "sets": score["sets"],
                "revokes": score["revokes"],
            }
            for side, score in scores.items()
        }

    def _pass_on(self, record: Json) -> None:
        """Pass the deal on, or the first bid where nobody deals."""
        self.number += 1
        first = bidder(record["bids"][0], self.table) if record.get("bids") else None
        if self.without_dealers:
            first = record.get("opener", first)
            self.opener = None if first is None else self.table.after(first)
            self.dealer = None
            return
        dealer = dealer_of({"bids": [], **record}, self.parameters["bidding"], self.table)
        self.dealer = None if dealer is None else self.table.after(dealer)

    def next(self) -> Json | None:
        """Return which round comes next, with who deals it and who bids first in it; None where none does."""
        if self.reason is not None:
            return None
        first = self.opener
        if self.dealer is not None and not self.without_dealers:
            by_dealer = self.parameters["bidding"]["first_bidder"] == "dealer"
            first = self.dealer if by_dealer else self.table.after(self.dealer)
        told = {"round_number": self.number, "dealer": self.dealer, "first_bidder": first}
        return {member: value for member, value in told.items() if value is not None}

    # The end (catalogue G).

    def _judge(self, *, rounds: int) -> None:
        """Say whether the game is over after so many rounds, and who has won it and why."""
        playing = [side for side in self.table.sides if side not in self.out]
        if self.standing is None:
            if self.out and len(playing) < 2:  # whatever the score
                self.winners, self.reason = playing, "forfeit"
            return
        rules = self.parameters["game"]
        scores = {side: standing["score"] for side, standing in self.standing.items()}
        if self.out:
            self._highest(playing, scores, "forfeit")
            return
        floored = [side for side in playing if self._at_floor(scores[side])]
        often_set = [side for side in playing if rules["sets_limit"] and self._sets(side) >= rules["sets_limit"]]
        losers = often_set + (floored if rules["floor_effect"] == "side_loses" else [])
        others = [side for side in playing if side not in losers]
        past = [side for side in others if self._past_target(scores[side])]
        if past:
            self._highest(past, scores, "target")
        elif floored:
            self._highest(others, scores, "floor")
        elif often_set:
            self._highest(others, scores, "sets_limit")
        elif rules["round_limit"] and rounds >= rules["round_limit"]:
            self._highest(playing, scores, "round_limit")

    def _sets(self, side: str) -> int:
        return 0 if self.standing is None else int(self.standing[side]["sets"])

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


def rule_row(row: Json, parameters: Json) -> Json:
    """Rule on a row of the sheet: it is a round of which nothing is known but bids and tricks won."""
    referee = Referee({**row, "tricks": []}, parameters)
    referee.judge()
    table = referee.table
    won = dict.fromkeys(table.players, 0)
    for name, tricks in row["tricks_won"].items():
        # Where a side is told as one, nobody on it bid nil, and it does not matter who of them won them.
        won[name if name in won else table.sides[name][0]] += tricks
    nothing = {side: Adjustment() for side in table.sides}
    scores = None
    adds_up = sum(row["tricks_won"].values()) == table.pack.hand_size
    missing = without_bid(referee.bidding, table, parameters["bidding"])
    if adds_up and not missing:
        scores = score_sides(table, referee.bidding, won, row.get("before", {}), parameters, nothing)
    wrong = [
        (column, name, value, scores[name][COLUMNS[column]])
        for column in (columns(parameters) if scores is not None else ())
        for name, value in row.get("reported", {}).get(column, {}).items()
        if scores is not None and value != scores[name][COLUMNS[column]]
    ]
    findings = [(code, pointer, None) for code, pointer, *_ in referee.findings]
    findings += [("bid_missing", "#/bids", None) for _ in missing]
    if not adds_up:
        findings.append(("wrong_tricks_won", "#/tricks_won", None))
    findings += [(f"wrong_{column}", pointer_to(column, name), None) for column, name, *_ in wrong]
    undecided = [(code, pointer) for code, pointer, *_ in referee.undecided]
    severities = {(code, pointer): referee.severity(code, pointer) for code, pointer, _ in findings}
    return {
        "verdict": verdict(set(severities.values()), void=False, undecided=bool(undecided)),
        "complete": scores is not None,
        "findings": findings,
        "severities": severities,
        "undecided": undecided,
        "penalties": [],
        "as_played": scores,
        "as_ruled": scores,
        "differences": [(pointer_to(column, name), value, right) for column, name, value, right in wrong]
        if "reported" in row
        else None,
    }


def columns(parameters: Json) -> list[str]:
    """Return the rows of the sheet that can be compared: without a limit no bags are counted."""
    return [column for column in TOTALS if column != "bags" or parameters["scoring"]["bag_limit"]]


def score_game(body: Json, parameters: Json) -> Json:
    """Score a game of rows, of which nothing is reported."""
    game = Game(body, parameters)
    return {"rounds": [game.play(each, is_last=False) for each in body["rounds"]], **ending(game)}


def ending(game: Game) -> Json:
    """Return how a game stands."""
    return {
        "standing": game.standing,
        "finished": game.reason is not None,
        "winners": game.winners,
        "reason": game.reason,
        "next": game.next(),
    }
