"""Views with every part that the shell draws: verdict, leaderboard, prose, warnings; built through the records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cairn_nb.explorer.page.page import explorer_slot, page
from cairn_nb.explorer.payload import Payload, compressed
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.explorer.view import (
    Board,
    BoardRow,
    Change,
    Decision,
    Difference,
    FileText,
    Measure,
    Section,
    Sentence,
    Value,
    View,
)
from tests.explorer import views

WARNINGS = (
    Sentence(text="The answers come from the offline stub: they show that the pipeline runs.", check="warning"),
    Sentence(text="hybrid is incomplete: 9 of 60 cases ended in an error.", check="incomplete"),
)
RECOMMENDATION = Section(
    key="recommendation",
    title="Recommendation",
    paragraphs=("Deploy hybrid: no other system is clearly better, and two cost more.",),
    files=(FileText(name="winner.yaml", text="retrieval:\n  mode: hybrid\n  k: 8\n"),),
)
REPRODUCIBILITY = Section(
    key="reproducibility",
    title="Reproducibility",
    heads=("what", "value"),
    rows=(
        ("config hash", "984d2f0981f3a16c"),
        ("corpus hash", "acb06e55ed87073ae65503a9484e4c5bbc470df3"),
    ),
    files=(FileText(name="default.yaml", text="extends: base.yaml\n"),),
)
CHANGES = (
    Change(key="became_wrong", label="became wrong", help="right before, wrong now", n=2, regression=True),
    Change(key="became_right", label="became right", help="wrong before, right now", n=3, regression=False),
    Change(key="slower", label="slower", help="took at least half as long again", n=1, regression=True),
    Change(key="citation_lost", label="citation lost", help="its support is no longer cited", n=0, regression=True),
)
CHANGED = {"c000": ["became_wrong", "slower"], "c001": ["became_wrong"], "c002": ["became_right"],
           "c005": ["became_right"], "c007": ["became_right"]}  # fmt: skip


def furnished(mode: str, n: int = 60) -> Payload:
    """The payload of a mode with every part filled."""
    packed = views.payload(mode, n)
    found = views.unpacked(packed.index)
    shared = [RECOMMENDATION.model_dump(), REPRODUCIBILITY.model_dump()]
    found["banner"]["warnings"] = [sentence.model_dump() for sentence in WARNINGS]
    found["sections"] = shared if mode != "two" else shared[1:]
    if mode == "two":
        _two(found)
    if mode == "many":
        found["board"] = board(found).model_dump()
    View.model_validate(found)
    return packed.changed(index=compressed(found))


def _two(found: dict[str, Any]) -> None:
    found["decision"] = decision().model_dump()
    found["changes"] = [change.model_dump() for change in CHANGES]
    found["cases"]["change"] = [CHANGED.get(case_id, []) for case_id in found["cases"]["id"]]
    for measure in found["measures"]:
        measure["difference"] = DIFFERENCE.model_dump()
        measure["values"][1]["mark"] = "worse"


DIFFERENCE = Difference(
    text="-0.041 [-0.078, -0.004]",
    outcome="worse",
    p_value="p = 0.03",
    counts="2 better, 5 worse, 53 equal",
    smallest_visible="differences from 0.06 would show",
    filter=Filter(ids=("c000", "c001"), label="worse on the judge's score"),
)


def decision(promote: bool | None = False) -> Decision:
    """A verdict with every kind of sentence."""
    word = {True: "promote", False: "roll back", None: "no verdict"}[promote]
    lost = Filter(ids=("c000", "c001"), label="became wrong")
    return Decision(
        promote=promote,
        title=f"{word}: hybrid against default on judge score",
        reasons=(
            Sentence(text="The judge's score fell by 0.041; at most 0.020 is allowed.", check="quality", filter=lost),
            Sentence(text="The cost per question rose from 0.00054 to 0.00081 USD.", check="cost"),
        ),
        undecided=(Sentence(text="p95 latency: 60 cases cannot tell a rise of 5%.", check="latency"),),
        notes=(Sentence(text="Errors among answers stay under the promised 20%."),),
    )


def board(found: dict[str, Any]) -> Board:
    """A leaderboard of the three runs and one configuration that was skipped."""
    keys = [f"measure_{i}" for i in range(8)]
    measures = tuple(
        Measure(key=key, label=f"measure {i}", help=f"what measure {i} is", better="higher", values=())
        for i, key in enumerate(keys)
    )
    rows = [
        BoardRow(run=run, name=item["name"], rank=str(run + 1), values=tuple(_value(run, i) for i in range(8)))
        for run, item in enumerate(found["runs"])
    ]
    skipped = BoardRow(run=None, name="colbert", rank="", values=(None,) * 8, note="skipped: other corpus")
    return Board(
        measures=measures,
        rows=(*rows, skipped),
        primary="measure_0",
        notes=("Marks are against the first, Holm-adjusted.",),
    )


def _value(run: int, i: int) -> Value | None:
    if (run, i) == (2, 1):
        return None
    value = 0.9 - 0.07 * run - 0.02 * i
    return Value(
        value=value,
        low=value - 0.05,
        high=value + 0.04,
        n=60,
        text=f"{value:.3f} [{value - 0.05:.3f}, {value + 0.04:.3f}]",
        mark=("", "unclear", "worse")[run],
        best=run == 0,
        filter=Filter(ids=("c003",), label="wrong"),
    )


def written(folder: Path, mode: str, packed: Payload | None = None) -> Path:
    """A page of this payload, or of the mode's furnished one."""
    target = folder / f"{mode}.html"
    body = f"<h1>Evaluation</h1>{explorer_slot(0)}"
    target.write_text(page(f"Evaluation, {mode}", body, [packed or furnished(mode)]), encoding="utf-8")
    return target
