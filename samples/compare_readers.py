"""What each OCR reader sees in the sample sessions: ``python samples/compare_readers.py [FOLDER]``.

Reads the pictures of both sessions with every reader of the list that runs here, keeps the traces in
FOLDER (a temporary one when left out), and prints `shotveil audit TRACES --gold --session` for each
session. A reader that does not run is named with the reason; it is never stood in for.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
READERS = (
    ("rapidocr", "ppocrv6-small"),
    ("rapidocr", "ppocrv6-tiny"),
    ("rapidocr", "ppocrv4-mobile"),
    ("tesseract", ""),
    ("easyocr", ""),
)


def run_command(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """One run of the program with this interpreter."""
    command = [sys.executable, "-m", "shotveil.cli.app", *arguments]
    return subprocess.run(command, capture_output=True, check=False)


def read_pictures(pictures: list[str], backend: str, model: str, trace: Path) -> str:
    """Write the trace of one reader; the reason why it could not be made, or ""."""
    chosen = ["--backend", backend, *(("--model", model) if model else ())]
    done = run_command("ocr", *pictures, *chosen, "--timings")
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        told = lines[-1].removeprefix("shotveil: error: ").partition(": ")[2] if lines else ""
        return told.replace("nothing was released for it; ", "") or f"exit {done.returncode}"
    trace.write_bytes(done.stdout)
    return ""


def compare_session(session: Path, folder: Path) -> None:
    """Print the table of one session."""
    pictures = sorted(str(path) for path in (session / "captures").glob("*.png"))
    traces = []
    print(f"== {session.name}: {len(pictures)} pictures")
    for backend, model in READERS:
        name = f"{backend} {model}".strip()
        trace = folder / f"{session.name}-{name.replace(' ', '-')}.jsonl"
        reason = read_pictures(pictures, backend, model, trace)
        if reason:
            print(f"not here: {name}: {reason}")
        else:
            traces.append(str(trace))
    journal = folder / f"{session.name}.session.jsonl"
    clean = folder / f"{session.name}-clean"
    if not journal.exists():
        run_command("sanitize", str(session / "captures"), "-o", str(clean), "--session", str(journal))
    options = ["--gold", str(session / "gold.jsonl"), "--session", str(journal)]
    table = run_command("audit", *traces, *options)
    print(table.stdout.decode() or table.stderr.decode())


def main(arguments: list[str]) -> None:
    """Both sessions."""
    with tempfile.TemporaryDirectory(prefix="shotveil-readers-") as scratch:
        folder = Path(arguments[0]) if arguments else Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for session in sorted(HERE.glob("session_*")):
            compare_session(session, folder)


if __name__ == "__main__":
    main(sys.argv[1:])
