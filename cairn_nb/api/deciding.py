"""From reports to a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cairn_nb.api.inputs import ReportLike, as_report

if TYPE_CHECKING:
    from cairn_nb.records import GateVerdict, Plan


def gate(baseline: ReportLike, candidate: ReportLike, **rules: Any) -> GateVerdict:
    """Compare a candidate's report with the baseline's.

    Parameters
    ----------
    baseline, candidate
        Reports, or their files.
    rules
        The options of `cairn_nb.decisions.gate.gate.gate`, for example ``max_quality_drop=0.02``.

    Returns
    -------
    GateVerdict
        ``promote`` is true, false, or null when no verdict is possible.
    """
    from cairn_nb.decisions.gate.gate import gate as decide
    from cairn_nb.runner.garbage import rare_collections

    with rare_collections():
        return decide(as_report(baseline), as_report(candidate), **rules)


def plan(report: ReportLike | None = None, beside: ReportLike | None = None, **asked: Any) -> Plan:
    """Say before money is spent how many cases, trials and dollars a difference needs.

    Parameters
    ----------
    report, beside
        A finished run to learn from, and a second one over the same cases. With neither, ``sd=`` says how differences
        vary.
    asked
        The fields of `cairn_nb.decisions.planning.request.PlanRequest`, for example ``difference=0.05``.

    Returns
    -------
    Plan
        ``options`` has the cases, answers and dollars for each number of trials.

    Raises
    ------
    InputError
        If nothing says how differences vary, or a value does not fit.
    """
    from cairn_nb.decisions.planning.plan import plan as work
    from cairn_nb.decisions.planning.request import PlanRequest

    sides = [None if side is None else as_report(side) for side in (report, beside)]
    return work(PlanRequest.of(asked), *sides)
