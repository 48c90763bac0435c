"""How a game stands: who has won and why, or who leads and by how much, and who deals and bids next."""

from __future__ import annotations

from service.json_types import Json
from service.pages.games.running_scores import ranges_in_words
from service.pages.phrases import number_text
from service.spades.english import listed

_AFTER_THE_END = "round_after_end"


def result_in_words(answer: Json) -> str:
    """Return the result of a game, or its standing so far, in a sentence."""
    if answer["finished"] or not answer["rounds"] or "standing" not in answer:
        return str(answer["detail"])
    scores = {team: each["score"] for team, each in answer["standing"].items()}
    best = max(scores.values())
    leaders = [team for team, score in scores.items() if score == best]
    if len(leaders) > 1:
        return f"{listed(leaders)} are equal at {number_text(best)}."
    others = [score for team, score in scores.items() if team != leaders[0]]
    if not others:
        return f"{leaders[0]} has {number_text(best)}."
    seconds = [team for team, score in scores.items() if score == max(others)]
    return f"{leaders[0]} leads with {number_text(best)}, {best - max(others)} ahead of {listed(seconds)}."


def next_round_in_words(answer: Json) -> str:
    """Return which round comes next, who deals it and who bids first, as far as that is known; empty after the end.

    It is empty as well if the standing is not known, as the game may be over then. Void rounds count as rows of the
    sheet but not as rounds of the game: behind one, the next round has no number here.
    """
    coming, rounds = answer.get("next"), answer["rounds"]
    if coming is None or (rounds and "standing" not in answer):
        return ""
    who = [
        f"{coming[member]} {does}"
        for member, does in (("dealer", "deals"), ("first_bidder", "bids first"))
        if member in coming
    ]
    if coming["round_number"] == len(rounds) + 1:
        return f"Round {coming['round_number']} comes next{': ' if who else ''}{listed(who)}."
    dealing = [words.replace(" deals", " deals next") for words in who]
    return f"{listed(dealing)}." if dealing else ""


def standing_heading(answer: Json) -> str:
    """Return what to know before reading the standing: whether it counts rounds played after the end of the game."""
    later = [
        each["number"]
        for each in answer["rounds"]
        if any(finding["code"] == _AFTER_THE_END for finding in each["findings"])
    ]
    if not later or "standing" not in answer:
        return ""
    numbers = listed(ranges_in_words(later))
    counted = f"round {numbers}, which was" if len(later) == 1 else f"rounds {numbers}, which were"
    return f"This standing counts {counted} played after the end of the game."


def standing_rows(answer: Json) -> list[dict[str, str]]:
    """Return the running totals of each side, those that are 0 for all of them left out; none if they are not known."""
    standing = answer.get("standing", {})
    kept = [name for name in ("bags", "sets", "revokes") if any(each[name] for each in standing.values())]
    return [
        {
            "team": team,
            "score": number_text(each["score"]),
            "others": ", ".join(f"{name} {each[name]}" for name in kept),
        }
        for team, each in standing.items()
    ]
