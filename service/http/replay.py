"""The one file of ``<spades-replay>``, made of its source, the modules of the desk that this imports, and their styles.

A module becomes a function that returns what it exports, so that no name of one gets in the way of another's. The file
is a plain script: a page loads it with one tag, and it loads nothing. It is made when the service starts.
"""

from __future__ import annotations

import re
from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "desk"
_SOURCE = _FOLDER / "replay" / "element.js"
_STYLES = (_FOLDER / "static" / "table" / "table.css", _FOLDER / "replay" / "replay.css")

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class) (\w+))", re.MULTILINE)
# Whole lines only: what looks like a comment may also be in a string.
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*?(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_HEAD = "// <spades-replay>, made of service/desk/replay/element.js and the modules of the desk.\n"


def replay(words: str) -> str:
    """Return the text of the file; ``words`` is what the catalogue calls each offence, as JSON."""
    modules = _with_imports(_SOURCE, [])
    numbers = {module: number for number, module in enumerate(modules)}
    parts = [_wrapped(module, numbers) for module in modules]
    styles = "\n".join(_without_comments(path.read_text(encoding="utf-8")) for path in _STYLES)
    data = f"const WORDS = {words};\nconst STYLES = `{styles}`;\n"
    return f'{_HEAD}(() => {{\n"use strict";\n{data}{"".join(parts)}}})();\n'


def _with_imports(module: Path, found: list[Path]) -> list[Path]:
    """Return the modules that come before a module, and itself, each after all that it imports."""
    if module not in found:
        for _, path in _IMPORT.findall(module.read_text(encoding="utf-8")):
            _with_imports((module.parent / path).resolve(), found)
        found.append(module)
    return found


def _wrapped(module: Path, numbers: dict[Path, int]) -> str:
    """Return a module as a function that is called at once."""
    text = _COMMENT.sub("", module.read_text(encoding="utf-8"))
    exported = ", ".join(_EXPORT.findall(text))

    def taken(imported: re.Match[str]) -> str:
        names = imported[1].replace(" as ", ": ").strip()
        return f"const {{ {names} }} = m{numbers[(module.parent / imported[2]).resolve()]};\n"

    body = _INDENT.sub("", _EXPORT.sub("", _IMPORT.sub(taken, text))).strip()
    if re.search(r"^(import|export)\b", body, re.MULTILINE):
        raise ValueError(f"{module.name} imports or exports in a way that can't be made into one file")
    if any(line.count("`") % 2 for line in body.splitlines()):
        raise ValueError(f"{module.name} has a template of more than one line, whose indentation would be lost")
    result = f"const m{numbers[module]} = " if exported else ""
    ending = f"\nreturn {{ {exported} }};" if exported else ""
    return f"{result}(() => {{\n{body}{ending}\n}})();\n"


def _without_comments(styles: str) -> str:
    return re.sub(r"/\*.*?\*/\n?", "", styles, flags=re.DOTALL).replace("\\", "\\\\").replace("`", "\\`")
