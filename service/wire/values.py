"""Domain values as they go over the wire: names for seats, codes for cards, absent members left out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from service.json_types import Json
from service.spades.cards import CODES
from service.spades.deal.model import BidAdvice, ClosedBid, Contract
from service.spades.findings import Finding, Rule
from service.spades.play.card_options import IllegalCard
from service.spades.pointers import into_round
from service.spades.record.model import Standing
from service.spades.rules.parameters import NAMES, plain, value_of
from service.spades.rules.preset_loader import resolve
from service.spades.rules.ruleset import Preset, Reference, Ruleset
from service.spades.scoring.model import Next, ScoredRound, SideScore
from service.spades.table import Table


def identity_of(ruleset: Ruleset) -> Json:
    """Return the members by which an answer names its ruleset."""
    return {
        "name": ruleset.name,
        "version": ruleset.version,
        "digest": ruleset.digest,
        "options": ruleset.options,
        "overrides": ruleset.overrides,
    }


def present(members: dict[str, Json]) -> dict[str, Json]:
    """Return the members that have something to say."""
    return {name: value for name, value in members.items() if value is not None}


def rule_of(rule: Rule) -> Json:
    """Return the rule behind a finding."""
    return present(rule._asdict())


def finding(found: Finding) -> Json:
    """Return a finding, proved or open."""
    rule = found.broken_rule
    return present(
        {
            "code": found.code,
            "severity": found.gravity,
            "pointer": found.pointer,
            "trick": found.trick,
            "player": found.player,
            "team": found.team,
            "card": found.card,
            "cards": found.cards,
            "legal_cards": found.legal_cards,
            "evidence": found.evidence or None,
            "established": found.established,
            "alternatives": found.alternatives and [each._asdict() for each in found.alternatives],
            "follows": found.follows,
            "conflicts_with": found.conflicts_with or None,
            "decided_by": found.decided_by,
            "rule": None if rule is None else rule_of(rule),
            "detail": found.detail,
        }
    )


def scores(table: Table, sides: tuple[SideScore, ...]) -> Json:
    """Return the score of every side."""
    return [_score(table, each) for each in sides]


def bids(table: Table, contract: Contract) -> Json:
    """Return the bids of a side as they stand."""
    players = table.players
    return [
        {"tricks": tricks, "counts_as": counts_as, "kind": kind}
        if seat is None
        else {"player": players[seat], "tricks": tricks, "counts_as": counts_as, "kind": kind}
        for _, seat, tricks, counts_as, kind in contract.bids
    ]


def totals_of(standing: Standing) -> Json:
    """Return the running totals of a side."""
    score, bags, sets, revokes = standing
    return {"score": score, "bags": bags, "sets": sets, "revokes": revokes}


def _score(table: Table, score: SideScore) -> Json:
    # Unpacked in one go: to ask for each member by name costs more than the rest.
    place, contract, tricks, contract_tricks, made, nils, boston, bags, lines, points, before, after, _ = score
    side, players = table.sides[place], table.players
    return {
        "team": side.name,
        "players": side.players,
        "bids": bids(table, contract),
        "contract": contract.tricks,
        "tricks": tricks,
        "contract_tricks": contract_tricks,
        "made": made,
        "nils": [
            {
                **({} if nil.seat is None else {"player": players[nil.seat]}),
                "blind": nil.blind,
                "tricks": nil.tricks,
                "made": nil.made,
            }
            for nil in nils
        ],
        "boston": boston,
        "bags": bags,
        "lines": [{"code": code, "points": worth, "detail": detail} for code, worth, detail in lines],
        "points": points,
        "before": totals_of(before),
        "after": totals_of(after),
    }


def preset_summary(preset: Preset) -> Json:
    """Return a preset at a glance."""
    ruleset = resolve(Reference(preset.name))
    return {**_heading(preset, ruleset), "players": sorted(ruleset.packs), "options": list(preset.options)}


def _heading(preset: Preset, ruleset: Ruleset) -> Json:
    return {
        "name": preset.name,
        "version": preset.version,
        "digest": ruleset.digest,
        "title": preset.title,
        "summary": preset.summary,
        "source": preset.source,
    }


def preset_detail(preset: Preset) -> Json:
    """Return a preset with every parameter, its basis, and its options."""
    ruleset = resolve(Reference(preset.name))
    return {
        **_heading(preset, ruleset),
        "parameters": parameters_of(ruleset),
        "basis": basis_of(ruleset),
        "options": [
            {
                "name": option.name,
                "title": option.title,
                "excludes": option.excludes,
                "parameters": nested({name: given.value for name, given in option.values.items()}),
                "basis": {name: given.basis._asdict() for name, given in option.values.items()},
            }
            for option in preset.options.values()
        ],
        "tables": [
            {
                "players": count,
                "hand_size": pack.hand_size,
                "cards_in_play": pack.cards.bit_count(),
                "set_aside": pack.leftover,
            }
            for count, pack in sorted(ruleset.packs.items())
        ],
    }


def nested(values: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """Return dotted parameters as nested groups."""
    groups: dict[str, dict[str, object]] = {}
    for name, value in values.items():
        group, key = name.split(".")
        groups.setdefault(group, {})[key] = value
    return groups


def parameters_of(ruleset: Ruleset) -> Json:
    """Return every parameter, by group."""
    return nested({name: plain(value_of(ruleset.parameters, name)) for name in NAMES})


def basis_of(ruleset: Ruleset) -> Json:
    """Return what every parameter rests on."""
    return {name: basis._asdict() for name, basis in ruleset.basis.items()}


def side_bids(table: Table, contracts: tuple[Contract, ...]) -> Json:
    """Return what each side has bid."""
    return [
        {"team": side.name, "contract": contract.tricks, "bids": bids(table, contract)}
        for side, contract in zip(table.sides, contracts, strict=True)
    ]


def next_bidder(table: Table, advice: BidAdvice) -> Json:
    """Return who bids next: a player, or a side that bids as one."""
    if advice.next_side is None:
        return None
    return table.sides[advice.next_side].name if advice.next_seat is None else table.players[advice.next_seat]


def closed_bid(closed: ClosedBid) -> Json:
    """Return a bid that may not be made, with the rule that closes it."""
    rule = closed.finding.broken_rule
    return present(
        {
            "tricks": closed.tricks,
            "kind": closed.kind,
            "code": closed.finding.code,
            "rule": None if rule is None else rule_of(rule),
            "detail": closed.finding.detail,
        }
    )


def illegal_card(illegal: IllegalCard) -> Json:
    """Return a card that may not be played, with the rule that forbids it."""
    rule = rule_of(illegal.rule)
    return {"card": CODES[illegal.card], "code": illegal.code, "rule": rule, "detail": illegal.detail}


def scored_round(table: Table, place: int, scored: ScoredRound) -> Json:
    """Return one round of a game; its findings point into the game."""
    dealer = scored.result.dealer
    return present(
        {
            "number": place + 1,
            "dealer": None if dealer is None else table.players[dealer],
            "findings": [finding(each.moved(partial(into_round, place))) for each in scored.findings],
            "teams": scores(table, scored.sides),
        }
    )


def standings(table: Table, standing: tuple[Standing, ...]) -> Json:
    """Return the standing of every side, by team."""
    return {side.name: totals_of(each) for side, each in zip(table.sides, standing, strict=True)}


def next_round(table: Table, coming: Next | None) -> Json:
    """Return the round that comes next, None where the game is over."""
    if coming is None:
        return None
    return present(
        {
            "round_number": coming.round_number,
            "dealer": None if coming.dealer is None else table.players[coming.dealer],
            "first_bidder": None if coming.first_bidder is None else table.players[coming.first_bidder],
        }
    )
