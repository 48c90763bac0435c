"""What holds of every round: symmetries, sums that are conserved, a second scorer, and names that come back unchanged.

The rounds are dealt from a seed and played by a player of this file's own, who knows the rules only as people do.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import unquote

import orjson
import pytest
import rfc8785
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.spades import ENGINE_VERSION
from service.spades.cards import CODES, INDEX, cards_in, codes_of, mask_of
from service.spades.pointers import pointer_to
from service.spades.rules.pack import pack_for
from service.spades.rules.preset_loader import resolve
from service.spades.rules.ruleset import Reference, Ruleset
from service.spades.ruling.audit import audit
from service.spades.scoring.round import score
from service.wire.ruling_id import ruling_id
from service.wire.ruling_json import Told
from service.wire.schemas import Answer, RoundRecordSchema, RoundScoreSchema, RulingSchema, ScoreRequestSchema

Json: TypeAlias = Any
Request: TypeAlias = dict[str, Any]

PLAYERS = ("ana", "ben", "cy", "dee")
RANKS = "23456789TJQKA"
# The same examples in every run, however busy the machine.
BOUNDED = settings(
    max_examples=40, derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
MANY = settings(BOUNDED, max_examples=250)


# A table of people who play by the rules, more or less.


class House(NamedTuple):
    """A ruleset as its players know it."""

    preset: str
    players: int = 4
    alone: bool = False
    only_discards_break: bool = False
    bids: str = "free"
    dealer: bool = True
    top: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    spades_any_time: bool = False
    overrides: Mapping[str, Mapping[str, object]] = {}

    @property
    def reference(self) -> dict[str, object]:
        return {"name": self.preset, "overrides": self.overrides}

    @property
    def names(self) -> tuple[str, ...]:
        return PLAYERS[: self.players]

    def suit(self, card: str) -> str:
        """Return the suit of a card in play; a promoted card is a spade (catalogue A7)."""
        return "S" if card in self.top else card[1]

    def rank(self, card: str) -> int:
        return 20 - self.top.index(card) if card in self.top else RANKS.index(card[0])


DEUCES = ("BJ", "LJ", "2D", "2S")
HOUSES = (
    House("pagat", only_discards_break=True),
    House("four-player", only_discards_break=True),
    House("nello"),
    House("solitaire-bliss", dealer=False),
    House("msn-zone"),
    House("openspiel"),
    House("mirror", bids="mirror"),
    House("whiz", bids="whiz"),
    House("suicide", bids="suicide"),
    House("solo-five-bags", alone=True),
    House("cutthroat", players=3, alone=True),
    House("two-player", players=2, alone=True, only_discards_break=True),
)
PROMOTING = House(
    "pagat",
    top=DEUCES,
    removed=("2C", "2H"),
    spades_any_time=True,
    overrides={
        "deck": {"jokers": 2, "removed": {"4": ["2C", "2H"]}, "top_trumps": list(DEUCES)},
        "play": {"opening_card": "any", "spade_lead": "any_time"},
    },
)
ALL_HOUSES = (*HOUSES, PROMOTING)


class Played(NamedTuple):
    """A round as a request to audit it, and what the players themselves saw."""

    house: House
    request: Request
    winners: tuple[str, ...]


def deal(house: House, luck: random.Random) -> dict[str, list[str]]:
    """Deal as many cards to each as there are for all, 13 in the drawing game."""
    cards = [card for card in CODES if card not in house.removed and (card[1] != "J" or card in house.top)]
    luck.shuffle(cards)
    size = 13 if house.players == 2 else len(cards) // house.players
    return {name: cards[seat * size : (seat + 1) * size] for seat, name in enumerate(house.names)}


def bid_for(house: House, name: str, hand: Sequence[str], made: Mapping[str, int], luck: random.Random) -> int:
    """Return a legal bid of this player after the bids made."""
    spades = sum(house.suit(card) == "S" for card in hand)
    partner = made.get(house.names[(house.names.index(name) + 2) % 4]) if not house.alone else None
    if house.bids == "mirror":
        return spades
    if house.bids == "whiz":
        return luck.choice((0, spades))
    if house.bids == "suicide":
        nil = luck.random() < 0.5 if partner is None else partner != 0
        return 0 if nil else luck.randint(4, 6)
    return luck.choice((0, 3, 3, 4, 5))


def may_play(house: House, hand: list[str], led: str | None, *, broken: bool) -> list[str]:
    """Return the cards that the rules leave to a player."""
    if led is not None:
        return [card for card in hand if house.suit(card) == led] or hand
    if broken or house.spades_any_time:
        return hand
    return [card for card in hand if house.suit(card) != "S"] or hand


def winner_of(house: House, plays: Sequence[tuple[str, str]]) -> str:
    trumps = [play for play in plays if house.suit(play[1]) == "S"]
    led = house.suit(plays[0][1])
    running = trumps or [play for play in plays if house.suit(play[1]) == led]
    return max(running, key=lambda play: house.rank(play[1]))[0]


def play(house: House, seed: int, care: float = 1.0) -> Played:
    """Play a round; with less care than 1 the rules on cards are broken now and then."""
    luck = random.Random(seed)
    names = house.names
    hands = deal(house, luck)
    dealer = luck.randrange(len(names))
    turns = [names[(dealer + 1 + step) % len(names)] for step in range(len(names))]
    bids: dict[str, int] = {}
    for name in turns:
        bids[name] = bid_for(house, name, hands[name], bids, luck)
    left = {name: list(cards) for name, cards in hands.items()}
    lead, broken = turns[0], False
    tricks: list[dict[str, object]] = []
    winners = []
    for _ in range(len(hands[names[0]])):
        first = names.index(lead)
        plays: list[tuple[str, str]] = []
        for name in names[first:] + names[:first]:
            led = house.suit(plays[0][1]) if plays else None
            legal = may_play(house, left[name], led, broken=broken)
            card = luck.choice(legal if luck.random() < care else left[name])
            discards = led is not None and led != "S" and card in legal
            broken = broken or (house.suit(card) == "S" and (discards or not house.only_discards_break))
            left[name].remove(card)
            plays.append((name, card))
        lead = winner_of(house, plays)
        winners.append(lead)
        trick: dict[str, object] = {"plays": [{"player": name, "card": card} for name, card in plays]}
        if luck.random() < 0.5:
            trick |= {"leader": plays[0][0], "winner": lead}
        tricks.append(trick)
    request: Request = {
        "ruleset": house.reference,
        "players": list(names),
        "bids": [{"player": name, "tricks": tricks_bid} for name, tricks_bid in bids.items()],
        "hands": hands,
        "tricks": tricks,
    }
    sides = names if house.alone else ("Reds", "Blues")
    if not house.alone:
        request["teams"] = [
            {"name": "Reds", "players": [names[0], names[2]]},
            {"name": "Blues", "players": [names[1], names[3]]},
        ]
    if house.dealer:
        request["dealer"] = names[dealer]
    if luck.random() < 0.8:
        request["before"] = {side: {"score": luck.randint(-300, 600), "bags": luck.randint(0, 4)} for side in sides}
    return Played(house, request, tuple(winners))


def hide(request: Request, seed: int) -> Request:
    """Take evidence away: hands, the dealer, claims, the end of the log."""
    luck = random.Random(seed)
    hidden = dict(request)
    share = luck.choice((0.0, 0.5, 0.9))
    hidden["hands"] = {name: cards for name, cards in request["hands"].items() if luck.random() < share}
    if luck.random() < 0.5:
        hidden.pop("dealer", None)
    if luck.random() < 0.7:
        tricks = request["tricks"][: luck.randint(0, len(request["tricks"]))]
        if tricks and luck.random() < 0.5:
            last = {"plays": tricks[-1]["plays"][: luck.randint(1, len(tricks[-1]["plays"]))]}
            tricks = [*tricks[:-1], last]
        hidden["tricks"] = tricks
    return hidden


def spoil(request: Request, seed: int) -> Request:
    """Write a record down wrongly in up to four places.

    No card is put into a second hand: the seats alone tell which of the two is told to be wrong.
    """
    luck = random.Random(seed)
    spoilt: Request = json.loads(json.dumps(request))
    for _ in range(luck.randint(0, 4)):
        luck.choice((spoil_play, spoil_play, spoil_bids, spoil_hand, spoil_exchanges))(spoilt, luck)
    return spoilt


def spoil_play(request: Request, luck: random.Random) -> None:
    tricks = [trick for trick in request["tricks"] if len(trick["plays"]) > 1]
    if not tricks:
        return
    trick, anyone = luck.choice(tricks), luck.choice(request["players"])
    plays = trick["plays"]
    spot = luck.randrange(len(plays) - 1)
    match luck.randrange(6):
        case 0:
            plays[spot], plays[spot + 1] = plays[spot + 1], plays[spot]
        case 1:
            plays[spot]["card"] = luck.choice(CODES)
        case 2:
            plays[spot]["player"] = anyone
        case 3:
            del plays[spot]
        case 4:
            plays.append({"player": anyone, "card": luck.choice(CODES)})
        case _:
            trick[luck.choice(("leader", "winner"))] = anyone


def spoil_bids(request: Request, luck: random.Random) -> None:
    bids = request["bids"]
    if not bids:
        return
    spot = luck.randrange(len(bids))
    match luck.randrange(5):
        case 0:
            luck.shuffle(bids)
        case 1:
            del bids[spot]
        case 2:
            bids.append({"player": luck.choice(request["players"]), "tricks": 2})
        case 3:
            bids[spot]["tricks"] = luck.randint(0, 15)
        case _:
            bids[spot] |= {"blind": True, "tricks": luck.choice((0, 0, 6))}


def spoil_hand(request: Request, luck: random.Random) -> None:
    hands = [hand for hand in request["hands"].values() if len(hand) > 1]
    if not hands:
        return
    hand = luck.choice(hands)
    spot = luck.randrange(len(hand))
    match luck.randrange(3):
        case 0:
            del hand[spot]
        case 1:
            hand.append(hand[spot])
        case _:
            hand[spot] = luck.choice(hand)


def spoil_exchanges(request: Request, luck: random.Random) -> None:
    free = luck.sample(CODES, len(CODES))
    request["exchanges"] = []
    for _ in range(luck.randint(0, 3)):
        giver, taker = luck.sample(request["players"], 2)
        others = {card for name, hand in request["hands"].items() if name != giver for card in hand}
        cards = [card for card in free if card not in others][:2]
        free = [card for card in free if card not in cards]
        request["exchanges"].append({"from": giver, "to": taker, "cards": cards})


def sheet_of(played: Played) -> Request:
    """Return the round as a score sheet has it."""
    sheet = {name: value for name, value in played.request.items() if name not in {"hands", "tricks"}}
    return sheet | {"tricks_won": {name: played.winners.count(name) for name in played.house.names}}


# The answers, as they go out.


def audited(request: Request) -> Json:
    asked = RoundRecordSchema().load(request)
    answer = Answer("auditRound", request, asked.ruleset, asked.subject, Told(audit(asked.subject, asked.ruleset)))
    return orjson.loads(orjson.dumps(RulingSchema().dump(answer)))


def scored(request: Request) -> Json:
    asked = ScoreRequestSchema().load(request)
    answer = Answer("scoreRound", request, asked.ruleset, asked.subject, score(asked.subject, asked.ruleset))
    return orjson.loads(orjson.dumps(RoundScoreSchema().dump(answer)))


def unordered(answer: Json) -> Json:
    """Return an answer without its id and without what follows from the order in which the players are listed."""
    answer = {name: value for name, value in answer.items() if name != "ruling_id"}
    for member in ("as_played", "as_ruled", "teams"):
        if member in answer:
            sides = [{**side, "players": sorted(side["players"])} for side in answer[member]]
            answer[member] = sorted(sides, key=lambda side: str(side["team"]))
    places = findings_of(answer)
    if "penalties" in answer:
        charged = [{**each, "finding": places[each["finding"]]} for each in answer["penalties"]]
        answer["penalties"] = sorted(charged, key=json.dumps)
    for member in ("findings", "undecided"):
        for finding in answer.get(member, ()):
            # Missing cards follow from the first fault of the deal: that is one of the order.
            if "follows" in finding:
                finding["follows"] = None if finding["code"] == "missing_cards" else places[finding["follows"]]
            if "conflicts_with" in finding:
                finding["conflicts_with"] = sorted(places[place] for place in finding["conflicts_with"])
        answer[member] = sorted(answer.get(member, ()), key=json.dumps)
    return answer


def findings_of(answer: Json) -> list[tuple[str, str]]:
    return [(finding["code"], finding["pointer"]) for finding in answer["findings"]]


seeds = st.integers(0, 2**32 - 1)
legal_rounds = st.builds(play, st.sampled_from(ALL_HOUSES), seeds)
careless_rounds = st.builds(play, st.sampled_from(ALL_HOUSES), seeds, st.sampled_from((0.5, 0.9, 0.97)))


def record(played: Played, hiding: int, spoiling: int) -> Request:
    return spoil(hide(played.request, hiding), spoiling)


def recorded(houses: Sequence[House]) -> st.SearchStrategy[Request]:
    """Return records of any kind: of legal and careless rounds, whole and in part, right and wrong."""
    rounds = st.builds(play, st.sampled_from(houses), seeds, st.sampled_from((0.5, 0.9, 1.0)))
    return st.builds(record, rounds, seeds, seeds)


@MANY
@given(legal_rounds)
def test_a_legal_round_is_clean(played: Played) -> None:
    """And its tricks go to whom the players gave them."""
    answer = audited(played.request)
    assert (answer["verdict"], answer["complete"]) == ("clean", True)
    assert (answer["findings"], answer["undecided"]) == ([], [])
    assert [trick["winner"] for trick in answer["tricks"]] == list(played.winners)


@MANY
@given(legal_rounds, seeds)
def test_a_legal_round_never_gets_a_finding_whatever_is_hidden(played: Played, seed: int) -> None:
    answer = audited(hide(played.request, seed))
    assert answer["findings"] == []
    assert answer["verdict"] == ("undetermined" if answer["undecided"] else "clean")


@MANY
@given(careless_rounds)
def test_a_complete_log_decides_what_full_hands_decide(played: Played) -> None:
    log = {name: value for name, value in played.request.items() if name != "hands"}
    with_hands, without = audited(played.request), audited(log)
    assert findings_of(with_hands) == findings_of(without)
    assert with_hands["undecided"] == without["undecided"] == []
    assert with_hands.get("as_played") == without.get("as_played")


@BOUNDED
@given(careless_rounds, seeds)
def test_less_evidence_never_proves_more(played: Played, seed: int) -> None:
    """What is found in part of a record is found in the whole of it."""
    part = hide(played.request, seed)
    assert set(findings_of(audited(part))) <= set(findings_of(audited(played.request)))


@BOUNDED
@given(careless_rounds)
def test_tricks_are_conserved(played: Played) -> None:
    """Order of scoring, step 1: the players' tricks add up to the size of a hand."""
    answer = audited(played.request)
    assert answer["tricks_won"] == {name: played.winners.count(name) for name in played.house.names}
    assert sum(answer["tricks_won"].values()) == len(played.request["tricks"])
    assert sum(side["tricks"] for side in answer["as_played"]) == len(played.request["tricks"])


@BOUNDED
@given(careless_rounds)
def test_a_record_and_its_score_sheet_score_alike(played: Played) -> None:
    assert audited(played.request)["as_played"] == scored(sheet_of(played))["teams"]


@MANY
@given(recorded(ALL_HOUSES))
def test_any_record_has_an_answer(request_: Request) -> None:
    """A record is never refused because somebody broke the rules in it; the verdict is the first that holds."""
    answer = audited(request_)
    gravities = {finding["severity"] for finding in answer["findings"]}
    if answer["verdict"] != "void":
        irregular = bool(gravities & {"offence", "error"})
        undetermined = "undetermined" if answer["undecided"] else "clean"
        assert answer["verdict"] == ("irregular" if irregular else undetermined)
        won = sum(answer["tricks_won"].values())
        assert ("as_played" in answer) is (answer["complete"] and won == len(request_["tricks"]))
    assert all(finding.get("follows", 0) < len(answer["findings"]) for finding in answer["findings"])
    assert all("decided_by" in finding for finding in answer["undecided"])


def turned(request: Request, steps: int) -> Request:
    """Return the same round with the players listed from another seat."""
    players = request["players"]
    return request | {"players": players[steps % len(players) :] + players[: steps % len(players)]}


@MANY
@given(recorded(ALL_HOUSES), st.integers(1, 3))
def test_who_is_listed_first_does_not_matter_to_a_ruling(request_: Request, steps: int) -> None:
    assert unordered(audited(turned(request_, steps))) == unordered(audited(request_))


@BOUNDED
@given(careless_rounds, st.integers(1, 3))
def test_who_is_listed_first_does_not_matter_to_a_score(played: Played, steps: int) -> None:
    sheet = sheet_of(played)
    assert unordered(scored(turned(sheet, steps))) == unordered(scored(sheet))


def moved(value: Json, players: Sequence[str]) -> Json:
    """Return a value in which everyone's name is that of the player to the left, and Reds are Blues."""
    left = dict(zip(players, [*players[1:], players[0]], strict=True)) | {"Reds": "Blues", "Blues": "Reds"}
    return json.loads(re.sub(r"\b(?:" + "|".join(left) + r")\b", lambda match: left[match[0]], json.dumps(value)))


@MANY
@given(recorded(ALL_HOUSES))
def test_the_seats_are_alike_to_a_ruling(request_: Request) -> None:
    """What everyone did, done by the player to the left, has the answer of the players to the left.

    With partners that swaps the two teams.
    """
    players = request_["players"]
    left = moved(request_, players) | {"players": players}
    assert unordered(audited(left)) == unordered(moved(audited(request_), players))


@BOUNDED
@given(careless_rounds)
def test_the_seats_are_alike_to_a_score(played: Played) -> None:
    """And so are the two teams."""
    sheet = sheet_of(played)
    left = moved(sheet, sheet["players"]) | {"players": sheet["players"]}
    assert unordered(scored(left)) == unordered(moved(scored(sheet), sheet["players"]))


PLAIN_SUITS = [dict(zip("CDH", each, strict=True)) for each in itertools.permutations("CDH")][1:]


def recoloured(value: Json, suits: Mapping[str, str]) -> Json:
    """Return a value in which the suits of all cards are others."""
    text = re.sub(r'"([2-9TJQKA]?)([CDH])"', lambda match: f'"{match[1]}{suits[match[2]]}"', json.dumps(value))
    return json.loads(text)


def unsorted(value: Json) -> Json:
    """Return an answer without its id and its sentences, lists of cards in one order whatever their suits."""
    if isinstance(value, dict):
        return {name: unsorted(each) for name, each in value.items() if name not in {"detail", "ruling_id"}}
    if isinstance(value, list):
        items = [unsorted(each) for each in value]
        if all(isinstance(each, dict) and each.keys() == {"card", "winner"} for each in items):
            return sorted(items, key=json.dumps)
        return sorted(items) if all(isinstance(each, str) and each in INDEX for each in items) else items
    return value


@MANY
@given(recorded(HOUSES), st.sampled_from(PLAIN_SUITS))
def test_the_plain_suits_are_alike(request_: Request, suits: Mapping[str, str]) -> None:
    """Clubs, diamonds and hearts may change places: nothing changes but the cards."""
    assert unsorted(audited(recoloured(request_, suits))) == unsorted(recoloured(audited(request_), suits))


@BOUNDED
@given(recorded(ALL_HOUSES), st.randoms(use_true_random=False))
def test_the_order_of_members_does_not_matter(request_: Request, luck: random.Random) -> None:
    """One record, one id, however it is written."""

    def shuffled(value: Json) -> Json:
        if isinstance(value, list):
            return [shuffled(each) for each in value]
        if not isinstance(value, dict):
            return value
        members = [(name, shuffled(each)) for name, each in value.items()]
        luck.shuffle(members)
        return dict(members)

    assert audited(shuffled(request_)) == audited(request_)


@BOUNDED
@given(st.builds(play, st.sampled_from(HOUSES), seeds))
def test_two_spellings_of_a_ruleset_have_one_answer(played: Played) -> None:
    for request, ask in ((played.request, audited), (sheet_of(played), scored)):
        short = request | {"ruleset": played.house.preset}
        assert ask(short) == ask(request)
        assert ask(request)["ruling_id"] != ask(request | {"round_number": 7})["ruling_id"]


# The score.


def one_of(*values: object) -> st.SearchStrategy[object]:
    return st.sampled_from(values)


# Everything on which the score of legal bids depends, boards and raised bids apart.
SCORING: dict[str, st.SearchStrategy[object]] = {
    "nil.made": one_of(100, 50),
    "nil.failed": one_of(-100, -50),
    "nil.blind_made": one_of(200, 150),
    "nil.blind_failed": one_of(-200, -150),
    "nil.scoring": one_of("independent", "independent", "linked"),
    "nil.failed_tricks": one_of("bags", "to_contract", "ignored"),
    "nil.failed_bags_when_set": one_of("none", "bags_only", "bags_and_points"),
    "nil.double": one_of("independent", "joint", "joint_no_loss"),
    "nil.double_made": one_of(200, 250),
    "nil.double_failed": one_of(-200, -300),
    "blind_bid.made_multiplier": one_of(2, 3),
    "blind_bid.failed_multiplier": one_of(1, 2),
    "blind_bid.overtricks": st.booleans(),
    "blind_bid.exact": st.booleans(),
    "special_bids.ten": one_of(
        {"made": 0}, {"made": 200, "failed": -100}, {"made": 200, "failed": -120, "or_more": True}
    ),
    "special_bids.slam": one_of({"made": 0}, {"made": 500, "failed": -250}),
    "special_bids.boston": one_of(0, 300),
    "scoring.trick_points": one_of(10, 20),
    "scoring.overtrick_points": one_of(1, 0, -1, -10),
    "scoring.set": one_of("minus_bid", "zero", "minus_undertricks"),
    "scoring.bag_limit": one_of(0, 3, 5, 10),
    "scoring.bag_penalty": one_of(-100, -30),
    "scoring.bag_carry": one_of("remainder", "reset"),
    "scoring.bag_points_cancelled": st.booleans(),
}
bids_made = st.one_of(
    st.tuples(st.integers(0, 7), st.booleans()),
    st.sampled_from(((0, False), (0, True), (5, False), (10, False), (13, False))),
)


class Sheet(NamedTuple):
    """What one pair bid and took, and its standing before."""

    values: dict[str, Any]
    bids: tuple[tuple[int, bool], tuple[int, bool]]
    won: tuple[int, int]
    before: tuple[int, int]

    @property
    def request(self) -> Request:
        groups: dict[str, dict[str, object]] = {"nil": {"blind": True}, "blind_bid": {"allowed": True}}
        for name, value in self.values.items():
            group, key = name.split(".")
            groups.setdefault(group, {})[key] = value
        calls = zip(("ana", "cy", "ben", "dee"), (*self.bids, (2, False), (2, False)), strict=True)
        return {
            "ruleset": {"name": "pagat", "overrides": groups},
            "players": list(PLAYERS),
            "bids": [{"player": name, "tricks": tricks, "blind": blind} for name, (tricks, blind) in calls],
            "tricks_won": {"ana": self.won[0], "cy": self.won[1], "ben": 13 - sum(self.won)},
            "before": {"ana+cy": {"score": self.before[0], "bags": self.before[1]}},
        }


sheets = st.builds(
    Sheet,
    st.fixed_dictionaries(SCORING),
    st.tuples(bids_made, bids_made),
    st.tuples(st.integers(0, 13), st.integers(0, 13)).map(lambda won: (won[0], min(won[1], 13 - won[0]))),
    st.tuples(st.integers(-500, 500), st.integers(0, 2)),
)


def naive(sheet: Sheet) -> tuple[int, int, int]:
    """Score a pair by the letter of the order of scoring: its points, the bags gained, the bags carried on."""
    rule = sheet.values
    trick, over_points = rule["scoring.trick_points"], rule["scoring.overtrick_points"]
    limit = rule["scoring.bag_limit"]
    nils = [(blind, won) for (bid, blind), won in zip(sheet.bids, sheet.won, strict=True) if bid == 0]
    ordinary = [(bid, blind) for bid, blind in sheet.bids if bid]
    contract = sum(bid for bid, _ in ordinary)
    blind = any(blind for _, blind in ordinary)
    # 3, the nils.
    failing = sum(rule["nil.blind_failed" if blind_nil else "nil.failed"] for blind_nil, _ in nils)
    nil_points = sum(
        rule[("nil.blind_" if blind_nil else "nil.") + ("failed" if won else "made")] for blind_nil, won in nils
    )
    all_nils_made = not any(won for _, won in nils)
    if len(nils) == 2 and rule["nil.double"] != "independent":
        failing = rule["nil.double_failed"] if rule["nil.double"] == "joint" else 0
        nil_points = rule["nil.double_made"] if all_nils_made else failing
    # 4, the contract.
    spoilt = sum(won for _, won in nils)
    taken = sum(sheet.won) - (0 if rule["nil.failed_tricks"] == "to_contract" else spoilt)
    made = taken >= contract and not (blind and rule["blind_bid.exact"] and taken > contract)
    if nils and rule["nil.scoring"] == "linked" and not (made and all_nils_made):
        return failing - trick * contract, 0, sheet.before[1]
    # 5, its points.
    overtricks = taken - contract if made else 0
    overtrick_value = 0 if blind and not rule["blind_bid.overtricks"] else over_points
    ten, slam = rule["special_bids.ten"], rule["special_bids.slam"]
    is_ten = contract == 10 or (contract > 10 and ten.get("or_more", False))
    rate = rule["blind_bid.made_multiplier"] if made else rule["blind_bid.failed_multiplier"]
    weight = sum(bid * (rate if blind_bid else 1) for bid, blind_bid in ordinary)
    if not blind and slam["made"] and contract == 13:
        points = slam["made"] if made else slam["failed"]
    elif not blind and ten["made"] and is_ten:
        points = ten["made"] if made else ten["failed"]
    elif made:
        points = trick * weight
    else:
        missing = max(0, contract - taken)
        points = {"minus_bid": -trick * weight, "zero": 0, "minus_undertricks": -trick * missing}[rule["scoring.set"]]
    points += nil_points + overtricks * overtrick_value
    # 6, the bags.
    bags = overtricks
    if rule["nil.failed_tricks"] == "bags":
        when_set = rule["nil.failed_bags_when_set"]
        bags += spoilt if made or when_set != "none" else 0
        points += spoilt * overtrick_value if made or when_set == "bags_and_points" else 0
    bags = bags if limit else 0
    # 7, their penalty.
    carried = sheet.before[1] + bags
    while limit and carried >= limit:
        points += rule["scoring.bag_penalty"]
        points -= limit * over_points if rule["scoring.bag_points_cancelled"] else 0
        carried = 0 if rule["scoring.bag_carry"] == "reset" else carried - limit
    # 8, Boston.
    if sum(sheet.won) == 13 and contract < 13:
        points += rule["special_bids.boston"]
    return points, bags, carried


def side_of(sheet: Sheet) -> Json:
    (side,) = (side for side in scored(sheet.request)["teams"] if side["team"] == "ana+cy")
    return side


@settings(BOUNDED, max_examples=1500)
@given(sheets)
def test_a_second_scorer_agrees(sheet: Sheet) -> None:
    """Order of scoring, steps 3 to 8."""
    side = side_of(sheet)
    assert (side["points"], side["bags"], side["after"]["bags"]) == naive(sheet)


@MANY
@given(sheets)
def test_points_are_the_sum_of_the_lines(sheet: Sheet) -> None:
    side = side_of(sheet)
    assert side["points"] == sum(line["points"] for line in side["lines"])
    assert side["points"] == side["after"]["score"] - side["before"]["score"]
    assert side["contract"] == sum(bid["counts_as"] for bid in side["bids"])
    assert side["boston"] is (side["tricks"] == 13)


@MANY
@given(sheets)
def test_bags_are_conserved(sheet: Sheet) -> None:
    """Order of scoring, step 7: what is gained is carried on or has cost a penalty."""
    side = side_of(sheet)
    limit = sheet.values["scoring.bag_limit"]
    crossed = sum(line["code"] == "bag_penalty" for line in side["lines"])
    whole = side["before"]["bags"] + side["bags"]
    if sheet.values["scoring.bag_carry"] == "remainder" or not crossed:
        assert whole - limit * crossed == side["after"]["bags"]
    else:
        assert (crossed, side["after"]["bags"]) == (1, 0)
    if limit:
        assert side["after"]["bags"] < limit
    else:
        assert (side["bags"], crossed) == (0, 0)


@BOUNDED
@given(sheets)
def test_rounds_add_up(sheet: Sheet) -> None:
    """A game is its rounds: where one ends the next begins, and the score before changes no points."""
    first = side_of(sheet)
    later = sheet._replace(before=(first["after"]["score"], sheet.before[1]))
    assert side_of(later)["lines"] == first["lines"]


# Names that come back unchanged.


@MANY
@given(st.frozensets(st.integers(0, 53)))
def test_a_mask_is_the_set_of_its_cards(cards: frozenset[int]) -> None:
    mask = mask_of(cards)
    assert cards_in(mask) == tuple(sorted(cards))
    assert codes_of(mask) == tuple(CODES[card] for card in sorted(cards))
    assert mask_of(INDEX[code] for code in codes_of(mask)) == mask
    assert mask.bit_count() == len(cards)


@pytest.mark.parametrize("house", ALL_HOUSES, ids=[f"{house.preset} {' '.join(house.top)}" for house in ALL_HOUSES])
def test_the_house_is_the_ruleset(house: House) -> None:
    """The tables of this file deal the pack of the ruleset that they name."""
    ruleset: Ruleset = resolve(Reference(house.preset, overrides=house.overrides))
    pack = pack_for(ruleset.parameters.deck, house.players)
    hands = deal(house, random.Random(0))
    dealt = mask_of(INDEX[card] for cards in hands.values() for card in cards)
    assert dealt & pack.cards == dealt
    assert {len(cards) for cards in hands.values()} == {pack.hand_size}
    assert pack.cards.bit_count() - dealt.bit_count() == pack.leftover


def parts_of(pointer: str) -> list[str]:
    """Read a JSON Pointer (RFC 6901) in its form as a URI fragment."""
    assert pointer.startswith("#")
    return [unquote(part, errors="strict").replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


@MANY
@given(st.lists(st.text() | st.text("~/01%#?+ é\u20ac\U0001f0a1") | st.integers(0, 999)))
def test_a_pointer_leads_back_to_its_parts(parts: list[str | int]) -> None:
    pointer = pointer_to(*parts)
    assert parts_of(pointer) == [str(part) for part in parts]
    assert re.fullmatch(r"#(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-F]{2})*", pointer)


# Names from both ends of what sorts differently in UTF-8 and in UTF-16.
names = st.text(min_size=1, max_size=8) | st.text("a~é\u20ac\ue000\uffff\U00010000\U0001f0a1", min_size=1, max_size=3)
bodies = st.dictionaries(
    names,
    st.recursive(
        st.booleans() | st.integers(-1_000_000, 1_000_000) | names,
        lambda children: st.lists(children, max_size=4) | st.dictionaries(names, children, max_size=4),
        max_leaves=12,
    ),
    max_size=5,
)


def canonical_id(body: Mapping[str, Json], dumps: Callable[[Any], bytes]) -> str:
    content = {
        "operation": "auditRound",
        "engine_version": ENGINE_VERSION,
        "ruleset": "sha256:0",
        "record": {name: value for name, value in body.items() if name != "ruleset"},
    }
    return "sha256:" + hashlib.sha256(dumps(content)).hexdigest()


@settings(BOUNDED, max_examples=500)
@given(bodies)
def test_the_ruling_id_is_that_of_the_canonical_form(body: dict[str, Json]) -> None:
    """RFC 8785, also where a faster way is taken."""
    assert ruling_id("auditRound", "sha256:0", body) == canonical_id(body, rfc8785.dumps)


@BOUNDED
@given(bodies, bodies)
def test_another_record_has_another_id(one: dict[str, Json], other: dict[str, Json]) -> None:
    assert ruling_id("auditRound", "sha256:0", one) != ruling_id("scoreRound", "sha256:0", one)
    assert ruling_id("auditRound", "sha256:0", one) != ruling_id("auditRound", "sha256:1", one)
    same = rfc8785.dumps(one) == rfc8785.dumps(other)
    assert (ruling_id("auditRound", "sha256:0", one) == ruling_id("auditRound", "sha256:0", other)) is same


def test_the_ruleset_enters_by_its_digest_only() -> None:
    bodies_alike: Iterable[dict[str, Json]] = ({"ruleset": "pagat", "players": []}, {"players": []})
    assert len({ruling_id("auditRound", "sha256:0", body) for body in bodies_alike}) == 1
