"""A text is told to be PTN by what PBN and other notations lack."""

from __future__ import annotations

import pytest

from service.notations.ptn import NOTATION


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('% PBN\n[Event "x"]\n[GameCode "Spades"]\n[Deal "N:- - - -"]', "[GameCode]"),
        ('[Event "x"]\n[GameOptionsJson "{}"]', "[GameOptionsJson]"),
        ('[Deal "N:- - - -"]\n[GameScores "S:1 2 1 2"]', "[GameScores]"),
        ("% PTN ------\n", "% PTN"),
        ('[Deal "N:- - - -"]\n[Auction "E"]\n3 Nil 4 Blind Nil\n[Play "E"]\n', "numbers of tricks"),
        ('[Deal "N:- - -"]\n[Play "E"]\nS2 S3 S4\n', "number of players"),
        ('[Deal "N:A.K.Q.J.H - - -"]', "jokers"),
    ],
)
def test_what_only_ptn_has_is_evidence(text: str, reason: str) -> None:
    evidence = NOTATION.evidence(text)
    assert evidence is not None
    assert reason in evidence


def test_a_deal_and_a_play_alone_may_be_either() -> None:
    evidence = NOTATION.evidence('[Event "x"]\n[Deal "N:A.K.Q.J - - -"]\n[Play "W"]\nS2 S3 S4 S5\n')
    assert evidence == "it has the tag [Deal], and no contract"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "N QD 2D 5D 3D",
        '% a round\n[Seats "N E S W"]\n[Dealer "N"]\n',
        '% PBN 2.1\n[Event "x"]\n[Deal "N:A.K.Q.J - - -"]\n[Contract "3NT"]\n[Play "W"]\nS2 S3 S4 S5\n',
        '[Board "1"]\n[Deal "N:A.K.Q.J - - -"]\n',
        '[Deal "N:A.K.Q.J - - -"]\n[Auction "N"]\n1C Pass 1D Pass\n',
        '[Event "chess"]\n[White "x"]\n1. e4 e5',
        '{"players": ["[Deal "]}',
        "Auction 1 2 3",
    ],
)
def test_other_texts_give_no_evidence(text: str) -> None:
    assert NOTATION.evidence(text) is None
