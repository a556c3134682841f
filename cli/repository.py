"""`shotveil repository`: values of people that are known to be private."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="repository", help="Values known to be private: evidence, nothing else.",
    epilog='A document is a JSON list of {"persona_id": "p1", "name": [{"full": "Maren Holloway"}], '
    '"email": [{"value": "maren@example.com"}]}; the slots besides name take a value, and are listed when one '
    "is unknown.",
    rich_markup_mode=None,
)  # fmt: skip

Store = Annotated[Path, typer.Option("--repository", help="Repository file.", show_default=True)]
DEFAULT = Path(".privacyguard/privacy_repository.json")


@app.command("add")
def add(
    document: Annotated[Path, typer.Argument(help="JSON list of personas, or - for standard input.")],
    repository: Store = DEFAULT,
) -> int:
    """Check a patch as a whole, merge it by persona, replace the file."""
    from shotveil.cli.pipeline.sessions import add_to_repository

    return add_to_repository(document, repository)


@app.command("list")
def list_(repository: Store = DEFAULT) -> int:
    """Personas and how many values of each kind they hold; no values."""
    from shotveil.cli.pipeline.sessions import list_repository
    from shotveil.cli.streams import take_stdout

    return list_repository(repository, take_stdout())


@app.command("remove")
def remove(
    persona: Annotated[str, typer.Argument(help="persona_id", show_default=False)],
    repository: Store = DEFAULT,
) -> int:
    """Remove a persona."""
    from shotveil.cli.pipeline.sessions import remove_from_repository

    return remove_from_repository(persona, repository)


@app.command("check")
def check(repository: Store = DEFAULT) -> int:
    """Check the file against the schema."""
    from shotveil.cli.pipeline.sessions import check_repository

    return check_repository(repository)
