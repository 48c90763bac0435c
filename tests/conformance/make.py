"""Make the vectors of the conformance kit, its manifest and its questions.

    python -m tests.conformance.make

What comes from documents and from docs/reference/rules.md is written down by hand in these modules and in the tests
that they read; the rest is asked of the service and of the naive referee. A test compares the files with what this
makes, so that a change of an answer is seen in review.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from service.wire.contract import load_document
from tests.conformance.agreed import agreed_games, agreed_rounds
from tests.conformance.columns import columns
from tests.conformance.decided import UNORDERED
from tests.conformance.kit import FOLDER
from tests.conformance.published_play import published_play
from tests.conformance.published_scores import published_scores
from tests.conformance.questions import question_lines
from tests.conformance.refusals import refusals
from tests.conformance.ruled import house_rules, ruled_ends, ruled_findings, ruled_proofs, ruled_scores
from tests.conformance.rulesets import preset_values
from tests.conformance.samples import samples
from tests.conformance.vector import EVIDENCE, LEFT_OUT, LEVEL_OF, LEVELS, Vector
from tests.conformance.written import written


def vectors() -> dict[str, list[Vector]]:
    """Return all vectors by the file that holds them."""
    made: dict[str, Iterable[Vector]] = {
        "published": [*published_scores(), *published_play(), *preset_values()],
        "rules": [
            *ruled_scores(),
            *house_rules(),
            *ruled_findings(),
            *ruled_proofs(),
            *written("parameters.txt"),
            *ruled_ends(),
        ],
        "samples": samples(),
        "refusals": refusals(),
        "agreed": [*agreed_rounds(), *agreed_games()],
    }
    listed = {name: list(each) for name, each in made.items()}
    # Random rounds do not count: any new parameter draws them anew.
    listed["columns"] = [*columns(each for name, vectors in listed.items() if name != "agreed" for each in vectors)]
    return {f"vectors/{name}.ndjson": each for name, each in listed.items()}


def files() -> dict[str, str]:
    """Return the content of every file that is made, by its path in the folder of the kit."""
    made = vectors()
    texts = {name: "".join(vector.line for vector in each) for name, each in made.items()}
    by_hand = [*made["vectors/published.ndjson"], *made["vectors/rules.ndjson"]]
    return {
        "manifest.json": json.dumps(_manifest(made), indent=2, ensure_ascii=False) + "\n",
        "questions.ndjson": question_lines(by_hand),
        **texts,
    }


def _manifest(made: Mapping[str, list[Vector]]) -> dict[str, object]:
    document = load_document()
    return {
        "version": document["info"]["version"],
        "files": {name: len(each) for name, each in made.items()},
        "levels": LEVELS,
        "evidence": EVIDENCE,
        "operations": {
            operation["operationId"]: {"method": method.upper(), "path": path}
            | ({"lines": True} if path.endswith("/batch") else {})
            for path, item in document["paths"].items()
            for method, operation in item.items()
            if method in {"get", "post"} and operation["operationId"] in LEVEL_OF
        },
        "left_out": LEFT_OUT,
        "unordered": list(UNORDERED),
    }


if __name__ == "__main__":
    for name, text in files().items():
        path = FOLDER / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
