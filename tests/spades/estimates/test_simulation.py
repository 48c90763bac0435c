"""The simulation: against one written again from its page, its symmetries, and its standard error."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from statistics import fmean, stdev

import pytest

from service.spades.cards import CODES, INDEX, codes_of, mask_of
from service.spades.estimates.play_out import SortedPack, sorted_pack
from service.spades.estimates.simulation import Simulation
from service.spades.play.legality import Turn, legal_cards
from service.spades.rules.ruleset import Ruleset
from tests.spades.builders.asking import ask
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.records import bids
from tests.spades.builders.rulesets import rules, ruleset_named, small
from tests.spades.estimates.naive_simulation import Naive

HAND = ["AS", "QS", "8S", "5S", "2S", "AH", "QH", "4H", "KD", "7D", "3D", "9C", "6C"]
PAIRS, ALONE = (0, 1, 0, 1), (0, 1, 2, 3)
JOKERS = {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": ["BJ", "LJ", "2D"]}
LOW_CLUBS = {"opening_leader": "lowest_club", "opening_card": "lowest_club", "first_trick": "all_lowest_club"}

TABLES: Mapping[str, tuple[Json | str, Sequence[int]]] = {
    "two pairs": ("pagat", PAIRS),
    "spades at any time": (rules(play={"spade_lead": "any_time", "opening_card": "any"}), PAIRS),
    "spades after the first trick": (rules(play={"spade_lead": "after_first_trick"}), PAIRS),
    "broken by a discard alone": (rules(play={"broken_by": "discard_only"}), PAIRS),
    "no spades in the first trick": (rules(play={"first_trick": "no_spades"}), PAIRS),
    "low clubs first": (rules(play=LOW_CLUBS), PAIRS),
    "jokers and a promoted two": (rules(deck=JOKERS), PAIRS),
    "each alone": (rules(table={"sides": "individual"}), ALONE),
    "two players": ("two-player", (0, 1)),
    "three players": ("cutthroat", (0, 1, 2)),
    "five players": (rules(5), (0, 1, 2, 3, 4)),
    "six players in three pairs": (rules(table={"players": [6]}, deck={"leftover": "set_aside"}), (0, 1, 2, 0, 1, 2)),
    "short hands": (small(4, 5), PAIRS),
}


def asked(ruleset: Json | str, hand: Sequence[str], **members: object) -> Json:
    return ask("estimateBid", {"ruleset": ruleset, "hand": list(hand), "deals": 20, "seed": 7, **members})


def simulated(ruleset: Json | str, hand: Sequence[str], **members: object) -> Json:
    simulation: Json = asked(ruleset, hand, **members)["simulation"]
    return simulation


def a_hand(ruleset: Ruleset, players: int, luck: random.Random) -> list[str]:
    pack = ruleset.packs[players]
    return luck.sample(codes_of(pack.cards), pack.hand_size)


class TestSecondImplementation:
    """Written from docs/how-to/estimate-bids.md alone: whoever follows that page gets the same tricks, deal by deal."""

    @pytest.mark.parametrize("name", TABLES)
    def test_it_agrees_on_every_ruleset(self, name: str) -> None:
        reference, sides = TABLES[name]
        ruleset, luck = ruleset_named(reference), random.Random(name)
        for _ in range(6):
            hand, seed = a_hand(ruleset, len(sides), luck), luck.randrange(2**53)
            taken, made = Naive(ruleset, sides).simulate(hand, seed, 10)
            found = simulated(reference, hand, players=PLAYERS[: len(sides)], deals=10, seed=seed)
            assert found["tricks"] == {str(n): taken.count(n) for n in range(len(hand) + 1)}
            assert found["nil"] == {"made": made, "failed": 10 - made}

    @pytest.mark.parametrize("nils", [(1,), (2,), (3,), (1, 3), (2, 3), (1, 2, 3), (0, 2)])
    def test_it_agrees_on_players_who_have_bid_nil(self, nils: tuple[int, ...]) -> None:
        ruleset, luck = ruleset_named("pagat"), random.Random(str(nils))
        said = ", ".join(f"{player} {0 if seat in nils else 3}" for seat, player in enumerate(PLAYERS[:4]))
        for _ in range(6):
            hand, seed = a_hand(ruleset, 4, luck), luck.randrange(2**53)
            taken, made = Naive(ruleset, PAIRS, set(nils), leader=0).simulate(hand, seed, 10)
            at_table = {"players": PLAYERS[:4], "seat": "ana", "bids": bids(said), "dealer": "dee"}
            found = simulated("pagat", hand, deals=10, seed=seed, **at_table)
            assert found["tricks"] == {str(n): taken.count(n) for n in range(14)}
            assert found["nil"]["made"] == made


class TestLegality:
    @pytest.mark.parametrize("name", TABLES)
    def test_a_sorted_pack_allows_what_the_rules_allow(self, name: str) -> None:
        reference, sides = TABLES[name]
        ruleset, luck = ruleset_named(reference), random.Random(name)
        pack, by_places = ruleset.packs[len(sides)], sorted_pack(ruleset, len(sides))
        for _ in range(400):
            cards = [INDEX[card] for card in a_hand(ruleset, len(sides), luck)][: luck.randint(1, pack.hand_size)]
            turn = Turn(luck.choice([None, 0, 1, 2, 3]), luck.random() < 0.3, luck.random() < 0.5)
            allowed = by_places.legal(
                by_places.of_cards(cards), turn.suit_led, is_first_trick=turn.is_first_trick, broken=turn.broken
            )
            expected = legal_cards(ruleset.parameters.play, pack, mask_of(cards), turn)
            assert cards_at(by_places, allowed) == set(codes_of(expected))


def cards_at(pack: SortedPack, places: int) -> set[str]:
    return {CODES[card] for place, card in enumerate(pack.cards) if places >> place & 1}


class TestSymmetry:
    """What makes no difference to the play makes none to the answer, if the seed is given."""

    def test_the_same_request_has_the_same_answer(self) -> None:
        assert asked("pagat", HAND) == asked("pagat", HAND)

    def test_the_order_of_the_hand_changes_nothing(self) -> None:
        assert simulated("pagat", HAND) == simulated("pagat", HAND[::-1])

    @pytest.mark.parametrize("suits", ["CHD", "DCH", "DHC", "HCD", "HDC"])
    def test_neither_do_the_names_of_plain_suits(self, suits: str) -> None:
        turned = [card[0] + dict(zip("CDHS", suits + "S", strict=True))[card[1]] for card in HAND]
        assert simulated("pagat", turned) == simulated("pagat", HAND)

    def test_clubs_keep_their_name_if_the_rules_name_them(self) -> None:
        ruleset = rules(play=LOW_CLUBS)
        reds = [card[0] + {"D": "H", "H": "D"}.get(card[1], card[1]) for card in HAND]
        clubs = [card[0] + {"C": "H", "H": "C"}.get(card[1], card[1]) for card in HAND]
        assert simulated(ruleset, reds) == simulated(ruleset, HAND)
        assert simulated(ruleset, clubs, deals=100) != simulated(ruleset, HAND, deals=100)

    def test_nor_who_sits_where_if_nothing_is_known_of_anybody(self) -> None:
        by_itself = simulated("pagat", HAND)
        for seat in PLAYERS[:4]:
            assert simulated("pagat", HAND, players=PLAYERS[:4], seat=seat) == by_itself

    def test_a_table_may_be_turned_and_its_players_renamed(self) -> None:
        one = {"players": PLAYERS[:4], "seat": "cy", "dealer": "dee", "bids": bids("ana 0, ben 4")}
        other = {"players": ["p", "q", "r", "s"], "seat": "p", "dealer": "q"}
        turned = [{"player": "r", "tricks": 0}, {"player": "s", "tricks": 4}]
        assert simulated("pagat", HAND, **one) == simulated("pagat", HAND, **other, bids=turned)

    def test_labels_change_nothing_not_even_the_seed(self) -> None:
        body = {"ruleset": "pagat", "hand": HAND, "deals": 10}
        plain, labelled = ask("estimateBid", body), ask("estimateBid", {**body, "labels": {"table": "4"}})
        assert labelled.pop("labels") == {"table": "4"}
        assert plain == labelled

    def test_without_a_seed_it_is_that_of_the_id(self) -> None:
        body = {"ruleset": "pagat", "hand": HAND, "deals": 10}
        found = ask("estimateBid", body)
        assert found["simulation"]["seed"] == int(found["ruling_id"][7:20], 16)
        again = ask("estimateBid", {**body, "seed": found["simulation"]["seed"]})
        assert again["simulation"] == found["simulation"]


class TestWhatMustBe:
    def test_a_hand_of_all_spades_takes_every_trick(self) -> None:
        found = simulated("pagat", [rank + "S" for rank in "23456789TJQKA"])
        assert found["tricks"]["13"] == found["at_least"]["13"] == 20
        assert found["mean"] == {"numerator": 13, "denominator": 1}
        assert found["standard_error"] == {"numerator": 0, "denominator": 1}
        assert found["nil"] == {"made": 0, "failed": 20}

    def test_the_lowest_cards_make_a_nil(self) -> None:
        hand = ["2C", "3C", "4C", "5C", "2D", "3D", "4D", "5D", "2H", "3H", "4H", "5H", "2S"]
        assert simulated("pagat", hand)["nil"] == {"made": 20, "failed": 0}

    def test_the_ace_of_spades_never_does(self) -> None:
        hand = ["2C", "3C", "4C", "5C", "2D", "3D", "4D", "5D", "2H", "3H", "4H", "5H", "AS"]
        found = simulated("pagat", hand)
        assert found["nil"]["made"] == 0
        assert found["at_least"]["1"] == 20

    def test_tricks_and_chances_belong_together(self) -> None:
        found = simulated("pagat", HAND, deals=137)
        counts = [found["tricks"][str(number)] for number in range(14)]
        assert sum(counts) == found["deals"] == 137
        assert found["at_least"] == {str(n): sum(counts[n:]) for n in range(1, 14)}
        mean = Fraction(found["mean"]["numerator"], found["mean"]["denominator"])
        assert mean * 137 == sum(n * count for n, count in enumerate(counts))

    def test_over_all_four_hands_the_tricks_are_thirteen_in_the_mean(self) -> None:
        """Each deal has thirteen tricks, so four random hands of many deals take 13 together but for chance."""
        luck, ruleset = random.Random(3), ruleset_named("pagat")
        hands = [a_hand(ruleset, 4, luck) for _ in range(60)]
        means = [simulated("pagat", hand, deals=10, seed=seed)["mean"] for seed, hand in enumerate(hands)]
        mean = fmean(each["numerator"] / each["denominator"] for each in means)
        assert mean == pytest.approx(3.25, abs=3 * 1.9 / math.sqrt(60))

    def test_a_nil_of_the_partner_and_one_of_an_opponent_change_the_play(self) -> None:
        def mean(said: str) -> float:
            at_table = {"players": PLAYERS[:4], "seat": "dee", "dealer": "dee", "bids": bids(said), "deals": 200}
            found = simulated("pagat", HAND, **at_table)["mean"]
            return float(found["numerator"] / found["denominator"])

        nobody, partner = mean("ana 3, ben 3, cy 3"), mean("ana 3, ben 0, cy 3")
        assert partner > nobody + 0.3  # he takes what his partner leaves

    def test_there_is_no_nil_where_no_player_can_bid_one(self) -> None:
        uncommitted = rules(bidding={"zero": "uncommitted"}, nil={"blind": False})
        assert "nil" not in simulated(uncommitted, HAND)
        assert "nil" not in simulated("tournament-jja", HAND)

    @pytest.mark.parametrize(
        ("play", "dealer", "said", "leader"),
        [
            ({}, "dee", "", "ana"),
            ({}, "ana", "", "ben"),
            ({"opening_leader": "dealer"}, "ben", "", "ben"),
            ({}, None, "dee 3", "dee"),
            ({}, None, "", None),
            ({"opening_leader": "high_bidder"}, "dee", "ana 3, ben 5, cy 4, dee 5", "ben"),
            ({"opening_leader": "high_bidder"}, "dee", "ana 3, ben 5", None),
        ],
    )
    def test_who_leads_follows_from_the_request(
        self, play: Mapping[str, str], dealer: str | None, said: str, leader: str | None
    ) -> None:
        """Of equal bids the first leads; a leader whom nothing shows is drawn for each deal."""
        reference = rules(play=play)
        at_table = {"players": PLAYERS[:4], "seat": "cy", "bids": bids(said), **({"dealer": dealer} if dealer else {})}
        leads = None if leader is None else (PLAYERS.index(leader) - PLAYERS.index("cy")) % 4
        taken, _ = Naive(ruleset_named(reference), PAIRS, leader=leads).simulate(HAND, 7, 20)
        found = simulated(reference, HAND, **at_table)
        assert found["tricks"] == {str(n): taken.count(n) for n in range(14)}


class TestStandardError:
    def test_it_is_the_textbook_s(self) -> None:
        simulation = Simulation(0, (1, 2, 3), None)  # 0, 1, 1, 2, 2, 2
        values = [0, 1, 1, 2, 2, 2]
        assert simulation.mean == Fraction(8, 6)
        assert float(simulation.standard_error) == pytest.approx(stdev(values) / math.sqrt(6), abs=0.0005)
        assert simulation.standard_error == Fraction(round(1000 * stdev(values) / math.sqrt(6)), 1000)

    def test_it_is_how_much_means_differ_from_seed_to_seed(self) -> None:
        """The spread of 200 means, and its own standard error is a twentieth of it."""
        means, errors = [], []
        for seed in range(200):
            found = simulated("pagat", HAND, seed=seed, deals=25)
            means.append(found["mean"]["numerator"] / found["mean"]["denominator"])
            errors.append(found["standard_error"]["numerator"] / found["standard_error"]["denominator"])
        assert stdev(means) == pytest.approx(fmean(errors), rel=0.15)

    def test_a_seed_is_as_good_as_its_neighbour(self) -> None:
        """All seeds that are near each other give different deals."""
        found = Counter(str(simulated("pagat", HAND, seed=seed, deals=40)["tricks"]) for seed in range(30))
        assert len(found) > 25
