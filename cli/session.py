"""`shotveil session`: look into a session file, move it, delete it, seal it anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shotveil.cli import options

app = typer.Typer(name="session", help="The private mapping of a session.", rich_markup_mode=None)

Journal = Annotated[Path, typer.Argument(help="Session file (*.session.jsonl).", show_default=False)]
ReadJournal = Annotated[
    Path | None,
    typer.Argument(
        metavar="JOURNAL",
        help="Session file (*.session.jsonl).",
        envvar=options.SESSION_VARIABLE,
        show_default=False,
    ),
]
NamedJournal = Annotated[
    Path | None,
    typer.Option("--session", parser=options.read_path, metavar="PATH", help="The same.", show_default=False),
]


def _choose(journal: Path | None, named: Path | None) -> Path:
    from shotveil.core.errors import UsageProblem

    chosen = named or journal
    if chosen is None:
        raise UsageProblem("session.none", "no session is named", "name its file")
    return chosen


@app.command("show")
def show(
    journal: ReadJournal = None,
    session: NamedJournal = None,
    show_values: options.ShowValues = False,
    key_file: options.KeyFile = None,
) -> int:
    """Counts and references; values only with --show-values on a terminal."""
    from shotveil.cli.pipeline.sessions import show_session
    from shotveil.cli.streams import take_stdout

    return show_session(_choose(journal, session), show_values, key_file, take_stdout())


@app.command("export")
def export(
    journal: ReadJournal = None,
    session: NamedJournal = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            parser=options.read_path,
            metavar="PATH",
            help="Write to this file, its owner's alone.",
            show_default=False,
        ),
    ] = None,
    key_file: options.KeyFile = None,
) -> int:
    """The whole session as one JSON document (private)."""
    from shotveil.cli.pipeline.sessions import export_session_file
    from shotveil.cli.streams import take_stdout

    return export_session_file(_choose(journal, session), key_file, output or take_stdout())


@app.command("import")
def import_(
    document: Annotated[Path, typer.Argument(help="JSON document of an export.", show_default=False)],
    journal: Journal,
    key_file: options.KeyFile = None,
) -> int:
    """Make a new session file from a JSON document."""
    from shotveil.cli.pipeline.sessions import import_session_file

    return import_session_file(document, journal, key_file)


@app.command("delete")
def delete(
    journal: Journal, yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False
) -> int:
    """Delete a session file for good; a terminal is asked first."""
    from shotveil.cli.pipeline.sessions import delete_session_file

    return delete_session_file(journal, yes)


@app.command("rekey")
def rekey(
    journal: Journal,
    key_file: options.KeyFile = None,
    new_key_file: Annotated[
        str | None,
        typer.Option(
            parser=options.read_name, metavar="PATH", help="Key file to seal with; made when absent."
        ),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Remove the encryption.")] = False,
) -> int:
    """Seal with another key (or a passphrase in SHOTVEIL_NEW_PASSPHRASE), or encrypt a plain session."""
    from shotveil.cli.pipeline.sessions import rekey_session_file

    return rekey_session_file(journal, key_file, new_key_file, plain)
