# Two commands: `make demo` sets everything up and cleans the samples; `make test` sets up and tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: setup models demo test lint types bench clean

setup: $(VENV)/.installed

# setuptools tells everybody who installs a mapped layout in place how such an install works: nothing to act on.
# opencv-python needs libGL, which slim machines lack; the headless build of the same version, installed over
# it, does not. Installing it last keeps one working cv2 everywhere.
$(VENV)/.installed: pyproject.toml
	@echo "Setting up $(VENV): packages are loaded through pip, which takes a minute or two."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	PYTHONWARNINGS="ignore:Editable installation" $(BIN)/python -m pip install --quiet -e ".[dev]"
	$(BIN)/python -c "import cv2" 2>/dev/null || { \
	  version=$$($(BIN)/python -c "from importlib.metadata import version; print(version('opencv-python'))"); \
	  $(BIN)/python -m pip install --quiet --force-reinstall --no-deps "opencv-python-headless==$$version"; }
	touch $@

models: setup
	$(BIN)/shotveil models add ppocrv6-tiny

demo: models
	rm -rf build/demo build/private
	mkdir -p build/private
	@echo "Cleaning two sessions; every picture is read again by every installed reader: a few minutes."
	$(BIN)/shotveil sanitize samples/session_en/captures -o build/demo/session_en --session build/private/en.session.jsonl --verify full
	$(BIN)/shotveil sanitize samples/session_zh/captures -o build/demo/session_zh --session build/private/zh.session.jsonl --verify full
	for lang in en zh; do \
	  $(BIN)/shotveil resolve samples/session_$$lang/reply.json --session build/private/$$lang.session.jsonl -o build/private/reply_$$lang.json && \
	  cmp build/private/reply_$$lang.json samples/session_$$lang/reply.resolved.json || exit 1; done
	@echo "Auditing what was released."
	$(BIN)/shotveil audit build/demo/session_en --session build/private/en.session.jsonl
	$(BIN)/shotveil audit build/demo/session_zh --session build/private/zh.session.jsonl
	@echo "Safe copies: build/demo. Private mappings: build/private."

test: models
	$(BIN)/python -m pytest -n auto

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	mkdir -p .types/shotveil
	for p in cli core renderers; do ln -sfn ../../$$p .types/shotveil/$$p; done
	$(BIN)/mypy -p shotveil

bench: models
	for f in tests/benchmarks/bench_*.py; do $(BIN)/python $$f; done

clean:
	rm -rf build dist .types *.egg-info
