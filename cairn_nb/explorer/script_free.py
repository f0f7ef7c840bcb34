"""What a page shows where scripts are switched off: what was decided, the numbers, and the first hundred cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cairn_nb.explorer.content import Content, score_key
from cairn_nb.explorer.tables.table import MISSING, Table
from cairn_nb.explorer.view import Board, Decision, Measure, Sentence

SHOWN_CASES = 100
SHOWN_CHARS = 160
SHOWN_BOARD = 7


def fallback(found: Content) -> tuple[Table, ...]:
    """The tables in the order of the page; of two runs the changed cases alone, where any changed."""
    return tuple(_tables(found))


def _tables(found: Content) -> Iterator[Table]:
    view = found.view
    if view.banner.warnings:
        yield _warnings(view.banner.warnings)
    if view.decision is not None:
        yield _decision(view.decision)
        yield _changed(found)
    if view.board is not None:
        yield _board(view.board)
    else:
        yield _numbers(found, view.measures)
    if view.decision is None:
        yield _cases(found)


def _warnings(warnings: Sequence[Sentence]) -> Table:
    return Table(caption="", heads=("warning",), rows=tuple((short(warning.text),) for warning in warnings))


def _decision(decision: Decision) -> Table:
    groups = (("reason", decision.reasons), ("undecided", decision.undecided), ("note", decision.notes))
    rows = tuple((name, sentence.text) for name, sentences in groups for sentence in sentences)
    return Table(caption=decision.title, heads=("", "sentence"), rows=rows)


def _numbers(found: Content, measures: Sequence[Measure]) -> Table:
    """A line a measure; the difference, or how many cases and what to distrust, behind the values."""
    runs = found.view.runs
    threshold = ("threshold", *(_threshold(run.threshold, run.threshold_source) for run in runs), "")
    rows = (threshold, *((measure.label, *(v.text for v in measure.values), _remark(measure)) for measure in measures))
    last = "difference" if len(runs) == 2 else "cases"
    return Table(caption="Numbers with 95% intervals", heads=("measure", *(run.name for run in runs), last), rows=rows)


def _threshold(threshold: float | None, source: str) -> str:
    return f"{'none' if threshold is None else f'{threshold:.3f}'} ({source})"


def _remark(measure: Measure) -> str:
    if measure.difference is not None:
        return f"{measure.difference.text} ({measure.difference.outcome})"
    value = measure.values[0]
    parts = (f"n = {value.n}" if value.n else "", value.missing and f"without: {value.missing}", value.warning)
    return "; ".join(part for part in parts if part)


def _board(board: Board) -> Table:
    measures = board.measures[:SHOWN_BOARD]
    rows = tuple(
        (
            row.rank or MISSING,
            row.name,
            *(MISSING if value is None else value.text for value in row.values[:SHOWN_BOARD]),
        )
        for row in board.rows
    )
    caption = "; ".join(("Leaderboard", *board.notes))
    return Table(caption=caption, heads=("rank", "system", *(measure.label for measure in measures)), rows=rows)


def _changed(found: Content) -> Table:
    """Cases with a change, those that the page opens on first."""
    labels = {change.key: change.label for change in found.view.changes}
    opens = set() if found.view.opens is None else set(found.view.opens.facets.get("change", ()))
    changes = found.cases["change"]
    order = sorted((i for i, kinds in enumerate(changes) if kinds), key=lambda i: opens.isdisjoint(changes[i]))
    before, after = found.rows
    rows = tuple(
        (
            ", ".join(labels[kind] for kind in changes[i]),
            *_texts(found.cases["id"][i], found.cases["question"][i], before["answer"][i], after["answer"][i]),
        )
        for i in order[:SHOWN_CASES]
    )
    heads = ("change", "case", "question", *(run.name for run in found.view.runs))
    return Table(caption=_counted(len(order), "cases changed"), heads=heads, rows=rows)


def _cases(found: Content) -> Table:
    n = len(found.cases["id"])
    if len(found.rows) == 1:
        own = found.rows[0]
        columns = (*(found.cases[key] for key in ("id", "question")), *(own[key] for key in ("verdict", "answer")))
        heads: tuple[str, ...] = ("case", "question", "verdict", "answer")
    else:
        score = score_key(found.runs, found.view.board)
        columns = (found.cases["id"], found.cases["question"], *(own[score] for own in found.rows))
        heads = ("case", "question", *(run.name for run in found.view.runs))
    rows = tuple(_texts(*(column[i] for column in columns)) for i in range(min(n, SHOWN_CASES)))
    return Table(caption=_counted(n, "cases"), heads=heads, rows=rows)


def _counted(n: int, what: str) -> str:
    return f"{n} {what}" + (f"; the first {SHOWN_CASES} are shown" if n > SHOWN_CASES else "")


def _texts(*values: Any) -> tuple[str, ...]:
    return tuple(_text(value) for value in values)


def _text(value: Any) -> str:
    if value is None:
        return MISSING
    return f"{value:.3f}" if isinstance(value, float) else short(str(value))


def short(text: str) -> str:
    """A text of at most 160 characters, with an ellipsis where its end is missing."""
    return text if len(text) <= SHOWN_CHARS else text[:SHOWN_CHARS] + "…"
