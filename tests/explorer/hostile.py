"""Texts that try to run, to end what they stand in, or to load something; and a report full of them."""

from __future__ import annotations

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.widget import Explorer
from cairn_nb.records import CaseRow, Citation, Claim, Evidence, Passage, Report, Status

HOSTILE = (
    "<script>window.__ran=1</script>",
    '<img src=x onerror="window.__ran=2">',
    "</script><script>window.__ran=3</script>",
    "<!--<script>",
    "javascript:window.__ran=4",
    '"><svg onload=window.__ran=5>',
    '\u2028\u2029<meta http-equiv=refresh content="0;url=//x.invalid/">',
    "{{constructor.constructor('window.__ran=6')()}} ${window.__ran=7} datum['x'] + (window.__ran=8)",
    "</style><base href=//x.invalid/><link rel=stylesheet href=//x.invalid/a.css>",
    "\u202eright to left\u202c",
    "a lone surrogate \ud800 here",
    "'] or @__import__('os').system('true') or ['",
)
LONG = "a megabyte " * 100_000


def hostile_report(n: int = 300) -> Report:
    """One case a text, of which every field says it, and plain cases up to `n`."""
    rows = [hostile_row(i, text) for i, text in enumerate(HOSTILE)] + [
        hostile_row(i, "plain") for i in range(len(HOSTILE), n)
    ]
    return Report(
        cairn_version="0",
        config_name="<b>hostile</b>",
        config_hash="0" * 16,
        corpus_hash="0" * 64,
        golden_version="<script>window.__ran=9</script>",
        n_cases=len(rows),
        retrieval={},
        answer={},
        abstention={"alpha": 0.2, "threshold": 0.5},
        operational={},
        per_case=tuple(rows),
        notes={"provider": HOSTILE[1], "judge": HOSTILE[2], "threshold_source": HOSTILE[0]},
    )


def hostile_row(number: int, text: str) -> CaseRow:
    """A case that says one text wherever it can."""
    claim = Claim(
        text=text,
        supported=True,
        citations=(Citation(chunk_id=f"chunk-{number}", quote="🚲 kept", resolved=True, start=2, end=8),),
    )
    return CaseRow(
        case_id=f"case-{number:03d}",
        answerable=True,
        status=Status.ANSWERED,
        confidence=number / 300,
        correct=number % 3 != 0,
        judge_score=None if number % 7 == 0 else 0.5,
        judge_reason=text,
        question=text,
        expected_answer=text,
        answer_text=text,
        category=text,
        tags=(text,),
        claims=(claim,),
        latency_ms=float(number),
    )


def hostile_evidence() -> dict[tuple[str, int], Evidence]:
    """A passage a text, from a file of that name."""
    found = {}
    for number, text in enumerate(HOSTILE):
        passage = Passage(
            chunk_id=f"chunk-{number}", source=text, heading=text, text=f"a 🚲 kept by {text}", rank=1, score=0.5
        )
        found[f"case-{number:03d}", 0] = Evidence(case_id=f"case-{number:03d}", passages=(passage,))
    return found


def hostile_explorer() -> Explorer:
    """The widget of it; no report file may hold half a surrogate pair, so it is made here."""
    report = hostile_report()
    return Explorer(pack([report], [hostile_evidence()]), [report])
