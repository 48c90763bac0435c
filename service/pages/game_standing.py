"""How a game stands, in sentences: its result, what comes next, what is wrong on its paper sheet, what has no score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from service.media_types import Json
from service.pages.phrases import number_text, overrides_in_words
from service.spades.english import count_of, listed

_AFTER_THE_END: Final = "round_after_end"
_FIGURES_OF_A_SCORE = ("points", "score", "bags")
_OF_A_SCORE = {"bids", "bids_by_player", "blind_bidders", "tricks", "tricks_won"}
"""The members of a round that its score is made from."""


def scores_of(played: Json) -> Json:
    """Return the score of each side in a round of an answer, as ruled; empty if the round has none."""
    return played.get("teams", played.get("as_ruled", ()))


def is_void(played: Json) -> bool:
    """Return whether a round counts for nothing: it was declared void, or the ruling makes it so."""
    return bool(played.get("void")) or played.get("verdict") == "void"


def ranges_in_words(numbers: list[int]) -> list[str]:
    """Return rising numbers with each run of three or more as one item.

    >>> ranges_in_words([1, 3, 4, 5, 8, 9])
    ['1', '3 to 5', '8', '9']
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [
        text
        for run in runs
        for text in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))  # noqa: PLR2004 - a pair is listed
    ]


def result_in_words(answer: Json) -> str:
    """Return the result of a game, or its standing so far, in a sentence."""
    if answer["finished"] or not answer["rounds"] or "standing" not in answer:
        return str(answer["detail"])
    scores = {team: totals["score"] for team, totals in answer["standing"].items()}
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
    if not rounds or coming["round_number"] == rounds[-1]["number"] + 1:
        return f"Round {coming['round_number']} comes next{': ' if who else ''}{listed(who)}."
    dealing = [words.replace(" deals", " deals next") for words in who]
    return f"{listed(dealing)}." if dealing else ""


def standing_heading(answer: Json) -> str:
    """Return what to know before reading the standing: which rounds played after the end of the game it leaves out."""
    later = [
        played["number"]
        for played in answer["rounds"]
        if any(finding["code"] == _AFTER_THE_END for finding in played["findings"])
    ]
    if not later or "standing" not in answer:
        return ""
    numbers = listed(ranges_in_words(later))
    without = f"round {numbers}, which was" if len(later) == 1 else f"rounds {numbers}, which were"
    return f"This is the standing at the end of the game, without {without} played after it."


def standing_rows(answer: Json) -> list[dict[str, str]]:
    """Return the running totals of each side, those that are 0 for all of them left out; none if they are not known."""
    standing = answer.get("standing", {})
    kept = [name for name in ("bags", "sets", "revokes") if any(totals[name] for totals in standing.values())]
    return [
        {
            "team": team,
            "score": number_text(totals["score"]),
            "others": ", ".join(f"{name} {totals[name]}" for name in kept),
        }
        for team, totals in standing.items()
    ]


def standings_in_words(answer: Json) -> list[str]:
    """Return every standing that the game may have, if its rounds leave several: the scores, and bags if any side has.

    >>> standings_in_words({"standings": [{"us": {"score": 51, "bags": 1}, "them": {"score": 50, "bags": 0}}]})
    ['us 51 and them 50, with bags 1 and 0']
    """
    sentences: list[str] = []
    for standing in answer.get("standings", ()):
        scores = listed([f"{team} {number_text(totals['score'])}" for team, totals in standing.items()])
        bags = [totals["bags"] for totals in standing.values()]
        sentences.append(f"{scores}, with bags {listed(map(str, bags))}" if any(bags) else scores)
    return sentences


def totals_not_compared(request: Json, rounds: Json) -> str:
    """Return from which round on several standings let the totals of the paper sheet only be compared line by line.

    It is empty if there is none, or no total; a round without a score is explained by `unscored_in_words`.
    """
    for index, played in enumerate(rounds):
        scores, number = scores_of(played), played["number"]
        if not scores:
            return ""
        if any("after" not in side for side in scores):
            later = [sent.get("reported", {}) for sent in request["rounds"][index:]]
            if any(reported.get(name) for reported in later for name in ("score", "bags")):
                return f"The totals of the paper sheet from round {number} on were compared only line by line."
            return ""
    return ""


def first_error_in_words(answer: Json) -> list[str]:
    """Return the first error of the sheet with its cause, and what it shifts; empty if there is no error."""
    error = answer.get("first_error")
    if error is None:
        return []
    return [error["detail"], *_shifted(answer, error["round"])]


def _shifted(answer: Json, number: int) -> Iterator[str]:
    """Yield how many running scores after the round of this number are off, and by how much."""
    later = [shift for shift in answer["shifts"] if shift["round"] > number]
    if not later:
        return
    runs: dict[tuple[str, int], list[int]] = {}
    for shift in later:
        runs.setdefault((shift["team"], shift["shift"]), []).append(shift["round"])
    parts = [
        f"{team} by {number_text(abs(points))} too {'much' if points > 0 else 'little'}"
        f" in round{'' if len(rounds) == 1 else 's'} {listed(ranges_in_words(rounds))}"
        for (team, points), rounds in runs.items()
    ]
    are = "is" if len(later) == 1 else "are"
    yield f"After it {count_of(len(later), 'later total')} {are} off: {'; '.join(parts)}."


def sheet_in_words(request: Json, rounds: Json) -> str:
    """Return what the comparison with the paper sheet came to if it found no first error; empty if it found others."""
    if not any(played.get("reported") for played in request["rounds"]):
        return "The request has no figures of a paper sheet to compare."
    if any(played.get("differences") for played in rounds):
        return ""
    unscored = next((index for index, played in enumerate(rounds) if not scores_of(played)), None)
    if unscored is None:
        return "Every figure of the paper sheet that was compared is right."
    if not any(played.get("reported") for played in request["rounds"][:unscored]):
        return ""
    return f"Every figure of the paper sheet before round {rounds[unscored]['number']} is right."


def unscored_in_words(request: Json, answer: Json, rounds: Sequence[Json]) -> str:
    """Return why the first round without a score has none, and what was not compared; empty if every round has one.

    ``rounds`` are those of the answer, with locations in each round. Unless the game is over, the answer has said
    already which round it is.
    """
    index = next((index for index, played in enumerate(rounds) if not scores_of(played)), None)
    if index is None:
        return ""
    sentences = [f"Round {rounds[index]['number']} has no score."] if answer["finished"] else []
    sentences.append(_why(request["rounds"][index], rounds[index]))
    later = [played.get("reported", {}) for played in request["rounds"][index:]]
    if any(reported.get(name) for reported in later for name in _FIGURES_OF_A_SCORE):
        sentences.append("Its points and totals on the paper sheet were not compared, later totals only line by line.")
    return " ".join(sentences)


def _why(sent: Json, played: Json) -> str:
    errors = [
        finding["detail"]
        for finding in played["findings"]
        if finding["severity"] == "error" and finding["pointer"] and finding["pointer"][0] in _OF_A_SCORE
    ]
    is_half_a_log = "tricks" in sent and not played["complete"]
    return " ".join(errors) if errors and not is_half_a_log else str(played["summary"]["why"][0])


def row_as_sent(sent: Json) -> str:
    """Return the bids and the tricks of a row that has no score, as the request has them.

    >>> row_as_sent({"bids_by_player": {"ana": 4, "ben": 6}, "blind_bidders": ["ben"], "tricks_won": {"ana": 5}})
    'No score. Bids: ana 4, ben blind 6. Tricks: ana 5.'
    """
    blind = sent.get("blind_bidders", ())
    bids = [
        (bid.get("player", bid.get("team")), bid["tricks"], "blind" in bid.get("kind", ""))
        for bid in sent.get("bids", ())
    ] or [(name, number, name in blind) for name, number in sent.get("bids_by_player", {}).items()]
    parts = {
        "Bids": [f"{name} {'blind ' if is_blind else ''}{number}" for name, number, is_blind in bids],
        "Tricks": [f"{name} {number}" for name, number in sent.get("tricks_won", {}).items()],
    }
    return " ".join(["No score.", *(f"{title}: {', '.join(texts)}." for title, texts in parts.items() if texts)])


def comments_on_sheet(ruleset: Json | None, left_out: int | None) -> Iterator[str]:
    """Yield the comments, each on one line.

    ``ruleset`` is that of the answer if its name alone does not say it; ``left_out`` is the number of a round without a
    row.
    """
    if ruleset is not None:
        options = f", with {', '.join(ruleset['options'])}" if ruleset["options"] else ""
        overrides = overrides_in_words(ruleset)
        house_rules = f", with house rules ({'; '.join(overrides)})" if overrides else ""
        called = f" that is called {ruleset['title']}: " if "title" in ruleset else " "
        comment = f"Scored by the ruleset{called}{ruleset['name']}, version {ruleset['version']}{options}{house_rules}"
        yield " ".join(comment.split())
    if left_out is not None:
        yield f"Round {left_out} is left out: it has no score, and a log of tricks has no row"
