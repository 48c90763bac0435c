"""The service against the naive ruling, on random disputes: ``python -m tests.naive.compare FIRST LAST [KIND]``.

Without one of `KINDS`, they take turns. Prints each seed on which they differ, with what differs; two processes share
the seeds. Of a record that contradicts itself only the verdict and the offences that it proves are compared: doubts can
be worded in more than one way.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import Pool
from random import Random
from typing import Any, TypeAlias

from service.presets.loader import resolve
from service.spades.rules.ruleset import NAMES, Reference, nested, plain, value_of
from tests.naive import disputes, sheets
from tests.naive.contradictions import Proved
from tests.naive.disputes import Change, dispute, disputed_rules
from tests.naive.ruling import rule
from tests.spades.builders import asking

Json = dict[str, Any]
Told: TypeAlias = tuple[int, list[str]]
"""A seed, and a line for each thing that differs."""

PRESETS = (
    *("four-player", "nello", "solitaire-bliss", "pagat", "openspiel"),
    *("classic-partnership", "tournament-jja", "tournament-jjdd"),
)
PAST = 1_000_000_000
"""Between the seeds that are tried for one case."""
WORKERS = 2
STEP = 250
"""Seeds between two lines of progress."""

KINDS: dict[str, tuple[float, list[Change]]] = {
    "offences": (
        0.04,
        [disputes.out_of_turn, disputes.taken_back, disputes.called, sheets.reported, disputes.hidden],
    ),
    "unread": (0.04, [disputes.called, sheets.reported, disputes.hidden, disputes.unread]),
    "miscounts": (0.03, [disputes.miscounted, disputes.called, sheets.reported, disputes.hidden]),
    "spoilt": (0.0, [disputes.plainly_spoilt, disputes.called, sheets.reported, disputes.hidden]),
    "cut": (0.1, [disputes.cut_off, disputes.taken_back, disputes.called, sheets.reported, disputes.hidden]),
    "copied": (0.06, [disputes.copied_and_called]),
    "legal": (0.0, [disputes.taken_back_in_time, disputes.hidden]),
    "sheet": (0.0, [disputes.taken_back_in_time, sheets.rightly_reported, disputes.unseen]),
}
"""How rounds come about: how often a card is drawn without looking at the rules, and what is done to the record."""
TURNS = ("offences",) * 5 + ("unread", "miscounts", "spoilt", "legal", "sheet")


@dataclass(frozen=True)
class Case:
    """A record, and the rules to judge it by as a request names them and in full."""

    seed: int
    reference: Json
    parameters: Json
    record: Json

    @property
    def request(self) -> Json:
        """The body of the request."""
        return {"ruleset": self.reference, **self.record}


@cache
def parameters_of(name: str) -> Json:
    """Return all parameters of a preset as a request names them."""
    values = resolve(Reference(name)).parameters
    return nested({each: plain(value_of(values, each)) for each in NAMES})


def ask(case: Case, operation: str = "auditRound") -> Json | None:
    """Return the service's answer, or None if the ruleset contradicts itself or does not fit the record."""
    status, content = asking.answer(operation, case.request)
    if status == 200:
        return content
    if content["type"] not in {"/problems/unusable-ruleset", "/problems/unreadable-record"}:
        raise ValueError(f"seed {case.seed} was refused: {content}")
    return None


def cases(seed: int, kind: str | None = None) -> Iterator[Case]:
    """Yield the cases of a seed until one can be used."""
    for attempt in range(100):
        own = seed + PAST * attempt
        rng = Random(own)
        slips, changes = KINDS[kind or TURNS[seed % len(TURNS)]]
        preset = rng.choice(PRESETS)
        overrides, parameters = disputed_rules(rng, parameters_of(preset))
        record = dispute(rng, parameters, changes, slips=slips)
        if record is not None:
            yield Case(own, {"name": preset, "overrides": overrides}, parameters, record)


def usable(seed: int, kind: str | None = None) -> tuple[Case, Json]:
    """Return the first case of a seed that the service takes, and its answer."""
    for case in cases(seed, kind):
        answer = ask(case)
        if answer is not None:
            return case, answer
    raise ValueError(f"no usable case for seed {seed}")


# What is compared.


def read(answer: Json) -> Json:
    """Return an answer of the service in the members of the naive ruling."""
    found = answer["findings"]
    keys = [(each["code"], each["pointer"]) for each in found]
    told = answer.get("accusations")
    return {
        "verdict": answer["verdict"],
        "complete": answer["complete"],
        "tricks_won": answer["tricks_won"],
        "findings": [(*key, each.get("established")) for key, each in zip(keys, found, strict=True)],
        "undecided": [(each["code"], each["pointer"]) for each in answer["undecided"]],
        "affected_from": answer.get("affected_from"),
        "alternatives": {
            key: sorted((other["card"], other["winner"]) for other in each["alternatives"])
            for key, each in zip(keys, found, strict=True)
            if each.get("alternatives")
        },
        "accusations": told and [(each["result"], sorted(keys[place] for place in each["findings"])) for each in told],
        "penalties": [
            (keys[each["finding"]], each["team"], each["effect"], each.get("tricks"))
            for each in answer.get("penalties", ())
        ],
        "as_played": _scores(answer.get("as_played")),
        "as_ruled": _scores(answer.get("as_ruled")),
        "order": [_rank(pointer) for _, pointer in keys],
        "differences": answer.get("differences")
        and [(each["pointer"], each["reported"], each["ruled"]) for each in answer["differences"]],
    }


def _rank(pointer: str) -> tuple[int, int]:
    """Return where a finding belongs: the deal, the bids, the plays trick by trick, the calls, the sheet."""
    _, part, *rest = pointer.split("/")
    if part == "reported":
        return 4, 0
    if part == "tricks":  # that tricks are missing is about the whole log
        return 2, int(rest[0]) if rest else PAST
    return {"bids": 1, "accusations": 3}.get(part, 0), 0


def _scores(sides: list[Json] | None) -> dict[str, Json] | None:
    if sides is None:
        return None
    return {
        side["team"]: {
            "points": side["points"],
            "score": side["after"]["score"],
            "bags_after": side["after"]["bags"],
            "sets": side["after"]["sets"],
            "consecutive_sets": side["after"].get("consecutive_sets", 0),
            "revokes": side["after"]["revokes"],
            "tricks": side["tricks"],
            "tricks_adjustment": side.get("tricks_adjustment", 0),
            "tricks_decided": side.get("tricks_decided", 0),
        }
        for side in sides
    }


def differing(answer: Json, expected: Json) -> list[str]:
    """Return a line for each thing in which an answer that was `read` differs from the naive ruling."""
    lines: list[str] = []
    for member in ("findings", "undecided", "penalties", "differences"):
        ours: Counter[Any] = Counter(answer[member] or ())
        theirs: Counter[Any] = Counter(expected[member] or ())
        lines += [f"{member}: the service alone has {item}" for item in (ours - theirs).elements()]
        lines += [f"{member}: the oracle alone has {item}" for item in (theirs - ours).elements()]
    lines += [
        f"{member}: the service has {answer[member]}, the oracle {expected[member]}"
        for member in ("verdict", "complete", "tricks_won", "affected_from")
        if answer[member] != expected[member]
    ]
    if (answer["differences"] is None) != (expected["differences"] is None):
        lines.append(f"differences: the service has {answer['differences']}, the oracle {expected['differences']}")
    if answer["order"] != sorted(answer["order"]):
        lines.append(f"findings: the service has them in the order {[key[:2] for key in answer['findings']]}")
    places = [[key[:2] for key in answer["findings"]].index(key) for key, *_ in answer["penalties"]]
    if places != sorted(places):
        lines.append(f"penalties: the service has them in the order of the findings {places}")
    lines += _by_key("alternatives", answer["alternatives"], expected["alternatives"])
    lines += _by_key(
        "accusations", dict(enumerate(answer["accusations"] or ())), dict(enumerate(expected["accusations"] or ()))
    )
    for member in ("as_played", "as_ruled"):
        lines += _scores_differing(member, answer[member], expected[member])
    return lines


def _by_key(member: str, ours: dict[Any, Any], theirs: dict[Any, Any]) -> list[str]:
    return [
        f"{member} of {key}: the service has {ours.get(key)}, the oracle {theirs.get(key)}"
        for key in {**ours, **theirs}
        if ours.get(key) != theirs.get(key)
    ]


def _scores_differing(member: str, ours: dict[str, Json] | None, theirs: dict[str, Json] | None) -> list[str]:
    if ours is None or theirs is None:
        return [] if ours is theirs else [f"{member}: the service has {ours}, the oracle {theirs}"]
    return [
        f"{member} of {side}: {what} is {ours[side].get(what)} by the service, {value} by the oracle"
        for side, score in theirs.items()
        for what, value in score.items()
        if what in ours[side] and ours[side][what] != value
    ]


def proved_by(answer: Json) -> Proved:
    """Return the offences of deal, bids and play that an answer of the service calls proved."""
    return {
        (each["code"], each.get("player"), each.get("trick"), _position(each["pointer"]))
        for each in answer["findings"]
        if each["severity"] == "offence" and not each["pointer"].startswith(("#/accusations/", "#/claim"))
    }


def _apart(what: str, ours: set[Any], theirs: set[Any]) -> list[str]:
    lines = [f"{what}: the service alone has {each}" for each in sorted(ours - theirs)]
    return lines + [f"{what}: the oracle alone has {each}" for each in sorted(theirs - ours)]


def _position(pointer: str) -> int | None:
    """Return which of the cards that were taken back at a play a pointer is about."""
    parts = pointer.split("/")
    return int(parts[parts.index("withdrawn") + 1]) if "withdrawn" in parts else None


def _in_sides(won: dict[str, int], answer: Json) -> dict[str, int]:
    """Return the tricks of each player, added up for a side of which the service says no more."""
    players = {side["team"]: side["players"] for side in answer.get("as_played", ())}
    return {
        name: won[name] if name in won else sum(won[each] for each in players[name]) for name in answer["tricks_won"]
    }


def proof_differing(answer: Json, expected: Json) -> list[str]:
    """Return a line for each thing that only one of the two rulings states on a record of several readings."""
    ours, theirs = proved_by(answer), expected["offences"]
    lines = [f"the service alone proves {each}" for each in sorted(ours - theirs, key=str)]
    if answer.get("limit_reached") or not expected["is_whole"]:
        return lines  # one of the two has not tried everything
    lines += [f"the oracle alone proves {each}" for each in sorted(theirs - ours, key=str)]
    if bool(answer.get("readings")) != bool(expected["readings"]):
        count = len(answer.get("readings", ()))
        lines.append(f"readings: the service has {count}, the oracle {len(expected['readings'])}")
    sheet = {(each["code"], each["pointer"]) for each in answer["findings"] if each["pointer"].startswith("#/reported")}
    lines += _apart("sheet", sheet, {key[:2] for key in expected["findings"] if key[1].startswith("#/reported")})
    calls = {(each["code"], each["pointer"]) for each in answer["findings"] if each["pointer"].startswith("#/accus")}
    lines += _apart("calls", calls, {key[:2] for key in expected["findings"] if key[1].startswith("#/accus")})
    told = answer.get("accusations")
    ours_and_theirs = {
        "verdict": (answer["verdict"], expected["verdict"]),
        "complete": (answer["complete"], expected["complete"]),
        "tricks_won": (answer["tricks_won"], _in_sides(expected["tricks_won"], answer)),
        "figures_from": (answer.get("figures_from"), expected["figures_from"]),
        "accusations": (told and [each["result"] for each in told], expected["accusations"]),
    }
    if "as_ruled" in answer or expected["as_ruled"] is not None:
        differences = _reported(answer), expected["differences"] and sorted(expected["differences"])
        ours_and_theirs["differences"] = differences
    if "tricks" in answer:
        count = len(answer["tricks"])
        ours_and_theirs["winners"] = ([each.get("winner") for each in answer["tricks"]], expected["winners"][:count])
    lines += [f"{name}: the service has {a}, the oracle {b}" for name, (a, b) in ours_and_theirs.items() if a != b]
    return lines


def _reported(answer: Json) -> list[tuple[str, int, int]] | None:
    told = answer.get("differences")
    return told and sorted((each["pointer"], each["reported"], each["ruled"]) for each in told)


def compare(seed: int, kind: str | None = None) -> tuple[Case, list[str]]:
    """Return the case of a seed, and what differs in it."""
    case, answer = usable(seed, kind)
    return case, rulings_differing(answer, rule(case.record, case.parameters))


def rulings_differing(answer: Json, expected: Json) -> list[str]:
    """Return a line for each thing in which the service's ruling differs from the naive one."""
    if not expected["plain"]:
        lines = proof_differing(answer, expected)
        is_cut = answer.get("limit_reached") or not expected["is_whole"]
        for member in () if is_cut else ("as_played", "as_ruled"):
            lines += _scores_differing(member, _scores(answer.get(member)), expected[member])
        return lines
    if answer.get("limit_reached"):
        return [
            f"the service alone proves {each}" for each in sorted(proved_by(answer) - expected["offences"], key=str)
        ]
    told = {key: sorted(cards) for key, cards in expected["alternatives"].items() if cards}
    return differing(read(answer), {**expected, "alternatives": told})


# The command.


def _told(seed: int, kind: str | None = None) -> Told:
    case, lines = compare(seed, kind)
    return case.seed, lines


def _safely(compared: tuple[Callable[[int], Told], int]) -> Told:
    tell, seed = compared
    try:
        return tell(seed)
    except Exception as error:  # noqa: BLE001 - one seed that fails must not hide the others
        return seed, [f"failed with {error!r}"]


def run(tell: Callable[[int], Told], first: int, last: int) -> int:
    """Compare these seeds, the last among them; return how many differ.

    ``tell`` is a function of a module: it is sent to other processes.
    """
    count = 0
    with Pool(WORKERS) as pool:
        seeds = ((tell, seed) for seed in range(first, last + 1))
        for done, (seed, lines) in enumerate(pool.imap(_safely, seeds, chunksize=10), 1):
            if lines:
                count += 1
                sys.stdout.write("\n".join([f"seed {seed}:", *(f"    {line}" for line in lines), ""]))
            if done % STEP == 0 or done == last + 1 - first:
                sys.stdout.write(f"{done} of {last + 1 - first}: {count} differ\n")
                sys.stdout.flush()
    return count


if __name__ == "__main__":
    sys.exit(bool(run(partial(_told, kind=next(iter(sys.argv[3:]), None)), int(sys.argv[1]), int(sys.argv[2]))))
