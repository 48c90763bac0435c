"""Random rounds as somebody enters them at the desk, half of each: the entries, and the request that says the same.

The request is made of what was entered, and of nothing that the desk makes of it.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from tests.spades.builders.cards import Json

PLAYERS = ["N", "E", "S", "W"]
SIDES = {"N+S": "NS", "E+W": "EW"}
PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]
STRENGTH = "23456789TJQKA"
PRESETS = ["pagat", "nello", "hope-farm", "trickster"]


class Entered(NamedTuple):
    """What was entered: the events of the page, and the same as a request."""

    events: list[Json]
    operation: str
    path: str
    body: Json
    fault: str | None = None
    """What is said at a field that has something that can't be taken."""
    kept: str | None = None
    """What that field still shows."""


class Entering:
    """Somebody who enters a random round; each method enters one part of it, or half of that."""

    def __init__(self, seed: int, preset: str) -> None:
        self.rng = Random(seed)
        self.events: list[Json] = [{"type": "ruleset", "value": preset}]
        self.record: Json = {"players": PLAYERS}
        self.fault: str | None = None
        self.kept: str | None = None
        pack = self.rng.sample(PACK, len(PACK))
        self.hands = {player: pack[13 * seat : 13 * seat + 13] for seat, player in enumerate(PLAYERS)}

    def enter(self, kind: str, /, **members: Any) -> None:
        """Note an event of the page."""
        self.events.append({"type": kind, **members})

    def dealer(self) -> None:
        """Enter who dealt, and perhaps somebody else before."""
        for name in self.rng.sample(PLAYERS, self.rng.choice([0, 1, 1, 2])):
            self.enter("dealer", value=name)
            self.record["dealer"] = name

    def bids(self) -> None:
        """Enter some of the bids in any order, some of them after a text that has others in order."""
        bids = {player: self.rng.choice([0, 1, 2, 3, 4, 5]) for player in PLAYERS}
        known = self.rng.sample(PLAYERS, self.rng.randint(0, 4))
        blind = [player for player in known if not self.rng.randrange(9)]
        for player in known:
            text = str(bids[player] or "nil")
            self.enter("bid", bidder=player, value=("b" if player in blind else "") + text, left=True)
        if known:
            self.record["bids_by_player"] = {player: bids[player] for player in known}
        if blind:
            self.record["blind_bidders"] = blind

    def bids_in_order(self) -> None:
        """Paste a round with some bids in turn, and type others into their fields."""
        first = self.rng.randrange(4)
        turn = [PLAYERS[(first + step) % 4] for step in range(4)]
        made = [{"player": player, "tricks": self.rng.randint(1, 4)} for player in turn]
        listed = self.rng.randint(1, 3)
        self.record |= {"dealer": PLAYERS[(first + 3) % 4]}
        pasted = {**self.record, "bids": made[:listed], "tricks": []}
        self.enter("text", value="pasted")
        self.enter("read", records=[pasted], notes=[])
        others = self.rng.sample(made[listed:], self.rng.randint(0, 4 - listed))
        for bid in others:
            self.enter("bid", bidder=bid["player"], value=str(bid["tricks"]), left=True)
        self.record["bids"] = [bid for bid in made if bid in made[:listed] or bid in others]

    def some_hands(self) -> None:
        """Enter some hands, whole or in part, and perhaps one that can't be read."""
        known = self.rng.sample(PLAYERS, self.rng.randint(0, 3))
        hands = {player: self.hands[player][: self.rng.choice([13, 13, 13, 4])] for player in known}
        for player, cards in hands.items():
            self.enter("hand", seat=PLAYERS.index(player), value=" ".join(cards), over="")
        if sum(len(cards) == 13 for cards in hands.values()) == 3:
            # The fourth hand is what is left, which the page says as it fills it in.
            hands = dict(self.hands)
        if len(hands) < 3 and not self.rng.randrange(4):
            player = next(player for player in PLAYERS if player not in hands)
            self.fault, self.kept = "is not a card", "AS foo"
            self.enter("hand", seat=PLAYERS.index(player), value=self.kept, over="")
        if hands:
            self.record["hands"] = hands

    def tricks(self) -> None:
        """Play some tricks, mostly by the rules, and enter each card in its cell; the last trick may stop anywhere."""
        rng, left = self.rng, {player: list(cards) for player, cards in self.hands.items()}
        leader = rng.randrange(4)
        if "dealer" in self.record:
            leader = (PLAYERS.index(self.record["dealer"]) + 1) % 4
        tricks: list[Json] = []
        last = rng.choice([0, 1, 2, 3, 5, 8, 13])
        for index in range(last):
            led_by = leader if index == 0 or rng.randrange(25) else rng.randrange(4)
            plays: list[Json] = []
            count = rng.randint(1, 4) if index == last - 1 and last < 13 else 4
            for step in range(count):
                seat = (led_by + step) % 4
                card = self._card(left[PLAYERS[seat]], plays)
                self.enter("cell", trick=index, seat=seat, value=card.lower(), over="")
                if step == 0 and led_by != leader:
                    self.enter("leader", trick=index, value=str(led_by))
                plays.append({"player": PLAYERS[seat], "card": card})
            # A lead that follows from the trick before is nobody's statement.
            named = led_by != leader or index == 0
            said = {"leader": PLAYERS[led_by]} if named else {}
            tricks.append({**said, "cards": [play["card"] for play in plays]})
            leader = PLAYERS.index(_winner(plays)) if count == 4 else leader
        if tricks and not rng.randrange(3):
            self._second_card(plays, len(tricks) - 1, left)
        self.record["tricks"] = tricks

    def _card(self, hand: list[str], plays: list[Json]) -> str:
        suit = plays[0]["card"][1] if plays else None
        following = [card for card in hand if card[1] == suit]
        among = following if following and self.rng.randrange(15) else hand
        card = self.rng.choice(among)
        hand.remove(card)
        return card

    def _second_card(self, plays: list[Json], index: int, left: dict[str, list[str]]) -> None:
        """Type two cards into the cell of whoever played last, of which the second has no room."""
        if len(plays) < 4:
            return
        player, card = plays[-1].values()
        other = next((card for hand in left.values() for card in hand), None)
        if other is not None:
            self.fault, self.kept = "two cards in one cell", f"{card} {other}"
            over = f"{'10' if card[0] == 'T' else card[0]}{dict(zip('SHDC', '♠♥♦♣', strict=True))[card[1]]}"
            self.enter("cell", trick=index, seat=PLAYERS.index(player), value=self.kept, over=over, left=False)

    def lines_of_text(self) -> None:
        """Write calls of a revoke and a claim into the text: they have no fields. A text leaves no fault in a field."""
        if self.fault is not None:
            return
        calls = [self.rng.sample(PLAYERS, 2) for _ in range(self.rng.choice([0, 0, 1, 2]))]
        said: Json = {"accusations": [{"by": by, "against": against} for by, against in calls]} if calls else {}
        if self.record["tricks"] and not self.rng.randrange(4):
            said["claim"] = {
                "by": self.rng.choice(PLAYERS),
                "tricks": "rest",
                "accepted": self.rng.choice([True, False]),
            }
        if said:
            self.record |= said
            self.write()

    def write(self) -> None:
        """Enter a text that says all of it."""
        self.enter("text", value="written")
        self.enter("read", records=[dict(self.record)], notes=[])

    def sheet(self) -> None:
        """Write some figures of the sheet."""
        for row, most in (("before score", 400), ("before bags", 9), ("reported points", 90), ("reported score", 400)):
            for side in SIDES:
                if not self.rng.randrange(4):
                    self._figure(row, side, self.rng.randint(0, most))
        if "before" in self.record or "reported" in self.record:
            self.write()

    def _figure(self, row: str, side: str, number: int) -> None:
        member, name = row.split()
        outer, inner = (side, name) if member == "before" else (name, side)
        self.record.setdefault(member, {}).setdefault(outer, {})[inner] = number

    def entered(self, operation: str, path: str, body: Json | None = None) -> Entered:
        """Return what was entered."""
        return Entered(self.events, operation, path, body or self.record, self.fault, self.kept)


def _winner(plays: list[Json]) -> str:
    suit = plays[0]["card"][1]
    worth: dict[str, int] = {play["player"]: _worth(play["card"], suit) for play in plays}
    return max(worth, key=worth.__getitem__)


def _worth(card: str, suit: str) -> int:
    return STRENGTH.index(card[0]) + (100 if card[1] == "S" else 50 if card[1] == suit else 0)


def log(seed: int, preset: str) -> Entered:
    """Enter a round with its cards."""
    entering = Entering(seed, preset)
    if seed % 4:
        entering.dealer()
        entering.bids()
    else:
        entering.bids_in_order()
    for part in (entering.some_hands, entering.tricks, entering.lines_of_text, entering.sheet):
        part()
    return entering.entered("auditRound", "/v1/rounds/audit")


def row(seed: int, preset: str) -> Entered:
    """Enter a row of a score sheet: bids and tricks, without a card."""
    entering = Entering(seed, preset)
    entering.dealer()
    while "bids_by_player" not in entering.record:
        entering.bids()
    entering.sheet()
    taken = entering.rng.randint(0, 13)
    entering.record.setdefault("reported", {})["tricks_won"] = {"N+S": taken, "E+W": 13 - taken}
    entering.write()
    body = {**entering.record, "tricks": [{"cards": [], "after_gap": True}]}
    return entering.entered("auditRound", "/v1/rounds/audit", body)


def claim(seed: int, preset: str) -> Entered:
    """Enter a claim of which only the cards left are known, beside bids."""
    entering = Entering(seed, preset)
    entering.dealer()
    entering.bids()
    rng, count = entering.rng, entering.rng.randint(1, 4)
    by, lead, broken = rng.choice(PLAYERS), rng.randrange(4), rng.choice(["yes", "no"])
    hands = {player: cards[:count] for player, cards in entering.hands.items()}
    entering.enter("dispute", kind="claim")
    answers = [
        ("by", str(PLAYERS.index(by))),
        ("lead", str(lead)),
        *((f"hand {seat}", " ".join(hands[player])) for seat, player in enumerate(PLAYERS)),
        ("broken", broken),
    ]
    for step, value in answers:
        entering.enter("guided", step=step, value=value, left=True)
    where = {"leader": PLAYERS[lead], "spades_broken": broken == "yes"}
    body = {**entering.record, "hands": hands, **where, "claim": {"by": by, "tricks": "rest"}}
    return entering.entered("judgeClaim", "/v1/claims/judge", body)
