"""`shotveil audit`: prove that nothing survived, or compare readers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shotveil.cli import options


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("audit", help="Read a safe tree again: 0 clean, 1 leak, 2 broken.")(audit)


def audit(
    paths: options.Inputs = None,
    session: options.KnownSessions = None,
    report: options.ReportFormat = None,
    gold: Annotated[
        Path | None,
        typer.Option(parser=options.read_path, metavar="PATH", help="Gold file, to score compared traces."),
    ] = None,
    show_values: options.ShowValues = False,
    as_format: options.As = None,
    backend: options.Backend = None,
    model: options.Model = None,
    lang: options.Lang = None,
    threads: options.Threads = None,
    policy: options.PolicyName = None,
    skip_unsupported: options.SkipUnsupported = None,
    exit_zero: options.ExitZero = None,
    key_file: options.KeyFile = None,
    config: options.Config = None,
) -> int:
    """Audit a tree, or compare traces of the same pictures by different readers."""
    from shotveil.cli.pipeline.auditing import run_audit
    from shotveil.cli.pipeline.inputs import build_request
    from shotveil.cli.streams import take_stdout

    flags = options.chosen(
        backend=backend, model=model, lang=lang, threads=threads, policy=policy, format=report,
        skip_unsupported=skip_unsupported, exit_zero=exit_zero, key_file=key_file,
    )  # fmt: skip
    request = build_request(
        paths, flags, config, as_format=as_format, session=session, show_values=show_values
    )
    return run_audit(request, gold, take_stdout())
