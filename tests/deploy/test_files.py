"""The manifests and the compose file: each is what its schema asks for, and all of them say the same."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate  # type: ignore[import-untyped] # it has no types
import pytest
import yaml
from flask import Flask

from service.http import coding
from service.settings import settings_from
from tests.deploy.files import (
    AFTER_GRACE,
    DEPLOY,
    compose,
    container,
    dockerfile,
    gunicorn_value,
    loaded,
    manifest,
    manifests,
    nginx_values,
    pod,
    seconds,
    size,
)

# The oldest that has what is used: containers that stay beside others, and a preStop that only sleeps.
KUBERNETES = "1.33"
ROUTE_SCHEMA = Path(__file__).parent / "schemas" / "httproute.json"
CORE = [each for each in manifests() if each["kind"] != "HTTPRoute"]
NGINX = (DEPLOY / "nginx.conf").read_text()
NAMES = {"app.kubernetes.io/name": "spades-arbiter"}


@pytest.mark.parametrize("each", CORE, ids=lambda each: f"{each['kind']} {each['metadata']['name']}")
def test_manifests_are_what_kubernetes_takes(each: dict[str, Any]) -> None:
    kubernetes_validate.validate(each, KUBERNETES, strict=True)


def test_a_manifest_that_is_wrong_would_be_found() -> None:
    wrong = json.loads(json.dumps(manifest("Deployment")))
    wrong["spec"]["template"]["spec"]["containers"][0]["livenesProbe"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, KUBERNETES, strict=True)


def closed(schema: Any) -> Any:
    """Return a schema that takes no members but those that it names."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    known = {name: closed(each) for name, each in schema.items()}
    return known | {"additionalProperties": False} if "properties" in schema else known


def test_the_route_is_what_the_gateway_api_takes() -> None:
    schema = closed(json.loads(ROUTE_SCHEMA.read_text()))
    validator = jsonschema.Draft202012Validator(schema)
    route = manifest("HTTPRoute")
    assert [error.message for error in validator.iter_errors(route)] == []
    route = json.loads(json.dumps(route))
    route["spec"]["rules"][0]["backendRef"] = []
    assert not validator.is_valid(route)


def test_the_compose_file_is_what_its_schema_asks_for() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    checked = subprocess.run([*command, str(DEPLOY / "compose.yaml")], capture_output=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_the_kustomization_names_every_file() -> None:
    said = loaded("kustomization.yaml")
    (generated,) = said["configMapGenerator"]
    named = [*said["resources"], *generated["files"]]
    assert sorted(name for name in named if name.startswith("k8s/")) == sorted(
        f"k8s/{path.name}" for path in (DEPLOY / "k8s").iterdir()
    )
    assert {Path(name).name for name in generated["files"]} == {"nginx.conf", "trusted-proxies.conf"}
    assert (DEPLOY / "nginx.conf").is_file()
    images = {each["name"] for each in said["images"]}
    assert images == {container("service")["image"], container("proxy")["image"]}
    assert said["namespace"] == manifest("Namespace")["metadata"]["name"]


# What a pod may and may not


@pytest.mark.parametrize("name", ["service", "proxy"])
def test_containers_fit_the_strictest_profile(name: str) -> None:
    """As the Pod Security Standards have it for "restricted", and beyond: nothing can be written but mounts."""
    said = container(name)["securityContext"]
    assert said["allowPrivilegeEscalation"] is False
    assert said["readOnlyRootFilesystem"] is True
    assert said["capabilities"] == {"drop": ["ALL"]}
    assert said["runAsUser"] > 0
    assert pod()["securityContext"] == {"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}}
    assert not {"hostNetwork", "hostPID", "hostIPC"} & pod().keys()
    assert pod()["automountServiceAccountToken"] is False
    labels = manifest("Namespace")["metadata"]["labels"]
    assert labels["pod-security.kubernetes.io/enforce"] == "restricted"
    # In compose the same.
    here = compose(name)
    assert (here["read_only"], here["cap_drop"], here["security_opt"]) == (True, ["ALL"], ["no-new-privileges:true"])


@pytest.mark.parametrize("name", ["service", "proxy"])
def test_what_can_be_written_is_bounded(name: str) -> None:
    volumes = {each["name"]: each for each in pod()["volumes"]}
    mounts = [each for each in container(name)["volumeMounts"] if not each.get("readOnly")]
    assert [each["mountPath"] for each in mounts] == ["/tmp"]  # noqa: S108 - in a container
    assert size(volumes[mounts[0]["name"]]["emptyDir"]["sizeLimit"]) > 0
    assert container(name)["resources"]["limits"]["memory"] == container(name)["resources"]["requests"]["memory"]
    assert "size=" in compose(name)["tmpfs"][0]
    assert {"mem_limit", "cpus", "pids_limit"} <= compose(name).keys()


def test_only_the_proxy_is_published() -> None:
    assert "ports" not in compose("service")
    assert loaded("compose.yaml")["networks"]["inside"] == {"internal": True}
    assert compose("service")["networks"] == ["inside"]
    (port,) = manifest("Service")["spec"]["ports"]
    assert port["targetPort"] == container("proxy")["ports"][0]["name"] == "http"
    (backend,) = manifest("HTTPRoute")["spec"]["rules"][0]["backendRefs"]
    assert (backend["name"], backend["port"]) == ("spades-arbiter", port["port"])


def test_nobody_reaches_a_pod_but_gateway_and_monitoring_and_it_reaches_nobody() -> None:
    assert manifest("NetworkPolicy", "nothing")["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    policy = manifest("NetworkPolicy")["spec"]
    assert policy["egress"] == []
    who = [
        (each["from"][0]["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"], each["ports"])
        for each in policy["ingress"]
    ]
    public, inner = (container(name)["ports"][0]["containerPort"] for name in ("proxy", "service"))
    assert who == [("gateway-system", [{"port": public}]), ("monitoring", [{"port": inner}])]
    assert manifest("HTTPRoute")["spec"]["parentRefs"][0]["namespace"] == "gateway-system"


def test_selectors_find_the_pods() -> None:
    deployment = manifest("Deployment")["spec"]
    assert deployment["template"]["metadata"]["labels"] == NAMES
    assert deployment["selector"]["matchLabels"] == NAMES
    assert manifest("Service")["spec"]["selector"] == NAMES
    assert manifest("PodDisruptionBudget")["spec"]["selector"]["matchLabels"] == NAMES
    assert manifest("NetworkPolicy")["spec"]["podSelector"]["matchLabels"] == NAMES
    for spread in pod()["topologySpreadConstraints"]:
        assert spread["labelSelector"]["matchLabels"] == NAMES
    scaled = manifest("HorizontalPodAutoscaler")["spec"]
    assert scaled["scaleTargetRef"]["name"] == manifest("Deployment")["metadata"]["name"]
    assert scaled["metrics"][0]["containerResource"]["container"] == "service"
    assert scaled["minReplicas"] > manifest("PodDisruptionBudget")["spec"]["minAvailable"]
    assert "replicas" not in deployment


# What stands in several places


def from_dockerfile(instruction: str) -> str:
    return next(said for name, said in reversed(dockerfile()) if name == instruction)


def test_ports_agree() -> None:
    (port,) = re.findall(r"PORT=(\d+)", from_dockerfile("ENV"))
    assert from_dockerfile("EXPOSE") == port
    assert compose("service")["expose"] == [port]
    assert container("service")["ports"][0]["containerPort"] == int(port)
    assert {each.split()[0] for each in nginx_values("server")} == {f"service:{port}"}
    assert pod()["hostAliases"] == [{"ip": "127.0.0.1", "hostnames": ["service"]}]
    (listening,) = nginx_values("listen")
    public = listening.split()[0]
    assert container("proxy")["ports"][0]["containerPort"] == int(public)
    assert compose("proxy")["ports"] == [f"${{PUBLISH:-127.0.0.1:{public}}}:{public}"]
    assert f":{public}/readyz" in compose("proxy")["healthcheck"]["test"][-1]


def test_users_agree() -> None:
    user, group = from_dockerfile("USER").split(":")
    for name, expected in (("service", (int(user), int(group))), ("proxy", (101, 101))):
        said = container(name)["securityContext"]
        assert (said["runAsUser"], said["runAsGroup"]) == expected
        assert compose(name)["user"] == ":".join(map(str, expected))


def test_paths_agree(app: Flask) -> None:
    served = {rule.rule for rule in app.url_map.iter_rules()}
    probed = [
        probe["httpGet"]["path"]
        for name in ("service", "proxy")
        for kind in ("startupProbe", "livenessProbe", "readinessProbe")
        for probe in [container(name).get(kind, {})]
        if "httpGet" in probe
    ]
    assert sorted(set(probed)) == ["/livez", "/readyz"]
    assert set(probed) <= served
    assert "/livez" in from_dockerfile("HEALTHCHECK")
    (mounted,) = [each["mountPath"] for each in container("proxy")["volumeMounts"] if each.get("readOnly")]
    assert container("proxy")["command"] == compose("proxy")["entrypoint"] == ["nginx", "-c", f"{mounted}/nginx.conf"]
    assert compose("proxy")["volumes"][0]["target"] == f"{mounted}/nginx.conf"
    assert nginx_values("pid")[0].startswith("/tmp/")  # noqa: S108 - in a container


def test_workers_are_as_many_as_processors() -> None:
    (workers,) = [each["value"] for each in container("service")["env"] if each["name"] == "WEB_CONCURRENCY"]
    assert workers == container("service")["resources"]["requests"]["cpu"]
    assert int(compose("service")["environment"]["WEB_CONCURRENCY"]) == compose("service")["cpus"]


def test_counters_lie_where_can_be_written() -> None:
    (counted,) = [each["value"] for each in container("service")["env"] if each["name"] == "PROMETHEUS_MULTIPROC_DIR"]
    assert counted == compose("service")["environment"]["PROMETHEUS_MULTIPROC_DIR"]
    assert str(Path(counted).parent) == compose("service")["tmpfs"][0].split(":")[0]


def test_the_proxy_closes_connections_before_the_service_does() -> None:
    _, upstream = nginx_values("keepalive_timeout")
    assert seconds(upstream) < gunicorn_value("keepalive")


def test_there_is_time_to_stop() -> None:
    (proxy,) = nginx_values("worker_shutdown_timeout")
    service = gunicorn_value("graceful_timeout") + AFTER_GRACE
    before = container("proxy")["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert pod()["terminationGracePeriodSeconds"] > before + seconds(proxy) + service
    assert seconds(compose("service")["stop_grace_period"]) > service
    assert seconds(compose("proxy")["stop_grace_period"]) > seconds(proxy)
    assert compose("proxy")["stop_signal"] == "SIGQUIT"
    # The service is told to stop only when the proxy has ended.
    assert [each["name"] for each in pod()["initContainers"] if each["restartPolicy"] == "Always"] == ["service"]


def test_what_nginx_lets_through_gunicorn_takes() -> None:
    """Or its refusals would be gunicorn's, which say less."""
    (longest,) = re.findall(r'"~\^\\S\{(\d+)\}" 1', NGINX)
    assert int(longest) + len("OPTIONS  HTTP/1.1\r\n") < gunicorn_value("limit_request_line")
    (buffers,) = nginx_values("large_client_header_buffers")
    assert size(buffers.split()[1]) <= gunicorn_value("limit_request_field_size")
    assert len(nginx_values("proxy_set_header")) < gunicorn_value("limit_request_fields")
    assert nginx_values("proxy_pass_request_headers") == ["off"]


def test_hostile_clients_are_given_up_soon() -> None:
    """The CIS benchmark of nginx asks for ten seconds or less."""
    for directive in ("client_header_timeout", "client_body_timeout", "send_timeout"):
        assert [seconds(each) <= 10 for each in nginx_values(directive)] == [True]


def proxied() -> list[tuple[str, str, str]]:
    """Return how each location matches that passes requests on, what, and what is said there."""
    places = re.findall(r'^        location (=|~)? ?"?([^" ]+)"? \{\n(.*?)^        \}', NGINX, re.DOTALL | re.MULTILINE)
    return [each for each in places if "proxy_pass " in each[2]]


def test_a_place_with_limits_of_its_own_has_those_of_all() -> None:
    """A location inherits `limit_conn` only where it has none, as nginx has it."""
    general = re.findall(r"^        (limit_conn (?:clients|everyone) \d+;)", NGINX, re.MULTILINE)
    assert len(general) == 2
    assert len(proxied()) == 8
    for _, path, said in proxied():
        own = re.findall(r"^ +limit_conn (\w+) (\d+);", said, re.MULTILINE)
        if own:
            assert [each for each in general if each not in said] == [], path
            # And no client takes every place there.
            limits = {name: int(most) for name, most in own}
            most = limits.get("large") or limits["all_batches"]
            assert min(limits.get("large_clients", 64), limits.get("batch_clients", 64)) * 2 <= most, path


def test_long_documents_are_named_one_by_one_and_take_no_body() -> None:
    """By name, because the limit is one by path: any other name would have places of its own."""
    ((_, pattern, said),) = [each for each in proxied() if "docs" in each[1]]
    named = {"/" + each.replace("\\", "") for each in pattern.removeprefix("^/(").removesuffix(")$").split("|")}
    assert named == {"/docs", "/openapi.json", "/openapi.yaml"}
    assert size(*re.findall(r"client_max_body_size (\w+);", said)) == 1


def test_what_is_buffered_at_once_has_room(app: Flask) -> None:
    """In memory two thousand bodies and answers; in /tmp whatever is longer, each kind so many times at the most."""
    (general,) = re.findall(r"^        proxy_max_temp_file_size (\w+);", NGINX, re.MULTILINE)
    most = 0
    places = [each for each in proxied() if "limit_conn " in each[2]]
    assert len(places) == 7
    served = {rule.rule for rule in app.url_map.iter_rules()}
    for how, path, said in places:
        ((zone, at_once),) = re.findall(r"limit_conn (large|all_batches) (\d+);", said)
        body = re.findall(r"client_max_body_size (\w+);", said) or ["0"]
        answer = re.findall(r"proxy_max_temp_file_size (\w+);", said) or [general]
        fitting = 1 if how == "=" else len([each for each in served if re.fullmatch(path, each)])
        paths = fitting if zone == "large" else 1  # places for each path, or for all of them together
        most += paths * int(at_once) * (size(body[0]) + size(answer[0]))
    volumes = {each["name"]: each for each in pod()["volumes"]}
    assert most < size(volumes["proxy-tmp"]["emptyDir"]["sizeLimit"])
    (room,) = re.findall(r"size=(\w+)", compose("proxy")["tmpfs"][0])
    assert most < size(room)
    (requests,) = set(re.findall(r"limit_conn everyone (\d+);", NGINX))
    number, each = nginx_values("proxy_buffers")[0].split()
    held = size(nginx_values("client_body_buffer_size")[0]) + int(number) * size(each)
    held += size(nginx_values("proxy_buffer_size")[0])
    assert int(requests) * held < size(container("proxy")["resources"]["limits"]["memory"])
    assert int(requests) * held + size(room) < size(compose("proxy")["mem_limit"])


def test_nginx_packs_what_the_service_would_and_is_alone_in_it() -> None:
    """In the same types, from the same length, at the same level; the service is not told what a client takes."""
    assert nginx_values("gzip") == ["on"]
    assert nginx_values("gzip_proxied") == ["any"]
    types = {each for line in nginx_values("gzip_types") for each in line.split()}
    assert types | {"text/html"} == coding.PACKED_TYPES
    assert nginx_values("gzip_min_length") == [str(coding.LEAST_BYTES)]
    assert nginx_values("gzip_comp_level") == [str(coding.LEVEL)]
    assert "Accept-Encoding" not in NGINX
    assert "gzip_vary" not in NGINX  # the service says it: twice would be once too often


def test_the_limits_that_are_stated_are_those_that_are_kept() -> None:
    """Nginx counts, its header says what, and the service repeats it: `GET /v1/limits`."""
    kept = dict(re.findall(r"zone=(\w+):\w+ rate=(\w+/[sm]);", NGINX))
    assert kept == {"requests": "50r/s", "batches": "30r/m"}
    windows = {"s": 1, "m": 60}
    policies = {name: f"{rate.partition('r/')[0]};w={windows[rate.partition('r/')[2]]}" for name, rate in kept.items()}
    assert dict(re.findall(r"'\"(\w+)\";q=([0-9]+;w=[0-9]+)';", NGINX)) == policies
    told = {"SPADES_RATE_LIMIT": policies["requests"], "SPADES_BATCH_RATE_LIMIT": policies["batches"]}
    assert told.items() <= compose("service")["environment"].items()
    assert told.items() <= {each["name"]: each["value"] for each in container("service")["env"]}.items()
    assert settings_from(told).rate_limit == (50, 1)
    assert settings_from(told).batch_rate_limit == (30, 60)


def test_the_proxies_that_are_believed_are_in_private_networks() -> None:
    text = (DEPLOY / "k8s" / "trusted-proxies.conf").read_text()
    assert "real_ip_header X-Forwarded-For;" in text
    assert "recursive" not in text  # the last address alone, which the gateway wrote
    assert "0.0.0.0/0" not in text
    # Nobody is believed where nobody is named: compose mounts no such file, and says how to.
    (mounted,) = compose("proxy")["volumes"]
    assert mounted["source"] == "./nginx.conf"
    (line,) = re.findall(r"^#   - (\{.*\})$", (DEPLOY / "compose.yaml").read_text(), re.MULTILINE)
    assert yaml.safe_load(line) == mounted | {
        name: mounted[name].replace("nginx.conf", "trusted-proxies.conf") for name in ("source", "target")
    }
    assert NGINX.count("include trusted-proxies*.conf;") == 1
