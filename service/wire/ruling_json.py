"""Findings, rulings, scores and standings as JSON: one function for each member, for a round or for one of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from service.media_types import Json
from service.spades.cards import SUITS
from service.spades.deal.contracts import Contract
from service.spades.findings import CODES, COUNTING, Evidence, Finding
from service.spades.record.model import Broken, RoundRecord, Standing
from service.spades.rules.rulebook import Rule
from service.spades.rules.ruleset import BasisName
from service.spades.ruling.claims import RuledClaim
from service.spades.ruling.model import (
    AccusationAnswer,
    OfferedReading,
    Penalty,
    PlayedRound,
    Ruling,
    SheetDifference,
    SheetError,
    SheetShift,
)
from service.spades.scoring.model import NextRound, SideScore
from service.spades.slips.suspects import BID_KINDS, Change
from service.spades.table import Table
from service.wire.writer import Move, Writer, into_round

RuleBasis: TypeAlias = Literal[BasisName, "game"]
"""The basis of a rule: that of a parameter's value, or the game itself, which no ruleset changes."""
_OF_THE_GAME: Final[RuleBasis] = "game"


def findings_json(writer: Writer, findings: Iterable[Finding]) -> Json:
    """Return findings, or open questions."""
    return [finding_json(writer, finding) for finding in findings]


def finding_json(writer: Writer, finding: Finding) -> Json:  # noqa: C901, PLR0912 - one member after the other
    """Return a finding, proved or open, with the members that have something to say."""
    codes, players = writer.cards, writer.players
    # Unpacked in one go: to ask for each member by name costs more than the rest.
    (code, location, detail, severity, parameter, trick, seat, side, own, cards, legal, evidence, established,
     alternatives, follows, conflicts_with, decided_by, readings) = finding  # fmt: skip
    members: dict[str, Json] = {"code": code, "severity": severity, "pointer": writer.location(location)}
    if trick is not None:
        members["trick"] = writer.trick(trick)
    if seat is not None:
        members["player"] = players[seat]
    if side is not None:
        members["team"] = writer.team(side)
    if own is not None:
        members["card"] = codes[own]
    if cards is not None:
        members["cards"] = [codes[each] for each in cards]
    if legal is not None:
        members["legal_cards"] = [codes[each] for each in legal]
    if evidence is not None:
        members["evidence"] = _evidence(writer, evidence)
    if established is not None:
        members["established"] = established
    if alternatives is not None:
        members["alternatives"] = [{"card": codes[other], "winner": players[winner]} for other, winner in alternatives]
    if follows is not None:
        members["follows"] = follows
    if conflicts_with:
        members["conflicts_with"] = conflicts_with
    if readings is not None:
        members["readings"] = readings
    if decided_by is not None:
        members["decided_by"] = writer.location(decided_by)
    rule = rule_json(writer, code, parameter)
    if rule is not None:
        members["rule"] = rule
    members["detail"] = writer.text(detail)
    return members


def rule_json(writer: Writer, code: str, parameter: str | None) -> Json:
    """Return the rule behind a code: that of a parameter, else that of the game itself; None if there is neither."""
    if parameter is not None:
        return parameter_rule_json(writer.rule(parameter))
    law = CODES[code].law
    return None if law is None else {"basis": _OF_THE_GAME, "text": law}


def parameter_rule_json(rule: Rule) -> dict[str, Json]:
    """Return the rule of a parameter, and what this engine adds to it with a basis of its own."""
    parameter, basis, text, _, added, _ = rule
    members: dict[str, Json] = {"parameter": parameter, "basis": basis, "text": text}
    if added:
        members["added"] = {"basis": "default", "text": added}
    return members


def _evidence(writer: Writer, evidence: Evidence) -> Json:
    """Return the evidence of a finding."""
    members: dict[str, Json] = {}
    values: tuple[Any, ...] = evidence
    for name, value in zip(_EVIDENCE, values):  # noqa: B905 - with `strict`, each turn makes a tuple
        if value is None:
            continue
        if name == "led_suit":
            members[name] = SUITS[value]
        elif name in {"held", "possible", "played"}:
            members[name] = [writer.cards[card] for card in value]
        elif name == "also_at" or (name == "proved_by" and value != COUNTING):
            members[name] = writer.location(value)
        elif name == "rests_on":
            members[name] = [writer.location(entry) for entry in value]
        elif name in {"expected", "claimed", "led", "won"}:
            members[name] = writer.players[value]
        else:
            members[name] = value
    return members


_EVIDENCE: Final[tuple[str, ...]] = Evidence._fields
_YES: Final = Broken.YES
_MAYBE: Final = Broken.MAYBE


def present(members: dict[str, Json]) -> dict[str, Json]:
    """Return the members that have something to say: those that are not None."""
    return {name: value for name, value in members.items() if value is not None}


def scores_json(writer: Writer, sides: tuple[SideScore, ...]) -> Json:
    """Return the score of every side."""
    return [score_json(writer, score) for score in sides]


def bids_json(table: Table, contract: Contract) -> Json:
    """Return the bids of a side after the rules have raised what they raise."""
    players = table.players
    return [
        {"tricks": tricks, "counts_as": counts_as, "kind": kind}
        if seat is None
        else {"player": players[seat], "tricks": tricks, "counts_as": counts_as, "kind": kind}
        for _, seat, tricks, counts_as, kind in contract.bids
    ]


def _totals(standing: Standing) -> Json:
    """Return the running totals of a side."""
    score, bags, sets, revokes, in_a_row = standing
    totals: Json = {"score": score, "bags": bags, "sets": sets, "revokes": revokes}
    if in_a_row:
        totals["consecutive_sets"] = in_a_row
    return totals


def score_json(writer: Writer, score: SideScore) -> dict[str, Json]:
    """Return the score of a side; the score as ruled is mostly the one as played, which was written before."""
    known = writer.scores.get(id(score))
    if known is not None:
        return known
    # Unpacked in one go: to ask for each member by name costs more than the rest.
    index, contract, tricks, contract_tricks, made, nils, boston, _, bags, lines, points, before, after, _, decided = (
        score
    )
    side, players = writer.table.sides[index], writer.players
    members = {
        "team": side.name,
        "players": side.players,
        "bids": bids_json(writer.table, contract),
        "contract": contract.tricks,
        "tricks": tricks,
        "contract_tricks": contract_tricks,
        "made": made,
        "nils": [
            {**({} if seat is None else {"player": players[seat]}), "kind": kind, "tricks": taken, "made": nil_made}
            for seat, kind, taken, nil_made in nils
        ],
        "boston": boston,
        "bags": bags,
        "lines": [
            {"code": code, "points": of_line, "detail": writer.sentence(detail)} for code, of_line, detail in lines
        ],
        "points": points,
        "before": _totals(before),
        "after": _totals(after),
    }
    if decided:
        members["tricks_decided"] = decided
    writer.scores[id(score)] = members
    return members


def brief_scores_json(writer: Writer, sides: tuple[SideScore, ...]) -> Json:
    """Return the points of every side, and its standing after them without totals of 0 but the score."""
    return [
        {
            "team": writer.team(side.side),
            "points": side.points,
            "after": {name: total for name, total in _totals(side.after).items() if total or name == "score"},
        }
        for side in sides
    ]


def summed_up_json(writer: Writer, ruling: Ruling) -> dict[str, Json]:
    """Return the members of a ruling that its summary is made of; scores go without the steps that lead to them."""
    return present(
        {
            "verdict": ruling.verdict,
            "complete": ruling.complete,
            "findings": findings_json(writer, ruling.findings),
            "undecided": findings_json(writer, ruling.undecided),
            "as_played": None if ruling.as_played is None else _results(writer, ruling.as_played),
            "claim": None if ruling.claim is None else claim_json(writer, ruling.claim),
            "accusations": None if ruling.answers is None else accusations_json(writer, ruling.answers),
            "penalties": penalties_json(writer, ruling.penalties),
            "as_ruled": None if ruling.as_ruled is None else _results(writer, ruling.as_ruled),
            "figures_from": ruling.figures_from,
            "differences": None if ruling.differences is None else differences_json(writer, ruling.differences),
            "readings": None if ruling.readings is None else readings_json(writer, ruling.readings),
            "limit_reached": ruling.limit_reached or None,
        }
    )


def _results(writer: Writer, sides: tuple[SideScore, ...]) -> Json:
    return [
        {
            "team": writer.team(side.side),
            "made": side.made,
            "nils": [{"made": nil.made} for nil in side.nils],
            "boston": side.boston,
            "points": side.points,
            "after": {"score": side.after.score},
        }
        for side in sides
    ]


def standings_json(writer: Writer, standing: tuple[Standing, ...]) -> Json:
    """Return the standing of every side, by team."""
    return {side.name: _totals(totals) for side, totals in zip(writer.table.sides, standing, strict=True)}


def next_round_json(writer: Writer, upcoming: NextRound) -> Json:
    """Return the round that comes next."""
    players = writer.players
    return present(
        {
            "round_number": upcoming.round_number,
            "dealer": None if upcoming.dealer is None else players[upcoming.dealer],
            "first_bidder": None if upcoming.first_bidder is None else players[upcoming.first_bidder],
        }
    )


def broken_json(_: Writer, broken: Broken) -> Json:
    """Return whether spades are broken, None if that is not known."""
    return None if broken is _MAYBE else broken is _YES


def tricks_json(writer: Writer, ruling: Ruling) -> Json:
    """Return the outcome of each trick, None if there are no tricks."""
    players, codes = writer.players, writer.cards
    if ruling.tricks is None:
        return None
    tricks: list[dict[str, Json]] = []
    sent = ruling.record.sent if isinstance(ruling.record, RoundRecord) else None
    for index, (number, leader, led_suit, winner, winning_card, broken) in enumerate(ruling.tricks):
        if sent is not None and sent[index] is None:
            continue
        members: dict[str, Json] = {
            "number": writer.trick(number),
            "leader": None if leader is None else players[leader],
            "led_suit": None if led_suit is None else SUITS[led_suit],
            "winner": None if winner is None else players[winner],
            "winning_card": None if winner is None or winning_card is None else codes[winning_card],
            "spades_broken": broken_json(writer, broken),
        }
        if leader is None or led_suit is None or winner is None or winning_card is None or broken is _MAYBE:
            members = present(members)
        tricks.append(members)
    return tricks


def tricks_won_json(writer: Writer, ruling: Ruling) -> Json:
    """Return the tricks of each player, or of a side if only those are known."""
    table, won = writer.table, ruling.tricks_won
    if None not in won:
        return {player: won[seat] for seat, player in enumerate(table.players)}
    tricks: dict[str, Json] = {}
    for side, total in zip(table.sides, ruling.side_tricks, strict=True):
        if any(won[seat] is None for seat in side.seats):
            tricks[side.name] = total
        else:
            tricks.update({table.players[seat]: won[seat] for seat in side.seats})
    return tricks


def as_ruled_json(writer: Writer, sides: tuple[SideScore, ...]) -> Json:
    """Return the score after the penalties, with the tricks that they took or brought."""
    return [{**score_json(writer, side), "tricks_adjustment": side.tricks_adjustment} for side in sides]


def accusations_json(writer: Writer, answers: Sequence[AccusationAnswer]) -> Json:
    """Return the answers to the accusations."""
    return [
        {
            "accusation": answer.accusation,
            "result": answer.result,
            "findings": answer.findings,
            "detail": writer.sentence(answer.detail),
        }
        for answer in answers
    ]


def penalties_json(writer: Writer, penalties: Iterable[Penalty]) -> list[Json]:
    """Return penalties: what the offences cost."""
    return [_penalty(writer, penalty) for penalty in penalties]


def _penalty(writer: Writer, penalty: Penalty) -> Json:
    finding, side, effect, tricks, parameter, detail, further, points, choices = penalty
    members: dict[str, Json] = {"finding": finding, "team": writer.team(side), "effect": effect}
    if tricks is not None:
        members["tricks"] = tricks
    if points is not None:
        members["points"] = points
    members["rule"] = parameter_rule_json(writer.rule(parameter))
    if further:
        members["further_rules"] = [parameter_rule_json(writer.rule(name)) for name in further]
    members["detail"] = writer.text(detail)
    if choices:
        members["choices"] = [
            {
                "remedy": remedy,
                **({} if scores is None else {"as_ruled": [score_json(writer, side) for side in scores]}),
            }
            for remedy, scores in choices
        ]
    return members


def differences_json(writer: Writer, differences: Iterable[SheetDifference]) -> Json:
    """Return the values of the sheet that are not as ruled."""
    return [
        {
            "pointer": writer.location(difference.location),
            "reported": difference.reported,
            "ruled": difference.ruled,
        }
        for difference in differences
    ]


def readings_json(writer: Writer, readings: Iterable[OfferedReading]) -> Json:
    """Return the slips that would explain the record."""
    return [
        present(
            {
                "slip": reading.slip,
                "changes": [_change(writer, change) for change in reading.changes],
                "verdict": reading.verdict,
                "offences": offences_json(writer, reading.offences),
                "points": reading.points and {writer.team(side): points for side, points in enumerate(reading.points)},
                "detail": writer.sentence(reading.detail),
            }
        )
        for reading in readings
    ]


def _change(writer: Writer, change: Change) -> dict[str, Json]:
    """Return the entry at a place of the record, and the one that may have been meant, as far as they are known."""
    names: Mapping[str, Callable[[int], str]] = {
        "card": writer.cards.__getitem__,
        "player": writer.players.__getitem__,
        "team": writer.team,
        "trick": writer.number,
        "bid": BID_KINDS.__getitem__,
    }
    name = names[change.kind]
    return present(
        {
            "pointer": writer.location(change.location),
            "recorded": None if change.recorded is None else name(change.recorded),
            "suggested": None if change.suggested is None else name(change.suggested),
        }
    )


def offences_json(writer: Writer, findings: Iterable[Finding]) -> list[Json]:
    """Return those of the findings that are offences, in short."""
    return [_offence(writer, finding) for finding in findings if finding.severity == "offence"]


def _offence(writer: Writer, offence: Finding) -> dict[str, Json]:
    return present(
        {
            "code": offence.code,
            "player": None if offence.seat is None else writer.players[offence.seat],
            "team": None if offence.side is None else writer.team(offence.side),
            "trick": None if offence.trick is None else writer.trick(offence.trick),
            "pointer": writer.location(offence.location),
        }
    )


def claim_json(writer: Writer, claim: RuledClaim) -> Json:
    """Return what became of the claim with which the play ended."""
    given: dict[str, Json] | None = None
    if claim.given is not None:
        given = {player: claim.given.count(seat) for seat, player in enumerate(writer.players)}
    return present(
        {
            "by": writer.players[claim.seat],
            "team": writer.team(writer.table.side_of[claim.seat]),
            "tricks": claim.claimed,
            "left": claim.left,
            "result": claim.result,
            "test": claim.test,
            "given": given,
            "line": _plays(writer, claim.line) or None,
            "line_from": {"trick": claim.line_from, "plays": _plays(writer, claim.on_table)} if claim.line else None,
            "detail": writer.text(claim.detail),
        }
    )


def _plays(writer: Writer, plays: Sequence[tuple[int, int]]) -> list[Json]:
    return [{"player": writer.players[seat], "card": writer.cards[card]} for seat, card in plays]


def writer_of_round(writer: Writer, index: int, played: PlayedRound) -> Writer:
    """Return the writer of the round at this index of a game, from that of the game."""
    move = into_round(index)
    if played.unsettled is not None:
        move = _decided_by_round(played.unsettled, move)
    return writer.at_table(played.ruling.table).of(played.ruling.record, move)


def round_of_game_json(played: PlayedRound, judged: dict[str, Json], request: Mapping[str, Json]) -> Json:
    """Return a round of a game: its number and dealer, what is repeated of the request, and how it was ``judged``."""
    record = played.record
    members = {
        "number": played.number,
        "dealer": None if record.dealer is None else record.table.players[record.dealer],
        "labels": request.get("labels") or None,
        "void": record.decisions.void or None,
        **{name: request.get(name) for name in ("redeal_by", "forfeited_by", "reason", "substitutions")},
        "time_called": record.decisions.time_called or None,
        **judged,
    }
    # If the standing before the round is not known, its scores go without standings.
    for name in ("as_played", "as_ruled") if played.unsettled is not None else ():
        if name in members:
            keys = {"before", "after"}
            members[name] = [{key: side[key] for key in side if key not in keys} for side in members[name]]
    return present(members)


def _decided_by_round(unsettled: int, move: Move) -> Move:
    """Return a move that points to the round without a score instead of the unknown standing before this round."""
    return lambda location: ("rounds", unsettled) if location == ("before",) else move(location)


def sheet_error_json(writer: Writer, error: SheetError) -> Json:
    """Return the first error of a sheet."""
    return {
        "round": error.round,
        "pointer": writer.location(error.location),
        "reported": error.reported,
        "expected": error.expected,
        "cause": error.cause,
        "detail": writer.sentence(error.detail),
    }


def sheet_shifts_json(writer: Writer, shifts: Iterable[SheetShift]) -> Json:
    """Return the running scores on the sheet that are not those as ruled."""
    return [
        {
            "round": shift.round,
            "team": writer.team(shift.side),
            "reported": shift.reported,
            "expected": shift.expected,
            "shift": shift.reported - shift.expected,
        }
        for shift in shifts
    ]
