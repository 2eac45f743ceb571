# make weekly   set everything up and play the weekly league
# make test     set everything up and run all checks and tests
# make check    the checks alone: ruff, mypy, import order
# make slow     the tests that take minutes
# make bench    what costs what, measured

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
WORKERS ?= auto

.PHONY: weekly test check slow bench clean

weekly: $(VENV)/.ready
	$(BIN)/arena run tournaments/weekly.yaml

test: check
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -q

check: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

slow: $(VENV)/.ready-dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -m slow -q

bench: $(VENV)/.ready-dev
	$(BIN)/python -m tests.bench

$(VENV)/.ready: pyproject.toml .ci/packages
	sh .ci/packages run
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --use-pep517 -e '.[sandbox]'
	touch $@

$(VENV)/.ready-dev: $(VENV)/.ready .ci/packages
	sh .ci/packages test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --use-pep517 -e '.[sandbox,dev]'
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
