"""What published documents say of the pack, the bids, the play and the end of a game, written down by hand.

The lines cited are those of the documents as the tests in tests/spades/rulesets cite them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.conformance.vector import Vector
from tests.conformance.written import written
from tests.spades.builders.cards import Json, names_at
from tests.spades.builders.records import record, trick

TUTORIAL, CLASSIC = "Four and Two Player Spades tutorial", "classic text (after the U.S. Playing Card Co.)"
BEAR, BLISS = "thebearknowsbest.com, Spades", "solitairebliss.com, Spades"


class Lines(NamedTuple):
    """Where a document says how cards are played: following, leading a spade, who wins and leads, the rank of cards."""

    document: str
    follow: str
    lead: str
    win: str
    rank: str


_PLAY = {
    "four-player": Lines(TUTORIAL, "l.15", "l.17", "l.16", "l.11"),
    "two-player": Lines(TUTORIAL, "l.41", "l.43", "l.42", "l.37"),
    "classic-solo": Lines(CLASSIC, "l.57", "l.57", "l.57", "l.42"),
    "classic-partnership": Lines(CLASSIC, "l.57", "l.57", "l.57 and l.72", "l.42"),
    "nello": Lines(BEAR, "l.15", "l.15", "l.15", "l.15"),
    "solitaire-bliss": Lines(BLISS, "l.27", "l.27 and l.29", "l.31", "l.14"),
}


def published_play() -> Iterator[Vector]:
    """Yield everything that the documents say besides scores."""
    yield from _cards()
    yield from written("published_play.txt")


def _cards() -> Iterator[Vector]:
    """Yield for each document what may be played, and who wins and leads."""
    for name, said in _PLAY.items():
        two = name == "two-player"
        plays = [
            ("follow", "AS 9H 2H 4C", "ana KH", False, "9H 2H", said.follow),
            ("void", "AS 2S 9D 4C", "ana KH", False, "AS 2S 9D 4C", said.follow),
            ("no-spade-lead", "AS 9H", "", False, "9H", said.lead),
            ("spade-lead-once-broken", "AS 9H", "", True, "AS 9H", said.lead),
            ("only-spades", "AS 2S", "", False, "AS 2S", said.lead),
        ]
        for what, hand, line, broken, legal, where in plays:
            body = {
                "ruleset": name,
                "players": names_at(name),
                "hand": hand.split(),
                "plays": trick(line, names_at(name))["plays"],
                "trick_number": 5,
                "spades_broken": broken,
            }
            yield _vector(
                f"{what}-{name}", "listLegalPlays", body, {"legal": legal.split()}, f"{said.document}, {where}"
            )
        tricks = [
            ("spade-beats-ace", "ana AH 2S" + ("" if two else " KH QH"), "ben", "highest_spade", said.win),
            ("suit-led-beats", "ana 2H AD" + ("" if two else " AC KD"), "ana", "highest_of_suit_led", said.win),
            ("ace-beats-king", "ana KH AH" + ("" if two else " 2C 2D"), "ben", "highest_of_suit_led", said.rank),
            ("ten-beats-nine", "ana 9H TH" + ("" if two else " 2C 2D"), "ben", "highest_of_suit_led", said.rank),
        ]
        for what, line, winner, reason, where in tricks:
            body = {"ruleset": name, "players": names_at(name), "plays": trick(line, names_at(name))["plays"]}
            answer = {"winner": winner, "reason": reason}
            yield _vector(f"{what}-{name}", "judgeTrick", body, answer, f"{said.document}, {where}")
        count = len(names_at(name))
        said_bids = ", ".join(f"{player} 2" for player in names_at(name))
        more = "" if two else " 2H 3H"
        body = record(name, f"ana KH AH{more}", "ana 4H", bid=said_bids, players=count)
        found = [{"code": "wrong_leader", "pointer": "#/tricks/1/plays/0", "player": "ana"}]
        yield _vector(f"winner-leads-{name}", "auditRound", body, {"findings": found}, f"{said.document}, {said.win}")


def _vector(name: str, operation: str, request: Json, answer: Json, source: str) -> Vector:
    return Vector(f"published/{name}", operation, request, answer, "published", source)
