"""What the record proves about who held which card, with plain sets.

Everybody starts with a hand of known and unknown cards. Known are the cards listed with a player whose list can be
trusted, the cards that he shows in the log, and those that were passed to him. Every other card is somewhere: in the
unknown part of a hand or set aside.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, TypeAlias

from tests.naive.dealt import lists_agree
from tests.naive.hands import discarded, drawn_hands, wrong_lists
from tests.naive.table import UNREAD, Table

Json = dict[str, Any]
Answer: TypeAlias = Literal["proved", "disproved", "undecided"]
Spot = tuple[int, int]
"""A trick and a play in it, from 0."""


class Evidence:
    """The cards of a round as far as the record shows them."""

    def __init__(self, record: Json, table: Table, unsure: dict[str, tuple[int, int]]) -> None:
        """``unsure``: how many cards players may have passed, and been passed, that the record does not show."""
        self.record, self.table = record, table
        self.deck = table.pack.cards
        self.tricks = [trick["plays"] for trick in record["tricks"][: table.pack.hand_size]]
        self.withdrawn: dict[str, dict[str, Spot]] = {player: {} for player in table.players}
        """For each player the cards that he took back, and at which play he last did."""
        self.dealt: dict[str, list[str]] = record.get("hands", {})
        self.aside: list[str] = [card for card in record.get("set_aside", []) if card != UNREAD]
        self.dealt = self.dealt | drawn_hands(record, table)
        self.aside = self.aside + discarded(record)
        self.given: dict[str, set[str]] = {player: set() for player in table.players}
        self.received: dict[str, set[str]] = {player: set() for player in table.players}
        self.given_unread = dict.fromkeys(table.players, 0)
        exchanges: list[Json] = record.get("exchanges", [])
        self.unsure = unsure
        open_hands = {player for player, (given, _) in unsure.items() if given}
        for exchange in exchanges:
            self.given[exchange["from"]] |= set(exchange["cards"]) - {UNREAD}
            self.received[exchange["to"]] |= set(exchange["cards"]) - {UNREAD}
            self.given_unread[exchange["from"]] += exchange["cards"].count(UNREAD)
            if UNREAD in exchange["cards"]:
                open_hands.add(exchange["from"])
        self._settle_passes(open_hands)
        self.hands: dict[str, list[str]] = {}
        """The listed hands as they were played, of those players whose hand is certain in that."""
        self.unread: dict[str, int] = {player: self.dealt.get(player, []).count(UNREAD) for player in table.players}
        """For each player how many cards of the listed hand are not known."""
        for exchange in exchanges:
            if exchange["to"] in self.dealt:
                self.unread[exchange["to"]] += exchange["cards"].count(UNREAD)
        for player, (given, taken) in unsure.items():
            if player in self.dealt and not given:
                self.unread[player] += taken
        self.came: dict[str, set[str]] = {player: set() for player in table.players}
        """For each player the cards that he shows and that may have been passed to him, though no pass says so."""
        shown = {player: self.shows(player) for player in table.players}
        self.wrong_lists = wrong_lists(record, table, shown)
        for player, dealt in self.dealt.items():
            if player not in open_hands:
                wrong = self.wrong_lists.get(player, set())
                cards = [card for card in dealt if card != UNREAD and card not in wrong] + sorted(wrong - set(dealt))
                kept = [card for card in cards if card not in self.given[player]]
                self.hands[player] = kept + sorted(self.received[player])
        self.place_of: dict[str, set[str]] = {}
        """For each card that the record places somewhere: with whom it is listed, or ``""`` for set aside."""
        self._locate()
        self.fault: dict[Spot, str] = {}
        """The code of each play whose card can't be what the record says."""
        self.back_fault: dict[tuple[int, int, int], str] = {}
        """The same for cards that were taken back: trick, play, and place among those at that play."""
        self._check_cards()
        self._read()

    def _settle_passes(self, open_hands: set[str]) -> None:
        """Tell which of the cards that were passed stayed where they went."""
        for player in self.table.players:
            back = self.given[player] & self.received[player]  # what went there and back is as if it was not passed
            self.given[player] -= back
            self.received[player] -= back
        self.surely_received = {
            player: set() if player in open_hands and not self._gave_first(player) else cards
            for player, cards in self.received.items()
        }
        """For each player the cards that were passed to him and that he can't have passed on."""

    def _locate(self) -> None:
        for player in self.table.players:
            for card in self.hands.get(player, self.surely_received[player]):
                self.place_of.setdefault(card, set()).add(player)
        for card in self.aside:
            self.place_of.setdefault(card, set()).add("")

    def _check_cards(self) -> None:
        shown: set[str] = set()
        unlisted = dict.fromkeys(self.table.players, 0)
        for trick, plays in enumerate(self.tricks):
            for place, play in enumerate(plays):
                player, card = play["player"], play["card"]
                for position, back in enumerate(play.get("withdrawn", [])):
                    code = self._back_fault(player, back["card"], (trick, place), shown)
                    if code:
                        self.back_fault[trick, place, position] = code
                    elif back["card"] != UNREAD:
                        self.withdrawn[player][back["card"]] = (trick, place)
                if card == UNREAD:
                    continue
                if card not in self.deck:
                    self.fault[trick, place] = "card_not_in_deck"
                elif card in shown:
                    self.fault[trick, place] = "card_replayed"
                elif not self._may_hold(player, card, unlisted):
                    self.fault[trick, place] = "card_not_held"  # its true holder keeps it
                else:
                    shown.add(card)

    def _back_fault(self, player: str, card: str, spot: Spot, shown: set[str]) -> str:
        """Return what is wrong with a card that was taken back: it went back to this player's hand; or nothing."""
        if card == UNREAD:
            return ""
        if card not in self.deck:
            return "card_not_in_deck"
        if card in shown:
            return "card_replayed"
        came = self._may_have_come(player, card)
        if came and player in self.hands:
            held = card in self.hands[player] or (card not in self.place_of and self.unread[player])
            return "" if held else "card_not_held"
        if not came or player not in self.place_of.get(card, {player}):
            return "card_not_held"
        others = {
            play["player"]
            for trick, plays in enumerate(self.tricks)
            for place, play in enumerate(plays)
            if play["card"] == card
            or ((trick, place) < spot and any(back["card"] == card for back in play.get("withdrawn", [])))
        }
        # A card that he plays in the end was his; nobody else can have held it.
        return "" if player in others or not others - set(self.hands) else "card_not_held"

    def _may_have_come(self, player: str, card: str) -> bool:
        """Tell whether a card was in the hand of this player, if passes are recorded that may not be all.

        It may have come from a partner, and at most so many may.
        """
        base = {
            each: set(hand) - {UNREAD} - self.given[each] | self.received[each] for each, hand in self.dealt.items()
        }
        own = self.received[player] | base.get(player, set())
        group = self.table.sides[self.table.side_of[player]]
        partners = set().union(*(base.get(each, self.received[each]) for each in group if each != player))
        strangers = [each for each in self.table.players if each not in group]
        if player not in self.unsure:
            # Whatever a player passed on that no pass names, his partner has.
            passed = set().union(*(base.get(each, self.received[each]) for each in strangers if each in self.unsure))
            return player in self.hands or card in own or card not in passed
        others = set(self.aside).union(*(base.get(each, self.received[each]) for each in strangers))
        if card in own:
            return True
        whole = all(each in self.dealt and UNREAD not in self.dealt[each] for each in group)
        if card in others or (whole and card not in partners):
            return False
        if player in self.dealt or card in partners:
            self.came[player].add(card)
        room = self.unsure[player][1] + self.dealt.get(player, []).count(UNREAD)
        room += sum(each["cards"].count(UNREAD) for each in self.record.get("exchanges", []) if each["to"] == player)
        return card not in self.came[player] or len(self.came[player]) <= room

    def _may_hold(self, player: str, card: str, unlisted: dict[str, int]) -> bool:
        if not self._may_have_come(player, card):
            return False
        if player not in self.hands:
            return player in self.place_of.get(card, {player})
        if card in self.hands[player]:
            return True
        unlisted[player] += 1  # it may be one of those that could not be read
        return card not in self.place_of and unlisted[player] <= self.unread[player]

    def _read(self) -> None:
        plays = [
            (play["player"], play["card"], (trick, place))
            for trick, in_trick in enumerate(self.tricks)
            for place, play in enumerate(in_trick)
            if play["card"] != UNREAD
        ]
        agreed = lists_agree(self.record, self.table)
        """Whether the lists prove what they say, also of hands of a wrong size."""
        times = self.times = Counter(card for _, card, _ in plays)
        self.shown: dict[str, dict[str, Spot]] = {player: {} for player in self.table.players}
        """For each player the cards that he showed as his own, and where."""
        for player, card, spot in plays:
            if spot not in self.fault:
                self.shown[player][card] = spot
        # A hand that was drawn may have a card too many, which is a fault of the draw.
        record_hands = set() if agreed else set(self.record.get("hands", {}))
        self.contradicted = {
            player
            for player, hand in self.hands.items()
            if (
                player in record_hands
                and len(self.dealt[player]) != self.table.sizes[player]
                and not self._is_mended(player)
            )
            or sum(who == player and card not in hand for who, card, _ in plays) > self.unread[player]
        }
        """The players whose listed hand can't be right."""
        listed = Counter(card for hand in self.hands.values() for card in hand) + Counter(self.aside)
        twice = self.twice = {card for card in listed if listed[card] > 1}
        self.known: dict[str, set[str]] = {}
        """For each player the cards that he had, for certain, when play began."""
        for player in self.table.players:
            known = set(self.shown[player]) | set(self.withdrawn[player]) | self.surely_received[player]
            if player in self.hands and player not in self.contradicted:
                known |= set(self.hands[player])
            alone = {card for card in self.shown[player] if times[card] == 1}
            own = set(self.hands.get(player, [])) | self.surely_received[player]
            if self.unread[player]:
                own |= alone
            unsure = (set(self.shown[player]) - own - alone) | (twice - alone)
            self.known[player] = (known & self.deck) - unsure
        self.known_aside = {card for card in self.aside if listed[card] == 1 and card in self.deck}
        located = self.known_aside.union(*self.known.values())
        self.unlocated = self.deck - located
        sizes = {
            player: len(self.hands[player]) + self.unread[player]  # lists that agree have no unread card: it was passed
            if agreed and player in self.hands
            else max(self.table.sizes[player], len(self.hands.get(player, [])))
            for player in self.table.players
        }
        self.unknown = {player: max(0, sizes[player] - len(self.known[player])) for player in self.table.players}
        """For each player how many cards of his are not known."""
        self.unknown_aside: int = max(0, self.table.pack.leftover - len(self.known_aside))

    def _is_mended(self, player: str) -> bool:
        """Tell whether the log shows all cards that a list of a wrong size lacks or has too many."""
        wrong = len(self.wrong_lists.get(player, ()))
        return wrong > 0 and abs(len(self.dealt[player]) - self.table.sizes[player]) == wrong

    def shows(self, player: str) -> set[str]:
        """Return the cards of the hand as it was dealt that the log shows of this player, also those taken back."""
        return ((self._log_of(player) - self.received[player]) | self.given[player]) & self.deck

    def _log_of(self, player: str) -> set[str]:
        plays = [play for in_trick in self.tricks for play in in_trick if play["player"] == player]
        return {play["card"] for play in plays} | {back["card"] for play in plays for back in play.get("withdrawn", [])}

    def elsewhere(self, player: str) -> int:
        """Return how many places there are for unlocated cards that are not in this player's hand."""
        others = sum(count for other, count in self.unknown.items() if other != player)
        return others + self.unknown_aside

    def held(
        self, player: str, wanted: set[str], spot: Spot, instead: str | None = None, *, unread: bool = False
    ) -> Answer:
        """Tell whether this player, about to make this play, had one of these cards left.

        ``instead``: the card that he then played, where he took the one in question back. ``unread``: the play is a
        card that could not be read, and the question is whether he had one of these besides.

        A card that lay on the table from an earlier trick, to be taken back later, he did not have.
        """
        lay, may_have_lain = self._lay_on_table(player, spot)
        answer = self._held_in_hand(
            player, wanted - lay - may_have_lain, spot, instead, unread=unread + len(lay - set(self.shown[player]))
        )
        return "undecided" if answer == "disproved" and wanted & may_have_lain else answer

    def _held_in_hand(self, player: str, wanted: set[str], spot: Spot, instead: str | None, *, unread: int) -> Answer:
        """Tell that of the cards of the hand; ``unread``: how many of those not played yet are not among them."""
        shown = {card: where for card, where in self.shown[player].items() if card in self.known[player]}
        if self._seen(player, wanted, spot, instead):
            return "proved"
        doubtful = self.doubtful(player, spot)
        unshown = self.known[player] - set(shown)
        # To each earlier trick without a known card of his, an unknown one may have gone: it did where a card of his
        # is recorded that can't have been his.
        known_in = [where[0] for where in shown.values()]
        own = [trick for trick, plays in enumerate(self.tricks) for play in plays if play["player"] == player]
        may_have_gone = sum(max(1, own.count(trick)) - known_in.count(trick) for trick in range(spot[0]))
        have_gone = sum(
            1
            for trick, plays in enumerate(self.tricks[: spot[0]])
            if trick not in known_in and any(play["player"] == player for play in plays)
        )
        forced = max(0, len((self.unlocated - doubtful) & wanted) - self.elsewhere(player))
        if len(unshown & wanted) > may_have_gone:
            return "proved"
        passed = self.given_unread[player] + self.unsure.get(player, (0, 0))[0]
        listed = self.may_have_passed(player) if passed else set()
        if len((unshown | listed) & wanted) > may_have_gone + passed:
            return "undecided" if self._torn(player) else "proved"  # he can't have passed all of them
        if len(unshown & wanted) + forced > may_have_gone:
            return "undecided" if self._torn(player) or player in self.record.get("suspected", ()) else "proved"
        if doubtful & wanted:
            return "undecided"
        left = len(unshown) + self.unknown[player] - have_gone - unread
        unknown = self.unknown[player] and self.unlocated & wanted
        return "undecided" if left > 0 and (unshown & wanted or unknown) else "disproved"

    def _gave_first(self, player: str) -> bool:
        """Tell whether a player passed before cards were passed to him, and the record has both passes."""
        exchanges = self.record.get("exchanges", [])
        gave = [place for place, each in enumerate(exchanges) if each["from"] == player]
        took = [place for place, each in enumerate(exchanges) if each["to"] == player]
        nils = {bid.get("player"): bid["tricks"] == 0 for bid in self.record.get("bids", [])}
        givers = {exchanges[place]["from"] for place in took}
        if not gave or not took or nils.get(player, False) != any(nils.get(giver, False) for giver in givers):
            return bool(gave and took and nils.get(player, False))
        return max(gave) < min(took)

    def _lay_on_table(self, player: str, spot: Spot) -> tuple[set[str], set[str]]:
        """Return the cards of this player that lay on the table from earlier tricks at this play, and may have."""
        backs = [
            back
            for plays in self.tricks[: spot[0]]
            for play in plays
            if play["player"] == player
            for back in play.get("withdrawn", [])
        ]
        lay = {
            back["card"]
            for back in backs
            if "at" in back and (back["at"]["trick"] - 1, back["at"]["plays"]) > (spot[0], spot[1])
        }
        unknown = {back["card"] for back in backs if "at" not in back and self.table.no_time_is_in_time}
        own = self.now(player, spot)
        return lay & own, (unknown - lay) & own

    def may_have_passed(self, player: str) -> set[str]:
        """Return the cards of this player's list that nobody shows and of which no pass says where they went."""
        dealt = self.dealt.get(player, [])
        agreed = lists_agree(self.record, self.table)
        if len(dealt) != self.table.sizes[player] and not agreed and not self._is_mended(player):
            dealt = []
        cards = (set(dealt) - {UNREAD}) ^ (self.wrong_lists.get(player, set()) if dealt else set())
        cards |= self.received[player]
        places = Counter([*self.aside, *(card for hand in self.dealt.values() for card in hand)])
        twice = {card for card, times in places.items() if times > 1}
        passed_on = set().union(*self.given.values()) - self.received[player]
        return cards - set().union(twice, passed_on, *map(self._log_of, self.table.players))

    def _torn(self, player: str) -> bool:
        """Tell whether this player's own cards contradict the record, so that no count says which he did not have."""
        own = [
            (play["card"], (trick, place))
            for trick, plays in enumerate(self.tricks)
            for place, play in enumerate(plays)
            if play["player"] == player
        ]
        return (
            player in self.contradicted
            or any(spot in self.fault or self.times[card] > 1 for card, spot in own)
            or bool(set(self.hands.get(player, [])) & self.twice)
        )

    def _seen(self, player: str, wanted: set[str], spot: Spot, instead: str | None) -> bool:
        """Tell whether the log shows that he held one of these cards: he plays it later, or took it back."""
        if instead in wanted and spot not in self.fault:
            return True
        known = self.known[player] & wanted
        shown, back = self.shown[player], self.withdrawn[player]
        return (
            any(shown[card] > spot for card in known & set(shown))
            or any(back[card] >= spot for card in known & set(back))
            or any(self._kept_since(player, back[card], spot) for card in known & set(back) - set(shown))
        )

    def _kept_since(self, player: str, taken_back: Spot, spot: Spot) -> bool:
        """Tell whether the log shows each card that this player played after taking a card back."""
        tricks = range(taken_back[0], spot[0])
        return all(any(where[0] == trick for where in self.shown[player].values()) for trick in tricks)

    def now(self, player: str, spot: Spot) -> set[str]:
        """Return the cards that this player held for certain, about to make this play."""
        gone = {card for card, where in self.shown[player].items() if where < spot}
        return self.known[player] - gone

    def doubtful(self, player: str, spot: Spot) -> set[str]:
        """Return the cards that one part of the record gives to this player at this play, and another takes from him.

        They are the cards of a list that can't be right, as far as he does not show them, and those that he plays
        later though they are somebody else's, or stand twice in the log.
        """
        listed = set(self.hands.get(player, [])) - set(self.shown[player]) - self.known[player]
        later: set[str] = {
            play["card"]
            for trick, plays in enumerate(self.tricks)
            for place, play in enumerate(plays)
            if play["player"] == player
            and (trick, place) > spot
            and not (player in self.hands and self.fault.get((trick, place)) == "card_replayed")
        }
        return listed | (later & self.deck)

    def dealt_between(self, player: str, wanted: set[str]) -> tuple[int, int]:
        """Return the least and the most of these cards that the player may have been dealt."""
        if player in self.dealt and player not in self.hands:
            cards = set(self.dealt[player]) - {UNREAD}
            if len(cards) == len(self.dealt[player]) == self.table.sizes[player]:
                return len(cards & wanted), len(cards & wanted)
        known = (self.known[player] - self.received[player]) | self.given[player]
        count = len(known & wanted)
        # What the record both gives to him and takes from him he may have had, in the place of an unlocated card.
        doubtful = self.doubtful(player, (-1, -1)) - known - self.unlocated
        forced = max(
            0,
            len(self.unlocated & wanted) - self.elsewhere(player),
            self.unknown[player] - len(self.unlocated - wanted),
        )
        # Where the record shows more cards than there are places, no card is left that could be there.
        least = count if doubtful else count + min(forced, len(self.unlocated & wanted))
        return least, count + min(self.unknown[player], len((self.unlocated | doubtful) & wanted))

    def candidates(self, player: str) -> set[str]:
        """Return all cards that a card of this player, which could not be read, may be."""
        unshown = self.known[player] - set(self.shown[player])
        return unshown | (self.unlocated if self.unknown[player] else set())

    def may_have_dropped(self, player: str, wanted: set[str]) -> bool:
        """Tell whether a card of this player that the log does not show may have been one of these."""
        unshown = self.known[player] - set(self.shown[player])
        return bool(unshown & wanted or (self.unknown[player] and self.unlocated & wanted))

    def holders_of_lowest(self, cards: set[str]) -> set[str]:
        """Return all players who may have had the lowest of these cards that was dealt."""
        holders: set[str] = set()
        for card in sorted(cards, key=self.table.pack.rank):
            owners = {player for player in self.table.players if card in self.known[player]}
            if owners:
                return holders | owners
            if card in self.unlocated:
                holders |= {player for player, count in self.unknown.items() if count}
                if not self.unknown_aside:
                    return holders
        return holders
