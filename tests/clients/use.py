"""Use the generated client as its users would; the argument is the address of a running service."""

from __future__ import annotations

import sys

from spades_arbiter_client import Client
from spades_arbiter_client.api.rounds import audit_round, score_round
from spades_arbiter_client.models import (
    AnswerForm,
    AnswerLength,
    Before,
    Bid,
    BidsByPlayer,
    BriefRoundScore,
    BriefRuling,
    CardsByPlayer,
    Labels,
    LoggedPlay,
    Problem,
    RecordedCard,
    RoundRecord,
    RoundScore,
    Ruling,
    ScoreRequest,
    Standing,
    StandingBefore,
    Trick,
    TricksWon,
)

PLAYERS = ["ana", "ben", "cy", "dee"]


def bids(*tricks: int) -> list[Bid]:
    """Return one bid for each player."""
    return [Bid(player=player, tricks=each) for player, each in zip(PLAYERS, tricks, strict=True)]


def trick(leader: str, *cards: str) -> Trick:
    """Return a trick in turn from its leader."""
    first = PLAYERS.index(leader)
    return Trick(
        plays=[LoggedPlay(PLAYERS[(first + place) % 4], RecordedCard(card)) for place, card in enumerate(cards)]
    )


def score(client: Client) -> None:
    won, before = TricksWon(), Before()
    won["ana"], won["ben"], won["cy"], won["dee"] = 4, 5, 4, 0
    before["ana+cy"] = StandingBefore(score=337, bags=7)
    request = ScoreRequest("pagat", PLAYERS, won, bids=bids(3, 4, 2, 0), before=before)
    answer = score_round.sync(client=client, body=request)
    assert isinstance(answer, RoundScore)
    assert [(side.team, side.points) for side in answer.teams] == [("ana+cy", -47), ("ben+dee", 141)]
    assert isinstance(answer.teams[0].after, Standing)
    assert answer.teams[0].after.score == 290
    assert answer.teams[1].nils[0].made


def audit(client: Client) -> None:
    tricks = [trick("ana", "KH", "2H", "3S", "4H"), trick("cy", "9H", "AH")]
    labels = Labels()
    labels["table"] = "4"
    record = RoundRecord("pagat", PLAYERS, tricks, bids=bids(4, 3, 1, 5), labels=labels)
    answer = audit_round.sync(client=client, body=record)
    assert isinstance(answer, Ruling)
    assert isinstance(answer.labels, Labels)
    assert answer.labels["table"] == "4"
    assert (answer.verdict, answer.complete) == ("irregular", False)
    revoke = answer.findings[0]
    assert (revoke.code, revoke.pointer, revoke.player) == ("revoke", "#/tricks/0/plays/2", "cy")


def audit_short_form(client: Client) -> None:
    made, columns = BidsByPlayer(), CardsByPlayer()
    made["ana"], made["ben"], made["cy"], made["dee"] = 4, 3, 1, 5
    columns["cy"], columns["dee"] = RecordedCard("9H"), RecordedCard("AH")
    first = Trick(cards=[RecordedCard(card) for card in ("KH", "2H", "3S", "4H")], leader="ana")
    record = RoundRecord("pagat", PLAYERS, [first, Trick(cards_by_player=columns)], bids_by_player=made)
    answer = audit_round.sync(client=client, body=record)
    assert isinstance(answer, Ruling)
    assert [finding.pointer for finding in answer.findings] == ["#/tricks/0/cards/2"]


def ask_briefly(client: Client) -> None:
    won = TricksWon()
    won["ana+cy"], won["ben+dee"] = 8, 5
    request = ScoreRequest("pagat", PLAYERS, won, bids=bids(3, 4, 2, 1), answer=AnswerLength.BRIEF)
    answer = score_round.sync(client=client, body=request)
    assert isinstance(answer, BriefRoundScore)
    assert [(side.team, side.points, side.after.score) for side in answer.teams] == [
        ("ana+cy", 53, 53),
        ("ben+dee", 50, 50),
    ]
    record = RoundRecord("pagat", PLAYERS, [trick("ana", "KH", "2H", "3S", "4H")], bids=bids(4, 3, 1, 5))
    full = audit_round.sync(client=client, body=record)
    record.answer = AnswerForm.BRIEF
    brief = audit_round.sync(client=client, body=record)
    assert isinstance(full, Ruling)
    assert isinstance(brief, BriefRuling)
    assert (brief.ruling_id, brief.verdict, brief.offences) == (full.ruling_id, full.verdict, [])
    assert brief.summary.happened


def fail(client: Client) -> None:
    answer = score_round.sync_detailed(
        client=client, body=ScoreRequest("pagat", PLAYERS, TricksWon(), bids=bids(1, 1, 1, 1))
    )
    assert answer.status_code == 422
    assert isinstance(answer.parsed, Problem)
    assert answer.parsed.type_ == "/problems/unreadable-record"
    assert isinstance(answer.parsed.errors, list)
    assert answer.parsed.errors[0].pointer == "#/tricks_won"


with Client(base_url=sys.argv[1]) as service:
    score(service)
    audit(service)
    audit_short_form(service)
    ask_briefly(service)
    fail(service)
