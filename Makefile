# `make` lists the commands. What they need is installed into .venv and node_modules, with one exception: the browser
# tests need Chromium, which `make test` installs with apt-get where it is missing, if it is run as root
# (CHROMIUM=no leaves it out).
PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed
TOOLS := .venv/.installed-tools
NODE := node_modules/.installed
EXTRAS := dev,rl,render
RARE := openspiel,cuda,push
CHROMIUM ?= yes
CORE := tests/unit tests/book/test_rule_book.py tests/book/test_why.py tests/fair tests/server/test_fair.py tests/server/test_what_if.py
OTHERS := $(addprefix --ignore=,$(CORE) tests/architecture)
JOURNEYS := $(addprefix tests/browser/test_,$(addsuffix .py,home mouse keyboard pass_and_play friends talk book lost))
PYTEST := -m pytest -q --timeout 300
AT_ONCE := -n 3 --dist loadfile --no-loadscope-reorder
TRIED_AGAIN := !! tried once more, one after another; a test that fails beside others and passes alone needs mending, too
INSTALL := -m pip install --quiet --disable-pip-version-check
LOCKED := --constraint constraints.txt
NOT_LOCKED := !! the versions of constraints.txt cannot all be had here; installing what can
NOT_ALL := !! not all libraries of learners can be had here together; installing them one by one
LEARNERS := rl,openspiel,sb3,torchrl,rllib,jax
comma := ,
# tests start hundreds of processes: what one of them has read, the next ones need not read again
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
.PHONY: help ready play terminal test check browser browser-test browsers browsers-test contact-sheet server-test deploy-test format coverage examples-test site long-test thinkers-test ray-test signal-test review-test luck-test train-test test-python bench ladder lock pages wheel clean tools-by-parts

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Rheinländer needs Python 3.11 or newer; set PYTHON=..."; exit 1; }
	@$(PYTHON) -m venv .venv

$(INSTALLED): pyproject.toml | .venv/bin/python
	@echo "Installing into .venv (once; less than a minute) ..."
	@$(BIN)/python $(INSTALL) $(LOCKED) --editable . || { echo "$(NOT_LOCKED)"; $(BIN)/python $(INSTALL) --editable .; }
	@touch $@

$(TOOLS): pyproject.toml constraints.txt | .venv/bin/python
	@echo "Installing what tests need into .venv (once; a minute or two) ..."
	@$(BIN)/python $(INSTALL) $(LOCKED) --editable '.[$(EXTRAS),$(RARE)]' || { echo "$(NOT_LOCKED)"; $(MAKE) --no-print-directory tools-by-parts; }
	@touch $(INSTALLED) $@

tools-by-parts:
	@$(BIN)/python $(INSTALL) --editable '.[$(EXTRAS)]'
	@for extra in $(subst $(comma), ,$(RARE)); do $(BIN)/python $(INSTALL) --editable ".[$$extra]" \
		|| echo "!! the extra '$$extra' cannot be installed here; its tests will be skipped"; done

$(NODE): package.json package-lock.json
	@if command -v npm >/dev/null; then echo "Installing what checks the browser's part into node_modules ..."; npm install --no-save --silent --no-audit --no-fund; \
	else mkdir -p node_modules; echo "!! Node is not here: the browser's types are not checked and its accessibility tests will be skipped"; fi
	@touch $@

browser: # a browser for the tests, where it may be installed
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || { test "$(CHROMIUM)" = yes && test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
		&& echo "Installing Chromium on this machine, with apt-get, for the browser tests ..." && apt-get update -qq && { apt-get install -y -qq chromium-headless-shell >/dev/null || apt-get install -y -qq chromium >/dev/null; }; } \
		|| echo "!! Chromium is not here: browser tests will be skipped"

ready: # everything that tests need, installed side by side
	@$(MAKE) --no-print-directory -j3 $(TOOLS) $(NODE) browser

play: $(INSTALLED) ## play in the browser; HOST=0.0.0.0 lets others in your network in
	@$(BIN)/rheinlaender serve --open --log-level warning $(addprefix --host=,$(HOST))

terminal: $(INSTALLED) ## play in the terminal
	@$(BIN)/rheinlaender play

ifdef TESTS
test: $(TOOLS)
	$(BIN)/python -m pytest -q $(TESTS)
else
test: ready coverage ## run all tests; TESTS=tests/unit/test_move.py runs just these
	$(BIN)/python $(PYTEST) $(AT_ONCE) tests $(OTHERS) || { test $$? = 1 && echo "$(TRIED_AGAIN)" \
		&& $(BIN)/python $(PYTEST) --last-failed --last-failed-no-failures none tests $(OTHERS); }
	@if command -v node >/dev/null; then npm test --silent; else echo "!! Node is not here: tests/web skipped"; fi
endif

coverage: $(TOOLS) ## run the tests of the core alone; every line and branch of it must be covered
	$(BIN)/python $(PYTEST) -n 2 --dist loadfile --cov --cov-report=term $(CORE)

check: $(TOOLS) $(NODE) ## format, lint, types, layers, pages that are made from the sources
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tools.preload_web --check
	$(BIN)/python -m tools.write_types --check
	$(BIN)/python -m tools.write_colours --check
	$(BIN)/python -m tools.write_pages --check
	@if command -v node >/dev/null; then npm run --silent check; else echo "!! Node is not here: the browser's part is not checked"; fi
	$(BIN)/python -m pytest -q tests/architecture

format: $(TOOLS) $(NODE) ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@if command -v node >/dev/null; then npm run --silent format; else echo "!! Node is not here: the browser's code is not formatted"; fi

pages: $(TOOLS) ## write what is made from the sources: pages of docs/, the browser's types
	$(BIN)/python -m tools.write_pages
	$(BIN)/python -m tools.write_types
	$(BIN)/python -m tools.write_colours

long-test: $(TOOLS) ## many more games against the oracle and the compiled engine, every kind of them (more than half an hour)
	RHEINLAENDER_LONG=1 $(BIN)/python -m pytest -q -n 2 tests/unit tests/properties tests/oracle tests/targets tests/batches tests/envs tests/cli/test_streams.py

thinkers-test: $(TOOLS) ## thinkers on a real PostgreSQL, killed again and again (about three minutes)
	RHEINLAENDER_LONG=1 $(BIN)/python -m pytest -q -rP tests/server/test_thinkers.py tests/server/test_questions_of_thinkers.py

ray-test: $(TOOLS) ## matches and traces on a Ray cluster of this machine, of which a node is killed (installs Ray; three minutes)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[ray]'
	RHEINLAENDER_LONG=1 $(BIN)/python -m pytest -q tests/ray

signal-test: $(TOOLS) ## signals at 180 random moments of every long command (about six minutes)
	RHEINLAENDER_LONG=1 $(BIN)/python -m pytest -q -n 2 tests/cli/test_signals.py

review-test: $(TOOLS) ## the ledger of games of all seats and presets, and of many games of the reference policy (ten minutes)
	RHEINLAENDER_LONG=1 $(BIN)/python -m pytest -q -rP -n 2 tests/review

luck-test: $(TOOLS) ## results vary less without the luck of the cards, in 240 games of the reference policy (over an hour on two cores)
	$(BIN)/python -m tools.luck_variance --games 240 --cards 2

puzzles-test: $(TOOLS) ## judge every puzzle again with another seed, and mine some games (about fifteen minutes)
	RHEINLAENDER_LONG=1 $(BIN)/python -m pytest -q -n 2 tests/puzzles

train-test: $(TOOLS) ## train a network for two minutes and measure it (installs PyTorch)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[train]'
	RHEINLAENDER_LONG=1 $(BIN)/python -m pytest -q tests/training

examples-test: $(TOOLS) ## run the examples of learners: MaskablePPO, TorchRL, RLlib, PPO, JAX, OpenSpiel (installs them into .venv-examples)
	@test -x .venv-examples/bin/python || $(PYTHON) -m venv .venv-examples
	@.venv-examples/bin/python $(INSTALL) --editable '.[test,$(LEARNERS)]' || { echo "$(NOT_ALL)"; \
		for extra in $(subst $(comma), ,$(LEARNERS)); do .venv-examples/bin/python $(INSTALL) --editable ".[test,$$extra]" \
		|| echo "!! the extra '$$extra' cannot be installed here; its examples will be skipped"; done; }
	.venv-examples/bin/python -m pytest -q -rs tests/learners

browser-test: $(TOOLS) $(NODE) browser ## all browser tests: every page and lesson in every language, size and theme (about half an hour)
	RHEINLAENDER_LONG=1 $(BIN)/python -m pytest -q -n 2 --dist loadfile tests/browser

server-test: $(TOOLS) ## several servers on one PostgreSQL: killed in a loop, restarted, without a disk (about fifteen minutes)
	RHEINLAENDER_LONG=1 $(BIN)/python -m pytest -q tests/server/test_several.py tests/server/test_workers.py tests/server/test_neighbours.py tests/server/test_secrets.py tests/server/test_sleeping.py tests/server/test_faults.py tests/server/strangers/test_whatever.py

browsers: # Firefox and WebKit for the tests, where they may be installed
	@command -v firefox-esr >/dev/null && command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null \
		|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing Firefox and WebKit on this machine, with apt-get ..." \
		&& apt-get update -qq && apt-get install -y -qq --no-install-recommends firefox-esr webkit2gtk-driver xvfb >/dev/null; } \
		|| echo "!! Firefox and WebKit are not all here: their tests will be skipped"

browsers-test: $(TOOLS) $(NODE) browsers ## the main journeys in Firefox and in WebKit (about ten minutes)
	RHEINLAENDER_BROWSER=firefox $(BIN)/python -m pytest -q -rs $(JOURNEYS) tests/browser/test_replay.py -k "not saved"
	RHEINLAENDER_LONG=1 $(BIN)/python -m pytest -q -rs tests/browser/test_webkit.py

contact-sheet: $(TOOLS) browser ## pictures of every page at four sizes, light and dark, into artefacts/contact-sheet
	@$(BIN)/python -m tools.contact_sheet

deploy-test: $(TOOLS) ## what operators use: the wheel, proxies, doctor, measures, erasure, older databases, containers (two minutes)
	RHEINLAENDER_LONG=1 $(BIN)/python -m pytest -q tests/packaging tests/server/test_proxies.py tests/server/test_doctor.py \
		tests/server/test_measures.py tests/server/test_erasing.py tests/server/test_identities.py tests/server/test_older.py

test-python: ## try the core, the command line and the wheel with another Python: make test-python PYTHON=python3.13
	@version=$$($(PYTHON) -c 'import platform; print(platform.python_version())') && folder=.venv-$$version && \
	{ test -x $$folder/bin/python || $(PYTHON) -m venv $$folder; } && echo "Installing into $$folder ..." && \
	{ $$folder/bin/python $(INSTALL) $(LOCKED) --editable '.[test]' || { echo "$(NOT_LOCKED)"; $$folder/bin/python $(INSTALL) --editable '.[test]'; }; } && \
	$$folder/bin/python -m pytest -q -n 2 $(CORE) tests/games tests/cli tests/packaging

bench: $(TOOLS) ## speed and size of the engine, and load of the server
	@$(BIN)/rheinlaender bench
	@$(BIN)/python benchmarks/server.py load

ladder: $(TOOLS) ## strength of the computer players; writes docs/reference/strength.md (some hours, resumable)
	@$(BIN)/python -m tools.ladder

lock: $(TOOLS) ## write constraints.txt anew: the versions that pip chooses today
	@$(BIN)/python tools/write_lock.py

site: $(TOOLS) ## build the documentation site into build/site/html, strictly, and check its links (installs what builds it)
	@$(BIN)/python $(INSTALL) $(LOCKED) --editable '.[docs]' || $(BIN)/python $(INSTALL) --editable '.[docs]'
	@$(BIN)/python -m tools.site

wheel: $(INSTALLED) ## build the wheel into dist/
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

clean: ## remove the virtual environments and all caches
	rm -rf .venv .venv-* node_modules artefacts dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
