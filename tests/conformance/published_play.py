"""What published documents say of the pack, the bids, the play and the end of a game, written down by hand.

The lines cited are those of the documents as the tests in tests/spades/rulesets cite them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.conformance.vector import Vector
from tests.spades.builders.cards import STANDARD, Json, names_at
from tests.spades.builders.games import deal
from tests.spades.builders.questions import option
from tests.spades.builders.records import bids, hands, record, trick

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
_PACKS = [
    ("four-player", (), 4, 13, "", f"{TUTORIAL}, l.5 and l.7"),
    ("two-player", (), 2, 13, "", f"{TUTORIAL}, l.31 and l.33"),
    ("nello", (), 4, 13, "", f"{BEAR}, l.1 and l.15"),
    ("solitaire-bliss", (), 4, 13, "", f"{BLISS}, l.6, l.14 and l.16"),
    ("classic-solo", (), 2, 26, "", f"{CLASSIC}, l.30 and l.50"),
    ("classic-solo", (), 3, 17, "", f"{CLASSIC}, l.30 and l.50: one card is over"),
    ("classic-solo", (), 5, 10, "", f"{CLASSIC}, l.30 and l.50: two cards are over"),
    ("classic-solo", ("jokers",), 2, 26, "2C 2D", f"{CLASSIC}, l.78: without two deuces"),
    ("classic-solo", ("jokers",), 3, 18, "", f"{CLASSIC}, l.78: no cards are removed"),
    ("classic-solo", ("jokers",), 4, 13, "2C 2D", f"{CLASSIC}, l.78: without two deuces"),
    ("classic-solo", ("jokers",), 5, 10, "2C 2D 2H 2S", f"{CLASSIC}, l.78: without the four deuces"),
]
"""Ruleset, options, players, cards dealt to each, cards taken out."""

_BIDS: list[tuple[Any, str, Json, Json, str]] = [
    ("four-player", "", {}, {"next_bidder": "ana"}, f"{TUTORIAL}, l.13: the player left of the dealer begins"),
    ("two-player", "", {}, {"next_bidder": "ana"}, f"{TUTORIAL}, l.39: who did not shuffle bids first"),
    (
        "two-player",
        "ben 3",
        {},
        {"findings": [{"code": "bid_out_of_turn", "pointer": "#/bids/0"}]},
        f"{TUTORIAL}, l.39: who did not shuffle bids first",
    ),
    ("classic-solo", "", {}, {"open": list(range(1, 14))}, f"{CLASSIC}, l.53: the minimum bid is one"),
    ("classic-partnership", "", {}, {"open": list(range(2, 14))}, f"{CLASSIC}, l.70: a minimum bid of two"),
    (
        "classic-partnership",
        "ana 1",
        {},
        {"findings": [{"code": "bid_too_low", "pointer": "#/bids/0"}]},
        f"{CLASSIC}, l.70: a minimum bid of two",
    ),
    (
        "classic-partnership",
        "ana 3, ben 3, cy 3, dee 3, ana 4",
        {},
        {"findings": [{"code": "bid_repeated", "pointer": "#/bids/4"}], "next_bidder": None},
        f"{CLASSIC}, l.53: only one round of bidding",
    ),
    (
        "nello",
        "ana 1, ben 4, cy 0",
        {},
        {"findings": [{"code": "bid_raised", "severity": "note", "pointer": "#/bids/0"}]},
        f"{BEAR}, l.9: the partner of a nello bidder had already bid less than 3",
    ),
    (
        "nello",
        "ana 0, ben 4, cy 2",
        {},
        {"findings": [{"code": "nil_partner_bid_too_low", "pointer": "#/bids/2"}]},
        f"{BEAR}, l.9: a normal bid of at least 3 beside a nello",
    ),
    (
        "nello",
        "ana 0, ben 0, cy 0, dee 0",
        {},
        {"findings": [], "sides": [{"team": "ana+cy", "contract": 0}, {"team": "ben+dee", "contract": 0}]},
        f"{BEAR}, l.9: more than one player may bid nello",
    ),
    ("solitaire-bliss", "cy 3", {"dealer": None}, {"next_bidder": "dee"}, f"{BLISS}, l.20: the first bidder is random"),
    ("solitaire-bliss", "", {"dealer": None}, {"next_bidder": None}, f"{BLISS}, l.20: the first bidder is random"),
    (
        option("classic-solo", "blind-bids"),
        "",
        {"before": {"ana": {"score": 0}, "ben": {"score": 100}}},
        {"blind": list(range(1, 14))},
        f"{CLASSIC}, l.84: 100 points behind the high scorer",
    ),
    (
        option("classic-solo", "blind-bids"),
        "",
        {"before": {"ana": {"score": 1}, "ben": {"score": 100}}},
        {"blind": []},
        f"{CLASSIC}, l.84: 99 points behind the high scorer",
    ),
]
"""Ruleset, bids made, more members, what is stated (open and blind list bids of tricks that may be made)."""

_ONLY_SPADES = {"ana": [f"{rank}S" for rank in "AKQJT98765432"]}
_NO_HEARTS = "2S 6S 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC"
_A_HEART = "2S 9H 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC"
_AUDITS: list[tuple[str, Json, Json, str]] = [
    (
        "a-discard-breaks-spades",
        record("four-player", "ana KH 5H 2S 3H", bid="ana 2, ben 2, cy 2, dee 2", hands=hands(cy=_NO_HEARTS)),
        {"findings": [], "tricks": [{"winner": "cy", "spades_broken": True}]},
        f"{TUTORIAL}, l.17",
    ),
    (
        "a-revoke-against-the-hand",
        record("classic-partnership", "ana KH 2S 3H 4H", bid="ana 2, ben 2, cy 2, dee 2", hands=hands(ben=_A_HEART)),
        {"findings": [{"code": "revoke", "pointer": "#/tricks/0/plays/1", "player": "ben", "card": "2S"}]},
        f"{CLASSIC}, l.95: not following suit when possible",
    ),
    (
        "the-first-bidder-leads",
        record("solitaire-bliss", "cy KH", bid="cy 3, dee 3, ana 3, ben 3"),
        {"findings": []},
        f"{BLISS}, l.27: the first player to bid begins the round",
    ),
    (
        "another-than-the-first-bidder-leads",
        record("solitaire-bliss", "ana KH", bid="cy 3, dee 3, ana 3, ben 3"),
        {"findings": [], "undecided": [{"code": "wrong_leader", "pointer": "#/tricks/0/plays/0"}]},
        f"{BLISS}, l.27: the first player to bid begins the round; who that was to be, the record does not say",
    ),
    *(
        (
            f"only-spades-to-lead-{name}",
            record(name, "ana AS 2C 3C 4C", bid="ana 3, ben 3, cy 3, dee 3", hands=_ONLY_SPADES),
            {"findings": [], "tricks": [{"winner": "ana", "winning_card": "AS", "spades_broken": broken}]},
            source,
        )
        for name, broken, source in (
            ("four-player", False, f"{TUTORIAL}, l.17: only who cannot follow breaks them"),
            ("classic-partnership", True, f"{CLASSIC}, l.57: unless played previously"),
            ("nello", True, f"{BEAR}, l.15: unless played previously"),
            ("solitaire-bliss", True, f"{BLISS}, l.29: after the first spade card is played"),
        )
    ),
]
for _kept, _regular in (("7H", True), ("2C", True), ("7H 2C", False), ("", False)):
    _AUDITS.append(
        (
            f"of-two-cards-{_kept.replace(' ', '-and-') or 'neither'}-is-kept".lower(),
            record(
                "two-player",
                bid="",
                players=2,
                draws=[{"player": "ana", "cards": ["7H", "2C"], "kept": _kept.split()}],
            ),
            {"findings": [] if _regular else [{"code": "illegal_draw", "pointer": "#/draws/0", "player": "ana"}]},
            f"{TUTORIAL}, l.33: of two cards drawn exactly one is kept",
        )
    )

_THREES = deal("ana 3, ben 3, cy 3, dee 3", "ana 3, ben 4, cy 3, dee 3")
_FIVE_OVER = deal("ana 2, ben 2, cy 2, dee 3", "ana+cy 9, ben+dee 4")
_FOURS = deal("ana 4, ben 3, cy 4, dee 2", "ana 4, ben 3, cy 4, dee 2")
_GAMES: list[tuple[str, Any, list[Json], Json, Json, str]] = [
    (
        "four-sandbag-rounds",
        "four-player",
        [_FIVE_OVER] * 4,
        {},
        {
            "rounds": [
                {"teams": [{"after": {"score": score, "bags": bags_}}, {}]}
                for score, bags_ in ((45, 5), (-10, 0), (35, 5), (-20, 0))
            ]
        },
        f"{TUTORIAL}, l.21: every time a team gets to 10 sandbags",
    ),
    (
        "two-players-sandbags",
        "two-player",
        [deal("ana 3, ben 5", "ana 8, ben 5"), deal("ben 5, ana 3", "ana 8, ben 5")],
        {},
        {"standing": {"ana": {"score": -30, "bags": 0}}},
        f"{TUTORIAL}, l.46: every time a player gets to 10 sandbags",
    ),
    (
        "first-to-500",
        "four-player",
        [_THREES],
        {"ana+cy": {"score": 440}},
        {"finished": True, "winners": ["ana+cy"], "next": None},
        f"{TUTORIAL}, l.9",
    ),
    (
        "499-is-not-500",
        "four-player",
        [_THREES],
        {"ana+cy": {"score": 439}},
        {"finished": False, "winners": []},
        f"{TUTORIAL}, l.9",
    ),
    (
        "nello-short-game",
        option("nello", "short-game"),
        [_THREES],
        {"ana+cy": {"score": 140}},
        {"finished": True, "winners": ["ana+cy"]},
        f"{BEAR}, l.17: 200 points is suitable for a short game",
    ),
    (
        "classic-short-game",
        option("classic-partnership", "short-game"),
        [_THREES],
        {"ana+cy": {"score": 139}},
        {"finished": False, "winners": []},
        f"{CLASSIC}, l.57: 200 points is suitable for a short game",
    ),
    (
        "a-tie-is-played-off",
        "classic-solo",
        [_FOURS],
        {"ana": {"score": 470}, "ben": {"score": 480}, "cy": {"score": 470}},
        {"finished": False, "winners": [], "next": {"round_number": 2}},
        f"{CLASSIC}, l.66: all players participate in one more round",
    ),
    (
        "a-tie-is-decided",
        "classic-solo",
        [_FOURS, deal("ana 4, ben 3, cy 4, dee 2", "ana 4, ben 3, cy 5, dee 1")],
        {"ana": {"score": 470}, "ben": {"score": 480}, "cy": {"score": 470}},
        {"finished": True, "winners": ["cy"]},
        f"{CLASSIC}, l.66: all players participate in one more round",
    ),
    *(
        (
            f"exceeding-500-{ours}-{theirs}",
            "solitaire-bliss",
            [deal("ana 3, ben 3, cy 3, dee 4", "ana 3, ben 3, cy 3, dee 4")],
            {"ana+cy": {"score": ours - 60}, "ben+dee": {"score": theirs - 70}},
            {"winners": winners, "finished": bool(winners)},
            f"{BLISS}, l.40: the team with the highest score that exceeds 500 points",
        )
        for ours, theirs, winners in (
            (500, 130, []),
            (501, 130, ["ana+cy"]),
            (501, 502, ["ben+dee"]),
            (500, 501, ["ben+dee"]),
        )
    ),
]


def published_play() -> Iterator[Vector]:
    """Yield everything that the documents say besides scores."""
    yield from _cards()
    for name, options, players, size, out, source in _PACKS:
        whole = [*STANDARD, *(["LJ", "BJ"] if options else [])]
        yield _vector(
            f"pack-{name}{'-jokers' if options else ''}-{players}",
            "resolveRuleset",
            {"ruleset": option(name, *options), "player_count": players},
            {"hand_size": size, "deck": sorted(set(whole) - set(out.split()))},
            source,
        )
    for number, (ruleset, said, more, stated, source) in enumerate(_BIDS, 1):
        names = names_at(ruleset)
        body = {"ruleset": ruleset, "players": names, "dealer": names[-1], "bids": bids(said), **more}
        body = {name: value for name, value in body.items() if value is not None}
        yield _vector(f"bids-{number}", "checkBids", body, _open(stated), source)
    for name, body, stated, source in _AUDITS:
        yield _vector(name, "auditRound", body, stated, source)
    for name, ruleset, rounds, before, stated, source in _GAMES:
        body = {"ruleset": ruleset, "players": names_at(ruleset), "rounds": rounds, "before": before}
        yield _vector(name, "scoreGame", body, stated, source)


def _open(stated: Json) -> Json:
    """Return a statement about bids with the ones that may be made written out."""
    kinds = {"open": "ordinary", "blind": "blind"}
    listed = [{"tricks": tricks, "kind": kind} for member, kind in kinds.items() for tricks in stated.get(member, ())]
    rest = {name: value for name, value in stated.items() if name not in kinds}
    if "blind" in stated:  # where tricks may be bid blind, they may be bid openly, too
        listed += [{"tricks": tricks, "kind": "ordinary"} for tricks in range(1, 14)]
    return rest | ({"open": listed} if kinds.keys() & stated.keys() else {})


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
    jokers = option("classic-partnership", "jokers")
    for line, winner in (("ana LJ BJ AS KS", "ben"), ("ana AS LJ KS QS", "ben"), ("ana AH KH LJ AS", "cy")):
        body = {
            "ruleset": jokers,
            "players": names_at(jokers),
            "plays": trick(line, names_at(jokers))["plays"],
            "spades_broken": True,
        }
        name = f"jokers-{line.split()[1]}-{line.split()[2]}".lower()
        yield _vector(
            name, "judgeTrick", body, {"winner": winner}, f"{CLASSIC}, l.78: the jokers are the highest trumps"
        )


def _vector(name: str, operation: str, request: Json, answer: Json, source: str) -> Vector:
    return Vector(f"published/{name}", operation, request, answer, "published", source)
