"""A verdict as Markdown for a comment on a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.comparing.change_kinds import KINDS
from cairn_nb.decisions.comparing.changes import ChangedCase, Changes, changed_cases
from cairn_nb.decisions.gate.text import delta_text, verdict_line
from cairn_nb.decisions.wording.comparison_text import OUTCOME_WORDS, p_text, signed
from cairn_nb.decisions.wording.escape import markdown
from cairn_nb.records import Comparison, GateVerdict, Report

SHOWN_CASES = 20
SHOWN_CHARS = 160
# What an answer said, what went worse first; slower and dearer cases are the page's.
LISTED = sorted((kind for kind in KINDS if kind.content), key=lambda kind: not kind.regression)


def summary_markdown(verdict: GateVerdict, baseline: Report, candidate: Report, *, audits: Sequence[str] = ()) -> str:
    """The verdict, its reasons, what changed with intervals, the cases that changed, and the notes.

    Everything that comes from a report is escaped: it is shown, never rendered. `audits` are sentences on how far the
    judge is from people.
    """
    blocks = [
        f"### cairn gate: {markdown(verdict_line(_told_apart(verdict)))}",
        _bullets(verdict.reasons),
        _bullets(verdict.undecided),
        _delta_table(verdict),
        *_case_lists(changed_cases(baseline, candidate)),
        _bullets(audits),
        _folded("Notes", _bullets(verdict.notes)),
        _footer(baseline, candidate),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _told_apart(verdict: GateVerdict) -> GateVerdict:
    """Two runs of one configuration go by their parts, as on the page that the comment links to."""
    same = verdict.baseline == verdict.candidate
    return verdict.changed(baseline="baseline", candidate="candidate") if same else verdict


def _bullets(sentences: Sequence[str]) -> str:
    return "\n".join(f"- {markdown(sentence)}" for sentence in sentences)


def _delta_table(verdict: GateVerdict) -> str:
    tested = {comparison.metric: comparison for comparison in verdict.comparisons}
    head = ["| metric | candidate minus baseline | paired, with interval | reading |", "|---|---:|---:|---|"]
    rows = [_delta_row(name, value, tested.get(name)) for name, value in verdict.deltas.items()]
    return "\n".join([*head, *rows])


def _delta_row(name: str, value: float | None, comparison: Comparison | None) -> str:
    cells = [markdown(name), delta_text(name, value), "", ""]
    if comparison is not None:
        cells[2] = signed(comparison.difference)
        cells[3] = f"{OUTCOME_WORDS[comparison.outcome]}, {markdown(p_text(comparison.p_value))}"
    return f"| {' | '.join(cells)} |"


def _case_lists(changes: Changes) -> list[str]:
    return [_case_list(kind.label.capitalize(), getattr(changes, kind.key)) for kind in LISTED]


def _case_list(title: str, cases: Sequence[ChangedCase]) -> str:
    if not cases:
        return ""
    head = ["| case | question | before | after |", "|---|---|---|---|"]
    rows = [_case_row(case) for case in cases[:SHOWN_CASES]]
    more = len(cases) - SHOWN_CASES
    rest = [f"\n… and {more} more in the reports."] if more > 0 else []
    return _folded(f"{title}: {len(cases)}", "\n".join([*head, *rows, *rest]))


def _case_row(case: ChangedCase) -> str:
    texts = (case.case_id, case.question or "not recorded", case.before, case.after)
    return f"| {' | '.join(markdown(text, SHOWN_CHARS) for text in texts)} |"


def _folded(title: str, content: str) -> str:
    return f"<details><summary>{title}</summary>\n\n{content}\n\n</details>" if content else ""


def _footer(baseline: Report, candidate: Report) -> str:
    runs = [
        f"{side}: {report.config_name} {report.config_hash[:12]}, {report.created_at or 'no time'}"
        for side, report in (("baseline", baseline), ("candidate", candidate))
    ]
    cases = f"{candidate.n_cases} cases of split {candidate.split}, golden set {candidate.golden_version}"
    return f"<sub>{markdown('; '.join([*runs, cases]))}</sub>"
