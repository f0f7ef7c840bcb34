"""The tables of many systems as parts of a page: numbers side by side, the front, the baseline, repeated questions."""

from __future__ import annotations

from cairn_nb.decisions.tables.bench_tables import BenchTables
from cairn_nb.explorer.parts.arena import arena_section
from cairn_nb.explorer.tables import bench, front
from cairn_nb.explorer.tables.table import Table
from cairn_nb.explorer.view import Section


def bench_sections(tables: BenchTables) -> tuple[Section, ...]:
    """As the notebook of a bench run shows them; the arena last, where there was one."""
    found = (
        _section("summary", "Systems side by side", bench.metrics(tables)),
        _section("front", "Quality, cost and time together", front.pareto(tables)),
        _section("significance", "Against the baseline", bench.significance(tables)),
        _section("trials", "Repeated questions", bench.trials(tables)) if tables.systems.n_trials > 1 else None,
        arena_section(tables.arena) if tables.arena is not None else None,
    )
    return tuple(section for section in found if section is not None)


def _section(key: str, title: str, table: Table) -> Section:
    return Section(key=key, title=title, paragraphs=(table.caption,), heads=table.heads, rows=table.rows)
