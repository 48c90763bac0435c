"""The offences that may cost something, and what each costs by the ruleset.

Only an offence costs anything, and a hand of the wrong size that voids the round; a revoke, and what counts as one,
only if it is established and was called in time (docs/reference/rules.md, "Penalties"). Every offence has its own
penalties, in the order of the findings, even if an earlier one already has the same effect. Tricks are taken only from
those won in play, and never more than there are, so that no order of the offences favours a side
(docs/reference/rules.md, H5). An offence that costs nothing says why.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from service.spades.catalogue.parameters.bids import NILS
from service.spades.catalogue.parameters.penalties import NilPenalty, PenaltiesRules, PenaltyRules, Remedy
from service.spades.findings import (
    CODES,
    About,
    Finding,
    Location,
    Reporter,
    is_about_withdrawn_card,
    saying,
)
from service.spades.play.evidence import Replay
from service.spades.play.play_findings import revoke_codes
from service.spades.record.log import RoundContext, end_of_log
from service.spades.record.model import Accusation, Decisions, RoundRecord, RoundResult
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import SAID_BY
from service.spades.ruling.cost import cost_of
from service.spades.ruling.model import Calls, Circumstances, Effect, Penalty, RemedyChoice
from service.spades.scoring.model import NO_ADJUSTMENT, Adjustment, Fate, SideScore, is_bid_by
from service.spades.scoring.round import RoundPlay, is_forfeit_known, score_sides, tricks_decided
from service.spades.sentence import Sentence, say
from service.spades.table import Side

_IN_TRICK: Final[Mapping[str, str]] = MappingProxyType(
    {
        "illegal_opening_card": "opening_card",
        "illegal_first_trick_card": "first_trick_card",
        "out_of_turn": "play_out_of_turn",
        "wrong_leader": "lead_out_of_turn",
        "card_taken_back": "legal_card_taken_back",
        "false_accusation": "false_accusation_about_trick",
    }
)
_WITHOUT_TRICK: Final[Mapping[str, str]] = MappingProxyType(
    {
        "false_accusation": "false_accusation",
        "wrong_hand_size": "wrong_number_of_cards",
        "bid_out_of_turn": "bid_out_of_turn_phrase",
    }
)

_OF_BIDS: Final = "illegal_bid"
"""The row of all offences in the bidding but a bid out of turn."""
RowAndSuit: TypeAlias = tuple[str, int]
"""The row of an offence, and a suit: the one that a revoke did not follow, or that of the card of any other offence."""


class Offence(NamedTuple):
    """A finding that the ruleset has a penalty for."""

    finding_index: int
    """Its index among the findings."""
    code: str
    seat: int | None
    """None for what a side did as a whole."""
    side: int
    trick: int
    """The number of its trick; 0 if it belongs to none."""
    is_revoke: bool
    """Whether it is a revoke, or counts as one."""
    suit: RowAndSuit | None
    """None for an offence without a card."""
    repeated: bool
    """Whether its player has committed one in the same suit before."""
    is_same_bid: bool
    """Whether an earlier offence is about the same bid: a bid that breaks two rules is penalised once."""
    phrase: Sentence
    """The offence as a part of a sentence: what a penalty is for."""


def penalised_offences(
    rules: PenaltiesRules, pack: Pack, findings: tuple[Finding, ...], *, with_open: bool = False
) -> tuple[Offence, ...]:
    """Return the findings that cost something, a revoke as if it had been called in time.

    ``with_open`` takes those in, too, that cost something if play went on after the log.
    """
    offences: list[Offence] = []
    for index, finding in enumerate(findings):
        seat, side = finding.seat, finding.side
        if side is None or finding.severity != "offence" or not _is_penalised(rules, finding, with_open=with_open):
            continue
        suit = _suit(pack, finding)
        offence = Offence(
            finding_index=index,
            code=finding.code,
            seat=seat,
            side=side,
            trick=finding.trick or 0,
            is_revoke=finding.code in revoke_codes(rules),
            suit=suit,
            repeated=suit is not None and any((other.seat, other.suit) == (seat, suit) for other in offences),
            is_same_bid=CODES[finding.code].penalty == _OF_BIDS
            and any(
                # Whose bid broke the rule of a side is not known without their order: it may be any of that side.
                other.side == side and finding.location in {("bids",), findings[other.finding_index].location}
                for other in offences
                if CODES[other.code].penalty == _OF_BIDS
            ),
            phrase=_phrase(rules, finding),
        )
        offences.append(offence)
    return tuple(offences)


def _punished(offences: Iterable[Offence], called: Container[int] | None) -> tuple[Offence, ...]:
    """Return the offences that are penalised: of the revokes those called in time, all if the audit is the call."""
    return tuple([each for each in offences if called is None or not each.is_revoke or each.finding_index in called])


def _repeat(rules: PenaltiesRules, offence: Offence) -> str:
    """Return the rule on a further such offence: what counts as a revoke is repeated like one."""
    return rules.revoke.repeat if offence.is_revoke else rules.of(cost_of(rules, offence.code).row).repeat


def is_establishment_open(rules: PenaltiesRules, finding: Finding) -> bool:
    """Return whether a finding is a revoke, or counts as one, of which it is not known whether it is established."""
    return finding.severity == "offence" and finding.established is None and finding.code in revoke_codes(rules)


def ask_how_play_ended(rules: PenaltiesRules, record: RoundRecord, revokes: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return a question for each of these revokes, whether it came to be established after the log."""
    reporter, after = Reporter(record.table), ("tricks", end_of_log(record).trick)
    for finding in revokes:
        detail = say("establishment_not_shown", offence=_phrase(rules, finding))
        about = About(trick=finding.trick, seat=finding.seat, decided_by=after)
        reporter.ask("end_of_play_open", finding.location, detail, **about)
    return tuple(reporter.undecided)


def _is_penalised(rules: PenaltiesRules, finding: Finding, *, with_open: bool) -> bool:
    """Return whether the ruleset has a penalty for this offence."""
    if cost_of(rules, finding.code).price.remedy == "none":
        return False
    return finding.code not in revoke_codes(rules) or _is_established(finding, with_open=with_open)


def _is_established(revoke: Finding, *, with_open: bool) -> bool:
    return with_open if revoke.established is None else revoke.established


def revoking_sides(rules: PenaltiesRules, findings: Iterable[Finding], *, with_open: bool) -> frozenset[int]:
    """Return the sides that revoked, and ``with_open`` those whose revoke is established if play went on."""
    revokes = [each for each in findings if each.severity == "offence" and each.code in revoke_codes(rules)]
    return frozenset(
        [each.side for each in revokes if each.side is not None and _is_established(each, with_open=with_open)]
    )


def parameters_behind(rules: PenaltiesRules, offence: Offence, effect: Effect, *, is_given: bool) -> list[str]:
    """Return the parameters by which an offence has this effect: the one that makes it cost something, then the others.

    ``is_given`` is what another side gets of it.
    """
    cost = cost_of(rules, offence.code)
    if is_given:
        return [f"penalties.{cost.like}.to"]
    if effect == "game" and "forfeit_game" not in {cost.price.remedy, *cost.price.of}:
        return ["penalties.revoke.repeat"]
    if effect == "nil":
        return [f"penalties.{cost.like}.nil", *cost.parameters[:-1]]
    choice = ["of"] if cost.price.remedy == "choice" else []
    amount = [str(effect)] if effect in {cost.price.remedy, *cost.price.of} & {"tricks", "points"} else []
    return [*cost.parameters, *[f"penalties.{cost.like}.{each}" for each in (*choice, *amount)]]


def chosen_remedies(
    decisions: Decisions, offences: Iterable[Offence], called: Mapping[int, set[Remedy]] = MappingProxyType({})
) -> dict[int, Remedy]:
    """Return what the wronged side chose for each of these offences, by the index of its finding, where that is known.

    A director has said so, or else whoever called the revoke in time (``called``). Of two that contradict each other,
    neither is known.
    """
    chosen: dict[int, Remedy] = {}
    for offence in offences:
        index, key = offence.finding_index, (offence.code, offence.side)
        said = {remedy for code, side, remedy in decisions.remedies if (code, side) == key}
        said = said or called.get(index, set())
        if len(said) == 1:
            chosen |= dict.fromkeys([index], *said)
    return chosen


def ask_what_was_chosen(
    context: RoundContext[RoundRecord | RoundResult],
    offences: Iterable[Offence],
    penalties: Iterable[Penalty],
    findings: Sequence[Finding],
) -> tuple[Finding, ...]:
    """Return a question for each penalty that is still to be chosen."""
    rules, by_index = context.ruleset.parameters.penalties, {offence.finding_index: offence for offence in offences}
    reporter = Reporter(context.table)
    for penalty in penalties:
        if penalty.effect == "choice":
            offence = by_index[penalty.finding]
            about: About = {"trick": offence.trick or None, "decided_by": ("remedies",)}
            about["parameter"] = f"penalties.{cost_of(rules, offence.code).like}.of"
            if offence.seat is None:
                about["side"] = offence.side
            else:
                about["seat"] = offence.seat
            location = findings[penalty.finding].location
            reporter.ask("remedy_not_chosen", location, say("remedy_not_chosen", offence=offence.phrase), **about)
    return tuple(reporter.undecided)


def note_remedies_without_effect(
    context: RoundContext[RoundRecord | RoundResult],
    offences: Iterable[Offence],
    undecided: Iterable[Finding],
    calls: Calls,
    accusations: Sequence[Accusation] | None = None,
) -> tuple[Finding, ...]:
    """Return a finding for each remedy that was chosen for an offence that costs nothing, or that nobody committed.

    One that is still open, or was perhaps called in time, may yet have the remedy.
    """
    record, reporter, rules = context.record, Reporter(context.table), context.ruleset.parameters.penalties
    costing = _punished(offences, None if accusations is None else calls.called | calls.perhaps_called)
    may_cost = {(each.code, each.side) for each in costing} | {(each.code, each.side) for each in undecided}
    for index, (code, side, _) in enumerate(record.decisions.remedies):
        if (code, side) not in may_cost:
            location: Location = ("remedies", index)
            about = About(side=side, parameter=f"penalties.{cost_of(rules, code).like}.of")
            reporter.report("remedy_without_effect", location, say("remedy_without_effect", side=side), **about)
    findings = {offence.finding_index for offence in costing}
    for call, answer in zip(accusations or (), calls.answers, strict=True):
        in_time = frozenset[int]().union(*[each.perhaps for each in answer.in_time])
        if call.remedy is not None and answer.result != "undecidable" and findings.isdisjoint(in_time):
            detail = say("remedy_of_call_without_effect", by=call.by, against=call.against)
            reporter.report("remedy_without_effect", ("accusations", call.position, "remedy"), detail, seat=call.by)
    return tuple(reporter.findings)


def _suit(pack: Pack, finding: Finding) -> RowAndSuit | None:
    row, revoked = CODES[finding.code].penalty or "", _suit_revoked(finding)
    if revoked is not None:
        return row, revoked
    return None if finding.card is None else (row, pack.suit[finding.card])


def _suit_revoked(finding: Finding) -> int | None:
    """Return the suit that a revoke did not follow; None if it is not known, or if this is none."""
    return finding.evidence.led_suit if finding.code == "revoke" and finding.evidence is not None else None


def _phrase(rules: PenaltiesRules, finding: Finding) -> Sentence:
    """Return an offence as a part of a sentence."""
    player, trick, code = finding.seat, finding.trick or 0, finding.code
    if player is None:
        return say("illegal_bid_of_side", side=finding.side or 0)
    if code == "illegal_spade_lead":
        key = "spade_lead_as_revoke" if rules.early_spade_is_revoke else "early_spade"
        return say(key, player=player, trick=trick)
    suit = _suit_revoked(finding)
    if suit is not None:
        # Any of several cards put down in one turn may have been a revoke.
        with_card = is_about_withdrawn_card(finding) and finding.card is not None
        facts = {"card": finding.card or 0} if with_card else {}
        return say("revoke_with_card" if with_card else "revoke", player=player, suit=suit, trick=trick, **facts)
    if code in _IN_TRICK and (trick or code not in _WITHOUT_TRICK):
        return say(_IN_TRICK[code], player=player, trick=trick)
    return say(_WITHOUT_TRICK.get(code, "illegal_bid"), player=player)


# Law 64 of duplicate bridge, for rulesets that adopt it. 64B, under which a revoke costs no trick whoever won what, is
# applied before 64A.


def _by_law_64b(offence: Offence, revoking: frozenset[int], last: int) -> Sentence | None:
    """Return why a revoke costs no trick; ``revoking`` are the sides that revoked, ``last`` is the last trick."""
    if revoking - {offence.side}:
        return say("revokes_of_both_sides")
    if offence.repeated and offence.seat is not None and offence.suit is not None:
        row, suit = offence.suit
        if row == "revoke":
            return say("had_revoked_before", player=offence.seat, suit=suit)
        return say("had_led_spade_before" if row == "early_spade" else "had_done_so_before", player=offence.seat)
    return say("last_trick_but_one") if offence.trick == last - 1 else None


def _by_law_64a(offence: Offence, side: Side, winners: tuple[int | None, ...]) -> tuple[int, Sentence]:
    """Return how many tricks a revoke costs its side, and why; ``winners`` has the winner of each trick."""
    winner, *rest = winners[offence.trick - 1 :]
    later = any(seat in side.seats for seat in rest)
    if offence.seat is not None and winner == offence.seat:
        key = "offender_won_and_side_later" if later else "offender_won_and_side_no_later"
        return 1 + later, say(key, player=offence.seat, side=offence.side)
    if winner in side.seats:
        return 1, say("partner_won", player=offence.seat or 0, side=offence.side)
    return (1, say("side_won_later", side=offence.side)) if later else (0, say("side_won_neither", side=offence.side))


_DECIDED_BY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "not_established_yet": "calls.established",
        "called_too_late": "calls.until",
        "not_called_by_trick": "calls.names",
    }
)
"""The parameter by which an offence costs nothing, by the reason that is given, if it is not one of its own row."""
_OF_OWN_ROW: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(
            ("costs_nothing_by_ruleset", "costs_nothing_like_another", "card_stands", "lead_stands"), "remedy"
        ),
        "costs_no_tricks": "tricks",
        **dict.fromkeys(("not_first_revoke", "not_first_spade_lead", "not_first_in_suit"), "repeat"),
    }
)
"""The same for a column of the row from which the offence takes its price."""


_LEADS: Final = frozenset({"wrong_leader", "illegal_spade_lead"})
"""The offences that are a lead, which stands if it costs nothing by its own row."""


class NoPenalty:
    """Explains why an offence has no penalty, from the rules and what came of the calls.

    An offence that no parameter penalises costs nothing under any ruleset. What becomes of a claim its own sentence
    says.
    """

    def __init__(
        self,
        context: RoundContext[RoundRecord | RoundResult],
        offences: tuple[Offence, ...],
        calls: Calls,
        circumstances: Circumstances,
    ) -> None:
        ruleset = context.ruleset
        self.parameters, self.rules, self.basis = ruleset.parameters, ruleset.parameters.penalties, ruleset.basis
        self.calls, self.circumstances = calls, circumstances
        self.offences = {offence.finding_index: offence for offence in offences}
        self.game_over = context.record.decisions.game_over
        """Whether the game was over before the round, so that nobody can lose it any more."""
        self.chosen = circumstances.chosen

    def explain(
        self, findings: tuple[Finding, ...], differing: frozenset[int], open_by_end: frozenset[int]
    ) -> tuple[Finding, ...]:
        """Return the findings; an offence that has no penalty has the reason added.

        ``differing`` are the indices of those that don't cost the same in all readings of the record, and
        ``open_by_end`` of the revokes of which it is open whether they are established.
        """
        explained: list[Finding] = []
        for index, finding in enumerate(findings):
            why = None
            if index in differing - self.calls.perhaps_called - open_by_end:
                why = say("cost_depends_on_reading")
            elif finding.severity == "offence":
                why = self._why(finding, index)
            elif finding.code == "wrong_leader" and not self.circumstances.void:
                by_record = finding.follows is not None and findings[finding.follows].code == "wrong_winner"
                why = say("lead_follows_from_record" if by_record else "lead_follows_from_card")
            added = () if why is None else (why, *self._who_says_so(finding, why))
            explained.append(saying(finding, (*finding.detail, *added), finding.alternatives) if added else finding)
        return tuple(explained)

    def _who_says_so(self, finding: Finding, why: Sentence) -> Iterator[Sentence]:
        """Yield whether the source of the ruleset says why an offence costs nothing, or this service does."""
        decided_by = _DECIDED_BY.get(why.key)
        if why.key in _OF_OWN_ROW:
            like = "revoke" if finding.code in revoke_codes(self.rules) else cost_of(self.rules, finding.code).like
            decided_by = f"penalties.{like}.{_OF_OWN_ROW[why.key]}"
        elif finding.code == "team_bid_too_low" and self.parameters.bids.side_breach == "set":
            decided_by = "bids.side_breach"
        if decided_by is not None:
            yield SAID_BY[self.basis[decided_by].basis]

    def _why(  # noqa: PLR0911 - one reason after the other, the first that holds
        self, finding: Finding, index: int
    ) -> Sentence | None:
        """Return why an offence costs nothing; None if it costs something, or if its own sentence says so."""
        code, is_revoke = finding.code, finding.code in revoke_codes(self.rules)
        if finding.properties.penalty is None:
            return None if finding.properties.about_claim else say("no_ruleset_penalises")
        if self.circumstances.void:
            return say("void_costs_nothing")
        if self.circumstances.may_be_void:
            return say("costs_nothing_if_void")
        if not self.circumstances.counts:
            return say("broken_off_costs_nothing")
        price = cost_of(self.rules, code).price
        if price.remedy == "none":
            return self._why_free(code)
        why = self._why_not_accountable(finding, index) if is_revoke else self._why_not_again(index)
        if why is not None:
            return why
        if price.remedy == "choice" and self.chosen.get(index, "none") == "none":
            return say("chosen_for_nothing" if index in self.chosen else "choice_is_open")
        if price.remedy == "bridge_64" and not self.circumstances.finished and finding.trick:
            return say("depends_on_later_tricks")
        if price.remedy == "tricks" and not price.tricks:
            return say("costs_no_tricks")
        return say("game_is_over_already") if price.remedy == "forfeit_game" and self.game_over else None

    def _why_free(self, code: str) -> Sentence | None:
        """Return why an offence costs nothing by its row; None if its own sentence says what it costs."""
        cost = cost_of(self.rules, code)
        if cost.like != cost.row or code == "revoke":
            return say("costs_nothing_by_ruleset" if code in revoke_codes(self.rules) else "costs_nothing_like_another")
        if code == "team_bid_too_low" and self.parameters.bids.side_breach == "set":
            return None
        if code == "out_of_turn":
            return say("card_stands")
        return say("lead_stands" if code in _LEADS else "costs_nothing_by_ruleset")

    def _why_not_again(self, index: int) -> Sentence | None:
        """Return why an offence costs nothing as its bid, or an earlier one in its suit, was penalised already."""
        offence = self.offences.get(index)
        if offence is not None and offence.is_same_bid:
            return say("same_bid_costs_once")
        if offence is None or offence.seat is None or offence.suit is None or not offence.repeated:
            return None
        if _repeat(self.rules, offence) != "once_a_suit":
            return None
        row, suit = offence.suit
        if not offence.is_revoke:
            return say("not_first_in_suit", player=offence.seat)
        if row == "revoke":
            return say("not_first_revoke", player=offence.seat, suit=suit)
        return say("not_first_spade_lead", player=offence.seat)

    def _why_not_accountable(self, finding: Finding, index: int) -> Sentence | None:
        """Return why nobody answers for a revoke: it can be corrected, was not called, or is not the first."""
        if finding.established is False:
            return say("not_established_yet")
        if self.circumstances.called is not None and index not in self.circumstances.called:
            return self._why_no_call_counts(finding, index)
        return say("establishment_open") if finding.established is None else self._why_not_again(index)

    def _why_no_call_counts(self, finding: Finding, index: int) -> Sentence:
        """Return why no call makes a revoke, by its finding and the index of that, cost something."""
        if index in self.calls.perhaps_called:
            return say("call_time_open" if index in self.calls.open_by_end else "perhaps_called")
        if any(index in answer.findings for answer in self.calls.answers):
            return say("called_too_late")
        if self.parameters.calls.names == "trick":
            return say("not_called_by_trick")
        return say("not_called", player=finding.seat or 0)  # a partner may have been called instead


_BY_GRAVITY: Final[tuple[Fate, ...]] = ("as_played", "credited", "no_points", "set", "lost")
"""The fates of a contract, the gravest last: of several, the gravest prevails."""
_ALREADY: Final[Mapping[Fate, str]] = MappingProxyType(
    {
        "credited": "already_credited",
        "no_points": "already_without_points",
        "set": "already_set",
        "lost": "already_lost",
    }
)
_AGAINST_BIDS: Final = frozenset({"set", "no_points", "credit_opponents", "forfeit_game"})
"""The remedies by which a side loses its own bid."""
_ORDINALS: Final[Mapping[int, str]] = MappingProxyType({2: "second", 3: "third", 4: "fourth"})
_NOTHING: Final = say("nothing")


class Case(NamedTuple):
    """The offences of a round, of a log or of a row of a score sheet, before it is said what they cost."""

    context: RoundContext[RoundRecord | RoundResult]
    play: RoundPlay
    findings: tuple[Finding, ...]
    offences: tuple[Offence, ...]
    """Those among the findings that may cost something."""
    circumstances: Circumstances
    as_played: tuple[SideScore, ...] | None
    replay: Replay | None = None
    """None for a row of a score sheet, which shows no offence in the play."""
    revoking: frozenset[int] = frozenset()
    """The sides that revoked, whether or not that was called or costs anything."""

    def priced(self) -> tuple[tuple[Penalty, ...], tuple[SideScore, ...] | None]:
        """Return the penalties, and the score after them: the same object as the one as played if they change nothing.

        An offence whose remedy is still to be chosen has a penalty with the effect ``choice``: the score is then open.
        """
        chosen = self.circumstances.chosen
        penalties, score = self._ruled(chosen)
        still_open: dict[int, Remedy] = {each.finding: "none" for each in penalties if each.effect == "choice"}
        if not still_open:
            return penalties, score
        given = {**chosen, **still_open}
        return tuple(
            [
                each._replace(choices=self._choices(each.finding, given)) if each.effect == "choice" else each
                for each in penalties
            ]
        ), None

    def _choices(self, finding: int, chosen: Mapping[int, Remedy]) -> tuple[RemedyChoice, ...]:
        """Return what may be chosen for an offence, each with the score after it if the rest was chosen as given."""
        price = cost_of(self.context.ruleset.parameters.penalties, self.findings[finding].code).price
        return tuple([RemedyChoice(each, self._ruled({**chosen, finding: each})[1]) for each in price.of])

    def _ruled(self, chosen: Mapping[int, Remedy]) -> tuple[tuple[Penalty, ...], tuple[SideScore, ...] | None]:
        """Return the penalties if this was chosen, and the score after them; None if a forfeit makes it unknown."""
        penalties, adjustments = self._penalties(chosen)
        is_forfeited = self.context.record.decisions.lost_by is not None or any(each.forfeits for each in adjustments)
        if is_forfeited and not is_forfeit_known(self.context):
            return penalties, None
        is_void = self.circumstances.void or any(each.void for each in adjustments)
        if adjustments and (is_void or (self.as_played and adjustments.count(NO_ADJUSTMENT) < len(adjustments))):
            return penalties, score_sides(self.context, self.play, adjustments, self.as_played)
        return penalties, self.as_played

    def _penalties(self, chosen: Mapping[int, Remedy]) -> tuple[tuple[Penalty, ...], tuple[Adjustment, ...]]:
        """Return the penalties, and what they change for each side.

        While a round is not finished, nobody knows how many tricks there will be to take: a penalty is then named in
        full, and Law 64, which depends on later tricks, is not applied.
        """
        circumstances, offences = self.circumstances, self.offences
        if circumstances.may_be_void or not circumstances.counts:
            return (), ()
        if circumstances.void:
            rules = self.context.ruleset.parameters.penalties
            return _penalties_of_void_round(rules, self.findings), (Adjustment(void=True),) * len(self.play.contracts)
        punished = _punished(offences, circumstances.called)
        if not punished:
            return (), ()
        penaliser = _Penaliser(self, punished, chosen)
        for offence in punished:
            penaliser.penalise(offence)
        return penaliser.result()


def _penalties_of_void_round(rules: PenaltiesRules, findings: tuple[Finding, ...]) -> tuple[Penalty, ...]:
    """Return the penalties of a void round: one for each wrong hand that voids it, and no others."""
    parameter, *further = cost_of(rules, "wrong_hand_size").parameters
    return tuple(
        Penalty(
            finding=index,
            side=finding.side,
            effect="round",
            tricks=None,
            parameter=parameter,
            further_parameters=tuple(further),
            detail=(say("round_void", why=finding.detail),),
        )
        for index, finding in enumerate(findings)
        if finding.code == "wrong_hand_size" and finding.severity == "note" and finding.side is not None
    )


class _Penaliser:
    """The penalties of a round while they are found, offence after offence."""

    def __init__(self, case: Case, punished: tuple[Offence, ...], chosen: Mapping[int, Remedy]) -> None:
        """``punished`` are those of the offences that were called in time."""
        self.case, self.punished, self.chosen = case, punished, chosen
        self.rules, self.table = case.context.ruleset.parameters.penalties, case.context.table
        self.finished, self.decisions = case.circumstances.finished, case.context.record.decisions
        self.left = [*case.play.side_tricks]
        """For each side the tricks won in play, or given by a director, that neither he nor a penalty has taken."""
        for _, side, tricks in tricks_decided(self.decisions.adjustments, self.left, case.play.hand_size):
            self.left[side] += tricks
        self.adjustments = [NO_ADJUSTMENT] * len(self.table.sides)
        """The changes that the penalties so far make for each side."""
        self.penalties: list[Penalty] = []

    def result(self) -> tuple[tuple[Penalty, ...], tuple[Adjustment, ...]]:
        """Return the penalties and what they change; of a round that is dealt again only the end of the game counts."""
        if not any(penalty.effect == "round" for penalty in self.penalties):
            return tuple(self.penalties), tuple(self.adjustments)
        kept = tuple([penalty for penalty in self.penalties if penalty.effect in {"round", "game"}])
        forfeited = [adjustment.forfeits for adjustment in self.adjustments]
        return kept, tuple([Adjustment(void=True, forfeits=forfeits) for forfeits in forfeited])

    def penalise(self, offence: Offence) -> None:
        """Give this offence the penalties that it has by the ruleset: its price, the nil, the game of the side."""
        side, is_revoke, rules = offence.side, offence.is_revoke, self.rules
        cost = cost_of(rules, offence.code)
        if offence.is_same_bid:
            return
        if is_revoke:
            self.adjustments[side] = self.adjustments[side]._replace(revokes=self.adjustments[side].revokes + 1)
        repeat = _repeat(rules, offence)
        if offence.repeated and repeat == "once_a_suit":
            return
        remedy = self._remedy(offence)
        if remedy is None:
            detail = say("wronged_side_chooses", side=side, offence=offence.phrase)
            self._add(offence, side, "choice", detail)
        elif remedy != "none":
            self._take_price(offence, cost.price, remedy)
            self._penalise_nil(offence, cost.price.nil)
        before = self.case.context.record.before
        count = self.adjustments[side].revokes + (before[side].revokes if before else 0)
        if is_revoke and count > 1 and repeat == "forfeit_game" and remedy != "forfeit_game":
            number = _ORDINALS.get(count, f"number {count}")
            detail = say("forfeits_game", side=side, offence=offence.phrase, number=number)
            self._forfeit_game(offence, detail)

    def _remedy(self, offence: Offence) -> Remedy | None:
        """Return what is done about an offence; None if the wronged side has not said what it chooses."""
        remedy = cost_of(self.rules, offence.code).price.remedy
        return self.chosen.get(offence.finding_index) if remedy == "choice" else remedy

    def _take_price(self, offence: Offence, price: PenaltyRules, remedy: Remedy) -> None:
        side = offence.side
        match remedy:
            case "tricks":
                self._take_tricks(offence, price.tricks, to=price.to)
            case "points":
                self._take_points(offence, price)
            case "set":
                self._decide_contract(offence, side, "set", say("is_set_by_penalty", side=side, offence=offence.phrase))
            case "no_points":
                detail = say("scores_no_contract_points", side=side, offence=offence.phrase)
                self._decide_contract(offence, side, "no_points", detail)
            case "credit_opponents":
                self._credit_opponents(offence)
            case "bridge_64":
                self._apply_law_64(offence, price)
            case "redeal":
                self._add(offence, side, "round", say("round_dealt_again", offence=offence.phrase))
            case "forfeit_game":
                self._forfeit_game(offence, say("loses_the_game", side=side, offence=offence.phrase))

    def _take_points(self, offence: Offence, price: PenaltyRules) -> None:
        """Take points from the offending side; give them to every other side if ruled so."""
        for side in range(len(self.table.sides)):
            is_offender = side == offence.side
            if not is_offender and price.to == "nobody":
                continue
            points = price.points if is_offender else -price.points
            self.adjustments[side] = self.adjustments[side]._replace(points=self.adjustments[side].points + points)
            key = "loses_points" if is_offender else "is_given_points"
            detail = say(key, side=side, points=abs(points), offence=offence.phrase)
            self._add(offence, side, "points", detail, points)

    def _add(self, offence: Offence, side: int, effect: Effect, detail: Sentence, amount: int | None = None) -> None:
        """Add a penalty; ``amount`` is how many tricks or points it gives, or takes if it is below 0."""
        names = parameters_behind(self.rules, offence, effect, is_given=(amount or 0) > 0)
        tricks, points = (amount, None) if effect == "tricks" else (None, amount)
        self.penalties.append(
            Penalty(offence.finding_index, side, effect, tricks, names[0], (detail,), tuple(names[1:]), points)
        )

    def _take_tricks(self, offence: Offence, tricks: int, why: Sentence = _NOTHING, *, to: str) -> None:
        """Take tricks from the offending side, as far as it has any left; give them to the opponents if ruled so."""
        if not tricks:
            return
        side, phrase = offence.side, offence.phrase
        taken = min(tricks, self.left[side]) if self.finished else tricks
        self.left[side] -= taken
        own = self.adjustments[side]
        loses = own.loses_tricks or taken > 0
        self.adjustments[side] = own._replace(tricks=own.tricks - taken, loses_tricks=loses)
        if taken < tricks:
            detail = say("owes_tricks", side=side, tricks=tricks, left=taken, offence=phrase, why=why)
        else:
            detail = say("loses_tricks", side=side, tricks=taken, offence=phrase, why=why)
        self._add(offence, side, "tricks", detail, -taken)
        if taken and to == "opponents":
            other = 1 - side
            self.adjustments[other] = self.adjustments[other]._replace(tricks=self.adjustments[other].tricks + taken)
            detail = say("is_given_tricks", side=other, tricks=taken, offence=phrase)
            self._add(offence, other, "tricks", detail, taken)

    def _apply_law_64(self, offence: Offence, price: PenaltyRules) -> None:
        """Take the tricks that Law 64 gives; what is not about a card has no trick to be judged by, and costs one."""
        if offence.suit is None:
            self._take_tricks(offence, 1, to=price.to)
        elif self.finished and self.case.replay is not None:
            replay, side = self.case.replay, self.table.sides[offence.side]
            played = replay.tricks[: replay.finished] if replay.claimed else replay.tricks
            winners = (*[trick.winner for trick in played], *replay.claimed)
            exempt = _by_law_64b(offence, self.case.revoking, self.case.play.hand_size)
            tricks, why = (0, exempt) if exempt is not None else _by_law_64a(offence, side, winners)
            if tricks:
                self._take_tricks(offence, tricks, say("in_brackets", text=why), to=price.to)
            else:
                detail = say("loses_no_trick", side=offence.side, offence=offence.phrase, why=why)
                self._add(offence, offence.side, "tricks", detail, 0)

    def _forfeit_game(self, offence: Offence, detail: Sentence) -> None:
        """Let the offending side lose the game, unless it was over before."""
        if not self.decisions.game_over:
            self.adjustments[offence.side] = self.adjustments[offence.side]._replace(forfeits=True)
            self._add(offence, offence.side, "game", detail)

    def _credit_opponents(self, offence: Offence) -> None:
        """Let the offending side lose its bid, and credit every side without such an offence with its own bid."""
        detail = say("loses_bid", side=offence.side, bid=self._bid(offence.side), offence=offence.phrase)
        self._decide_contract(offence, offence.side, "lost", detail)
        guilty = {other.side for other in self.punished if self._remedy(other) in _AGAINST_BIDS}
        for side in range(len(self.table.sides)):
            if side not in guilty:
                detail = say("is_credited", side=side, bid=self._bid(side), offence=offence.phrase)
                self._decide_contract(offence, side, "credited", detail)

    def _decide_contract(self, offence: Offence, side: int, fate: Fate, detail: Sentence) -> None:
        """Let a contract have this fate, in this sentence unless an earlier penalty has done the same or more."""
        earlier = self.adjustments[side].contract
        if _BY_GRAVITY.index(earlier) >= _BY_GRAVITY.index(fate):
            detail = say(_ALREADY[earlier], side=side, offence=offence.phrase)
        else:
            self.adjustments[side] = self.adjustments[side]._replace(contract=fate)
        self._add(offence, side, "points" if fate == "no_points" else "contract", detail)

    def _bid(self, side: int) -> Sentence:
        contract = self.case.play.contracts[side]
        if contract.bids and contract.kinds <= NILS:
            return say("contract_beside_nils")
        return say("bid_of_tricks", bid=contract.tricks) if contract.bids else say("bid_unknown")

    def _penalise_nil(self, offence: Offence, rule: NilPenalty) -> None:
        """Judge the offender's own nil by the row of the offence; one that failed in play stays as it is."""
        seat, side = offence.seat, self.table.sides[offence.side]
        if rule == "untouched" or seat is None:
            return
        play = self.case.play
        bids = play.contracts[offence.side].bids
        own = [bid.seat for bid in bids if bid.kind in NILS and is_bid_by(bid.seat, frozenset((seat,)))]
        if not own:
            return
        bidders = side.seats if own[0] is None else (seat,)
        taken = [play.seat_tricks[bidder] for bidder in bidders]
        if play.side_tricks[offence.side] if None in taken else any(taken):
            return
        nil = say("own_nil") if own[0] is None or len(side.seats) == 1 else say("nil_of", player=seat)
        adjustment = self.adjustments[offence.side]
        is_linked = play.parameters.bids.linked
        key = "scores_nothing_for_linked_nil" if is_linked else "scores_nothing_for_nil"
        if rule == "fails":
            key, nils = "loses_nil", adjustment.failed_nils
            self.adjustments[offence.side] = self.adjustments[offence.side]._replace(failed_nils=nils | {seat})
        else:
            nils = adjustment.void_nils
            self.adjustments[offence.side] = self.adjustments[offence.side]._replace(void_nils=nils | {seat})
        if seat in nils:
            key = "has_lost_nil_already"
        self._add(offence, offence.side, "nil", say(key, side=offence.side, nil=nil, offence=offence.phrase))
