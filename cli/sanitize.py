"""`shotveil sanitize`: the whole path, from captures to a safe tree."""

from __future__ import annotations

from typing import Annotated

import typer

from shotveil.cli import options


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("sanitize", help="Erase personal data and write references where it stood.")(sanitize)


def sanitize(
    paths: options.Inputs = None,
    output: options.Output = None,
    session: options.SessionFile = None,
    session_by: options.SessionBy = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 when something would change.")
    ] = False,
    fail_on_found: Annotated[
        bool, typer.Option("--fail-on-found", help="Write, then exit 1 when something was found.")
    ] = False,
    san_only: Annotated[
        bool | None, typer.Option("--san-only", help="Erase only; add nothing readable.", show_default=False)
    ] = None,
    verify: options.Verify = None,
    fill: options.Fill = None,
    font: options.Font = None,
    image_format: options.ImageFormat = None,
    ambiguity: Annotated[
        str | None,
        typer.Option(help="Several roots fit: take the most recent, or a fresh one.", metavar="recent|fresh"),
    ] = None,
    lifecycle: Annotated[
        str | None, typer.Option(help="How roots live, for comparison.", metavar="full|exact|turn")
    ] = None,
    expire_after: Annotated[
        int | None, typer.Option(help="Refuse a session unused for longer than this many seconds.")
    ] = None,
    key_file: options.KeyFile = None,
    keep_names: Annotated[
        bool | None,
        typer.Option("--keep-names", help="Leave file and folder names as they are.", show_default=False),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Redo what an earlier run finished.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Write nothing; say what would be done.")
    ] = False,
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
    skip_unsupported: options.SkipUnsupported = None,
    exit_zero: options.ExitZero = None,
    config: options.Config = None,
) -> int:
    """Run the whole path."""
    from shotveil.cli.pipeline.inputs import build_request
    from shotveil.cli.pipeline.stages import run_sanitize
    from shotveil.cli.streams import take_stdout

    flags = options.chosen(
        backend=backend, model=model, also=also, lang=lang, threads=threads, jobs=jobs, cache=cache,
        policy=policy, repository=repository, tagger=tagger, verify=verify, fill=fill, font=font,
        image_format=image_format, mode="san" if san_only else None, session_by=session_by,
        ambiguity=ambiguity, lifecycle=lifecycle, expire_after=expire_after, key_file=key_file,
        keep_names=keep_names, max_frames=max_frames, skip_unsupported=skip_unsupported, exit_zero=exit_zero,
    )  # fmt: skip
    request = build_request(
        paths, flags, config, as_format=as_format, output=output, session=session, check=check,
        fail_on_found=fail_on_found, force=force, dry_run=dry_run,
    )  # fmt: skip
    return run_sanitize(request, take_stdout())
