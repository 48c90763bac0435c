"""The site of nginx for a machine without containers, made of deploy/nginx.conf: `python -m tests.deploy.site`.

There nginx is the machine's own, and may serve other sites. So whatever nginx takes only outside of a server stays
there, everything else goes into the server, and what is said of a container is left out or put in place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.deploy.files import DEPLOY

SITE = DEPLOY / "machine" / "nginx-site.conf"
_HEAD = """\
# A site for the nginx of a machine without containers; docs/how-to/run-without-containers.md says how to install it.
# Made of ../nginx.conf by `python -m tests.deploy.site`: what you change for yourself, such as the address and TLS, is
# at the beginning of the server. Whoever stands in front is named in /etc/nginx/trusted-proxies.conf, or nobody does.

"""
_OF_CONTAINERS = re.compile(r"\w+_temp_path ")
_OUTSIDE_OF_SERVERS = re.compile(r"(limit_req_zone|limit_conn_zone|log_format) |.*\{$")
_END_OF_STATEMENT = re.compile(r"(;|^\})(\s+#.*)?$")
_PLACES = {
    "server service:8000": "server 127.0.0.1:8000",
    "/dev/stdout": "/var/log/nginx/spades-arbiter.log",
    " in /tmp": " on the disk",
    " of /tmp": " of the disk",
}
_FIRST = """\
    listen 8080 default_server;
    server_name _;
"""
_OF_THE_SITE = """\
    # What a client sent is in no log: without this, it would be in that of the machine.
    error_log /var/log/nginx/spades-arbiter.error.log emerg;

"""


def site(configuration: str) -> str:
    """Return the site that is made of nginx's configuration for containers."""
    _, _, inside = configuration.partition("\nhttp {\n")
    lines = [line.removeprefix("    ") for line in inside.removesuffix("}\n").splitlines()]
    outside, within, server = "", "", ""
    for statement in _statements(lines):
        code = next(line for line in statement.splitlines() if line and not line.startswith("#"))
        if _OF_CONTAINERS.match(code):
            continue
        if code == "server {":
            server = statement
        elif _OUTSIDE_OF_SERVERS.match(code):
            outside += statement
        else:
            within += statement
    inner = "".join(f"    {line}\n" if line else "\n" for line in within.strip("\n").splitlines())
    assert _FIRST in server
    whole = _HEAD + outside.lstrip("\n") + server.replace(_FIRST, f"{_FIRST}\n{_OF_THE_SITE}{inner}")
    for there, here in _PLACES.items():
        assert there in whole, there
        whole = whole.replace(there, here)
    return whole


def _statements(lines: list[str]) -> Iterator[str]:
    """Yield the statements of a block, each with the comments and blank lines before it."""
    statement: list[str] = []
    is_block = False
    for line in lines:
        statement.append(line)
        if line.startswith("#") or not line:
            continue
        is_block = is_block or (not line.startswith(" ") and line.endswith("{"))
        if line.startswith("}") if is_block else _END_OF_STATEMENT.search(line):
            yield "\n".join(statement) + "\n"
            statement, is_block = [], False
    assert not any(statement)


if __name__ == "__main__":
    SITE.write_text(site((DEPLOY / "nginx.conf").read_text()))
