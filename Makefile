# `make run` and `make test` each do all of their own set-up; nothing but Python 3.11+ is needed before.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
CONFIG ?= configs/ga_n50.yaml
BIN = .venv/bin

.PHONY: run test lecture docs setup lint lock lowest clean

run: setup  ## Run an experiment: make run [CONFIG=configs/compare_n50.yaml]
	$(BIN)/metaqueens run $(CONFIG)

test: setup lint  ## Everything that must hold before a commit
	$(BIN)/python -m pytest

lecture: setup  ## Pages, films and figures of docs/lecture, in build/lecture
	$(BIN)/python -m docs.lecture.build build/lecture

docs: setup  ## The documentation as pages that need no network, in build/docs
	$(BIN)/python -m sphinx -q -W -n -b html docs build/docs
	@echo build/docs/index.html

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

setup: .venv/ready  ## Make .venv with everything that `run` and `test` need

.venv/ready: requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "metaqueens needs Python 3.11 or later, with venv; make PYTHON=/path/to/python3" >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

lock:  ## Renew requirements.lock from pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-emit-find-links --no-annotate --custom-compile-command "make lock" --extra dev --output-file requirements.lock pyproject.toml

lowest:  ## Run the main jobs and the tests with the lowest versions that pyproject.toml allows
	bash tests/lowest.sh

clean:
	rm -rf .venv .venv-lowest build dist
