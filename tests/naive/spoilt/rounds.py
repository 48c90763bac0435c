"""Random rounds whose truth is known: rules of many kinds, and players who keep them more or less.

A round is first dealt and bid legally; then it is played by people who now and then play a wrong card, lead when it is
another's lead, jump ahead of their turn, or take an illegal card back.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

from tests.naive.bids import NILS, kind_of
from tests.naive.compare import parameters_of
from tests.naive.deals import legal_cards, legal_round
from tests.naive.house_rules import merged, random_overrides, random_penalties
from tests.naive.spoilt.model import Offences
from tests.naive.table import RANKS, STANDARD, Table, in_turn
from tests.spades.builders.cards import Json

PRESETS = (
    *("pagat", "nello", "four-player", "openspiel", "solitaire-bliss", "msn-zone", "mirror", "whiz", "suicide"),
    *("classic-partnership", "classic-solo", "solo-five-bags", "cutthroat", "two-player"),
    *("tournament-jja", "tournament-jjdd"),
)
FOR_FOUR = ("four-player", "nello", "solitaire-bliss", "pagat", "openspiel", "classic-partnership")
"""Presets that random overrides go with."""


ACE = RANKS.index("A")


class Carelessness(NamedTuple):
    """How often a card, a lead and a turn are taken without regard to the rules."""

    card: float = 0.0
    lead: float = 0.0
    turn: float = 0.0
    taken_back: float = 0.0
    """How often an illegal card is taken back at once."""


LEGAL = Carelessness()


def random_rules(rng: Random) -> tuple[Json, Json]:
    """Return a reference to a ruleset and all its parameters; a few contradict themselves."""
    way = rng.random()
    preset = rng.choice(PRESETS if way < 0.5 else FOR_FOUR)
    overrides: Json = {} if way < 0.5 else random_overrides(rng)
    if way > 0.75:
        _make_small(rng, overrides)
    parameters = merged(parameters_of(preset), overrides)
    if rng.random() < 0.7:
        overrides |= random_penalties(rng, _most_sides(parameters))
        parameters = merged(parameters, overrides)
    return {"name": preset, "overrides": overrides}, parameters


def _make_small(rng: Random, overrides: Json) -> None:
    """Leave only a few cards for each player in the pack."""
    count: int = overrides["table"]["players"][0]
    size = rng.choice([3, 4, 4, 5, 6])
    pack = rng.sample(STANDARD, min(len(STANDARD), count * size + rng.choice([0, 0, 0, 1, 2])))
    removed = [card for card in STANDARD if card not in pack]
    of_count: Json = {"removed": {str(count): removed}, "hand_size": {str(count): size}}
    overrides["deck"] |= {"jokers": 0, "top_trumps": [], "formation": "deal", **of_count}
    bids = overrides["bids"]
    bids |= {"side_least": 0, "side_most": 0, "number": bids["number"] | {"most": 0, "least": 1}}


def _most_sides(parameters: Json) -> int:
    players: int = max(parameters["table"]["players"])
    return players // 2 if parameters["table"]["sides"] == "partnership" else players


def random_round(
    rng: Random, parameters: Json, carelessness: Carelessness, *, sensible: bool = False
) -> tuple[Json, Offences] | None:
    """Return the whole record of a random round, with all claims, and what was done wrong in its play.

    None where no legal bidding was found.
    """
    record = legal_round(rng, parameters)
    if record is None:
        return None
    record.setdefault("hands", _as_drawn(record))
    limit = parameters["bags"]["limit"]
    for standing in record.get("before", {}).values():
        standing["bags"] = standing["bags"] % limit if limit else 0
    return with_play(rng, record, parameters, carelessness, sensible=sensible)


def random_carelessness(rng: Random) -> Carelessness:
    """Return how careless a table is: a third of them make no mistake."""
    if rng.random() < 0.35:
        return LEGAL
    return Carelessness(
        card=rng.choice([0.0, 0.03, 0.03, 0.08]),
        lead=rng.choice([0.0, 0.0, 0.06]),
        turn=rng.choice([0.0, 0.0, 0.06]),
        taken_back=rng.choice([0.0, 0.5]),
    )


def with_play(
    rng: Random, record: Json, parameters: Json, carelessness: Carelessness, *, sensible: bool
) -> tuple[Json, Offences]:
    """Return the record with its play anew, from the same leader on, and the offences of that play.

    They are known because they are made here: no referee is asked.
    """
    table, rules = Table(record, parameters), parameters["play"]
    pack = table.pack
    held = _after_exchanges(record)
    due: str = record["tricks"][0]["plays"][0]["player"]
    nils = {bid["player"] for bid in record["bids"] if kind_of(bid, parameters["bids"]) in NILS and "player" in bid}
    tricks: list[Json] = []
    offences: Offences = Counter()
    at_once = parameters["calls"]["established"] == "at_once"
    lead_revokes = parameters["penalties"]["early_spade"]["as"] == "revoke"
    broken = False
    for number in range(pack.hand_size):
        # Where hands are unequal, the last trick is of those who have one card more.
        holding = [player for player in table.players if held[player]]
        due = next(player for player in table.rotation(due) if player in holding)
        leader = rng.choice(holding) if rng.random() < carelessness.lead else due
        order = [player for player in table.rotation(leader) if player in holding]
        offences["wrong_leader", leader, number + 1] += leader != due
        plays: list[Json] = []
        for player in _turns(rng, order, carelessness.turn):
            hand = held[player]
            legal = legal_cards(table.pack, hand, [play["card"] for play in plays], number, rules, broken=broken)
            meant = _sensible_card(table, legal, plays, nils, player) if sensible else rng.choice(legal)
            card = rng.choice(hand) if rng.random() < carelessness.card else meant
            play: Json = {"player": player, "card": card}
            if card not in legal and rng.random() < carelessness.taken_back:
                play = {"player": player, "card": meant, "withdrawn": [{"card": card}]}
            turn = in_turn(order, {each["player"] for each in plays}, player)
            offences["out_of_turn", player, number + 1] += not turn
            taken_back = "withdrawn" in play and not (at_once and (plays or (lead_revokes and number)))
            offences["illegal card", player, number + 1] += card not in legal and not taken_back
            hand.remove(play["card"])
            plays.append(play)
        led = pack.suit(plays[0]["card"])
        shown = any(pack.suit(play["card"]) == "S" for play in plays)
        broken = broken or (shown and (led != "S" or rules["broken_by"] == "any_spade"))
        best = pack.best(led, [play["card"] for play in plays])
        winner: str = next(play["player"] for play in plays if play["card"] == best)
        tricks.append({"plays": plays, "leader": plays[0]["player"], "winner": winner})
        due = winner
    return {**record, "tricks": tricks}, +offences


def _sensible_card(table: Table, legal: list[str], plays: list[Json], nils: set[str], player: str) -> str:
    """Return the card of a player who wins as cheaply as he can what his partner has not won, or ducks for his nil."""
    pack = table.pack

    def worth(card: str) -> tuple[bool, int]:
        return pack.suit(card) == "S", pack.rank(card)

    if not plays:
        lead = max(legal, key=lambda card: (pack.rank(card) == ACE and pack.suit(card) != "S", -pack.rank(card)))
        return min(legal, key=worth) if player in nils else lead
    led, cards = pack.suit(plays[0]["card"]), [play["card"] for play in plays]
    best = pack.best(led, cards)
    winning = [card for card in legal if pack.best(led, [*cards, card]) == card]
    if player in nils:
        return max([card for card in legal if card not in winning], key=worth, default=min(legal, key=worth))
    partner_wins = any(play["card"] == best and play["player"] == table.partner(player) for play in plays)
    if not winning or (partner_wins and len(plays) > 1):
        return min(legal, key=worth)
    in_suit = [card for card in winning if pack.suit(card) == led]
    is_last = len(plays) == len(table.players) - 1
    return max(in_suit, key=worth) if in_suit and not is_last else min(winning, key=worth)


def _as_drawn(record: Json) -> dict[str, list[str]]:
    """Return the hands that the draws show."""
    hands: dict[str, list[str]] = {player: [] for player in record["players"]}
    for draw in record.get("draws", ()):
        hands[draw["player"]] += draw["kept"]
    return hands


def _after_exchanges(record: Json) -> dict[str, list[str]]:
    held = {player: list(hand) for player, hand in record["hands"].items()}
    for exchange in record.get("exchanges", ()):
        held[exchange["from"]] = [card for card in held[exchange["from"]] if card not in exchange["cards"]]
        held[exchange["to"]] += exchange["cards"]
    return held


def _turns(rng: Random, rotation: list[str], carelessness: float) -> list[str]:
    """Return the players in the order in which they play; whoever jumps ahead does not take the lead."""
    order = [*rotation]
    if len(order) > 2 and rng.random() < carelessness:
        early = order.pop(rng.randrange(2, len(order)))
        order.insert(rng.randrange(1, len(order)), early)
    return order
