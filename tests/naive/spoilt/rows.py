"""The rows of the table of what is ruled on records whose truth is known, with the most that is allowed in each.

Each is there twice: for plain rounds, which sensible people play in fours by a preset, and for rounds by any rules, at
any table, with any carelessness.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from tests.naive.spoilt import claims, deal_slips, log_slips
from tests.naive.spoilt.generator import Plan
from tests.naive.spoilt.kinds import KINDS, Kind, any_slip, slip_in_play
from tests.naive.spoilt.model import Make
from tests.spades.builders.cards import Json

Share: TypeAlias = Literal["false", "proved", "wrong", "headline", "sheet"]
"""Records that hold something against somebody wrongly; offences still proved; scores that are not the true ones, in
the answer and in the headline; right sheets called wrong."""


class Row(NamedTuple):
    """A row: records of plans that take turns, and the limits of their shares in percent, of ``proved`` the least."""

    name: str
    plans: tuple[Plan, ...]
    limits: Mapping[Share, float]
    contradicts: bool | None = None
    """Whether only those records count that contradict themselves, or only those that don't."""


HANDS: Mapping[str, Json] = {"no": {"hands": "none"}, "some": {"hands": "some"}, "all": {"hands": "all"}}
LOGS: Mapping[str, Json] = {"whole": {"whole": True, "sheet": ""}, "cut": {"whole": False, "sheet": ""}}
SHEETS = {"no sheet": LOGS["whole"], "sheet": {"whole": True, "sheet": "team"}}
UNCLAIMED = {"winners": 0.0, "leaders": 0.0}
ALL = HANDS["all"] | LOGS["whole"]

IN_A_TRICK: Mapping[str, tuple[Make, Mapping[str, float]]] = {
    "two names exchanged": (log_slips.names_exchanged, {"no hands, whole log": 15}),
    "two cards exchanged": (log_slips.cards_exchanged, {"no hands, whole log": 45, "no hands, cut log": 45}),
    "a suit misread": (log_slips.suit_misread, {}),
    "the suit of a lead misread": (log_slips.suit_of_lead_misread, {"no hands, cut log": 18, "all hands, cut log": 2}),
}
"""Slips in a trick, and how many may accuse somebody falsely by what is shown."""
PLAIN = {name: kind for name, kind in KINDS.items() if kind.need != "draws" and not kind.rare}
"""The usual kinds that plain rules allow: those are for four players, who draw no cards."""
OF_FIGURES = (
    *(make for make, _ in IN_A_TRICK.values()),
    *(log_slips.lead_miscopied, log_slips.card_miscopied, log_slips.card_miscopied_in_trick),
)


def rows() -> dict[str, Row]:
    """Return all rows by name."""
    plain = [*_in_log(), *_elsewhere(), *_calls_and_claims(), *_figures(), *_proved()]
    return {row.name: row for row in (*plain, *map(_by_any_rules, plain), *_by_kind())}


def _by_any_rules(row: Row) -> Row:
    plans = tuple(replace(plan, name=f"{plan.name} (any rules)", plain=False) for plan in row.plans)
    return row._replace(name=f"{row.name} (any rules)", plans=plans)


def _row(name: str, *slips: Make, **members: Any) -> Row:
    """Return a row of one plan; its members are limits, and members of the plan."""
    limits = {share: members.pop(share) for share in get_args(Share) if share in members}
    return Row(name, (Plan(name, slips, **members),), limits)


def _in_log() -> Iterator[Row]:
    """Yield the rows of slips in the log that may accuse the innocent."""
    one = log_slips.trick_left_out
    for sheet, shown in SHEETS.items():
        yield _row(f"a trick forgotten, {sheet}", one, false=1, shown=shown)
        yield _row(f"two tricks forgotten, {sheet}", one, one, false=1, shown=shown)
    for form in ("cards", "cards_by_player"):
        short, shown = partial(log_slips.without_leaders, form=form), LOGS["whole"] | UNCLAIMED
        yield _row(f"a trick forgotten, {form} without leaders", one, short, false=1, shown=shown)
        exchanged = log_slips.tricks_exchanged
        yield _row(f"neighbouring tricks exchanged, {form} without leaders", exchanged, short, shown=shown)
    for slip, (make, limits) in IN_A_TRICK.items():
        for hands, listed in HANDS.items():
            for log, seen in LOGS.items():
                where = f"{hands} hands, {log} log"
                limit: Json = {"false": limits[where]} if where in limits else {}
                yield _row(f"{slip}, {where}", make, shown=listed | seen | UNCLAIMED, **limit)
    for said, by_number in (("their numbers", True), ("gaps", False)):
        gaps = partial(log_slips.tricks_not_recorded, numbered_ones=by_number)
        for hands, listed in HANDS.items():
            name, shown = f"tricks not recorded, {said}, {hands} hands", listed | LOGS["whole"] | {"sheet": "player"}
            yield _row(name, gaps, false=0, wrong=0, shown=shown)
            yield _row(f"{name}, offences", gaps, false=0, careless=True, shown=shown)
        beside = _row(f"a card miscopied, tricks not recorded, {said}", log_slips.card_miscopied, gaps, false=0)
        yield beside._replace(contradicts=True)
    for hands, listed in HANDS.items():
        reversed_one = log_slips.written_anticlockwise
        yield _row(f"a trick written anticlockwise, {hands} hands", reversed_one, false=0, shown=listed | LOGS["whole"])
    yield _row("a middle card of the last trick left out", log_slips.middle_of_last_trick_left_out, false=1)
    for hands, most in (("all", 1), ("some", 4), ("no", 18)):
        listed = HANDS[hands] | UNCLAIMED
        name, shown = f"{hands} hands, whole log", listed | LOGS["whole"]
        yield _row(f"two slips in the play, {name}", slip_in_play, slip_in_play, false=most, shown=shown)
        yield _row(f"two slips of any kind, {name}", any_slip, any_slip, shown=shown)


def _elsewhere() -> Iterator[Row]:
    """Yield the rows of slips beside the log, and of what was not written down."""
    passing = {"bids": {"nil": {"exchange": 2}}}
    for log, seen in LOGS.items():
        shown: Json = {"shown": seen, "need": "hands", **({"false": 1} if log == "whole" else {})}
        yield _row(f"two cards exchanged between lists, {log} log", deal_slips.cards_of_lists_exchanged, **shown)
        of_a_trick = deal_slips.cards_of_a_trick_exchanged_in_lists
        yield _row(f"two cards of a trick exchanged between lists, {log} log", of_a_trick, **shown)
    opponents = log_slips.opponents_exchanged
    unbid = (partial(deal_slips.left_out, member="bids"),)
    yield _row("no bids, an opponent's card", opponents, false=1, shown=HANDS["all"], before=unbid, overrides=passing)
    partners = log_slips.partners_exchanged
    yield _row("no bids, a partner's card", partners, false=1, shown=HANDS["all"], before=unbid, overrides=passing)
    yield _row("bids not written down", *unbid, false=1)
    yield _row("a bid left out", partial(deal_slips.one_left_out, member="bids"), false=1)
    undealt = partial(deal_slips.left_out, member="dealer")
    yield _row("no dealer", undealt, false=1, need="dealer")
    yield _row("no dealer, first bid out of turn", deal_slips.first_bid_out_of_turn, undealt, false=1, need="dealer")
    blind = {"bids": {"nil": {"exchange": 0}, "blind_nil": {"allowed": True, "exchange": 2, "deficit": 0}}}
    # By plain rules none is: by others a single offence stands.
    yield _row("a nil not said to be blind", deal_slips.blind_left_out, false=4, overrides=blind)
    one_pass = partial(deal_slips.one_left_out, member="exchanges", of=2)
    yield _row("one of two passes left out", one_pass, false=1, overrides=passing)


def _calls_and_claims() -> Iterator[Row]:
    fined = {"penalties": {"revoke": {"remedy": "tricks"}, "false_call": {"as": "revoke"}}}
    beside = claims.revoke_called_beside
    yield _row("a revoke called beside its trick", beside, false=0, careless=True, shown=ALL, overrides=fined)
    claimed: Json = {"careless": False, "shown": ALL, "scored": True}
    for name, by_partner in (("its bidder", False), ("the partner", True)):
        make = partial(claims.claimed_beside_nil, by_partner=by_partner)
        yield _row(f"a claim beside a nil by {name}", make, wrong=0, **claimed)
    claimed |= {"before": (claims.contested_claim,), "false": 1, "wrong": 2}
    yield _row("a contested claim beside a doubled card", log_slips.card_doubled, **claimed)


def _figures() -> Iterator[Row]:
    """Yield the rows of whole legal logs with all hands and one slip."""
    others = tuple(kind for kind in PLAIN.values() if kind.make not in OF_FIGURES)
    for name, kinds in (("a slip in a trick", tuple(map(Kind, OF_FIGURES))), ("a slip elsewhere", others)):
        for sheet, shown in SHEETS.items():
            plans = tuple(
                Plan(f"{kind.make.__name__}, {sheet}", (kind.make,), need=kind.need, careless=False, shown=ALL | shown)
                for kind in kinds
            )
            yield Row(f"{name}, all hands, whole log, {sheet}", plans, {"wrong": 2, "headline": 2, "sheet": 1})


def _proved() -> Iterator[Row]:
    """Yield the rows of what is proved of offences."""
    for hands, listed in HANDS.items():
        yield _row(
            f"no slip, {hands} hands, whole log", false=0, proved=97, careless=True, shown=listed | LOGS["whole"]
        )
    yield _row("no slip, all hands, cut log", false=0, proved=93, careless=True, shown=HANDS["all"] | LOGS["cut"])
    forgotten = log_slips.trick_left_out
    for sheet, shown in SHEETS.items():
        name = f"revokes, a trick forgotten, {sheet}"
        yield _row(name, forgotten, false=1, proved=80, careless=True, shown=shown, revokes=True)
    plans = tuple(_of_kind(name, plain=True) for name in PLAIN)
    yield Row("one visible slip", plans, {"false": 0, "proved": 92, "wrong": 0}, contradicts=True)
    yield Row("one slip that contradicts nothing", plans, {}, contradicts=False)


def _by_kind() -> Iterator[Row]:
    """Yield a row for each kind of slips, of records that contradict themselves."""
    for name in KINDS:
        plan = _of_kind(name, plain=False)
        yield Row(name, (plan,), {"false": 0, "wrong": 0}, contradicts=True)
        in_short = replace(plan, name=f"{name}, in short form", slips=(*plan.slips, log_slips.written_in_short))
        yield Row(in_short.name, (in_short,), {"false": 0, "wrong": 0}, contradicts=True)


def _of_kind(name: str, *, plain: bool) -> Plan:
    kind = KINDS[name]
    plan = Plan(name, (kind.make,), need=kind.need, plain=plain, shows=True, careless=True)
    return replace(plan, calls=True, shifts=kind.shifts)
