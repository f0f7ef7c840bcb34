"""`cairn explore`: reports to one HTML file, opened in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cairn_nb.cli import options


def explore(
    reports: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN | REPORT...",
            help="A bench run's folder; or reports, a baseline first; or folders and patterns, earliest first.",
        ),
    ],
    out: Annotated[Path | None, typer.Option(help="The page; by default beside the first report.")] = None,
    name: Annotated[list[str] | None, typer.Option(help="What a run is called, in the order of the reports.")] = None,
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    json_: options.Json = False,
) -> None:
    """Write one run, two runs beside each other, or many, as one HTML file that needs no network; and open it."""
    from cairn_nb.cli.browser import open_in_browser
    from cairn_nb.cli.output import emit_json, say, tell
    from cairn_nb.explorer.files import write_page

    page = write_page(reports, out=out, names=name)
    for sentence in page.notes:
        tell(f"note: {sentence}")
    opened = open_ and open_in_browser(page.path)
    if json_:
        emit_json({"page": str(page.path), "reports": [str(path) for path in page.reports], "opened": opened})
    else:
        say(f"explore: {page.path}")
