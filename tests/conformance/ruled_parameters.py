"""What parameters change besides scores, by hand from docs/reference/rules.md: each value beside its opposite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.cases.score_tables import ends
from tests.conformance.samples import cited
from tests.conformance.vector import Vector
from tests.spades.builders.cards import FOUR, Json
from tests.spades.builders.changes import changed, taken_back
from tests.spades.builders.games import ending
from tests.spades.builders.legal_rounds import LED, RANKS, REVOKED
from tests.spades.builders.questions import option
from tests.spades.builders.records import bids, hands, record
from tests.spades.builders.rulesets import honours, rules, small

_SPADES = hands(ana="AS KS QS 2C 3C 4C 5C 6C 7C 8C 9C TC JC")
_SHORT = hands(ana="AH AC KD", ben="KH KC AD AS KS", cy="QH QC QD QS", dee="JH JC JD JS")
_SHORT_LOG = ("ana AH KH QH JH", "ana AC KC QC JC", "ana KD AD QD JD", "ben AS QS JS")
_ONLY_SPADES = {"ana": [f"{rank}S" for rank in "AKQJT98765432"]}
_PASSED = [{"from": "ana", "to": "cy", "cards": ["2C", "3C"]}, {"from": "cy", "to": "ana", "cards": ["4C", "5C"]}]
_JUMPED = (("ana", "AC"), ("cy", "QC"), ("ben", "KC"), ("dee", "JC"))
_BEHIND = {"ana+cy": {"score": 0}, "ben+dee": {"score": 99}}


class Ruled(NamedTuple):
    """A request under one value of a parameter, and what follows from it."""

    parameter: str
    value: str
    operation: str
    request: Json
    answer: Json


def _bidding(ruleset: Json, **members: object) -> Json:
    return {"ruleset": ruleset, "players": list(FOUR), "dealer": "dee", "bids": [], **members}


def _kinds(first: int, *more: Json) -> Json:
    """Return bids from the first up to thirteen, and others."""
    return {"open": [*({"tricks": each, "kind": "ordinary"} for each in range(first, 14)), *more]}


_NIL = {"tricks": 0, "kind": "nil"}
_BLIND_NIL = {"tricks": 0, "kind": "blind_nil"}


def _opening() -> Iterator[Ruled]:
    name, blind = "bidding.restriction", "nil.blind_deficit"
    free = option("mirror", bidding={"restriction": "none"})
    mirror = option("msn-zone", bidding={"restriction": "mirror"}, nil={"blind": False})
    three = {"open": [{"tricks": 3, "kind": "ordinary"}]}
    yield Ruled(name, "none", "checkBids", _bidding(free, hands=_SPADES), _kinds(1, _NIL))
    yield Ruled(name, "mirror", "checkBids", _bidding(mirror, hands=_SPADES), three)
    whiz = option("mirror", bidding={"restriction": "whiz"})
    yield Ruled(name, "whiz", "checkBids", _bidding(whiz, hands=_SPADES), {"open": [_NIL, *three["open"]]})
    near = option("pagat", nil={"blind_deficit": 99})
    far = option("pagat", nil={"blind_deficit": 100})
    yield Ruled(blind, "99", "checkBids", _bidding(near, before=_BEHIND), _kinds(1, _NIL, _BLIND_NIL))
    yield Ruled(blind, "100", "checkBids", _bidding(far, before=_BEHIND), _kinds(1, _NIL))


def _bidders() -> Iterator[Ruled]:
    name = "bidding.first_bidder"
    for value, first in (("left_of_dealer", "ana"), ("dealer", "dee")):
        asked = _bidding(option("pagat", bidding={"first_bidder": value}))
        yield Ruled(name, value, "checkBids", asked, {"findings": [], "next_bidder": first})


def _raising() -> Iterator[Ruled]:
    """Yield a side that bids 4 and then 5 before the others have bid, and one that bids again after them."""
    for value, said, found in (
        ("raise_until_opponents_bid", "ana+cy 4, ana+cy 5, ben+dee 6", []),
        ("raise_until_opponents_bid", "ana+cy 4, ben+dee 6, ana+cy 5", ["#/bids/2"]),
        ("raise_until_opponents_bid", "ana+cy 4, ana+cy 4, ben+dee 6", ["#/bids/1"]),
        ("never", "ana+cy 4, ana+cy 5, ben+dee 6", ["#/bids/1"]),
    ):
        ruleset = option("pagat", bidding={"by": "team", "changes": value})
        answer = {"findings": [{"code": "bid_repeated", "pointer": pointer} for pointer in found]}
        place = "in-time" if not found else f"bid-{found[0][-1]}"
        yield Ruled("bidding.changes", f"{value}-{place}", "auditRound", record(ruleset, bid=said), answer)


def _bids_of_partners() -> Iterator[Ruled]:
    """Yield partners whose bids are added, and those of whom the one who bids second makes the contract."""
    won = {"ana": 7, "cy": 5, "dee": 1}
    for value, contracts, points in (("player", (11, 9), (111, -90)), ("last_partner", (7, 6), (75, -60))):
        sent = _bidding(option("pagat", bidding={"by": value}), bids=bids("ana 4, ben 3, cy 7, dee 6"), tricks_won=won)
        teams = [{"contract": bid, "points": scored} for bid, scored in zip(contracts, points, strict=True)]
        yield Ruled("bidding.by", value, "scoreRound", sent, {"teams": teams})


def _ways_to_end() -> Iterator[Ruled]:
    """Yield a Boston that wins, one that only scores, and the second set in a row, which loses, or need not."""
    said = [{"player": player, "tricks": 3} for player in FOUR]
    for value, winners, reason in ((True, ["ana+cy"], "boston"), (False, [], None)):
        body: Json = {
            "ruleset": option("pagat", special_bids={"boston_wins": value}),
            "players": list(FOUR),
            "before": {"ben+dee": {"score": 400}},
            "rounds": [{"bids": said, "tricks_won": {"ana+cy": 13, "ben+dee": 0}}],
        }
        answer = {"finished": value, "winners": winners, "reason": reason}
        yield Ruled("special_bids.boston_wins", str(value).lower(), "scoreGame", body, answer)
    for limit, before, lost in ((2, 1, True), (2, 0, False), (0, 5, False)):
        body = {
            "ruleset": option("pagat", game={"consecutive_sets_limit": limit}),
            "players": list(FOUR),
            "before": {"ana+cy": {"score": 400, "consecutive_sets": before}},
            "rounds": [{"bids": said, "tricks_won": {"ana+cy": 5, "ben+dee": 8}}],
        }
        answer = {
            "finished": lost,
            "winners": ["ben+dee"] if lost else [],
            "reason": "consecutive_sets_limit" if lost else None,
        }
        name = f"{limit}-after-{before}"
        yield Ruled("game.consecutive_sets_limit", name, "scoreGame", body, answer)


def _drawing() -> Iterator[Ruled]:
    """Yield a turn in which the first bidder draws two cards and keeps one; where hands are dealt, nobody draws."""
    turn = [{"player": "ana", "cards": ["7H", "2C"], "kept": ["7H"]}]
    for value, found in (("draw", []), ("deal", [{"code": "illegal_draw", "severity": "error", "pointer": "#/draws"}])):
        ruleset = option("two-player", deck={"formation": value})
        body = record(ruleset, bid="", players=2, draws=turn)
        yield Ruled("deck.formation", value, "auditRound", body, {"findings": found})


def _passing() -> Iterator[Ruled]:
    said = "ana blind 0, ben 3, cy 4, dee 3"
    for value, found in ((2, []), (0, ["#/exchanges/0", "#/exchanges/1"])):
        ruleset = option("pagat", nil={"blind_exchange": value, "blind_deficit": 0})
        findings = [{"code": "illegal_exchange", "severity": "offence", "pointer": each} for each in found]
        body = record(ruleset, bid=said, exchanges=_PASSED)
        yield Ruled("nil.blind_exchange", str(value), "auditRound", body, {"findings": findings, "undecided": []})


def _play() -> Iterator[Ruled]:
    for value, broken in (("discard_only", False), ("any_spade", True)):
        body = record(rules(play={"broken_by": value}), "ana AS 2C 3C 4C", hands=_ONLY_SPADES)
        answer = {"findings": [], "tricks": [{"winner": "ana", "spades_broken": broken}]}
        yield Ruled("play.broken_by", value, "auditRound", body, answer)


def _irregularities() -> Iterator[Ruled]:
    led: Json = {"findings": [{"code": "illegal_spade_lead", "pointer": "#/tricks/2/plays/0", "player": "ana"}]}
    name = "irregularities.illegal_spade_lead"
    call = [{"by": "ben", "against": "ana", "trick": 3}]
    for value, penalties in (
        ("stands", []),
        ("as_revoke", [{"team": "ana+cy", "effect": "tricks", "tricks": -3}]),
    ):
        body = changed(LED, ruleset=honours(irregularities={"illegal_spade_lead": value}), accusations=call)
        yield Ruled(name, value, "auditRound", body, led | {"penalties": penalties})
    revoked = [{"code": "revoke", "pointer": "#/tricks/0/plays/2", "player": "cy"}]
    for taken in (1, 3):
        body = changed(REVOKED, ruleset=honours(irregularities={"revoke_penalty": "tricks", "revoke_tricks": taken}))
        lost: list[Json] = [{"team": "ana+cy", "effect": "tricks", "tricks": -taken}]
        yield Ruled("irregularities.revoke_tricks", str(taken), "auditRound", body, _found(revoked, lost))
    back = taken_back(RANKS, 1, "cy", "QC", at=(1, 4))  # dee had played to the trick, and the next was not led yet
    pointer = "#/tricks/0/plays/2/withdrawn/0"
    for value, code, penalties in (
        ("next_trick_led", "revoke_corrected", []),
        ("next_player_plays", "revoke", [{"team": "ana+cy", "effect": "tricks", "tricks": -3}]),
    ):
        body = changed(back, ruleset=honours(irregularities={"revoke_penalty": "tricks", "revoke_established": value}))
        found = [{"code": code, "pointer": pointer, "player": "cy"}]
        yield Ruled("irregularities.revoke_established", value, "auditRound", body, _found(found, penalties))
    jumped = {"plays": [{"player": player, "card": card} for player, card in _JUMPED]}
    set_by_penalty: list[Json] = [{"team": "ana+cy", "effect": "contract"}]
    for value, penalties in (
        ("stands", []),
        ("tricks", [{"team": "ana+cy", "effect": "tricks", "tricks": -3}]),
        ("as_revoke", set_by_penalty),
    ):
        ruleset = honours(irregularities={"out_of_turn": value, "revoke_penalty": "contract_set"})
        body = changed(RANKS, ruleset=ruleset, tricks=[RANKS["tricks"][0], jumped, *RANKS["tricks"][2:]])
        found = [{"code": "out_of_turn", "pointer": "#/tricks/1/plays/1", "player": "cy"}]
        yield Ruled("irregularities.out_of_turn", value, "auditRound", body, _found(found, penalties))
    for value, effect in (("forfeit_game", "game"), ("contract_set", "contract")):
        body = changed(REVOKED, ruleset=honours(irregularities={"revoke_penalty": value}))
        lost = [{"team": "ana+cy", "effect": effect}]
        yield Ruled("irregularities.revoke_penalty", value, "auditRound", body, _found(revoked, lost))
    wrong = [{"by": "ben", "against": "dee"}, {"by": "ana", "against": "ben", "trick": 1}]
    for value, found, penalties in (
        ("none", [], []),
        ("contract_set", [{"code": "false_accusation", "pointer": "#/accusations/1"}], set_by_penalty),
    ):
        ruleset = honours(irregularities={"false_accusation": value})
        body = changed(RANKS, ruleset=ruleset, accusations=wrong)
        yield Ruled("irregularities.false_accusation", value, "auditRound", body, _found(found, penalties))
    name = "irregularities.wrong_count"
    hand = [{"code": "wrong_hand_size", "pointer": f"#/hands/{player}"} for player in ("ana", "ben")]
    for value, verdict, points in (("void_round", "void", (0, 0)), ("offender_set", "irregular", (-20, -20))):
        ruleset = honours(irregularities={"wrong_count": value})
        body = record(ruleset, *_SHORT_LOG, hands=_SHORT)
        sides = [{"team": team, "points": each} for team, each in zip(("ana+cy", "ben+dee"), points, strict=True)]
        yield Ruled(name, value, "auditRound", body, {"verdict": verdict, "findings": hand, "as_ruled": sides})


def _found(findings: list[Json], penalties: list[Json]) -> Json:
    return {"findings": findings, "undecided": [], "penalties": penalties}


def _claims() -> Iterator[Ruled]:
    """Yield a claim to the two tricks left that ben's two of spades endangers unless ana leads her ace first."""
    dealt = hands(ana="AS AD", ben="2S 2C", cy="3C 3H", dee="4C 4H")
    claim = {"by": "ana", "tricks": "rest", "accepted": False}
    whole, half, none = ({"ana": won, "ben": 2 - won, "cy": 0, "dee": 0} for won in (2, 1, 0))
    for value, decided in (
        ("certain", {"result": "disproved", "given": half}),
        ("by_statement", {"result": "proved", "given": whole}),
        ("best_play", {"result": "proved", "given": whole}),
        ("not_allowed", {"result": "not_allowed"}),
    ):
        ruleset = small(4, 2, play={"opening_card": "any"}, irregularities={"claims": value})
        body = record(ruleset, hands=dealt, claim={**claim, "statement": ["AS", "AD"]})
        answer = {"complete": value != "not_allowed", "claim": {"by": "ana", "tricks": 2, "left": 2, **decided}}
        yield Ruled("irregularities.claims", value, "auditRound", body, answer)
    for value, members in (
        ("doubtful_tricks", {"given": half}),
        ("all_tricks", {"given": none}),
        ("play_on", {}),
    ):
        ruleset = small(4, 2, play={"opening_card": "any"}, irregularities={"failed_claim": value})
        body = record(ruleset, hands=dealt, claim=claim)
        answer = {"complete": value != "play_on", "claim": {"result": "disproved", **members}}
        yield Ruled("irregularities.failed_claim", value, "auditRound", body, answer)


def ruled_ends() -> Iterator[Vector]:
    """Yield the table of ends of games: the scores after one round, who has won and why."""
    for number, end in enumerate(ends(), 1):
        over = {"finished": end.reason is not None, "winners": end.winners, "reason": end.reason}
        yield Vector(
            name=f"rules/end-{number}",
            operation="scoreGame",
            request=ending(*end.scores, **end.members),
            answer=over | ({"next": {"round_number": 2}} if end.reason is None else {"next": None}),
            evidence="rules",
            source=f"docs/reference/rules.md, G. The end of the game: {end.rule}",
        )


def ruled_parameters() -> Iterator[Vector]:
    """Yield each case as a vector."""
    for part in (
        _opening(),
        _bidders(),
        _raising(),
        _bids_of_partners(),
        _ways_to_end(),
        _drawing(),
        _passing(),
        _play(),
        _irregularities(),
        _claims(),
    ):
        for case in part:
            yield Vector(
                name=f"rules/{case.parameter}={case.value}",
                operation=case.operation,
                request=case.request,
                answer=case.answer,
                evidence="rules",
                source=cited([case.parameter]),
            )
