"""Records to write in any notation: the samples of the contract, rounds played at random, and their short forms."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from service.spades.catalogue.parameters.penalties import CHOICES
from service.wire.record_kinds import violations
from tests.contract.corpus import BODIES
from tests.contract.mutants import Mutator
from tests.spades.builders.random_players import ALL_HOUSES, hide, play, spoil

Record = dict[str, Any]
_OPERATIONS = ("auditRound", "scoreRound", "auditGame", "scoreGame")
ODD_NAMES = (
    *(
        "N",
        "S",
        "s",
        "Ana Maria",
        "O'Brien",
        'the "Duke"',
        "KH",
        "ad",
        "10h",
        "3",
        "nil",
        "zero",
        "bn",
        "b6",
        "dealer",
        "round",
        "out",
        "misdeal",
        "remedy",
    ),
    *("none", "kept", "-", "--", "?", "??", "#1", "a#1", "a;b", "a,b", "a:b", "a=b", "a>b", "a->b", "(x)", "x@y", "+1"),
    *("a+b", "a", "b", "A", "Z\u00e9", "Ze\u0301", "\u00df", "ss", "\ufdd0", "\U0001f0a1", " ", "a\nb", "a\\b", "a\tb"),
    *("\u2028", "\x00", "{x}", "[x", "\u201cx\u201d", "\u2192", "===", "---", "\N{MINUS SIGN}3", "5.", "Q" * 64),
)

ODD_REASONS = (
    *("Late to the table", " late ", "\t", "  two  spaces", "a\nb", "a\r\nb", "\r", '"', '"quoted"', "'", "no"),
    *("a;b", "a,b", "# no comment", "a # b", "-50", "5", "- 5 more", ":", ": x", "{", "[x]", "none", "yes", "reason"),
    *("void", "cy > eve", ">", "=1+1", "\\", "\u201cx\u201d", "\u2028", "\x00", "tricks: x", "points", "x" * 256),
)  # fmt: skip


def normal(value: Any) -> Any:
    """Return a record without members that say what their absence says, such as the kind of a bid of tricks."""
    if isinstance(value, Mapping):
        kept = {name: normal(member) for name, member in value.items()}
        if kept.get("withdrawn") == []:
            del kept["withdrawn"]
        if kept.get("statement") == []:
            del kept["statement"]
        for name in ("void", "stopped"):
            if kept.get(name) is False:
                del kept[name]
        if kept.get("kind") == "number" and kept.keys() & {"player", "team"}:
            del kept["kind"]
        return kept
    return [normal(item) for item in value] if isinstance(value, list | tuple) else value


def is_same(one: Any, other: Any) -> bool:
    """Return whether two JSON values are the same, where 1 and true are not."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def samples(mutants: int = 0) -> Iterator[Record]:
    """Yield the samples of the contract that hold a record, and so many mutants of each operation's that meet it."""
    for operation in _OPERATIONS:
        mutator = Mutator(operation, BODIES[operation].values())
        for body in (*BODIES[operation].values(), *(mutator.mutant() for _ in range(mutants))):
            whole = json.loads(json.dumps(body), parse_float=lambda text: int(float(text)))
            if isinstance(whole, dict) and not violations(whole):
                yield whole


def played(seed: int) -> Record:
    """Return a round played at random, with parts of its evidence hidden, and written down wrongly."""
    luck = random.Random(seed)
    record: Record = play(luck.choice(ALL_HOUSES), seed, luck.choice((1.0, 0.8))).request
    record = hide(record, seed) if luck.random() < 0.5 else record
    return spoil(record, seed) if luck.random() < 0.3 else record


def shortened(record: Record, seed: int) -> Record:
    """Return a record with its bids and some of its tricks in short forms, where each player bid and played once."""
    luck = random.Random(seed)
    short = dict(record)
    bids: Sequence[Record] = record.get("bids", ())
    names = [bid.get("player") for bid in bids]
    if bids and None not in names and len(set(names)) == len(names):
        del short["bids"]
        short["bids_by_player"] = {bid["player"]: bid["tricks"] for bid in bids}
        if any("kind" in bid for bid in bids):
            short["blind_bidders"] = [bid["player"] for bid in bids if "blind" in bid.get("kind", "")]
    short["tricks"] = [_shortened_trick(trick, luck) for trick in record.get("tricks", ())]
    if luck.random() < 0.3 and "claim" not in record:
        short["tricks"] = list(_with_gaps(short["tricks"], luck))
    return short if "tricks" in record else {name: value for name, value in short.items() if name != "tricks"}


def _with_gaps(tricks: Sequence[Record], luck: random.Random) -> Iterator[Record]:
    """Yield the tricks of which some are said to be missing, by the numbers of those after them or without."""
    numbered, number = luck.random() < 0.5, 0
    for trick in tricks:
        missing = luck.choice((0, 0, 0, 1, 3))
        said = {"number": number + 1 + missing} if numbered else {"after_gap": True}
        broken = {"spades_broken": luck.random() < 0.5} if luck.random() < 0.2 else {}
        yield {**trick, **(said if missing else {}), **broken}
        number += 1 + missing


def _shortened_trick(trick: Record, luck: random.Random) -> Record:
    players = [play["player"] for play in trick["plays"]]
    form = luck.choice(("plays", "cards", "cards_by_player"))
    if form == "plays" or len(set(players)) < len(players):
        return trick
    rest = {name: value for name, value in trick.items() if name != "plays"}
    if form == "cards":
        leader = {"leader": players[0]} if players and luck.random() < 0.5 else {}
        return {**rest, **leader, "cards": [play["card"] for play in trick["plays"]]}
    return {**rest, "cards_by_player": {play["player"]: play["card"] for play in trick["plays"]}}


def renamed(record: Record, names: Sequence[str]) -> Record:
    """Return a record with other names for its players, in whatever members they occur."""
    players: Sequence[str] = record["players"]
    sizes = range(1, len(players) + 1)
    pairs = [*zip(players, names, strict=False)]
    sides = [side for size in sizes for side in combinations(pairs, size)]
    meant = {"+".join(old for old, _ in side): "+".join(new for _, new in side) for side in sides}
    labels = {"labels": record["labels"]} if "labels" in record else {}
    ruleset = {"ruleset": record["ruleset"]} if "ruleset" in record else {}
    changed: Record = _renamed(
        {name: value for name, value in record.items() if name not in {*labels, *ruleset}}, meant
    )
    return {**ruleset, **changed, **labels}


def with_choices(record: Record, words: Sequence[str], seed: int) -> Record:
    """Return a round or a game with sides that sit out, calls of misdeals and chosen remedies, under any ``words``."""
    luck = random.Random(seed)
    words = [*words, *record["players"], "+".join(record["players"][::2]), "revoke", "illegal_spade_lead"]
    sides, table = _sides_of(record), [*record["players"]]

    def chosen() -> Record:
        away = {word: {"score": luck.randint(-1_000_000, 1_000_000)} for word in luck.sample(words, luck.randint(0, 3))}
        return {"away": away} if luck.random() < 0.5 else {}

    def decided(of: Record) -> Record:
        found = [
            {"code": luck.choice(words), "team": luck.choice(sides), "remedy": luck.choice([*CHOICES])} for _ in "ab"
        ]
        remedies = {"remedies": found[: luck.randint(0, 2)]} if luck.random() < 0.5 else {}
        if "tricks" not in of:
            return {**of, **remedies}
        called: Sequence[Record] = (
            of.get("accusations") or [{"by": table[0], "against": table[1]}][luck.randint(0, 1) :]
        )
        calls = [{**call, "remedy": luck.choice([*CHOICES])} for call in called]
        misdeal = {"misdeal_called_by": luck.choice(table)} if luck.random() < 0.5 else {}
        return {**of, **remedies, **misdeal, **({"accusations": calls} if calls else {})}

    if "rounds" not in record:
        return {**decided(record), **chosen()}
    rounds = []
    for row in record["rounds"]:
        for change in row.get("substitutions", ()):
            table[table.index(change["out"])] = change["in"]
        rounds.append({**decided(row), **chosen()})
    return {**record, **chosen(), "rounds": rounds}


def _sides_of(record: Record) -> list[str]:
    """Return names that a record has for sides of partners; those of its players if there is none."""
    rounds: Sequence[Record] = record.get("rounds", [record])
    named = {team["name"] for team in record.get("teams", ())} | record.get("before", {}).keys()
    for row in rounds:
        named |= {adjustment["team"] for adjustment in row.get("adjustments", ())} | {row.get("forfeited_by")}
        rows = row.get("reported", {})
        for names in (row.get("bids_by_player", {}), row.get("tricks_won", {}), *rows.values()):
            named |= names.keys()
        named |= {bid.get("team") for bid in row.get("bids", ())}
    seated = {change["in"] for row in rounds for change in row.get("substitutions", ())} | {*record["players"]}
    return sorted(named - seated - {None}) or record["players"]


def _renamed(value: Any, meant: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {meant.get(name, name): _renamed(member, meant) for name, member in value.items()}
    if isinstance(value, list):
        return [_renamed(item, meant) for item in value]
    return meant.get(value, value) if isinstance(value, str) else value
