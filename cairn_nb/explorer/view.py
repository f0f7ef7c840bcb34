"""What the explorer's front end is given: the records whose JSON its modules read.

Everything here is worded and computed in Python; the front end formats, sorts and filters, and computes no
statistic. A part that a report has no data for is null or empty, and the front end leaves it out.
"""

from __future__ import annotations

from typing import Any, Literal

from cairn_nb.explorer.figures.figure import Figure
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.records import Record

Kind = Literal["text", "state", "score", "int", "ms", "usd", "set"]
Better = Literal["higher", "lower"] | None


class Column(Record):
    """A column of the cases table.

    `name` is unique (``judge`` or, of the second of several runs, ``judge@1``). Its values are
    ``cases[key]`` where `run` is null, else ``rows[run][key]``. `kind` decides alignment and format
    (``set`` holds lists of text), `width` is a CSS grid track, `search` says that free text looks there,
    `shown` that it is on the screen until the reader chooses, `facet` that its values are offered as a filter.
    """

    name: str
    key: str
    label: str
    kind: Kind
    width: str
    run: int | None = None
    search: bool = False
    shown: bool = True
    facet: bool = False
    help: str = ""


class Run(Record):
    """One report: what its part of the table is called, and where it stands."""

    name: str
    config_name: str
    run_id: str | None = None
    created_at: str | None
    split: str
    n_cases: int
    complete: bool
    stub: bool
    threshold: float | None
    threshold_source: str
    alpha: float
    evidence: bool


class Value(Record):
    """A run's value of a measure as numbers (for whiskers) and as it is written; `filter` are its rows."""

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    text: str
    missing: str = ""
    warning: str = ""
    filter: Filter | None = None
    mark: Literal["better", "worse", "unclear", ""] = ""
    best: bool = False


class Difference(Record):
    """Candidate minus baseline, paired: the sentence's parts, and the rows that moved against the candidate."""

    text: str
    outcome: str
    p_value: str
    counts: str
    smallest_visible: str
    filter: Filter | None = None


class Measure(Record):
    """A line of the numbers: one value a run, and the paired difference where there are two.

    `most` is the largest value that it can have; null where it has no limit.
    """

    key: str
    label: str
    help: str
    better: Better
    most: float | None = None
    values: tuple[Value, ...]
    difference: Difference | None = None


class Sentence(Record):
    """One sentence of the gate, or a warning, with the rows behind it."""

    text: str
    check: str = ""
    filter: Filter | None = None


class Decision(Record):
    """The gate's verdict as it is shown."""

    promote: bool | None
    title: str
    reasons: tuple[Sentence, ...] = ()
    undecided: tuple[Sentence, ...] = ()
    notes: tuple[Sentence, ...] = ()


class Change(Record):
    """A way in which a case changed between two runs. `regression` marks those a reviewer opens on."""

    key: str
    label: str
    help: str
    n: int
    regression: bool


class BoardRow(Record):
    """A run's line on the leaderboard; `values` go by the board's measures, null where it has none."""

    run: int | None
    name: str
    rank: str
    values: tuple[Value | None, ...]
    note: str = ""


class Board(Record):
    """The leaderboard: measures as column heads (`values` empty), rows in the order of their rank."""

    measures: tuple[Measure, ...]
    rows: tuple[BoardRow, ...]
    primary: str
    notes: tuple[str, ...] = ()


class Mode(Record):
    """A choice of the matrix of systems and cases: ``failures``, ``different`` or ``apart``.

    ``apart`` compares the numbers of column `key`: rows whose largest and smallest differ by at least `by`.
    """

    name: Literal["failures", "different", "apart"]
    label: str
    key: str = ""
    by: float = 0.0


class FileText(Record):
    """A text to copy or save under a name."""

    name: str
    text: str


class Fold(Record):
    """Sentences under a title; of several folds the page shows the titles first."""

    title: str
    sentences: tuple[Sentence, ...]


class Section(Record):
    """A part with prose, a table, or a file to copy: recommendation, label audit, agents and tools, reproducibility.

    `sentences` follow the paragraphs, each with the rows behind it; then come `folds`.
    """

    key: str
    title: str
    paragraphs: tuple[str, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    folds: tuple[Fold, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    files: tuple[FileText, ...] = ()


class Banner(Record):
    """What a reader must know first: stub or live, what was spent, what was asked of what, every warning."""

    kind: Literal["stub", "offline", "live", "mixed", "unknown"]
    facts: tuple[tuple[str, str], ...]
    warnings: tuple[Sentence, ...] = ()


class View(Record):
    """The whole of it. `cases` and `rows` hold the columns; `changes` are the kinds in column ``change``."""

    format: int = 2
    title: str
    mode: Literal["one", "two", "many"]
    runs: tuple[Run, ...]
    banner: Banner
    decision: Decision | None = None
    board: Board | None = None
    measures: tuple[Measure, ...] = ()
    figures: tuple[Figure, ...] = ()
    sections: tuple[Section, ...] = ()
    changes: tuple[Change, ...] = ()
    modes: tuple[Mode, ...] = ()
    columns: tuple[Column, ...]
    cases: dict[str, list[Any]]
    rows: tuple[dict[str, list[Any]], ...]
    opens: Filter | None = None
    reductions: tuple[str, ...] = ()
