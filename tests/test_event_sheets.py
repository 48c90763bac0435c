"""The rule sheets of real events: each sentence is held by the value that the page names, and rulings follow them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from service.presets.loader import presets
from service.spades.rules.ruleset import NAMES, Ruleset, plain, value_of
from tests.contract.document import DOCUMENT
from tests.spades.builders.asking import ask
from tests.spades.builders.cards import FOUR, Json
from tests.spades.builders.legal_rounds import legal_round
from tests.spades.builders.random_players import House, play
from tests.spades.builders.records import bids, call, tricks_won
from tests.spades.rules.references import resolved

PAGE = (Path(__file__).parent.parent / "docs" / "reference" / "event-sheets.md").read_text()
ROW = re.compile(r"^\| (.+?) \| (.+) \|$", re.MULTILINE)
TABLE = "|---|---|\n"
HELD = re.compile(r"`([a-z_]+(?:\.[a-z_]+)+)` = `([^`]+)`(?: with `([a-z-]+)`)?")
CONTRACT = re.compile(r"`contracts` has (no )?`([^`]+)`")
DECISION = re.compile(r"decision `([a-z_.]+)`")
NOT_HELD, ALWAYS = "not held: ", "always: "


class Sentence(NamedTuple):
    """A sentence of a sheet, and the cell with the rule that holds it."""

    says: str
    cell: str


class Sheet(NamedTuple):
    """A sheet with the reference to its ruleset."""

    reference: Json | str
    sentences: tuple[Sentence, ...]

    def ruleset(self, *more: str) -> Ruleset:
        """Return the ruleset, with these options more."""
        stated: Json = {"name": self.reference} if isinstance(self.reference, str) else self.reference
        return resolved(stated["name"], [*stated.get("options", ()), *more])


def _sheets(section: str) -> Iterator[Sheet]:
    """Yield each sheet of a section: its first code spans refer to their rulesets, and its rows are true of all."""
    references = re.match(r"(?:`[^`]+`(?:, )?)+", section.partition("\n\n")[2])
    assert references
    rows = tuple(Sentence(*row) for row in ROW.findall(section.partition(TABLE)[2]))
    for reference in re.findall(r"`([^`]+)`", references[0]):
        yield Sheet(json.loads(reference), rows)


SHEETS: Mapping[str, tuple[Sheet, ...]] = {
    section.partition("\n")[0]: tuple(_sheets(section)) for section in PAGE.split("\n## ")[1:]
}
SENTENCES = [
    pytest.param(sheet, sentence, id=f"{title}, {json.dumps(sheet.reference)}: {sentence.says}")
    for title, sheets in SHEETS.items()
    for sheet in sheets
    for sentence in sheet.sentences
]


def test_nine_sheets_have_a_section_and_a_ruleset_of_their_own() -> None:
    of_one = [json.dumps(sheets[0].reference) for sheets in SHEETS.values() if len(sheets) == 1]
    of_several = [json.dumps(sheet.reference) for sheets in SHEETS.values() if len(sheets) > 1 for sheet in sheets]
    assert (len(of_one), len(set(of_one))) == (9, 9)
    assert set(of_several) < set(of_one)


@pytest.mark.parametrize(("sheet", "sentence"), SENTENCES)
def test_a_sentence_is_held_by_the_value_that_the_page_names(sheet: Sheet, sentence: Sentence) -> None:
    """And the ruleset has it from the sheet, not by default."""
    cell = sentence.cell
    held = HELD.findall(cell)
    for name, value, option in held:
        assert name in NAMES
        ruleset = sheet.ruleset(*filter(None, [option]))
        assert plain(value_of(ruleset.parameters, name)) == json.loads(value)
        assert ruleset.basis[name].basis in {"written", "implied"}
    contracts = CONTRACT.findall(cell)
    for without, said in contracts:
        ruleset = sheet.ruleset()
        rows = [plain(row) for row in ruleset.parameters.contracts]
        assert f'"{said}"' not in json.dumps(rows) if without else json.loads(said) in rows
        assert ruleset.basis["contracts"].basis in {"written", "implied"}
    decided = DECISION.findall(cell)
    for member in decided:
        assert _is_member(member), member
    assert bool(held or contracts or decided) != cell.startswith((NOT_HELD, ALWAYS)), cell


def _is_member(path: str) -> bool:
    """Tell whether the contract has this member of a round of a game, or of an entry of its list."""
    schemas = DOCUMENT["components"]["schemas"]
    member, _, inner = path.partition(".")
    found = schemas["GameRound"]["properties"].get(member)
    if not inner or found is None:
        return found is not None
    entry = schemas[member.capitalize()]["items"]
    return inner in (schemas[entry["$ref"].rsplit("/", 1)[1]] if "$ref" in entry else entry)["properties"]


def test_the_share_of_sentences_that_are_held() -> None:
    """At least 95 of 100 sentences."""
    everything = [sentence for sheets in SHEETS.values() for sentence in sheets[0].sentences]
    not_held = sum(each.cell.startswith(NOT_HELD) for each in everything)
    assert 100 * not_held <= 5 * len(everything)


def test_every_option_of_their_presets_is_on_the_page() -> None:
    named: dict[str, set[str]] = {}
    for sheet in (sheet for sheets in SHEETS.values() for sheet in sheets):
        ruleset = sheet.ruleset()
        options = {option for each in sheet.sentences for _, _, option in HELD.findall(each.cell) if option}
        named.setdefault(ruleset.name, set()).update(ruleset.options, options)
    for name, used in named.items():
        assert used == set(presets()[name].options)


# Rounds and games, by the words of the sheets.

SUPERBOWL, SHOWDOWN, COLUMBUS, RTA3 = "nola-superbowl", "nola-showdown", "columbus-whist", "rta3"
CHARLOTTE: Json = {"name": "tournament-jja", "options": ["charlotte"]}
JOKERS = House("tournament-jja", top=("BJ", "LJ", "2S"), removed=("2H", "2D"))
DEUCES = House("tournament-jjdd", top=("BJ", "LJ", "2D", "2S"), removed=("2H", "2C"))
EVEN = "ana+cy 5, ben+dee 5"


def hand(bid: str, won: str, **decided: object) -> Json:
    """Return a row of a sheet."""
    return {"bids": bids(bid), "tricks_won": tricks_won(won), **decided}


def game(ruleset: Json | str, *rounds: Json, **members: object) -> Json:
    """Return the score of a game of these rows, the first dealt by dee."""
    body = {"ruleset": ruleset, "players": list(FOUR), "first_dealer": "dee", "rounds": list(rounds), **members}
    return ask("scoreGame", body)


def standing(answer: Json, member: str = "score") -> tuple[int, ...]:
    return tuple(each[member] for each in answer["standing"].values())


def end(answer: Json) -> tuple[str | None, list[str]]:
    return answer.get("reason"), answer["winners"]


def took(tricks: int, reason: str) -> Json:
    """Return a director's fine in tricks."""
    return {"adjustments": [{"team": "ana+cy", "tricks": -tricks, "reason": reason}]}


def whole(ruleset: Json | str, bid: str, house: House | None = None) -> Json:
    """Return a legal log of a round of thirteen tricks dealt by dee, with all hands."""
    played = (play(house, seed).request for seed in count()) if house else iter([legal_round()])
    body = next(each for each in played if each["dealer"] == "dee")
    kept = {member: body[member] for member in ("players", "hands", "dealer")}
    tricks = [{"plays": trick["plays"]} for trick in body["tricks"]]
    return {**kept, "ruleset": ruleset, "bids": bids(bid), "tricks": tricks}


def spoilt(body: Json) -> Json:
    """Return the round with two cards of a player exchanged, so that he revokes once and nothing else is wrong."""
    for first, trick in enumerate(body["tricks"][:-1]):
        for one in range(1, 4):
            player, card = trick["plays"][one].values()
            for later in body["tricks"][first + 1 :]:
                (other,) = (each["card"] for each in later["plays"] if each["player"] == player)
                text = json.dumps(body["tricks"])
                text = text.replace(f'"{card}"', '"?"').replace(f'"{other}"', f'"{card}"').replace('"?"', f'"{other}"')
                made = {**body, "tricks": json.loads(text)}
                if [each["code"] for each in ask("auditRound", made)["findings"]] == ["revoke"]:
                    return made
    raise AssertionError("this log has no such pair of cards")


def ruling(body: Json, *calls: str) -> tuple[Json, str, str]:
    """Return the ruling on a round, the side of whoever revoked (else ben and dee), and the other."""
    ruled = ask("auditRound", {**body, "accusations": [call(each) for each in calls]} if calls else body)
    revoker = next((each["player"] for each in ruled["findings"] if each["code"] == "revoke"), "ben")
    ours = "ana+cy" if revoker in {"ana", "cy"} else "ben+dee"
    return ruled, ours, ({"ana+cy", "ben+dee"} - {ours}).pop()


def points(ruled: Json, side: str, member: str = "as_ruled") -> int:
    return next(int(each["points"]) for each in ruled[member] if each["team"] == side)


def in_games(ruleset: Json | str, *bodies: Json, **members: object) -> Json:
    """Return the ruling on a game of these logs, each dealt by whoever dealt it."""
    rounds = [{name: body[name] for name in ("bids", "tricks", "hands", "dealer")} for body in bodies]
    return ask("auditGame", {"ruleset": ruleset, "players": list(FOUR), "rounds": rounds, **members})


def test_superbowl_talk() -> None:
    """Talking across the board is minus three books: bid 5, took 6, so 3, and set; a second set is game."""
    talked = hand(EVEN, "ana+cy 6, ben+dee 7", **took(3, "Talked across the board"))
    answer = game(SUPERBOWL, talked)
    assert (standing(answer), standing(answer, "sets")) == ((-50, 50), (1, 0))
    assert end(game(SUPERBOWL, talked, talked)) == ("sets_limit", ["ben+dee"])


def test_superbowl_rule_before_the_bid() -> None:
    """A rule broken before the bid is 30 points, and ten is 150: 120 and no set."""
    fine = {"adjustments": [{"team": "ana+cy", "points": -30, "reason": "Flipped a card"}]}
    answer = game(SUPERBOWL, hand("ana+cy 10, ben+dee 4", "ana+cy 10, ben+dee 3", **fine))
    assert (standing(answer), standing(answer, "sets")) == ((120, -40), (0, 1))


def test_superbowl_renege() -> None:
    """A set whatever the side took, and the second one loses."""
    body = spoilt(whole(SUPERBOWL, EVEN))
    ruled, ours, theirs = ruling(body)
    assert (points(ruled, ours), points(ruled, theirs)) == (-50, points(ruled, theirs, "as_played"))
    before = {ours: {"score": 100, "revokes": 1}}
    answer = in_games(SUPERBOWL, body, before=before)
    assert (answer["reason"], answer["winners"]) == ("forfeit", [theirs])


def test_superbowl_wrong_call() -> None:
    """No book is named, nobody reneged, and the caller loses three of his six: bid 5, set."""
    ruled, _, _ = ruling(whole(SUPERBOWL, EVEN), "ana ben at 13.0")
    assert [(each["team"], each["effect"], each["tricks"]) for each in ruled["penalties"]] == [("ana+cy", "tricks", -3)]
    assert (points(ruled, "ana+cy", "as_played"), points(ruled, "ana+cy")) == (50, -50)


def test_superbowl_short_hand() -> None:
    """Ana was a card short, in the whole log and without its last trick; her side is set, whatever it took."""
    body = whole(SUPERBOWL, EVEN)
    body["hands"]["ana"].remove("AS")
    body["hands"]["ben"].append("AS")
    last = body["tricks"][-1]["plays"]
    body["tricks"][-1] = {"plays": [each for each in last if each["player"] != "ana"]}
    for made in (body, {**body, "tricks": body["tricks"][:-1]}):
        ruled = ask("auditRound", made)
        assert [each["code"] for each in ruled["findings"]] == ["wrong_hand_size", "wrong_hand_size"]
        assert (ruled["complete"], points(ruled, "ana+cy")) == (True, -50)


def test_superbowl_weak_hand() -> None:
    """Without a spade and a face, bad luck: the deal stands, and such a hand is no offence."""
    dealt = {"ana": ["TH", "9H", "8H", "7H", "6H", "5H", "4H", "3H", "2H", "TC", "9C", "8C", "7C"]}
    body: Json = {"ruleset": SUPERBOWL, "players": list(FOUR), "dealer": "dee", "bids": bids(EVEN), "hands": dealt}
    ruled = ask("auditRound", {**body, "tricks": [], "stopped": True})
    assert (ruled["verdict"], ruled["findings"]) == ("clean", [])


def test_showdown_renege() -> None:
    """A renege is game, at any score."""
    body = spoilt(whole(SHOWDOWN, EVEN))
    _, ours, theirs = ruling(body)
    answer = in_games(SHOWDOWN, body, before={ours: {"score": 290}})
    assert (answer["finished"], answer["winners"]) == (True, [theirs])


def test_showdown_wrong_call() -> None:
    """A wrong call is a set, whatever the side took."""
    ruled, _, _ = ruling(whole(SHOWDOWN, "ana+cy 4, ben+dee 5"), "cy dee at 13.0")
    assert (points(ruled, "ana+cy", "as_played"), points(ruled, "ana+cy")) == (40, -40)


def test_showdown_targets() -> None:
    """300 points, 350 in a playoff, 500 in the championship game."""
    made, before = hand(EVEN, "ana+cy 6, ben+dee 7"), {"ana+cy": {"score": 250}, "ben+dee": {"score": 0}}
    assert end(game(SHOWDOWN, made, before=before)) == ("target", ["ana+cy"])
    for option, ended in (("playoff", 2), ("final", 5)):
        ruleset = {"name": SHOWDOWN, "options": [option]}
        found = [game(ruleset, *[made] * count, before=before)["finished"] for count in range(1, 6)]
        assert found.index(True) + 1 == ended


def test_charlotte_deuce() -> None:
    """Joker, joker, deuce, ace."""
    cards = [{"player": player, "card": card} for player, card in zip(FOUR, ("AS", "2S", "LJ", "BJ"), strict=True)]
    trick = {"ruleset": CHARLOTTE, "players": list(FOUR)}
    assert ask("judgeTrick", {**trick, "plays": cards})["winner"] == "dee"
    low = [{"player": player, "card": card} for player, card in zip(FOUR, ("AS", "2S", "KS", "3S"), strict=True)]
    assert ask("judgeTrick", {**trick, "plays": low})["winner"] == "ben"
    assert ask("judgeTrick", {**trick, "ruleset": "tournament-jja", "plays": low})["winner"] == "ana"


def test_charlotte_second_renege() -> None:
    """A set, and the second one forfeits the game."""
    body = spoilt(whole(CHARLOTTE, "ana+cy 4, ben+dee 4", JOKERS))
    ruled, ours, theirs = ruling(body)
    assert points(ruled, ours) == -40
    other = spoilt(whole(CHARLOTTE, "ana+cy 4, ben+dee 5", JOKERS))
    answer = in_games(CHARLOTTE, body, other)
    assert (answer["reason"], answer["winners"]) == ("forfeit", [theirs])


@pytest.mark.parametrize("sheet", [SUPERBOWL, SHOWDOWN, CHARLOTTE, COLUMBUS])
def test_the_partner_who_closes_the_bid(sheet: Json | str) -> None:
    """One partner opens, the other closes, and nobody has bid twice."""
    answer = game(sheet, hand("ana 4, ben 3, cy 7, dee 6", "ana+cy 12, ben+dee 1"))
    assert [each["severity"] for each in answer["rounds"][0]["findings"]] == ["note", "note"]
    assert standing(answer) == (70, -60)


def test_columbus_boston() -> None:
    """A Boston wins the game in the first hand, bid or not."""
    unbid = game(
        COLUMBUS,
        hand("ana+cy 8, ben+dee 4", "ana+cy 13, ben+dee 0"),
        before={"ben+dee": {"score": 600}},
        first_round_number=2,
    )
    assert (end(unbid), standing(unbid)) == (("boston", ["ana+cy"]), (330, 560))
    bid = game(COLUMBUS, hand("ana+cy 13, ben+dee 4", "ana+cy 13, ben+dee 0"))
    assert (end(bid), standing(bid)) == (("boston", ["ana+cy"]), (250, -40))


def test_columbus_four_hands() -> None:
    """The bid counts and not the tricks, ten for 200 or -100; the highest score after four hands."""
    rounds = (
        hand("ana+cy 6, ben+dee 4", "ana+cy 8, ben+dee 5"),
        hand("ana+cy 10, ben+dee 4", "ana+cy 9, ben+dee 4"),
        hand("ana+cy 4, ben+dee 10", "ana+cy 3, ben+dee 10"),
        hand("ana+cy 4, ben+dee 4", "ana+cy 6, ben+dee 7"),
    )
    sums = [standing(game(COLUMBUS, *rounds[:count])) for count in range(1, 5)]
    assert sums == [(60, 40), (-40, 80), (-80, 280), (-40, 320)]
    assert end(game(COLUMBUS, *rounds)) == ("round_limit", ["ben+dee"])


def test_columbus_out_of_turn() -> None:
    """A card out of turn is a renege: set for one side, the made bid for the other."""
    body = whole(COLUMBUS, "ana+cy 4, ben+dee 9")
    plays = body["tricks"][0]["plays"]
    plays[1], plays[2] = plays[2], plays[1]
    ruled = ask("auditRound", body)
    assert [(each["code"], each["player"]) for each in ruled["findings"]] == [("out_of_turn", "cy")]
    assert (points(ruled, "ana+cy", "as_played"), points(ruled, "ben+dee", "as_played")) == (40, -90)
    assert (points(ruled, "ana+cy"), points(ruled, "ben+dee")) == (-40, 90)


def test_columbus_exposed_card() -> None:
    """The same dealer deals again; then board talk is three books."""
    again = {"void": True, "reason": "A card was exposed in the deal"}
    assert game(COLUMBUS, again)["next"]["dealer"] == "dee"
    talked = hand(EVEN, "ana+cy 7, ben+dee 6", **took(3, "Board talk after a warning"))
    assert standing(game(COLUMBUS, again, talked)) == (-50, 50)


def test_rta3_first_hand() -> None:
    """The first hand bids itself, 10 a book; a team that is set twice loses."""
    first = {"bids": [], "tricks_won": tricks_won("ana+cy 6, ben+dee 7")}
    short = hand(EVEN, "ana+cy 4, ben+dee 9")
    assert standing(game(RTA3, first)) == (60, 70)
    assert end(game(RTA3, first, short, short)) == ("sets_limit", ["ben+dee"])


def test_rta3_raise() -> None:
    """A bid may be raised before the opponents bid, not after."""
    body = {**whole(RTA3, "ana+cy 4, ana+cy 5, ben+dee 5", JOKERS), "round_number": 2}
    raised = ask("auditRound", body)
    assert (raised["findings"], [each["contract"] for each in raised["as_played"]]) == ([], [5, 5])
    later = ask("auditRound", {**body, "bids": bids("ana+cy 4, ben+dee 5, ana+cy 5")})
    assert [each["code"] for each in later["findings"]] == ["bid_repeated"]
    assert [each["contract"] for each in later["as_played"]] == [4, 5]


def test_rta3_misdeal() -> None:
    """After a misdeal the next player deals."""
    assert game(RTA3, {"void": True, "reason": "Twelve cards"})["next"]["dealer"] == "ana"


def test_hope_farm_figures() -> None:
    """A failed bid is 0, bags are 1 each and 100 off at ten, nil 100 either way."""
    nil = "ana 0, ben 4, cy 4, dee 4"
    before = {"ana+cy": {"bags": 8}}
    assert standing(game("hope-farm", hand(nil, "ana 0, cy 6, ben+dee 7"), before=before)) == (42, 0)
    assert standing(game("hope-farm", hand(nil, "ana 1, cy 3, ben+dee 9"))) == (-100, 81)


def test_hope_farm_renege() -> None:
    """Reneging loses the game."""
    body = spoilt(whole("hope-farm", "ana 2, ben 2, cy 2, dee 2"))
    _, ours, theirs = ruling(body)
    answer = in_games("hope-farm", body, before={ours: {"score": 280}})
    assert (answer["finished"], answer["winners"]) == (True, [theirs])


def test_contest_sets() -> None:
    """Two sets in a row lose, or three in all."""
    bid = "ana 3, ben 3, cy 2, dee 2"
    lost, made = hand(bid, "ana+cy 4, ben+dee 9"), hand(bid, "ana+cy 6, ben+dee 7")
    assert game("contest-2017", lost, made, lost)["finished"] is False
    assert end(game("contest-2017", lost, lost)) == ("consecutive_sets_limit", ["ben+dee"])
    assert end(game("contest-2017", lost, made, lost, made, lost)) == ("sets_limit", ["ben+dee"])


def test_contest_time() -> None:
    """The hand is played out and the team ahead wins; after a tie, one hand more."""
    bid = "ana 3, ben 3, cy 2, dee 2"
    called = {"time_called": True}
    assert end(game("contest-2017", hand(bid, "ana+cy 6, ben+dee 7", **called))) == ("time", ["ben+dee"])
    tied = hand("ana 3, ben 3, cy 3, dee 2", "ana+cy 6, ben+dee 7", **called)
    drawn = game("contest-2017", tied, before={"ben+dee": {"score": 8}})
    assert (standing(drawn), drawn["finished"]) == ((60, 60), False)
    after = game("contest-2017", tied, hand(bid, "ana+cy 4, ben+dee 9"), before={"ben+dee": {"score": 8}})
    assert (after["finished"], after["winners"]) == (True, ["ben+dee"])


def test_clarksville_bags() -> None:
    """5 bid, 7 made, 50 points; the pad keeps two bags, and no sheet is wrong for it."""
    row = hand("ana 3, ben 3, cy 2, dee 2", "ana+cy 7, ben+dee 6")
    assert standing(game("tournament-jjdd", row)) == (50, 50)
    pad = {"points": {"ana+cy": 50, "ben+dee": 50}, "bags": {"ana+cy": 2, "ben+dee": 1}}
    body = {"ruleset": "tournament-jjdd", "players": list(FOUR), "first_dealer": "dee"}
    answer = ask("auditGame", {**body, "rounds": [{**row, "reported": pad}]})
    assert (answer["verdict"], answer["rounds"][0]["differences"]) == ("clean", [])


def test_clarksville_challenge() -> None:
    """The loser of the challenge loses three books, the offender or the caller."""
    bid = "ana 2, ben 2, cy 2, dee 2"
    legal = whole("tournament-jjdd", bid, DEUCES)
    wrong, _, _ = ruling(legal, "ana ben")
    right, ours, _ = ruling(spoilt(legal))
    fined = [[(each["team"], each["tricks"]) for each in ruled["penalties"]] for ruled in (wrong, right)]
    assert fined == [[("ana+cy", -3)], [(ours, -3)]]


def test_clarksville_blind_bid() -> None:
    """A team must be 100 points down."""
    blind = hand("ana blind 6, ben 3, cy 1, dee 2", "ana+cy 7, ben+dee 6")
    for score, codes in ((100, []), (99, ["blind_bid_not_allowed"])):
        answer = game("tournament-jjdd", blind, before={"ben+dee": {"score": score}})
        assert [each["code"] for each in answer["rounds"][0]["findings"]] == codes


def test_blues_bowl_out_of_turn() -> None:
    """Three books for a card out of turn."""
    body = whole("blues-bowl", "ana 2, ben 2, cy 2, dee 2", JOKERS)
    plays = body["tricks"][0]["plays"]
    plays[1], plays[2] = plays[2], plays[1]
    ruled = ask("auditRound", body)
    assert [each["code"] for each in ruled["findings"] if each["severity"] == "offence"][-1] == "out_of_turn"
    assert [each["tricks"] for each in ruled["penalties"]] == [-3]


def test_blues_bowl_bids() -> None:
    """Any number from 0, no nil, and four in all: a partner's 0 is made with tricks."""
    answer = game("blues-bowl", hand("ana 0, ben 3, cy 4, dee 2", "ana 1, cy 4, ben+dee 8"))
    assert standing(answer)[0] == 41
    assert answer["rounds"][0]["findings"] == []
    low = game("blues-bowl", hand("ana 1, ben 3, cy 2, dee 2", "ana+cy 4, ben+dee 9"))
    assert [each["code"] for each in low["rounds"][0]["findings"]] == ["team_bid_too_low"]


def test_blues_bowl_blind_thirteen() -> None:
    """350, and thirteen that are bid after a look at the cards are no more than their tricks."""
    answer = game("blues-bowl", hand("ana blind 13, ben 2, cy 0, dee 2", "ana+cy 13, ben+dee 0"))
    assert (standing(answer)[0], answer["rounds"][0]["findings"]) == (350, [])
    seen = game("blues-bowl", hand("ana 13, ben 2, cy 0, dee 2", "ana+cy 13, ben+dee 0"))
    assert standing(seen)[0] == 130
    short = game("blues-bowl", hand("ana blind 13, ben 2, cy 0, dee 2", "ana+cy 12, ben+dee 1"))
    assert standing(short)[0] == -130
