"""`cairn init`: a working project in a folder."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, Literal

import typer

from cairn_nb.cli import options


def init(
    folder: Annotated[Path, typer.Argument(help="The project's folder.")] = Path(),
    force: Annotated[bool, typer.Option("--force", help="Replace files of the same name.")] = False,
    ci: Annotated[
        Literal["github", "gitlab", "none"], typer.Option(help="For which host a workflow is written.")
    ] = "github",
    json_: options.Json = False,
) -> None:
    """Lay out configurations, notebooks, a golden folder and a workflow; never overwrites unasked."""
    from cairn_nb.cli.output import emit_json, say, tell
    from cairn_nb.project.scaffold import lay_out

    laid = lay_out(folder, force=force, ci=ci)
    if json_:
        emit_json(laid)
        return
    for name in laid.written:
        say(f"wrote {folder / name}")
    for name in laid.kept:
        tell(f"kept {folder / name}: it was there already (--force replaces it)")
    enter = "" if folder == Path() else f"cd {shlex.quote(str(folder))} && "
    say(f"next: {enter}cairn corpus generate && cairn ingest && cairn calibrate && cairn eval")
