"""The gate: two reports in, a verdict out. Promote, roll back, or no verdict, each with its sentences.

A report that is not sound allows no verdict. Reports about another corpus or golden set are a no, as the
reference has it. Sound reports about the same thing but not the same cases, judge or promise allow none
either. Only then the checks run, all of them: a reason found makes a no, else anything undecided makes it
no verdict.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from cairn_nb.decisions.gate.checks import (
    answer_rate,
    budget,
    citation,
    cost,
    guarantee,
    identity,
    latency,
    quality,
    retrieval,
)
from cairn_nb.decisions.gate.comparable import incomparable, remarks, unsound
from cairn_nb.decisions.gate.comparison import compare, primary_metric
from cairn_nb.decisions.gate.deltas import deltas
from cairn_nb.decisions.gate.finding import Finding
from cairn_nb.decisions.reading.limits import GateLimits, GateOptions, gate_limits
from cairn_nb.decisions.reading.pair import Pair
from cairn_nb.records import GateVerdict, Report

BY_QUESTION = "the rows name no document, so cases were taken as independent of each other."


def gate(baseline: Report, candidate: Report, **options: Unpack[GateOptions]) -> GateVerdict:
    """Decide whether a candidate may replace a baseline.

    Parameters
    ----------
    baseline
        The report of what ships today.
    candidate
        The report of the change.
    options
        What is allowed, for example ``max_quality_drop=0.02``; `GateLimits` lists all with their defaults.

    Returns
    -------
    GateVerdict
        `promote` is true, false, or null when no verdict is possible; `exit_code` is 0, 1 or 2.

    Raises
    ------
    InputError
        If an option is unknown, not finite or negative.
    ReportError
        If a note that a check reads does not have its type.
    """
    limits = gate_limits(options)
    pair = Pair(baseline, candidate)
    problems = unsound(pair)
    if problems:
        return _verdict(pair, limits, [Finding(check="soundness", undecided=problems)])
    same = identity.check(pair)
    problems = incomparable(pair, limits)
    if same.reasons:
        return _verdict(pair, limits, [same, *_checks(pair, limits, paired=False)], notes=(*problems, *remarks(pair)))
    if problems:
        return _verdict(pair, limits, [Finding(check="comparability", undecided=problems)], notes=remarks(pair))
    return _verdict(pair, limits, [same, *_checks(pair, limits)], notes=(*remarks(pair), *_by_question(pair, limits)))


def _checks(pair: Pair, limits: GateLimits, *, paired: bool = True) -> list[Finding]:
    """Every check in the reference's order, then those beyond its table; without pairs means are compared."""
    found = compare(pair, limits) if paired else None
    if not paired:
        limits = limits.changed(quality_test="point")
    return [
        quality.check(pair, limits, found.quality if found else None),
        citation.check(pair, limits, found.citation if found else None),
        cost.check(pair, limits),
        latency.check(pair, limits),
        guarantee.check(pair, limits),
        answer_rate.check(pair, limits),
        retrieval.check(pair, limits),
        budget.check(pair, limits),
    ]


def _verdict(pair: Pair, limits: GateLimits, findings: list[Finding], notes: tuple[str, ...] = ()) -> GateVerdict:
    details = tuple(reason for finding in findings for reason in finding.reasons)
    undecided = _flat(finding.undecided for finding in findings)
    promote = False if details else None if undecided else True
    return GateVerdict(
        promote=promote,
        baseline=pair.baseline.config_name,
        candidate=pair.candidate.config_name,
        primary_metric=primary_metric(pair),
        reasons=tuple(reason.sentence for reason in details),
        notes=(*_flat(finding.notes for finding in findings), *notes),
        undecided=undecided,
        deltas=deltas(pair),
        details=details,
        comparisons=tuple(comparison for finding in findings for comparison in finding.comparisons),
        checks=tuple(finding.result for finding in findings),
        quality_test=limits.quality_test,
    )


def _flat(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(sentence for group in groups for sentence in group)


def _by_question(pair: Pair, limits: GateLimits) -> tuple[str, ...]:
    return () if limits.cluster == "none" or not pair.cases or pair.has_clusters else (BY_QUESTION,)
