"""Rows as an offline page of itables, in its own environment: `python itables_page.py ROWS.json OUT.html`."""

from __future__ import annotations

import sys
from pathlib import Path

import itables.options
import pandas as pd
from itables import to_html_datatable
from itables.javascript import generate_init_offline_itables_html


def main() -> None:
    rows, out = map(Path, sys.argv[1:])
    frame = pd.read_json(rows, orient="split")
    library = generate_init_offline_itables_html(itables.options.dt_bundle)
    table = to_html_datatable(frame, connected=False, maxBytes=0, maxRows=0, maxColumns=0)
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>itables</title>'
    out.write_text(f"{head}<body>{library}{table}</body></html>", encoding="utf-8")


if __name__ == "__main__":
    main()
