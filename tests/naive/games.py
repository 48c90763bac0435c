"""Random games from a seeded generator: records and rows of the sheet, kept by scorers who make mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any

from tests.naive import disputes
from tests.naive.deals import NAMES, played, seated
from tests.naive.declared import may_be_short
from tests.naive.disputes import Change, disputed_rules
from tests.naive.events import adjustments, ended_early, substitutions
from tests.naive.faults import rebid
from tests.naive.game import Game
from tests.naive.house_rules import merged, random_end
from tests.naive.table import Table

Json = dict[str, Any]

OF_THE_GAME = {"before", "opener", "players", "round_number", "teams"}
"""What a round by itself tells, and in a game the game does."""
CHANGES: tuple[Change, ...] = (disputes.out_of_turn, disputes.taken_back, disputes.called, disputes.hidden)


def game_rules(rng: Random, preset: Json) -> tuple[Json, Json]:
    """Return overrides for a preset, with an end that comes soon, and all parameters with them."""
    overrides, _ = disputed_rules(rng, preset)
    table = {**overrides.get("table", {}), "redeal_by": rng.choice(["same_dealer", "next_dealer"])}
    overrides = {**overrides, "table": table, "game": random_end(rng)}
    return overrides, merged(preset, overrides)


def random_game(rng: Random, parameters: Json, *, rows: float, careful: bool = False) -> Json | None:
    """Return a random game, the body of a request; None where no legal bidding was found.

    ``rows``: the share of rounds of which there is but a row of the sheet. ``careful``: the sheet is right, with all
    totals, and nothing happens but the rounds.
    """
    body = opened(rng, parameters)
    scorer = _Scorer(rng, Game(body, parameters), careful=careful or rng.random() < 0.3)
    eventful = not careful and rng.random() < 0.7
    count = rng.choice([0, 1, 2, 3, 4, 5, 6][4 * careful :])
    for number in range(count):
        sitting_in = substitutions(rng, scorer.game) if eventful else []
        each = _round(rng, scorer.game, sitting_in, rows=rows, is_last=number == count - 1)
        if each is None:
            return None
        if eventful:
            each = ended_early(rng, each, scorer.game)
            each |= {"adjustments": made} if (made := adjustments(rng, scorer.game)) else {}
        scorer.write(each, is_last=number == count - 1)
        if careful and "reported" in each:
            each["reported"]["score"] = dict(scorer.score)
        body["rounds"].append(each)
    return body


def opened(rng: Random, parameters: Json, names: Sequence[str] = NAMES) -> Json:
    """Return a game before its first round, which may go on from a standing."""
    body, table = seated(rng, parameters, names)
    if rng.random() < 0.7:
        body["first_dealer"] = rng.choice(table.players)
    if rng.random() < 0.3:
        limit = parameters["bags"]["limit"] or 1
        body["before"] = {
            side: {
                "score": rng.choice([-60, 0, 30, 45, 100]),
                "bags": rng.randrange(limit),
                "sets": rng.randrange(2),
                "consecutive_sets": rng.randrange(2),
                "revokes": rng.randrange(2),
            }
            for side in table.sides
            if rng.random() < 0.8
        }
        body["first_round_number"] = rng.choice([1, 2, 2, 3, 5])
    body["rounds"] = []
    return body


def with_row_slip(rng: Random, body: Json) -> Json:
    """Return a game of which a row was written twice, at once or later, left out, or exchanged with the next."""
    rounds = body["rounds"]
    rows = [place for place, each in enumerate(rounds) if "tricks_won" in each]
    if any("substitutions" in each for each in rounds):
        return body
    if not rows:
        rows = [place for place, each in enumerate(rounds) if each.get("tricks")][-1:]
    if not rows:
        return body
    place, slip = rng.choice(rows), rng.random()
    if slip < 0.2 and place + 2 <= len(rounds):
        again = deepcopy(rounds[place : place + (1 if slip < 0.1 else 2)])
        return {**body, "rounds": [*rounds[: place + 2], *again, *rounds[place + 2 :]]}
    if slip < 0.5:
        return {**body, "rounds": [*rounds[: place + 1], deepcopy(rounds[place]), *rounds[place + 1 :]]}
    if slip > 0.75 and place + 1 in rows:
        return {**body, "rounds": [*rounds[:place], rounds[place + 1], rounds[place], *rounds[place + 2 :]]}
    return {**body, "rounds": [*rounds[:place], *rounds[place + 1 :]]}


def with_deal_unwritten(rng: Random, body: Json) -> Json:
    """Return a game that lacks a round, of which no total tells, or begins with another dealer than it says.

    In some, only the leads say who began, in others the bids are listed by seat.
    """
    unsaid = {"reported"} if rng.random() < 0.2 else {"reported", "dealer"}
    rounds = [{member: each[member] for member in each if member not in unsaid} for each in body["rounds"]]
    if len(rounds) < 2 or any("substitutions" in each for each in rounds):
        return body
    habit = rng.random()
    if habit < 0.3:
        rounds = [_without_bids(each) for each in rounds]
    elif habit < 0.6:
        share = rng.choice([0.7, 1.0])
        rounds = [_listed_by_seat(each, body["players"]) if rng.random() < share else each for each in rounds]
        if rng.random() < 0.5:
            return {**body, "rounds": rounds}
    if "first_dealer" in body and rng.random() < 0.3:
        return {**body, "first_dealer": rng.choice(body["players"]), "rounds": rounds}
    place = rng.randrange(len(rounds))
    return {**body, "rounds": rounds[:place] + rounds[place + 1 :]}


def _without_bids(each: Json) -> Json:
    return {member: each[member] for member in each if member != "bids" or "tricks" not in each}


def _listed_by_seat(each: Json, players: Sequence[str]) -> Json:
    """Return a round with its bids in the order of the players."""
    if any("player" not in bid for bid in each.get("bids", [{}])):
        return each
    return {**each, "bids": sorted(each["bids"], key=lambda bid: players.index(bid["player"]))}


def _round(rng: Random, game: Game, sitting_in: list[Json], *, rows: float, is_last: bool) -> Json | None:
    """Return the next round of a game, which these players begin by sitting in for others."""
    head = game.told({"substitutions": sitting_in})
    table = Table(head, game.parameters)
    # Without a dealer nobody knows who is dealt a card more.
    if game.dealer is None and (table.pack.longer or (not game.without_dealers and rng.random() < 0.5)):
        head["dealer"] = rng.choice(table.players)
    record = played(rng, head, game.parameters, slips=rng.choice([0.0, 0.0, 0.03]))
    if record is None:
        return None
    if rng.random() < rows:
        each = _row(rng, record, table)
    else:
        record = _disputed(rng, record, game.parameters, is_last=is_last)
        each = {member: value for member, value in record.items() if member not in OF_THE_GAME}
    if "dealer" in each and game.dealer is not None and rng.random() < 0.5:
        del each["dealer"]
    elif rng.random() < 0.05:
        each["dealer"] = rng.choice(table.players)
    return {**each, "substitutions": sitting_in} if sitting_in else each


def _row(rng: Random, record: Json, table: Table) -> Json:
    """Return a round as the sheet has it: with the tricks of each player, or of a side on which nobody bid nil."""
    winners = _winners(record, table)
    row: Json = {member: record[member] for member in ("bids", "dealer") if member in record}
    won: dict[str, int] = {}
    for side, group in table.sides.items():
        tricks = {player: winners.count(player) for player in group}
        bids = [bid for bid in record["bids"] if bid.get("team") == side or bid.get("player") in group]
        if rng.random() < 0.4 and all(bid["tricks"] for bid in bids):
            won[side] = sum(tricks.values())
        else:
            won |= {player: count for player, count in tricks.items() if count or rng.random() < 0.7}
    row["tricks_won"] = won
    if row["bids"] and rng.random() < 0.1:
        rebid(row["bids"], rng.choice(row["bids"]), rng.choice([1, 2, 5, table.pack.hand_size + 1]))
    way = rng.random()
    if way < 0.04:
        name = rng.choice([*row["tricks_won"], *table.players[:1]])
        row["tricks_won"][name] = max(0, row["tricks_won"].get(name, 0) + rng.choice([-1, 1, 2]))
    elif way < 0.07 and row["bids"]:
        row["bids"].pop(rng.randrange(len(row["bids"])))
    elif way < 0.1 and row["bids"]:
        row["bids"].append(dict(rng.choice(row["bids"])))
        rebid(row["bids"], row["bids"][-1], rng.choice([1, 2, 5]))
    return row


def _winners(record: Json, table: Table) -> list[str]:
    """Return who won each trick, a card that slipped counting as it was played."""
    winners: list[str] = []
    for trick in record["tricks"]:
        cards = {play["card"]: play["player"] for play in trick["plays"]}
        best = table.pack.best(table.pack.suit(trick["plays"][0]["card"]), cards)
        winners.append(cards[best or ""])
    return winners


def _disputed(rng: Random, record: Json, parameters: Json, *, is_last: bool) -> Json:
    for change in CHANGES[:3] if rng.random() < 0.8 else CHANGES:
        if rng.random() < 0.5:
            record = change(record, parameters, rng)
    misdealt = rng.random() < 0.05
    if misdealt or rng.random() < (0.2 if is_last else 0.02):
        tricks = record["tricks"]
        del tricks[rng.randrange(len(tricks) + 1) :]
        if tricks and rng.random() < 0.5:
            del tricks[-1]["plays"][-1:]
    if misdealt:
        _misdeal(rng, record)
    if rng.random() < 0.03:
        record.pop("bids", None)
    return record


def _misdeal(rng: Random, record: Json) -> None:
    """Give a card that was not played yet to somebody else."""
    played_cards = {play["card"] for trick in record["tricks"] for play in trick["plays"]}
    hands = list(record.get("hands", {}).values())
    left = [(hand, card) for hand in hands for card in hand if card not in played_cards]
    if len(hands) > 1 and left:
        hand, card = rng.choice(left)
        hand.remove(card)
        rng.choice([other for other in hands if other is not hand]).append(card)


class _Scorer:
    """Keeps the sheet of a game as it goes on, and writes a line of it into each round."""

    def __init__(self, rng: Random, game: Game, *, careful: bool) -> None:
        self.rng = rng
        self.game = game
        self.careful = careful
        standing = game.standing or {}
        self.score = {side: standing[side]["score"] for side in game.table.sides}
        self.bags = {side: standing[side]["bags"] for side in game.table.sides}

    def write(self, each: Json, *, is_last: bool) -> None:
        """Score a round, and say on its line what the sheet has now."""
        rng = self.rng
        overlooked = self._overlooking(each, is_last=is_last) if self._slips(0.3) else None
        ruling = self.game.play(each, is_last=is_last)
        scores = ruling["as_ruled"] if ruling["as_played"] is None or rng.random() < 0.4 else ruling["as_played"]
        if scores is None or (ruling["declared_void"] and rng.random() < 0.4):
            return
        scores = overlooked or scores
        points = {side: self._enter(side, score) for side, score in scores.items()}
        sheet: Json = {"points": points, "score": dict(self.score), "bags": dict(self.bags)}
        if "tricks" in each and rng.random() < 0.5:
            sheet["tricks_won"] = dict(ruling["tricks_won"])
            if self._slips(0.1):
                sheet["tricks_won"][rng.choice(list(sheet["tricks_won"]))] += 1
        kept = {member: row for member, row in sheet.items() if rng.random() < 0.7}
        for row in kept.values():
            if rng.random() < 0.1:
                row.pop(rng.choice(list(row)))
        if kept or rng.random() < 0.1:
            each["reported"] = kept

    def _overlooking(self, each: Json, *, is_last: bool) -> dict[str, Json] | None:
        """Return the score of a round that is void or forfeited as if it were neither."""
        if not may_be_short(each):
            return None
        plain = {member: value for member, value in each.items() if member not in {"void", "forfeited_by", "reason"}}
        scores: dict[str, Json] | None = deepcopy(self.game).play(plain, is_last=is_last)["as_played"]
        return scores

    def _enter(self, side: str, score: Json) -> int:
        """Enter the score of a side, with the mistakes that scorers make; return the points of the round."""
        rng, points, penalty = self.rng, score["points"], score.get("bag_penalty", 0)
        for _, adjusted, _ in score["declared"]:
            if self._slips(0.2):
                points -= adjusted * rng.choice([1, 1, 2])  # forgotten, or entered with the wrong sign
        forgets = penalty and self._slips(0.3)
        if forgets:
            points -= penalty
        if self._slips(0.08):
            points += rng.choice([-100, -10, -1, 1, 10])
        self.bags[side] = self.bags[side] + score["bags"] if forgets else score["bags_after"]
        if self._slips(0.05):
            self.bags[side] = max(0, self.bags[side] + rng.choice([-1, 1]))
        self.score[side] += points + (rng.choice([-10, 1, 10, 100]) if self._slips(0.08) else 0)
        if self._slips(0.03) and self.game.standing is not None:
            self.score[side] = self.game.standing[side]["score"]  # somebody put it right
        return int(points)

    def _slips(self, share: float) -> bool:
        return not self.careful and self.rng.random() < share
