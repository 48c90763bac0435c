"""What pyproject.toml can't say: version and packages, files beside them, and the core compiled on request.

The version is that of the contract. With SPADES_COMPILE set, `python setup.py build_ext --inplace` compiles the core
beside its sources (`make compile`), and a wheel holds it compiled. `service/core_build.py` decides what is loaded.
"""

import importlib.metadata
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

_HERE = Path(__file__).parent
sys.path.insert(0, str(_HERE))  # a build starts elsewhere
os.environ.pop("SPADES_CORE", None)  # what a running service asks for; a build loads no core

from service import core_build, shipped  # noqa: E402 - found only now


def _compiler() -> str:
    """Return the version of the compiler; nothing where it is not installed."""
    try:
        return importlib.metadata.version("mypy")
    except importlib.metadata.PackageNotFoundError:
        return ""


# Found again by service/shipped.py, under the same names. MANIFEST.in adds them to source archives.
_EXAMPLES = sorted(path.relative_to(_HERE) for path in _HERE.glob("contract/examples/*/*"))
_SHIPPED = ("openapi.yaml", "deploy/gunicorn.conf.py", *map(str, _EXAMPLES))
# Everything that decides what is made of the sources: another compiler starts anew.
_GENERATED = Path("build", "core", sys.implementation.cache_tag, _compiler())
# Before the compiler reads them.
_SOURCES = core_build.digest_of(_HERE / "service")


class BuildWithShippedFiles(build_py):
    """Copy the files into the package of a wheel; an editable install finds them in the checkout.

    The shapes of the library are made before, in both.
    """

    def run(self) -> None:
        """Build the package."""
        from contract.shapes import write_shapes  # noqa: PLC0415 - needs PyYAML, which is not there to compile the core

        write_shapes()
        super().run()
        if not self.editable_mode:
            for name, target in zip(_SHIPPED, self._targets(), strict=True):
                self.mkpath(str(target.parent))
                self.copy_file(name, str(target))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:  # noqa: FBT001, FBT002 - its signature
        """Return the paths of all built files."""
        return [*super().get_outputs(include_bytecode), *map(str, self._targets())]

    def _targets(self) -> list[Path]:
        return [Path(self.build_lib, "service", name) for name in _SHIPPED]


class BuildCore(build_ext):
    """Compile the core, on all cores of the machine, and write down what it was made of."""

    def run(self) -> None:
        """Build the extension modules; while that lasts, there is no record, so that none of them is loaded."""
        if not self.extensions:
            return
        self._record().unlink(missing_ok=True)
        super().run()
        if core_build.digest_of(_HERE / "service") != _SOURCES:
            raise SystemExit("The sources of the core changed while they were compiled: compile them again.")
        suffix = Path(self.get_ext_filename("module")).name.removeprefix("module")
        self._record().write_bytes(core_build.record_of(_HERE / "service", suffix))

    def build_extensions(self) -> None:
        """Compile the sources of each extension side by side, and only those that have changed.

        setuptools would take one after the other. mypyc leaves a file of C alone if it would write the same again.
        """
        compiler, compile_in_turn = self.compiler, self.compiler.compile
        newest_header = max((path.stat().st_mtime for path in _GENERATED.rglob("*.h")), default=0.0)

        def compile_one(source: str, output_dir: str, options: dict[str, object]) -> str:
            (target,) = compiler.object_filenames([source], output_dir=output_dir)
            made = Path(target).stat().st_mtime if Path(target).exists() else 0.0
            if made <= max(newest_header, Path(source).stat().st_mtime):
                compile_in_turn([source], output_dir=output_dir, **options)
            return str(target)

        def compile_at_once(sources: list[str], output_dir: str, **options: object) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                return list(pool.map(lambda source: compile_one(source, output_dir, options), sources))

        self.compiler.compile = compile_at_once
        super().build_extensions()

    def get_outputs(self) -> list[str]:
        """Return the paths of all built files."""
        return [*super().get_outputs(), str(self._record())] if self.extensions else []

    def _record(self) -> Path:
        return Path("." if self.inplace else self.build_lib, "service", core_build.RECORD)


def _core() -> list[Extension]:
    """Return the extension modules of the core; none unless they are asked for."""
    if not os.environ.get("SPADES_COMPILE"):
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - only whoever compiles has the compiler

    sources = [str(path.relative_to(_HERE)) for path in core_build.sources_of(_HERE / "service")]
    extensions: list[Extension] = mypycify(
        sources,
        opt_level="2",
        debug_level="0",
        multi_file=True,
        target_dir=str(_GENERATED),
        group_name=core_build.LIBRARY.removesuffix("__mypyc"),
    )
    for each in extensions:
        each.include_dirs.append(str(_GENERATED / "service"))  # the group has a dotted name
        # Calls within it need no table: a tenth faster. A list of its own, since all extensions share one.
        each.extra_compile_args = [*each.extra_compile_args, "-fvisibility=hidden"]
    return extensions


setup(
    version=shipped.contract_version(),
    # What others import has a name that is nobody else's.
    packages=[*find_packages(include=["service", "service.*"], exclude=["service.library"]), "spades_arbiter"],
    package_dir={"spades_arbiter": "service/library"},
    cmdclass={"build_py": BuildWithShippedFiles, "build_ext": BuildCore},
    ext_modules=_core(),
)
