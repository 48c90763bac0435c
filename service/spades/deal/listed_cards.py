"""Cards as the hands and the draws list them: each in the pack, and in one place."""

from __future__ import annotations

from service.spades.cards import BIT, UNREAD
from service.spades.findings import Evidence, Location, Reporter
from service.spades.rules.pack import Pack
from service.spades.sentence import say


class Places:
    """Where each card of the lists or of the draws stands first."""

    def __init__(self, reporter: Reporter, pack: Pack) -> None:
        self.reporter, self.pack = reporter, pack
        self.first: dict[int, Location] = {}

    def is_repeated(self, card: int, location: Location, seat: int | None) -> bool:
        """Return whether a card stands somewhere else before; reports that, or that it is not in the pack."""
        if card == UNREAD:
            return False
        first, drawn = self.first.setdefault(card, location), location[0] == "draws"
        if first != location:
            detail = say("drawn_twice" if drawn else "listed_twice", card=card, first=first)
            evidence = Evidence(also_at=first)
            self.reporter.report("duplicate_card", location, detail, seat=seat, card=card, evidence=evidence)
        elif not self.pack.cards & BIT[card]:
            detail = say("not_in_pack", card=card)
            if not drawn:
                detail = say("listed_not_in_pack", card=card, players=self.pack.players)
            parameter = self.pack.missing_by(card)
            self.reporter.report("card_not_in_deck", location, detail, seat=seat, card=card, parameter=parameter)
        return first != location
