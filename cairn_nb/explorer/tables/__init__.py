"""Tables for notebooks and pages; `cairn.tables` in a notebook."""

from cairn_nb.explorer.tables.arena import position_bias, standings, win_rates
from cairn_nb.explorer.tables.bench import cost_by_stage, metrics, significance, trials
from cairn_nb.explorer.tables.board import leaderboard, not_ranked
from cairn_nb.explorer.tables.calibration import calibration
from cairn_nb.explorer.tables.failures import failure_types, label_audit
from cairn_nb.explorer.tables.front import pareto
from cairn_nb.explorer.tables.index import manifest, skipped
from cairn_nb.explorer.tables.judge_audit import judge_audit
from cairn_nb.explorer.tables.run import numbers, warnings
from cairn_nb.explorer.tables.table import TABLE_MIMETYPE, Table
from cairn_nb.explorer.tables.verdict import changed_cases, comparisons, verdict

__all__ = [
    "TABLE_MIMETYPE",
    "Table",
    "calibration",
    "changed_cases",
    "comparisons",
    "cost_by_stage",
    "failure_types",
    "judge_audit",
    "label_audit",
    "leaderboard",
    "manifest",
    "metrics",
    "not_ranked",
    "numbers",
    "pareto",
    "position_bias",
    "significance",
    "skipped",
    "standings",
    "trials",
    "verdict",
    "warnings",
    "win_rates",
]
