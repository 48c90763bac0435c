"""Put the files that lie beside the package into wheels; everything else about packaging is in pyproject.toml."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

# Found again by service/shipped.py, under the same names. MANIFEST.in adds them to source archives.
_SHIPPED = ("openapi.yaml", "deploy/gunicorn.conf.py")


class BuildWithShippedFiles(build_py):
    """Copy the files into the package of a wheel; an editable install finds them in the checkout."""

    def run(self) -> None:
        """Build the package."""
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


setup(cmdclass={"build_py": BuildWithShippedFiles})
