"""The reference of the API, made from the contract: every operation with its members, its examples and its answers.

The commands on it are those of a service at `ADDRESS`, which stands for the address that a reader has asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from service.media_types import JSON, NDJSON
from service.pages.call_command import LONG, Command, call_command, in_lines, look_up_command
from service.pages.contract_members import Component, Member, Schema, component, name_of, type_of
from service.pages.prose import first_sentence

ADDRESS: Final = "http://address.invalid"
"""Stands in the commands for the address of the service; no other text of the page has it."""
_METHODS: Final = ("get", "post")
_PLACES: Mapping[str, str] = MappingProxyType({"path": "in the path", "header": "as a header"})
_FIRST_CALL: Final = ("auditRound", "brief")
"""The operation, and the name of its example, with which a reader begins."""
_MOST_LINES: Final = 100
"""Of a longer answer the page shows its beginning: a ruleset in full, for one, has 669 lines."""


def contract_page(document: Mapping[str, Any], guarded: Collection[str]) -> dict[str, Any]:
    """Return the content of the reference, by the names that its template uses.

    ``guarded`` are the operations that ask for a key.
    """
    reader = _Reader(document, guarded)
    groups = [(tag, reader.operations(tag["name"])) for tag in document["tags"]]
    first_call = next(
        example
        for _, operations in groups
        for operation in operations
        for example in operation["examples"]
        if (operation["operationId"], example["name"]) == _FIRST_CALL
    )
    return {
        "info": document["info"],
        "links": reader.links,
        "first_call": first_call,
        "groups": groups,
        "headers": reader.headers(),
        "shared_statuses": reader.shared_statuses(),
        "schemas": reader.other_components(),
        "key": reader.about_keys() if guarded else "",
        "address": ADDRESS,
        "long": LONG,
        "most_lines": _MOST_LINES,
        "in_lines": in_lines,
    }


class _Reader:
    """Reads the contract in the order of the page, on which each component is listed once, where it first matters."""

    def __init__(self, document: Mapping[str, Any], guarded: Collection[str]) -> None:
        self._components: Mapping[str, Any] = document["components"]
        self._schemas: Mapping[str, Schema] = self._components["schemas"]
        self._guarded = guarded
        self._described = [
            (path, method, content)
            for path, methods in document["paths"].items()
            for method, content in methods.items()
            if method in _METHODS
        ]
        self.links = {
            f"{method.upper()} {path}": f"#{content['operationId']}" for path, method, content in self._described
        }
        self._listed: set[str] = set()
        self._shared: dict[str, set[str]] = {}

    def operations(self, tag: str) -> list[dict[str, Any]]:
        """Return the operations of a tag: what the contract says of each, and its parts as the page lists them."""
        return [self._operation(*each) for each in self._described if tag in each[2]["tags"]]

    def headers(self) -> list[Member]:
        """Return the headers of answers."""
        found = (each for _, _, content in self._described for each in content["responses"].values())
        named = {
            name: header for response in found for name, header in self._resolved(response).get("headers", {}).items()
        }
        return [self._stated(name, self._resolved(header)) for name, header in named.items()]

    def shared_statuses(self) -> list[dict[str, Any]]:
        """Return the answers that the operations read so far share, by their codes."""
        return [
            {"anchor": name, "codes": sorted(codes), **self._components["responses"][name]}
            for name, codes in sorted(self._shared.items(), key=lambda each: min(each[1]))
        ]

    def other_components(self) -> list[Component]:
        """Return the components that no operation read so far lists, by name."""
        return self._listed_now(sorted(self._schemas))

    def about_keys(self) -> str:
        """Return what the contract says of keys."""
        return "\n\n".join(scheme["description"] for scheme in self._components["securitySchemes"].values())

    def _operation(self, path: str, method: str, content: Mapping[str, Any]) -> dict[str, Any]:
        body = _body_of(content).get("schema", {})
        answer = _good_answer(content)
        schema = _answer_schema(answer)
        parameters = [self._resolved(each) for each in content.get("parameters", ())]
        return {
            **content,
            "method": method.upper(),
            "path": path,
            "parameters": [self._stated(each["name"], each) for each in parameters],
            "media_type": _sent_as(content),
            "body_type": type_of(body, self._schemas),
            "body": self._listed_now(self._named(body)),
            "answer_type": type_of(schema, self._schemas),
            "answer": self._listed_now(self._named(schema)),
            "answer_media_types": list(answer),
            "needs_key": content["operationId"] in self._guarded,
            "statuses": [self._status(*each) for each in content["responses"].items()],
            "examples": list(self._examples(path, content, answer)),
        }

    def _status(self, code: str, response: Mapping[str, Any]) -> tuple[str, str, str]:
        """Return a status that an operation may answer, where the page says more about it, and what it says here."""
        anchor, about = name_of(response), self._resolved(response)["description"]
        if anchor:
            self._shared.setdefault(anchor, set()).add(code)
        return code, anchor, first_sentence(about) if anchor else about

    def _examples(self, path: str, content: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the requests that the contract shows, each with the answers that have its name."""
        needs_key = content["operationId"] in self._guarded
        body = _body_of(content)
        if body:
            for name, example in body["examples"].items():
                call = {"path": path, "media_type": _sent_as(content), "example": example["value"]}
                yield _example(name, example["summary"], path, call_command(call, ADDRESS, needs_key=needs_key), answer)
            return
        for name, value, shown in self._paths(path, content, answer):
            title = f"`{value}`" if value else content["summary"]
            yield _example(name, title, shown, look_up_command(shown, ADDRESS, needs_key=needs_key), answer)

    def _paths(
        self, path: str, content: Mapping[str, Any], answer: Mapping[str, Any]
    ) -> Iterator[tuple[str, str, str]]:
        """Yield the name of each example of a lookup, the value in its path, and the path."""
        variables = [each for each in content.get("parameters", ()) if each.get("in") == "path"]
        for variable in variables:
            for name, example in variable["examples"].items():
                yield name, example["value"], path.replace(f"{{{variable['name']}}}", example["value"])
        if not variables:
            yield next((name for each in answer.values() for name in each.get("examples", {})), ""), "", path

    def _stated(self, name: str, described: Mapping[str, Any]) -> Member:
        """Return a parameter or a header."""
        stated = type_of(described["schema"], self._schemas)
        kind = f"{stated}, {_PLACES[described['in']]}" if "in" in described else stated
        return Member(name, kind, described.get("required", False), described["description"])

    def _named(self, schema: Schema) -> list[str]:
        """Return the components that a body or an answer is, one of several or the only one."""
        name = name_of(schema)
        if not name:
            return []
        return [name_of(each) for each in self._schemas[name].get("oneOf", [schema])]

    def _listed_now(self, names: Sequence[str]) -> list[Component]:
        """Return those components that are not listed yet, which they are from now on."""
        new = [name for name in names if name not in self._listed]
        self._listed.update(new)
        return [component(name, self._schemas) for name in new]

    def _resolved(self, described: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a parameter, a response or a header, or the component that stands for it."""
        if "$ref" not in described:
            return described
        *_, kind, name = described["$ref"].split("/")
        found: Mapping[str, Any] = self._components[kind][name]
        return found


def _bodies(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the contents of the body of a request by media type: there is one, or none."""
    contents: Mapping[str, Any] = content.get("requestBody", {}).get("content", {})
    return contents


def _body_of(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the content of the body of a request, or nothing."""
    return next(iter(_bodies(content).values()), {})


def _sent_as(content: Mapping[str, Any]) -> str:
    """Return the media type in which a body is sent: of a batch, the contract names one that generators know."""
    stated = next(iter(_bodies(content)), "")
    return stated if stated in {"", JSON} else NDJSON


def _good_answer(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the contents of the answer of an operation by media type: of its first status, which is of success."""
    response = next(iter(content["responses"].values()))
    contents: Mapping[str, Any] = response.get("content", {})
    return contents


def _answer_schema(answer: Mapping[str, Any]) -> Schema:
    """Return the schema of an answer in JSON, or of one line of it."""
    content = answer.get(JSON) or answer.get(NDJSON) or {}
    schema: Schema = content.get("schema", {})
    return schema


def _example(name: str, title: str, path: str, command: Command, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return an example: the request, and for each media type that the contract shows the lines of its answer."""
    answers = {
        media_type: in_lines(content["examples"][name]["value"])
        for media_type, content in answer.items()
        if name in content.get("examples", {})
    }
    return {"name": name, "title": title, "path": path, "command": command, "answers": answers}
