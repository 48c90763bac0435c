"""The files of deploy/ as values, so that tests can hold them against each other."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import yaml

from tests.http.wire import ROOT

DEPLOY = ROOT / "deploy"
AFTER_GRACE = 5
"""Seconds that gunicorn may take to end after its grace: under the heaviest load it took two (docs/why/attacks.md)."""
_UNITS = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3, "Ki": 1024, "Mi": 1024**2, "Gi": 1024**3}


@cache
def manifests() -> tuple[dict[str, Any], ...]:
    """Return every object that the kustomization applies, in its order."""
    found: list[dict[str, Any]] = []
    for name in loaded("kustomization.yaml")["resources"]:
        found += yaml.safe_load_all((DEPLOY / name).read_text())
    return tuple(found)


def manifest(kind: str, name: str = "spades-arbiter") -> dict[str, Any]:
    """Return the one object of this kind and name."""
    (found,) = [each for each in manifests() if (each["kind"], each["metadata"]["name"]) == (kind, name)]
    return found


def pod() -> dict[str, Any]:
    """Return what the deployment says of a pod."""
    found: dict[str, Any] = manifest("Deployment")["spec"]["template"]["spec"]
    return found


def container(name: str) -> dict[str, Any]:
    """Return a container of the pod, whichever way it is started."""
    everyone = [*pod()["initContainers"], *pod()["containers"]]
    (found,) = [each for each in everyone if each["name"] == name]
    return dict(found)


@cache
def loaded(name: str) -> Any:
    """Return a YAML file of deploy/."""
    return yaml.safe_load((DEPLOY / name).read_text())


def compose(name: str) -> dict[str, Any]:
    """Return a service of the compose file."""
    found: dict[str, Any] = loaded("compose.yaml")["services"][name]
    return found


def nginx_values(directive: str) -> list[str]:
    """Return what stands after a directive, wherever it does in nginx's configuration."""
    return re.findall(rf"^\s*{directive} ([^;{{]+);", (DEPLOY / "nginx.conf").read_text(), re.MULTILINE)


def gunicorn_value(name: str) -> int:
    """Return a number of gunicorn's configuration, as it is written there."""
    (found,) = re.findall(rf"^{name} = ([0-9_]+)", (DEPLOY / "gunicorn.conf.py").read_text(), re.MULTILINE)
    return int(found)


def dockerfile() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile with what they say, comments and line ends gone."""
    lines = [line for line in (ROOT / "Dockerfile").read_text().splitlines() if not line.startswith("#")]
    whole = "\n".join(lines).replace("\\\n", " ")
    return [(line.split(None, 1)[0], line.split(None, 1)[1].strip()) for line in whole.splitlines() if line.strip()]


def size(text: str) -> int:
    """Return a size in bytes, as nginx, compose and Kubernetes write it."""
    match = re.fullmatch(r"(\d+)([A-Za-z]*)", text)
    assert match is not None, text
    return int(match.group(1)) * _UNITS[match.group(2)]


def seconds(text: str) -> int:
    """Return a time in seconds, as nginx and compose write it."""
    assert text.endswith("s"), text
    return int(text[:-1])
