"""The solver against all ways of playing.

Each seed is a position of at most CARDS cards a hand under rules of its own, with every continuation
by one card.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from service.analysis.solver.answers import best_play, by_statement, certain, nil_in_every_line, nil_under_best_play
from service.analysis.solver.position import Answer, Claim, Position, Question, after, legal_now
from service.analysis.solver.search import Solution
from service.spades.cards import CODES, INDEX, codes_of
from tests.analysis.solver.naive_play import NaiveAim, Scene
from tests.analysis.solver.random_positions import Case, position_of, random_case

UNLIMITED = 10**9


def differences(seed: int, most_cards: int, players: int | None = None) -> list[str]:
    """Return what the solver and the naive play say differently about one position."""
    rng = Random(seed)
    case = random_case(rng, most_cards, players=players)
    found = list(about_aims(case, case.position, case.scene))
    found += _about_statement(case, rng)
    found += _about_claims(case, rng)
    for scene, _ in case.naive.continuations(case.scene):
        if any(scene.hands):
            found += about_aims(case, position_of(scene), scene)
    return [f"{seed}: {each}" for each in (*found, *_about_the_rules(case))]


def aims_of(case: Case) -> list[NaiveAim]:
    """Return every question about sides, nils, and what can happen at all."""
    everybody = frozenset(range(case.naive.players))
    nobody: frozenset[int] = frozenset()
    aims = [NaiveAim(side, wanting) for side in case.sides for wanting in (side, everybody, nobody)]
    return aims + [NaiveAim(frozenset({seat}), everybody - case.partners(seat)) for seat in everybody]


def about_aims(case: Case, position: Position, scene: Scene) -> Iterator[str]:
    """Yield each question about a position of this case whose answer is another one than the naive value."""
    aims = aims_of(case)
    for aim, value in zip(aims, case.naive.values(scene, aims), strict=True):
        bounds = Solution(case.game, position, Question(aim.counted, aim.wanting), UNLIMITED).narrow()
        if (bounds.at_least, bounds.at_most) != (value, value):
            yield f"{aim}: {value}, not {bounds}, in {scene}"


def _about_statement(case: Case, rng: Random) -> Iterator[str]:
    everybody = frozenset(range(case.naive.players))
    claimer = rng.randrange(case.naive.players)
    held = list(codes_of(case.position.hands[claimer]))
    rng.shuffle(held)
    stated = tuple(held[: rng.randrange(len(held) + 1)])
    side = case.partners(claimer)
    scene = Scene(*_members(case.scene), stated)
    aims = [NaiveAim(side, frozenset()), NaiveAim(side, everybody)]
    for aim, value in zip(aims, case.naive.values(scene, aims, claimer), strict=True):
        question = Question(aim.counted, aim.wanting, claimer, tuple(INDEX[card] for card in stated))
        bounds = Solution(case.game, case.position, question, UNLIMITED).narrow()
        if (bounds.at_least, bounds.at_most) != (value, value):
            yield f"{aim} as seat {claimer} states {stated}: {value}, not {bounds}, in {scene}"
    claim = Claim(claimer, side, rng.randrange(len(held) + 1), tuple(INDEX[card] for card in stated))
    answer = by_statement(case.game, case.position, claim, UNLIMITED)
    fewest, most = case.naive.values(scene, aims, claimer)
    if (answer.at_least, answer.at_most) != (fewest, most) or (answer.result == "proved") != (fewest >= claim.tricks):
        yield f"{claim}: {fewest} to {most}, not {answer}, in {scene}"
    elif tricks_of_line(case, answer.line, side) != fewest:
        yield f"{claim}: the line of {answer} does not take {fewest} in {scene}"


def _about_claims(case: Case, rng: Random) -> Iterator[str]:
    """Compare the answers about a claim and about each nil, with budgets that suffice and budgets that may not."""
    position, everybody = case.position, frozenset(range(case.naive.players))
    claimer = rng.randrange(case.naive.players)
    side = case.partners(claimer)
    claim = Claim(claimer, side, rng.randrange(position.tricks_left + 1))
    nobody: frozenset[int] = frozenset()
    aims = [NaiveAim(side, nobody), NaiveAim(side, everybody), NaiveAim(side, side)]
    fewest, most, best = case.naive.values(case.scene, aims)
    bidders = [frozenset({seat}) for seat in everybody]
    forced = case.naive.values(case.scene, [NaiveAim(each, everybody - case.partners(min(each))) for each in bidders])
    possible = case.naive.values(case.scene, [NaiveAim(each, everybody) for each in bidders])
    for budget in (0, 3, UNLIMITED):
        asked = [
            ("certain", side, certain(case.game, position, claim, budget), fewest, most, fewest >= claim.tricks),
            ("best play", side, best_play(case.game, position, claim, budget), best, best, best >= claim.tricks),
        ]
        for seat in everybody:
            bidder = frozenset({seat})
            answer = nil_under_best_play(case.game, position, seat, case.partners(seat), budget)
            asked.append(("nil", bidder, answer, forced[seat], forced[seat], not forced[seat]))
            answer = nil_in_every_line(case.game, position, seat, budget)
            asked.append(("nil in every line", bidder, answer, possible[seat], possible[seat], not possible[seat]))
        for name, counted, answer, low, high, holds in asked:
            fault = _fault_of(answer, (low, high), holds=holds, complete=budget == UNLIMITED)
            if fault is None and name in {"certain", "best play"} and answer.line:
                expected = low if budget == UNLIMITED else None
                fault = _fault_of_line(case, answer, counted, claim.tricks, expected)
            elif fault is None and answer.line:
                taken = tricks_of_line(case, answer.line, counted)
                fault = None if (taken == 0) is (answer.result == "proved") else f"{taken} tricks in the line"
            if fault:
                yield f"{name}, {budget} positions, {claim}: {fault}; {answer} in {case.scene}"


def _fault_of(answer: Answer, values: tuple[int, int], *, holds: bool, complete: bool) -> str | None:
    """Return what is wrong with the result and the bounds of an answer."""
    if not answer.at_least <= values[0] <= values[1] <= answer.at_most:
        return f"{values} is not within the bounds"
    expected = "proved" if holds else "disproved"
    if answer.result != expected and (complete or answer.result != "undecided"):
        return f"not {expected}"
    if answer.result != "undecided" and complete and not answer.line:
        return "no line"
    return None


def _fault_of_line(
    case: Case, answer: Answer, counted: frozenset[int], claimed: int, expected: int | None
) -> str | None:
    """Return what is wrong with the line of an answer about a claim, which takes the tricks expected if known."""
    taken = tricks_of_line(case, answer.line, counted)
    if (taken >= claimed) is not (answer.result == "proved") or taken != (taken if expected is None else expected):
        return f"{taken} tricks in the line"
    return None


def tricks_of_line(case: Case, line: tuple[int, ...], counted: frozenset[int]) -> int:
    """Play a line under the naive rules, to the last card, and return how many tricks these seats take."""
    scene, taken = case.scene, 0
    for card in line:
        played = zip(case.naive.legal(scene), case.naive.continuations(scene), strict=True)
        scene, winner = next(found for code, found in played if code == CODES[card])
        taken += winner in counted
    assert not any(scene.hands), "the line stops too early"
    assert not scene.plays, "the line stops within a trick"
    return taken


def _members(scene: Scene) -> tuple[tuple[tuple[str, ...], ...], int, tuple[str, ...], bool, bool]:
    return scene.hands, scene.leader, scene.plays, scene.broken, scene.first


def _about_the_rules(case: Case) -> Iterator[str]:
    game = case.game
    legal = set(codes_of(legal_now(game, case.position)))
    if legal != set(case.naive.legal(case.scene)):
        yield f"legal cards of {case.scene}: {sorted(legal)}"
    for card, (scene, _) in zip(case.naive.legal(case.scene), case.naive.continuations(case.scene), strict=True):
        if after(game, case.position, INDEX[card]) != position_of(scene):
            yield f"{case.scene} after {card}"
