"""What works on this machine: OCR backends, languages, models, fonts, OpenCV's system library."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from shotveil.core.errors import ShotveilError
from shotveil.core.ocr.models import verify_models
from shotveil.core.ocr.rapidocr_engines import import_problem
from shotveil.core.ocr.registry import backend_names
from shotveil.core.ocr.tesseract import (
    INSTALL_HINT,
    LANGUAGES,
    find_program,
    installed_languages,
    program_version,
)

_EXTRAS = (
    ("easyocr", "easyocr", "pip install 'shotveil[easyocr]'"),
    ("zxingcpp", "barcodes", "pip install zxing-cpp"),
    ("pi_heif", "HEIC pictures", "pip install 'shotveil[heic]'"),
    ("pypdfium2", "PDF pages", "pip install 'shotveil[pdf]'"),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing examined: whether it works, what is there, and what would mend it ("" when nothing need)."""

    name: str
    ok: bool
    detail: str
    fix: str = ""


def examine() -> tuple[Finding, ...]:
    """Everything that reading pictures may need; imports the libraries, starts no engine."""
    return (
        _opencv(),
        _onnxruntime(),
        _rapidocr(),
        *_models(),
        *_tesseract(),
        *_extras(),
        _font(),
        Finding("backends", True, ", ".join(backend_names())),
    )


def _opencv() -> Finding:
    try:
        module = importlib.import_module("cv2")
    except ImportError as error:
        problem = import_problem(error)
        return Finding("opencv", False, problem.message, problem.hint)
    return Finding("opencv", True, str(module.__version__))


def _onnxruntime() -> Finding:
    try:
        module = importlib.import_module("onnxruntime")
    except (ImportError, OSError) as error:
        return Finding(
            "onnxruntime", False, f"cannot be imported ({type(error).__name__})", "pip install onnxruntime"
        )
    return Finding("onnxruntime", True, str(module.__version__))


def _rapidocr() -> Finding:
    for package in ("rapidocr-onnxruntime", "rapidocr"):
        try:
            return Finding("rapidocr", True, f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return Finding("rapidocr", False, "not installed", "pip install rapidocr-onnxruntime, or rapidocr")


def _models() -> list[Finding]:
    findings = []
    for status in verify_models():
        fix = "" if status.state == "ready" else f"shotveil models add {status.name}"
        if status.name == "ppocrv4-mobile" and fix:
            fix = "pip install rapidocr-onnxruntime (Python up to 3.12)"
        detail = " ".join(part for part in (status.state, status.detail) if part)
        findings.append(Finding(f"model {status.name}", status.state == "ready", detail, fix))
    return findings


def _tesseract() -> list[Finding]:
    program = find_program()
    if program is None:
        return [Finding("tesseract", False, "not installed (optional second reader)", INSTALL_HINT)]
    try:
        present = installed_languages(program)
        findings = [Finding("tesseract", True, program_version(program))]
    except ShotveilError as error:
        return [Finding("tesseract", False, error.message, error.hint)]
    for code in LANGUAGES.values():
        name = code.replace("_", "-")
        fix = "" if code in present else f"apt install tesseract-ocr-{name}"
        findings.append(Finding(f"tesseract {code}", code in present, "absent" if fix else "present", fix))
    return findings


def _extras() -> list[Finding]:
    return [
        Finding(name, there, "installed" if there else "not installed (optional)", "" if there else fix)
        for module, name, fix in _EXTRAS
        for there in (find_spec(module) is not None,)
    ]


def _font() -> Finding:
    try:
        from PIL import ImageFont

        font = ImageFont.load_default(size=12)
    except (ImportError, OSError) as error:
        return Finding("font", False, f"no scalable font ({type(error).__name__})", "pip install pillow")
    scalable = isinstance(font, ImageFont.FreeTypeFont)
    return Finding(
        "font", scalable, "built in" if scalable else "bitmap only", "" if scalable else "pip install pillow"
    )
