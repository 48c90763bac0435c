"""What a record proves in spite of slips of the pen: every reading worth considering, and what is in all of them.

A record is read as written if it contradicts nothing, else in every way in which one slip would have made it; a log
that lacks one or two tricks, with them in every place; and beside each reading every record with one ordinary slip more
that explains several of its offences. Proved is what is in all (docs/reference/rules.md, "Slips before accusations").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from service.spades.cards import UNREAD, mask_of
from service.spades.findings import (
    CODES,
    Finding,
    Key,
    Location,
    StopWhen,
    accusing,
    contradicts_record,
    insert_in_order,
    is_about_withdrawn_card,
    is_accusing,
    key_of,
    moved,
    one_finding,
    play_of,
    renumbered,
)
from service.spades.play.rests_on import rests_on_earlier_tricks
from service.spades.proof.facts import Facts, Reading, Weighed, facts_of
from service.spades.proof.trials import (
    LEAST,
    QUICK,
    NothingLeft,
    TrialBudget,
    contradictions_in,
    price_of,
)
from service.spades.record.gaps import MOST_FORGOTTEN
from service.spades.record.log import hand_sizes, lacks_a_card, says_how_play_ended, shown_in, with_record
from service.spades.record.model import RoundRecord
from service.spades.rules.pack import Pack
from service.spades.sentence import Sentence, say
from service.spades.slips.candidates import candidates, ordinary_slips
from service.spades.slips.in_play import has_trick_twice, led_anew, play_left_out, with_missing_tricks
from service.spades.slips.rests_on import (
    SEVERAL,
    RestsOn,
    counted_together,
    what_errors_rest_on,
    what_offences_rest_on,
)
from service.spades.slips.suspects import Change, MendedRecord, Scene, masked, mended_again, rests_on_suspects

_TO_THE_END: Final = StopWhen(every_question=False, is_over_at_once=False)
_OUT_OF_TURN: Final = frozenset({"out_of_turn", "bid_out_of_turn"})
_OF_NO_TRICK: Final = 3
"""The length of the key of an offence that belongs to no trick."""


class _TriedReading:
    """A reading on trial: the record as written if ``mended`` is None, else a mended one."""

    def __init__(self, mended: MendedRecord | None, facts: Facts, *, is_slip: bool = True) -> None:
        """``is_slip`` is whether its tricks were left out by a slip, and not in a gap that the record names."""
        self.mended, self.facts, self.is_slip = mended, facts, is_slip
        self.record = facts.context.record if mended is None else mended.record
        self.accusing: dict[Key, Finding] = {}
        """The findings that accuse a player, by their keys in the record as written, if they are about something there;
        `accused` has them as findings of that record."""
        self.accused: dict[Key, Finding] = {}
        self.offences: list[Finding] = []
        """Those that a slip may explain, and a wrong deal, which is nobody's."""
        self.keys: list[Key | None] = []
        """That of each offence."""
        for finding in accusing(facts.findings):
            written = finding if mended is None else mended.finding_as_written(finding)
            key = None if written is None else key_of(written)
            if written is not None and key is not None:
                self.accusing[key], self.accused[key] = finding, written
            if _is_explained_by_slips(finding):
                self.offences.append(finding)
                self.keys.append(key)


def prove_despite_slips(record: RoundRecord, facts: Facts, budget: TrialBudget) -> Weighed:
    """Return what a record proves; ``facts`` are what was found in it as written."""
    weighed = _weigh(record, facts, contradictions_in(facts.findings), budget)
    return weighed._replace(rests_on_sheet=True) if budget.sheet_asked else weighed


def _is_explained_by_slips(finding: Finding) -> bool:
    """Return whether a finding counts among the several that one ordinary slip has to explain."""
    return finding.severity == "offence" or _is_wrong_deal(finding)


def _is_wrong_deal(finding: Finding) -> bool:
    """Return whether lists that agree prove that a hand had the wrong number of cards."""
    return finding.code == "wrong_hand_size" and is_accusing(finding)


def _has_accused(facts: Facts) -> bool:
    """Return whether anybody is said to have broken a rule; who corrected a revoke is."""
    return any(finding.severity == "offence" or finding.code == "revoke_corrected" for finding in facts.findings)


def _weigh(record: RoundRecord, facts: Facts, errors: tuple[Finding, ...], budget: TrialBudget) -> Weighed:
    if budget.lacks_tricks(record, facts):
        missing = _missing_tricks(facts)
        facts = facts._replace(findings=(*facts.findings, missing))
        # Whole tricks that may be missing anywhere are no slip of the entries that are there.
        errors = errors if _forgotten(record, facts) else (*errors, missing)
    elif not errors and not _has_accused(facts):
        return Weighed(facts, (Reading(facts),))
    context = with_record(facts.context, record)
    as_written = facts if context is facts.context else facts._replace(context=context)
    scene = Scene(context, errors, facts.play.tricks) if errors else None
    cases = [_TriedReading(None, as_written)] if scene is None else _mending(scene, facts, budget)
    if scene is None and cases[0].accused:
        cases += _without_unrecorded_pass(as_written, budget)
    if any(case.accused or budget.lacks_tricks(case.record, case.facts) for case in cases):
        cases = _completed(cases, budget)
    if scene is None and any(case.accused for case in cases):
        cases = _with_last_play_left_out(cases, as_written, budget)
    if not cases:
        proved, facts_of_rest = dict[Key, Finding](), None  # if it may lack tricks anywhere, and nothing else is wrong
        if scene is not None:
            unsuspect = masked(scene)
            facts_of_rest = facts_of(unsuspect, budget.ruleset, _TO_THE_END)
            proved = _beyond_suspicion(scene, unsuspect, facts_of_rest, facts, budget)
        stated = _with_proved(facts, proved, {})._replace(contradictory=True)
        return Weighed(stated, (Reading(facts_of_rest or stated),), limit_reached=budget.left <= 0)
    cases, untested = _with_ordinary_slips(cases, budget)
    return _in_all(facts, cases, untested, limit_reached=budget.left <= 0)


def errors_among(findings: Iterable[Finding]) -> tuple[int, ...]:
    """Return the indices of the errors of a record that contradicts itself, a missing bid only if there is no other."""
    errors = [(index, finding.code) for index, finding in enumerate(findings) if contradicts_record(finding)]
    return tuple([index for index, code in errors if code != "bid_missing"] or [index for index, _ in errors])


# The readings of a record that contradicts itself.


def _without_unrecorded_pass(facts: Facts, budget: TrialBudget) -> list[_TriedReading]:
    """Return the readings of a record that says of no pass, if cards of partners' lists were not passed but miswritten.

    That some were passed is one explanation among those that a slip gives.
    """
    record, ruleset, _, _ = facts.context
    scene = Scene(facts.context, (), facts.play.tricks)
    hands = enumerate(record.hands)
    if not any(hand and scene.may_have_passed(seat) and scene.shown(seat) & ~mask_of(hand) for seat, hand in hands):
        return []
    record = record._replace(no_other_pass=True)
    found = facts_of(record, ruleset, _TO_THE_END)
    budget.left -= price_of(found)
    errors = contradictions_in(found.findings)
    return _mending(Scene(found.context, errors, found.play.tricks), found, budget) if errors else []


def _mending(scene: Scene, as_written: Facts, budget: TrialBudget) -> list[_TriedReading]:
    """Return the readings that mend all errors of a scene by one slip; none if there are too many to try."""
    cases: list[_TriedReading] = []
    accused = _TriedReading(None, as_written).accused
    rests = what_errors_rest_on(scene.context, scene.errors)
    try:
        for mended in candidates(scene, rests):
            same = [index for index, case in enumerate(cases) if case.record == mended.record]
            if same:  # without either of two copies beside each other it is one record: the later is the surplus one
                cases[same[0]] = _TriedReading(mended, cases[same[0]].facts)
                continue
            facts = budget.facts_of(mended.record)
            if facts is None or _brings_error(mended, facts, as_written):
                continue
            if _has_wrong_size(facts) and not _has_wrong_size(as_written):
                continue  # the deal would have to be wrong besides
            reading = _TriedReading(mended, facts)
            if mended.is_rare and not reading.accused.keys() <= accused.keys():
                continue
            if _forgotten(mended.record, facts) or not budget.lacks_tricks(mended.record, facts):
                cases.append(reading)
        lacking = _tricks_lacking(scene.record, as_written)
        if scene.record.leads_left_out and not scene.record.open_gaps and lacking:
            # That tricks are missing shows because nobody wrote down who led the next ones.
            end = len(scene.record.tricks)
            first = min([error.trick for error in scene.errors if error.trick is not None], default=0)
            places = [(place,) * lacking for place in range(first)]
            if lacking > 1:  # the other changes the leads after it, too: there it shows in each place
                places += [(place, later) for place in range(first) for later in range(place + 1, end + 1)]
            cases += [_TriedReading(*each) for each in _with_tricks(scene.record, places, budget)]
    except NothingLeft:
        return []
    return cases


def _brings_error(mended: MendedRecord, facts: Facts, before: Facts) -> bool:
    """Return whether a mended record has an error, if one that contradicts nothing, that was not there before."""
    known = {finding.location for finding in before.findings if finding.severity == "error"}
    return any(
        finding.severity == "error" and mended.as_written(finding.location) not in known for finding in facts.findings
    )


def _with_tricks(
    record: RoundRecord, places: Iterable[tuple[int, ...]], budget: TrialBudget
) -> Iterator[tuple[MendedRecord, Facts]]:
    """Yield the record with the tricks that it lacks, each of ``places`` for all, unless it contradicts itself.

    Raises `NothingLeft`.
    """
    for indices in places:
        mended = with_missing_tricks(record, indices, budget.ruleset)
        facts = budget.facts_of(mended.record)
        if facts is not None:
            yield mended, facts


def _has_wrong_size(facts: Facts) -> bool:
    """Return whether a hand is listed with a wrong number of cards."""
    return any(finding.code == "wrong_hand_size" for finding in facts.findings)


def _beyond_suspicion(
    scene: Scene, unsuspect: RoundRecord, facts: Facts, as_written: Facts, budget: TrialBudget
) -> dict[Key, Finding]:
    """Return what a record proves if no single slip mends it, or if too many might.

    ``unsuspect`` is the record without its suspect entries, ``facts`` what is found in that. If it lacks tricks, and
    there are too few trials left to put them in each place, nothing is proved that may be no offence if another trick
    was played before it.
    """
    proved = {key_of(finding): finding for finding in accusing(facts.findings)}
    if budget.left <= 0:
        proved = _beyond_trial(scene, as_written, proved)
    proved = {key: finding for key, finding in proved.items() if not rests_on_suspects(scene, finding)}
    missing = (_tricks_lacking(scene.record, facts) or scene.missing_tricks) if proved else 0
    last = len(unsuspect.tricks) - 1
    whole = not unsuspect.tricks or not lacks_a_card(scene.pack, unsuspect.tricks[-1], last)
    anywhere = _gaps(unsuspect) if unsuspect.open_gaps else range(len(unsuspect.tricks) + whole)
    places = anywhere if missing else range(0)
    if budget.left < len(places) * price_of(facts):
        budget.left = 0
        return {
            key: finding
            for key, finding in proved.items()
            if not (unsuspect.leads_left_out or rests_on_earlier_tricks(unsuspect, finding))
        }
    for place in places:
        budget.pause()
        mended = with_missing_tricks(unsuspect, (place,) * missing, budget.ruleset)
        found = facts_of(mended.record, budget.ruleset, _TO_THE_END)
        keys = _TriedReading(mended, found).accused.keys()
        proved = {key: finding for key, finding in proved.items() if key in keys}
        if not proved:
            break
    return proved


def _beyond_trial(scene: Scene, facts: Facts, proved: Mapping[Key, Finding]) -> dict[Key, Finding]:
    """Return which of these offences no reading can explain that there was no trial for.

    ``facts`` are what was found in the record as written. One slip more may explain several offences that rest on the
    same entries; a reading may have an offence of its own in a suspect trick, or by who leads the next; and a log with
    a trick written twice may lack one in any place.
    """
    offences = [finding for finding in facts.findings if finding.severity == "offence"]
    numbers = counted_together(offences)
    short = len(scene.record.tricks) < scene.pack.hand_size
    touched = _rests(facts, facts.context.record, offences, numbers, numbers)
    near = {index + step for index in scene.suspect_tricks for step in (-1, 0, 1, 2)}
    together = touched.together(lacks_tricks=short) | touched.by_tricks(near)
    alone = {key_of(finding) for finding, number in zip(offences, numbers, strict=True) if not together >> number & 1}
    may_lack_one = 0 < scene.pack.hand_size + 1 - len(scene.record.tricks) <= MOST_FORGOTTEN and has_trick_twice(
        scene.record
    )
    return {
        key: finding
        for key, finding in proved.items()
        if (key in alone or finding.severity == "note")
        and not (may_lack_one and rests_on_earlier_tricks(scene.record, finding))
    }


# The readings of a log that lacks tricks.


def _forgotten(record: RoundRecord, facts: Facts) -> int:
    """Return how many tricks of the round a log lacks that ends with a whole one; 0 unless it is one or two.

    In unequal hands the last trick of the round is whole with the cards of those who were dealt one more.
    """
    tricks, (_, _, pack, _) = record.tricks, facts.context
    lacking = pack.hand_size - len(tricks)
    if not tricks or facts.play.complete:
        return 0
    if any(map(_is_wrong_deal, facts.findings)) and len(tricks) >= min(len(hand or ()) for hand in record.hands):
        return 0  # the shortest hand has been played out
    seats = tricks[-1].seats
    is_whole = len(set(seats)) == pack.players or (len(seats) == pack.in_last_trick and _may_be_last(record, pack))
    return lacking if is_whole and 1 <= lacking <= MOST_FORGOTTEN else 0


def _may_be_last(record: RoundRecord, pack: Pack) -> bool:
    """Return whether the players of the last trick of a log may all have a card for the last trick of the round.

    Of a list of cards nothing is certain but the leader, if one is named: the owners of the other cards depend on which
    players have a card left.
    """
    trick, sizes = record.tricks[-1], hand_sizes(record, pack)
    seats = trick.seats[: trick.is_lead_recorded] if trick.form == "cards" else trick.seats
    return pack.has_equal_hands or (
        len(trick.seats) <= pack.in_last_trick and all(sizes[seat] == pack.hand_size for seat in seats)
    )


def _tricks_lacking(record: RoundRecord, facts: Facts) -> int:
    """Return how many whole tricks, one or two, a log may lack in any place.

    It is 0 if the record says where its tricks stand, or how the log ended: with a trick that lacks a card, or as
    `says_how_play_ended` has it. In gaps of which nobody knows the size, it is how many may be missing in one at most:
    not the last one of unequal hands, if that came later.
    """
    if record.open_gaps:
        last = facts.context.pack.hand_size - (not _may_be_last(record, facts.context.pack))
        return max(0, last - len(record.tricks))
    forgotten = 0 if record.sent is not None else _forgotten(record, facts)
    return 0 if not forgotten or says_how_play_ended(record) else forgotten


def _gaps(record: RoundRecord) -> list[int]:
    """Return the indices of the tricks that nobody recorded, each of which may stand for more.

    It is enough to try one trick in each gap, and all others that are missing in any one gap. What stands in all these
    readings stands with the tricks spread over the gaps: the more tricks came before a card, the fewer cards its player
    still held.
    """
    return [index for index, trick in enumerate(record.tricks) if trick.form == "unwritten"]


def _completed(cases: list[_TriedReading], budget: TrialBudget) -> list[_TriedReading]:
    """Return each of these readings with the tricks that it lacks in each place; none if that is too much to try."""
    completed: list[_TriedReading] = []
    all_lacking = [_tricks_lacking(case.record, case.facts) for case in cases]
    all_places = [
        _places_of_missing(case, lacking) if lacking else [] for case, lacking in zip(cases, all_lacking, strict=True)
    ]
    if LEAST * sum(map(len, all_places)) > budget.left:
        budget.left = 0  # there are too many
    for case, lacking, places in zip(cases, all_lacking, all_places, strict=True):
        last = len(case.record.tricks) - 1
        # A trick that lacks a card where it is may be the last one of unequal hands, or play ended in it.
        pack = case.facts.context.pack
        if not lacking or case.record.open_gaps or lacks_a_card(pack, case.record.tricks[last], last):
            completed.append(case)
        try:
            for mended, facts in _with_tricks(case.record, places, budget):
                completed.append(
                    _TriedReading(mended_again(case.mended, mended), facts, is_slip=not case.record.open_gaps)
                )
        except NothingLeft:
            return []
    return completed


def _with_last_play_left_out(cases: list[_TriedReading], as_written: Facts, budget: TrialBudget) -> list[_TriedReading]:
    """Return these readings with those in which the list of cards that ends the log lacks one, and is not in progress.

    Each takes an accusation away: the owners of the cards behind the one left out are others. There are none if the
    record says that play ended there, and none at all if that is too much to try.
    """
    record, last = as_written.context.record, len(as_written.context.record.tricks) - 1
    if last < 0 or record.tricks[last].form != "cards" or says_how_play_ended(record):
        return cases
    more, accused = list(cases), cases[0].accused.keys()
    try:
        for mended in play_left_out(Scene(as_written.context, (), as_written.play.tricks), last):
            slip = led_anew(mended, record, budget.ruleset)
            facts = budget.facts_of(slip.record)
            if facts is not None:
                reading = _TriedReading(slip, facts)
                left = reading.accused.keys()
                if left < accused or not (slip.is_rare or accused <= left):
                    more.append(reading)
    except NothingLeft:
        return []
    return more


def _places_of_missing(case: _TriedReading, lacking: int) -> list[tuple[int, ...]]:
    """Return the indices before which the tricks that a log is ``lacking`` may have been played, all together.

    A card that was taken back, and that its player does not play in the log, was played in one of them: that one came
    later. Of two the other may have come before, and then it is enough to try the one behind the log.
    In unequal hands the last trick of the round is among them if that of the log has more cards: it may be that one.
    """
    record, first, pack = case.record, 0, case.facts.context.pack
    if record.open_gaps:
        return [(place,) * lacking for place in _gaps(record)]
    lacks_last, sizes = len(set(record.tricks[-1].seats)) > pack.in_last_trick, hand_sizes(record, pack)
    for back in () if _has_wrong_size(case.facts) else record.withdrawn:
        seat, own = record.tricks[back.trick].seats[back.play], {back.card, UNREAD}
        may_be_in_last = lacks_last and sizes[seat] == pack.hand_size
        if not (back.card == UNREAD or may_be_in_last) and not any(
            player == seat and card in own
            for trick in record.tricks[back.trick :]
            for player, card in zip(trick.seats, trick.cards, strict=True)
        ):
            first = max(first, back.trick + 1)
    end = len(record.tricks)
    if lacks_last:
        return [(place, end) for place in range(first, end + 1)] if lacking > 1 else [(end,)]
    apart = [(place, end) for place in range(first)] if lacking > 1 else []
    return [*apart, *[(place,) * lacking for place in range(first, end + 1)]]


def _missing_tricks(facts: Facts) -> Finding:
    """Return the finding that tricks are missing."""
    context, _, play, *_ = facts
    key = "sheet_of_round_begun" if play.finished < len(play.tricks) else "sheet_of_unfinished_round"
    detail = say(key, size=context.pack.hand_size, tricks=play.finished)
    return one_finding(context.table, "missing_tricks", ("tricks",), detail)


# One ordinary slip more that explains several offences.


def _with_ordinary_slips(cases: list[_TriedReading], budget: TrialBudget) -> tuple[list[_TriedReading], set[Key]]:
    """Return these readings and those with one ordinary slip more, and the offences that could not be tested for it.

    The slip explains at least two offences of its reading, one of which is in all readings so far, and brings no other
    offence and no error. A wrong deal counts beside an offence of the bidding or the play, never instead.
    """
    everywhere = {key for key in cases[0].accused if key[0] != "wrong_hand_size"}
    for other in cases[1:]:
        everywhere.intersection_update(other.accused)
    more, untested = list(cases), set[Key]()
    brought: dict[tuple[Change, ...], frozenset[Key]] = {}  # what a slip brings, wherever a missing trick is
    for case in cases:
        written, offences, keys = case.accused.keys(), case.offences, case.keys
        numbers = counted_together(offences)
        # What the sheet or the table says against it is one thing more that a slip may explain in what was plainly
        # written.
        wrong = _said_against(case.facts, budget) if case.mended is None and offences else frozenset[Location]()
        off = bool(wrong)
        if len(set(numbers)) + off < SEVERAL:
            continue
        own = {key_of(finding) for finding in accusing(case.facts.findings)}  # also about entries that are not written
        questioned = everywhere.intersection(keys)
        in_question = [index for index, key in enumerate(keys) if key in questioned]
        touched = _rests(case.facts, case.record, offences, numbers, [numbers[index] for index in in_question])
        touched.anywhere = off << len(offences)
        unwritten = keys.count(None)  # about an entry that the reading puts in
        numbered = [(key_of(finding), number) for finding, number in zip(offences, numbers, strict=True)]
        of_all = frozenset([numbered[index][0] for index in in_question])
        scene = Scene(with_record(case.facts.context, case.record), (), case.facts.play.tricks)
        short = len(scene.record.tricks) < scene.pack.hand_size and not (
            scene.record.sent is not None or _tricks_lacking(case.record, case.facts)
        )
        for mended in ordinary_slips(scene, touched, lacks_tricks=short, first=case.mended is None):
            slip = led_anew(mended, scene.record, budget.ruleset)
            changes = _changes_as_written(case, slip)
            stays = brought.get(changes, frozenset())
            gone = written - stays
            if not stays <= written or len(gone) + unwritten + off < SEVERAL or questioned.isdisjoint(gone):
                continue
            by_slip = touched.by_changes(slip.changes)
            stop_when = QUICK._replace(
                offences=_keys_in(slip, own),
                touched=_keys_in(slip, [key for key, number in numbered if by_slip >> number & 1]),
                in_question=_keys_in(slip, of_all),
                several=SEVERAL - off,
            )
            try:
                facts = budget.facts_of(slip.record, stop_when)
            except NothingLeft:
                together = touched.together(lacks_tricks=short)
                tried = zip(numbers, keys, strict=True)
                untested.update(key for number, key in tried if key and together >> number & 1)
                break
            brought[changes] = stays | _anywhere(case, slip, budget.found)
            if facts is None or _brings_error(slip, facts, case.facts):
                continue
            # A slip may make a revoke one that was corrected in time: the revoke is gone then, and the correction is no
            # new offence.
            left = [slip.finding_as_written(finding) for finding in facts.findings if _is_explained_by_slips(finding)]
            after = {None if finding is None else key_of(finding) for finding in left}
            gone_at = [index for index, finding in enumerate(offences) if key_of(finding) not in after]
            if (
                after <= own
                and not everywhere.isdisjoint([keys[index] for index in gone_at])
                and len(set(counted_together([offences[index] for index in gone_at])))
                + (off and wrong > _said_against(facts, budget, slip))  # some of it is right, and no other is wrong
                >= SEVERAL
            ):
                more.append(_TriedReading(mended_again(case.mended, slip), facts, is_slip=case.is_slip))
    return more, untested


def _rests(
    facts: Facts, record: RoundRecord, offences: Sequence[Finding], numbers: Sequence[int], in_question: Sequence[int]
) -> RestsOn:
    """Return on which entries of a record its offences rest, by the numbers under which they are counted."""
    context = with_record(facts.context, record)
    rests = what_offences_rest_on(context, offences, numbers, in_question)
    rests.wrong_leads = [each.trick - 1 for each in facts.findings if each.code == "wrong_leader" and each.trick]
    rests.wrong_draws = [int(each.location[1]) for each in offences if each.code == "illegal_draw"]
    return rests


def _said_against(facts: Facts, budget: TrialBudget, slip: MendedRecord | None = None) -> frozenset[Location]:
    """Return the figures on the sheet, and the words of the table on broken spades, that these facts contradict.

    Of a record that mends a ``slip`` the places are those before it.
    """
    broken = [finding.location for finding in facts.findings if finding.code == "wrong_spades_broken"]
    places = broken if slip is None else [slip.as_written(location) for location in broken]
    return budget.wrong_figures(facts).union([place for place in places if place is not None])


def _changes_as_written(case: _TriedReading, slip: MendedRecord) -> tuple[Change, ...]:
    """Return the changes of a reading and of one slip more, whichever tricks the reading takes to be missing."""
    if case.mended is None:
        return slip.changes
    changes = [change for change in case.mended.changes if change.kind != "trick"]
    moved = [change._replace(location=case.mended.as_written(change.location) or ()) for change in slip.changes]
    return (*changes, *moved)


def _anywhere(case: _TriedReading, slip: MendedRecord, found: Iterable[Finding]) -> frozenset[Key]:
    """Return the keys of the offences that a slip brings in a reading, wherever its missing trick was played.

    Such is a card played out of turn, and a revoke whose player shows the suit later.
    """
    record, pack = slip.record, case.facts.context.pack
    if case.mended is None or case.mended.tricks is None or slip.tricks is not None or record.leads_left_out:
        return frozenset()
    keys = set[Key]()
    for finding in found:
        own = slip.finding_as_written(finding)
        written = None if own is None else case.mended.finding_as_written(own)
        if finding.trick is None or is_about_withdrawn_card(finding) or written is None:
            continue
        if written.trick == 1:
            continue  # a revoke in the first trick has another code if a trick was played before it
        if finding.code == "revoke":
            trick, *later = record.tricks[finding.trick - 1 :]
            shown = shown_in(later, pack.players).by_seat[finding.seat or 0]
            if shown & pack.suits[pack.suit[trick.cards[0]]]:
                keys.add(key_of(written))
        elif finding.code == "out_of_turn":
            keys.add(key_of(written))
    return frozenset(keys)


def _keys_in(mended: MendedRecord, keys: Iterable[Key]) -> frozenset[Key]:
    """Return keys of a record as those of the same record mended, in which a trick may have another number."""
    if mended.tricks is None:
        return frozenset(keys)
    numbers = {index + 1: place for place, index in enumerate(mended.tricks, 1) if index is not None}
    return frozenset(
        (*key[:2], numbers.get(int(str(key[2])), 0), *key[3:]) if len(key) > _OF_NO_TRICK else key for key in keys
    )


# What is in all readings.


def _in_all(facts: Facts, cases: list[_TriedReading], untested: set[Key], *, limit_reached: bool) -> Weighed:
    """Return what is proved in all of these readings, and what its errors follow from."""
    slips = [case for case in cases if case.is_slip]
    readings = tuple([Reading(case.facts, case.mended, case.accusing) for case in slips])
    mended = [case.mended for case in slips if case.mended is not None]
    as_written = len(mended) < len(slips)
    if len(cases) == 1 and not mended and not untested:
        return Weighed(facts, (Reading(facts),))
    notes = {key_of(finding) for finding in facts.findings if finding.severity == "note" and not is_accusing(finding)}
    accused = [case.accused for case in cases]
    somewhere: dict[Key, Finding] = {}
    for found in accused:
        for key, finding in found.items():
            # Of a finding whose card some reading changes, the one with the card as written is kept.
            if key not in notes and (key not in somewhere or not _is_as_written(facts.context.record, somewhere[key])):
                somewhere[key] = finding
    proved = {
        key: finding
        for key, finding in somewhere.items()
        if key not in untested and all(key in found for found in accused)
    }
    not_tried = {key for key in untested if all(key in found for found in accused)}
    explained = dict.fromkeys(somewhere, say("may_be_one_slip")) if as_written and mended else {}
    explained |= dict.fromkeys(not_tried if as_written else (), say("not_all_tried"))
    # If a player is out of turn in every reading but not in the record as written, only the mended entry accuses him:
    # it gives a card to a player who was passed over, or names another dealer.
    as_found = {key_of(finding) for finding in (*facts.findings, *facts.undecided)}
    turned = {key for key, finding in proved.items() if finding.code in _OUT_OF_TURN and key not in as_found}
    somewhere = {
        key: finding for key, finding in somewhere.items() if CODES[finding.code].may_be_revoke or key in turned
    }
    # Lists that don't agree as they are written prove no wrong deal.
    agreed = {key_of(finding) for finding in facts.findings if finding.severity != "error"}
    proved = {
        key: finding
        for key, finding in proved.items()
        if key not in turned and (finding.code != "wrong_hand_size" or key in agreed)
    }
    weighed = _with_proved(facts, proved, somewhere, as_written=as_written, explained=explained)
    if any(each.numbers_tricks_anew for each in mended):
        weighed = weighed._replace(contradictory=True)  # which trick a call is about depends on the slip
    indices, findings = errors_among(weighed.findings), list(weighed.findings)
    for index in () if as_written else indices[1:]:
        if findings[index].follows is None:
            findings[index] = findings[index]._replace(follows=indices[0])
    stated = weighed._replace(findings=tuple(findings))
    return Weighed(stated, readings if mended else (Reading(stated),), limit_reached=limit_reached)


def _with_proved(
    facts: Facts,
    proved: Mapping[Key, Finding],
    somewhere: Mapping[Key, Finding],
    *,
    as_written: bool = False,
    explained: Mapping[Key, Sentence] = MappingProxyType({}),
) -> Facts:
    """Return the facts with these offences proved, and every other as an open question.

    ``somewhere`` are revokes that some reading of the record has, and ``as_written`` says whether the record is a
    reading itself: then ``explained`` has for an offence why it is open, unless a missing trick is. Nothing is proved
    about a player or a card that the record as written does not have at that place.
    """
    kept = [finding for finding in facts.findings if not is_accusing(finding) or key_of(finding) in proved]
    doubted = [finding for finding in facts.findings if is_accusing(finding) and key_of(finding) not in proved]
    found = {key_of(finding) for finding in kept}
    record = facts.context.record
    answered = [finding for key, finding in proved.items() if key not in found and _is_as_written(record, finding)]
    insert_in_order(kept, answered)
    places = renumbered(facts.findings, kept)
    findings = tuple(moved(finding, places) for finding in kept)
    # Without an error, what keeps a question open is a reading: with another slip, or with a trick in another place.
    conflicts = None if as_written else errors_among(findings) or None
    doubt = say("depends_on_slip" if conflicts else "depends_on_missing_trick")
    settled = {key_of(finding) for finding in answered}
    questions: list[Finding] = []
    for finding in facts.undecided:
        if key_of(finding) not in settled:
            question = moved(finding, places)
            in_doubt = key_of(finding) in somewhere and not question.conflicts_with
            questions.append(question._replace(conflicts_with=conflicts) if in_doubt else question)
    known = settled.union(key_of(finding) for finding in (*facts.findings, *facts.undecided))
    open_ones = [
        *((finding, (*finding.detail, explained.get(key_of(finding), doubt))) for finding in doubted),
        *(
            (finding, (say("in_a_reading", text=finding.detail),))
            for key, finding in somewhere.items()
            if key not in known
        ),
    ]
    more = [
        finding._replace(
            detail=detail,
            conflicts_with=conflicts,
            alternatives=None,
            established=None,
            follows=None,
            evidence=None,
            readings=None if conflicts else (),  # which of them, is known when the readings are offered
        )
        for finding, detail in open_ones
    ]
    insert_in_order(questions, more)
    return facts._replace(findings=findings, undecided=tuple(questions))


def _is_as_written(record: RoundRecord, finding: Finding) -> bool:
    """Return whether a record has the player and the card of a finding at the place to which it points."""
    location = finding.location
    if location[0] == "bids" and len(location) > 1:
        return record.bids[int(location[1])].seat == finding.seat
    indices = play_of(location)
    if indices is None:
        return True
    trick, play = record.tricks[indices[0]], indices[1]
    return trick.seats[play] == finding.seat and (is_about_withdrawn_card(finding) or trick.cards[play] == finding.card)
