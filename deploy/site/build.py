"""Writes the site: the desk, the score sheet, rulebooks and finding pages as files that any web server hands out.

``python -m deploy.site.build dist/site`` asks the service for its pages, beginning at ``/``, and for all that they load
and link to, and writes each as a file. Links between pages become relative, so that the site may lie in any folder of a
server. What a page asks the service for is answered by `engine/`: CPython in WebAssembly, with the modules of the
service.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape, unescape
from importlib.util import find_spec
from pathlib import Path
from posixpath import relpath
from typing import NamedTuple
from urllib.parse import urljoin
from zipfile import ZipFile

from service import create_app
from service.http.desk import REPLAY
from service.media_types import HTML
from service.wire.contract import load_document

HERE = Path(__file__).parent
ENGINE = "engine"
"""The folder of the site that answers."""
MODULES = "service.zip"
"""The archive in it that has the modules of the service."""
_ROOT = HERE.parents[1]
_INTERPRETER = HERE / "node_modules" / "pyodide"
_IMPORTED = ("pyodide.mjs", "pyodide.asm.mjs")
_FETCHED = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_PACKAGES = ("spades", "analysis", "league", "presets", "kit", "wire", "operations", "notations", "pages")
"""The packages of the service that answer: all but those that know servers, files and processes."""
_LIBRARIES = (
    *("marshmallow", "jinja2", "markupsafe", "rfc8785"),
    *("jsonschema", "jsonschema_specifications", "referencing", "attr", "attrs"),
)
_NOT_IN_THE_ARCHIVE = {"__pycache__", "tests"}
_COMPILED = {".so", ".pyc"}
_OFFLINE = "offline.js"
_WORKER = _ROOT / "service" / "desk" / "static" / "worker.js"
"""What keeps a page in the browser: that of the desk, to which all of the site is files."""
_SERVER = "http://127.0.0.1:8000"
"""The address in the commands that the pages show: of a service that somebody runs on his own machine."""
_OK = 200

_LINK = re.compile(r'\b(href|src)="([^"#?:]+)([^":]*)"')
_HEAD = "<head>\n"
_SCRIPT = "<script "
# The site has a worker of its own that keeps all of it, and the service one that keeps the desk.
_KEEPER = ' data-keeper="/desk/worker.js"'
# A browser takes this from a header alone.
_OF_HEADERS = re.compile(r"; frame-ancestors 'none'")
_OF_WORKERS = re.compile(r"; worker-src 'self'")


class Served(NamedTuple):
    """What the service answers at a path."""

    content: bytes
    media_type: str
    policy: str
    """What a page may load and run."""


def write_site(folder: Path) -> None:
    """Write the site into an empty or new folder."""
    served = dict(served_paths())
    for path, found in served.items():
        content = _as_file(path, served) if found.media_type == HTML else found.content
        _write(folder / _file_of(path, found), content)
    _write_engine(folder / ENGINE)
    _write_offline_worker(folder)


def served_paths() -> Iterator[tuple[str, Served]]:
    """Yield each path that the pages lead to, with what a browser gets there."""
    client = create_app().test_client()
    left = ["/", REPLAY]
    seen = {*left}
    while left:
        path = left.pop()
        answer = client.get(path, base_url=_SERVER, headers={"Accept": "text/html"})
        if answer.status_code != _OK:
            continue
        served = Served(answer.data, str(answer.content_type), answer.headers.get("Content-Security-Policy", ""))
        yield path, served
        links = _LINK.findall(answer.text) if served.media_type == HTML else []
        new = {urljoin(path, unescape(target)) for _, target, _ in links} - seen
        seen |= new
        left += sorted(new)


def _file_of(path: str, served: Served) -> str:
    """Return the name of the file for what is at a path: a page is the index of its folder."""
    name = path.strip("/")
    if served.media_type == HTML:
        return f"{name}/index.html".lstrip("/")
    return name if Path(name).suffix else f"{name}.json"


def _as_file(path: str, served: Mapping[str, Served]) -> bytes:
    """Return a page with relative links; one that runs scripts has that of the engine ahead of them."""
    folder = path.rstrip("/") or "/"

    def moved(link: re.Match[str]) -> str:
        attribute, written, rest = link.groups()
        target = urljoin(path, unescape(written))
        if target not in served:
            return link[0]
        name = _file_of(target, served[target]).removesuffix("index.html")
        there = relpath(f"/{name}", folder)
        return f'{attribute}="{there}{"" if name and not name.endswith("/") else "/"}{rest}"'

    page = served[path]
    text = _LINK.sub(moved, page.content.decode())
    policy, script = _OF_HEADERS.sub("", page.policy), ""
    if _SCRIPT in text:
        policy = f"{_OF_WORKERS.sub('', policy)}; worker-src 'self'"
        script = f'<script src="{relpath(f"/{ENGINE}/engine.js", folder)}"></script>\n'
    head = f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n{script}'
    return text.replace(_KEEPER, "").replace(_HEAD, _HEAD + head, 1).encode()


def _write_engine(folder: Path) -> None:
    """Write the interpreter, the modules of the service, and the scripts that call them."""
    for name in (*_IMPORTED, *_FETCHED):
        _write(folder / name, (_INTERPRETER / name).read_bytes())
    with ZipFile(folder / MODULES, "w") as archive:
        for name, content in modules():
            archive.writestr(name, content)
    subprocess.run(["node", HERE / "compile.mjs", folder / MODULES], check=True)  # noqa: S603, S607 - the node of npm
    size = sum((folder / name).stat().st_size for name in (*_FETCHED, MODULES))
    for name, head in (("worker.js", f"const LOADED = {size};\n"), ("engine.js", f'const SERVER = "{_SERVER}";\n')):
        _write(folder / name, head.encode() + (HERE / name).read_bytes())


def modules() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each file that the engine imports or reads."""
    service = _ROOT / "service"
    for package in _PACKAGES:
        yield from _files(service / package, f"service/{package}")
    for path in sorted([*service.glob("*.py"), *service.glob("*.md")]):
        yield f"service/{path.name}", path.read_bytes()
    # Where a wheel has it, too, and as JSON, which is read faster (stand_ins/yaml.py).
    yield "service/openapi.yaml", json.dumps(load_document()).encode()
    for library in _LIBRARIES:
        found = find_spec(library)
        if found is None or found.origin is None:
            raise ModuleNotFoundError(library)
        yield from _files(Path(found.origin).parent, library)
    for path in sorted((HERE / "stand_ins").glob("*.py")):
        yield path.name, path.read_bytes()
    yield "in_page.py", (HERE / "in_page.py").read_bytes()


def _files(folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and path.suffix not in _COMPILED and _NOT_IN_THE_ARCHIVE.isdisjoint(inside.parts):
            yield f"{name}/{inside.as_posix()}", path.read_bytes()


def _write_offline_worker(folder: Path) -> None:
    """Write the worker that keeps all files of the site in the browser."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    home = sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    names = [f"./{path.relative_to(folder).as_posix().removesuffix('index.html')}" for path in files]
    head = f"const HOME = {json.dumps(home)};\nconst FILES = {json.dumps(names)};\nconst PAGES = [];\n"
    _write(folder / _OFFLINE, head.encode() + _WORKER.read_bytes())


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


if __name__ == "__main__":
    site = Path(sys.argv[1])
    shutil.rmtree(site, ignore_errors=True)
    write_site(site)
    print(f"{site}: open it by a web server, such as python3 -m http.server --directory {site}")  # noqa: T201 - a script says what it wrote
