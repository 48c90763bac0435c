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
from typing import Any

from tests.naive.compare import STEP, Case, ask, cases
from tests.naive.referee import Referee
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
    illegal = [each["card"] for each in answer.get("illegal", ())]
    illegal = rng.sample(illegal, min(MOST_CARDS, len(illegal)))
    opens = answer["trick"] > len(record["tricks"])
    for player, card in (*((turn, card) for card in (*legal, *illegal)), (turn, UNREAD)):
        found, asked = _about(case, player, card, opens=opens)
        if card in legal and (found or asked):
            yield f"{player} may play {card}: {found | asked}"
        if card in illegal and not found:
            yield f"{player} may not play {card}: {asked}"
        if card == UNREAD and found & TURN:
            yield f"it is the turn of {player}: {found}"
    for other in set(record["players"]) - {turn}:
        found, asked = _about(case, other, UNREAD, opens=opens)
        if not (found | asked) & TURN and "dealer" in record:
            yield f"it is not the turn of {other}, but of {turn}"
    if opens and "spades_broken" in answer:
        known = _with(record, turn, UNREAD, opens=True)
        referee = Referee(known, case.parameters)
        referee.judge()
        told = {True: "proved", False: "disproved"}[answer["spades_broken"]]
        if referee.broken_before[-1] != told:
            yield f"spades broken: {told}, and to the referee {referee.broken_before[-1]}"


def _with(record: Json, player: str, card: str, *, opens: bool) -> Json:
    """Return the record with one more play."""
    tricks = [*record["tricks"], {"plays": []}] if opens else list(record["tricks"])
    tricks[-1] = {**tricks[-1], "plays": [*tricks[-1]["plays"], {"player": player, "card": card}]}
    return {**record, "tricks": tricks}


def _about(case: Case, player: str, card: str, *, opens: bool) -> tuple[set[str], set[str]]:
    """Return the codes that the referee finds, and those that it asks about, at one more play."""
    record = _with(case.record, player, card, opens=opens)
    referee = Referee(record, case.parameters)
    referee.judge()
    place = f"#/tricks/{len(record['tricks']) - 1}/plays/{len(record['tricks'][-1]['plays']) - 1}"
    found = {code for code, pointer, *_ in referee.findings if pointer == place}
    return found, {code for code, pointer, *_ in referee.undecided if pointer == place}


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


def run(first: int, last: int) -> int:
    """Compare these seeds, the last among them; return how many differ."""
    wrong, total = 0, Counter[str]()
    for done, seed in enumerate(range(first, last + 1), 1):
        lines, said = compare(seed)
        total[said] += 1
        if lines:
            wrong += 1
            sys.stdout.write("\n".join([f"seed {seed}:", *(f"    {line}" for line in lines), ""]))
        if done % STEP == 0 or done == last + 1 - first:
            sys.stdout.write(f"{done} of {last + 1 - first}: {wrong} differ, {dict(total)}\n")
            sys.stdout.flush()
    return wrong


if __name__ == "__main__":
    sys.exit(bool(run(int(sys.argv[1]), int(sys.argv[2]))))
