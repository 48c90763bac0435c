"""What stays proved where no single slip mends a record: what rests on nothing that is suspect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.naive.contradictions import Key, Proved, corrections, facts, may_be_last
from tests.naive.mended import Mended, reordered
from tests.naive.referee import Referee
from tests.naive.table import UNREAD, path
from tests.naive.unwritten import may_be_forgetful, unwritten_trick

Json = dict[str, Any]

WHOLE_TRICK = {"extra_play", "wrong_winner", "leader_mismatch"}
OF_FIRST_TRICK = {"illegal_opening_card", "illegal_first_trick_card"}
OF_TURNS = {"out_of_turn", "wrong_leader"}
OF_ONE_CARD = {"card_replayed", "card_not_in_deck", "card_not_held"}
OF_PASSING = {"illegal_exchange": "exchanges", "illegal_draw": "draws"}


def beyond_suspicion(referee: Referee, errors: list[Key]) -> tuple[Json, Proved]:
    """Return the record with every suspect entry unread, and the offences and corrections that are still proved.

    Suspect are each card that an error is about, the list of a player who is not listed with his card or whose list has
    a wrong size, all lists where cards were passed or drawn that can't have been or tricks are too many, and a whole
    trick that has a card too many or is told in two ways. Tricks that are missing may be missing anywhere:
    then is proved what is proved with them in each place.
    """
    codes, record = {code for code, _ in errors}, referee.record
    tricks = {int(pointer.split("/")[2]) for code, pointer in errors if code in WHOLE_TRICK}
    blank = _with_log_unread(referee, errors, tricks)
    _leave_out_lists(blank, record, errors, referee.evidence.wrong_lists.values())
    # Of a card that may be the one that was written wrong, no count proves what it was.
    blank["suspected"] = [player for player in referee.table.players if _has_suspect_card(player, blank, record)]
    is_short = "missing_tricks" in codes or may_be_forgetful(referee)
    blanks = _whatever_is_missing(blank, referee) if is_short else [Mended("", [], blank)]
    proved = set.intersection(*(_proved(each, referee) for each in blanks))
    # With unequal hands a list of a wrong size may show a wrong dealer, who decides the first turn and the last trick.
    sizes, lists = referee.table.sizes, record.get("hands", {})
    sizes_in_doubt = len(set(sizes.values())) > 1 and any(len(lists[each]) != sizes[each] for each in lists)
    # Where nobody wrote who led first, the dealer decides whose the first cards are, which no list may have.
    opening = record["tricks"][0] if record["tricks"] else {"plays": []}
    dealer_in_doubt = sizes_in_doubt or (
        not {"plays", "leader"} & set(opening)
        and any(code == "card_not_held" and pointer.startswith("#/tricks/0/") for code, pointer in errors)
    )
    if "bid_missing" in codes or dealer_in_doubt:
        bids = {code for code, pointer, *_ in referee.bidding.findings if pointer.startswith("#/bids/")}
        proved = {each for each in proved if each[0] not in bids}
    of_tricks = [(code, _trick(pointer)) for code, pointer in errors if pointer.startswith("#/tricks/")]
    # A turn or a lead that needs no list is not doubted because of one.
    beside = tricks | {trick for code, trick in of_tricks if code != "card_not_held"}
    jumps = beside | {trick for _, trick in of_tricks}
    if "missing_tricks" in codes and record["tricks"] and not referee.is_whole(len(record["tricks"]) - 1):
        for doubted in (beside, jumps):
            doubted.add(len(record["tricks"]) - 1)  # a card may have been left out of it
    after = beside | {trick + 1 for trick in beside} | ({0} if "bid_missing" in codes or dealer_in_doubt else set())
    after |= {referee.pack.hand_size - 1} if sizes_in_doubt else set()
    in_doubt = {"wrong_leader": after, "out_of_turn": jumps, "illegal_spade_lead": beside}
    in_doubt["wrong_leader"] = after | {
        _trick(pointer) for code, pointer in errors if code == "card_not_held" and pointer.endswith("/plays/0")
    }
    missing = "missing_tricks" in codes and len(record["tricks"]) < referee.pack.hand_size
    unsure = _plays_in_doubt(blank, record)
    shifted = {"wrong_leader", "illegal_spade_lead"} | OF_FIRST_TRICK if missing or "extra_tricks" in codes else set()
    kept = {
        (code, player, trick, position)
        for code, player, trick, position in proved
        if code not in shifted
        and (trick is None or trick - 1 not in tricks | in_doubt.get(code, set()))
        and not (code in OF_TURNS and (trick, player) in unsure)
    }
    return blank, kept


def _has_suspect_card(player: str, blank: Json, record: Json) -> bool:
    """Tell whether a card of this player is unread because it is suspect."""
    told, written = (
        [
            card
            for trick in each["tricks"]
            for play in trick["plays"]
            if play["player"] == player
            for card in (play["card"], *(back["card"] for back in play.get("withdrawn", [])))
        ]
        for each in (blank, record)
    )
    hand = blank.get("hands", {}).get(player)
    return told != written or (hand is not None and hand != record["hands"][player])


def _plays_in_doubt(blank: Json, record: Json) -> set[tuple[int | None, str | None]]:
    """Return the tricks, from 1, and players of suspect cards: whether they were played there at all is in doubt."""
    return {
        (number, play["player"])
        for number, (other, each) in enumerate(zip(blank["tricks"], record["tricks"], strict=True), 1)
        for unread, play in zip(other["plays"], each["plays"], strict=True)
        if unread["card"] != play["card"]
    }


def _with_log_unread(referee: Referee, errors: list[Key], tricks: set[int]) -> Json:
    """Return the record with the suspect cards of its log unread, all of them in these tricks; and no wrong claim."""
    record = referee.record
    cards = {_card(record, pointer) for code, pointer in errors if code in OF_ONE_CARD and "/plays/" in pointer}
    for player in {_play(record, pointer)["player"] for code, pointer in errors if code == "card_not_held"}:
        if UNREAD in record.get("hands", {}).get(player, []):
            # Of the cards that he shows beside it, any may be one too many for a list that was not read whole.
            received = {card for each in record.get("exchanges", []) if each["to"] == player for card in each["cards"]}
            shown = {play["card"] for trick in record["tricks"] for play in trick["plays"] if play["player"] == player}
            cards |= shown - set(record["hands"][player]) - received
    cards |= {play["card"] for trick in record["tricks"][referee.pack.hand_size :] for play in trick["plays"]}
    cards |= {card for wrong in referee.evidence.wrong_lists.values() for card in wrong}
    stayed = [(play["card"], trick) for trick, each in enumerate(record["tricks"]) for play in each["plays"]]
    cards |= {
        card
        for card, trick in stayed
        if trick >= referee.pack.hand_size and [other for other, _ in stayed].count(card) > 1 and card != UNREAD
    }
    wrong = {pointer for code, pointer in errors if code in {"wrong_winner", "leader_mismatch"}}
    in_doubt = {int(pointer.split("/")[2]) for _, pointer in errors if pointer.startswith("#/tricks/")}
    blank = referee.sent
    blank["tricks"] = []
    for trick, each in enumerate(record["tricks"]):
        claims = {
            member: told
            for member, told in each.items()
            if member != "plays" and path("tricks", trick, member) not in wrong
        }
        plays = [_unread(play, cards, all_cards=trick in tricks) for play in each["plays"]]
        # Where the record tells in two ways who led a trick, nobody knows.
        marker = "unwritten" if referee.is_whole(trick) else "unordered"
        unordered = {marker: True} if ("leader_mismatch", path("tricks", trick, "leader")) in errors else {}
        suspect = {"suspect": True} if trick in in_doubt or plays != each["plays"] else {}
        blank["tricks"].append({**claims, **unordered, **suspect, "plays": plays})
    return blank


def _unread(play: Json, cards: set[str], *, all_cards: bool) -> Json:
    """Return a play with its card, and those that were taken back for it, unread if they are suspect."""
    told = {**play, "card": UNREAD if all_cards or play["card"] in cards else play["card"]}
    if "withdrawn" in play:
        backs = play["withdrawn"]
        told["withdrawn"] = [{**back, "card": UNREAD} if all_cards or back["card"] in cards else back for back in backs]
    return told


def _leave_out_lists(blank: Json, record: Json, errors: list[Key], wrong_lists: Iterable[set[str]]) -> None:
    """Leave out of a record the lists that are suspect, and let suspect cards of others be unread.

    ``wrong_lists`` are the cards that players of lists that are too short show besides.
    """
    codes = {code for code, _ in errors}
    players = {_play(record, pointer)["player"] for code, pointer in errors if code == "card_not_held"}
    players |= {pointer.split("/")[2] for code, pointer in errors if code == "wrong_hand_size"}
    listed = {_listed(record, pointer) for code, pointer in errors if code in {"duplicate_card", "card_not_in_deck"}}
    foreign = {_card(record, pointer) for code, pointer in errors if code == "card_not_held"}
    foreign |= {card for wrong in wrong_lists for card in wrong}
    all_suspect = bool(codes & {"extra_tricks", *OF_PASSING})
    if "hands" in record:
        blank["hands"] = {
            player: [UNREAD if card in listed | foreign else card for card in hand]
            for player, hand in record["hands"].items()
            if player not in players and not all_suspect
        }
    if set(record.get("set_aside", [])) & (listed | foreign):
        del blank["set_aside"]
    if "exchanges" in record:
        blank["exchanges"] = [
            {**each, "cards": [UNREAD if card in listed | foreign else card for card in each["cards"]]}
            for each in record["exchanges"]
        ]
    for code, member in OF_PASSING.items():
        if code in codes:
            blank.pop(member, None)
    if codes & {"card_not_held", "wrong_hand_size"}:
        blank.pop("draws", None)  # they make the hands


def _whatever_is_missing(record: Json, referee: Referee) -> list[Mended]:
    """Return the record with the tricks that are missing at one place, for each: before a trick, or after it.

    A last trick that is short may be the last of unequal hands, or be short.
    """
    count, size = len(record["tricks"]), referee.pack.hand_size
    last = count if count and not referee.is_whole(count - 1) else count + 1
    orders = [[*range(at), *[None] * (size - count), *range(at, count)] for at in range(max(1, last))]
    ways = [Mended("", [], reordered(record, order, unwritten_trick(referee.table)), order) for order in orders]
    return [Mended("", [], record), *ways] if may_be_last(referee) else ways


def _proved(blank: Mended, referee: Referee) -> Proved:
    """Return the offences and corrections that a record proves, with its tricks numbered as they were sent."""
    other = Referee(blank.record, referee.parameters)
    other.judge()
    return {
        (code, player, blank.number(trick), position)
        for code, player, trick, position in corrections(other) | set(facts(other))
        if blank.has(trick)
    }


def _play(record: Json, pointer: str) -> Json:
    _, _, trick, _, place = pointer.split("/")[:5]
    play: Json = record["tricks"][int(trick)]["plays"][int(place)]
    return play


def _listed(record: Json, pointer: str) -> str:
    """Return the card at a place of a list, or of the log."""
    if "/tricks/" in pointer:
        return _card(record, pointer)
    entry: Any = record
    for part in pointer.removeprefix("#/").split("/"):
        entry = entry[int(part) if isinstance(entry, list) else part]
    return str(entry)


def _card(record: Json, pointer: str) -> str:
    """Return the card at a place of the log, which may have been taken back."""
    play, taken_back = _play(record, pointer), pointer.split("/")[5:]
    card: str = play["withdrawn"][int(taken_back[1])]["card"] if taken_back else play["card"]
    return card


def _trick(pointer: str) -> int:
    return int(pointer.split("/")[2])
