# Each target does all of its own set-up: `make run` installs what a run needs, `make test` what tests
# need too. Nothing but Python 3.11 to 3.14 and a package index is needed before.
WILL_DO = -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 15))'
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p $(WILL_DO) 2>/dev/null && { echo $$p; break; }; done)
CONFIG ?= configs/ga_n50.yaml
BIN = .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
# Everything is in the locks. What is used is compiled when it is first imported, and kept: compiling all
# that could be used takes three times as long as unpacking it.
INSTALL = $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-deps --no-compile
unexport PYTHONDONTWRITEBYTECODE
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --no-annotate --custom-compile-command "make lock"

.PHONY: run test slow test-all pytest speed coverage lab lecture classroom docs paper studies package setup lint lock lowest newest clean

run: .venv/ready  ## Run an experiment: make run [CONFIG=configs/compare_n50.yaml]
	$(BIN)/metaqueens run $(CONFIG)

test: lint  ## Before each commit: style, types, layers and the quick tests (tests/slow.py names all others)
	$(BIN)/python -m pytest -m "not slow"

slow: setup  ## The slow tests alone
	$(BIN)/python -m pytest -m slow

test-all: test slow  ## Everything that must hold

pytest: setup  ## Tests, slow ones too: make pytest [TESTS=tests/core]
	$(BIN)/python -m pytest $(TESTS)

speed: setup  ## Each headline speed beside a reference, held against experiments/benchmarks/accepted.json
	$(BIN)/python experiments/benchmarks/speed.py

# Coverage sees no line of a compiled kernel: tests of kernels run without the compiler, all others with it.
KERNELS = core exact golden landscape problem
# Long, and they add next to nothing: the golden record runs every search already.
UNCOUNTED = algorithms docs
# Where it may not write a file it may not write what was covered either; and a timer that raises an error
# anywhere may do so where coverage holds its lock, for ever.
UNWATCHED = tests/cli/test_survival.py::test_a_page_is_written_whole_or_not_at_all \
	tests/test_plugin_packages.py::test_a_plug_in_that_never_ends_is_cut_off tests/test_checking.py
coverage: setup  ## The lines that tests run, kernels interpreted; fails below 95 %
	rm -rf build/coverage && mkdir -p build/coverage
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest $(addprefix tests/,$(KERNELS))
	$(BIN)/coverage run -m pytest tests $(addprefix --deselect=,$(UNWATCHED)) $(addprefix --ignore=tests/,$(filter-out core,$(KERNELS)) $(UNCOUNTED))
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

lab: setup  ## The module of the page of `metaqueens lab`, compiled from the present kernels
	$(INSTALL) ziglang==0.17.1
	$(BIN)/python -m wasm.build

lecture: .venv/ready  ## Pages, films and figures of docs/lecture, in build/lecture
	$(BIN)/python -m docs.lecture.build build/lecture

classroom: lecture  ## lecture.zip and lab.html for a class, in build/classroom: no installation, no network
	rm -rf build/classroom build/lecture/class/metaqueens-*.whl && mkdir -p build/classroom
	$(BIN)/python -m hatchling build -t wheel -d build/lecture/class
	cd build && $(abspath $(BIN))/python -m zipfile -c classroom/lecture.zip lecture
	$(BIN)/metaqueens lab -o build/classroom/lab.html

docs: setup lecture  ## The documentation as pages that need no network, in build/docs
	$(BIN)/python -m sphinx -q -W -n -b html docs build/docs
	@echo build/docs/index.html

paper: .venv/ready  ## The figure of paper/paper.md, and the numbers that its text has
	$(BIN)/metaqueens run paper/torus.yaml --no-report -o build/paper
	$(BIN)/metaqueens compare build/paper
	$(BIN)/metaqueens report build/paper --figures build/paper/figures
	cp build/paper/figures/ecdf_evaluations.png paper

studies: .venv/ready  ## How long each study takes; make studies STUDY="hard restarts", or all, repeats them
	$(BIN)/python -m experiments.studies $(STUDY)

package: setup  ## The wheel and the sdist in dist, checked, and tried in environments of their own
	rm -rf dist
	$(BIN)/python -m hatchling build
	$(BIN)/twine check --strict dist/*
	$(BIN)/check-wheel-contents dist
	bash tests/package.sh "$(PYTHON)" dist/*

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/sp-repo-review --show err .
	$(BIN)/zizmor --quiet --offline .github

setup: .venv/ready-dev  ## Make .venv with everything that work on metaqueens needs

.venv/ready: requirements.lock pyproject.toml
	@test -n "$(PYTHON)" && $(PYTHON) $(WILL_DO) || { echo "metaqueens needs Python 3.11 to 3.14, with venv; make PYTHON=/path/to/python3" >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	@echo "installing what is in the lock: a minute or less"
	$(INSTALL) --require-hashes -r requirements.lock
	$(INSTALL) --no-build-isolation --editable .
	@touch $@

.venv/ready-dev: requirements-dev.lock .venv/ready
	@echo "installing what tests need: a minute or less"
	$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

lock: setup  ## Renew both locks from pyproject.toml: make lock [UPGRADE=--upgrade]
	$(LOCK) $(UPGRADE) --group build --output-file requirements.lock pyproject.toml
	$(LOCK) $(UPGRADE) --group dev --all-extras --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml

lowest newest: setup  ## Run the main jobs and the tests with the lowest or newest versions that pyproject.toml allows
	bash tests/versions.sh $@

clean:
	rm -rf .venv .venv-lowest .venv-newest build dist
