"""The leaderboard as it is shown: every measure that a run has, with its mark against the first."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.board.board import Leaderboard, SkippedConfig
from cairn_nb.decisions.board.leaderboard import leaderboard
from cairn_nb.decisions.board.marks import Mark, marks_against_first
from cairn_nb.errors import CairnError
from cairn_nb.explorer.runs import Runs
from cairn_nb.explorer.tables.board import rank_text
from cairn_nb.explorer.tables.run import SHOWN
from cairn_nb.explorer.view import Board, BoardRow, Measure, Value

# What is read first, after the measure that ranks.
FIRST = (
    *(
        "answer_score",
        "judge_score",
        "token_f1",
        "error_rate_answered",
        "answer_rate",
        "citation_validity",
        "recall_at_5",
    ),
    *("recall_at_5", "cost_per_question_usd", "latency_p95_ms"),
)

RANGES = "In brackets the ranks that a system may truly have; with a chance of 95% all of them hold at once."


def board(runs: Runs, measures: Sequence[Measure], given: Leaderboard | None) -> tuple[Board, str]:
    """The board, and why the runs could not be ranked where they could not: then they stand in the given order.

    Parameters
    ----------
    measures
        The numbers of every run, in the order of the runs.
    given
        A leaderboard over these runs; computed when null.
    """
    try:
        found = given or leaderboard(runs.reports)
    except CairnError as error:
        return _unranked(runs, measures, str(error)), str(error)
    order = _order(runs, found)
    listed = _listed(measures, found.primary_metric)
    marks = marks_against_first([runs.reports[run] for run in order], [measure.key for measure in listed])
    ranked = {row.config: row for row in found.rows}
    rows = [
        BoardRow(
            run=run,
            name=runs.names[run],
            rank=rank_text(ranked[runs.reports[run].config_name]),
            values=_values(listed, run, order, [marks[measure.key][place] for measure in listed]),
        )
        for place, run in enumerate(order)
    ]
    rows += [_left_out(runs, entry, listed) for entry in found.skipped]
    heads = tuple(measure.changed(values=()) for measure in listed)
    return Board(
        measures=heads, rows=tuple(rows), primary=found.primary_metric, notes=(*found.notes, *_ranges(found))
    ), ""


def _order(runs: Runs, found: Leaderboard) -> list[int]:
    by_config = {report.config_name: run for run, report in enumerate(runs.reports)}
    return [by_config[row.config] for row in found.rows if row.config in by_config]


def _listed(measures: Sequence[Measure], primary: str) -> list[Measure]:
    """The ranking measure first, then what is read first, then the rest as the numbers list them."""
    order = [primary, *FIRST, *(name for _, name in SHOWN)]
    return sorted(measures, key=lambda measure: order.index(measure.key))


def _values(
    listed: Sequence[Measure], run: int, order: Sequence[int], marks: Sequence[Mark]
) -> tuple[Value | None, ...]:
    return tuple(_value(measure, run, order).changed(mark=mark) for measure, mark in zip(listed, marks, strict=True))


def _value(measure: Measure, run: int, order: Sequence[int]) -> Value:
    """A run's value; `best` where it is, and the runs are not all equal."""
    found = measure.values[run]
    among = [value for other in order if (value := measure.values[other].value) is not None]
    if found.value is None or len(set(among)) < 2 or measure.better is None:
        return found
    return found.changed(best=found.value == (max(among) if measure.better == "higher" else min(among)))


def _ranges(found: Leaderboard) -> tuple[str, ...]:
    return (RANGES,) if any(len(set(row.rank_range or ())) > 1 for row in found.rows) else ()


def _left_out(runs: Runs, entry: SkippedConfig, listed: Sequence[Measure]) -> BoardRow:
    names = [report.config_name for report in runs.reports]
    run = names.index(entry.config) if entry.config in names else None
    values = tuple(None if run is None else measure.values[run] for measure in listed)
    name = entry.config if run is None else runs.names[run]
    return BoardRow(run=run, name=name, rank="", values=values, note=f"not ranked: {entry.reason}")


def _unranked(runs: Runs, measures: Sequence[Measure], why: str) -> Board:
    primary = "judge_score" if any(measure.key == "judge_score" for measure in measures) else "token_f1"
    listed = _listed(measures, primary)
    rows = tuple(
        BoardRow(run=run, name=name, rank="", values=tuple(measure.values[run] for measure in listed))
        for run, name in enumerate(runs.names)
    )
    heads = tuple(measure.changed(values=()) for measure in listed)
    return Board(measures=heads, rows=rows, primary=primary, notes=(f"not ranked: {why}",))
