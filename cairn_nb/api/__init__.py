"""The public functions: plain calls that also work inside a running notebook kernel.

Each takes a configuration as a path or as a `Config`. The engine below is async; ``aevaluate`` and its
siblings are for callers that have a loop of their own.
"""

from cairn_nb.api.attacking import aattack, attack
from cairn_nb.api.auditing import audit
from cairn_nb.api.benching import abench, bench, read_bench, report
from cairn_nb.api.contrasting import build_contrasts, contrast
from cairn_nb.api.deciding import gate, plan
from cairn_nb.api.estimating import aestimate, aestimate_bench, estimate, estimate_bench
from cairn_nb.api.inputs import load_config, read_report
from cairn_nb.api.notebooks import conclude, parameters
from cairn_nb.api.own_answers import export, score
from cairn_nb.api.pairing import aarena, arena
from cairn_nb.api.running import (
    aask,
    acalibrate,
    aevaluate,
    aingest,
    ask,
    calibrate,
    evaluate,
    ingest,
    read_ingest_ledger,
)
from cairn_nb.api.selecting import compare, recommend
from cairn_nb.explorer.explore import explore

__all__ = [
    "aarena",
    "aask",
    "aattack",
    "abench",
    "acalibrate",
    "aestimate",
    "aestimate_bench",
    "aevaluate",
    "aingest",
    "arena",
    "ask",
    "attack",
    "audit",
    "bench",
    "build_contrasts",
    "calibrate",
    "compare",
    "conclude",
    "contrast",
    "estimate",
    "estimate_bench",
    "evaluate",
    "explore",
    "export",
    "gate",
    "ingest",
    "load_config",
    "parameters",
    "plan",
    "read_bench",
    "read_ingest_ledger",
    "read_report",
    "recommend",
    "report",
    "score",
]
