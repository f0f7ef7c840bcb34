"""A judge held against people, as a notebook shows it."""

from __future__ import annotations

from cairn_nb.decisions.audit.draw import BANDS
from cairn_nb.decisions.audit.markdown import measure_cells
from cairn_nb.explorer.tables.table import Table
from cairn_nb.records.audit import AuditSheet, JudgeAudit


def judge_audit(found: JudgeAudit | AuditSheet) -> Table:
    """Axis by axis; of a sheet that was drawn, how many answers of each system and score band it holds."""
    if isinstance(found, AuditSheet):
        rows = tuple((name, *(str(counts.get(band, 0)) for band in BANDS)) for name, counts in found.groups.items())
        return Table(caption=f"{found.n} answers in {found.sheet}", heads=("system", *BANDS), rows=rows)
    heads, cells = measure_cells(found.measures)
    return Table(caption=found.sentence, heads=heads, rows=tuple(cells))
