# `make run` plays a table, `make test` checks everything. Both install what they need into .venv first.
# Every path is relative, so that a folder with a space in its name works.
PYTHON ?= $(shell for each in python3.13 python3.12 python3.11 python3; do \
	$$each -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null && { echo $$each; break; }; done)
# On Raspberry Pi OS camera and pin libraries come from the system's packages only.
SITE = $(if $(wildcard /etc/rpi-issue),--system-site-packages,)
ARGS ?=
TURN_DATE ?= today
# Tells errors only: warnings about places where packages are looked for are not for the reader.
PIP = .venv/bin/python -m pip install -qq --disable-pip-version-check
# Without bytecode on the disk each of the hundreds of processes that the tests start compiles every module it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help env env-test micropython run test test-turn test-slow mutate check style clean

help:  ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

env: .venv/installed  ## install the companion into .venv; .venv/bin/companion is the command

env-test: .venv/installed-test  ## install what the tests need as well

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11, 3.12 or 3.13 was found. Install one (Debian: apt install python3 python3-venv), then try again."; exit 1; }
	@echo "Making the folder .venv with $(PYTHON) ..."
	@$(PYTHON) -m venv $(SITE) .venv || { rm -rf .venv; echo "Python could not make .venv. On Debian: apt install python3-venv, then try again."; exit 1; }

.venv/installed: pyproject.toml | .venv/bin/python
	@echo "Installing the companion into .venv ..."
	@$(PIP) --editable .
	@touch .venv/installed

.venv/installed-test: pyproject.toml | .venv/bin/python
	@echo "Installing the companion and what its tests need into .venv ..."
	@$(PIP) --editable '.[test]'
	@touch .venv/installed .venv/installed-test

# A real MicroPython for the virtual board, pyright for the firmware, and the types of the board's own modules. Without
# npm the tests that need the first two are skipped.
micropython: hardware/virtual/node_modules/.installed build/rp2-stubs/.installed  ## install a real MicroPython for the virtual board (needs npm)

hardware/virtual/node_modules/.installed: hardware/virtual/package.json
	@if command -v npm >/dev/null; then \
		echo "Installing a MicroPython for the virtual board ..."; \
		cd hardware/virtual && npm install --no-package-lock --no-fund --no-audit --loglevel=error >/dev/null && touch node_modules/.installed; \
	else echo "npm was not found: the board's firmware is tested in CPython only. Debian: apt install npm"; fi

# Not into .venv: they would stand before Python's own modules there.
build/rp2-stubs/.installed: pyproject.toml | .venv/bin/python
	@echo "Installing the types of the board's own modules ..."
	@$(PIP) --upgrade --target build/rp2-stubs micropython-rp2-stubs
	@touch build/rp2-stubs/.installed

run: env  ## play a virtual table of Waves; more: make run ARGS="--port 8001", make run ARGS="--cards own"
	@echo "Opening a table of Waves ..."
	@.venv/bin/python -m companion play waves $(ARGS)

# What is installed is fetched side by side, and types are checked beside the tests, which leave a core idle now and then.
test:  ## all checks and tests but the slow suites
	@$(MAKE) --no-print-directory -j 2 style micropython
	@echo "Running the tests, and checking types beside them ..."
	@mkdir -p build; \
	.venv/bin/python -m mypy >build/types.txt 2>&1 & checking=$$!; \
	trap 'kill $$checking 2>/dev/null' INT TERM; \
	tests=0; .venv/bin/python -m pytest -m "not slow" $(ARGS) || tests=$$?; \
	types=0; wait $$checking || types=$$?; \
	echo "Types:"; cat build/types.txt; \
	[ $$tests = 0 ] || echo "The tests have failed."; \
	[ $$types = 0 ] || echo "The types do not fit."; \
	[ $$tests = 0 ] && [ $$types = 0 ]

test-turn: env-test micropython  ## the slow tests that are due today: a fifth of them, and those of what was changed
	@echo "Running the slow tests that are due ($(TURN_DATE)) ..."
	@.venv/bin/python -m pytest -m slow --turn $(TURN_DATE) $(ARGS)

test-slow: env-test micropython  ## the long suites: kills, thousands of games and tables, rounds through pictures
	@echo "Running all slow tests ..."
	@.venv/bin/python -m pytest -m slow $(ARGS)

mutate: env-test  ## change the rules in copies and count what their tests notice
	@echo "Changing the rules in copies ..."
	@.venv/bin/python -m tests.mutation $(ARGS)

check: style  ## linter and strict types
	@echo "Checking types ..."
	@.venv/bin/python -m mypy

style: env-test
	@echo "Checking style ..."
	@.venv/bin/python -m ruff check --quiet .
	@.venv/bin/python -m ruff format --check --quiet .

clean:  ## remove everything that was installed or built
	@echo "Removing everything that was installed or built ..."
	@rm -rf .venv build hardware/virtual/node_modules .mypy_cache .ruff_cache .pytest_cache *.egg-info
