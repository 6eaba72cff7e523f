# Two commands on a fresh machine: `make site`, `make test`. They need Python 3.11 or newer with venv.
# All tools live in .venv; a stamp file there says what is installed, so that a second run installs nothing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
INCIPIT := $(BIN)/python -m generator
PYTEST := $(BIN)/python -m pytest
PORT ?= 8000
# Suites with a target of their own.
APART := --ignore=tests/clients --ignore=tests/long --ignore=tests/bench --ignore=tests/evaluate
# What `pip install -e .` packs: a change here installs again, a changed lock makes a new .venv.
PACKED := pyproject.toml $(wildcard hatch_build.py package.json package-lock.json .npmrc)

.DEFAULT_GOAL := help
.PHONY: help site test test-clients test-long check serve bench bench-texts evaluate-text evaluate-front-matter evaluate-duplicates evaluate-planted lock clean

help:
	@echo 'make site                 build the site of seeds/ into site/'
	@echo 'make test                 the test suite: no browser, no root'
	@echo 'make test-clients         Chromium, validators, feed readers'
	@echo 'make test-long            kills at random moments, long property tests'
	@echo 'make check                lint, types, floors, spelling'
	@echo 'make serve                preview with live reload (PORT=8000)'
	@echo 'make bench                1,000 and 10,000 papers, measured (PAPERS="1000 10000")'
	@echo 'make bench-texts          hostile texts: CPU, and how it grows'
	@echo 'make evaluate-text        repair and Markdown judged on a corpus'
	@echo 'make evaluate-front-matter  pages of a corpus read back by PyYAML'
	@echo 'make evaluate-duplicates  duplicate detection judged on labelled pairs'
	@echo 'make evaluate-planted     the same in a whole corpus with planted copies'
	@echo 'make lock                 renew the hash-locked requirements (needs uv)'
	@echo 'make clean                remove what the targets above made'

site: $(VENV)/.site
	$(INCIPIT) build

serve: $(VENV)/.site
	$(INCIPIT) serve --port $(PORT)

test: $(VENV)/.test
	$(PYTEST) -n 2 $(APART) tests

test-clients: $(VENV)/.clients
	$(PYTEST) tests/clients

# Property tests try more examples when INCIPIT_LONG is set.
test-long: $(VENV)/.test
	INCIPIT_LONG=1 $(PYTEST) tests/long

check: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/codespell
	$(PYTEST) tests/test_floors.py tests/test_repository.py

PAPERS ?= 1000 10000
bench: $(VENV)/.site
	$(BIN)/python tests/bench/bench.py $(PAPERS)

bench-texts: $(VENV)/.site
	$(BIN)/python tests/bench/hostile_texts.py

evaluate-text: $(VENV)/.test
	$(BIN)/python tests/evaluate/evaluate_text.py $(ARGS)

evaluate-front-matter: $(VENV)/.test
	$(BIN)/python tests/evaluate/evaluate_front_matter.py $(ARGS)

evaluate-duplicates: $(VENV)/references/.installed
	$(BIN)/python tests/evaluate/evaluate_duplicates.py $(ARGS)

# ARGS="98084 10000 merges.txt": so many records and planted copies, and where to write merges among the records.
evaluate-planted: $(VENV)/.test
	$(BIN)/python tests/evaluate/evaluate_planted.py $(ARGS)

# --- set-up ----------------------------------------------------------------------------------

$(VENV)/.locked: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Incipit needs Python 3.11 or newer, found %s; name one: make PYTHON=python3.11" % sys.version.split()[0])'
	$(PYTHON) -m venv --clear $(VENV)
	$(PIP) install --require-hashes -r requirements.lock
	@touch $@

# The build hook takes browser code by npm: the machine's, else one of its own. The npm that tests bring into .venv does
# not run inside pip's isolated build.
$(VENV)/.site: $(VENV)/.locked $(PACKED)
	PATH="$(subst $(CURDIR)/$(BIN):,,$(PATH))" $(PIP) install --no-deps -e .
	@touch $@

$(VENV)/.test: $(VENV)/.site requirements-test.lock tests/content/package-lock.json
	$(PIP) install --require-hashes -r requirements-test.lock
	cd tests/content && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

$(VENV)/references/.installed: $(VENV)/.test tests/evaluate/references.txt
	$(PIP) install --no-deps --upgrade --target $(VENV)/references -r tests/evaluate/references.txt
	@touch $@

$(VENV)/.clients: $(VENV)/.test tests/clients/requirements.lock tests/clients/package-lock.json
	tests/clients/install
	$(PIP) install --require-hashes -r tests/clients/requirements.lock
	cd tests/clients && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# `--no-emit-…` and the header keep registries and machine paths out of the locks.
LOCK := UV_CUSTOM_COMPILE_COMMAND="make lock" uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate
lock:
	$(LOCK) pyproject.toml -o requirements.lock
	$(LOCK) -c requirements.lock --group pyproject.toml:test --group pyproject.toml:check -o requirements-test.lock
	$(LOCK) -c requirements.lock -c requirements-test.lock --group pyproject.toml:clients -o tests/clients/requirements.lock

clean:
	if [ -x $(BIN)/python ] && [ -f $(VENV)/.site ]; then $(INCIPIT) clean; fi
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis tests/clients/node_modules tests/content/node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
