"""The summary of a ruling: what players ask first, made once for the page, the desk and the replay.

Who did what, or how the record probably was meant; how that is proved; what it costs, what the score now is, and why.
It is made from the answer in JSON, in which each pointer is a tuple of names and indices: nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from service.media_types import Json
from service.spades.cards import CODES as CARDS
from service.spades.cards import UNREAD_CODE
from service.spades.english import count_of, listed
from service.spades.errors import pointer_to
from service.spades.findings import CODES, COUNTING
from service.spades.ruling.model import VOID_OR_NOT
from service.wire.deeds import deeds_by_offender, deeds_in_words, in_tricks
from service.wire.places import Path, location_in_words, unbroken_in, value_at
from service.wire.writer import Style

_MOST_NAMED: Final = 3
"""How many open questions, further errors, proofs or places are named before they are only counted."""
_SIGNS: Mapping[str, str] = MappingProxyType(
    {"irregular": "!", "clean": "✓", "undetermined": "?", "inconsistent": "≠", "void": "X"}
)
_VERDICTS: Mapping[str, str] = MappingProxyType(
    {
        "irregular": "A rule was broken",
        "clean": "No rule was broken",
        "undetermined": "Not proved",
        "inconsistent": "Check the record",
        "void": "The round is void",
    }
)
"""Each verdict in the words of players."""
_NOBODY_BROKE_A_RULE: Mapping[bool, str] = MappingProxyType(
    {
        True: "Nobody broke a rule, and the record leaves no question open.",
        False: "Nobody broke a rule in what is recorded, and no question is open.",
    }
)
"""By whether the record is of a complete round."""
_CLAIMS: Mapping[object, tuple[str, str]] = MappingProxyType(
    {
        "proved": ("clean", "The claim holds"),
        "disproved": ("irregular", "The claim fails"),
        "not_allowed": ("irregular", "The claim does not count"),
        "undecided": ("undetermined", "The claim is not decided"),
    }
)
"""Tone and words of a ruling that turns on the claim alone, by its result."""
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
"""What the score rests on where the record can be read in several ways, by ``figures_from``."""
_VOIDING: Final = frozenset({"round_thrown_in", "misdeal"})
"""The findings that say themselves why the round is void."""
_TAKEN_BACK: Final = frozenset({"revoke_corrected", "card_taken_back"})
"""The findings about a card that was shown and taken back."""
_NOBODY: Final = "Nobody is proved to have broken a rule."
_COUNTED: Final = "the count of the cards, which leaves no room for them elsewhere"
_NUMBERS: Mapping[int, str] = MappingProxyType({2: "two", 3: "three", 4: "four", 5: "five", 6: "six"})


def summary_of(record: Json, answer: Json, nils: Sequence[str], style: Style, start: Path = ()) -> dict[str, Json]:
    """Return the contract's ``Summary`` of an answer to a record; ``nils`` are the broken ones, in words.

    The sentences of the answer are written in this style, and so are cards and numbers here.
    """
    ruled = _Ruled(record, answer, style)
    tone, verdict = ruled.verdict()
    members = {
        "sign": _SIGNS.get(tone, "•"),
        "verdict": verdict,
        "tone": tone,
        "happened": ruled.happened(),
        "proof": [*ruled.proofs(start)],
        "calls": ruled.calls(),
        "claim": answer.get("claim", {}).get("detail"),
        "nils": nils,
        "cost": [penalty["detail"] for penalty in answer.get("penalties", ())] or ruled.without_penalty(),
        "score": [*ruled.points(), *ruled.games_lost()],
        "now": ruled.now(),
        "why": [*ruled.why()],
        "readings": ruled.readings(),
    }
    return {name: value for name, value in members.items() if value}


def finding_references(indices: Sequence[int]) -> str:
    """Return references to findings by their numbers; empty for no finding.

    >>> finding_references([0, 2])
    'findings 1 and 3'
    """
    numbers = [str(index + 1) for index in indices]
    return f"finding{'' if len(numbers) == 1 else 's'} {listed(numbers)}" if numbers else ""


def _is_of_a_claim(finding: Json) -> bool:
    """Return whether a finding is about a claim: to claim too much breaks no rule, and costs tricks but no penalty."""
    return finding["code"] in CODES and CODES[finding["code"]].about_claim


class _Ruled:
    """An answer with the record that it is about, and its sentences."""

    def __init__(self, record: Json, answer: Json, style: Style) -> None:
        self.record, self.answer, self.style = record, answer, style
        self.ruled, self.played = self._ruled_and_played()
        found = list(enumerate(answer["findings"]))
        self.offences = [finding for _, finding in found if finding["severity"] == "offence"]
        self.errors = [index for index, finding in found if finding["severity"] == "error"]
        self.costly = [index for index, each in found if each["severity"] == "offence" and not _is_of_a_claim(each)]
        self.undecided = sorted(answer["undecided"], key=self._is_about_unread)
        """Those about an unreadable card come last: nobody can answer them."""
        self.is_doubted = bool(answer.get("readings")) and not self.offences
        faulty = [finding for _, finding in found if finding["severity"] != "note"]
        self.is_on_sheet = bool(faulty) and all(finding["pointer"][:1] == ("reported",) for finding in faulty)
        open_codes = [question["code"] for question in self.undecided]
        self.is_empty = record.get("tricks") == found == [] and open_codes == ["tricks_not_recorded"]
        self.is_unmarked = answer["verdict"] in {"clean", "undetermined"} and not self.is_doubted
        """Whether nothing wrong is stated, nor suspected."""
        self.taken_back = [each for _, each in found if each["code"] in _TAKEN_BACK] * self.is_unmarked

    def verdict(self) -> tuple[str, str]:
        """Return the verdict whose look the ruling has, and its words."""
        verdict = str(self.answer["verdict"])
        tone = "inconsistent" if verdict == "undetermined" and self.is_doubted else verdict
        words = _VERDICTS.get(tone, tone)
        claim = self.answer.get("claim", {}).get("result", "disproved" if self.offences else None)
        if self.is_empty:
            words = "Nothing was judged"
        elif verdict == "inconsistent" and self.is_on_sheet and not self.is_doubted:
            words = "Check the score sheet"
        elif claim in _CLAIMS and self._turns_on_claim(claim):
            tone, words = _CLAIMS[claim]
        elif verdict == "clean" and any(finding["code"] == "revoke_corrected" for finding in self.taken_back):
            words = "It was taken back in time"
        elif self.is_unmarked and (self._is_only_unrecorded() or self._is_part_of_a_round()):
            words = "No fault in what is recorded"
        elif verdict == "irregular" and len(self.offences) > 1:
            words = "Rules were broken"
        return tone, words

    def _is_only_unrecorded(self) -> bool:
        """Return whether questions are open, and none but what was played in tricks that are not recorded."""
        return {question["code"] for question in self.undecided} == {"tricks_not_recorded"}

    def _is_part_of_a_round(self) -> bool:
        """Return whether bids or tricks are still to come, or were not recorded, and no question is open."""
        return self.answer["verdict"] == "clean" and not self.answer["complete"]

    def _turns_on_claim(self, result: str) -> bool:
        """Return whether nothing is found or open but what became of the claim."""
        is_other = self.costly or self.errors or self.is_doubted
        return not is_other and (self.answer["verdict"] in {"clean", "irregular"} or result == "undecided")

    def happened(self) -> list[str]:
        """Return what was done, or how the record probably was meant; the first sentence answers, others explain."""
        if self.offences:
            return [f"{deeds_in_words(self.offences)}.", *self._void()]
        if void := self._void():
            return void
        if self.is_doubted:
            return self._doubt()
        if self.errors:
            return [*self._contradiction(), _NOBODY, *self._open()]
        if self.is_empty:
            return [self.undecided[0]["detail"]]
        whole = _NOBODY_BROKE_A_RULE[bool(self.answer["complete"])]
        told = [finding["detail"] for finding in self.taken_back]
        # Nothing but the sheet says what was played, and it has more than the tricks: its figures are what is asked.
        is_of_sheet = self.answer.get("figures_from") == "sheet" and {*self.record["reported"]} > {"tricks_won"}
        if is_of_sheet and self.answer.get("differences") == []:
            told.append("The score sheet is right.")
        return [*told, *([*self._open(), _NOBODY] if self.undecided else [whole])]

    def _void(self) -> list[str]:
        """Return why the round is void; nothing if it is not, or if the record contradicts itself."""
        if self.answer["verdict"] != "void" or self.errors:
            return []
        if self.record.get("void"):
            reason = self.record.get("reason")
            return [f"The round was declared void{f': {reason}' if reason else ''}."]
        thrown_in = [found["detail"] for found in self.answer["findings"] if found["code"] in _VOIDING]
        misdealt = [found for found in self.answer["findings"] if found["code"] == "wrong_hand_size"]
        wrong = [f"The deal was wrong: {deeds_in_words(misdealt)}.", "That is nobody's offence."] if misdealt else []
        return thrown_in or wrong

    def _doubt(self) -> list[str]:
        """Return what was probably meant, what then holds or stays open, and why the record is doubted."""
        first, findings = self.answer["readings"][0], self.answer["findings"]
        explained = [
            question
            for question in self.undecided
            if question["severity"] == "offence" and 0 in question.get("readings", ())
        ]
        trick = in_tricks([findings[index] for index in self.errors if "trick" in findings[index]][:1])
        slipped = "left out" if first["slip"] == "trick_left_out" else "written wrong"
        either = (
            f"The record contradicts itself{trick}."
            if self.errors
            else f"Either {_offenders(explained)}, or something was {slipped}."
            if explained
            else f"Something may have been {slipped}."
        )
        second = [findings[index]["detail"] for index in self.errors[:1] if findings[index]["code"] == "extra_play"]
        is_acquittal = not first["offences"] and first["verdict"] in _WITHOUT_OFFENCE
        then = [f"Then {_WITHOUT_OFFENCE[first['verdict']]}."] if is_acquittal else self._open()
        return [*second, f"{self._how_likely()}: {first['detail']}", *then, _NOBODY, either]

    def _how_likely(self) -> str:
        """Return how the first reading is introduced: as probable if it alone accuses so few of the players."""
        fewest, *others = (len(reading["offences"]) for reading in self.answer["readings"])
        return "For example" if fewest in others else "Probably"

    def readings(self) -> list[str]:
        """Return the slips that may be in the record, the likeliest first, each with the ruling that it leads to."""
        told = []
        for index, reading in enumerate(self.answer.get("readings", ())):
            verdict = reading["verdict"]
            deeds = deeds_in_words(reading.get("offences", ())) or _WITHOUT_OFFENCE.get(verdict, "")
            then = f"Then {deeds} ({verdict})." if deeds else f"Then the ruling is {verdict}."
            points = reading.get("points", {})
            played = " As played: " + " ".join(self._each(points, points).values()) if points else ""
            told.append(f"{reading['detail']} {then}{played}")
            if not index:
                told[0] = f"{self._how_likely()}: {told[0]}"
        return told

    def _contradiction(self) -> list[str]:
        """Return what is wrong with a record that no reading mends, without the words of an error in the log.

        What contradicts what in the log may sound like an accusation: the sentence refers to it. Errors of the sheet
        and of the bids are said in their own words.
        """
        findings = self.answer["findings"]
        first, *others = [index for index in self.errors if "follows" not in findings[index]] or self.errors
        error = findings[first]
        if error["code"] == "bid_missing" or error["pointer"][:1] == ("reported",):
            return [error["detail"]]
        see = "the findings" if len(others) >= _MOST_NAMED else finding_references([first, *others])
        is_cut = self.answer.get("limit_reached")
        why = "it has more readings than are tried" if is_cut else "no single slip explains it"
        return [f"The record contradicts itself{in_tricks([error])}, and {why}: see {see}."]

    def _open(self) -> list[str]:
        """Return the open questions in a sentence; nothing if there is none."""
        offences = [question for question in self.undecided if question["severity"] == "offence"]
        others = [question for question in self.undecided if question["severity"] != "offence"]
        questions = [f"whether {deeds}" for deeds in deeds_by_offender(offences)]
        questions += [self._question(other) for other in others]
        return [f"The record leaves open {listed(_first_of(questions, 'other question'))}."] if questions else []

    def _is_about_unread(self, question: Json) -> bool:
        entry = value_at(self.record, question["pointer"])
        return (entry.get("card") if isinstance(entry, Mapping) else entry) == UNREAD_CODE

    def _question(self, question: Json) -> str:
        location = self._location(question["pointer"])
        if question["code"] == "tricks_not_recorded":
            return "what was played in the tricks that are not recorded"
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

    def _location(self, path: Path) -> str:
        return location_in_words(self.record, path, self._card)

    def _card(self, code: str) -> str:
        """Return a card of the record as it is written; another word for one stays as it is."""
        return self.style.cards[CARDS.index(code)] if code in CARDS else code

    def proofs(self, start: Path) -> Iterator[dict[str, Json]]:
        """Yield what proves the offences, each proof once, with its place if it has one."""
        proofs: dict[str, Json] = {}
        for offence in self.offences:
            by = offence.get("evidence", {}).get("proved_by")
            if by == COUNTING:
                proofs.setdefault(_COUNTED)
            elif by is not None:
                proofs.setdefault(self._location(by), pointer_to(*start, *by))
            if unbroken := unbroken_in(self.record, offence):
                proofs.setdefault(unbroken)
        for words in _first_of(proofs, "other place"):
            pointer = proofs.get(words)
            yield {"detail": words, "pointer": pointer} if pointer else {"detail": words}

    def calls(self) -> list[str]:
        """Return what became of the calls of a revoke, and why."""
        results = self.answer.get("accusations", ())
        calls = [(self.record["accusations"][each["accusation"]], each) for each in results]
        return [
            f"The call by {call['by']} against {call['against']} is {each['result']}: {each['detail']}"
            for call, each in calls
        ]

    def without_penalty(self) -> list[str]:
        """Return what offences without a penalty cost; that may be open by a reading, or by how play went on."""
        is_one, findings = len(self.costly) == 1, finding_references(self.costly)
        is_open = self.answer.get("readings") or any(
            question["code"] == "end_of_play_open" for question in self.undecided
        )
        if is_open:
            return [f"What {'it costs' if is_one else 'they cost'} is in {findings}."] * bool(findings)
        return [f"No penalty ({findings} {'says' if is_one else 'say'} why)."] * bool(findings)

    def points(self) -> Iterator[str]:
        """Yield the points of each side, those that differ from the score as played first; none without a score."""
        turned = self._turned()
        for team, line in self._each(self.ruled, self.played).items():
            yield f"{line[:-1]}{turned.get(team, '')}."

    def _ruled_and_played(self) -> tuple[dict[str, int], dict[str, int]]:
        """Return the points of each side as ruled and as played; none for a round that has no score."""
        if self.answer["verdict"] == "void" or not self.answer.get("as_ruled"):
            return {}, {}
        ruled = self.answer["as_ruled"]
        played = self.answer.get("as_played", ruled)
        return {side["team"]: side["points"] for side in ruled}, {side["team"]: side["points"] for side in played}

    def _each(self, ruled: Mapping[str, int], played: Mapping[str, int]) -> dict[str, str]:
        """Return the points of each side in a sentence, those that changed first."""
        return {
            team: f"{team}: {self._signed(ruled[team])}"
            + ("." if ruled[team] == played[team] else f" instead of {self._signed(played[team])}.")
            for team in sorted(ruled, key=lambda team: ruled[team] == played[team])
        }

    def _number(self, number: int) -> str:
        return f"{self.style.minus}{-number}" if number < 0 else str(number)

    def _signed(self, number: int) -> str:
        return f"+{number}" if number > 0 else self._number(number)

    def _turned(self) -> dict[str, str]:
        """Return what the penalties turn for sides that did nothing wrong, by side: a Boston, a contract or a nil."""
        if self.answer.get("as_ruled") == self.answer.get("as_played"):
            return {}
        if any(penalty["effect"] == "round" for penalty in self.answer.get("penalties", ())):
            return {}  # nothing is made or lost in a round that is dealt again
        guilty = {finding.get("team") for finding in self.offences}
        played = {side["team"]: side for side in self.answer.get("as_played", ())}
        turned: dict[str, str] = {}
        for ruled in self.answer.get("as_ruled", ()):
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

    def games_lost(self) -> list[str]:
        """Return which sides lose the game by a penalty of a scored round."""
        if not self.ruled:
            return []
        lost = [penalty["team"] for penalty in self.answer.get("penalties", ()) if penalty["effect"] == "game"]
        return [f"{team} loses the game." for team in dict.fromkeys(lost)]

    def now(self) -> list[str]:
        """Return each side with its running score; nothing if the record has no score before the round."""
        if "before" not in self.record or not self.ruled:
            return []
        after = {side["team"]: side["after"]["score"] for side in self.answer["as_ruled"] if "after" in side}
        return [f"{team} {self._number(score)}" for team, score in after.items()]

    def why(self) -> Iterator[str]:
        """Yield why there is no score or an unchanged one, what it rests on, and what would decide what is open."""
        if self.answer["verdict"] == "void":
            yield "The round is void: nobody scores in it."
            return
        ruled, played = self.ruled, self.played
        if not ruled and any(question["code"] in VOID_OR_NOT for question in self.undecided):
            yield "It is open whether the round is void, so it has no score."
        elif not ruled:
            yield f"{self._why_no_score()}."
        elif self.answer.get("penalties") and "as_played" in self.answer and ruled == played:
            yield f"That changes no points ({self._why_unchanged()})."
        readings, rests_on = self.answer.get("readings"), self.answer.get("figures_from")
        if readings and self.offences:
            yield "What happened stands however the record is read."
        if rests_on == "sheet" and not readings:
            yield "The tricks are those of the score sheet."
        elif rests_on in _RESTS_ON:
            yield _RESTS_ON[rests_on]
        places = [self._location(each["decided_by"]) for each in self.undecided if "decided_by" in each]
        if places:
            yield f"What is open would be decided by {listed(_first_of(dict.fromkeys(places), 'other place'))}."

    def _why_unchanged(self) -> str:
        """Return why the penalties change no points: what they take was lost already, or they say it themselves."""
        lost = {side["team"] for side in self.answer.get("as_played", ()) if not side.get("made", True)}
        losers = {penalty["team"] for penalty in self.answer["penalties"] if penalty.get("tricks", 0) < 0}
        return "the contract was lost anyway" if losers and losers <= lost else "the penalties say why"

    def _why_no_score(self) -> str:
        """Return why the round has no score; a first round may be one that is played without bids."""
        answer, record = self.answer, self.record
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


def _first_of(items: Iterable[str], thing: str) -> list[str]:
    """Return so many items as a summary names, and the number of the others."""
    named = [*items]
    if len(named) > _MOST_NAMED:
        named[_MOST_NAMED - 1 :] = [count_of(len(named) - _MOST_NAMED + 1, thing)]
    return named


def _offenders(offences: Sequence[Json]) -> str:
    """Return who would have broken how many rules where: a single player by name, several by their number."""
    deeds = deeds_by_offender(offences)
    if len(deeds) == 1:
        return deeds[0]
    tricks = {offence["trick"] for offence in offences if "trick" in offence}
    where = in_tricks(offences) if len(tricks) <= _MOST_NAMED else ""
    number = _NUMBERS.get(len(deeds), str(len(deeds)))
    return f"{number} players broke {'a rule' if len(tricks) == 1 else 'rules'}{where}"
