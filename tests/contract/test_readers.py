"""Other people's tools read the contract: a strict YAML 1.2 parser, and the linters that API developers use.

`make clients` installs the tools. Without them these tests are skipped, or fail if CI is set.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.contract.document import DOCUMENT
from tests.contract.tools import CLIENTS, NODE_TOOLS, ROOT, as_served, require, start

JS_YAML = CLIENTS / "node_modules" / "js-yaml"
CONFIGURATIONS = ROOT / "tests" / "contract"
LINTERS = {
    "redocly": ("lint", "--config", CONFIGURATIONS / "redocly.yaml"),
    "spectral": ("lint", "--ruleset", CONFIGURATIONS / "spectral.yaml", "--fail-severity", "hint"),
}


def canonical(value: Any) -> str:
    """Return a JSON value as text in which 1, 1.0 and true differ."""
    return json.dumps(value, sort_keys=True, indent=1)


def test_a_strict_parser_reads_the_document_that_the_service_loads(tmp_path: Path) -> None:
    """PyYAML takes a bracket that closes at the indentation of its key; YAML 1.2 does not."""
    require(JS_YAML)
    node = str(shutil.which("node"))
    read = start(node, CLIENTS / "yaml_to_json.js", as_served(tmp_path))
    assert read.returncode == 0, read.stdout
    assert canonical(json.loads(read.stdout)) == canonical(DOCUMENT)
    (tmp_path / "bracket.yaml").write_text("a:\n  b: [\n    1\n  ]\n", encoding="utf-8")
    refused = start(node, CLIENTS / "yaml_to_json.js", tmp_path / "bracket.yaml")
    assert refused.returncode != 0
    assert "deficient indentation" in refused.stdout


def lint(linter: str, file: Path) -> tuple[bool, str]:
    """Return whether a linter accepts a document without a warning, and its output."""
    require(NODE_TOOLS / linter)
    done = start(NODE_TOOLS / linter, *LINTERS[linter], file, REDOCLY_SUPPRESS_UPDATE_NOTICE="true")
    return done.returncode == 0, done.stdout


@pytest.mark.parametrize("linter", LINTERS)
def test_the_linters_accept_the_contract_and_notice_a_missing_operation_id(linter: str, tmp_path: Path) -> None:
    for text in (ROOT / "openapi.yaml", as_served(tmp_path)):
        clean, output = lint(linter, text)
        assert clean, output
    document = json.loads(json.dumps(DOCUMENT))
    del document["paths"]["/v1/rulesets"]["get"]["operationId"]
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    clean, output = lint(linter, file)
    assert not clean
    assert "operation-operationId" in output
