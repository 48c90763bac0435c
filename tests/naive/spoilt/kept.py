"""Records that showed a fault once, written out, so that they stay the same when others are drawn.

A trick is a line: ``"ana KH 5H 9H 2H"``, ``"ana KH cy 9H ben 5H dee 2H"``, or in a short form ``"KH 5H 9H 2H"`` without
who led, and ``"by player: ana KH ben 5H"``. ``"5H<5S"`` is a card that was played after another was taken back, and
``"= ana"`` at the end says who won, ``"by player, ana led: ..."`` who led.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tests.spades.builders.cards import Json
from tests.spades.builders.records import bids, call, hands, trick, tricks_won
from tests.spades.builders.rulesets import rules

BY_PLAYER: Final = "by player"


class Kept(NamedTuple):
    """A record in short."""

    ruleset: Json | str
    players: str
    dealer: str
    bids: str
    lines: tuple[str, ...]
    hands: Json
    members: Json

    @property
    def body(self) -> Json:
        """The record as it is sent."""
        players = self.players.split()
        record = {"ruleset": self.ruleset, "players": players, "dealer": self.dealer, "bids": bids(self.bids)}
        listed = {"hands": self.hands} if self.hands else {}
        return record | {"tricks": [_trick(line, players) for line in self.lines]} | listed | self.members


def _trick(line: str, players: list[str]) -> Json:
    head, _, rest = line.rpartition(": ")
    text, _, winner = rest.partition(" = ")
    leader = head.removeprefix(BY_PLAYER).removeprefix(", ").removesuffix(" led")
    claims = {name: claimed for name, claimed in (("leader", leader), ("winner", winner)) if claimed}
    if not head and text.split()[0] not in players:
        return {"cards": text.split(), **claims}
    made = trick(text, players, **claims)
    if head:
        return {"cards_by_player": {play["player"]: play["card"] for play in made["plays"]}, **claims}
    for play in made["plays"]:
        play["card"], _, taken_back = play["card"].partition("<")
        if taken_back:
            play["withdrawn"] = [{"card": taken_back}]
    return made


WRONG_DEALER_AND_LEAD = Kept(
    "solo-five-bags",
    "ben fay ana eve",
    "eve",
    "eve 3, ben 4, fay 3, ana 1",
    (
        *("TC 3C AC JC = fay", "4C 8C 3S 2C = eve", "TS 8S 5S KS = ana", "JD QD 6D 9D = fay", "5H 2H AH JH = eve"),
        *("5D 4D 2D KD = ana", "6C 9C AD KC = fay", "QH KH 3D 3H = ana", "ana TH eve AS ben 7H fay 6H<6S = eve"),
        *("QS JS 6S 9H = eve", "7S TD 9S 4H = fay", "8H QC 5C 7D = fay", "2S 7C 4S 8D = eve"),
    ),
    hands(
        ben="4D 3C 2C 8D 3H 8S JH 7H 7D AD JS TD JD",
        fay="KC 2S 9S 5S 6S 8H AC 6H 2D QD QH 4C 5H",
        ana="KH 9H 6D QC 4H 6C 2H KD 7C 8C TH JC KS",
        eve="3D AH TC TS 4S 3S 9C 9D 7S AS QS 5D 5C",
    ),
    {},
)
"""The dealer is wrong, for ana dealt, and ben led out of turn to trick 4."""
WRONG_DEALER_AND_LATE_LEAD = Kept(
    "mirror",
    "dee ana eve fay",
    "ana",
    "ana 3, eve 5, fay 4, dee 1",
    (
        *("4D 2D 7D 3D", "AH QH 2H 8H", "4H 5H 7H 6H", "4C 2C JC 3C", "KH 3H JH JD", "QC 6C 4S 5C", "9H JS TH 8S"),
        *("QD 5D 2S 9C", "5S 3S TD TS", "AD 7C AS KD", "AC 8C 9D KC", "QS TC 7S KS", "6S 9S 6D 8D"),
    ),
    hands(
        dee="QH 5H 3D TC TD 3H 8C 6D JS 6C 3C QD KD",
        ana="8D 9D TH 7H 4C AD 4D 2H 5D 7S JH 4S TS",
        eve="2C 2S 6S KC 5S 7C KS JD 5C 2D 6H 8H 8S",
        fay="QS 9C 3S KH 7D AH AC AS 9H QC JC 9S 4H",
    ),
    {},
)
"""The dealer is wrong, for dee dealt, and fay led out of turn to trick 7."""
PLAY_LEFT_OUT_AND_LEAD = Kept(
    "msn-zone",
    "cy eve ben ana",
    "eve",
    "ben 4, ana 1, cy 2, eve 4",
    (
        *("AD 6D TD QD = eve", "2C KC 5C 8C = ben", "9C 4C TC 2D = cy", "9D 5D 6S KD = ben", "4H QH 9H 8H = ana"),
        *("QC 5S 6H 6C = cy", "8S 2S KS TS = ben", "ben JC ana 3C cy 7C<3H eve QS = eve", "AS 4S 5H 3S = eve"),
        *("9S JS 2H 7S = ben", "KH AH 3H 7D = ana", "JD 8D 4D 7H = ana", "ana JH cy AC eve 3D = ana"),
    ),
    hands(
        cy="7C TC AC 3S 7S 3H QD 9H 9D 8C 8S 5S 8D",
        eve="2C 8H 7D 5D 2D AS QS 9S 6H 4D 2S 3D AD",
        ben="9C 4S 4H TH 7H 6C JS 6D KS JC KC KH 6S",
        ana="QC 2H AH JD 3C 4C KD QH 5H 5C JH TD TS",
    ),
    {},
)
"""A card of the last trick is left out. Eve dealt, and led out of turn to the first trick."""
TRICK_LEFT_OUT = Kept(
    "tournament-jjdd",
    "ana cy ben fay",
    "ben",
    "fay 4, ana 4, cy 4, ben 4",
    (
        *("4D QD 8D TD = ana", "AH 3H 6H 9H = ana", "QH 7H KH 6S = fay", "5C KC 4C 6C = ana", "9S 7S 4S QS = fay"),
        *("TS 5S JS 5H = cy", "KS JD 8S BJ = ana", "8C 7C 3C 8H = fay", "5D 3S 3D 6D = ana", "JH AS TH 7D = cy"),
        *("JC KD AC 2D = ana", "2S LJ 4H AD = cy"),
    ),
    hands(ana="KC 2S 9S 9C AH 2D QD 7C 5S BJ QH 3S JH", cy="LJ 7H 4C AS JS JC 8D 7S TC KS 3D 3C 3H"),
    {"reported": {"tricks_won": tricks_won("ana 6, cy 3, ben 0, fay 4")}, "accusations": [call("fay ben")]},
)
"""The eighth trick is left out."""
UNEQUAL_HANDS = Kept(
    rules(3, "four-player", deck={"jokers": 1, "leftover": "dealt"}, play={"opening_card": "lowest_club"}),
    "eve cy ana",
    "ana",
    "eve 6, cy 3, ana 5",
    (
        *(
            "eve 3C 2C JC = ana",
            "ana 6C KC 8C = eve",
            "eve 7H AH QH<9C = cy",
            "cy 6D 7D 4S = eve",
            "eve 7C 5C 9C = ana",
        ),
        *("ana AS 3S 9S = ana", "ana 8S 6S 6H = ana", "ana 5S 2S TS = cy", "cy 3H 5H 2H = ana"),
        *("ana TD 8D JD = cy", "cy 2D KD 5D = ana", "ana 7S TC 9D = ana", "ana QD 3D TH = ana", "ana BJ 4D 4H = ana"),
        *("ana AD AC 8H = ana", "ana KS 4C KH = ana", "eve QC JH"),
    ),
    hands(
        eve="QC 4C 7H 3D 4D 3C 2S 8D 2H 5D 3S 4S 6S 7C TC AC 9H KC",
        cy="KH 6H JH TS 8C 9D 3H 9S AH 6D TH JD 2C 8H JS 2D 4H 5C",
        ana="KD 6C JC 5S KS 8S AS QH AD BJ TD 7D 7S QD 5H 9C QS",
    ),
    {},
)
"""One trick of these is left out; eve revoked in trick 4, cy in trick 7."""
CLAIM_BESIDE_A_DOUBLED_CARD = Kept(
    "four-player",
    "ana cy ben fay",
    "cy",
    "ana+ben 9, cy+fay 9",
    (
        *("ben AH 2H TH 5H = ben", "ben 2D JD KD AD", "cy AC 7C 8C 3C = cy", "cy 2C KC TC 4C = ben"),
        *("ben 3H 6H KH KC = ana", "ana 3D 7D QD 4D", "ben 4H 9S JH 5C", "fay 5D 6D 2S TD = cy"),
        *("cy 6S AS QS 3S = ben", "ben 5S KS 4S 7S", "fay 8D TS JS 7H = cy"),
    ),
    hands(
        ana="TH 6D JH KD 3C 3S 6C TS JC 4S 3D 4C KH",
        cy="9C 5H 8S 6S AC 7D 7S 8H JS 5C 2C AD 2S",
        ben="QD 7H 7C 2D AH AS 3H 4H QH TD 9H 5S KC",
        fay="2H 5D 9S JD 6H 9D QC QS 8C TC KS 4D 8D",
    ),
    {"claim": {"by": "cy", "accepted": False, "tricks": "rest"}},
)
"""Cy played the eight of hearts to trick 5, and claimed the last two tricks too early."""
TRICK_BY_PLAYER_WITHOUT_A_CARD = Kept(
    "whiz",
    "fay eve dee ben",
    "dee",
    "ben 0, fay 0, eve 4, dee 3",
    (
        *("by player, fay led: dee TC eve 6C fay 3D", "by player: ben AD dee JD eve 2D fay 9D"),
        *("by player: ben KC dee 3C eve QC fay 2C", "by player: ben AC dee 4D eve 8C fay 5C"),
        *("by player: ben 9C dee JS eve TS fay 5D", "by player: ben 6H dee 8H eve 2H fay JH"),
        *("by player: ben 3H dee 4H eve 5H fay 7H", "by player: ben JC dee 9H eve QS fay QH"),
        *("by player: ben TD dee 7D eve QD fay 6D", "by player: ben 4C dee AH eve 8D fay TH"),
        *("by player, ben led: ben 3S dee 7S eve KD fay KS", "by player: ben AS dee 6S eve 5S fay 2S"),
        "by player: ben 8S dee KH eve 4S fay 9S",
    ),
    hands(eve="KD 2D 5S TS QS 4S 5H QD 2H QC 8D 6C 8C"),
    {"reported": {"tricks_won": tricks_won("fay+dee 6, eve+ben 7")}},
)
"""Ben's card of trick 1 is not written; the leaders of tricks 1 and 11 have to be named."""
CARDS_TAKEN_BACK_BEFORE_A_MISSING_TRICK = Kept(
    {"name": "solo-five-bags", "overrides": {"calls": {"established": "at_once"}}},
    "dee ana fay ben",
    "ana",
    "fay 10, fay 3, dee 3, ana 4",
    (
        *("fay KH TH<8S JH<JC AH<TD = ana", "ana 6H 4H<QS 2H<6C 5H<QC", "ana TD 6D<9C JD<7S KD<2S", "dee 9H 3H QD AS"),
        *("ben 4D AD<JC 3D TC", "dee 2C 5D JS 8S = fay", "fay QS 7S<7C 7H KS<2D"),
    ),
    {},
    {"reported": {"tricks_won": tricks_won("dee 3, ana 5, fay 3, ben 2")}},
)
"""One of fay's two bids is ben's. The sheet is that of a whole round, and the log ends after seven tricks."""
