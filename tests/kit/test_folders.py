"""The folder of a kit: what the command writes, its stubs run by their own test runners, and the report on them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from service.commands.conventions import SOME_PROBLEM, SUCCESS, UNUSABLE
from service.kit.engine import Question
from tests.commands.running import ROOT, in_process
from tests.kit.made import engine_of

PYTHON = """
import sys
sys.path.insert(0, {root!r})
from service.kit.engine import Question
from tests.kit.made import engine_of
ENGINE = engine_of({{"ruleset": {{"name": "pagat", "options": [], "overrides": {{}}}}, "player_count": 4}}{wrong})
def by(asks, member):
    return lambda *args, **given: ENGINE.answer(Question(asks, given))[member]
def legal_cards(hand, trick, spades_broken, first_trick):
    given = {{"hand": hand, "trick": trick, "spades_broken": spades_broken, "first_trick": first_trick}}
    return ENGINE.answer(Question("legal_cards", given))["cards"]
def trick_winner(trick):
    return ENGINE.answer(Question("trick_winner", {{"trick": trick}}))["position"]
def breaks_spades(trick):
    return ENGINE.answer(Question("breaks_spades", {{"trick": trick}}))["broken"]
def score_round(**given):
    return ENGINE.answer(Question("score_round", given))
"""
JAVASCRIPT = """
const rank = (card) => "23456789TJQKA".indexOf(card[0]);
export function legal_cards({ hand, trick, spades_broken }) {
  const led = hand.filter((card) => trick.length && card[1] === trick[0][1]);
  const plain = hand.filter((card) => card[1] !== "S");
  return led.length ? led : !trick.length && !spades_broken && plain.length ? plain : hand;
}
export function trick_winner({ trick }) {
  const worth = (card) => (card[1] === "S" ? 100 : 0) + (card[1] === trick[0][1] ? 50 : 0) + rank(card);
  return trick.map(worth).reduce((best, each, at, all) => (each > all[best] ? at : best), 0);
}
export const breaks_spades = ({ trick }) => trick[0][1] !== "S" && trick.some((card) => card[1] === "S");
export const score_round = () => ({});
"""
NPM = shutil.which("npm") or ""
CARDS = ("legal_cards", "trick_winner", "breaks_spades", "count_plays")


def make(folder: Path, *only: str) -> Path:
    chosen = [argument for asks in only for argument in ("--only", asks)]
    made = in_process("kit", "--ruleset", "pagat", "--output", str(folder), *chosen)
    assert made.returncode == SUCCESS, made.stderr
    return folder


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a kit about cards alone, which is made in a second."""
    return make(tmp_path_factory.mktemp("kit") / "cards", *CARDS)


def run_pytest(folder: Path) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False).stdout.decode()


def test_the_folder_has_vectors_stubs_and_a_page(cards: Path) -> None:
    assert {file.name for file in cards.iterdir()} >= {
        *("kit.json", "vectors.ndjson", "README.md", "my_engine.py", "test_rules.py"),
        *("my-engine.mjs", "rules.test.mjs", "package.json"),
    }
    kit = json.loads((cards / "kit.json").read_text())
    assert kit["ruleset"]["name"] == "pagat"
    assert len((cards / "README.md").read_text().split()) < 500


def test_the_vector_shown_on_the_page_is_one(cards: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "test-your-app.md").read_text()
    shown = json.loads(page.partition("```json\n")[2].partition("```")[0])
    engine = engine_of(json.loads((cards / "kit.json").read_text()))
    assert engine.answer(Question(shown["asks"], shown["given"])) == shown["answer"]


def test_what_was_written_into_a_stub_stays(tmp_path: Path) -> None:
    (tmp_path / "my_engine.py").write_text("# mine\n")
    make(tmp_path, "trick_winner")
    assert (tmp_path / "my_engine.py").read_text() == "# mine\n"


def test_pytest_runs_a_test_for_each_vector(cards: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(cards, tmp_path / "right")
    (folder / "my_engine.py").write_text(PYTHON.format(root=str(ROOT), wrong=""))
    vectors = (folder / "vectors.ndjson").read_text().splitlines()
    assert f"{len(vectors)} passed" in run_pytest(folder)
    reported = in_process("kit", "report", str(folder), str(folder / "answers.ndjson"))
    assert (reported.returncode, reported.stdout) == (SUCCESS, f"All {len(vectors)} answers agree.\n".encode())


def test_a_wrong_engine_fails_in_pytest_and_is_named(cards: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(cards, tmp_path / "wrong")
    wrong = ', play={"spade_lead": "any_time"}'
    (folder / "my_engine.py").write_text(PYTHON.format(root=str(ROOT), wrong=wrong))
    assert " failed, " in run_pytest(folder)
    reported = in_process("kit", "report", str(folder), str(folder / "answers.ndjson"))
    assert reported.returncode == SOME_PROBLEM
    assert b"\n- Spades may be led at any time, broken or not" in reported.stdout


@pytest.mark.skipif(not NPM, reason="takes Node")
def test_node_runs_the_same_tests(cards: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(cards, tmp_path / "node")
    (folder / "my-engine.mjs").write_text(JAVASCRIPT)
    ran = subprocess.run([NPM, "test"], cwd=folder, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stdout.decode()[-2000:]
    assert len((folder / "answers.ndjson").read_text().splitlines()) == len(
        (folder / "vectors.ndjson").read_text().splitlines()
    )
    assert in_process("kit", "report", str(folder), str(folder / "answers.ndjson")).returncode == SUCCESS


def test_any_program_answers_line_by_line(cards: Path) -> None:
    kit = json.loads((cards / "kit.json").read_text())
    engine = engine_of(kit, "no_trumps")
    vectors = [json.loads(line) for line in (cards / "vectors.ndjson").read_text().splitlines()]
    lines = [
        json.dumps({"id": each["id"], "answer": engine.answer(Question(each["asks"], each["given"]))})
        for each in vectors
    ]
    reported = in_process("kit", "report", str(cards), "-", given="\n".join(lines).encode())
    assert b"\n- A spade does not beat the suit led.\n" in reported.stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("kit",), b"give a --ruleset and the folder"),
        (("kit", "report", "{folder}", "no-such-file"), b"no-such-file"),
        (("kit", "report", "{folder}", "{folder}/README.md"), b"is not JSON"),
        (("kit", "report", "{folder}", "{folder}/kit.json"), b"line 1, is not JSON"),
    ],
)
def test_what_cannot_be_used_is_said(cards: Path, arguments: tuple[str, ...], reason: bytes) -> None:
    ended = in_process(*(each.format(folder=cards) for each in arguments))
    assert ended.returncode == UNUSABLE
    assert reason in ended.stderr


def test_a_ruleset_that_does_not_exist_is_a_problem(tmp_path: Path) -> None:
    ended = in_process("kit", "--ruleset", "pagad", "--output", str(tmp_path / "kit"))
    assert ended.returncode == SOME_PROBLEM
    assert b"write pagat" in ended.stderr
    assert not (tmp_path / "kit").exists()
