"""docs/how-to/verify-rulings.md: it names the members of a result, its outcomes and the exit statuses as they are."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import get_args

from service.commands.verify import VerifyReport
from service.verification.verifier import Outcome, Verified

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "verify-rulings.md").read_text()


def everything() -> Verified:
    """Return a result that has something to say in every member."""
    change = {"stored": "a", "made": "b"}
    differences = tuple({"pointer": f"#/{number}", **change} for number in range(60))
    return Verified("differs", "x", "auditRound", "sha256:0", "1.0.0", differences, ("#/new",), change, change, change)


def test_the_page_names_every_member_and_every_outcome() -> None:
    written = everything().written(1)
    named = [*written, *written["differences"][0], *get_args(Outcome)]
    assert [each for each in named if f"`{each}`" not in PAGE] == []
    assert written.keys() == {"line", "holds", "differences_left_out", *(field.name for field in fields(Verified))}
    assert (len(written["differences"]), written["differences_left_out"]) == (50, 10)


def test_every_outcome_has_its_sentence() -> None:
    for outcome in get_args(Outcome):
        report = VerifyReport(10)
        written = Verified(outcome, None, "auditRound", "sha256:0", "1.0.0").written(1)
        report.add([written, written])
        assert report.total == 2
        assert report.holds == (outcome == "same")
        text = "\n".join(report.lines())
        assert "None" not in text
        assert text.endswith(".")
