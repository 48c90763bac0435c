"""Rulings on random rounds from their short forms: ``python -m tests.naive.compare_forms FIRST LAST``.

A record in turn order says the same in each form, as far as it is not about the order of bids or plays, so its rulings
must be the same, each pointing into the form that was sent. Prints each seed and form on which they differ.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from tests.naive import disputes, sheets
from tests.naive.compare import PRESETS, parameters_of
from tests.naive.disputes import Change, dispute, disputed_rules
from tests.spades.builders.asking import answer
from tests.spades.builders.short_forms import translated, with_bids_by_player, with_cards

Json = dict[str, Any]

ABOUT_ORDER = {
    *("bid_out_of_turn", "table_total_not_allowed", "nil_partner_bid_too_low", "team_bid_too_low", "team_bid_too_high"),
    *("bid_not_allowed", "blind_bid_not_allowed", "bid_raised", "bid_advised"),
}
"""What a bid may be whose order decides whose fault it is, or at which bid it is reported."""
IDS = {"ruling_id", "verdict"}
PAST = 1_000_000_000
STEP = 250


class Round(NamedTuple):
    """A round with its ruling."""

    body: Json
    """The request to audit it."""
    parameters: Json
    ruling: Json


def rounds(seed: int) -> Iterator[tuple[Json, Json]]:
    """Yield the rounds of a seed, each a request to audit it with all parameters, until one can be used."""
    for attempt in range(100):
        rng = Random(seed + PAST * attempt)
        preset = rng.choice(PRESETS)
        overrides, parameters = disputed_rules(rng, parameters_of(preset))
        changes: list[Change] = [sheets.reported, disputes.hidden]
        record = dispute(rng, parameters, changes, slips=0.0 if seed % 2 else 0.05)
        if record is not None:
            yield {"ruleset": {"name": preset, "overrides": overrides}, **record}, parameters


def usable(seed: int) -> Round:
    """Return the first round of a seed that the service takes."""
    for body, parameters in rounds(seed):
        status, content = answer("auditRound", body)
        if status == 200:
            return Round(body, parameters, content)
    raise ValueError(f"no usable round for seed {seed}")


def short_forms(played: Round) -> Iterator[tuple[str, Json]]:
    """Yield the forms of a round, each with its name.

    Not of a round whose record contradicts itself: a short form has other slips, and leaves more open after one. The
    bids have the same order in each form only if the dealer says who bid first.
    """
    body = played.body
    if any(each["code"] == "missing_tricks" for each in played.ruling["findings"]):
        return
    for form in ("cards", "cards_by_player"):
        yield f"{form}, each with its leader", with_cards(body, form=form)
        short = with_cards(body, form=form, leaders=False)
        if not body["tricks"]:
            continue
        if leads_follow(body):
            yield f"{form}, no leader", short
        if body["tricks"][0]["plays"]:
            first = {**short["tricks"][0], "leader": body["tricks"][0]["plays"][0]["player"]}
            yield f"{form}, the first leader", {**short, "tricks": [first, *short["tricks"][1:]]}
    drawn = played.parameters["bids"]["first_bidder"] == "drawn_then_rotates"
    bidders = [bid.get("player", bid.get("team")) for bid in body.get("bids", ())]
    # Of a side's two bids only their order says which stands; a bare 0 can't say of which kind it is.
    can_be_said = all(bid["tricks"] or bid.get("kind", "blind_nil") == "blind_nil" for bid in body.get("bids", ()))
    if "dealer" in body and bidders and len(set(bidders)) == len(bidders) and not drawn and can_be_said:
        yield "bids by player", with_bids_by_player(body)


def leads_follow(body: Json) -> bool:
    """Tell whether every leader can be left out: the ruleset and the record say who was to lead first.

    Without a dealer that is presumed to follow from the first bid. If another player led, the bid may have been out of
    turn: a short form, which names no leader, says less than such a record.
    """
    status, ruling = answer("auditRound", with_cards(body, leaders=False))
    if status != 200:
        return False
    plays = body["tricks"][0]["plays"]
    return "dealer" in body or not plays or ruling["tricks"][0].get("leader") == plays[0]["player"]


def differing(body: Json, ruling: Json, short: Json) -> list[str]:
    """Return a line for each member in which the ruling on a short form is another than that on the round."""
    status, other = answer("auditRound", short)
    if status != 200:
        return [f"refused: {other.get('errors', other)}"]
    expected = translated(ruling, short, body)
    leaders = all("leader" in trick for trick in short["tricks"])
    if other.get("limit_reached") or (not leaders and other.get("readings")):
        return _accused_by_itself(expected, other)
    if "bids_by_player" in short:
        expected, other = _without_order(expected), _without_order(other)
    expected = _with_entries_of(expected, other)
    members = sorted({*expected, *other} - IDS)
    lines = [
        f"{name}: {expected.get(name)} is {other.get(name)}"
        for name in members
        if expected.get(name) != other.get(name)
    ]
    if "bids_by_player" not in short and ruling["verdict"] != other["verdict"]:
        lines.append(f"verdict: {ruling['verdict']} is {other['verdict']}")
    return lines


def _accused_by_itself(expected: Json, other: Json) -> list[str]:
    """Return a line for each offence that only the ruling on a short form proves.

    Who led follows there from the tricks before, or is named by itself, so more slips may explain an offence: less is
    proved.
    """
    named = {(each["code"], each["pointer"]) for each in expected["findings"]}
    return [
        f"accused: {each}"
        for each in other["findings"]
        if each["severity"] == "offence" and (each["code"], each["pointer"]) not in named
    ]


def _with_entries_of(expected: Json, other: Json) -> Json:
    """Return a ruling whose offences rest on as much as in a short form, if that is all of theirs and more.

    Whose a card of a list is may follow from all cards before it.
    """
    entries = {(each["code"], each["pointer"]): each.get("evidence", {}) for each in other["findings"]}
    findings = []
    for each in expected["findings"]:
        short = entries.get((each["code"], each["pointer"]), {}).get("rests_on", ())
        own = each.get("evidence", {}).get("rests_on", ())
        fits = own and set(own) <= set(short)
        findings.append({**each, "evidence": {**each["evidence"], "rests_on": short}} if fits else each)
    return {**expected, "findings": findings}


def _without_order(ruling: Json) -> Json:
    """Return a ruling without what depends on the order of the bids, and with what is found in one order."""
    kept = {name: value for name, value in ruling.items() if name not in {"penalties", "accusations"}}
    for name in ("findings", "undecided"):
        kept[name] = [
            {member: value for member, value in each.items() if member not in {"follows", "conflicts_with"}}
            for each in ruling[name]
            if each["code"] not in ABOUT_ORDER
        ]
        kept[name].sort(key=lambda each: (each["pointer"], each["code"]))
    return kept


def compare(seed: int) -> Iterator[str]:
    """Yield a line for each form of a seed and each member in which its ruling differs."""
    played = usable(seed)
    for name, short in short_forms(played):
        for line in differing(played.body, played.ruling, short):
            yield f"seed {seed}, {name}: {line}"


def run(first: int, last: int) -> int:
    """Compare these seeds, the last among them; return how many lines that makes."""
    lines = 0
    for done, seed in enumerate(range(first, last + 1), 1):
        for line in compare(seed):
            lines += 1
            sys.stdout.write(line + "\n")
        if done % STEP == 0:
            sys.stdout.write(f"{done} of {last + 1 - first}\n")
            sys.stdout.flush()
    return lines


if __name__ == "__main__":
    sys.exit(bool(run(int(sys.argv[1]), int(sys.argv[2]))))
