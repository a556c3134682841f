"""`shotveil detect`: find personal data in views."""

from __future__ import annotations

from typing import Annotated

import typer

from shotveil.cli import options


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("detect", help="Find personal data: records, or a value-free report.")(detect)


def detect(
    paths: options.Inputs = None,
    report: Annotated[
        str | None,
        typer.Option(
            "--format", help="jsonl (private; the default), text (with --check), json, github, sarif."
        ),
    ] = None,
    safe: Annotated[bool, typer.Option("--safe", help="Leave values out of jsonl too.")] = False,
    check: options.Check = False,
    show_values: options.ShowValues = False,
    as_format: options.As = None,
    backend: options.Backend = None,
    model: options.Model = None,
    also: options.Also = None,
    lang: options.Lang = None,
    threads: options.Threads = None,
    jobs: options.Jobs = None,
    cache: options.Cache = None,
    policy: options.PolicyName = None,
    repository: options.Repository = None,
    tagger: options.Tagger = None,
    max_frames: options.MaxFrames = None,
    session_by: options.EvidenceBy = None,
    skip_unsupported: options.SkipUnsupported = None,
    exit_zero: options.ExitZero = None,
    config: options.Config = None,
) -> int:
    """Run the detecting stage."""
    from shotveil.cli.pipeline.inputs import build_request
    from shotveil.cli.pipeline.stages import run_detect
    from shotveil.cli.streams import take_stdout

    flags = options.chosen(
        backend=backend, model=model, also=also, lang=lang, threads=threads, jobs=jobs, cache=cache,
        policy=policy, repository=repository, tagger=tagger, max_frames=max_frames, session_by=session_by,
        skip_unsupported=skip_unsupported, exit_zero=exit_zero, format=report or ("text" if check else None),
    )  # fmt: skip
    request = build_request(
        paths, flags, config, as_format=as_format, check=check, safe=safe, show_values=show_values
    )
    return run_detect(request, take_stdout())
