"""Rounds played by people who know the rules only as people do, whole or hidden in part, right or spoilt."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from service.spades.cards import CODES
from tests.spades.builders.cards import FOUR, Json

LOW_TO_HIGH = "23456789TJQKA"


# The same examples in every run, however busy the machine.
BOUNDED = settings(
    max_examples=40, derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
MANY = settings(BOUNDED, max_examples=150)


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
        return FOUR[: self.players]

    def suit(self, card: str) -> str:
        """Return the suit of a card in play; a promoted card is a spade (catalogue A7)."""
        return "S" if card in self.top else card[1]

    def rank(self, card: str) -> int:
        return 20 - self.top.index(card) if card in self.top else LOW_TO_HIGH.index(card[0])


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
    request: Json
    winners: tuple[str, ...]


def deal_cards(house: House, luck: random.Random) -> dict[str, list[str]]:
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
    hands = deal_cards(house, luck)
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
            discards = led is not None and led != "S"  # or revokes: nobody at the table can know
            broken = broken or (house.suit(card) == "S" and (discards or not house.only_discards_break))
            left[name].remove(card)
            plays.append((name, card))
        lead = winner_of(house, plays)
        winners.append(lead)
        trick: dict[str, object] = {"plays": [{"player": name, "card": card} for name, card in plays]}
        if luck.random() < 0.5:
            trick |= {"leader": plays[0][0], "winner": lead}
        tricks.append(trick)
    request: Json = {
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


def hide(request: Json, seed: int) -> Json:
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


def spoil(request: Json, seed: int) -> Json:
    """Write a record down wrongly in up to four places.

    No card is put into a second hand: the seats alone tell which of the two is told to be wrong.
    """
    luck = random.Random(seed)
    spoilt: Json = json.loads(json.dumps(request))
    for _ in range(luck.randint(0, 4)):
        luck.choice((spoil_play, spoil_play, spoil_bids, spoil_hand, spoil_exchanges))(spoilt, luck)
    return spoilt


def spoil_play(request: Json, luck: random.Random) -> None:
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


def spoil_bids(request: Json, luck: random.Random) -> None:
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
            bids[spot] = {"player": bids[spot]["player"], "tricks": luck.randint(0, 15)}
        case _:
            tricks = luck.choice((0, 0, 6))
            bids[spot] |= {"kind": "blind" if tricks else "blind_nil", "tricks": tricks}


def spoil_hand(request: Json, luck: random.Random) -> None:
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


def spoil_exchanges(request: Json, luck: random.Random) -> None:
    free = luck.sample(CODES, len(CODES))
    request["exchanges"] = []
    for _ in range(luck.randint(0, 3)):
        giver, taker = luck.sample(request["players"], 2)
        others = {card for name, hand in request["hands"].items() if name != giver for card in hand}
        cards = [card for card in free if card not in others][:2]
        free = [card for card in free if card not in cards]
        request["exchanges"].append({"from": giver, "to": taker, "cards": cards})


def sheet_of_round(played: Played) -> Json:
    """Return the round as a score sheet has it."""
    sheet = {name: value for name, value in played.request.items() if name not in {"hands", "tricks"}}
    return sheet | {"tricks_won": {name: played.winners.count(name) for name in played.house.names}}


# The answers, as they go out.


seeds = st.integers(0, 2**32 - 1)


def hidden_and_spoilt(played: Played, hiding: int, spoiling: int) -> Json:
    return spoil(hide(played.request, hiding), spoiling)


def recorded(houses: Sequence[House]) -> st.SearchStrategy[Json]:
    """Return records of any kind: of legal and careless rounds, whole and in part, right and wrong."""
    rounds = st.builds(play, st.sampled_from(houses), seeds, st.sampled_from((0.5, 0.9, 1.0)))
    return st.builds(hidden_and_spoilt, rounds, seeds, seeds)


# Names from both ends of what sorts differently in UTF-8 and in UTF-16.
names = st.text(min_size=1, max_size=8) | st.text("a~é\u20ac\ue000\uffff\U00010000\U0001f0a1", min_size=1, max_size=3)
