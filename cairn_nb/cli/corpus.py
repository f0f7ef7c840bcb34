"""`cairn corpus generate`: the sample corpus, its golden set, and a poisoned copy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cairn_nb.cli import options

app = typer.Typer(no_args_is_help=True, help="The sample corpus.")


@app.callback()
def corpus() -> None:
    """The sample corpus."""


@app.command("generate")
def generate(
    out: Annotated[Path, typer.Option(help="The folder to write.")] = Path("golden/sample"),
    seed: Annotated[int, typer.Option(help="Another seed gives another corpus.")] = 7,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that were changed since.")] = False,
    json_: options.Json = False,
) -> None:
    """Write the sample documents, golden cases and poisoned copy; the same bytes on every machine."""
    from cairn_nb.cli.output import emit_json, table
    from cairn_nb.corpus.sample.generate import generate as write

    manifest = write(out, seed=seed, force=force)
    if json_:
        emit_json(manifest)
        return
    table(
        [
            ("documents", str(manifest.n_documents)),
            ("golden cases", str(manifest.n_cases)),
            ("unanswerable", str(manifest.n_unanswerable)),
            ("poisoned documents", str(manifest.n_attacks)),
            ("digest", manifest.digest[:16]),
            ("folder", str(out)),
        ]
    )
