"""Measure an audit in a batch against its JSON alone, step by step, in one run, and print ratios.

    python -m benchmarks.steps [turns] [PYTHON]

The JSON alone is what `orjson` takes to read the same requests and to write the same answers. A batch reads some lines,
then judges them, then writes their answers, and the steps are measured in that order, because each finds the caches and
branch predictors as the one before has left them. A batch and its JSON are measured by CPU time, its steps, for which
that clock is too slow, by the time that passes; medians count, which leave out what other programs interrupted.

PYTHON is the interpreter of an environment of its own in which OpenSpiel is installed (`pip install open_spiel`). Then
the engine is also measured against OpenSpiel's bare replay of the same deal, bids and plays, with legality alone.
"""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import orjson

from service import core_build
from service.analysis.claims.claimed_round import Claims
from service.operations.runner import Runner, runner_of
from service.settings import Settings
from service.spades.cards import INDEX
from service.spades.ruling.audit import audit
from service.wire.contract import load_document, operations
from service.wire.exchange import BRIEF, FULL, Exchange
from service.wire.ndjson import MOST_TOGETHER, OBJECTS_TOGETHER, OK, Lines, answer_lines
from service.wire.strict_json import parse

_LIMITS = {"round.json": ("clean", 6), "disputed_round.json": ("disputed", 8)}
_STEPS = ("strict parse", "contract", "wire to domain", "engine", "domain to wire", "writing")
# The bare replay: a new state, its 108 actions (deal, bids, plays), each checked against the legal ones.
_OPENSPIEL = """
import statistics, sys, time, pyspiel
game, actions = pyspiel.load_game("spades"), list(map(int, sys.stdin.read().split(",")))
replays = []
for _ in range(300):
    state = game.new_initial_state()
    for action in actions[:56]:
        state.apply_action(action)
    middle = time.process_time()
    for action in actions[56:]:
        state.apply_action_with_legality_check(action)
    replays.append(time.process_time() - middle)
print(statistics.median(replays))
"""


def main(turns: str = "500", openspiel: str | None = None) -> None:
    """Print every ratio with its limit."""
    gc.set_threshold(OBJECTS_TOGETHER)
    print(f"The core is {core_build.choose()}.")
    runner = runner_of("auditRound")
    for file, (name, limit) in _LIMITS.items():
        _print_forms(runner, name, orjson.loads((Path(__file__).parent / file).read_bytes()), int(turns))
        body = orjson.dumps(orjson.loads((Path(__file__).parent / file).read_bytes()))
        medians = _measured(runner, body, int(turns))
        alone, whole = medians.pop("JSON alone"), medians.pop("a line of a batch")
        print(f"A {name} audit in a batch: {whole / alone:.1f} times its JSON alone (limit {limit}).")
        print(f"  {whole * 1e6:.0f} us for a line, {alone * 1e6:.1f} us for its JSON alone")
        medians["the loop around them"] = whole - sum(medians.values())
        for step, seconds in medians.items():
            print(f"  {step}: {seconds / alone:.1f} times, {seconds * 1e6:.0f} us")
        if openspiel is not None and name == "clean":
            _against_openspiel(openspiel, body, medians["engine"])


def _print_forms(runner: Runner, name: str, record: Any, turns: int) -> None:
    """Print what a brief answer takes against a full one, and what both would take without any answer.

    A brief one makes nothing that it does not show, but it is read and judged in the same way.
    """
    bodies = {form: [orjson.dumps({**record, "answer": form})] * MOST_TOGETHER for form in (FULL, BRIEF)}
    unwritten = runner.stages()[:2]
    stages = {FULL: runner.stages(), BRIEF: runner.stages(), "unwritten": (*unwritten, lambda *_: None)}
    found: dict[str, list[float]] = {form: [] for form in stages}
    for _ in range(turns):
        for form, taken in stages.items():
            started = process_time()
            answer_lines(taken, Lines(1, bodies.get(form, bodies[FULL]), "the benchmark"))
            found[form].append(process_time() - started)
    full, brief, least = (statistics.median(found[form]) for form in stages)
    print(f"A {name} audit in a batch, brief against full: {brief / full:.2f} times the CPU time.")
    print(f"  without any answer: {least / full:.2f} times")


def _measured(runner: Runner, body: bytes, turns: int) -> dict[str, float]:
    """Return the median seconds of a line of a batch, of its JSON alone and of each of its steps."""
    settings = Settings()
    operation = next(each for each in operations(load_document()) if each.operation_id == "auditRound")
    load, dump = runner.computation.request_schema.load, runner.computation.answer_schema.dump
    bodies = [body] * MOST_TOGETHER
    answered = {"line": 1, "status": OK, "result": runner.answer(body)}
    found: dict[str, list[float]] = {name: [] for name in ("JSON alone", "a line of a batch", *_STEPS)}

    def note(names: Sequence[str], times: Sequence[float], lines: int = 1) -> None:
        for name, (before, after) in zip(names, pairwise(times), strict=True):
            found[name].append((after - before) / lines)

    for _ in range(turns):
        started = process_time()
        for each in bodies:
            orjson.loads(each)
            orjson.dumps(answered)
        middle = process_time()
        answer_lines(runner.stages(), Lines(1, bodies, "the benchmark"))
        note(("JSON alone", "a line of a batch"), (started, middle, process_time()), MOST_TOGETHER)
        exchanges = []
        for each in bodies:
            times = [perf_counter()]
            value = parse(each, settings.body_values)
            times.append(perf_counter())
            operation.accepts(value)
            times.append(perf_counter())
            exchanges.append(Exchange("auditRound", value, *load(value)))
            note(_STEPS[:3], (*times, perf_counter()))
        for exchange in exchanges:
            started = perf_counter()
            exchange.result = audit(exchange.subject, exchange.ruleset, Claims())
            note(_STEPS[3:4], (started, perf_counter()))
        for exchange in exchanges:
            started = perf_counter()
            members = dump(exchange)
            middle = perf_counter()
            orjson.dumps({"line": 1, "status": OK, "result": members})
            note(_STEPS[4:], (started, middle, perf_counter()))
    return {name: statistics.median(each) for name, each in found.items()}


def _against_openspiel(python: str, body: bytes, engine: float) -> None:
    """Print what the engine takes against a replay of the same round by OpenSpiel."""
    actions = ",".join(map(str, _actions(orjson.loads(body))))
    command = [python, "-c", _OPENSPIEL]
    replay = subprocess.run(command, input=actions, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 - what was asked for
    replayed = float(replay.stdout)
    print(f"  the engine against OpenSpiel's bare replay: {engine / replayed:.2f} times its time (goal 1)")


def _actions(record: Any) -> list[int]:
    """Return a whole, legal round as ids of OpenSpiel; the first to lead sits north."""
    plays = [play for trick in record["tricks"] for play in trick["plays"]]
    table = [play["player"] for play in plays[:4]]
    cards = [card for turn in zip(*(record["hands"][player] for player in table), strict=True) for card in turn]
    bids = {bid["player"]: 52 + bid["tricks"] for bid in record["bids"]}
    dealt, played = ([INDEX[card] for card in each] for each in (cards, [play["card"] for play in plays]))
    return [*dealt, *(bids[player] for player in table), *played]


if __name__ == "__main__":
    main(*sys.argv[1:])
