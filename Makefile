# `make` lists the commands. Everything lives in .venv; nothing is installed globally.
PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed
TOOLS := .venv/.installed-tools
TESTS ?= tests
.DEFAULT_GOAL := help
.PHONY: help play test check format coverage long-test bench ladder clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Rheinländer needs Python 3.11 or newer; set PYTHON=..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing into .venv (once; less than a minute) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(TOOLS): $(INSTALLED)
	@echo "Installing what tests need into .venv (once; a minute or two) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,rl,render]'
	@for extra in openspiel cuda; do $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[$$extra]" \
		|| echo "!! the extra '$$extra' cannot be installed here; its tests will be skipped"; done
	@touch $@

play: $(INSTALLED) ## play in the terminal
	@$(BIN)/rheinlaender play

test: $(TOOLS) ## run all tests, then measure the coverage of board, rules and game
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup $(TESTS)
	$(MAKE) --no-print-directory coverage

coverage: $(TOOLS) ## run the tests of the core interpreted; every line and branch must be covered
	$(BIN)/python -m pytest -q -n 2 --cov --cov-report=term tests/unit tests/rulebook tests/games

check: $(TOOLS) ## format, lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/architecture

format: $(TOOLS) ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

long-test: $(TOOLS) ## many more games against the oracle and the compiled engine (about half an hour)
	RHEINLAENDER_LONG=1 $(BIN)/python -m pytest -q -n 2 tests/oracle tests/targets

bench: $(TOOLS) ## speed and size of the engine
	@$(BIN)/rheinlaender bench

ladder: $(TOOLS) ## strength of the computer players; writes docs/reference/strength.md (about an hour, resumable)
	@$(BIN)/python tools/ladder.py

clean: ## remove the virtual environment and all caches
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
