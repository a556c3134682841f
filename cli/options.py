"""Options that several commands share, in one wording."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from shotveil.core.errors import UsageProblem


def read_name(value: str) -> str:
    """What a flag names.

    Raises:
        UsageProblem: ``flag.empty``: an unset variable must not pass for a flag that was left out.
    """
    if not value:
        raise UsageProblem("flag.empty", "an empty name names no file", "is a variable not set?")
    return value


def read_path(value: str) -> Path:
    """The path that a flag names; raises as ``read_name``."""
    return Path(read_name(value))


Inputs = Annotated[
    list[str] | None,
    typer.Argument(
        help="Files, folders, or - for standard input (the default in a pipe).", show_default=False
    ),
]
SESSION_VARIABLE = "SHOTVEIL_SESSION"


def _session_option(help: str) -> Any:
    return typer.Option("--session", parser=read_path, metavar="PATH", envvar=SESSION_VARIABLE, help=help)


SessionFile = Annotated[
    Path | None,
    _session_option("Private session file (*.session.jsonl), or a folder with --session-by."),
]
OneSession = Annotated[Path | None, _session_option("Private session file (*.session.jsonl).")]
KnownSessions = Annotated[
    Path | None,
    _session_option("Private session file (*.session.jsonl), or the folder of them that --session-by made."),
]
SessionBy = Annotated[
    str | None,
    typer.Option(help="With --session DIR: a journal for each `folder` or `file`.", metavar="folder|file"),
]
EvidenceBy = Annotated[
    str | None,
    typer.Option(
        help="One session for each `folder` or `file`: what is found in one is no evidence in the next.",
        metavar="folder|file",
    ),
]
As = Annotated[
    str | None, typer.Option("--as", help="Read every input as this format, whatever it looks like.")
]
Backend = Annotated[
    str | None, typer.Option(help="OCR engine: auto, rapidocr, tesseract, easyocr, replay:FILE.")
]
Model = Annotated[str | None, typer.Option(help="OCR model: ppocrv6-tiny, ppocrv6-small, ppocrv4-mobile.")]
Also = Annotated[str | None, typer.Option(help="Read with a second engine too and take what either sees.")]
Lang = Annotated[str | None, typer.Option(help="Languages of the reader, for example en+zh.")]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        parser=read_path,
        metavar="PATH",
        help="Folder for the safe tree, or a file for one input.",
        show_default=False,
    ),
]
Verify = Annotated[str | None, typer.Option(help="Proof before release.", metavar="pixels|reader|full")]
Fill = Annotated[str | None, typer.Option(help="How erased places are filled.", metavar="flat|inpaint|black")]
Font = Annotated[
    str | None,
    typer.Option(parser=read_name, metavar="PATH", help="Font file for references (default: Pillow's own)."),
]
ImageFormat = Annotated[str | None, typer.Option(help="Write every picture in this format, for example png.")]
Threads = Annotated[int | None, typer.Option(help="Threads of the OCR engine (default: all cores / jobs).")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", help="Pictures read and drawn at once.")]
Cache = Annotated[
    str | None,
    typer.Option(
        parser=read_name, metavar="PATH", help="Keep OCR results in this folder, sealed to each picture."
    ),
]
PolicyName = Annotated[str | None, typer.Option("--policy", help="What counts: strict, balanced or lenient.")]
Repository = Annotated[
    str | None,
    typer.Option(
        parser=read_name, metavar="PATH", help="Local privacy repository: values known to be private."
    ),
]
Config = Annotated[
    Path | None, typer.Option("--config", parser=read_path, metavar="PATH", help="Settings file (TOML).")
]
SkipUnsupported = Annotated[
    bool | None, typer.Option("--skip-unsupported", help="Unsupported kinds are listed but are no failure.")
]
ExitZero = Annotated[bool | None, typer.Option("--exit-zero", help="Exit 0 even when something is found.")]
Check = Annotated[bool, typer.Option("--check", help="Write nothing; exit 1 when something is found.")]
ReportFormat = Annotated[str | None, typer.Option("--format", help="Report as text, json, github or sarif.")]
ShowValues = Annotated[bool, typer.Option("--show-values", help="Show the values found; only on a terminal.")]
KeyFile = Annotated[
    str | None, typer.Option(parser=read_name, metavar="PATH", help="Key file of an encrypted session.")
]
MaxFrames = Annotated[int | None, typer.Option(help="Refuse pictures with more frames or pages than this.")]
Tagger = Annotated[bool | None, typer.Option("--tagger/--no-tagger", help="Learned evidence for names.")]


def chosen(**flags: Any) -> dict[str, Any]:
    """The flags that were given on the command line."""
    return {name: value for name, value in flags.items() if value is not None}
