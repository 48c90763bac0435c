"""Random tables of a league, with house rules, substitutes and decisions, through shorthand and CSV and back."""

from __future__ import annotations

from service.notations import registry
from service.notations.model import UnwritableRecord
from tests.naive.compare_sheets import usable_sheet
from tests.spades.builders.cards import Json


def test_a_table_with_its_house_rules_is_the_same_after_shorthand() -> None:
    for seed in range(60):
        record = usable_sheet(seed)[0].request
        (back,) = registry.read(registry.write(record, "shorthand").text)[1].records
        assert back == record, seed


def test_a_table_keeps_all_figures_and_decisions_in_a_score_sheet() -> None:
    written = 0
    for seed in range(90):
        record = usable_sheet(seed)[0].record
        try:
            text = registry.write(record, "csv").text
        except UnwritableRecord:  # a void round that was broken off, or a raised bid
            continue
        written += 1
        (back,) = registry.read(text, "csv")[1].records
        assert back["players"] == record["players"], seed
        for row, kept in zip(record["rounds"], back["rounds"], strict=True):
            assert _decided(kept) == _decided(row), seed
            assert _total(kept) == _total(row), seed
    assert written > 40


def _decided(row: Json) -> Json:
    members = ("void", "redeal_by", "forfeited_by", "reason", "time_called", "substitutions", "adjustments")
    return {name: row[name] for name in members if name in row}


def _total(row: Json) -> tuple[int, int]:
    """Return the sums of the bids and of the tricks of a row."""
    bids = row["bids_by_player"].values() if "bids_by_player" in row else [bid["tricks"] for bid in row.get("bids", ())]
    return sum(bids), sum(row.get("tricks_won", {}).values())
