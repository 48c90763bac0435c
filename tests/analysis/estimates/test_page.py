"""docs/how-to/estimate-bids.md: its methods and figures are those of the service."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import correlation, fmean

from benchmarks import estimates as benchmark
from service.analysis.estimates.held_hand import counts_of
from service.presets.loader import resolve
from service.spades.rules.ruleset import Reference
from service.wire.contract import load_document

PAGE = (Path(__file__).parents[3] / "docs" / "how-to" / "estimate-bids.md").read_text()
ROW = re.compile(r"^\| `?(\w+)`? \| ([0-9.]+) \| ([-+0-9.]+) \| ([0-9.]+) \| ([0-9.]+) \|$", re.MULTILINE)
PACK = resolve(Reference("pagat")).packs[4]
METHODS = [count.method for count in counts_of((), PACK)]
SCHEMAS = load_document()["components"]["schemas"]
SOLVED = list(benchmark.read_solved(Path(benchmark.__file__).with_name("double_dummy.txt")))


def test_it_has_every_method_with_its_source() -> None:
    table = PAGE[PAGE.index("## Counts") : PAGE.index("## How near they come")]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)[1:] == METHODS
    assert SCHEMAS["CountMethod"]["enum"] == METHODS


def test_the_deals_of_the_benchmark_are_whole() -> None:
    assert [each.seed for each in SOLVED] == list(range(1, 1_001))
    for each in SOLVED:
        assert len(each.tricks) == 4
        assert all(0 <= tricks <= 13 for tricks in each.tricks)
    assert sorted(card for hand in benchmark.dealt(1) for card in hand) == list(range(52))
    assert benchmark.dealt(1) != benchmark.dealt(2)


def test_a_deal_whose_tricks_are_known_without_a_search_is_solved_rightly() -> None:
    """Spades that stand from the ace down take a trick each, whoever leads."""
    for each in SOLVED:
        for first, second in ((0, 2), (1, 3)):
            hands = benchmark.dealt(each.seed)
            standing = max(_standing(hands[first]), _standing(hands[second]))
            own = each.tricks if first == 0 else [13 - tricks for tricks in each.tricks]
            assert min(own) >= standing


def _standing(hand: list[int]) -> int:
    """Return how many spades a hand holds from the ace down without a gap."""
    return next(count for count in range(14) if 51 - count not in hand)


def test_the_figures_of_the_counts_are_those_of_the_deals() -> None:
    true = [tricks for each in SOLVED for tricks in each.of_pairs]
    totals: dict[str, list[float]] = {method: [] for method in METHODS}
    for each in SOLVED:
        hands = [{c.method: float(c.total) for c in counts_of(hand, PACK)} for hand in benchmark.dealt(each.seed)]
        for first, second in ((0, 2), (1, 3)):
            for method in METHODS:
                totals[method].append(hands[first][method] + hands[second][method])
    stated = {row[0]: row[1:] for row in ROW.findall(PAGE)}
    for method in METHODS:
        values = totals[method]
        errors = [one - other for one, other in zip(values, true, strict=True)]
        mean, bias, error = fmean(values) / 2, fmean(errors), fmean(map(abs, errors))
        r = correlation(values, true)
        assert stated[method] == (f"{mean:.2f}", f"{bias:+.2f}", f"{error:.2f}", f"{r:.2f}")
