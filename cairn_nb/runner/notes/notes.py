"""The context of a report's numbers, and what a person must be warned of before believing them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cairn_nb.config.model import Config
from cairn_nb.providers.switches import is_degrading
from cairn_nb.records.case_row import CaseRow
from cairn_nb.records.outcome import Status
from cairn_nb.records.sections import LatencyProbe, OperationalSection, RetrievalSection
from cairn_nb.runner.decision import Decision
from cairn_nb.runner.notes.checks import checks_note, checks_warnings
from cairn_nb.runner.notes.environment import environment
from cairn_nb.runner.parts import Parts

FEW_CLUSTERS = 10
SHOWN_IDS = 5


def report_notes(parts: Parts, decision: Decision, rows: Sequence[CaseRow]) -> dict[str, Any]:
    """The reference's notes but the budget: judge, models, retrieval, where the threshold comes from, machine."""
    return {
        "threshold_source": decision.source,
        "judge": parts.judge.name,
        "rubric_version": parts.judge.rubric_version,
        **parts.system.describe(),
        "models": sorted({row.model for row in rows if row.model}),
        "chunker": parts.config.ingest.chunker.name,
        "embedding": parts.config.embedding.name,
        "environment": environment(),
        **checks_note(parts.config, parts.checks, rows),
    }


def budget_note(config: Config, operational: OperationalSection, probe: LatencyProbe | None = None) -> dict[str, Any]:
    """Each configured limit and whether the run kept it; null where that was not measured.

    The p95 is the probe's where there is one.
    """
    note: dict[str, Any] = {}
    budget = config.budget
    if budget.max_cost_per_question_usd is not None:
        note["max_cost_per_question_usd"] = budget.max_cost_per_question_usd
        note["cost_within_budget"] = _within(operational.cost_per_question_usd, budget.max_cost_per_question_usd)
    if budget.max_p95_latency_ms is not None:
        p95 = operational.latency_p95_ms if probe is None else probe.p95_ms.value
        note["max_p95_latency_ms"] = budget.max_p95_latency_ms
        note["p95_within_budget"] = _within(p95, budget.max_p95_latency_ms)
    return note


def over_budget(note: dict[str, Any]) -> list[str]:
    """The warning that a budget note calls for, if any."""
    broken = [name.removesuffix("_within_budget") for name, kept in note.items() if kept is False]
    return [f"over budget: {', '.join(broken)}"] if broken else []


def _within(value: float | None, limit: float) -> bool | None:
    return None if value is None else value <= limit


def report_warnings(
    parts: Parts,
    decision: Decision,
    rows: Sequence[CaseRow],
    retrieval: RetrievalSection,
    *,
    n_failed: int,
    unknown: Sequence[str] = (),
) -> tuple[str, ...]:
    """Every warning that applies, the gravest first; `unknown` are labels that name no document of the corpus."""
    found = [
        _incomplete(parts.config, rows, n_failed),
        _switched(parts.switches),
        *decision.warnings,
        _unlocated(retrieval),
        _unknown_labels(unknown),
        _unpriced(rows),
        *checks_warnings(parts.config, parts.checks, rows),
        _few_clusters(rows),
    ]
    return tuple(warning for warning in found if warning is not None)


def is_incomplete(config: Config, *, n_failed: int, n_rows: int) -> bool:
    """Whether more of the pieces failed than `evaluation.max_error_rate` allows."""
    return n_failed > config.evaluation.max_error_rate * n_rows


def _incomplete(config: Config, rows: Sequence[CaseRow], n_failed: int) -> str | None:
    if not n_failed:
        return None
    kinds: dict[str, int] = {}
    for row in rows:
        if row.status is Status.ERROR:
            kinds[row.error_kind or "unknown"] = kinds.get(row.error_kind or "unknown", 0) + 1
    shown = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "judge failures"
    text = f"{n_failed} of {len(rows)} cases failed ({shown}) and enter no rate"
    if not is_incomplete(config, n_failed=n_failed, n_rows=len(rows)):
        return text
    return f"incomplete: {text}; at most {config.evaluation.max_error_rate:.0%} may, so the gate refuses this report"


def _switched(switches: Mapping[str, str]) -> str | None:
    if not is_degrading(switches):
        return None
    shown = ", ".join(f"{name}={value}" for name, value in sorted(switches.items()))
    return f"the system was degraded on purpose ({shown})"


def _unlocated(retrieval: RetrievalSection) -> str | None:
    if not retrieval.n_unlocated:
        return None
    ids = ", ".join(retrieval.unlocated_ids[:SHOWN_IDS])
    more = "" if retrieval.n_unlocated <= SHOWN_IDS else ", …"
    cases = "1 case" if retrieval.n_unlocated == 1 else f"{retrieval.n_unlocated} cases"
    return f"the support of {cases} is in no chunk ({ids}{more}); `cairn doctor` says why"


def _unknown_labels(unknown: Sequence[str]) -> str | None:
    if not unknown:
        return None
    names = ", ".join(unknown[:SHOWN_IDS]) + ("" if len(unknown) <= SHOWN_IDS else ", …")
    documents = "1 relevant document is" if len(unknown) == 1 else f"{len(unknown)} relevant documents are"
    return f"{documents} not in the corpus ({names}) and count nowhere; `cairn doctor` says whose they are"


def _unpriced(rows: Sequence[CaseRow]) -> str | None:
    models = sorted({row.model or "unknown" for row in rows if row.cost_usd is None and row.status is not Status.ERROR})
    if not models:
        return None
    return f"no price is known for {', '.join(models)}, so costs are null; give prices in CAIRN_PRICING_JSON"


def _few_clusters(rows: Sequence[CaseRow]) -> str | None:
    clusters = {row.cluster_id for row in rows}
    if len(clusters) >= FEW_CLUSTERS:
        return None
    return few_clusters_warning(len(clusters))


def few_clusters_warning(n: int) -> str:
    """How little stands behind the intervals."""
    shown = "1 document or single question stands" if n == 1 else f"{n} documents or single questions stand"
    return f"only {shown} behind the intervals; take them with caution"
