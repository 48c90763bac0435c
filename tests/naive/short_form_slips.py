"""Rounds in short forms with one slip of the pen: ``python -m tests.naive.short_form_slips FIRST LAST``.

Nobody may be accused of what the true round does not have if the record contradicts itself, and every change that a
reading suggests must be at a place of the record; and the naive ruling must be the same. Prints each seed on which that
fails, and at the end a table.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from tests.naive.compare import PRESETS, parameters_of, proof_differing
from tests.naive.deals import legal_round
from tests.naive.disputes import disputed_rules
from tests.naive.faults import hide
from tests.naive.ruling import rule
from tests.naive.short_forms import in_full
from tests.spades.builders.asking import answer
from tests.spades.builders.rulings import resolves
from tests.spades.builders.short_forms import with_cards

Json = dict[str, Any]
STEP = 250


class Case(NamedTuple):
    """A true round, and what of it is recorded in a short form, with a slip."""

    true: Json
    form: str
    slip: str
    spoilt: Json
    parameters: Json


def _entries(trick: Json) -> tuple[Any, list[Any]]:
    """Return what holds the cards of a trick, and their keys in it."""
    cards = trick["cards"] if "cards" in trick else trick["cards_by_player"]
    return cards, list(range(len(cards)) if isinstance(cards, list) else cards)


def miscopied(record: Json, rng: Random) -> bool:
    """Write another card of the round in place of one."""
    cards, keys = _entries(rng.choice(record["tricks"]))
    other, others = _entries(rng.choice(record["tricks"]))
    key, card = rng.choice(keys), other[rng.choice(others)]
    same, cards[key] = cards[key] == card, card
    return not same


def exchanged(record: Json, rng: Random) -> bool:
    """Write two cards of a trick in each other's place."""
    cards, keys = _entries(rng.choice(record["tricks"]))
    if len(keys) == 1:
        return False
    one, other = rng.sample(keys, 2)
    cards[one], cards[other] = cards[other], cards[one]
    return True


def left_out(record: Json, rng: Random) -> bool:
    """Leave a card out of a trick that is not the last."""
    if len(record["tricks"]) == 1:
        return False
    cards, keys = _entries(rng.choice(record["tricks"][:-1]))
    del cards[rng.choice(keys)]
    return True


def written_twice(record: Json, rng: Random) -> bool:
    """Write a card of a list twice in a row."""
    cards, keys = _entries(rng.choice(record["tricks"]))
    if not isinstance(cards, list):
        return False
    place = rng.choice(keys)
    cards.insert(place, cards[place])
    return True


def wrong_leader(record: Json, rng: Random) -> bool:
    """Name another leader of a trick."""
    return _named(record, rng, "leader")


def wrong_winner(record: Json, rng: Random) -> bool:
    """Name another winner of a trick."""
    return _named(record, rng, "winner")


def _named(record: Json, rng: Random, member: str) -> bool:
    tricks = [trick for trick in record["tricks"] if member in trick]
    if not tricks:
        return False
    trick = rng.choice(tricks)
    trick[member] = rng.choice([player for player in record["players"] if player != trick[member]])
    return True


def listed_wrongly(record: Json, rng: Random) -> bool:
    """Write another card in place of one in a list of a hand."""
    hands = [hand for hand in record.get("hands", {}).values() if hand]
    if len(hands) < len(record["players"]):
        return False
    one, other = rng.sample(hands, 2)
    one[rng.randrange(len(one))] = rng.choice(other)
    return True


def trick_written_twice(record: Json, rng: Random) -> bool:
    """Write a trick twice in a row."""
    place = rng.randrange(len(record["tricks"]))
    record["tricks"].insert(place, json.loads(json.dumps(record["tricks"][place])))
    return True


def tricks_exchanged(record: Json, rng: Random) -> bool:
    """Exchange two neighbouring tricks."""
    tricks = record["tricks"]
    place = rng.randrange(max(1, len(tricks) - 1))
    tricks[place : place + 2] = tricks[place : place + 2][::-1]
    return len(tricks) > 1


def trick_forgotten(record: Json, rng: Random) -> bool:
    """Leave out a trick."""
    del record["tricks"][rng.randrange(len(record["tricks"]))]
    return bool(record["tricks"])


def wrong_dealer(record: Json, rng: Random) -> bool:
    """Name another dealer."""
    if "dealer" not in record:
        return False
    record["dealer"] = rng.choice([player for player in record["players"] if player != record["dealer"]])
    return True


SLIPS: tuple[Callable[[Json, Random], bool], ...] = (
    *(miscopied, exchanged, left_out, written_twice, wrong_leader, wrong_winner, listed_wrongly, trick_written_twice),
)
ALL_SLIPS = (*SLIPS, tricks_exchanged, trick_forgotten, wrong_dealer)
"""With those that often contradict nothing."""
FORMS = (("cards", True), ("cards", False), ("cards_by_player", True), ("cards_by_player", False))


def case_of(seed: int, slips: Sequence[Callable[[Json, Random], bool]] = SLIPS) -> Case | None:
    """Return the case of a seed, None if nothing comes of it."""
    rng = Random(seed)
    preset = rng.choice(PRESETS)
    overrides, parameters = disputed_rules(rng, parameters_of(preset))
    true = legal_round(rng, parameters, slips=rng.choice([0.0, 0.03, 0.06]))
    if true is None:
        return None
    ruleset = {"name": preset, "overrides": overrides}
    whole = {"ruleset": ruleset, **true}
    for trick in whole["tricks"]:
        if rng.random() < 0.5:
            trick.pop("winner", None)
    hidden = {"ruleset": ruleset, **(hide(true, rng) if rng.random() < 0.6 else true)}
    hidden.pop("reported", None)
    if not hidden["tricks"]:
        return None
    form, leaders = FORMS[seed // len(slips) % len(FORMS)]
    short: Json = json.loads(json.dumps(with_cards(hidden, form=form, leaders=leaders)))
    if any("plays" in trick for trick in short["tricks"]) or "errors" in answer("auditRound", short)[1]:
        return None
    slip = slips[seed % len(slips)]
    if not slip(short, rng):
        return None
    return Case(whole, f"{form}{'' if leaders else ', no leader'}", slip.__name__, short, parameters)


def accused(ruling: Json) -> set[tuple[str, str | None]]:
    """Return who is found to have done what, wherever."""
    return {(each["code"], each.get("player")) for each in ruling["findings"] if each["severity"] == "offence"}


def compared(case: Case) -> list[str]:
    """Return a line for each thing in which the naive ruling differs, if all leads follow and a slip may mend it."""
    status, ruling = answer("auditRound", case.spoilt)
    if status != 200:
        return []
    record = {member: value for member, value in case.spoilt.items() if member != "ruleset"}
    if len(list(islice(in_full(record, case.parameters), 2))) > 1:
        return []
    expected = rule(record, case.parameters)
    return [] if expected["plain"] or expected["masked"] else proof_differing(ruling, expected)


def judged(case: Case) -> tuple[list[str], Counter[str]]:
    """Return a line for each thing that should not be, and what the case adds to the table."""
    status, ruling = answer("auditRound", case.spoilt)
    if status != 200:
        assert ruling["type"] == "/problems/unreadable-record", ruling
        return [], Counter(refused=1)
    errors = [each for each in ruling["findings"] if each["severity"] == "error"]
    if not errors:
        return [], Counter(unseen=1, accused=bool(accused(ruling) - accused(answer("auditRound", case.true)[1])))
    true = answer("auditRound", case.true)[1]
    false = accused(ruling) - accused(true)
    lines = [f"accuses an innocent player: {each}" for each in sorted(false, key=str)]
    lines += [
        f"a change is nowhere: {change}"
        for reading in ruling.get("readings", ())
        for change in reading["changes"]
        if "recorded" in change and not resolves(case.spoilt, change["pointer"])
    ]
    lines += [
        f"a pointer leads nowhere: {each['pointer']}"
        for each in (*ruling["findings"], *ruling["undecided"])
        if not resolves(case.spoilt, each["pointer"])
    ]
    kept = accused(ruling) & accused(true)
    counts = {"seen": 1, "false": bool(false), "true": len(accused(true)), "kept": len(kept)}
    return lines, Counter({**counts, "mended": bool(ruling.get("readings"))})


def run(first: int, last: int) -> int:
    """Judge these seeds, the last among them; return how many lines that makes."""
    table: dict[str, Counter[str]] = {}
    found = 0
    for done, seed in enumerate(range(first, last + 1), 1):
        case = case_of(seed, ALL_SLIPS)
        if case is not None:
            lines, counts = judged(case)
            lines += compared(case)
            found += len(lines)
            table.setdefault(f"{case.form}, {case.slip}", Counter()).update(counts)
            sys.stdout.writelines(f"seed {seed} ({case.form}, {case.slip}): {line}\n" for line in lines)
        if done % STEP == 0:
            sys.stdout.write(f"{done} of {last + 1 - first}\n")
    sys.stdout.writelines(f"{name:44} {dict(counts)}\n" for name, counts in sorted(table.items()))
    return found


if __name__ == "__main__":
    sys.exit(bool(run(int(sys.argv[1]), int(sys.argv[2]))))
