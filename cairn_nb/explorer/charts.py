"""A report's charts, each a small Altair chart over a few pre-aggregated values, and the same values as a table.

Shapes and line styles carry what colour carries, so that a chart reads without colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from cairn_nb.confidence import curves
from cairn_nb.decisions.board import Leaderboard
from cairn_nb.records import CalibrationRecord, CaseRow, Report

WIDTH, HEIGHT = 340, 220
# A page's font may be wider than the one that was measured.
ROOM = {"left": 16, "right": 24, "top": 5, "bottom": 5}
RIGHT, WRONG, NEUTRAL = "#1f6feb", "#c2410c", "#57606a"
OUTCOMES = ("right", "wrong")
CERTIFIED = ["certified", "not certified"]
Values = list[dict[str, Any]]
Chart = Any  # an Altair chart: most of its methods carry no types that strict checking could follow


def risk_coverage(report: Report) -> Chart:
    """Error among answered against the share kept, as the threshold rises from the one in force (the mark).

    Abstained cases have no verdict, so the curve ends where the threshold stands.
    """
    import altair as alt

    rows = _judged(report)
    points = curves.risk_coverage(_confidence(rows), _correct(rows)) if rows else ()
    values = [
        {"coverage": p.coverage, "risk": p.risk, "threshold": p.threshold, "answered": p.n_answered} for p in points
    ]
    curve = (
        alt.Chart(alt.Data(values=values), title="Risk and coverage (answered cases)")
        .mark_line(color=RIGHT, interpolate="step-after")
        .encode(
            x=alt.X("coverage:Q", title="share of answered cases kept", scale=alt.Scale(domain=[0, 1])),
            y=alt.Y("risk:Q", title="error among them"),
        )
    )
    alpha = alt.Chart(alt.Data(values=[{"alpha": report.abstention.alpha}])).mark_rule(color=WRONG, strokeDash=[4, 3])
    in_force = [{**values[-1], "label": f"threshold {values[-1]['threshold']:.3f}"}] if values else []
    mark = alt.Chart(alt.Data(values=in_force)).encode(x="coverage:Q", y="risk:Q")
    label = mark.mark_text(align="right", dx=-8, dy=-8).encode(text="label:N")
    return _sized(curve + alpha.encode(y="alpha:Q") + mark.mark_point(filled=True, size=70, color=WRONG) + label)


def reliability(report: Report) -> Chart:
    """How often an answer of a given confidence is right; on the diagonal, confidence means what it says."""
    import altair as alt

    rows = _judged(report)
    bins = curves.reliability(_confidence(rows), _correct(rows)) if rows else ()
    values = [
        {"confidence": b.confidence, "right": b.correct, "cases": b.n, "low": b.low, "high": b.high} for b in bins
    ]
    base = alt.Chart(alt.Data(values=values), title="Reliability")
    x = alt.X("confidence:Q", title="mean confidence", scale=alt.Scale(domain=[0, 1]))
    points = base.mark_point(filled=True, size=50, color=RIGHT).encode(
        x=x, y=alt.Y("right:Q", title="share right", scale=alt.Scale(domain=[0, 1]))
    )
    whiskers = base.mark_rule(color=RIGHT).encode(x=x, y="low:Q", y2="high:Q")
    diagonal = alt.Chart(alt.Data(values=[{"a": 0, "b": 0}, {"a": 1, "b": 1}])).mark_line(
        color=NEUTRAL, strokeDash=[4, 3]
    )
    return _sized(diagonal.encode(x="a:Q", y="b:Q") + whiskers + points)


def confidence_by_correctness(report: Report) -> Chart:
    """Confidence of right and wrong answers; the threshold is the dashed line."""
    import altair as alt

    values: Values = []
    for name, wanted in zip(OUTCOMES, (True, False), strict=True):
        chosen = [row.confidence for row in _judged(report) if row.correct is wanted and row.confidence is not None]
        counts, edges = np.histogram(chosen, bins=20, range=(0, 1))
        values += [
            {"from": float(a), "to": float(b), "cases": int(n), "answer": name}
            for n, a, b in zip(counts, edges[:-1], edges[1:], strict=True)
            if n
        ]
    bars = (
        alt.Chart(alt.Data(values=values), title="Confidence by correctness")
        .mark_bar(stroke="white", strokeWidth=0.5)
        .encode(
            x=alt.X("from:Q", bin="binned", title="confidence", scale=alt.Scale(domain=[0, 1])),
            x2="to:Q",
            y=alt.Y("cases:Q", title="cases"),
            color=alt.Color("answer:N", scale=alt.Scale(domain=list(OUTCOMES), range=[RIGHT, WRONG]), title=None),
        )
    )
    marks = [] if report.abstention.threshold is None else [{"threshold": report.abstention.threshold}]
    rule = alt.Chart(alt.Data(values=marks)).mark_rule(color=NEUTRAL, strokeDash=[4, 3]).encode(x="threshold:Q")
    return _sized(bars + rule)


def support_rank(report: Report) -> Chart:
    """Where the supporting chunk landed; "none" is what retrieval missed entirely."""
    import altair as alt

    located = [row for row in report.per_case if row.support_located is not False and row.answerable]
    counts = Counter(_rank_name(row) for row in located)
    order = [*map(str, range(1, 11)), "none"]
    values = [{"rank": name, "cases": counts[name]} for name in order if counts[name]]
    chart = alt.Chart(alt.Data(values=values), title="Rank of the supporting chunk").mark_bar(color=RIGHT)
    return _sized(chart.encode(x=alt.X("rank:N", sort=order, title="rank"), y=alt.Y("cases:Q", title="cases")))


def _rank_name(row: CaseRow) -> str:
    rank = row.retrieved_support_rank
    return "none" if rank is None else str(rank)


def latency_by_stage(report: Report) -> Chart:
    """Median and p95 of each stage's time."""
    import altair as alt

    stages: dict[str, list[float]] = {}
    for row in report.per_case:
        for stage, value in row.latency_by_stage_ms.items():
            stages.setdefault(stage, []).append(value)
    values = [
        {"stage": stage, "ms": float(np.quantile(times, share)), "of": name}
        for stage, times in stages.items()
        for share, name in ((0.5, "median"), (0.95, "p95"))
    ]
    shares = ["median", "p95"]
    chart = alt.Chart(alt.Data(values=values), title="Time by stage").mark_point(filled=True, size=60)
    return _sized(
        chart.encode(
            x=alt.X("ms:Q", title="ms"),
            y=alt.Y("stage:N", sort=list(stages), title=None),
            shape=alt.Shape("of:N", scale=alt.Scale(domain=shares), title=None),
            color=alt.Color("of:N", scale=alt.Scale(domain=shares, range=[RIGHT, WRONG]), title=None),
        )
    )


def cost_by_stage(report: Report) -> Chart:
    """What each stage cost in all; a stage whose model has no price is left out."""
    import altair as alt

    totals: dict[str, float] = {}
    for row in report.per_case:
        for stage, value in row.cost_by_stage_usd.items():
            if value is not None:
                totals[stage] = totals.get(stage, 0.0) + value
    values = [{"stage": stage, "usd": total} for stage, total in totals.items()]
    title = "Cost by stage" if any(totals.values()) else "Cost by stage (nothing was charged)"
    chart = alt.Chart(alt.Data(values=values), title=title).mark_bar(color=RIGHT)
    return _sized(chart.encode(x=alt.X("usd:Q", title="USD"), y=alt.Y("stage:N", sort=list(totals), title=None)))


def threshold_grid(record: CalibrationRecord) -> Chart:
    """The thresholds that were tested, from the safest down: error seen (points) and exact bound (line)."""
    import altair as alt

    values = [
        {
            "threshold": point.threshold,
            "bound": point.bound,
            "error": point.n_wrong / point.n_answered if point.n_answered else None,
            "answered": point.n_answered,
            "outcome": CERTIFIED[0] if point.certified else CERTIFIED[1],
        }
        for point in record.grid
    ]
    base = alt.Chart(alt.Data(values=values), title="Exact bound at each threshold").encode(
        x=alt.X("threshold:Q", title="threshold", scale=alt.Scale(zero=False))
    )
    bound = base.mark_line(color=NEUTRAL, point=True).encode(y=alt.Y("bound:Q", title="error among answered"))
    seen = base.mark_point(filled=True, size=60).encode(
        y="error:Q",
        shape=alt.Shape("outcome:N", scale=alt.Scale(domain=CERTIFIED, range=["circle", "square"]), title=None),
        color=alt.Color("outcome:N", scale=alt.Scale(domain=CERTIFIED, range=[RIGHT, WRONG]), title=None),
    )
    alpha = alt.Chart(alt.Data(values=[{"alpha": record.alpha}])).mark_rule(color=WRONG, strokeDash=[4, 3])
    return _sized(bound + seen + alpha.encode(y="alpha:Q")).properties(padding=ROOM)


def leaderboard(board: Leaderboard) -> Chart:
    """The primary measure of each configuration with its interval."""
    import altair as alt

    estimates = [(row.config, row.estimates[board.primary_metric]) for row in board.rows]
    values = [{"config": name, "value": e.value, "low": e.low, "high": e.high} for name, e in estimates]
    order = [name for name, _ in estimates]
    base = alt.Chart(alt.Data(values=values), title=board.primary_metric).encode(
        y=alt.Y("config:N", sort=order, title=None)
    )
    whiskers = base.mark_rule(color=RIGHT).encode(
        x=alt.X("low:Q", title=board.primary_metric, scale=alt.Scale(zero=False)), x2="high:Q"
    )
    points = base.mark_point(filled=True, size=70, color=RIGHT).encode(x="value:Q")
    return (whiskers + points).properties(width=2 * WIDTH, height=40 + 30 * len(values), padding=ROOM)


def side_by_side(*charts: Any) -> Chart:
    """Charts in one row."""
    import altair as alt

    return alt.hconcat(*charts).resolve_scale(color="independent", shape="independent")


def _judged(report: Report) -> list[CaseRow]:
    return [row for row in report.per_case if row.correct is not None and row.confidence is not None]


def _confidence(rows: Sequence[CaseRow]) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.array([row.confidence for row in rows], dtype=np.float64)


def _correct(rows: Sequence[CaseRow]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    return np.array([row.correct for row in rows], dtype=np.bool_)


def _sized(chart: Chart) -> Chart:
    return chart.properties(width=WIDTH, height=HEIGHT)
