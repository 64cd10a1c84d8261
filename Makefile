# Every target sets up what it needs in .venv (bench: in .venv-bench), and is quick from the second time on.
# Kept to what make 3.81 and a POSIX sh know, so that it runs with macOS's own tools; every path is relative, so that
# the folder's path may contain blanks.

# More arguments for the command that a target runs.
ARGS =

# Compiled modules are kept, whatever the shell says: the tests start Python some hundred times.
export PYTHONDONTWRITEBYTECODE =

.PHONY: help play test test-all check docs screenshots bench clean setup-play setup-dev setup-bench

help: ## show this list (the default)
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile
	@echo 'More: ARGS="..." adds arguments, as in: make play ARGS="--lan"'
	@echo '      PYTHON=python3.12 names the Python to set up with (make clean first, to change it)'

play: setup-play ## open the table in the browser
	@.venv/bin/rowdy serve $(ARGS)

# One worker more than there are cores, since many tests wait for a browser or a server.
PYTEST = .venv/bin/python -m pytest -n $$(($$(getconf _NPROCESSORS_ONLN) + 1))

test: setup-dev ## run the tests, less the long ones
	$(PYTEST) -m "not long" $(ARGS)

test-all: setup-dev ## run all tests
	$(PYTEST) $(ARGS)

check: setup-dev ## check format, style, types and imports
	.venv/bin/ruff format --check
	.venv/bin/ruff check
	.venv/bin/mypy
	.venv/bin/lint-imports
	@sh scripts/check-node.sh

docs: setup-dev ## build the documentation's site into build/site (ARGS=serve: show it while you write)
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs $(if $(ARGS),$(ARGS),build)

screenshots: setup-dev ## take pictures of every page, into build/screenshots
	.venv/bin/python -m tests.browser.screenshots $(ARGS)

bench: setup-bench ## measure the speed, beside that of OpenSpiel
	.venv-bench/bin/python -m benchmarks $(ARGS)

clean: ## remove everything that the other targets made
	rm -rf .venv .venv-bench node_modules build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

setup-play:
	@sh scripts/setup.sh .venv play

setup-dev:
	@sh scripts/setup.sh .venv dev

setup-bench:
	@sh scripts/setup.sh .venv-bench bench
