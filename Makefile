# One command for each job. All share a virtual environment that is created on first use.

PYTHON ?= python3
PORT ?= 8000

VENV := .venv
CLIENTS := .venv-clients
# The formatter and the linter of the JavaScript that browsers load.
DESK_LINT := tests/desk/lint
DESK_FILES := "service/desk/static/**/*.js" service/desk/replay/element.js "service/pages/reference/*.js" \
    "tests/desk/modules/*.mjs" "$(DESK_LINT)/*.js" "deploy/site/*.{js,mjs}"
# What others have written stays as it is; eslint.config.js passes it over, too.
VENDORED := service/desk/static/vendor/**
PY := $(VENV)/bin/python
SHAPES := service/library/shapes.py
# Called as modules: the scripts in bin/ contain an absolute path and break when the checkout is moved.
PIP := $(PY) -m pip --disable-pip-version-check
# Installs only files whose hash is in the lock.
INSTALL := $(PIP) install --quiet --require-hashes --requirement
# Used by `make lock` alone, in an environment of its own.
UV_VERSION := 0.13.8
# Used by `make audit` alone, likewise.
AUDIT_VERSION := 2.10.1
# Used by `make release` alone, likewise.
CYCLONEDX_VERSION := 7.3.1
# Used by `make mutants` alone, likewise.
COSMIC_RAY_VERSION := 8.7.0

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve test test-all compile cluster mcp clients lint lint-desk format types contract renew site bench endure mutants lock audit release clean

help:
	@echo "make serve    run the service on 127.0.0.1 (PORT=$(PORT))"
	@echo "make test     run the tests, in five minutes on two cores (ARGS='...' goes to pytest)"
	@echo "make test-all run what that leaves out: wheel, image, proxy, cluster, browser, and random rounds by the thousand"
	@echo "make compile  compile the core, which makes it twice as fast (needs a C compiler and some minutes)"
	@echo "make cluster  install what ./spades-arbiter needs to answer files on a cluster (docs/how-to/answer-on-a-cluster.md)"
	@echo "make mcp      install what ./spades-arbiter mcp needs to be called by assistants (docs/how-to/call-from-an-assistant.md)"
	@echo "make clients  install the client generators and linters that the tests of the contract run (needs npm)"
	@echo "make lint     check style and formatting"
	@echo "make format   apply the formatting and the safe fixes"
	@echo "make types    check the types"
	@echo "make contract write openapi.yaml and the tables of docs/reference/rules.md from the catalogue"
	@echo "make renew    the same, and then everything that shows or pins answers (CONTRIBUTING.md, when answers change)"
	@echo "make site     write dist/site: the desk as files for any web server, which answers in the page itself (needs npm)"
	@echo "make bench    run the benchmarks (ARGS='...' goes to them)"
	@echo "make endure   run the shipped parts under hostile load for some minutes and print figures (needs nginx)"
	@echo "make mutants  change the core in random places, one at a time, and count what its tests notice (half an hour)"
	@echo "make lock     renew requirements/ (ARGS=--upgrade also moves the pins)"
	@echo "make audit    check requirements/ for known vulnerabilities (asks PyPI)"
	@echo "make release  check, build and describe a release in dist/ (docs/how-to/cut-a-release.md; asks PyPI)"
	@echo "make clean    remove the environment and everything generated"

# exec: a signal sent to this recipe reaches gunicorn.
serve: $(VENV)/.runtime
	@PORT="$(PORT)" exec $(PY) -m service.launch

# The variable: with jsonschema-rs installed, openapi-spec-validator would switch to it and report less.
# worksteal: a process that is done takes over tests of another. ARGS="-n 0" runs all in one process, as --pdb needs it.
PYTEST := OPENAPI_SPEC_VALIDATOR_SCHEMA_VALIDATOR_BACKEND=jsonschema $(PY) -m pytest --numprocesses auto --dist worksteal

test: $(VENV)/.dev $(SHAPES)
	@$(PYTEST) -m "not long" $(ARGS)

# The two together are all tests. A test that lacks its tool is skipped, and says what it lacks; with CI set, it fails.
test-all: $(VENV)/.dev $(SHAPES)
	@$(PYTEST) -m long $(ARGS)

# What it makes is loaded by `serve` and `test` for as long as it fits the sources (service/core_build.py).
compile: $(VENV)/.compile
	@SPADES_COMPILE=1 $(PY) setup.py --quiet build_ext --inplace
	@$(PY) -c "from service import core_build; print(f'The core is {core_build.choose()}.')"

cluster: $(VENV)/.cluster

mcp: $(VENV)/.mcp

clients: $(CLIENTS)/.made tests/clients/node_modules/.made deploy/site/node_modules/.made

# Whoever has no npm can still lint the Python; in CI there is npm.
lint: $(VENV)/.dev
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@if command -v npm >/dev/null || [ -n "$$CI" ]; then $(MAKE) --no-print-directory lint-desk; \
	else echo "Without npm, the desk's JavaScript was not checked." >&2; fi

lint-desk: $(DESK_LINT)/node_modules/.made
	@$(DESK_LINT)/node_modules/.bin/prettier --config $(DESK_LINT)/prettier.json --log-level warn --check $(DESK_FILES) "!$(VENDORED)"
	@$(DESK_LINT)/node_modules/.bin/eslint --config $(DESK_LINT)/eslint.config.js $(DESK_FILES)

format: $(VENV)/.dev
	@$(PY) -m ruff check --fix
	@$(PY) -m ruff format
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(DESK_LINT)/node_modules/.made && \
	    $(DESK_LINT)/node_modules/.bin/prettier --config $(DESK_LINT)/prettier.json --log-level warn --write $(DESK_FILES) "!$(VENDORED)"; fi

types: $(VENV)/.dev $(SHAPES)
	@$(PY) -m mypy service contract tests conformance deploy .ci/release.py $(wildcard benchmarks)

# The types of the library; a wheel and the image make them themselves (setup.py, Dockerfile).
$(SHAPES): openapi.yaml contract/shapes.py | $(VENV)/.dev
	@$(PY) -m contract.shapes

contract: $(VENV)/.dev
	@$(PY) -m contract

# In this order: examples are answers by the contract, digests are of the answers to the examples, too, and the kit takes
# its requests from both.
renew: contract
	@$(PY) -m tests.contract.renew_examples
	@$(PY) -m tests.contract.answers
	@$(PY) -m tests.conformance.make

site: $(VENV)/.dev deploy/site/node_modules/.made
	@$(PY) -m deploy.site.build dist/site

bench: $(VENV)/.dev
	@$(PY) -m benchmarks $(ARGS)

endure: $(VENV)/.dev
	@$(PY) -m tests.deploy.endurance $(ARGS)

mutants: $(VENV)/.dev
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; \
	$(PYTHON) -m venv "$$tmp/venv"; \
	"$$tmp/venv/bin/python" -m pip --disable-pip-version-check install --quiet cosmic-ray==$(COSMIC_RAY_VERSION); \
	"$$tmp/venv/bin/python" -m tests.mutants --python "$(CURDIR)/$(PY)" $(ARGS)

# The environment itself; --clear removes what a failed attempt may have left.
$(VENV)/.made:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" \
	    || { echo "Python 3.11 or newer is needed; name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) \
	    || { echo "Python cannot make virtual environments; on Debian and Ubuntu install python3-venv." >&2; exit 1; }
	@touch $@

# Stamp files: a second run starts at once, and a changed lock is installed again.
$(VENV)/.runtime: requirements/runtime.txt $(VENV)/.made
	@$(INSTALL) $<
	@touch $@

# The other locks hold the same pins, so that no install undoes another.
$(VENV)/.compile: requirements/compile.txt $(VENV)/.runtime
	@$(INSTALL) $<
	@touch $@

# The development lock holds the same runtime pins, so neither install undoes the other.
$(VENV)/.dev: requirements/dev.txt $(VENV)/.runtime
	@$(INSTALL) $<
	@touch $@

# So does the lock of the cluster.
$(VENV)/.cluster: requirements/cluster.txt $(VENV)/.runtime
	@$(INSTALL) $<
	@touch $@

# And that of the server of assistants.
$(VENV)/.mcp: requirements/mcp.txt $(VENV)/.runtime
	@$(INSTALL) $<
	@touch $@

# The generators and linters have their own environments, so that their packages never mix with the service's.
$(CLIENTS)/.made: requirements/clients.txt
	@$(PYTHON) -m venv --clear $(CLIENTS)
	@$(CLIENTS)/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes --requirement $<
	@touch $@

tests/clients/node_modules/.made: tests/clients/package-lock.json tests/clients/.npmrc
	@npm ci --silent --prefix tests/clients
	@touch $@

deploy/site/node_modules/.made: deploy/site/package-lock.json deploy/site/.npmrc
	@npm ci --silent --prefix deploy/site
	@touch $@

$(DESK_LINT)/node_modules/.made: $(DESK_LINT)/package-lock.json $(DESK_LINT)/.npmrc
	@npm ci --silent --prefix $(DESK_LINT)
	@touch $@

# Releases younger than a week are ignored: most bad ones are withdrawn by then. --no-config and
# --no-emit-index-url keep the settings and addresses of this machine out of the locks. --no-strip-extras: where a package
# asks for another one with an extra, older pips take a pin without it for no pin. Read the diff.
lock:
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; \
	$(PYTHON) -m venv "$$tmp/venv"; \
	"$$tmp/venv/bin/python" -m pip --disable-pip-version-check install --quiet uv==$(UV_VERSION); \
	compile() { \
	    lock=$$1; shift; \
	    "$$tmp/venv/bin/uv" --no-config pip compile --quiet --universal --python-version 3.11 \
	        --generate-hashes --no-strip-extras --no-header --no-emit-index-url --exclude-newer "1 week" \
	        --output-file "$$lock" "$$@" $(ARGS); \
	    { printf '%s\n' \
	        "# Made by \`make lock\` from pyproject.toml; change that and run it again instead of editing this file." \
	        "# Every file that may be installed on CPython 3.11 or newer is pinned by its hash, whatever the platform."; \
	      cat "$$lock"; } >"$$tmp/lock"; \
	    cat "$$tmp/lock" >"$$lock"; \
	}; \
	compile requirements/runtime.txt pyproject.toml; \
	compile requirements/cluster.txt pyproject.toml --extra cluster --constraint requirements/runtime.txt; \
	compile requirements/dev.txt pyproject.toml --extra cluster --extra mcp --group dev --constraint requirements/runtime.txt; \
	compile requirements/mcp.txt pyproject.toml --extra mcp --constraint requirements/dev.txt; \
	compile requirements/compile.txt --group compile --constraint requirements/dev.txt; \
	compile requirements/clients.txt --group clients; \
	rm -f tests/clients/package-lock.json; \
	npm install --silent --package-lock-only --prefix tests/clients; \
	rm -f $(DESK_LINT)/package-lock.json; \
	npm install --silent --package-lock-only --prefix $(DESK_LINT)

# --strict: a package that cannot be looked up is a failure, not one finding less.
audit:
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; \
	$(PYTHON) -m venv "$$tmp/venv"; \
	"$$tmp/venv/bin/python" -m pip --disable-pip-version-check install --quiet pip-audit==$(AUDIT_VERSION); \
	for lock in requirements/*.txt; do \
	    "$$tmp/venv/bin/python" -m pip_audit --strict --require-hashes --disable-pip --requirement "$$lock" $(ARGS); \
	done

# In order: nothing is built from a checkout that can't be released.
release: $(VENV)/.dev
	@$(PY) .ci/release.py check
	@$(PY) .ci/release.py build dist
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; \
	$(PYTHON) -m venv "$$tmp/venv"; \
	"$$tmp/venv/bin/python" -m pip --disable-pip-version-check install --quiet cyclonedx-bom==$(CYCLONEDX_VERSION); \
	"$$tmp/venv/bin/python" -W ignore -m cyclonedx_py requirements requirements/runtime.txt --pyproject pyproject.toml \
	    --spec-version 1.6 --output-reproducible --output-format JSON --output-file "$$tmp/bom.json"; \
	$(PY) .ci/release.py bill "$$tmp/bom.json" dist
	@$(PY) .ci/release.py rest dist

clean:
	rm -rf $(VENV) $(CLIENTS) tests/clients/node_modules $(DESK_LINT)/node_modules deploy/site/node_modules build dist *.egg-info .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache .schemathesis
	rm -rf .coverage .coverage.* coverage.xml htmlcov
	rm -f service/core_build.json $(SHAPES); find service -name '*.so' -delete
	find $(wildcard service tests benchmarks) -name __pycache__ -prune -exec rm -rf {} +
