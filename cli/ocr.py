"""`shotveil ocr`: pictures, transcripts and UI trees in, view records out."""

from __future__ import annotations

from typing import Annotated

import typer

from shotveil.cli import options


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("ocr", help="Read pictures and transcripts; write view records (private).")(ocr)


def ocr(
    paths: options.Inputs = None,
    as_format: options.As = None,
    backend: options.Backend = None,
    model: options.Model = None,
    also: options.Also = None,
    lang: options.Lang = None,
    threads: options.Threads = None,
    jobs: options.Jobs = None,
    cache: options.Cache = None,
    max_frames: options.MaxFrames = None,
    session_by: options.EvidenceBy = None,
    skip_unsupported: options.SkipUnsupported = None,
    timings: Annotated[
        bool, typer.Option("--timings", help="End the trace with the seconds that reading took.")
    ] = False,
    config: options.Config = None,
) -> int:
    """Run the reading stage."""
    from shotveil.cli.pipeline.inputs import build_request
    from shotveil.cli.pipeline.stages import run_ocr
    from shotveil.cli.streams import take_stdout

    flags = options.chosen(
        backend=backend, model=model, also=also, lang=lang, threads=threads, jobs=jobs, cache=cache,
        max_frames=max_frames, session_by=session_by, skip_unsupported=skip_unsupported,
    )  # fmt: skip
    request = build_request(paths, flags, config, as_format=as_format)
    return run_ocr(request, take_stdout(), timings)
