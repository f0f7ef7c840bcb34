"""What became of the cases: answered right or wrong, abstained or failed, by whether there was an answer to give."""

from __future__ import annotations

from collections import Counter

from cairn_nb.explorer.figures.cases import JUDGED, RIGHT, WRONG, Cases
from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point
from cairn_nb.records import CaseRow, Status

HELD = {"yes": "answer in the documents", "no": "no answer in them"}
UNJUDGED = "answered, not judged"
BECAME = (RIGHT, WRONG, UNJUDGED, "abstained", "error")


def outcomes_figure(cases: Cases) -> Figure | None:
    """A cell for each outcome and kind of case; an outcome that never came up has no column."""
    became = (_became(row, found) for row, found in zip(cases.rows, cases.verdicts, strict=True))
    counts = Counter(zip((_held(row) for row in cases.rows), became, strict=True))
    if not counts:
        return None
    columns = tuple(name for name in BECAME if any(counts[held, name] for held in HELD))
    held = tuple(key for key in HELD if any(counts[key, name] for name in columns))
    points = tuple(_cell(cases, key, name, counts[key, name]) for key in held for name in columns)
    return Figure(
        key="outcomes",
        title="What became of the cases",
        note="Well handled: right where the documents hold the answer, abstained where they do not.",
        x=Axis(label="outcome", kind="band", bands=columns, format="text"),
        y=Axis(label="", kind="band", bands=tuple(HELD[key] for key in held), format="int"),
        marks=(Mark(kind="cell", name="cases", points=tuple(point for point in points if point.n)),),
    )


def _held(row: CaseRow) -> str:
    return "yes" if row.answerable else "no"


def _became(row: CaseRow, verdict: str) -> str:
    if row.status is not Status.ANSWERED:
        return str(row.status)
    return verdict if verdict in JUDGED else UNJUDGED


def _cell(cases: Cases, held: str, became: str, count: int) -> Point:
    statuses = {UNJUDGED: "answered", RIGHT: "answered", WRONG: "answered"}
    facets = {"answerable": (held,), "status": (statuses.get(became, became),)}
    if became not in ("abstained", "error"):
        facets["verdict"] = ("—" if became == UNJUDGED else became,)
    return Point(
        x=became,
        y=HELD[held],
        value=count,
        n=count,
        label=f"{HELD[held]}: {became}",
        filter=cases.filter(facets=facets),
    )
