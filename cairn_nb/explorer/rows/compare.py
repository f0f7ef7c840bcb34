"""Two runs row by row: how each case changed, by how much its time and cost did, and what the page opens on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from cairn_nb.decisions.comparing.change_kinds import KINDS, ChangeRules
from cairn_nb.decisions.reading.limits import GateLimits
from cairn_nb.decisions.reading.pair import Pair
from cairn_nb.errors import ReportError
from cairn_nb.explorer.rows.cells import finite_difference
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.explorer.runs import Runs
from cairn_nb.explorer.view import Change


@dataclass(frozen=True)
class Compared:
    """The shared columns of a comparison by key, the kinds with their counts, and the rows to open on."""

    cells: dict[str, list[Any]]
    changes: tuple[Change, ...]
    opens: Filter | None


def compare(runs: Runs) -> Compared:
    """Compare two runs; a row that only one of them has did not change."""
    before, after = runs.rows
    rules = _rules(Pair(*runs.reports))
    pairs = list(zip(before, after, strict=True))
    kinds = [[] if a is None or b is None else list(rules.kinds(a, b)) for a, b in pairs]
    cells: dict[str, list[Any]] = {
        "change": kinds,
        "latency_change": [
            None if a is None or b is None else finite_difference(b.latency_ms, a.latency_ms) for a, b in pairs
        ],
        "cost_change": [
            None if a is None or b is None else finite_difference(b.cost_usd, a.cost_usd) for a, b in pairs
        ],
    }
    counts = Counter(key for row in kinds for key in row)
    return Compared(cells, _changes(counts), _opens(counts))


def _rules(pair: Pair) -> ChangeRules:
    """The gate's rules; times are not compared where a report's notes cannot be read, which the decision says."""
    try:
        return ChangeRules.of(pair)
    except ReportError:
        return ChangeRules(GateLimits(), None)


def _changes(counts: Counter[str]) -> tuple[Change, ...]:
    return tuple(
        Change(key=kind.key, label=kind.label, help=kind.help, n=counts[kind.key], regression=kind.regression)
        for kind in KINDS
    )


def _opens(counts: Counter[str]) -> Filter | None:
    """Regressions in what was said, else those in time and cost, else whatever changed."""
    present = [kind for kind in KINDS if counts[kind.key]]
    said = [kind.key for kind in present if kind.regression and kind.content]
    chosen = said or [kind.key for kind in present if kind.regression] or [kind.key for kind in present]
    label = "cases that became worse" if any(kind.regression for kind in present) else "cases that changed"
    return Filter(facets={"change": tuple(chosen)}, label=label) if chosen else None
