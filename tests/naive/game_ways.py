"""A game that may stand in several ways: one copy of it for each (docs/reference/rules.md, A game)."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import Any

from tests.naive.bidding_turns import bidder
from tests.naive.bids import Bid, Bidding
from tests.naive.contradictions import Proved
from tests.naive.declared import nothing_scored, with_adjustments
from tests.naive.game import Game, standing_after, told
from tests.naive.game_rows import judge_anew
from tests.naive.rotation import Rotation, ask_turns, due_in, is_perhaps_redealt, nobody_deals
from tests.naive.scorer import score_sides

Json = dict[str, Any]
Played = tuple[Game, Json]
"""A game after a round, and the ruling on that."""

MOST = 8
DECIDED = {"void", "forfeited_by", "adjustments"}


class Ways:
    """A game as far as it has been played, in every way in which it may stand."""

    def __init__(self, body: Json, parameters: Json) -> None:
        self.games = [Game(body, parameters)]
        self.totals: dict[str, int] | None = _scores(self.games[0])
        """The last running scores on the sheet."""
        self.totals_before: dict[str, int] | None = self.totals
        """Those before the last round."""
        self.already: Json | None = None
        """The ruling on the next row, if it was played before the last one."""
        self.rotation = Rotation(body, parameters)
        self.rulings: list[Json] = []
        """The rulings on the rounds so far."""
        self.place = -1
        """The place of the round among those of the game."""

    def play(self, each: Json, earlier: Json | None, following: Json | None) -> Json:
        """Play one round; return the ruling on it, or the rulings on it under ``several``."""
        self.place += 1
        if self.already is not None:
            ruling, self.already = self.already, None
        else:
            first = self.rotation.copies.get(self.place)
            if first is None:
                ruling = self._played(each, earlier, following)
            else:
                ruling = as_copy(self.rulings[first], self.games[0].standing)
        self.rulings.append(ruling)
        return ruling

    def _played(self, each: Json, earlier: Json | None, following: Json | None) -> Json:
        before, slip, is_last, self.totals_before = self.games, None, following is None, self.totals
        played = _all_played(before, each, is_last=is_last)
        if following is not None and len(before) == 1 and self._are_exchanged(each, following, played[0][1]):
            _, self.already = first = _played(before[0], following, is_last=False)
            way, ruling = _played(first[0], each, is_last=False)
            self.games = [way]
            self._read_totals(each, ruling)
            ruling["findings"] = [*ruling["findings"], ("rows_exchanged", "#", None)]
            ruling["severities"] = {**ruling["severities"], ("rows_exchanged", "#"): "error"}
            judge_anew(ruling)
            return ruling
        if (
            earlier is not None
            and _repeats(each, earlier)
            and all(
                _would_move(each, ruling) or self._is_past(game, each, earlier, following)
                for game, (_, ruling) in zip(before, played, strict=True)
            )
        ):
            slip = "row_repeated"
        else:
            missing = [self._without_row(game, each, ruling) for game, (_, ruling) in zip(before, played, strict=True)]
            if all(missing):
                slip = "row_missing"
                before = _at_most([*before, *(way for ways in missing for way in ways)])
                played = _all_played(before, each, is_last=is_last)
        again = [
            _played(game, each, is_last=is_last, again=True)
            for game, (_, ruling) in zip(before, played, strict=True)
            if ruling["may_be_redealt"]
        ]
        dealt = [ruling for _, ruling in played]
        follows = any(_moves(self.totals or {}, each, ruling) for ruling in dealt)
        is_open = slip or any(map(is_perhaps_redealt, dealt))
        shown = None if is_open else self.rotation.shown(self.place, before, follows=follows)
        if shown is not None:
            undealt = {member: value for member, value in each.items() if member != "dealer"}
            played = _all_played(list(map(nobody_deals, before)), undealt, is_last=is_last)
            for (way, _), game in zip(played, shown, strict=True):
                goes_on = deepcopy(game)
                goes_on.play(undealt, is_last=is_last)
                way.dealer, way.opener = goes_on.dealer, goes_on.opener
        after = [way for game, ruling in [*again, *played] for way in _standings(game, ruling)]
        self.games = _at_most([*after, *before] if slip == "row_repeated" else after)
        self._read_totals(each, played[0][1])
        is_alone = slip is None and len(played) == 1
        ruling = played[0][1] if is_alone else _in_all([ruling for _, ruling in played], slip)
        if shown is not None:
            ask_turns(ruling, dealt)
        return ruling

    def _is_past(self, game: Game, each: Json, earlier: Json, following: Json | None) -> bool:
        """Tell whether a row has the bids of the row before in their order, not in its turn, which the next one has."""
        dues = due_in(game, each)
        if each.get("bids") != earlier.get("bids") or self.place in self.rotation.by_seat or len(dues) > 1:
            return False
        first = [bidder(bid, game.table) for bid in each.get("bids", [])[:1]]
        is_past = bool(first) and first[0] not in {None, *dues}
        return is_past and (following is None or _begins(game, following)) and self._is_agreed(dues, each)

    def _is_agreed(self, dues: list[str], each: Json) -> bool:
        return all(due_in(game, each) == dues for game in self.games)

    def _are_exchanged(self, each: Json, following: Json, ruling: Json) -> bool:
        """Tell whether all totals of this row and the next follow in the other order, and not as they are written.

        If those of this row do as written, both rows have to be in turn in the other order, and this row not here.
        """
        if self.totals is None or any({*DECIDED, "substitutions"} & set(row) for row in (each, following)):
            return False
        game = self.games[0]
        if game.standing is None or set(each.get("reported", {}).get("score", {})) != set(self.totals):
            return False
        if "tricks" in each or "tricks" in following:
            earlier = following.get("reported", {}).get("score", {})
            is_said = set(earlier) == set(self.totals) and _moves(earlier, each, ruling)
            if _moves(self.totals, each, ruling) or not is_said:
                return False
        if _moves(self.totals, each, ruling):
            if _begins(game, each) or len(due_in(game, each)) > 1 or self._follow(each, following):
                return False
            if not (_begins(game, following) and _begins(_played(game, following, is_last=False)[0], each)):
                return False
        return self._follow(following, each)

    def _follow(self, *rows: Json) -> bool:
        """Tell whether all totals of these rows follow if the rounds were played in this order."""
        totals, game, fitting = self.totals or {}, self.games[0], [self.totals is not None]
        for row in rows:
            game, found = _played(game, row, is_last=False)
            fitting.append(_moves(totals, row, found))
            totals = row.get("reported", {}).get("score", {})
        return all(fitting)

    def _without_row(self, game: Game, each: Json, ruling: Json) -> list[Game]:
        """Return the game after each round that may be missing before this one; none where none explains the totals."""
        totals = each.get("reported", {}).get("score", {})
        rules = game.parameters
        unbid = rules["bids"]["first_round"] == "bids_itself" and game.number == 1
        if self.totals is None or set(totals) != set(game.table.sides) or DECIDED & set(each) or unbid:
            return []
        if game.standing is None:
            return []
        later = deepcopy(game)
        turns = {"dealer": game.dealer, "opener": game.opener}
        later.pass_on({member: player for member, player in turns.items() if player})
        later.number = game.number + 1
        rulings = [ruling]
        if ruling["penalties"] and "tricks" not in each:
            # What is out of turn here may be in turn there.
            rulings.append(_played(later, each, is_last=False)[1])
        played, ruled = rulings[-1]["as_played"], rulings[-1]["as_ruled"]
        if not (played and ruled):
            return []
        moved = {side: totals[side] - self.totals[side] for side in totals}
        on_sheet = each["reported"].get("points", {})
        scores = [score for own in rulings for score in (own["as_played"], own["as_ruled"]) if score]
        explained = [
            any(step == score[side]["points"] for score in scores) or on_sheet.get(side) == step
            for side, step in moved.items()
        ]
        turned = not _begins(game, each) and _begins(later, each)
        if all(explained) or (any(explained) and not turned):
            return []
        found = []
        for standing in self._between(game, ruled, moved):
            way = deepcopy(later)
            way.was_over = game.reason is not None
            way.stand_at(standing)
            if game.reason is None:
                way.judge(rounds=game.number)
            if way.reason is None or game.reason is not None:
                found.append(way)
        return found

    @staticmethod
    def _between(game: Game, ruled: Json, moved: dict[str, int]) -> list[Json]:
        """Return every standing after a round more, so that it and this one move the totals as they have moved."""
        sides = list(game.table.sides)
        by_side = [list(_rounds_of(game, side, moved[side], ruled[side])) for side in sides]
        standings: list[Json] = []
        for choice in product(*by_side):
            standing = {side: after for side, (*_, after) in zip(sides, choice, strict=True)}
            if sum(tricks for tricks, *_ in choice) != game.table.pack.hand_size or standing in standings:
                continue
            if not _is_thrown_in(game, sum(bid for _, bid, _ in choice)):
                standings.append(standing)
        return standings

    def _read_totals(self, each: Json, ruling: Json) -> None:
        totals = each.get("reported", {}).get("score", {})
        if set(totals) == set(ruling["seated"]):
            self.totals = dict(totals)
        elif ruling["as_ruled"] is None or any(side["points"] for side in ruling["as_ruled"].values()):
            self.totals = None

    def ending(self) -> Json:
        """Return how a game stands, as far as all its ways agree."""
        standings: list[Json | None] = []
        for game in self.games:
            if game.counted not in standings:
                standings.append(game.counted)
        is_over = all(game.reason is not None for game in self.games)
        reasons, winners = {game.reason for game in self.games}, [game.winners for game in self.games]
        return {
            "standing": told(standings[0]) if len(standings) == 1 else None,
            "standings": list(map(told, standings)) if len(standings) > 1 and None not in standings else None,
            "finished": is_over,
            "winners": winners[0] if is_over and all(each == winners[0] for each in winners) else [],
            "reason": reasons.pop() if is_over and len(reasons) == 1 else None,
            "next": None if is_over else _next(self.games, is_dealt=not self.rotation.rests_on_list),
        }


def score_game(body: Json, parameters: Json) -> Json:
    """Score a game of which nothing is reported: every row counts, as if none were before it that it might repeat."""
    ways, rounds = Ways(body, parameters), body["rounds"]
    scored = [ways.play(each, None, following) for each, following in zip(rounds, [*rounds[1:], None], strict=False)]
    return {"rounds": scored, **ways.ending()}


def same_points(rulings: list[Json]) -> bool:
    """Tell whether every side has the same points in all of these rulings, as played and as ruled."""
    points = [
        [
            score and {side: figures["points"] for side, figures in score.items()}
            for score in (each["as_played"], each["as_ruled"])
        ]
        for each in rulings
    ]
    return all(each == points[0] for each in points)


def _in_all(rulings: list[Json], slip: str | None) -> Json:
    """Return what several rulings on a round share; no total of the sheet is compared, nor a repeated row at all."""
    is_repeated = slip == "row_repeated"
    if is_repeated:  # then there was no such round, and nothing in it costs anything
        rulings = [{**ruling, "penalties": [], "as_ruled": ruling["as_played"]} for ruling in rulings]
    first = rulings[0]
    unread = {"wrong_score", "wrong_bags"}
    if is_repeated:
        unread |= {"wrong_points", "wrong_tricks_won"}
    elif not same_points(rulings) or not all(ruling["standing_known"] for ruling in rulings):
        unread |= {"wrong_points"}
    of_row = ("wrong_tricks_won", "#/tricks_won")
    keys = [
        {(code, pointer) for code, pointer, *_ in ruling["findings"] if code not in unread or (code, pointer) == of_row}
        for ruling in rulings
    ]
    shared = set.intersection(*keys)
    doubted = {key for key in shared if is_repeated and first["severities"][key] == "offence"}
    open_ = {tuple(question[:2]) for ruling in rulings for question in ruling["undecided"] if question[0] not in unread}
    findings = [found for found in first["findings"] if found[:2] in shared - doubted]
    severities = dict(first["severities"])
    if slip is not None:
        key = (slip, "#" if is_repeated else "#/reported/score")
        findings.append((*key, None))
        severities[key] = "error"
    undecided = sorted(open_ | doubted | (set.union(*keys) - shared))
    merged = {**first, "several": rulings, "slip": slip, "findings": findings, "undecided": undecided}
    merged["severities"] = severities
    merged["penalties"] = [
        entry for entry in first["penalties"] if all(entry in ruling["penalties"] for ruling in rulings)
    ]
    if "offences" in first:
        merged["offences"] = set.intersection(*(ruling["offences"] for ruling in rulings))
    judge_anew(merged)
    return merged


def _all_played(games: list[Game], each: Json, *, is_last: bool) -> list[Played]:
    """Return each of these games after a round, and the ruling on it: only what is proved in all of them may cost."""
    played = [_played(game, each, is_last=is_last) for game in games]
    offences = [ruling.get("offences", set()) for _, ruling in played]
    if all(each == offences[0] for each in offences):
        return played
    stated = set.intersection(*offences)
    again = [_played(game, each, is_last=is_last, stated=stated) for game in games]
    members = ("as_played", "as_ruled", "penalties", "pairs", "differences")
    return [
        (game, {**ruling, **{member: cost[member] for member in members if member in cost}})
        for (game, cost), (_, ruling) in zip(again, played, strict=True)
    ]


def _played(game: Game, each: Json, *, is_last: bool, stated: Proved | None = None, again: bool = False) -> Played:
    way = deepcopy(game)
    return way, way.play(each, is_last=is_last, stated=stated, again=again)


def _scores(game: Game) -> dict[str, int]:
    return {side: standing["score"] for side, standing in (game.standing or {}).items()}


def _repeats(each: Json, earlier: Json) -> bool:
    """Tell whether a row has the bids, the tricks and the totals of the one before it."""
    if "tricks" in each or "tricks" in earlier or "substitutions" in each or DECIDED & {*each, *earlier}:
        return False
    bids = [{(bid.get("player", bid.get("team")), bid["tricks"], bid.get("kind")) for bid in row["bids"]}
            for row in (each, earlier)]  # fmt: skip
    tricks = [{name: won for name, won in row["tricks_won"].items() if won} for row in (each, earlier)]
    sheets = [row.get("reported") for row in (each, earlier)]
    totals = [sheet and (sheet.get("score"), sheet.get("bags")) for sheet in sheets]
    are_alike = bids[0] == bids[1] and tricks[0] == tricks[1] and totals[0] == totals[1]
    return are_alike and bool(totals[0] and totals[0][0])


def as_copy(first: Json, standing: Json | None) -> Json:
    """Return the ruling on a record as one on its copy: there was no such round."""
    ruling = {member: value for member, value in first.items() if member not in {"several", "slip"}}
    nothing: Json = {side: {} for side in ruling["seated"]}
    scored = ruling["as_played"] is not None or ruling["as_ruled"] is not None
    score = with_adjustments(nothing_scored(standing or nothing), []) if scored else None
    for own in (score or {}).values():
        del own["made"], own["boston"]  # as the bids and tricks are, whatever they count for
    ruling |= {"as_played": score, "as_ruled": score, "pairs": [(score, score)], "undecided": [], "penalties": []}
    ruling |= {"findings": [("row_repeated", "#", None)], "severities": {("row_repeated", "#"): "error"}}
    ruling |= {"offences": set(), "errors": set(), "plain": True, "standing_known": False}
    ruling |= {"differences": ruling["differences"] and [], "verdict": "clean", "is_copy": True}
    judge_anew(ruling)
    return ruling


def _would_move(each: Json, ruling: Json) -> bool:
    """Tell whether a row would have moved a total on the sheet if it were a round of its own."""
    played = ruling["as_played"] or {}
    return any(played[side]["points"] for side in each.get("reported", {}).get("score", {}) if side in played)


def _begins(game: Game, each: Json) -> bool:
    """Tell whether the first bid of a round was in turn, or may have been, by what the rounds before tell.

    A row that names the dealer may do so because it was copied.
    """
    first = [bidder(bid, game.table) for bid in each.get("bids", [])[:1]]
    return first[0] in due_in(game, each) if first else False


def _moves(before: dict[str, int], row: Json, ruling: Json) -> bool:
    """Tell whether a row has the totals of all sides, and they follow by its points."""
    totals = row.get("reported", {}).get("score", {})
    if set(totals) != set(before):
        return False
    moved = {side: totals[side] - before[side] for side in totals}
    points = [
        {side: score["points"] for side, score in (ruling[scores] or {}).items()}
        for scores in ("as_played", "as_ruled")
    ]
    return moved in points


def _standings(game: Game, ruling: Json) -> Iterator[Game]:
    """Yield the game with each standing that the readings of a round leave."""
    scores = [ruled for _, ruled in ruling["pairs"]]
    if ruling["as_ruled"] is not None or None in scores:
        yield game
        return
    for score in scores:
        way = deepcopy(game)
        way.stand_at(standing_after(score) if ruling["standing_known"] else None)
        if way.reason is None:
            way.judge(rounds=way.number - 1, scores=score)
        yield way


def _is_thrown_in(game: Game, total: int) -> bool:
    """Tell whether a round with these bids in all is dealt again."""
    limits = game.parameters["bids"]["table"]
    barred = {*limits["not"], *([game.table.pack.hand_size] if limits["not_hand_size"] else [])}
    breaks = total in barred or total < limits["least"] or 0 < limits["most"] < total
    return bool(limits["breach"] == "redeal" and breaks)


def _rounds_of(game: Game, side: str, moved: int, ruled: Json) -> Iterator[tuple[int, int, Json]]:
    """Yield the tricks and the bid of a side in a round before this one, and its standing after that, if both move it.

    In it the side has one contract, or a nil beside a partner's bid.
    """
    standing = (game.standing or {})[side]
    rules, players, size = game.parameters["bids"], game.table.sides[side], game.table.pack.hand_size
    least = 0 if rules["zero"]["allowed"] else rules["number"]["least"]
    alone, is_added = len(players) == 1 or rules["by"] == "team", len(players) > 1 and rules["by"] == "player"
    ways: list[tuple[list[tuple[str, int]], dict[str, int]]] = []
    for tricks in range(size + 1):
        won = {players[0]: tricks}
        ways += [([_number(bid)], won) for bid in range(2 * least if is_added else least, size + 1)]
        if rules["nil"]["allowed"] and alone:
            ways.append(([("nil", 0)], won))
        elif rules["nil"]["allowed"]:
            for own, bid in product(range(tricks + 1), range(least, size + 1)):
                ways.append(([("nil", 0), _number(bid)], {players[0]: own, players[1]: tricks - own}))
    for kinds, won in ways:
        total = sum(bid for _, bid in kinds)
        if rules["side_breach"] == "raised" and kinds != [("nil", 0)] and total < rules["side_least"]:
            continue  # it is raised
        scored = _scored(game, side, kinds, won, standing)
        if scored["wins"]:
            continue  # no row comes after the game
        after = standing_after({side: {**scored, "revokes": standing["revokes"]}})[side]
        in_row = _without_penalty(ruled) + _penalty(game, after["bags"] + ruled["bags"])
        if after["score"] - standing["score"] + in_row == moved:
            yield sum(won.values()), total, after


def _number(bid: int) -> tuple[str, int]:
    return ("number" if bid else "zero", bid)


def _scored(game: Game, side: str, kinds: list[tuple[str, int]], won: dict[str, int], before: Json) -> Json:
    """Return the score of a side in a round with these bids and tricks."""
    bids = [
        Bid(0, player, side, bid, kind, bid) for player, (kind, bid) in zip(game.table.sides[side], kinds, strict=False)
    ]
    everybody = dict.fromkeys(game.table.players, 0) | won
    rules, bidding = game.parameters["bids"], Bidding(standing=bids)
    if rules["side_breach"] == "set" and kinds != [("nil", 0)] and sum(bid for _, bid in kinds) < rules["side_least"]:
        bidding.below_board.add(side)
    return score_sides(game.table, bidding, everybody, {side: before}, game.parameters)[side]


def _penalty(game: Game, bags: int) -> int:
    """Return what so many bags cost."""
    rules = game.parameters["bags"]
    limit = rules["limit"]
    if not limit or bags < limit:
        return 0
    times = 1 if rules["carry"] == "reset" else bags // limit
    cancelled = limit * game.parameters["bids"]["number"]["overtrick"] if rules["points_cancelled"] else 0
    return int(times * (rules["penalty"] - cancelled))


def _without_penalty(score: Json) -> int:
    return int(score["points"] - score.get("bag_penalty", 0))


def _key(game: Game) -> tuple[Any, ...]:
    return game.standing, game.counted, game.dealer, game.opener, game.number, game.winners, game.reason


def _at_most(games: list[Game]) -> list[Game]:
    """Return the games that stand differently; where they are too many, one of which nobody knows how it stands."""
    different: list[Game] = []
    for game in games:
        if all(_key(game) != _key(other) for other in different):
            different.append(game)
    if len(different) <= MOST:
        return different
    unknown = deepcopy(different[0])
    unknown.standing = None
    unknown.dealer = unknown.dealer if len({game.dealer for game in different}) == 1 else None
    unknown.opener = unknown.opener if len({game.opener for game in different}) == 1 else None
    if any((game.reason, game.winners) != (unknown.reason, unknown.winners) for game in different):
        unknown.reason, unknown.winners = None, []
    if unknown.reason is None or any(game.counted != unknown.counted for game in different):
        unknown.counted = None
    return [unknown]


def _next(games: list[Game], *, is_dealt: bool) -> Json | None:
    """Return what is known of the round that comes next; None where not even its number is."""
    if len({game.number for game in games}) > 1:
        return None
    told = [(game if is_dealt else nobody_deals(game)).coming() for game in games]
    return {member: value for member, value in told[0].items() if all(other.get(member) == value for other in told)}
