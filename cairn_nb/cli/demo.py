"""`cairn demo`: the whole loop, by the very commands a person would type."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def demo(
    folder: Annotated[Path, typer.Argument(help="The folder to work in; kept apart from your own reports.")] = Path(
        "reports/demo"
    ),
    headless: Annotated[bool, typer.Option("--headless", help="Without notebooks and HTML.")] = False,
) -> None:
    """Generate, ingest, calibrate, evaluate, attack, degrade, refuse, rank; then say which page to open."""
    from cairn_nb.project.demo import run_demo

    raise typer.Exit(run_demo(folder, headless=headless))
