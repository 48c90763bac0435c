"""What comes next, against the naive referee: ``python -m tests.naive.compare_next FIRST LAST``.

The service says whose turn it is in a record that breaks off somewhere, and which cards may be played. The referee is
asked about each such card, about some that may not be played, and about a card of somebody else, as the next one of the
log: what is legal has no finding, and anything else has one, or a question.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from tests.naive.compare import Case, ask, cases
from tests.naive.compare_rulesets import run
from tests.naive.referee import ERRORS, Referee
from tests.naive.table import UNREAD

Json = dict[str, Any]

KINDS = ("offences", "offences", "unread", "spoilt", "cut", "legal")
MOST_CARDS = 3
"""Of the legal and of the illegal cards, how many are tried."""
TURN = {"out_of_turn", "wrong_leader", "extra_play"}
_NOT_YET = ("accusations", "reported", "claim", "stopped", "misdeal_called_by", "adjustments", "void", "reason")


def broken_off(record: Json, rng: Random) -> Json:
    """Return the record as it was at some moment of the play, or of the bidding; no card had been taken back."""
    sofar = {name: value for name, value in record.items() if name not in _NOT_YET}
    tricks = record["tricks"][: rng.randrange(len(record["tricks"]) + 1)]
    sofar["tricks"] = [
        {
            **trick,
            "plays": [
                {name: value for name, value in play.items() if name != "withdrawn"} for play in trick.get("plays", ())
            ],
        }
        for trick in tricks
    ]
    if tricks and rng.random() < 0.7:
        last = sofar["tricks"][-1]
        last.pop("winner", None)
        del last["plays"][rng.randrange(len(last["plays"]) + 1) :]
    return sofar


def differing(case: Case, answer: Json, rng: Random) -> Iterator[str]:
    """Yield what the referee says otherwise about the next card of a record."""
    record, turn = case.record, answer["turn"]
    legal = rng.sample(answer.get("legal", []), min(MOST_CARDS, len(answer.get("legal", []))))
    illegal = [card for each in answer.get("illegal", ()) for card in each["cards"]]
    illegal = rng.sample(illegal, min(MOST_CARDS, len(illegal)))
    opens = answer["trick"] > len(record["tricks"])
    for player, card in (*((turn, card) for card in (*legal, *illegal)), (turn, UNREAD)):
        told = _about(case, player, card, opens=opens)
        if card in legal and (told.found or told.asked):
            yield f"{player} may play {card}: {told}"
        if card in illegal and not (told.found or told.lead_may_be_missing):
            yield f"{player} may not play {card}: {told}"
        if card == UNREAD and told.found & TURN:
            yield f"it is the turn of {player}: {told}"
    before = record["tricks"][answer["trick"] - 2]["plays"] if opens and record["tricks"] else []
    is_told = "dealer" in record and UNREAD not in {play["card"] for play in before}
    for other in _with_cards(record) - {turn} if is_told else ():
        told = _about(case, other, UNREAD, opens=opens)
        if not (told.found | told.asked) & TURN:
            yield f"it is not the turn of {other}, but of {turn}"
    if opens and "spades_broken" in answer:
        told = _about(case, turn, UNREAD, opens=True)
        if not told.has_errors and told.broken != ("proved" if answer["spades_broken"] else "disproved"):
            yield f"spades are broken: {answer['spades_broken']}, and to the referee {told.broken}"


def _with_cards(record: Json) -> set[str]:
    """Return the players who have a card left: in unequal hands some have none for the last trick."""
    played = Counter(play["player"] for trick in record["tricks"] for play in trick["plays"])
    hands = record.get("hands", {})
    return {player for player in record["players"] if player not in hands or played[player] < len(hands[player])}


class Told(NamedTuple):
    """What the referee says of a record with one more play: the codes about that play, and what they rest on."""

    found: set[str]
    asked: set[str]
    lead_may_be_missing: bool
    has_errors: bool
    broken: str
    """Whether spades were broken before its trick."""


def _about(case: Case, player: str, card: str, *, opens: bool) -> Told:
    tricks = [*case.record["tricks"], {"plays": []}] if opens else list(case.record["tricks"])
    tricks[-1] = {**tricks[-1], "plays": [*tricks[-1]["plays"], {"player": player, "card": card}]}
    referee = Referee({**case.record, "tricks": tricks}, case.parameters)
    referee.judge()
    place = f"#/tricks/{len(tricks) - 1}/plays/{len(tricks[-1]['plays']) - 1}"
    return Told(
        found={code for code, pointer, *_ in referee.findings if pointer == place},
        asked={code for code, pointer, *_ in referee.undecided if pointer == place},
        lead_may_be_missing=referee.may_lack_lead(len(tricks) - 1),
        has_errors=any(code in ERRORS for code, *_ in referee.findings),
        broken=referee.broken_before[-1],
    )


def compare(seed: int) -> tuple[list[str], str]:
    """Return what differs in the record of a seed, and what the service says of it: a member of its answer."""
    for case in cases(seed, KINDS[seed % len(KINDS)]):
        rng = Random(case.seed)
        played = Case(case.seed, case.reference, case.parameters, broken_off(case.record, rng))
        asked = Case(case.seed, case.reference, case.parameters, {**played.record, "with_illegal": True})
        answer = ask(asked, "nextInRound")
        if answer is not None:
            said = next(iter(set(answer) & {"finished", "bids", "draw", "exchange", "trick"}))
            if said == "trick" and "turn" in answer:
                return list(differing(played, answer, rng)), "legal" if "legal" in answer else "turn"
            return [], said if "turn" in answer or said == "finished" else f"{said}, turn unknown"
    raise ValueError(f"no usable case for seed {seed}")


def _counted(seed: int) -> tuple[list[str], Counter[str]]:
    lines, said = compare(seed)
    return lines, Counter([said])


if __name__ == "__main__":
    sys.exit(bool(run(_counted, int(sys.argv[1]), int(sys.argv[2]))))
