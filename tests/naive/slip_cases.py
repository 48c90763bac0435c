"""Rounds whose truth is known, each with one slip of the pen: from a seeded generator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.naive import disputes, sheets
from tests.naive.compare import PAST, PRESETS, parameters_of
from tests.naive.contradictions import Proved
from tests.naive.deals import legal_round
from tests.naive.disputes import disputed_rules
from tests.naive.faults import hide
from tests.naive.mended import Mended
from tests.naive.proof import Proof, prove
from tests.naive.referee import Offence
from tests.naive.slips import mended_records
from tests.naive.spoilt.once import ALL_SLIPS, Spoilt, spoilt_once
from tests.naive.table import UNREAD, Table

Json = dict[str, Any]


@dataclass(frozen=True)
class SlipCase:
    """A true round, what of it is recorded, and that with a slip in it."""

    seed: int
    reference: Json
    parameters: Json
    true: Proved
    """All offences of the round."""
    provable: Proved
    """Those that the record would prove without the slip."""
    recorded: Json
    spoilt: Spoilt

    @property
    def request(self) -> Json:
        """The body of the request."""
        return {"ruleset": self.reference, **self.spoilt.record}


def proof_of(record: Json, parameters: Json) -> Proof:
    """Return what a record proves."""
    return prove(record, parameters)


def slip_cases(seed: int) -> Iterator[SlipCase]:
    """Yield the cases of a seed until one can be used."""
    for attempt in range(2000):
        own = seed + PAST * attempt
        case = _case(own, Random(own), ALL_SLIPS[seed % len(ALL_SLIPS)])
        if case is not None:
            yield case


def _case(seed: int, rng: Random, slip: Any) -> SlipCase | None:
    preset = rng.choice(PRESETS)
    overrides, parameters = disputed_rules(rng, parameters_of(preset))
    true = legal_round(rng, parameters, slips=rng.choice([0.0, 0.03, 0.06]))
    if true is None:
        return None
    limit = parameters["bags"]["limit"]
    for standing in true.get("before", {}).values():
        standing["bags"] = standing["bags"] % limit if limit else 0
    if rng.random() < 0.3:
        true = disputes.out_of_turn(true, parameters, rng)
    if rng.random() < 0.1:
        rng.shuffle(true["bids"])
    if rng.random() < 0.2:
        true = disputes.called(true, parameters, rng)
    if rng.random() < 0.6:
        true = sheets.reported(true, parameters, rng)
    recorded = hide(true, rng) if rng.random() < 0.6 else true
    if "reported" in recorded and len(recorded["tricks"]) < len(true["tricks"]):
        del recorded["reported"]
    spoilt = spoilt_once(recorded, Table(recorded, parameters), rng, slip)
    if spoilt is None:
        return None
    whole, hidden = proof_of(true, parameters), proof_of(recorded, parameters)
    if whole.errors or hidden.errors:
        return None  # it contradicts itself without a slip
    return SlipCase(
        seed, {"name": preset, "overrides": overrides}, parameters, whole.offences, hidden.offences, recorded, spoilt
    )


def is_false(case: SlipCase, offence: Offence) -> bool:
    """Tell whether the true round does not have this offence, numbered as in the record with the slip."""
    code, player, trick, position = offence
    # A card that is illegal in the first trick anyway is called a revoke where the record shows that it was one, too.
    codes = {code, "revoke"} if code == "illegal_first_trick_card" else {code}
    return not any((each, player, case.spoilt.true_number(trick), position) in case.true for each in codes)


def still_provable(case: SlipCase) -> Proved:
    """Return the offences that the record would prove without the slip, numbered as in the record with it."""
    order = case.spoilt.true
    if not order:
        return case.provable
    return {
        (code, player, None if trick is None else order.index(trick - 1) + 1, position)
        for code, player, trick, position in case.provable
        if trick is None or trick - 1 in order
    }


def true_readings(case: SlipCase) -> list[Mended]:
    """Return the ways to mend one slip that restore what was recorded, as far as its cards can be known."""
    record = case.spoilt.record
    ways = mended_records(record, Table(record, case.parameters), case.parameters)
    # What was left out besides is not restored.
    recorded = {member: value for member, value in case.recorded.items() if member in record}
    return [mended for mended in ways if _restores(mended.record, recorded, mended.slip)]


def _restores(mended: Json, recorded: Json, slip: str) -> bool:
    if len(mended["tricks"]) != len(recorded["tricks"]):
        return False
    both = zip(mended["tricks"], recorded["tricks"], strict=True)
    if not all(_is_same(one, other) for one, other in both if not one.get("unwritten")):
        return False
    if slip == "trick_left_out":
        return True
    lists = ("set_aside", "exchanges", "draws", "bids", "dealer")
    hands, true = mended.get("hands", {}), recorded.get("hands", {})
    same = hands.keys() == true.keys() and all(_is_same_hand(hand, true[player]) for player, hand in hands.items())
    return same and all(mended.get(member) == recorded.get(member) for member in lists)


def _is_same_hand(mended: list[str], recorded: list[str]) -> bool:
    """Tell whether a mended list is the one that was recorded, as far as its cards can be known."""
    read = [card for card in mended if card != UNREAD]
    return len(mended) == len(recorded) and not Counter(read) - Counter(recorded)


def _is_same(mended: Json, recorded: Json) -> bool:
    """Tell whether a mended trick is the one that was recorded, as far as its cards can be known."""
    claims = all(mended.get(member) == recorded.get(member) for member in ("winner", "leader"))
    if not claims or len(mended["plays"]) != len(recorded["plays"]):
        return False
    return all(
        play["player"] == true["player"] and play["card"] in {true["card"], UNREAD}
        for play, true in zip(mended["plays"], recorded["plays"], strict=True)
    )
