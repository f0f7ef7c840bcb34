"""Measure retrieval-augmented question answering, and decide what may ship.

>>> import cairn_nb as cairn
>>> report = cairn.evaluate("configs/default.yaml")        # doctest: +SKIP
>>> cairn.gate("reports/latest/default.json", report)      # doctest: +SKIP

Names are imported when they are first used, so that ``import cairn_nb`` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from cairn_nb.version import __version__

if TYPE_CHECKING:
    from cairn_nb import confidence, metrics, stats
    from cairn_nb.api import (
        aarena,
        aask,
        aattack,
        abench,
        acalibrate,
        aestimate,
        aestimate_bench,
        aevaluate,
        aingest,
        arena,
        ask,
        attack,
        audit,
        bench,
        build_contrasts,
        calibrate,
        compare,
        conclude,
        contrast,
        estimate,
        estimate_bench,
        evaluate,
        explore,
        export,
        gate,
        ingest,
        load_config,
        parameters,
        plan,
        read_bench,
        read_ingest_ledger,
        read_report,
        recommend,
        report,
        score,
    )
    from cairn_nb.errors import CairnError
    from cairn_nb.explorer import charts, prose, tables

_SUBPACKAGES = ("confidence", "metrics", "stats")

__all__ = [
    "CairnError",
    "__version__",
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
    "charts",
    "compare",
    "conclude",
    "confidence",
    "contrast",
    "estimate",
    "estimate_bench",
    "evaluate",
    "explore",
    "export",
    "gate",
    "ingest",
    "load_config",
    "metrics",
    "parameters",
    "plan",
    "prose",
    "read_bench",
    "read_ingest_ledger",
    "read_report",
    "recommend",
    "report",
    "score",
    "stats",
    "tables",
]


def __getattr__(name: str) -> Any:
    if name in _SUBPACKAGES:
        return importlib.import_module(f"cairn_nb.{name}")
    if name == "CairnError":
        from cairn_nb.errors import CairnError

        return CairnError
    if name in ("tables", "prose"):
        return importlib.import_module(f"cairn_nb.explorer.{name}")
    if name == "charts":
        importlib.import_module("cairn_nb.explorer.renderer").enable()
        return importlib.import_module("cairn_nb.explorer.charts")
    if name in __all__:
        return getattr(importlib.import_module("cairn_nb.api"), name)
    raise AttributeError(f"module 'cairn_nb' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
