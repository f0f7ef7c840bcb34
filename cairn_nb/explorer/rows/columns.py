"""The columns of the cases table: which there are, in what order, and which are on the screen at first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cairn_nb.explorer.runs import Runs
from cairn_nb.explorer.view import Column, Kind

Cells = dict[str, list[Any]]


class Spec(NamedTuple):
    """What a column is in every mode."""

    label: str
    kind: Kind
    width: str
    search: bool = False
    facet: bool = False
    help: str = ""


SHARED = {
    "id": Spec("Case", "text", "minmax(130px,190px)", search=True),
    "change": Spec("Change", "set", "minmax(154px,212px)", facet=True, help="what became of the case in the candidate"),
    "category": Spec("Category", "text", "minmax(84px,120px)", search=True, facet=True),
    "question": Spec("Question", "text", "minmax(160px,3fr)", search=True),
    "expected": Spec("Expected answer", "text", "minmax(144px,2fr)", search=True),
    "answerable": Spec("Answerable", "text", "112px", facet=True, help="whether the documents hold the answer"),
    "answer_type": Spec("Answer type", "text", "minmax(116px,130px)", facet=True),
    "tags": Spec("Tags", "set", "minmax(80px,140px)", facet=True),
    "latency_change": Spec("Δ ms", "ms", "76px", help="candidate minus baseline"),
    "cost_change": Spec("Δ USD", "usd", "88px", help="candidate minus baseline"),
    "case_id": Spec("Case id", "text", "minmax(90px,130px)"),
    "trial": Spec("Trial", "int", "60px", help="counted from 0"),
}
OWN = {
    "verdict": Spec("Verdict", "state", "80px", facet=True, help="judged right or wrong; — where nothing was judged"),
    "status": Spec("Status", "state", "90px", facet=True),
    "failure": Spec("Failure", "text", "minmax(110px,220px)", facet=True, help="the first cause that applies"),
    "answer": Spec("Answer", "text", "minmax(160px,3fr)", search=True),
    "confidence": Spec("Confidence", "score", "100px"),
    "margin": Spec("Margin", "score", "80px", help="confidence minus the threshold"),
    "judge": Spec("Judge", "score", "78px", help="the judge's 0 to 1 grade"),
    "f1": Spec("Token F1", "score", "84px"),
    "em": Spec("Exact match", "score", "116px"),
    "points": Spec("Answer score", "score", "124px", help="the mean of the five axes, 0 to 5"),
    "keywords": Spec("Keyword recall", "score", "140px", help="the expected keywords that the answer has"),
    "refused": Spec("Refused", "text", "84px", facet=True, help="declined to answer, by status or in words"),
    "citations": Spec("Citations", "score", "88px", help="verified claims over all claims"),
    "rank": Spec("Rank", "int", "78px", help="rank of the supporting chunk; — where retrieval missed it"),
    "support": Spec("Support", "text", "minmax(80px,110px)", facet=True, help="where the supporting chunk landed"),
    "faithful": Spec("Faithful", "text", "80px", facet=True, help="whether every claim is verified, and there is one"),
    "latency": Spec("Time (ms)", "ms", "92px"),
    "cost": Spec("Cost (USD)", "usd", "100px"),
    "tokens": Spec("Tokens", "int", "78px"),
}
ORDER_ONE = (
    *("id", "status", "verdict", "failure", "category", "question", "answer", "confidence", "judge", "f1", "citations"),
    *("rank", "latency", "cost", "expected", "answerable", "answer_type", "tags", "margin", "em", "tokens", "support"),
    *("faithful", "points", "keywords", "refused"),
)
HIDDEN_ONE = {
    *("expected", "answerable", "answer_type", "tags", "margin", "em", "tokens", "case_id", "trial"),
    *("support", "faithful", "f1", "citations", "points", "keywords", "refused"),
}
SHARED_TWO = ("id", "change")
PAIRS_TWO = ("verdict", "status")
LAST_TWO = (
    *("failure", "confidence", "margin", "f1", "em", "citations", "rank", "latency", "cost", "tokens"),
    *("support", "faithful", "points", "keywords", "refused"),
)
REST = ("expected", "answerable", "answer_type", "tags", "case_id", "trial")
OPTIONAL = {"answer_type", "tags", "trial", "category"}
OPTIONAL_OWN = {"points", "keywords", "refused"}


def columns(runs: Runs, cases: Cells, rows: tuple[Cells, ...], *, score: str) -> tuple[Column, ...]:
    """Every column in the order of the table.

    Parameters
    ----------
    cases, rows
        The cells: a column in which no row has anything is not on the screen.
    score
        The key of the score that runs are compared by.
    """
    listed = (
        _one(runs, score) if runs.mode == "one" else _two(runs, score) if runs.mode == "two" else _many(runs, score)
    )
    found = [column for column in listed if _wanted(column, cases, rows)]
    return tuple(column.changed(shown=column.shown and _filled(column, cases, rows)) for column in found)


def _one(runs: Runs, score: str) -> Iterator[Column]:
    for key in ORDER_ONE:
        shown = key not in HIDDEN_ONE or key == score
        yield _own(runs, key, 0, shown=shown) if key in OWN else _shared(key, shown=shown)
    for key in ("case_id", "trial"):
        yield _shared(key, shown=False)


def _two(runs: Runs, score: str) -> Iterator[Column]:
    yield from (_shared(key) for key in SHARED_TWO)
    for key in PAIRS_TWO:
        yield from (_own(runs, key, run, shown=key == "verdict") for run in (0, 1))
    yield _shared("category", shown=False)
    yield _shared("question")
    yield from (_own(runs, "answer", run) for run in (0, 1))
    yield from (_own(runs, score, run) for run in (0, 1))
    yield from (_shared("latency_change"), _shared("cost_change"))
    others = [key for key in ("judge", *LAST_TWO) if key != score]
    yield from (_own(runs, key, run, shown=False) for key in others for run in (0, 1))
    yield from (_shared(key, shown=False) for key in REST)


def _many(runs: Runs, score: str) -> Iterator[Column]:
    every = range(len(runs.reports))
    yield from (_shared(key) for key in ("id", "category", "question"))
    yield from (_own(runs, score, run, alone=True) for run in every)
    yield from (_own(runs, key, run, shown=False) for key in OWN if key != score for run in every)
    yield from (_shared(key, shown=False) for key in REST)


def _shared(key: str, *, shown: bool = True) -> Column:
    return Column(name=key, key=key, shown=shown, **SHARED[key]._asdict())


def _own(runs: Runs, key: str, run: int, *, shown: bool = True, alone: bool = False) -> Column:
    """A run's column; `alone` is a matrix's, whose head is the run's name and whose help says what it holds."""
    spec = OWN[key]._asdict()
    if alone:
        spec |= {"label": runs.names[run], "help": OWN[key].label, "width": "minmax(98px,120px)"}
    elif runs.mode != "one":
        spec["label"] = f"{spec['label']} · {runs.names[run]}"
    return Column(name=runs.column(key, run), key=key, run=run, shown=shown, **spec)


def _wanted(column: Column, cases: Cells, rows: tuple[Cells, ...]) -> bool:
    if column.key in OPTIONAL_OWN:  # in all runs or in none, so that they can be set side by side
        return any(value not in (None, "") for cells in rows for value in cells[column.key])
    return column.key not in OPTIONAL or any(cases[column.key])


def _filled(column: Column, cases: Cells, rows: tuple[Cells, ...]) -> bool:
    values = cases[column.key] if column.run is None else rows[column.run][column.key]
    return any(value is not None and value != "" for value in values)
