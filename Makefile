# Two commands matter: `make demo` runs the whole loop, `make test` proves it. Both set up what they need.
PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: demo test check lab format schemas setup system clean

demo: .venv/core
	$(BIN)/cairn demo

test: .venv/dev .venv-lab/ready system
	$(BIN)/python -m pytest -n 2 --dist loadfile

check: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m cairn_nb.notebook.clean --check notebooks

format: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python -m cairn_nb.notebook.clean notebooks

lab: .venv-lab/ready
	.venv-lab/bin/jupyter lab notebooks

schemas: .venv/core
	$(BIN)/python -m cairn_nb.records.schemas docs/schemas

setup: .venv/dev

# Chromium for the browser tests, from Debian's packages; PostgreSQL comes with the Python packages of the tests.
system:
	@bash .ci/system-packages

.venv/python:
	@bash .ci/make-venv "$(PYTHON)"
	@touch $@

.venv/core: .venv/python pyproject.toml
	$(BIN)/python -m pip install -q -e .
	@touch $@

.venv/dev: .venv/core
	$(BIN)/python -m pip install -q -e '.[dev,lancedb,pgvector]'
	@bash .ci/local-models $(BIN)/python
	@touch $@

# JupyterLab in an environment of its own; its kernel is .venv's Python.
.venv-lab/ready: .venv/core
	@bash .ci/make-lab

clean:
	rm -rf .venv .venv-lab .cairn golden/sample reports/demo
