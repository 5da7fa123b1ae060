# make run: everything it takes to open the window. make test: the same, and every check.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest

.DEFAULT_GOAL := help
.PHONY: help run test lint bench durability clean run-packages test-packages

help:
	@echo "make run         open the window (installs what is missing first)"
	@echo "make test        lint, types, import rules, and all tests"
	@echo "make lint        the first three of these"
	@echo "make durability  kills at random moments; takes minutes"
	@echo "make bench       how fast it is, next to a yardstick"
	@echo "make clean       remove what the others made"

run: $(VENV)/run.stamp
	$(BIN)/workspace-app

test: lint
	@command -v Xvfb >/dev/null && command -v openbox >/dev/null || { echo "The tests of whole windows need Xvfb and openbox: install them, then run make test again." >&2; exit 1; }
	$(call twice,--ignore=tests/ui --ignore=tests/e2e)
	$(call twice,tests/ui tests/e2e)

# On all cores a window may miss a click, and a watcher its moment. What fails is said, and tried once more by itself; what fails again fails.
define twice
$(PYTEST) -n auto --maxprocesses 4 $(1) || $(PYTEST) $(1) --last-failed --last-failed-no-failures none
endef

lint: $(VENV)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: $(VENV)/test.stamp
	$(BIN)/python -m tests.benchmarks

durability: $(VENV)/test.stamp
	$(PYTEST) -m long

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The system's packages are looked at each time; an environment is made anew only if what it holds has changed.

run-packages test-packages: %-packages:
	@PYTHON="$(PYTHON)" packaging/system-packages $*

$(VENV)/run.stamp: pyproject.toml constraints.txt | run-packages
	packaging/environment "$(PYTHON)" $(VENV) .
	@touch $@

$(VENV)/test.stamp: pyproject.toml constraints.txt | test-packages
	packaging/environment "$(PYTHON)" $(VENV) '.[dev]'
	@touch $@ $(VENV)/run.stamp
