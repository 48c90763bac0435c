// Compiles the Python modules in an archive by the Python that will run them, which halves its start in the page:
// node compile.mjs service.zip

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const COMPILE = `
import importlib.util, pathlib, py_compile, zipfile

home = pathlib.Path("/arbiter")
for path in home.rglob("*.py"):
    # Without docstrings, and taken for the source without a look at it.
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(path, importlib.util.cache_from_source(path), doraise=True, optimize=2, invalidation_mode=mode)
with zipfile.ZipFile("/compiled.zip", "w") as archive:
    for path in sorted(path for path in home.rglob("*") if path.is_file()):
        # Without the time of the file, so that the same modules make the same archive.
        entry = zipfile.ZipInfo(path.relative_to(home).as_posix())
        # Only its name is looked at beside what was compiled of it.
        content = b"" if path.suffix == ".py" else path.read_bytes()
        archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
`;

const [path] = process.argv.slice(2);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(path)), "zip", { extractDir: "/arbiter" });
python.runPython(COMPILE);
writeFileSync(path, python.FS.readFile("/compiled.zip"));
