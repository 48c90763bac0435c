"""The claim with which the play of a round ended: what became of it, who gets the tricks, and a line of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from service.json_types import Json
from service.pages.phrases import card_text, cards_text, moment_in_words
from service.pages.rulings.finding_marks import FindingMarks
from service.spades.catalogue.finding_codes import CODES
from service.spades.english import count_of

_LINE_TITLES: Mapping[str, str] = MappingProxyType({"disproved": "A way of playing the cards that takes fewer"})
"""What a line of play shows, if it shows why a claim fails."""


def claim_content(answer: Json, tricks: Sequence[Json], marks: FindingMarks) -> dict[str, Any] | None:
    """Return the claim by the names that the templates use, None if the play did not end with one.

    ``tricks`` are those of the page, of which the last may be in progress.
    """
    if "claim" not in answer:
        return None
    ruled, sent, players = answer["claim"], marks.record["claim"], len(marks.record["players"])
    begun = f", trick {len(tricks)} included" if tricks and len(tricks[-1]["plays"]) < players else ""
    return {
        "detail": ruled["detail"],
        "moment": f"{moment_in_words(sent['at'])}." if "at" in sent else "",
        "statement": cards_text(sent.get("statement", ())),
        "given": [(player, number) for player, number in ruled.get("given", {}).items() if number],
        "line": list(_line(ruled.get("line", ()), tricks, players)),
        "line_title": _LINE_TITLES.get(ruled["result"], "A line of play to the end of the round"),
        "end": f"Here {ruled['by']} claimed, with {count_of(ruled['left'], 'trick')} left{begun}.",
        **marks.within("claim"),
    }


def _line(line: Sequence[Json], tricks: Sequence[Json], players: int) -> Iterator[dict[str, Any]]:
    """Yield the tricks of a line of play, which goes to the end of the round; the first may have begun before it."""
    shown = -len(line) % players
    begun = [(play["player"], play["card"]) for play in tricks[-1]["plays"]] if shown else []
    plays = [*begun, *((each["player"], card_text(each["card"])) for each in line)]
    first = len(tricks) + (0 if shown else 1)
    for index, start in enumerate(range(0, len(plays), players)):
        yield {"number": first + index, "plays": plays[start : start + players]}


def tricks_in_words(player: str, answer: Json) -> str:
    """Return the tricks that a player won, and how many of them a claim gave."""
    won, given = answer["tricks_won"].get(player, 0), answer.get("claim", {}).get("given", {}).get(player, 0)
    return f"{won} ({given} by the claim)" if given else str(won)


def is_of_a_claim(finding: Json) -> bool:
    """Return whether a finding is about a claim: what that costs is in the tricks, and no penalty."""
    return finding["code"] in CODES and CODES[finding["code"]].about_claim
