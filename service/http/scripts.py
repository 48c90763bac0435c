"""One script of the modules of a page: what it loads is one file, and no tool has to make it.

A module becomes a function that returns what it exports, so that no name of one gets in the way of another's. The
scripts are made when the service starts: that of the desk, of its score sheet, and of ``<spades-replay>``, which comes
with its styles, as a page of others loads it with one tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

_DESK: Final = Path(__file__).parents[1] / "desk"
_REPLAY: Final = _DESK / "replay" / "element.js"
_DRAWINGS: Final = _DESK / "static" / "table" / "card.svg"
"""Of what cards are put together: the script of a page that shows cards has it."""
_REPLAY_STYLES: Final = (_DESK / "static" / "table" / "table.css", _DESK / "replay" / "replay.css")

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class) (\w+))", re.MULTILINE)
# How a module of others names what it exports, at its end.
_EXPORTS = re.compile(r"export\{([^}]*)\};?\s*\Z")
# Whole lines only: what looks like a comment may also be in a string. The notice of a licence (/*!) stays.
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?!!)(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_SPACE_OR_COMMENT = re.compile(r"[ \t]|//")
_SIGNS_OF_TEMPLATES = re.compile(r"\\.|markup`|`|\$\{|[{}\n]")
_STYLE_COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)


@cache
def modules_of(source: Path) -> tuple[Path, ...]:
    """Return a module and all that it imports, and those, each after all that it imports itself."""
    found: list[Path] = []
    _find(source.resolve(), found)
    return tuple(found)


def _find(module: Path, found: list[Path]) -> None:
    if module not in found:
        for _, path in _IMPORT.findall(module.read_text(encoding="utf-8")):
            _find((module.parent / path).resolve(), found)
        found.append(module)


def in_one_script(source: Path, data: str = "") -> str:
    """Return one script made of a module and all that it imports; ``data`` defines constants for all of them."""
    modules = modules_of(source)
    numbers = {module: number for number, module in enumerate(modules)}
    parts = [_wrapped(module, numbers) for module in modules]
    if _DRAWINGS.with_suffix(".js").resolve() in modules:
        data += _constant("PICTURES", _DRAWINGS.read_text(encoding="utf-8"))
    head = f"// Made of {source.name} and the modules that it imports.\n"
    return f'{head}(() => {{\n"use strict";\n{data}{"".join(parts)}}})();\n'


def replay() -> str:
    """Return the script of ``<spades-replay>``."""
    return in_one_script(_REPLAY, _constant("STYLES", in_one_style_sheet(_REPLAY_STYLES)))


def _constant(name: str, text: str) -> str:
    """Return the statement that gives a text this name."""
    escaped = text.replace("\\", "\\\\").replace("`", "\\`")
    return f"const {name} = `{escaped}`;\n"


def in_one_style_sheet(paths: Sequence[Path]) -> str:
    """Return the style sheets at these paths in this order, without their comments."""
    return "\n".join(_STYLE_COMMENT.sub("", path.read_text(encoding="utf-8")) for path in paths)


def _wrapped(module: Path, numbers: dict[Path, int]) -> str:
    """Return a module as a function that is called at once; one that exports nothing may wait for something."""
    written = module.read_text(encoding="utf-8")
    if any(map(_SPACE_OR_COMMENT.match, _inside_templates(written))):
        raise ValueError(f"{module.name} has a template with a line that begins with a space or a comment: it is lost")
    text = _COMMENT.sub("", written)
    listed = [name.split(" as ") for found in _EXPORTS.findall(text) for name in found.split(",")]
    exported = ", ".join([*_EXPORT.findall(text), *(f"{outside}: {inside}" for inside, outside in listed)])

    def taken(imported: re.Match[str]) -> str:
        names = imported[1].replace(" as ", ": ").strip()
        return f"const {{ {names} }} = m{numbers[(module.parent / imported[2]).resolve()]};\n"

    body = _INDENT.sub("", _EXPORT.sub("", _EXPORTS.sub("", _IMPORT.sub(taken, text)))).strip()
    if re.search(r"^(import|export)\b", body, re.MULTILINE):
        raise ValueError(f"{module.name} imports or exports in a way that can't be made into one script")
    if not exported:
        return f"(async () => {{\n{body}\n}})();\n"
    return f"const m{numbers[module]} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n"


def _inside_templates(text: str) -> Iterator[str]:
    """Yield the lines of a module that begin inside a template, but for markup, of which the lines are no text."""
    inside = [""]
    for found in _SIGNS_OF_TEMPLATES.finditer(text):
        sign, is_text = found[0], inside[-1].endswith("`")
        if (sign == "`" and is_text) or (sign == "}" and inside[-1] == "{"):
            inside.pop()
        elif sign == "${" or (sign in {"{", "`", "markup`"} and not is_text):
            inside.append(sign[-1] if sign != "markup`" else sign)
        elif sign == "\n" and inside[-1] == "`":
            yield text[found.end() :].partition("\n")[0]
