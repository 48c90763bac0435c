"""A whole round in shorthand is short."""

from __future__ import annotations

from service.notations.registry import read, write
from tests.spades.builders.legal_rounds import LEGAL_BIDS, LEGAL_LOG


def test_a_whole_round_takes_220_bytes() -> None:
    record = {
        "ruleset": "pagat",
        "players": ["A", "B", "C", "D"],
        "dealer": "D",
        "bids_by_player": {each[0].upper(): int(each.split()[1]) for each in LEGAL_BIDS.split(", ")},
        "tricks": [{"cards": line.split()[1:]} for line, _ in LEGAL_LOG],
    }
    assert len(write(record, "shorthand").text.encode()) <= 220
    # Without spaces, there is room for the leaders, too.
    led = [{"cards": line.split()[1:], "leader": line[0].upper()} for line, _ in LEGAL_LOG]
    text = write({**record, "tricks": led}, "shorthand").text
    for trick in led:
        text = text.replace(" ".join(trick["cards"]), "".join(trick["cards"]))
    assert len(text.encode()) <= 220
    assert read(text, "shorthand")[1].records == ({**record, "tricks": led},)
