"""The questions of the kit, and how answers to them are graded."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.kit import FOLDER, vectors

HEAD, *QUESTIONS = [json.loads(line) for line in (FOLDER / "questions.ndjson").read_text(encoding="utf-8").splitlines()]
REQUESTS: dict[str, Any] = {vector["id"]: vector.get("request") for vector in vectors()}


def graded(*arguments: str | Path) -> str:
    command = [sys.executable, FOLDER / "grade.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


def written(path: Path, answers: list[tuple[str, Any]]) -> Path:
    path.write_text("".join(json.dumps({"id": name, "answer": given}) + "\n" for name, given in answers), "utf-8")
    return path


def test_the_right_answers_are_right(tmp_path: Path) -> None:
    right = written(tmp_path / "right.ndjson", [(each["id"], each["answer"]) for each in QUESTIONS])
    said = graded(right)
    assert f"all: {len(QUESTIONS)} of {len(QUESTIONS)} (100.0 %)" in said
    assert "not proved: 0 of" in said


def test_the_page_states_what_trivial_answerers_get_right() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"as {len(QUESTIONS)} questions" in page
    for column, name in ((4, "clean"), (5, "follow")):
        for kind, figures in re.findall(r"^(\w+): (\d+ of \d+)", graded("--floor", name), re.MULTILINE):
            row = next(line for line in page.splitlines() if re.match(rf"\| `?{kind}`? \|", line)).split("|")
            assert f"{row[column].strip()} of {row[3].strip()}" == figures, kind


def test_a_question_names_every_card_and_every_figure_of_its_record() -> None:
    """Bids, tricks won, hands and names are in the words of the question; cards of a trick are in words."""
    for question in QUESTIONS:
        request, text = REQUESTS[question["id"]], question["question"]
        assert all(player in text for player in request["players"])
        for cards in request.get("hands", {}).values():
            assert " ".join(cards) in text, question["id"]
        assert len(re.findall(r"Trick \d+:", text)) == len(request.get("tricks", ())), question["id"]
        for name, tricks in request.get("tricks_won", {}).items():
            assert f"{name} {tricks}" in text, question["id"]
        plays = sum(len(trick["plays"]) for trick in request.get("tricks", ()))
        named = text.partition("Trick 1:")[2].partition("Play was stopped")[0]
        assert len(re.findall(r"\w (?:of (?:clubs|diamonds|hearts|spades)|joker)\b", named)) >= plays, question["id"]


def test_every_irregularity_that_is_asked_for_has_its_meaning() -> None:
    asked = {item["code"] for each in QUESTIONS for item in each["answer"].get("irregularities", ())}
    assert asked <= set(HEAD["codes"])
    assert len(asked) > 35
    assert {each["kind"] for each in QUESTIONS} == set(HEAD["answers"])


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("irregularities", None),
        ("irregularities", {"irregularities": [{"code": "revoke", "who": "nobody at the table"}]}),
        ("irregularities", {"irregularities": "none"}),
        ("points", {"points": {}, "score": {}}),
        ("points", {"points": True, "score": []}),
        ("winner", {"winner": 1}),
        ("legal", {"legal": []}),
        ("end", {"finished": 1, "winners": []}),
    ],
)
def test_wrong_answers_are_wrong_whatever_their_form(kind: str, wrong: Any, tmp_path: Path) -> None:
    answers = written(tmp_path / "wrong.ndjson", [(each["id"], wrong) for each in QUESTIONS])
    said = graded(answers)
    assert f"{kind}: 0 of" in said
    if wrong == {"irregularities": [{"code": "revoke", "who": "nobody at the table"}]}:
        count = sum(each["kind"] == "irregularities" for each in QUESTIONS)
        assert f"not proved: {count} of {count}" in said


@pytest.mark.parametrize("text", ["no JSON\n", '{"id": "findings/revoke"}\n', "[1]\n", "[" * 100_000 + "\n"])
def test_answers_that_can_not_be_read_name_their_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "answers.ndjson"
    path.write_text("\n" + text, "utf-8")
    command = [sys.executable, str(FOLDER / "grade.py"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "line 2" in done.stderr
