"""`shotveil render`: release records and the originals in, safe files out."""

from __future__ import annotations

import typer

from shotveil.cli import options


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("render", help="Draw the safe tree from release records.")(render)


def render(
    paths: options.Inputs = None,
    output: options.Output = None,
    session: options.OneSession = None,
    verify: options.Verify = None,
    fill: options.Fill = None,
    font: options.Font = None,
    image_format: options.ImageFormat = None,
    backend: options.Backend = None,
    model: options.Model = None,
    lang: options.Lang = None,
    threads: options.Threads = None,
    jobs: options.Jobs = None,
    key_file: options.KeyFile = None,
    config: options.Config = None,
) -> int:
    """Run the drawing stage."""
    from shotveil.cli.pipeline.inputs import build_request
    from shotveil.cli.pipeline.stages import run_render
    from shotveil.cli.streams import take_stdout

    flags = options.chosen(
        verify=verify, fill=fill, font=font, image_format=image_format, backend=backend, model=model,
        lang=lang, threads=threads, jobs=jobs, key_file=key_file,
    )  # fmt: skip
    request = build_request(paths, flags, config, output=output, session=session)
    return run_render(request, take_stdout())
