"""The index at ``/``: where everything else is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.http.site.json_schemas import SCHEMAS, path_of
from service.json_types import Json

PUBLIC_KEYS = "/.well-known/jwks.json"
DESK = "/desk"
_LINKS = (
    ("desk", DESK, "The desk: enter a round, get a ruling; no program needed"),
    ("documentation", "/docs", "Documentation: every operation, to read and to try out"),
    ("rulesets", "/v1/rulesets", "Rulesets, each with its rulebook in plain words"),
    ("findings", "/v1/findings", "Findings: what a ruling may report, and what proves it"),
    ("problems", "/problems", "Problems: why a request may fail, and what to do"),
    ("limits", "/v1/limits", "Limits: how large a request may be"),
    ("contract", "/openapi.json", "The contract as an OpenAPI document in JSON"),
    ("contract", "/openapi.yaml", "The same in YAML, with its comments"),
    ("keys", PUBLIC_KEYS, "Public keys: who has signed an answer, as a JSON Web Key set"),
    *(("schema", path_of(name), f"{title}: a JSON Schema") for name, (_, title) in SCHEMAS.items()),
)


def index_of(document: Mapping[str, Any]) -> Json:
    """Return the index as JSON; everything in it is in the contract, which anybody may read."""
    return {
        "title": document["info"]["title"],
        "version": document["info"]["version"],
        "links": [{"rel": rel, "href": href, "title": title} for rel, href, title in _LINKS],
    }


def index_content(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of the index as a page, by the names that its templates use."""
    posts = {path: methods["post"] for path, methods in document["paths"].items() if "post" in methods}
    return {
        **index_of(document),
        "summary": document["info"]["summary"],
        "calls": [{"path": path, "summary": operation["summary"]} for path, operation in posts.items()],
    }


def linked_paths() -> list[str]:
    """Return the paths outside the contract that the index leads to."""
    return [href for rel, href, _ in _LINKS if rel in {"desk", "documentation", "contract", "schema", "keys"}]
