"""What a page says first: who did what, how that is proved, what it costs and what the score now is; and the readings.

Where the record can be read in several ways, it says how it probably was meant instead of what contradicts what.

It is made from the answer in JSON, like the rest of the page: nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from service.media_types import Json
from service.pages.phrases import capitalised, number_text, signed_number, unbroken_in
from service.pages.ruling_findings import FindingMarks, finding_references
from service.spades.english import count_of, listed
from service.spades.findings import CODES, COUNTING
from service.spades.sentence import Wording, template_of

_MOST_NAMED: Final = 3
"""How many open questions, further errors, proofs or tricks a headline names before it only counts them."""
_WITHOUT_OFFENCE: Mapping[str, str] = MappingProxyType(
    {
        "clean": "nobody broke a rule",
        "undetermined": "nobody is proved to have broken a rule, but questions stay open",
        "inconsistent": "nobody is proved to have broken a rule, but the score sheet does not agree with the cards",
    }
)
"""Each verdict of a reading in which nobody is proved to have broken a rule."""
_RESTS_ON: Mapping[object, str] = MappingProxyType(
    {
        "readings": "The score is the same however the record is read.",
        "sheet": "The score is that of the readings that agree with the score sheet.",
    }
)
"""What the score rests on, by ``figures_from``."""
_STANDS: Mapping[object, str] = MappingProxyType(
    {
        None: "This stands however the record is read.",
        "readings": "This and the score stand however the record is read.",
        "sheet": "This stands however the record is read, and the score with the readings that agree with the sheet.",
    }
)
"""The same where an offence stands in every reading."""
_ANSWERED: Mapping[str, str] = MappingProxyType(
    {
        "upheld": "is upheld",
        "refuted": "is refuted",
        "undecidable": "can't be decided",
        "invalid": "names no trick and does not count",
    }
)
"""What became of a call, by its result."""
_CLAIMED: Mapping[object, str] = MappingProxyType({"accepted": "was accepted and stands", "proved": "holds"})
"""What became of a claim, by its result, where no finding says so."""
_CLEAN: Final = "Nobody broke a rule, and the record leaves no question open."
_EMPTY: Final = "The record has no bid, hand or play, so there was nothing to judge."
_JUDGED: Final = ("tricks", "hands", "exchanges", "bids", "bids_by_player", "claim", "reported", "draws")
_BIDS: Final = frozenset({"bids", "bids_by_player", "blind_bidders"})
_NOBODY: Final = "Nobody is proved to have broken a rule."
_SLIPPED: Mapping[str, str] = MappingProxyType({"trick_left_out": "left out"})
_COUNTED: Final = "the count of the cards, which leaves no room for them elsewhere"
_NUMBERS: Mapping[int, str] = MappingProxyType({2: "two", 3: "three", 4: "four", 5: "five", 6: "six"})
_VERDICTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "irregular": ("!", "A rule was broken"),
        "clean": ("✓", "No rule was broken"),
        "undetermined": ("?", "Not proved"),
        "inconsistent": ("≠", "Check the record"),
        "void": ("X", "The round is void"),
    }
)
"""The sign of each verdict and its words for players."""


class ForPlayers(NamedTuple):
    """A ruling as players ask for it: the verdict with its sign, what happened, and what else there is to say of it."""

    sign: str
    verdict: str
    happened: str
    more: str
    facts: Sequence[tuple[str, Sequence[str]]]
    """The proof, the cost and the score, each with its title and a line for each penalty or side."""
    kind: str
    """The verdict of which it has the look."""


def for_players(answer: Json, marks: FindingMarks) -> ForPlayers:
    """Return the same as `headline` in parts, with what each penalty costs."""
    offences = [finding for finding in answer["findings"] if finding["severity"] == "offence"]
    errors = [index for index, finding in enumerate(answer["findings"]) if finding["severity"] == "error"]
    is_doubted = bool(answer.get("readings")) and not offences
    verdict = "inconsistent" if is_doubted and answer["verdict"] == "undetermined" else answer["verdict"]
    kind = answer["verdict"]
    sign, words = _VERDICTS.get(verdict, ("", verdict))
    if _is_empty(answer, marks.record):
        kind, sign, words = "undetermined", "?", "Nothing was judged"
    if offences and all(map(is_of_a_claim, offences)):
        words = "The claim fails"
    elif verdict == "irregular" and len(offences) > 1:
        words = "Rules were broken"
    more = ""
    if offences:
        happened = f"{deeds_in_words(offences)}."
    elif is_doubted and verdict != "void":
        either, happened, then = _slip(answer, errors, marks)
        more = " ".join(filter(None, [then, _NOBODY, either]))
    else:
        happened = _what_happened(answer, marks)
    costs = [penalty["detail"] for penalty in answer.get("penalties", ())]
    costly = any(not is_of_a_claim(offence) for offence in offences)
    facts = (
        ("Proof", [capitalised(_proof(offences, marks).removeprefix("Proof: "))]),
        ("Calls", [_calls(answer, marks.record)]),
        ("Claim", [_claim(answer)]),
        ("Nil", list(_broken_nils(answer))),
        ("Cost", costs or ["The findings say what it costs." if is_cost_open(answer) else "No penalty."] * costly),
        ("Score", [*_before_points(answer, marks, costs_are_said=True), *_points_of_sides(answer), _game_lost(answer)]),
        ("Score now", _standings(answer, marks.record)),
    )
    shown = [(title, list(filter(None, lines))) for title, lines in facts]
    return ForPlayers(sign, words, happened, more, [(title, lines) for title, lines in shown if lines], kind)


def headline(answer: Json, marks: FindingMarks) -> str:
    """Return the ruling in a few short sentences: what was done, what it costs, what stays open."""
    said = (
        _what_happened(answer, marks),
        *(_calls(answer, marks.record), _claim(answer)),
        *(_what_it_costs(answer, marks), _scores_now(answer, marks.record), _game_lost(answer)),
    )
    return " ".join(filter(None, said))


def _what_happened(answer: Json, marks: FindingMarks) -> str:
    offences = [finding for finding in answer["findings"] if finding["severity"] == "offence"]
    errors = [index for index, finding in enumerate(answer["findings"]) if finding["severity"] == "error"]
    if offences:
        return f"{deeds_in_words(offences)}. {_proof(offences, marks)}".rstrip()
    misdealt = [finding for finding in answer["findings"] if finding["code"] == "wrong_hand_size"]
    if answer["verdict"] == "void" and misdealt and not errors:
        return f"The deal was wrong: {deeds_in_words(misdealt)}. That is nobody's offence."
    if answer.get("readings"):
        return " ".join(filter(None, [_NOBODY, *_slip(answer, errors, marks)]))
    if errors:
        return " ".join(filter(None, [_contradiction(answer, errors), _questions(answer, marks)]))
    if answer["undecided"]:
        return f"Nobody is proved to have broken a rule. {_questions(answer, marks)}"
    return _EMPTY if _is_empty(answer, marks.record) else _CLEAN


def _is_empty(answer: Json, record: Json) -> bool:
    """Return whether nothing is found because nothing was there to judge: that is no acquittal."""
    return answer["verdict"] == "clean" and "tricks" in record and not any(map(record.get, _JUDGED))


def _calls(answer: Json, record: Json) -> str:
    """Return what became of the calls of a revoke; of many only how many were upheld."""
    results = answer.get("accusations", ())
    if len(results) > _MOST_NAMED:
        upheld = sum(result["result"] == "upheld" for result in results)
        return f"Of {len(results)} calls, {upheld or 'none'} {'is' if upheld <= 1 else 'are'} upheld."
    calls = [(record["accusations"][result["accusation"]], result["result"]) for result in results]
    return " ".join(
        f"The call by {call['by']} against {call['against']} {_ANSWERED[result]}." for call, result in calls
    )


def _claim(answer: Json) -> str:
    """Return what became of a claim, unless a finding says so, and who gets the tricks left."""
    claim = answer.get("claim", {})
    verdict = _CLAIMED.get(claim.get("result"))
    given = {player: tricks for player, tricks in claim.get("given", {}).items() if tricks}
    if len(given) == 1:
        goes = "goes" if claim["left"] == 1 else "go"
        left = f"the {count_of(claim['left'], 'trick')} left {goes} to {next(iter(given))}"
    else:
        gets = [f"{tricks} {'goes' if tricks == 1 else 'go'} to {player}" for player, tricks in given.items()]
        left = f"of the {claim['left']} tricks left, {listed(gets)}" if given else ""
    said = [f"the claim by {claim['by']} {verdict}"] if verdict else []
    parts = [*said, *([left] if left else [])]
    return f"{capitalised('; '.join(parts))}." if parts else ""


def _broken_nils(answer: Json) -> Iterator[str]:
    """Yield which nils the tricks have broken and what each costs.

    What is a nil, and whose, is read from the score: a 0 may be an ordinary bid, a second bid changes nothing, and a
    bid may have been written under a wrong name. So nothing is said of a round that has no score, nor where a reading
    changes bids: a score is also the same if either of two partners bid nil.
    """
    changes = [change for reading in answer.get("readings", ()) for change in reading.get("changes", ())]
    if any(change["pointer"][0] in _BIDS for change in changes):
        return
    for side in answer.get("as_ruled", ()):
        failed = [nil["player"] for nil in side.get("nils", ()) if not nil["made"] and "player" in nil]
        lost = [-line["points"] for line in side.get("lines", ()) if line["code"] in {"nil_failed", "blind_nil_failed"}]
        cost = f" and costs {lost[0]} points" if lost and len(side["nils"]) == 1 else ""
        for player in failed:
            won = next((trick["number"] for trick in answer.get("tricks", ()) if trick.get("winner") == player), None)
            if won is not None:
                yield f"{player} won trick {won}: the nil is broken{cost}."


def _proof(offences: Sequence[Json], marks: FindingMarks) -> str:
    """Return what proves offences; empty if the order of the record does."""
    evidence = [offence.get("evidence", {}).get("proved_by") for offence in offences]
    proofs = [_COUNTED if proof == COUNTING else marks.location(proof) for proof in evidence if proof is not None]
    proofs += filter(None, [unbroken_in(marks.record, offence) for offence in offences])
    named = list(dict.fromkeys(proofs))
    if len(named) > _MOST_NAMED:
        named[_MOST_NAMED - 1 :] = [count_of(len(named) - _MOST_NAMED + 1, "other place")]
    return f"Proof: {'; '.join(named)}." if named else ""


def _slip(answer: Json, errors: Sequence[int], marks: FindingMarks) -> tuple[str, str, str]:
    """Return why the record is doubted, what was probably meant, and what it then says or still leaves open."""
    first, findings = answer["readings"][0], answer["findings"]
    explained = [
        question
        for question in answer["undecided"]
        if question["severity"] == "offence" and 0 in question.get("readings", ())
    ]
    place = next((f" in trick {findings[index]['trick']}" for index in errors if "trick" in findings[index]), "")
    either = (
        f"The record contradicts itself{place}."
        if errors
        else f"Either {_offenders(explained)}, or something was {_SLIPPED.get(first['slip'], 'written wrong')}."
        if explained
        else f"Something may have been {_SLIPPED.get(first['slip'], 'written wrong')}."
    )
    likely = f"{how_likely(answer)}: {first['detail']}"
    if not first["offences"] and first["verdict"] in _WITHOUT_OFFENCE:
        return either, likely, f"Then {_WITHOUT_OFFENCE[first['verdict']]}."
    return either, likely, _questions(answer, marks)


def _offenders(offences: Sequence[Json]) -> str:
    """Return who would have broken how many rules where: a single player by name, several by their number."""
    deeds = deeds_by_offender(offences)
    if len(deeds) == 1:
        return deeds[0]
    tricks = list(dict.fromkeys(str(offence["trick"]) for offence in offences if "trick" in offence))
    where = f" in trick{'' if len(tricks) == 1 else 's'} {listed(tricks)}" if 0 < len(tricks) <= _MOST_NAMED else ""
    number = _NUMBERS.get(len(deeds), str(len(deeds)))
    return f"{number} players broke {'a rule' if len(tricks) == 1 else 'rules'}{where}"


def how_likely(answer: Json) -> str:
    """Return how the first reading is introduced: as probable if it alone accuses so few of the players."""
    fewest, *others = (len(reading["offences"]) for reading in answer["readings"])
    return "For example" if fewest in others else "Probably"


def _contradiction(answer: Json, errors: Sequence[int]) -> str:
    """Return what is wrong with a record that no reading mends, without the words of an error in the log.

    What contradicts what in the log may sound like an accusation: the sentence refers to it. Errors of the sheet and of
    the bids are said in their own words.
    """
    findings = answer["findings"]
    first, *others = [index for index in errors if "follows" not in findings[index]] or errors
    on_sheet = findings[first]["pointer"][:1] == ("reported",)
    trick = f" in trick {findings[first]['trick']}" if "trick" in findings[first] else ""
    if findings[first]["code"] == "bid_missing":
        return f"Nobody is proved to have broken a rule. {findings[first]['detail']}"
    if not on_sheet:
        why = "it has more readings than are tried" if answer.get("limit_reached") else "no single slip explains it"
        see = "the findings" if len(others) >= _MOST_NAMED else finding_references([first, *others])
        return f"Nobody is proved to have broken a rule. The record contradicts itself{trick}, and {why}: see {see}."
    fault = "the score sheet does not agree with the cards"
    detail = f"Nobody is proved to have broken a rule, but {fault}. {findings[first]['detail']}"
    if len(others) > _MOST_NAMED:
        return f"{detail} There are {len(others)} more errors among the findings."
    return f"{detail} See also {finding_references(others)}." if others else detail


def _questions(answer: Json, marks: FindingMarks) -> str:
    """Return the open questions in a sentence; empty if there is none."""
    offences = [question for question in answer["undecided"] if question["severity"] == "offence"]
    others = [question for question in answer["undecided"] if question["severity"] != "offence"]
    questions = [f"whether {deeds}" for deeds in deeds_by_offender(offences)]
    questions += [_question_of_record(marks.location(other["pointer"]), other) for other in others]
    if len(questions) > _MOST_NAMED:
        questions[_MOST_NAMED - 1 :] = [count_of(len(questions) - _MOST_NAMED + 1, "other question")]
    return f"The record leaves open {listed(questions)}." if questions else ""


def _question_of_record(location: str, question: Json) -> str:
    match question["pointer"][:1]:
        case ["bids" | "bids_by_player"]:
            # A question that names no side is about all bids: it asks whether their total throws the round in.
            return f"what {question['team']} bid" if "team" in question else "whether the bids throw the round in"
        case ["reported"]:
            return f"whether the sheet is right about the {location}"
        case ["accusations"]:
            return f"when the {location} was made"
        case ["claim"]:
            return "who gets the tricks conceded"
    return f"what {location} was"


def is_of_a_claim(finding: Json) -> bool:
    """Return whether a finding is about a claim: what that costs is in the tricks, and no penalty."""
    return finding["code"] in CODES and CODES[finding["code"]].about_claim


def is_cost_open(answer: Json) -> bool:
    """Return whether offences without a penalty may cost something: by a reading, or if play went on after the log."""
    return bool(answer.get("readings")) or any(
        question["code"] == "end_of_play_open" for question in answer.get("undecided", ())
    )


def _what_it_costs(answer: Json, marks: FindingMarks) -> str:
    """Return what the offences cost in points, and what each side scores."""
    return " ".join([*_before_points(answer, marks), *_points_of_sides(answer)])


def _before_points(answer: Json, marks: FindingMarks, *, costs_are_said: bool = False) -> Iterator[str]:
    """Yield why there is no score and what the offences cost; or what a score rests on, and why it is unchanged."""
    if answer["verdict"] == "void":
        yield "The round is void: nobody scores in it."
        return
    costly = [
        index
        for index, found in enumerate(answer["findings"])
        if found["severity"] == "offence" and not is_of_a_claim(found)
    ]
    rests = filter(None, [_rests_on(answer)])
    if not answer.get("as_ruled"):
        if not costs_are_said:
            yield from _penalties_in_words(answer, marks.record)
        yield from rests
        if costly and not answer.get("penalties") and is_cost_open(answer):
            cost = "it costs" if len(costly) == 1 else "they cost"
            yield f"What {cost} is in {finding_references(costly)}."
        elif costly and not answer.get("penalties"):
            yield f"{_offences_do(costly, 'cost')} nothing ({_why_unchanged(answer, costly)})."
        yield f"{why_no_score(answer, marks.record)}."
        return
    yield from rests
    ruled, played = _points(answer)
    if costly and ruled == played:
        lost = _tricks_lost(answer, marks.record)
        if lost:
            yield lost
        claimed = any(map(is_of_a_claim, answer["findings"]))  # what that changes is in the tricks
        subject = "That changes" if lost or claimed else _offences_do(costly, "change")
        yield f"{subject} no points ({_why_unchanged(answer, costly)})."


def _points_of_sides(answer: Json) -> list[str]:
    """Return the points of each side; nothing for a round that has none."""
    if answer["verdict"] == "void" or not answer.get("as_ruled"):
        return []
    turned = _turned(answer)
    return [f"{line[:-1]}{turned.get(team, '')}." for team, line in _each_in_words(*_points(answer))]


def _turned(answer: Json) -> dict[str, str]:
    """Return what the penalties turn for sides that did nothing wrong, by side: a Boston, a contract or a nil."""
    guilty = {finding.get("team") for finding in answer["findings"] if finding["severity"] == "offence"}
    played = {side["team"]: side for side in answer.get("as_played", ())}
    turned: dict[str, str] = {}
    if any(penalty["effect"] == "round" for penalty in answer.get("penalties", ())):
        return turned  # nothing is made or lost in a round that is dealt again
    for ruled in answer["as_ruled"]:
        team = ruled["team"]
        before = played.get(team)
        if before is None or team in guilty:
            continue
        if ruled.get("boston") and not before.get("boston"):
            turned[team] = ", with a Boston"
        elif ruled.get("made") is not before.get("made"):
            turned[team] = ", and the contract is made" if ruled.get("made") else ", and the contract is lost"
        else:
            nils = zip(ruled.get("nils", ()), before.get("nils", ()), strict=True)
            made = [nil["made"] for nil, other in nils if nil["made"] is not other["made"]]
            turned.update({team: ", and the nil is made" if made[0] else ", and the nil fails"} if made else {})
    return turned


def _points(answer: Json) -> tuple[dict[str, int], dict[str, int]]:
    """Return the points of each side as ruled and as played."""
    ruled = {side["team"]: side["points"] for side in answer["as_ruled"]}
    return ruled, {side["team"]: side["points"] for side in answer.get("as_played", answer["as_ruled"])}


def _game_lost(answer: Json) -> str:
    """Return which sides lose the game by a penalty of a scored round."""
    if answer["verdict"] == "void" or not answer.get("as_ruled"):
        return ""
    forfeits = [penalty["team"] for penalty in answer.get("penalties", ()) if penalty["effect"] == "game"]
    return " ".join(f"{team} loses the game." for team in dict.fromkeys(forfeits))


def _penalties_in_words(answer: Json, record: Json) -> list[str]:
    """Return what the penalties take in a round without a score: its tricks, and what else each of them says."""
    named = [penalty["detail"] for penalty in answer.get("penalties", ()) if "tricks" not in penalty]
    if len(named) > _MOST_NAMED:
        named[_MOST_NAMED - 1 :] = [f"There are {len(named) - _MOST_NAMED + 1} more penalties."]
    return [*filter(None, [_tricks_lost(answer, record)]), *named]


def _offences_do(costly: Sequence[int], verb: str) -> str:
    """Return the beginning of a sentence about what these offences change or cost."""
    return f"The offence {verb}s" if len(costly) == 1 else f"The offences {verb}"


def _scores_now(answer: Json, record: Json) -> str:
    """Return the running score of each side; empty if the record has no score before the round."""
    scores = _standings(answer, record)
    return f"The score is now {listed(scores)}." if scores else ""


def _standings(answer: Json, record: Json) -> list[str]:
    """Return each side with its running score; nothing if the record has no score before the round."""
    if "before" not in record or answer["verdict"] == "void" or not answer.get("as_ruled"):
        return []
    return [f"{side['team']} {number_text(side['after']['score'])}" for side in answer["as_ruled"]]


def _why_unchanged(answer: Json, costly: Sequence[int]) -> str:
    """Return why these offences change no points: what the penalties take was lost already, or the findings say it."""
    if not answer.get("penalties"):
        return f"{finding_references(costly)} {'says' if len(costly) == 1 else 'say'} why"
    lost = {side["team"] for side in answer.get("as_played", ()) if not side.get("made", True)}
    losers = {penalty["team"] for penalty in answer["penalties"] if penalty.get("tricks", 0) < 0}
    return "the contract was lost anyway" if losers and losers <= lost else "the penalties say why"


def _rests_on(answer: Json) -> str:
    """Return what the ruling rests on; empty if the record is taken as written, or nothing is stated."""
    is_proved = any(finding["severity"] == "offence" for finding in answer["findings"])
    if answer.get("figures_from") == "sheet" and not answer.get("readings"):
        return "The tricks are those of the score sheet."
    words = _STANDS if answer.get("readings") and is_proved else _RESTS_ON
    return words.get(answer.get("figures_from"), "")


def why_no_score(answer: Json, record: Json) -> str:
    """Return why a round has no score; a first round may be one that is played without bids."""
    if any("points" in reading for reading in answer.get("readings", ())):
        return "The score depends on how the record is read"
    if answer["complete"]:
        return "No reading of the record comes to a score" if answer.get("readings") else "The round has no score"
    if "bids" in record or "bids_by_player" in record:
        if "given" not in answer.get("claim", {"given": {}}):
            return "The claim gives the tricks left to nobody, so the round has no score yet"
        return "The record is not of a complete round: no score yet"
    if record.get("round_number") == 1:
        return "The bids were not recorded, or not the whole round: no score"
    return "The bids were not recorded, so the round has no score"


def _tricks_lost(answer: Json, record: Json) -> str:
    """Return the tricks that the penalties take or bring, which are all that is known of them without a score."""
    tricks: dict[str, int] = {}
    for penalty in answer.get("penalties", ()):
        if "tricks" in penalty:
            tricks[penalty["team"]] = tricks.get(penalty["team"], 0) + penalty["tricks"]
    changes = []
    for team, number in tricks.items():
        taken = _taken(team, answer, record)
        so_far = "" if taken is None or taken + number >= 0 else f", of {taken} taken so far"
        if number:
            changes.append(f"{team}: {signed_number(number)} trick{'' if abs(number) == 1 else 's'}{so_far}")
    return f"{'; '.join(changes)}." if changes else ""


def _taken(team: str, answer: Json, record: Json) -> int | None:
    """Return how many tricks a side has taken; None if that is not known."""
    seated, won = record.get("players", ()), answer.get("tricks_won", {})
    pairs = zip(seated, seated[len(seated) // 2 :], strict=False)
    unnamed = {"+".join(players): players for players in [*zip(seated), *pairs]}
    players = {**unnamed, **{named["name"]: named["players"] for named in record.get("teams", ())}}.get(team, (None,))
    if team in won:
        return int(won[team])
    return sum(int(won[player]) for player in players) if won.keys() >= set(players) else None


def points_in_words(ruled: Mapping[str, int], played: Mapping[str, int]) -> str:
    """Return the points of each side, those that differ from the score as played first.

    >>> points_in_words({"N+S": 40, "E+W": -60}, {"N+S": 40, "E+W": 62}).replace(chr(8722), "-")
    'E+W: -60 instead of +62. N+S: +40.'
    """
    return " ".join(line for _, line in _each_in_words(ruled, played))


def _each_in_words(ruled: Mapping[str, int], played: Mapping[str, int]) -> list[tuple[str, str]]:
    sides = sorted(ruled, key=lambda team: ruled[team] == played[team])
    return [
        (
            team,
            f"{team}: {signed_number(ruled[team])}"
            + ("." if ruled[team] == played[team] else f" instead of {signed_number(played[team])}."),
        )
        for team in sides
    ]


def readings_in_words(answer: Json) -> list[dict[str, str]]:
    """Return the slips that may be in the record, the likeliest first, each with the ruling that its reading gives."""
    return [
        {"detail": reading["detail"], "result": " ".join(_result_of_reading(reading))}
        for reading in answer.get("readings", ())
    ]


def _result_of_reading(reading: Json) -> Iterator[str]:
    deeds = deeds_in_words(reading.get("offences", ())) or _WITHOUT_OFFENCE.get(reading["verdict"], "")
    yield f"Then {deeds} ({reading['verdict']})." if deeds else f"Then the ruling is {reading['verdict']}."
    if "points" in reading:
        yield f"As played: {points_in_words(reading['points'], reading['points'])}"


def deeds_in_words(offences: Iterable[Json]) -> str:
    """Return who did what, each player and each kind of offence once; empty for no offences.

    >>> deeds_in_words([{"code": "revoke", "player": "W", "trick": 5}, {"code": "revoke", "player": "W", "trick": 10}])
    'W revoked in tricks 5 and 10'
    """
    return "; ".join(deeds_by_offender(offences))


def deeds_by_offender(offences: Iterable[Json]) -> list[str]:
    """Return for each player or side with an offence what they did."""
    by_offender: dict[str, dict[str, list[Json]]] = {}
    for offence in offences:
        by_offender.setdefault(_offender(offence), {}).setdefault(_deed(offence), []).append(offence)
    return [
        f"{offender} {listed([deed + _occasions(alike) for deed, alike in deeds.items()])}"
        for offender, deeds in by_offender.items()
    ]


def _offender(offence: Json) -> str:
    entry = CODES.get(offence["code"])
    first, second = ("team", "player") if entry is not None and entry.of_side else ("player", "team")
    return str(offence.get(first) or offence.get(second) or "somebody")


def _deed(offence: Json) -> str:
    """Return what was done; a code of a later service in its own words."""
    entry = CODES.get(offence["code"])
    if entry is None or entry.deed is None:
        return f"committed '{offence['code'].replace('_', ' ')}'"
    if entry.deed_in_figures is not None:
        deed, evidence = template_of(entry.deed_in_figures), offence.get("evidence", {})
        if all(form is None or name in evidence for name, form in deed):
            return Wording().fill(deed, evidence)
    return entry.deed


def _occasions(alike: list[Json]) -> str:
    """Return the tricks of offences of one kind; without tricks, their number if there are several."""
    tricks = list(dict.fromkeys(str(offence["trick"]) for offence in alike if "trick" in offence))
    if tricks:
        return f" in trick{'' if len(tricks) == 1 else 's'} {listed(tricks)}"
    return f" {len(alike)} times" if len(alike) > 1 else ""
