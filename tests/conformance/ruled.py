"""Vectors worked out by hand from docs/reference/rules.md: scores by every parameter, and every finding."""

from __future__ import annotations

from collections.abc import Iterator

from service.presets.loader import resolve
from service.spades.errors import UnusableRuleset
from service.spades.findings import CODES
from service.spades.rules.ruleset import NAMES, Parameters, Reference, dotted, nested, plain, value_of
from tests.cases.score_tables import Figure, Score, ends, figures, result, scores
from tests.conformance.samples import cited
from tests.conformance.vector import Vector
from tests.spades.builders.asking import ask
from tests.spades.builders.cards import Json
from tests.spades.builders.games import ending
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import Values
from tests.spades.deal.deal_cases import NIL, PASSING
from tests.spades.test_every_finding import CASES as FINDINGS

_BASE = "four-player"
"""The preset with the fewest values that are not the defaults; the others are overridden."""
_FINDING = ("code", "severity", "pointer", "trick", "player", "team", "card", "legal_cards", "established")


def ruled_scores() -> Iterator[Vector]:
    """Yield the rows of tests/corpus/scores.txt that a ruleset can be made of."""
    for number, score in enumerate(scores(), 1):
        overrides = _overrides(score.values)
        try:
            ruleset = resolve(Reference(_BASE, overrides=overrides))
        except UnusableRuleset:
            continue  # the corpus also varies values that no ruleset may have together
        request = {
            "ruleset": {"name": _BASE, "overrides": overrides},
            **result(ruleset, score.bids, score.tricks),
        }
        points, bags = score.before
        teams = ask("scoreRound", request)["teams"]
        request["before"] = {teams[0]["team"]: {"score": points, "bags": bags}}
        yield Vector(
            name=f"rules/score-{number}",
            operation="scoreRound",
            request=request,
            answer={"teams": [_side(score, request), *[{}] * (len(teams) - 1)]},
            evidence="rules",
            source=f"docs/reference/rules.md, The order of scoring: {score.rule}",
        )


def _side(score: Score, request: Json) -> Json:
    """Return what a row of the corpus says of its side.

    The corpus adds up lines of one kind and leaves out those worth nothing; an answer has each. They are stated one
    by one as the service writes them if they add up to the row, and are otherwise not stated.
    """
    points = sum(score.lines.values())
    side = {"points": points, "bags": score.bags, "after": {"score": score.before[0] + points, "bags": score.carried}}
    lines = ask("scoreRound", request)["teams"][0]["lines"]
    sums: dict[str, int] = {}
    for line in lines:
        if line["points"]:
            sums[line["code"]] = sums.get(line["code"], 0) + line["points"]
    if sums == score.lines:
        side["lines"] = [{"code": line["code"], "points": line["points"]} for line in lines]
    return side


def _overrides(values: Values) -> Json:
    """Return what makes the base preset the ruleset of all defaults but these values."""
    base, defaults = resolve(Reference(_BASE)).parameters, Parameters()
    wanted = {name: values.get(name, plain(value_of(defaults, name))) for name in NAMES}
    return nested({name: value for name, value in wanted.items() if value != plain(value_of(base, name))})


def house_rules() -> Iterator[Vector]:
    """Yield the tables of house rules: special contracts, other points, the board, totals of the bids."""
    for section in ("special", "points", "board", "total"):
        for number, figure in enumerate(figures(section), 1):
            side = figure.side
            if section == "special":
                side = side | {"boston": figure.round["tricks_won"]["ben"] == 0}
            yield _house(f"{section}-{number}", figure, side)


def _house(name: str, figure: Figure, side: Json) -> Vector:
    players = ["ana", "ben", "cy", "dee"]
    players = players[:3] if name.startswith("total") else players
    assert isinstance(figure.ruleset, dict)
    parameters = dotted(figure.ruleset["overrides"])
    return Vector(
        name=f"rules/{name}",
        operation="scoreRound",
        request={"ruleset": figure.ruleset, "players": players, **figure.round},
        answer={
            "findings": [{"code": code} for code in figure.found or ()],
            "teams": [side, *[{}] * (2 if len(players) == 3 else 1)],
        },
        evidence="rules",
        source=f"{cited(parameters)}: {figure.rule}",
    )


def ruled_findings() -> Iterator[Vector]:
    """Yield every case of a finding, and its nearest innocent twin."""
    for case in FINDINGS:
        finding = {name: case.finding[name] for name in _FINDING if name in case.finding}
        if case.finding.get("alternatives"):
            finding["alternatives"] = case.finding["alternatives"]
        parameter = CODES[case.code].parameter or case.finding["rule"].get("parameter")
        source = cited([parameter]) if parameter else f"docs/reference/rules.md, The codes: {CODES[case.code].law}"
        source = f"{source}: {case.rule.partition(', ')[2] or case.rule}"
        yield Vector(
            name=f"findings/{case.code}",
            operation="auditRound",
            request=case.fault,
            answer={
                "verdict": case.verdict,
                "complete": case.complete,
                "findings": [finding],
                "undecided": [],
                **({} if case.is_scored else {"as_played": None}),
            },
            evidence="rules",
            source=source,
        )
        yield Vector(
            name=f"findings/no-{case.code}",
            operation="auditRound",
            request=case.twin,
            answer={"verdict": "clean", "findings": [], "undecided": []},
            evidence="rules",
            source=f"{source}; the nearest record without it",
        )


def ruled_proofs() -> Iterator[Vector]:
    """Yield a revoke of a hand with more cards of the suit than may have been passed on, and one of no more."""
    revoke = {"code": "revoke", "severity": "offence", "pointer": "#/tricks/0/plays/2", "player": "cy", "card": "QC"}
    for name, listed in (("kept", "QH JH QS QC"), ("perhaps-passed", "QH JC QS QC")):
        is_proved = name == "kept"
        yield Vector(
            name=f"findings/revoke-{name}",
            operation="auditRound",
            request=record(PASSING, "ana AH KH QC", bid=NIL, hands=hands(cy=listed)),
            answer={
                "verdict": "irregular" if is_proved else "undetermined",
                "findings": [{**revoke, "established": False}] if is_proved else [],
                "undecided": [] if is_proved else [revoke],
            },
            evidence="rules",
            source=f"{cited(['bids.nil.exchange'])}: a pass that was not written is unknown, and excuses so many cards",
        )


def ruled_ends() -> Iterator[Vector]:
    """Yield the table of ends of games: the scores after one round, who has won and why."""
    for number, end in enumerate(ends(), 1):
        over = {"finished": end.reason is not None, "winners": end.winners, "reason": end.reason}
        yield Vector(
            name=f"rules/end-{number}",
            operation="scoreGame",
            request=ending(*end.scores, **end.members),
            answer=over | ({"next": {"round_number": 2}} if end.reason is None else {"next": None}),
            evidence="rules",
            source=f"docs/reference/rules.md, G. The end of the game: {end.rule}",
        )
