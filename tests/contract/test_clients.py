"""Clients generated from the contract: the generators understand all of it, and the code that they write works.

`make clients` installs the generators. Without them these tests are skipped, or fail if CI is set.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.contract.document import SCHEMAS
from tests.contract.tools import CLIENTS, NODE_TOOLS, PYTHON_TOOLS, ROOT, as_served, run, run_command, start
from tests.http.wire import Address

GUIDE = (ROOT / "docs" / "how-to" / "generate-clients.md").read_text()
ADDRESS = "http://127.0.0.1:8000"
COMPLAINTS = re.compile(r"warning|removed|skipp|unable|unsupported|error|missing", re.IGNORECASE)
"""Words in the output of a generator that leaves out part of the contract."""


class Generated(NamedTuple):
    """The folder that a generator wrote to, and its output."""

    folder: Path
    output: str


def shown(language: str) -> str:
    """Return the one program in a language that the guide shows."""
    (program,) = re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)
    return str(program)


@pytest.fixture(scope="module")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    folder = tmp_path_factory.mktemp("python")
    # The generator formats its code with the ruff installed beside it.
    path = os.pathsep.join([str(PYTHON_TOOLS), os.environ["PATH"]])
    contract = as_served(tmp_path_factory.mktemp("contract"))
    arguments = ("generate", "--path", contract, "--output-path", folder, "--overwrite")
    output = run(PYTHON_TOOLS / "openapi-python-client", *arguments, PATH=path)
    shutil.copy(CLIENTS / "use.py", folder)
    (folder / "readme.py").write_text(shown("python"))
    return Generated(folder, output)


@pytest.fixture(scope="module")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    folder = tmp_path_factory.mktemp("typescript")
    # Without this option a request would have to state every member that has a default.
    contract = as_served(tmp_path_factory.mktemp("contract"))
    output = run(
        NODE_TOOLS / "openapi-typescript", contract, "--output", folder / "types.ts", "--default-non-nullable=false"
    )
    shutil.copy(CLIENTS / "use.ts", folder)
    shutil.copy(folder / "types.ts", folder / "spades.ts")
    (folder / "readme.ts").write_text(shown("ts"))
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "node_modules").symlink_to(CLIENTS / "node_modules")
    return Generated(folder, output)


def test_the_python_generator_takes_the_whole_contract(python_client: Generated) -> None:
    assert not COMPLAINTS.search(python_client.output), python_client.output


def test_the_python_client_is_typed_throughout(python_client: Generated) -> None:
    """So is the code that uses it."""
    interpreter = f"--python-executable={PYTHON_TOOLS / 'python'}"
    folder, strictly = python_client.folder, ("--strict", "--config-file=", "--no-incremental", interpreter)
    files = (folder / "use.py", folder / "readme.py", folder / "spades_arbiter_client")
    run_command(sys.executable, "-m", "mypy", *strictly, *files, MYPYPATH=str(folder))


MISSPELT = """
from spades_arbiter_client.models import BidKind, Card, Ruling, Severity, Verdict


def is_irregular(ruling: Ruling) -> bool:
    return ruling.verdict is Verdict.{verdict} and ruling.findings[0].severity is Severity.OFFENCE


KINDS, ACE = [BidKind.BLIND_NIL], Card.ACE_OF_SPADES
"""


def test_a_misspelt_verdict_is_no_type_of_the_python_client(python_client: Generated) -> None:
    interpreter, folder = f"--python-executable={PYTHON_TOOLS / 'python'}", python_client.folder
    said = {}
    for verdict in ("IRREGULAR", "IRREGLUAR"):
        (folder / "misspelt.py").write_text(MISSPELT.format(verdict=verdict))
        strictly = ("-m", "mypy", "--strict", "--config-file=", "--no-incremental", interpreter)
        done = start(sys.executable, *strictly, folder / "misspelt.py", MYPYPATH=str(folder))
        said[verdict] = (done.returncode, done.stdout)
    assert said["IRREGULAR"][0] == 0, said
    assert said["IRREGLUAR"][0] == 1
    assert '"type[Verdict]" has no attribute "IRREGLUAR"' in said["IRREGLUAR"][1]


def named_classes() -> set[str]:
    """Return the names that the contract gives: to its components, beside them, and to the words of parameters."""
    titles = {schema["title"] for schema in SCHEMAS.values() if "title" in schema}
    words = {
        name + "".join(part.capitalize() for part in member.split("_"))
        for name, schema in SCHEMAS.items()
        if name.endswith("Parameters")
        for member, each in schema["properties"].items()
        if "enum" in each
    }
    return {*SCHEMAS, *titles, *words}


def test_every_class_of_the_python_client_has_a_name_of_the_contract(python_client: Generated) -> None:
    """None that the generator made up, such as ``RulesetReferenceType1``, and no word called by its number."""
    texts = [path.read_text() for path in (python_client.folder / "spades_arbiter_client" / "models").glob("*.py")]
    classes = {name for text in texts for name in re.findall(r"^class (\w+)", text, re.MULTILINE)}
    assert len(classes) > 200
    assert classes - named_classes() == set()
    assert [name for name in classes if re.search(r"(Type\d+|Item)$", name)] == []
    assert [line for text in texts for line in re.findall(r"^    VALUE_\w+ = .*", text, re.MULTILINE)] == []


def test_the_typescript_types_say_what_the_contract_says_of_each_member(typescript: Generated) -> None:
    """Also of one that refers to a component; the generator of Python shows what is said of that component instead."""
    written = " ".join(re.sub(r"\n\s*\*(?!/) ?", " ", (typescript.folder / "types.ts").read_text()).split())
    silent = [
        (name, member)
        for name, schema in SCHEMAS.items()
        for member, each in schema.get("properties", {}).items()
        if "$ref" in each
        and "description" in each
        and not re.search(
            re.escape(" ".join(each["description"].split())) + rf"( @example .*?)? \*/ \"?{re.escape(member)}\"?\??:",
            written,
        )
    ]
    assert silent == []


def test_the_python_client_talks_to_the_service(python_client: Generated, server: Address) -> None:
    """It sends a round to score and one to audit, and reads the answers and a problem."""
    host, port = server
    run(PYTHON_TOOLS / "python", python_client.folder / "use.py", f"http://{host}:{port}")


def test_the_typescript_generator_takes_the_whole_contract(typescript: Generated) -> None:
    assert not COMPLAINTS.search(typescript.output), typescript.output


def test_the_typescript_types_compile_with_code_that_uses_them(typescript: Generated) -> None:
    run(NODE_TOOLS / "tsc", "--strict", "--noEmit", "--exactOptionalPropertyTypes", typescript.folder / "use.ts")


def test_the_python_program_of_the_readme_runs(python_client: Generated, server: Address) -> None:
    program = python_client.folder / "readme.py"
    host, port = server
    program.write_text(shown("python").replace(ADDRESS, f"http://{host}:{port}"))
    score, ruling = run(PYTHON_TOOLS / "python", program).splitlines()
    assert score.startswith("RoundScore(")
    assert ruling == "clean []"


def test_the_typescript_program_of_the_readme_compiles_and_runs(typescript: Generated, server: Address) -> None:
    folder, (host, port) = typescript.folder, server
    options = ("--strict", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler")
    run(NODE_TOOLS / "tsc", *options, "--outDir", folder / "built", folder / "readme.ts")
    program = folder / "built" / "readme.js"
    program.write_text(program.read_text().replace(ADDRESS, f"http://{host}:{port}"))
    output = run_command("node", program).splitlines()
    assert output == ["[ 'cy played 3S on a heart lead while holding 9H.' ]", "clean"]
