"""The command that writes a kit for the rules of an app, and the one that reports on what the app answered."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

from service.bulk.answering import runner
from service.bulk.inputs import UnusableError, printable, shown_name, standard_input
from service.commands.conventions import (
    A_RULESET,
    SOME_PROBLEM,
    SUCCESS,
    Commands,
    count_in_words,
    json_of_arguments,
    ruleset_reference,
    say,
    say_problem,
    write_out,
)
from service.kit.engine import Asks, Engine, Question
from service.kit.report import Asked, report_on, written
from service.media_types import NDJSON
from service.problems import Problem
from service.spades.errors import UnusableRuleset
from service.wire.ruleset_json import resolve_once

_STUBS: Final = Path(__file__).parent.parent / "kit" / "stubs"
_OWN: Final = frozenset({"my_engine.py", "my-engine.mjs"})
"""The stubs that whoever uses a kit fills in: they are not written again."""


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "kit",
        help="write test vectors for an app's own rules, and report on its answers",
        description="Writes a folder of test vectors for one ruleset, with tests for pytest, vitest and other runners.",
    )
    command.add_argument("--ruleset", metavar="RULESET", help=A_RULESET)
    command.add_argument("--output", metavar="FOLDER", help="the folder; what you wrote into its stubs stays")
    command.add_argument("--players", type=int, metavar="N", help="number of players")
    command.add_argument("--seed", type=int, metavar="N", help="another number draws other situations")
    command.add_argument(
        "--only", action="append", choices=get_args(Asks), help="one kind of question; may be repeated"
    )
    command.set_defaults(run=_make)
    report = command.add_subparsers(metavar="report").add_parser(
        "report",
        help="say which rules an engine plays instead",
        description="Compares what an engine answered with a kit, and says which rules it plays instead. The exit"
        " status is 1 if some answer differs.",
    )
    report.add_argument("folder", metavar="FOLDER", help="the folder of the kit")
    report.add_argument(
        "answers", metavar="FILE", help='lines such as {"id": ..., "answer": ...}; - for standard input'
    )
    report.set_defaults(run=_report)


def _make(parsed: argparse.Namespace) -> int:
    if parsed.ruleset is None or parsed.output is None:
        raise UnusableError("give a --ruleset and the folder for its kit (--output), or report")
    stated = {"player_count": parsed.players, "seed": parsed.seed, "asks": parsed.only}
    request = {"ruleset": ruleset_reference(parsed.ruleset)}
    request |= {name: value for name, value in stated.items() if value is not None}
    make = runner("makeKit")
    try:
        exchange = make.run(json_of_arguments(request))
    except Problem as problem:
        say_problem(problem)
        return SOME_PROBLEM
    whole, _, vectors = make.computation.pages[NDJSON](exchange).partition(b"\n")
    folder = Path(parsed.output)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kit.json").write_text(json.dumps(json.loads(whole), indent=2) + "\n", encoding="utf-8")
    (folder / "vectors.ndjson").write_bytes(vectors)
    for stub in _STUBS.iterdir():
        file = folder / stub.name.removesuffix(".stub")
        if file.name not in _OWN or not file.exists():
            file.write_bytes(stub.read_bytes())
    found = count_in_words(len(exchange.result.vectors), "vector")
    say(f"{found} in {shown_name(parsed.output)}; README.md there says how to run them.")
    return SUCCESS


def _report(parsed: argparse.Namespace) -> int:
    folder = Path(parsed.folder)
    kit = _value((folder / "kit.json").read_bytes(), "kit.json")
    vectors = _lines_of((folder / "vectors.ndjson").read_bytes(), "vectors.ndjson")
    given = standard_input().read() if parsed.answers == "-" else Path(parsed.answers).read_bytes()
    try:
        answers = {line["id"]: line["answer"] for line in _lines_of(given, shown_name(parsed.answers))}
        ruleset = resolve_once({name: kit["ruleset"][name] for name in ("name", "options", "overrides")})
        engine = Engine(ruleset, kit["player_count"])
        asked = [
            Asked(each["id"], each["tests"], Question(each["asks"], each["given"]), each["answer"], _of(answers, each))
            for each in vectors
        ]
    except (KeyError, TypeError) as error:
        raise UnusableError("these are not the files of a kit and its answers") from error
    except UnusableRuleset as error:
        raise UnusableError(f"the ruleset of the kit cannot be used: {error.faults[0].detail}") from error
    report = report_on(engine, asked)
    write_out("".join(f"{printable(line)}\n" for text in written(report) for line in text.split("\n")).encode())
    return SOME_PROBLEM if report.differing else SUCCESS


def _of(answers: dict[str, Any], vector: dict[str, Any]) -> dict[str, Any] | None:
    """Return the answer to a vector, None if there is none that can be compared."""
    answer = answers.get(vector["id"])
    return answer if isinstance(answer, dict) and vector["answer"].keys() & answer.keys() else None


def _lines_of(content: bytes, name: str) -> Iterator[Any]:
    """Yield the values of lines of JSON; raises `UnusableError` for one that is none."""
    for number, line in enumerate(content.splitlines(), 1):
        if line.strip():
            yield _value(line, f"{name}, line {number},")


def _value(content: bytes, name: str) -> Any:
    try:
        return json.loads(content)
    except ValueError as error:
        raise UnusableError(f"{name} is not JSON") from error
