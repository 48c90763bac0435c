"""Figures of a record with several readings: stated where all agree, or where the sheet says which of them is meant."""

from __future__ import annotations

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.records import record, tricks_won
from tests.spades.builders.rulesets import small
from tests.spades.builders.rulings import codes, places
from tests.spades.builders.slips import LOG, ROUND, exchanged, left_out, offences, with_entry

TWICE = record(small(4, 1, nil={"blind_exchange": 0}), "ana AH KH QH JH ana AC")
"""A round of one trick with two cards of ana's: she won with her heart, or ben led his and won."""
EITHER = [{"ana+cy": -20, "ben+dee": -20}] * 2


def with_sheet(body: Json, **reported: object) -> Json:
    """Return the ruling on a record with this sheet."""
    return ruling({**body, "reported": reported})


def test_readings_that_agree_state_the_score_against_the_record_as_written() -> None:
    """Rulings, figures: as written cy wins trick 5; dee's card was the seven of spades, by every reading."""
    ruled = ruling(with_entry(ROUND, 4, 2, card="6D"))
    assert [each["points"] for each in ruled["readings"]] == [{"ana+cy": 51, "ben+dee": 52}]
    assert (ruled["figures_from"], ruled["complete"]) == ("readings", True)
    assert ruled["tricks"][4]["winner"] == "dee"
    whole = ruling(ROUND)
    for member in ("tricks_won", "as_played", "as_ruled"):
        assert ruled[member] == whole[member]


def test_readings_that_differ_leave_the_score_open() -> None:
    """Rulings, figures: each reading has its points; who won a trick is stated where all agree."""
    ruled = ruling(exchanged(ROUND, 4, "card", 2, 3))
    assert not {"figures_from", "as_played", "as_ruled"} & set(ruled)
    assert {each["points"]["ana+cy"] for each in ruled["readings"]} == {51, 52}
    assert "winner" not in ruled["tricks"][4]
    assert ruled["tricks"][3]["winner"] == "ben"
    assert ruled["tricks_won"] == {"ana": 5, "ben": 5, "cy": 1, "dee": 1}  # those of trick 5 apart


def test_a_record_without_readings_rests_on_itself() -> None:
    """Contract, figures_from: absent without readings."""
    assert "as_ruled" in ruling(ROUND)
    assert "figures_from" not in ruling(ROUND)


def test_a_score_is_the_same_only_if_its_tricks_are() -> None:
    """Rulings, figures: both readings make the same points, but of other tricks, and so no score is stated."""
    ruled = ruling(TWICE)
    assert [each["points"] for each in ruled["readings"]] == EITHER
    assert "as_played" not in ruled


def test_the_sheet_says_which_reading_is_meant() -> None:
    """Rulings, figures: the readings count that agree with the sheet; each of the two may be that."""
    for winner in ("ana", "ben"):
        won = {**tricks_won("ana 0, ben 0, cy 0, dee 0"), winner: 1}
        ruled = with_sheet(TWICE, tricks_won=won)
        assert (ruled["figures_from"], ruled["tricks_won"]) == ("sheet", won)
        assert sum(side["tricks"] for side in ruled["as_played"]) == 1
        assert codes(ruled["findings"]) == ["extra_play"]


def test_the_sheet_is_no_witness_for_an_offence() -> None:
    """Rulings, figures: if ben won, he led out of turn; the sheet says that he won, and accuses nobody."""
    ruled = with_sheet(TWICE, tricks_won=tricks_won("ana 0, ben 1, cy 0, dee 0"))
    assert ("wrong_leader", "ben", "#/tricks/0/plays/1") in offences(ruled["readings"][1])
    assert ruled["verdict"] == "inconsistent"
    assert codes(ruled["findings"]) == ["extra_play"]


def test_a_sheet_that_fits_every_reading_decides_nothing() -> None:
    """Rulings, figures: the points are right in both readings; which of them is meant they don't say."""
    ruled = with_sheet(TWICE, points={"ana+cy": -20, "ben+dee": -20})
    assert "figures_from" not in ruled
    assert codes(ruled["findings"]) == ["extra_play"]


def test_a_sheet_that_no_reading_fits_is_no_witness() -> None:
    """Rulings, figures: neither ana nor ben may be missing from it; what is wrong in every reading is an error."""
    ruled = with_sheet(TWICE, tricks_won=tricks_won("ana 0, ben 0, cy 0, dee 1"))
    assert "figures_from" not in ruled
    assert places(ruled["findings"]) == [
        ("extra_play", "#/tricks/0/plays/4"),
        ("wrong_tricks_won", "#/reported/tricks_won/dee"),
    ]


def test_a_figure_that_every_reading_refutes_is_wrong() -> None:
    """Rulings, figures: the sheet's ten points for ana and cy are wrong in both readings; they agree what is right."""
    ruled = with_sheet(TWICE, points={"ana+cy": 10, "ben+dee": -20})
    assert places(ruled["findings"])[1:] == [("wrong_points", "#/reported/points/ana+cy")]
    assert "its bids and tricks make -20" in ruled["findings"][1]["detail"]


def test_the_sheet_says_how_a_trick_that_was_left_out_was_won() -> None:
    """Rulings, figures: by the sheet the trick was ana's or cy's, and nobody is accused; whose of them is not known."""
    body = left_out(LOG, 12)
    assert "as_played" not in ruling(body)
    ruled = with_sheet(body, points={"ana+cy": 51, "ben+dee": 52})
    assert (ruled["figures_from"], ruled["tricks_won"]) == ("sheet", tricks_won("ana 4, ben 5, cy 1, dee 2"))
    assert codes(ruled["findings"]) == ["missing_tricks"]
